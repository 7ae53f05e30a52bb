"""The line between one client and the server: which way its terminal is reached, and for how long.

It begins when the client's terminal is raw and ends with the last words, which the client prints
when nothing more is written to its terminal by us. What goes over it is decided by `client`.
"""

from __future__ import annotations

import os
from collections.abc import Callable

from mplex.errors import ProtocolError
from mplex.protocol.framing import encode
from mplex.protocol.messages import Attach, Detached, Exit, Message, Suspend
from mplex.server.connection import Connection
from mplex.server.loop import Loop
from mplex.server.terminal import ClientTerminal, DirectTerminal, RelayedTerminal, take_terminal


class ClientLine:
    """A client's terminal and its connection.

    `on_open()` is called when the terminal can be written, `on_data(bytes)` with what is typed at a
    terminal that is lent to us, `on_drained()` when it has taken all that it was behind, and
    `on_gone()` once when it has hung up.
    """

    def __init__(self, loop: Loop, connection: Connection, *, lends: bool) -> None:
        self.on_open: Callable[[], None] = lambda: None
        self.on_data: Callable[[bytes], None] = lambda data: None
        self.on_drained: Callable[[], None] = lambda: None
        self.on_gone: Callable[[], None] = lambda: None
        self._loop = loop
        self._connection = connection
        self._lends = lends
        self._terminal: ClientTerminal | None = None
        """None until the client has said which it is, and after the end."""
        self._suspended = False
        self._last: Message | None = None
        """What the client is to be told when its terminal has been given back."""

    @property
    def unsent(self) -> int:
        """How many bytes the terminal is behind."""
        return self._terminal.unsent if self._terminal is not None else 0

    @property
    def free(self) -> bool:
        """Say whether a frame would be written at once."""
        return self._terminal is not None and not self._suspended and not self._terminal.unsent

    def start(self, session: str) -> None:
        """Have the client make its terminal raw, and lend it if it can."""
        self._connection.carries_keys()
        if self._lends:
            self._connection.expect_descriptor()
        self._connection.send(encode(Attach(session, self._lends)))
        if not self._lends:
            self.relay()

    def relay(self) -> None:
        """Reach the terminal through the client process, unless it has lent it."""
        if self._terminal is None:
            fd = self._connection.take_descriptor()
            if fd >= 0:
                os.close(fd)
            self._connection.on_drained = lambda: self.on_drained()
            self._open(RelayedTerminal(self._connection))

    def lent(self) -> None:
        """Take the terminal that the client has sent.

        Raises ProtocolError when it has not.
        """
        fd = self._connection.take_descriptor() if self._terminal is None else -1
        if fd < 0 or not take_terminal(fd):
            raise ProtocolError(
                "message handover: no terminal came with it (has the server too many open files?)"
            )
        terminal = DirectTerminal(self._loop, fd)
        terminal.on_data, terminal.on_drained = self.on_data, self.on_drained
        terminal.on_gone = self._lost
        self._open(terminal)

    def send(self, data: bytes) -> None:
        """Write to the terminal, unless it is not ours now."""
        if data and self._terminal is not None and not self._suspended:
            self._terminal.send(data)

    def catch_up(self) -> None:
        """Take what was typed before something that the client's process tells of."""
        if self._terminal is not None and not self._suspended:
            self._terminal.catch_up()

    def hold(self) -> None:
        """Take nothing that is typed for now, where it comes straight from the terminal."""
        if self._terminal is not None:
            self._terminal.pause()

    def go_on(self) -> None:
        """Take what is typed again."""
        if self._terminal is not None and not self._suspended:
            self._terminal.resume()

    def suspend(self, stop: bytes) -> None:
        """Write `stop`, which gives the terminal back, and have the client process stop."""
        terminal = self._terminal
        if terminal is None or self._suspended:
            return
        terminal.send(stop)
        if self._terminal is terminal:
            self._suspended = True
            terminal.rest(lambda: self._connection.send(encode(Suspend())))

    def resumed(self) -> None:
        """The client process goes on, and its terminal is raw again."""
        self._suspended = False
        self.go_on()

    def end(self, stop: bytes, last: Message) -> None:
        """Write `stop` to the terminal, then tell the client why with `last`, and hang up."""
        terminal, self._terminal = self._terminal, None
        if terminal is None:
            self._say_last(last)
            return
        self._connection.promised = True
        self._last = last
        if not self._suspended:
            terminal.send(stop)
        terminal.rest(lambda: self._let_go(terminal))

    def drop(self, stop: bytes = b"") -> None:
        """Let go of the terminal of a client that is gone, after writing `stop` if it takes it."""
        terminal, self._terminal = self._terminal, None
        if terminal is not None:
            if stop and not self._suspended:
                terminal.cook()
                terminal.send(stop)
            terminal.drop()

    def _open(self, terminal: ClientTerminal) -> None:
        self._terminal = terminal
        self.on_open()

    def _lost(self) -> None:
        """The lent terminal has hung up; the client process may live on and is told."""
        if self._last is None:
            self._terminal = None
            self._say_last(Exit(1, "lost terminal"))
            self.on_gone()

    def _let_go(self, terminal: ClientTerminal) -> None:
        """Give the terminal back, and only then say so."""
        terminal.drop()
        if terminal.cut and isinstance(self._last, Detached):
            # The client has to undo what has been switched on.
            self._last.clean = False
        if self._last is not None:
            self._say_last(self._last)

    def _say_last(self, last: Message) -> None:
        self._connection.promised = False
        self._connection.send(encode(last))
        self._connection.close()
