"""One command for the server: say hello, print what comes back, attach if told to.

This is the whole life of a `mplex` process once a server runs. The words that end up on standard
output and standard error are the server's.
"""

from __future__ import annotations

import os
import sys

from mplex.client.attach import attach
from mplex.client.connection import Connection
from mplex.errors import MplexError, NoServer
from mplex.protocol.messages import (
    Attach,
    Detached,
    Exit,
    Hello,
    ReadStdin,
    Refuse,
    Stderr,
    Stdin,
    Stdout,
)

_STDIN_SIZE = 1 << 16


def run(socket: str, hello: Hello, connection: Connection | None = None) -> int:
    """Have the server at `socket` run a command and return its exit status.

    Args:
        connection: a connection to use instead of making one.

    Raises:
        NoServer: nobody listens, or the server died meanwhile.
        ProtocolError: what listens there is not our server.
        MplexError: the server refuses us; the message is its own sentence.
    """
    connection = connection or Connection(socket)
    try:
        connection.send(hello)
    except NoServer:
        # It may have said why before it hung up; if not, the next read says that it is gone.
        connection.set_blocking(True)
    try:
        return _answer(connection, hello)
    finally:
        connection.close()


def _answer(connection: Connection, hello: Hello) -> int:
    while True:
        message = connection.next_message()
        if isinstance(message, Stdout):
            _write(1, message.data)
        elif isinstance(message, Stderr):
            _write(2, message.data)
        elif isinstance(message, ReadStdin):
            _send_stdin(connection)
        elif isinstance(message, Attach):
            return attach(connection, hello.tty, hello.term, message)
        elif isinstance(message, Exit):
            if message.message:
                sys.stderr.write(f"{message.message}\n")
            return message.status
        elif isinstance(message, Refuse):
            raise MplexError(message.message)
        elif isinstance(message, Detached):
            sys.stdout.write(f"[{message.message or message.reason}]\n")
            return 0


def _write(fd: int, data: bytes) -> None:
    """Write all of it, to whatever kind of file; a reader that is gone ends us as it ends `cat`."""
    view = memoryview(data)
    while view:
        view = view[os.write(fd, view) :]


def _send_stdin(connection: Connection) -> None:
    """Send standard input to its end, which an empty message marks."""
    while True:
        data = os.read(0, _STDIN_SIZE)
        connection.send(Stdin(data))
        if not data:
            return
