"""The client's terminal: raw mode, size, reading and writing without waiting, and giving it back.

The terminal is opened anew by its path, because O_NONBLOCK on the inherited descriptors would stick
to the shell that started us. Every mode set here is undone here, on every way out of the `with`
block; what the server switched on by escape sequences is undone by `restore_screen` when the server
can't.
"""

from __future__ import annotations

import fcntl
import os
import select
import signal
import termios

from mplex.client.restore import restore_sequence
from mplex.term.answers import Answers

_Attributes = list[int | list[bytes | int]]
BACKGROUND_STOPS = 16
"""Times that a client in the background stops before it takes the terminal all the same."""
_READ_SIZE = 1 << 16
_WRITE_SIZE = 1 << 12
"""Bytes a write: few, so that a terminal that could only be opened blocking blocks briefly."""


def terminal_path() -> str:
    """Return the path of the terminal on standard input and output, empty if they are not one."""
    if not os.isatty(0) or not os.isatty(1):
        return ""
    try:
        return os.ttyname(0)
    except OSError:
        return ""


def window_size(fd: int) -> tuple[int, int, int, int]:
    """Return rows, columns, width and height in pixels; 24x80 and 0 where nobody knows."""
    try:
        packed = fcntl.ioctl(fd, termios.TIOCGWINSZ, b"\0" * 8)
    except OSError:
        return 24, 80, 0, 0
    rows, cols, xpixel, ypixel = memoryview(packed).cast("H")
    return rows or 24, cols or 80, xpixel, ypixel


class Terminal:
    """The terminal while a client is attached; use it as a context manager."""

    def __init__(self, path: str, term: str) -> None:
        self._term = term
        self._outgoing = bytearray()
        self._saved: _Attributes | None = None
        self._own = True
        self._answers = Answers()
        try:
            self._fd = os.open(path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        except OSError:
            # The terminal belongs to another user (after `su`), but the descriptor still works.
            self._fd, self._own = os.dup(0), False

    def __enter__(self) -> Terminal:
        self.raw()
        return self

    def __exit__(self, *exc_info: object) -> None:
        try:
            self.cooked()
        finally:
            os.close(self._fd)

    def fileno(self) -> int:
        """Return the terminal's descriptor."""
        return self._fd

    def raw(self) -> None:
        """Take the terminal: every byte comes as it is typed and goes as it is written."""
        self._saved = termios.tcgetattr(self._fd)
        attributes = termios.tcgetattr(self._fd)
        attributes[0] &= ~(
            termios.IXON
            | termios.IXOFF
            | termios.ICRNL
            | termios.INLCR
            | termios.IGNCR
            | termios.ISTRIP
            | termios.INPCK
            | termios.PARMRK
            | termios.BRKINT
        )
        attributes[1] &= ~termios.OPOST
        attributes[3] &= ~(
            termios.ECHO | termios.ECHONL | termios.ICANON | termios.ISIG | termios.IEXTEN
        )
        attributes[6][termios.VMIN] = 1
        attributes[6][termios.VTIME] = 0
        termios.tcsetattr(self._fd, termios.TCSANOW, attributes)

    def cooked(self) -> None:
        """Give the terminal back as `raw` found it; a terminal that is gone needs nothing."""
        saved, self._saved = self._saved, None
        if saved is None:
            return
        self._hear_out()
        try:
            # TCSADRAIN would wait for a terminal that nobody reads.
            termios.tcsetattr(self._fd, termios.TCSANOW, saved)
        except termios.error:
            return

    @property
    def lendable(self) -> bool:
        """Say whether another process may read and write it in our place.

        It must not block that process, and nobody else must be reading it.
        """
        return self._own and self._foreground() == os.getpgrp()

    def wait_for_foreground(self) -> None:
        """Stop, as whoever reads a terminal from the background is stopped, until we may read it.

        A process that no shell would continue is not stopped by the system; it goes on.
        """
        for _ in range(BACKGROUND_STOPS):
            if self._foreground() in (os.getpgrp(), 0):
                return
            os.kill(0, signal.SIGTTIN)

    def _foreground(self) -> int:
        """Return the process group that has the terminal; 0 when it is not ours to ask."""
        try:
            return os.tcgetpgrp(self._fd)
        except OSError:
            return 0

    def _hear_out(self) -> None:
        """Take in the answers that are still on their way, which the shell would get else."""
        while wait := self._answers.wait:
            if not select.select([self._fd], [], [], wait)[0] or self.read() is None:
                return

    def size(self) -> tuple[int, int, int, int]:
        """Return rows, columns, width and height in pixels."""
        return window_size(self._fd)

    @property
    def backlog(self) -> int:
        """How many bytes wait to be written."""
        return len(self._outgoing)

    def read(self) -> bytes | None:
        """Return what was typed, empty if nothing yet, None when the terminal is gone."""
        try:
            data = os.read(self._fd, _READ_SIZE)
            self._answers.came(data)
            return data or None
        except BlockingIOError:
            return b""
        except OSError:
            return None

    def queue(self, data: bytes) -> None:
        """Put bytes behind those that wait to be written."""
        self._outgoing += data
        self._answers.sent(data)

    def flush(self) -> None:
        """Write what the terminal takes now; what a terminal that is gone would get is dropped."""
        try:
            while self._outgoing:
                written = os.write(self._fd, self._outgoing[:_WRITE_SIZE])
                del self._outgoing[:written]
                if written < _WRITE_SIZE and self._outgoing:
                    return
        except BlockingIOError:
            return
        except OSError:
            self._outgoing.clear()

    def drain(self, patience: float) -> None:
        """Write all that waits, unless the terminal takes nothing for `patience` seconds."""
        while self._outgoing:
            if not select.select([], [self._fd], [], patience)[1]:
                self._outgoing.clear()
                return
            self.flush()

    def restore_screen(self, patience: float) -> None:
        """Undo what the server switched on, instead of the server.

        What waits is dropped; it may end in the middle of a sequence, which CAN cancels.
        """
        self._outgoing[:] = b"\x18" + restore_sequence(self._term)
        self.drain(patience)
