"""What is done ahead, and that it does not come before the first prompt."""

from __future__ import annotations

import sys
import threading

import pytest

from mplex.dialog.short_turns import SHORT_TURN
from mplex.server import lazy
from mplex.server.warming import IMPORTS_AFTER, KEYS_AFTER, SILENCE, Warming
from tests.server.fake_clock import FakeClock
from tests.support.waiting import wait_until


class Start:
    """A server's first seconds, and what was prepared when."""

    def __init__(self) -> None:
        self.clock = FakeClock()
        self.done: list[str] = []
        self.warming = Warming(
            self.clock,
            lambda: self.done.append("keys"),
            lambda: self.done.append("imports"),
            lambda work: work(),
        )


@pytest.fixture
def start() -> Start:
    return Start()


def test_keys_come_first_after_the_first_output_and_imports_later(start: Start) -> None:
    start.warming.client_came()
    start.warming.output()
    assert start.done == []
    start.clock.advance(KEYS_AFTER)
    assert start.done == ["keys"]
    start.clock.advance(IMPORTS_AFTER)
    assert start.done == ["keys", "imports"]


def test_a_slow_shell_is_waited_for_but_not_for_ever(start: Start) -> None:
    start.warming.client_came()
    start.clock.advance(SILENCE - 0.1)
    assert start.done == []
    start.clock.advance(0.2 + IMPORTS_AFTER)
    assert start.done == ["keys", "imports"]


def test_work_aside_is_done_in_a_thread_with_short_turns() -> None:
    usual = sys.getswitchinterval()
    seen: list[object] = []
    done = threading.Event()

    def work() -> None:
        seen.extend((threading.current_thread().name, sys.getswitchinterval()))
        done.set()

    lazy.aside(work)
    assert done.wait(10)
    assert seen == ["aside", SHORT_TURN]
    wait_until("the usual turns", lambda: sys.getswitchinterval() == usual)


def test_it_is_done_once(start: Start) -> None:
    for _ in range(2):
        start.warming.client_came()
        start.warming.output()
    start.clock.advance(10 * SILENCE)
    assert start.done == ["keys", "imports"]


def test_nobody_needs_it_before_somebody_looks(start: Start) -> None:
    start.warming.output()
    start.clock.advance(10 * SILENCE)
    assert start.done == []
