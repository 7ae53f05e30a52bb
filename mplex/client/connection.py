"""A client's connection to the server: whole messages in both directions.

Blocking while a command runs; `set_blocking(False)` turns it into the half of the pump in `attach`,
which then uses `fileno`, `queue` and `flush`. It knows messages, not their meaning.
"""

from __future__ import annotations

import time

from mplex.client.unix import connect, send_beside, socket
from mplex.errors import MplexError, NoServer, ProtocolError
from mplex.protocol.framing import FrameDecoder, encode
from mplex.protocol.messages import Message

_READ_SIZE = 1 << 16

HEAR_OUT_SECONDS = 1.0
"""How long the last words of a server that has hung up are waited for."""
GREETING_SECONDS = 20.0
"""How long the server may take for its first word before it counts as something else."""


class Connection:
    """One connection to the server that listens on `path`."""

    def __init__(self, path: str, sock: socket | None = None) -> None:
        """Connect, or use `sock`, which is connected already.

        Raises:
            NoServer: see `mplex.client.unix.connect`.
        """
        self.path = path
        self._sock = connect(path) if sock is None else sock
        self._decoder = FrameDecoder()
        self._outgoing = bytearray()
        self._greeted = False
        self.received: list[Message] = []
        """Messages that were received and not taken yet, oldest first."""

    def close(self) -> None:
        """Close the connection."""
        self._sock.close()

    def fileno(self) -> int:
        """Return the socket's descriptor."""
        return self._sock.fileno()

    def set_blocking(self, blocking: bool) -> None:
        """Choose between waiting and not waiting in `receive` and `flush`."""
        self._sock.setblocking(blocking)

    @property
    def backlog(self) -> int:
        """How many bytes wait to be sent."""
        return len(self._outgoing)

    def queue(self, message: Message) -> None:
        """Put a message behind those that wait to be sent."""
        self._outgoing += encode(message)

    def send_beside(self, message: Message, descriptor: int) -> None:
        """Send a message now, and a copy of `descriptor` with it; nothing may wait before it.

        Raises:
            NoServer: the server is gone.
        """
        try:
            send_beside(self._sock, encode(message), descriptor)
        except OSError as error:
            raise NoServer("lost server") from error

    def wait_for_end(self, seconds: float) -> None:
        """Wait until the server has hung up, for so long at most; what it still says is dropped."""
        end = time.monotonic() + seconds
        try:
            while (left := end - time.monotonic()) > 0:
                self._sock.settimeout(left)
                if not self._sock.recv(_READ_SIZE):
                    return
        except OSError:
            return

    def hear_out(self) -> None:
        """Receive what a server that takes nothing more has said before it hung up."""
        self._sock.settimeout(HEAR_OUT_SECONDS)
        try:
            while True:
                self.receive()
        except MplexError:
            return

    def flush(self) -> None:
        """Send what waits: all of it when blocking, else what the socket takes now.

        Raises:
            NoServer: the server is gone.
        """
        try:
            while self._outgoing:
                del self._outgoing[: self._sock.send(self._outgoing)]
        except BlockingIOError:
            return
        except OSError as error:
            raise NoServer("lost server") from error

    def send(self, message: Message) -> None:
        """Queue a message and flush."""
        self.queue(message)
        self.flush()

    def receive(self) -> None:
        """Read once from the socket and put the messages into `received`.

        Raises:
            NoServer: the server is gone.
            ProtocolError: it is no server of ours: it says nothing at all, or something else.
        """
        try:
            data = self._read()
            self.received += self._decoder.feed(data)
        except ProtocolError as error:
            hint = "it may be another version or another program; choose another socket with -L"
            raise ProtocolError(f"server on {self.path}: {error}", hint=hint) from error

    def next_message(self) -> Message:
        """Wait for the next message; see `receive` for the errors."""
        while not self.received:
            self.receive()
        return self.received.pop(0)

    def _read(self) -> bytes:
        if not self._greeted:
            self._sock.settimeout(GREETING_SECONDS)
        try:
            data = self._sock.recv(_READ_SIZE)
        except TimeoutError:
            raise ProtocolError(f"no answer within {GREETING_SECONDS:g} seconds") from None
        except BlockingIOError:
            return b""
        except OSError as error:
            raise NoServer("lost server") from error
        if not data:
            raise NoServer("lost server" if self._greeted else "server exited unexpectedly")
        if not self._greeted:
            self._greeted = True
            self._sock.settimeout(None)
        return data
