"""Gates: everybody waits, everybody gets through, and no signal in between breaks them."""

from __future__ import annotations

import sys
import threading
from contextlib import suppress
from typing import Any

import pytest

from flow.gate import Gate
from tests.support.waiting import LIMIT


def waiters(gate: Gate, count: int) -> list[threading.Thread]:
    threads = [threading.Thread(target=gate.wait, daemon=True) for _ in range(count)]
    for thread in threads:
        thread.start()
    return threads


def test_everybody_gets_through_once_it_is_open() -> None:
    gate = Gate()
    early = waiters(gate, 3)
    gate.open()
    for thread in [*early, *waiters(gate, 2)]:
        thread.join(LIMIT)
        assert not thread.is_alive()


def test_a_closed_one_holds_again() -> None:
    gate = Gate()
    gate.open()
    gate.open()
    gate.close()
    assert not gate.is_open
    assert gate._tokens.empty()
    (thread,) = waiters(gate, 1)
    gate.open()
    thread.join(LIMIT)
    assert not thread.is_alive()


class Struck(Exception):
    """What a signal's handler raises."""


@pytest.mark.parametrize("moment", range(12))
def test_it_opens_again_wherever_a_signal_has_struck(moment: int) -> None:
    gate = Gate()
    left = [moment]

    def strike(*_args: object) -> Any:
        left[0] -= 1
        if left[0] < 0:
            raise Struck
        return strike

    with suppress(Struck):
        sys.settrace(strike)
        try:
            gate.open()
        finally:
            sys.settrace(None)
    again = threading.Thread(target=gate.open, daemon=True)
    again.start()
    for thread in (again, *waiters(gate, 2)):
        thread.join(LIMIT)
        assert not thread.is_alive()
