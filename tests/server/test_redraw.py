"""When frames are drawn: at once after a rest, then at a pace, and not in the way of an echo."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from mplex.server.redraw import FRAME_TIME, PATIENCE, SHARE, Redraw
from tests.server.fake_clock import FakeClock, Timer


class Loop(FakeClock):
    """A clock that also has the loop's way of calling soon, with arguments."""

    typed = False
    """Whether something urgent is there to read."""

    def waited_for(self) -> bool:
        return self.typed

    def call_soon(self, callback: Callable[..., None], *args: Any) -> Timer:
        return self.call_later(0, callback, *args)

    def call_later(self, delay: float, callback: Callable[..., None], *args: Any) -> Timer:
        return super().call_later(delay, lambda: callback(*args))


class Client:
    """A client that notes when it was drawn, and how long that takes."""

    awaits_echo = False

    def __init__(self, loop: Loop, cost: float = 0.0) -> None:
        self.loop = loop
        self.cost = cost
        self.drawn: list[float] = []

    def draw(self) -> None:
        self.drawn.append(self.loop.now)
        self.loop.now += self.cost


@pytest.fixture
def loop() -> Loop:
    return Loop()


def redraw(loop: Loop) -> Redraw:
    return Redraw(loop)  # type: ignore[arg-type]


def test_the_first_change_is_drawn_in_its_turn_and_only_once(loop: Loop) -> None:
    frames, client = redraw(loop), Client(loop)
    start = loop.now
    frames.touch(client)
    frames.touch(client)
    assert client.drawn == []
    loop.advance(0)
    assert client.drawn == [start]


def begin(frames: Redraw, client: Client) -> None:
    """Draw the first frame, and the second that may follow at once."""
    for _ in range(2):
        frames.touch(client)
        client.loop.advance(0)
    client.drawn.clear()


def test_the_first_prompt_does_not_wait_for_the_empty_frame_before_it(loop: Loop) -> None:
    frames, client = redraw(loop), Client(loop, cost=0.05)
    frames.touch(client)
    loop.advance(0)
    frames.touch(client)
    loop.advance(0)
    assert len(client.drawn) == 2
    frames.touch(client)
    loop.advance(FRAME_TIME)
    assert len(client.drawn) == 2


def test_the_next_frame_comes_a_frame_later(loop: Loop) -> None:
    frames, client = redraw(loop), Client(loop)
    begin(frames, client)
    frames.touch(client)
    loop.advance(FRAME_TIME * 0.9)
    assert client.drawn == []
    loop.advance(FRAME_TIME * 0.2)
    assert len(client.drawn) == 1


def test_what_a_key_in_a_dialog_changes_does_not_wait_for_the_next_frame(loop: Loop) -> None:
    frames, client = redraw(loop), Client(loop, cost=0.01)
    begin(frames, client)
    frames.touch(client)
    frames.hurry(client)
    frames.hurry(client)
    loop.advance(0)
    assert len(client.drawn) == 1
    loop.advance(FRAME_TIME * 0.9)
    assert len(client.drawn) == 1


def test_frames_that_take_long_come_less_often(loop: Loop) -> None:
    frames, client = redraw(loop), Client(loop, cost=0.02)
    begin(frames, client)
    frames.touch(client)
    loop.advance(0.02 * SHARE * 0.9)
    assert client.drawn == []
    loop.advance(0.02 * SHARE * 0.2)
    assert len(client.drawn) == 1


def test_a_frame_waits_for_an_echo_but_not_for_ever(loop: Loop) -> None:
    frames, client = redraw(loop), Client(loop)
    client.awaits_echo = True
    frames.touch(client)
    loop.advance(PATIENCE * 0.7)
    assert client.drawn == []
    loop.advance(PATIENCE)
    assert len(client.drawn) == 1
    assert not client.awaits_echo
    assert loop.waiting == 0


def test_a_frame_goes_on_when_the_echo_is_there(loop: Loop) -> None:
    frames, client = redraw(loop), Client(loop)
    client.awaits_echo = True
    frames.touch(client)
    loop.advance(0)
    client.awaits_echo = False
    loop.advance(PATIENCE / 3)
    assert len(client.drawn) == 1


def test_a_client_that_has_gone_is_drawn_no_more(loop: Loop) -> None:
    frames, client = redraw(loop), Client(loop)
    frames.touch(client)
    frames.forget(client)
    loop.advance(1)
    assert client.drawn == []
    assert loop.waiting == 0


def test_a_frame_gives_way_to_what_is_typed_but_not_for_ever(loop: Loop) -> None:
    frames, client = redraw(loop), Client(loop)
    begin(frames, client)
    loop.advance(FRAME_TIME)
    loop.typed = True
    frames.touch(client)
    loop.advance(PATIENCE / 2)
    assert client.drawn == []
    loop.typed = False
    loop.advance(PATIENCE / 16)
    assert len(client.drawn) == 1


def test_a_frame_comes_though_somebody_types_all_the_time(loop: Loop) -> None:
    frames, client = redraw(loop), Client(loop)
    begin(frames, client)
    loop.advance(FRAME_TIME)
    loop.typed = True
    frames.touch(client)
    for _ in range(50):
        loop.advance(PATIENCE / 10)
    assert client.drawn


def test_a_client_that_goes_while_it_is_drawn_is_forgotten(loop: Loop) -> None:
    frames, client = redraw(loop), Client(loop)
    begin(frames, client)
    client.draw = lambda: frames.forget(client)  # type: ignore[method-assign]
    loop.advance(FRAME_TIME)
    frames.touch(client)
    loop.advance(0)
    assert not any(vars(frames)[name] for name in ("_next", "_due", "_patience", "_drawn"))
