"""Garbage is looked for when the loop is quiet, and only when there is enough of it."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator
from typing import Any

import pytest

from mplex.server.garbage import REST, ROUNDS, SOME, Garbage
from mplex.server.loop import QUIET, Loop
from tests.server.fake_clock import FakeClock


@pytest.fixture
def loop() -> Iterator[Loop]:
    before = gc.get_threshold()
    loop = Loop()
    Garbage(loop)
    yield loop
    loop.close()
    gc.set_threshold(*before)
    gc.unfreeze()


class Circle:
    """Refers to itself, so that only a search finds it."""

    def __init__(self) -> None:
        self.me = self


def circles(count: int) -> list[weakref.ref[Circle]]:
    return [weakref.ref(Circle()) for _ in range(count)]


def alive(found: list[weakref.ref[Circle]]) -> int:
    return sum(each() is not None for each in found)


def quiet(loop: Loop) -> None:
    """Do something and let the loop be quiet after it."""
    loop.call_soon(lambda: None)
    loop.call_later(QUIET * 2, loop.stop)
    loop.run_forever()


def test_much_garbage_goes_in_a_quiet_moment_and_not_before(loop: Loop) -> None:
    found = circles(SOME)
    assert alive(found) == SOME
    quiet(loop)
    assert alive(found) == 0


def test_a_little_stays_where_it_is(loop: Loop) -> None:
    gc.collect()
    found = circles(SOME // 100)
    quiet(loop)
    assert alive(found) == len(found)


def test_very_much_goes_though_nothing_is_quiet(loop: Loop) -> None:
    found = circles(50_000)
    assert alive(found) < len(found)


def test_all_is_searched_only_after_a_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    searched: list[int] = []
    for name in ("freeze", "set_threshold", "enable"):
        monkeypatch.setattr(gc, name, lambda *_: None)
    monkeypatch.setattr(gc, "get_count", lambda: (SOME, 0, ROUNDS))
    monkeypatch.setattr(gc, "collect", lambda generation=2: searched.append(generation))
    clock: Any = FakeClock()
    Garbage(clock)
    clock.on_quiet()
    assert searched == [0]
    clock.advance(REST - 0.1)
    # Something has happened, and the rest begins anew.
    clock.on_quiet()
    clock.advance(REST - 0.1)
    assert searched == [0, 0]
    clock.advance(0.1)
    assert searched == [0, 0, 2]
    assert not clock.waiting
