"""The two ways to a client's terminal: through the client process, or straight.

A client lends the server its terminal where it can (`Handover`). Keys and frames then save two
turns of another process, which is most of what a key's echo takes; and where programs flood, the
client need not compete for a processor. What is sent is decided by `client`.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable
from typing import Protocol

from mplex.protocol.framing import encode_output
from mplex.server.connection import Connection
from mplex.server.loop import Handle, Loop
from mplex.server.pty_sane import make_sane
from mplex.term.answers import Answers

READ_SIZE = 1 << 16
WRITE_SIZE = 1 << 14
"""Bytes a write: what a terminal takes at once is less."""
UNSENT_LIMIT = 32 << 20
"""Bytes a terminal may be behind before its client counts as gone."""
PATIENCE = 1.0
"""Seconds that a terminal may take nothing before the last words for it are dropped."""


class ClientTerminal(Protocol):
    """A client's terminal, as the client needs it."""

    cut: bool
    """Whether bytes were given up because the terminal took nothing."""

    @property
    def unsent(self) -> int:
        """How many bytes the terminal has not taken yet."""

    def cook(self) -> None:
        """Have the terminal edit lines and echo again, for a client that can't see to it."""

    def send(self, data: bytes) -> None:
        """Write now what the terminal takes and queue the rest."""

    def rest(self, then: Callable[[], None]) -> None:
        """Read no more; call `then` once everything is written, or nobody takes it."""

    def pause(self) -> None:
        """Leave what is typed where it is for now."""

    def catch_up(self) -> None:
        """Take what has been typed by now, before something that has happened since."""

    def resume(self) -> None:
        """Read again."""

    def drop(self) -> None:
        """Let go of the terminal, whatever is unsent."""


class RelayedTerminal:
    """The terminal at the other end of a client process, which reads it for us."""

    cut = False

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    @property
    def unsent(self) -> int:
        """How many bytes the client process has not taken yet."""
        return self._connection.unsent

    def cook(self) -> None:
        """Nothing can be done: the terminal is out of reach without the client process."""

    def send(self, data: bytes) -> None:
        """Have the client process write `data`."""
        self._connection.send(encode_output(data))

    def rest(self, then: Callable[[], None]) -> None:
        """Go on at once: what the client process is told next, it hears after all of this."""
        then()

    def pause(self) -> None:
        """Nothing has to be done: the connection is paused by who reads it."""

    def catch_up(self) -> None:
        """Nothing has to be done: the client process passes everything on in order."""

    def resume(self) -> None:
        """Nothing has to be done: the client process reads when it runs."""

    def drop(self) -> None:
        """Nothing has to be done: the terminal is the client process's."""


class DirectTerminal:
    """A terminal that a client has lent us.

    `on_data(bytes)` gets what is typed, `on_gone()` is called once when the terminal has hung up,
    `on_drained()` each time that the queue has become empty after it was not.
    """

    def __init__(self, loop: Loop, fd: int) -> None:
        self.on_data: Callable[[bytes], None] = lambda data: None
        self.on_gone: Callable[[], None] = lambda: None
        self.on_drained: Callable[[], None] = lambda: None
        self.cut = False
        self._loop = loop
        self._fd = fd
        self._unsent = bytearray()
        self._reading = False
        self._answers = Answers()
        self._then: Callable[[], None] | None = None
        self._timer: Handle | None = None
        self.resume()

    @property
    def unsent(self) -> int:
        """How many bytes the terminal has not taken yet."""
        return len(self._unsent)

    def send(self, data: bytes) -> None:
        """Write now what the terminal takes and queue the rest."""
        if self._fd < 0:
            return
        self._answers.sent(data)
        if not self._unsent:
            data = data[self._write(data) :]
            if not data or self._fd < 0:
                return
            self._loop.add_writer(self._fd, self._writable)
        self._unsent += data
        if len(self._unsent) > UNSENT_LIMIT:
            self._lost()

    def cook(self) -> None:
        """Have the terminal edit lines and echo again, for a client that can't see to it."""
        make_sane(self._fd)

    def pause(self) -> None:
        """Leave what is typed where it is for now."""
        if self._reading:
            self._reading = False
            self._loop.remove_reader(self._fd)

    def catch_up(self) -> None:
        """Take what has been typed by now, before something that has happened since."""
        if self._reading:
            self._readable()

    def resume(self) -> None:
        """Take what is typed (again)."""
        if not self._reading and self._fd >= 0:
            self._reading = True
            self._loop.add_reader(self._fd, self._readable, urgent=True)

    def rest(self, then: Callable[[], None]) -> None:
        """Read no more; call `then` once everything is written, or nobody takes it.

        Answers of the terminal that are on their way are taken in before, and what is typed
        meanwhile with them: the shell would take them for typed.
        """
        self._then = then
        awaited = self._answers.wait
        if not awaited:
            self.pause()
        if self._unsent or awaited:
            self._timer = self._loop.call_later(max(PATIENCE, awaited), self._rested)
        else:
            self._rested()

    def drop(self) -> None:
        """Let go of the terminal, whatever is unsent."""
        self._unsent.clear()
        self._stop_waiting()
        self._then = None
        if self._fd >= 0:
            self.pause()
            self._loop.remove_writer(self._fd)
            fd, self._fd = self._fd, -1
            os.close(fd)

    def _rested(self) -> None:
        """Go on after the last word, or without it."""
        self._stop_waiting()
        self.pause()
        if self._unsent:
            self.cut = True
            self._unsent.clear()
            self._loop.remove_writer(self._fd)
        then, self._then = self._then, None
        if then is not None:
            then()

    def _stop_waiting(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _readable(self) -> None:
        try:
            data = os.read(self._fd, READ_SIZE)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        self._answers.came(data)
        if not data:
            self._lost()
        elif self._then is None:
            self.on_data(data)
        else:
            self._look()

    def _writable(self) -> None:
        while self._unsent:
            piece = self._unsent[:WRITE_SIZE]
            written = self._write(piece)
            del self._unsent[:written]
            if written < len(piece):
                return
        if self._fd < 0:
            return
        self._loop.remove_writer(self._fd)
        if self._then is not None:
            self._look()
        else:
            self.on_drained()

    def _look(self) -> None:
        """Go on when the last word is written and the last answer has come."""
        if not self._unsent and not self._answers.wait:
            self._rested()

    def _write(self, data: bytes | bytearray) -> int:
        """Write what the terminal takes now; return how many bytes."""
        try:
            return os.write(self._fd, data)
        except BlockingIOError:
            return 0
        except OSError:
            self._lost()
            return 0

    def _lost(self) -> None:
        """The terminal has hung up, or nobody looks at it."""
        then = self._then
        self.drop()
        if then is not None:
            then()
        else:
            self.on_gone()


def take_terminal(fd: int) -> bool:
    """Say whether `fd` is a terminal, and make it one that never blocks us; else close it."""
    with contextlib.suppress(OSError):
        if os.isatty(fd):
            os.set_blocking(fd, False)
            return True
    os.close(fd)
    return False
