"""The pump between a terminal and the server, from `Attach` until one of them has enough.

A server that can, is lent the terminal itself: then no key and no frame passes through here, and
the client only tells it of the terminal's size and waits for the end. Otherwise bytes go both ways
unread. The loop waits in one `select`; neither a slow terminal nor a slow server can make it block,
because reading from one side stops while too much waits for the other. Signals only wake the loop
up. Whatever ends it, the terminal is given back before a word is printed.
"""

from __future__ import annotations

import os
import select
import signal
from collections.abc import Callable

from mplex.client.connection import Connection
from mplex.client.tty import Terminal
from mplex.errors import MplexError, NoServer
from mplex.protocol.messages import (
    Attach,
    Bye,
    Detached,
    Exit,
    Handover,
    Input,
    Message,
    Output,
    Refuse,
    Resize,
    Resumed,
    Stderr,
    Stdout,
    Suspend,
)

BACKLOG = 256 << 10
"""Bytes that may wait for one side before the other side is no longer read."""

PATIENCE = 1.0
"""Seconds that a terminal may take nothing before the last words for it are dropped."""

_DEFAULT_WORDS = {"exited": "exited", "server-exited": "server exited", "hangup": "detached"}
SHELL = "/bin/sh"
_LEAVING = (signal.SIGTERM, signal.SIGHUP)
_IGNORED = (signal.SIGINT, signal.SIGQUIT, signal.SIGTSTP, signal.SIGTTIN, signal.SIGTTOU)
_NOTED = (signal.SIGWINCH, signal.SIGCONT, *_LEAVING)


class Ended(Exception):
    """The attachment is over: why, in a few words for the reader, and with which status."""

    def __init__(self, words: str, status: int = 0, *, clean: bool = True) -> None:
        super().__init__(words)
        self.words = words
        self.status = status
        self.clean = clean
        """Whether the server has undone the terminal's modes itself."""
        self.hangup = False
        """Whether the parent process has to go, too."""
        self.command = ""
        """What the shell is to run in the client's place."""


class Signals:
    """The signals of an attached client: a pipe that wakes the loop up and says which."""

    def __init__(self) -> None:
        self._reader, self._writer = os.pipe()
        os.set_blocking(self._reader, False)
        os.set_blocking(self._writer, False)
        self._old_wakeup = signal.set_wakeup_fd(self._writer, warn_on_full_buffer=False)
        self._old = {n: signal.signal(n, _note) for n in _NOTED}
        self._old.update((n, signal.signal(n, signal.SIG_IGN)) for n in _IGNORED)

    def fileno(self) -> int:
        """Return the descriptor that is readable when a signal came."""
        return self._reader

    def take(self) -> set[int]:
        """Return the numbers of the signals that came since the last call."""
        try:
            return set(os.read(self._reader, 512))
        except BlockingIOError:
            return set()

    def close(self) -> None:
        """Give the signals back to those who had them."""
        for number, handler in self._old.items():
            signal.signal(number, handler)
        signal.set_wakeup_fd(self._old_wakeup)
        os.close(self._reader)
        os.close(self._writer)


def _note(_number: int, _frame: object) -> None:
    """Do nothing: the wake-up pipe has the number already."""


def attach(connection: Connection, tty: str, term: str, begin: Attach) -> int:
    """Be the client with the terminal at path `tty`, as `begin` says; return the exit status."""
    terminal = Terminal(tty, term)
    terminal.wait_for_foreground()
    signals = Signals()
    try:
        with terminal:
            end = _pump(_Pump(connection, terminal, signals, begin))
    finally:
        signals.close()
        connection.close()
    if end.command:
        os.execl(SHELL, SHELL, "-c", end.command)
    _say(end.words)
    if end.hangup:
        os.kill(os.getppid(), signal.SIGHUP)
    return end.status


def _pump(pump: _Pump) -> Ended:
    """Run the pump until it ends; leave the terminal's screen in order even when it breaks."""
    terminal = pump.terminal
    try:
        while True:
            pump.turn()
    except Ended as end:
        if end.clean:
            terminal.drain(PATIENCE)
        else:
            terminal.restore_screen(PATIENCE)
        return end
    except MplexError as error:
        terminal.restore_screen(PATIENCE)
        return Ended(str(error), 1)
    except BaseException:
        terminal.restore_screen(PATIENCE)
        raise


def _say(words: str) -> None:
    """Print the last words; there may be nobody left to read them."""
    try:
        os.write(1, f"[{words}]\n".encode(errors="replace"))
    except OSError:
        return


class _Pump:
    """The state of an attachment and one turn of its loop."""

    def __init__(
        self, connection: Connection, terminal: Terminal, signals: Signals, begin: Attach
    ) -> None:
        self.connection = connection
        self.terminal = terminal
        self.signals = signals
        self.session = begin.session
        self.lent = begin.direct and terminal.lendable
        """Whether the server reads and writes the terminal itself."""
        self._begun = False
        connection.set_blocking(False)
        self._handlers: dict[type[Message], Callable[..., None]] = {
            Output: self._on_output,
            Stdout: self._on_output,
            Stderr: self._on_output,
            Attach: self._on_attach,
            Detached: self._on_detached,
            Suspend: self._on_suspend,
            Exit: self._on_exit,
            Refuse: self._on_refuse,
        }

    def turn(self) -> None:
        """Handle what is here, then wait for more; raises `Ended` when it is over."""
        self._handle_messages()
        self.terminal.flush()
        try:
            self._send()
        except NoServer:
            # It may have said why before it hung up.
            self.connection.hear_out()
            self._handle_messages()
            raise
        connection, terminal, signals = self.connection, self.terminal, self.signals
        reading: list[Connection | Terminal | Signals] = [signals]
        if terminal.backlog < BACKLOG:
            reading.append(connection)
        if connection.backlog < BACKLOG and not self.lent:
            reading.append(terminal)
        writing = [side for side in (connection, terminal) if side.backlog]
        ready = select.select(reading, writing, [])[0]
        if signals in ready:
            self._on_signals(signals.take())
        if terminal in ready:
            self._on_typed()
        if connection in ready:
            connection.receive()

    def _send(self) -> None:
        """Send what waits; first of all the terminal, if it is to be lent, and its size.

        That may have changed since the greeting, when nobody was listening for it.
        """
        connection = self.connection
        if not self._begun:
            self._begun = True
            if self.lent:
                connection.send_beside(Handover(), self.terminal.fileno())
            connection.queue(Resize(*self.terminal.size()))
        connection.flush()

    def _handle_messages(self) -> None:
        received = self.connection.received
        while received:
            message = received.pop(0)
            handler = self._handlers.get(type(message))
            if handler is not None:
                handler(message)

    def _on_typed(self) -> None:
        data = self.terminal.read()
        if data is None:
            self._leave("lost terminal")
        elif data:
            self.connection.queue(Input(data))

    def _on_signals(self, numbers: set[int]) -> None:
        if numbers & set(_LEAVING):
            self._leave("terminated" if signal.SIGTERM in numbers else "hung up")
        if numbers & {signal.SIGWINCH, signal.SIGCONT}:
            self.connection.queue(Resize(*self.terminal.size()))

    def _leave(self, words: str) -> None:
        """Tell the server that we go, if it listens, and go."""
        self.connection.queue(Bye())
        self.connection.flush()
        if self.lent:
            # What the server writes last must not come after what undoes it.
            self.connection.wait_for_end(PATIENCE)
        raise Ended(words, 1, clean=False)

    def _on_output(self, message: Output) -> None:
        self.terminal.queue(message.data)

    def _on_attach(self, message: Attach) -> None:
        self.session = message.session

    def _on_detached(self, message: Detached) -> None:
        detached = f"detached (from session {self.session})"
        words = message.message or _DEFAULT_WORDS.get(message.reason, detached)
        end = Ended(words, clean=message.clean)
        end.hangup = message.reason == "hangup"
        end.command = message.message if message.reason == "exec" else ""
        raise end

    def _on_exit(self, message: Exit) -> None:
        raise Ended(message.message or "exited", message.status)

    def _on_refuse(self, message: Refuse) -> None:
        raise Ended(message.message, 1)

    def _on_suspend(self, _message: Suspend) -> None:
        """Stop as the shell's job control wants it, and go on when it continues us."""
        self.terminal.drain(PATIENCE)
        self.terminal.cooked()
        stops = (signal.SIGTSTP, signal.SIGTTIN)
        old = [signal.signal(number, signal.SIG_DFL) for number in stops]
        os.kill(os.getpid(), signal.SIGTSTP)
        # Continued in the background (`bg`), it has to wait for the foreground.
        self.terminal.wait_for_foreground()
        for number, handler in zip(stops, old, strict=True):
            signal.signal(number, handler)
        self.terminal.raw()
        self.connection.queue(Resumed())
        self.connection.queue(Resize(*self.terminal.size()))
