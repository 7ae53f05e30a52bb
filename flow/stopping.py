"""Signals that ask a command to stop, as an exception where it can be dealt with."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Interrupted(Exception):
    """One of `STOP_SIGNALS` came."""


@contextmanager
def stoppable() -> Iterator[None]:
    """Let the signals that stop a command raise `Interrupted`; those ignored so far stay so.

    After the first one, and after the terminal has gone, more of them stay ignored: the command is
    about to say how it ended, and ends by itself.
    """
    before = {number: signal.getsignal(number) for number in STOP_SIGNALS}
    heard = [number for number, handler in before.items() if handler != signal.SIG_IGN]

    def stop(number: int, frame: FrameType | None) -> None:
        # A second signal must not break the cleaning up after the first.
        for each in heard:
            signal.signal(each, signal.SIG_IGN)
        raise Interrupted

    for number in heard:
        signal.signal(number, stop)
    try:
        yield
    finally:
        for number in heard:
            if signal.getsignal(number) is stop:
                signal.signal(number, before[number])
