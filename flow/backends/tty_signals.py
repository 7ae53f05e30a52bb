"""The signals of a process that has taken its terminal over, as something to wait for.

Those that ask for another picture, or to stop for a while, are only noted. Those that end a process
which does not handle them are noted, too, so that the terminal is given back first; handlers that
somebody else has installed stay, and are expected to raise.
"""

from __future__ import annotations

import os
import signal
import threading

from mplex.errors import NoServer

NOTED = (signal.SIGWINCH, signal.SIGCONT, signal.SIGTSTP)
ENDING = (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)

BACKGROUND_TRIES = 16
"""How often a job may be continued in the background before it gives up."""


class Signals:
    """Notes signals while it is open; does nothing in any thread but the main one."""

    def __init__(self) -> None:
        self._reader, self._writer = os.pipe()
        os.set_blocking(self._reader, False)
        os.set_blocking(self._writer, False)
        self._main = threading.current_thread() is threading.main_thread()
        if not self._main:
            return
        self._wakeup = signal.set_wakeup_fd(self._writer, warn_on_full_buffer=False)
        deadly = [number for number in ENDING if signal.getsignal(number) == signal.SIG_DFL]
        self._before = {number: signal.signal(number, _note) for number in (*NOTED, *deadly)}

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
        """Give the signals back to those who had them."""
        if self._main:
            for number, handler in self._before.items():
                signal.signal(number, handler)
            signal.set_wakeup_fd(self._wakeup)
        os.close(self._reader)
        os.close(self._writer)


def stop() -> None:
    """Stop as job control does, with the whole job; return when it goes on."""
    if threading.current_thread() is not threading.main_thread():
        return
    before = signal.signal(signal.SIGTSTP, signal.SIG_DFL)
    os.killpg(0, signal.SIGTSTP)
    signal.signal(signal.SIGTSTP, before)


def wait_for_foreground(terminal: int) -> None:
    """Stop the job until its terminal is its own, as the kernel does with one that reads.

    Raises `NoServer` where nobody can bring it to the foreground.
    """
    for _ in range(BACKGROUND_TRIES):
        if os.tcgetpgrp(terminal) == os.getpgrp():
            return
        os.killpg(0, signal.SIGTTIN)
    raise NoServer("this process is in the background of its terminal")


def _note(_number: int, _frame: object) -> None:
    """Do nothing: the wake-up pipe has the number already."""
