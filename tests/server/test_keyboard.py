"""A keyboard takes a flood in pieces, in order, and never breaks a sequence that came in two."""

from __future__ import annotations

import string

import pytest

from mplex.server import keyboard
from mplex.server.keyboard import BURST, TURN, Keyboard
from mplex.term.keys import Event, KeyEvent, key_name
from tests.server.fake_clock import FakeClock

ESCAPE_TIME = 0.01


class Typist:
    """A keyboard of which two keys take longer than a turn."""

    def __init__(self) -> None:
        self.clock = FakeClock()
        self.keys: list[str] = []
        self.caught_up = 0
        self.keyboard = Keyboard(self.clock, self.take, lambda: None, lambda: ESCAPE_TIME)
        self.keyboard.on_caught_up = self.note

    def take(self, event: Event) -> None:
        assert isinstance(event, KeyEvent)
        self.keys.append(key_name(event.key))
        self.clock.now += TURN * 0.6

    def note(self) -> None:
        self.caught_up += 1

    def type(self, data: bytes) -> None:
        self.keyboard.feed(data)


@pytest.fixture
def no_burst(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keyboard, "BURST", 1)


@pytest.mark.usefixtures("no_burst")
def test_a_flood_is_taken_in_pieces_and_in_order() -> None:
    at = Typist()
    at.type(b"abcdefg")
    assert at.keys == ["a", "b"]
    assert at.keyboard.behind
    at.clock.advance(0)
    assert at.keys == ["a", "b", "c", "d"]
    at.clock.advance(1)
    assert at.keys == list("abcdefg")
    assert (at.keyboard.behind, at.caught_up) == (False, 1)


def test_what_fingers_type_at_once_is_taken_at_once() -> None:
    at = Typist()
    keys = string.ascii_letters[:BURST]
    at.type(keys.encode())
    assert at.keys == list(keys)
    assert (at.keyboard.behind, at.caught_up, at.clock.waiting) == (False, 0, 0)


@pytest.mark.usefixtures("no_burst")
def test_an_escape_at_the_end_of_a_flood_waits_for_what_follows_it() -> None:
    at = Typist()
    at.type(b"abcd\x1b")
    at.clock.now += 2 * ESCAPE_TIME
    at.clock.advance(0)
    assert at.keys == list("abcd")
    at.type(b"[A")
    assert at.keys == [*"abcd", "Up"]
    assert at.clock.waiting == 0


@pytest.mark.usefixtures("no_burst")
def test_nothing_comes_from_a_keyboard_that_has_stopped() -> None:
    at = Typist()
    at.type(b"abcd\x1b")
    at.keyboard.stop()
    at.clock.advance(1)
    assert at.keys == ["a", "b"]
