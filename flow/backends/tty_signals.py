"""The signals of a process that has taken its terminal over, as something to wait for.

Those that ask for another picture, or to stop for a while, are only noted. Those that end a process
which does not handle them are noted, too, so that the terminal is given back first; handlers that
somebody else has installed stay, and are expected to raise. Only that the terminal itself has gone
needs no signal: whoever reads from it learns that, and what to make of it.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable
from types import FrameType

from mplex.errors import NoServer

NOTED = (signal.SIGWINCH, signal.SIGCONT, signal.SIGTSTP)
ENDING = (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)

GONE = "the terminal is gone"

BACKGROUND_TRIES = 16
"""How often a job may be continued in the background before it gives up."""


class Signals:
    """Notes signals while it is open; does nothing in any thread but the main one."""

    def __init__(self, is_gone: Callable[[], bool]) -> None:
        """Begin; `is_gone` says whether the terminal has gone, whose signal means nothing then."""
        self._is_gone = is_gone
        self._reader, self._writer = os.pipe()
        os.set_blocking(self._reader, False)
        os.set_blocking(self._writer, False)
        self._main = threading.current_thread() is threading.main_thread()
        if not self._main:
            return
        self._wakeup = signal.set_wakeup_fd(self._writer, warn_on_full_buffer=False)
        deadly = [number for number in ENDING if signal.getsignal(number) == signal.SIG_DFL]
        self._before = {number: signal.signal(number, _note) for number in (*NOTED, *deadly)}
        if signal.SIGHUP not in deadly:
            self._before[signal.SIGHUP] = signal.signal(signal.SIGHUP, self._hang_up)

    def fileno(self) -> int:
        """Return the descriptor that is readable when a signal came."""
        return self._reader

    def take(self) -> set[int]:
        """Return the numbers of the signals that came since the last call."""
        try:
            return set(os.read(self._reader, 512))
        except BlockingIOError:
            return set()

    def wake(self) -> None:
        """Make the descriptor readable without any signal; for other threads."""
        os.write(self._writer, b"\0")

    def close(self) -> None:
        """Give the signals back to those who had them; one that the terminal has gone is over."""
        if self._main:
            if self._is_gone():
                self._before[signal.SIGHUP] = signal.SIG_IGN
            for number, handler in self._before.items():
                signal.signal(number, handler)
            signal.set_wakeup_fd(self._wakeup)
        os.close(self._reader)
        os.close(self._writer)

    def _hang_up(self, number: int, frame: FrameType | None) -> None:
        """Leave the signal to whoever handles it, unless it only tells what is known."""
        before = self._before[signal.SIGHUP]
        if callable(before) and not self._is_gone():
            before(number, frame)


def stop() -> None:
    """Stop as job control does, with the whole job; return when it goes on."""
    if threading.current_thread() is not threading.main_thread():
        return
    before = signal.signal(signal.SIGTSTP, signal.SIG_DFL)
    os.killpg(0, signal.SIGTSTP)
    signal.signal(signal.SIGTSTP, before)


def wait_for_foreground(terminal: int) -> None:
    """Stop the job until its terminal is its own, as the kernel does with one that reads.

    Raises `NoServer` where nobody can bring it to the foreground, and when it is gone.
    """
    for _ in range(BACKGROUND_TRIES):
        try:
            if os.tcgetpgrp(terminal) == os.getpgrp():
                return
        except OSError as error:
            raise NoServer(GONE) from error
        os.killpg(0, signal.SIGTTIN)
    raise NoServer("this process is in the background of its terminal")


def _note(_number: int, _frame: object) -> None:
    """Do nothing: the wake-up pipe has the number already."""
