"""Connections on the socket of clients: a greeting, a command, perhaps a terminal.

Every `mplex` says hello with its version and its arguments. The arguments run here; when one of
them attaches, the connection becomes a client and from then on carries bytes of its terminal. A
peer of another version, or one that speaks something else, gets a sentence.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING

from mplex.commands.context import Context
from mplex.errors import CommandError, ProtocolError
from mplex.geometry import Size
from mplex.log import Log
from mplex.model.session import Session
from mplex.model.window import Window
from mplex.protocol.framing import FrameDecoder, encode
from mplex.protocol.messages import (
    PROTOCOL_VERSION,
    Bye,
    Exit,
    Handover,
    Hello,
    Input,
    Message,
    ReadStdin,
    Refuse,
    Resize,
    Resumed,
    Stderr,
    Stdin,
    Stdout,
    Welcome,
)
from mplex.server.client import AttachedClient
from mplex.server.connection import Connection

if TYPE_CHECKING:
    from mplex.server.server import Server

log = Log("mplex.peers")
STDIN_MAX = 64 << 20
"""Bytes of standard input that a command may be fed."""
OUTPUT_MAX = 2 * STDIN_MAX
"""Bytes of output that may wait for the process: more than the largest paste buffer."""
PIECE = 1 << 20
"""Bytes of output in one message."""


class ShellPeer:
    """One `mplex` process at the other end; also the `ConnectionApi` of its commands."""

    def __init__(self, server: Server, connection: Connection) -> None:
        self.terminal = False
        self.size = Size(24, 80)
        self._server = server
        self._connection = connection
        self._decoder = FrameDecoder()
        self._messages: deque[Message] = deque()
        self._hello: Hello | None = None
        self._client: AttachedClient | None = None
        self._stdin = bytearray()
        self._on_stdin: Callable[[bytes], None] | None = None
        connection.limit = OUTPUT_MAX
        connection.on_data = self._data
        connection.on_close = self._closed

    def read_stdin(self, on_data: Callable[[bytes], None]) -> None:
        """Ask the process for all of its standard input."""
        self._on_stdin = on_data
        self._connection.send(encode(ReadStdin()))

    def attach(
        self, session: Session, window: Window | None = None, *, readonly: bool = False
    ) -> AttachedClient:
        """Turn the process into a client that looks at `session`."""
        hello = self._hello
        if hello is None or not self.terminal:
            raise CommandError("open terminal failed: not a terminal")
        client = AttachedClient(
            self._server,
            self._connection,
            hello,
            session,
            window or session.current,
            readonly=readonly,
        )
        self._client = client
        client.on_caught_up = self._work
        self._server.client_came(client)
        return client

    def _data(self, data: bytes) -> None:
        try:
            self._messages += self._decoder.feed(data)
        except ProtocolError as error:
            self._not_understood(error)
            return
        self._work()

    def _work(self) -> None:
        """Take what has come, as long as the keyboard keeps up with what is typed."""
        while self._messages:
            if self._client is not None and self._client.keyboard.behind:
                self._connection.pause()
                return
            try:
                self._take(self._messages.popleft())
            except ProtocolError as error:
                self._messages.clear()
                self._not_understood(error)
        self._connection.resume()

    def _not_understood(self, error: ProtocolError) -> None:
        self._refuse(f"{error}; this server is mplex {self._server.version}")

    def _take(self, message: Message) -> None:
        if self._hello is None:
            self._greet(message)
        elif isinstance(message, Stdin):
            self._take_stdin(message.data)
        elif self._client is not None and self._client.attached:
            self._take_client(self._client, message)

    def _take_client(self, client: AttachedClient, message: Message) -> None:
        if isinstance(message, Handover):
            client.line.lent()
            return
        client.line.relay()
        if isinstance(message, Input):
            client.input(message.data)
        elif isinstance(message, Resize):
            client.line.catch_up()
            if client.keyboard.behind:
                # What was typed before comes before.
                self._messages.appendleft(message)
                return
            if not client.attached:
                return
            client.resized(Size(message.rows, message.cols), message.xpixel, message.ypixel)
        elif isinstance(message, Resumed):
            client.resumed()
        elif isinstance(message, Bye):
            client.gone(left=True)
            self._connection.drop()

    def _greet(self, message: Message) -> None:
        if not isinstance(message, Hello):
            raise ProtocolError("the first message has to be a greeting")
        if message.version != PROTOCOL_VERSION:
            self._refuse(
                f"protocol version mismatch (client {message.version}, server {PROTOCOL_VERSION}):"
                " detach, end the server with `mplex kill-server` of its own version, start again"
            )
            return
        self._hello = message
        self.terminal = bool(message.tty)
        self.size = Size(max(1, message.rows), max(1, message.cols))
        self._connection.send(encode(Welcome(PROTOCOL_VERSION)))
        log.info("pid %d runs %s", message.pid, (message.argv or ["new-session"])[0])
        self._server.runner.run_shell_words(
            message.argv,
            self,
            cwd=message.cwd,
            environ=dict(message.environ),
            on_done=self._done,
        )

    def _done(self, context: Context) -> None:
        self._print(Stdout, b"".join(context.output))
        text = "".join(f"{line}\n" for line in context.errors)
        self._print(Stderr, text.encode("utf-8", "surrogateescape"))
        context.output.clear()
        context.errors.clear()
        if self._client is None:
            self._connection.send(encode(Exit(context.status, "")))
            self._connection.close()

    def _print(self, stream: type[Stdout] | type[Stderr], data: bytes) -> None:
        for at in range(0, len(data), PIECE):
            self._connection.send(encode(stream(data[at : at + PIECE])))

    def _take_stdin(self, data: bytes) -> None:
        if self._on_stdin is None:
            return
        self._stdin += data[: STDIN_MAX - len(self._stdin)]
        if not data:
            on_data, self._on_stdin = self._on_stdin, None
            on_data(bytes(self._stdin))

    def _refuse(self, sentence: str) -> None:
        if self._client is not None:
            self._client.gone()
        self._connection.send(encode(Refuse(sentence)))
        self._connection.close()

    def _closed(self) -> None:
        if self._client is not None:
            self._client.gone()
