"""What an asker and the program in its popup say to each other: JSON objects over a local socket.

The socket lies in a folder that only its owner may enter, and each side looks who the other one is.
Answers go this way with everything that is in them, so nothing of them is ever in a file.
"""

from __future__ import annotations

import json
import os
import socket
import struct
import threading
from contextlib import suppress
from typing import Any

from mplex.errors import NoServer, ProtocolError

MESSAGE_MAX = 128 << 20
"""Bytes of a message: a form with all of its pictures."""

_LENGTH = struct.Struct("!I")
_CREDENTIALS = struct.Struct("3i")


class Link:
    """One end; `send` may be called by any thread, `receive` by one."""

    def __init__(self, sock: socket.socket) -> None:
        self._socket = sock
        self._sending = threading.Lock()

    def fileno(self) -> int:
        """Return the descriptor that is readable when something came."""
        return self._socket.fileno()

    def send(self, message: dict[str, Any]) -> bool:
        """Send a message; say whether the other side still takes one."""
        data = json.dumps(message).encode()
        try:
            with self._sending:
                self._socket.sendall(_LENGTH.pack(len(data)) + data)
        except OSError:
            return False
        return True

    def receive(self) -> dict[str, Any] | None:
        """Wait for a message; None when the other side has gone. Raises `ProtocolError`."""
        head = self._read(_LENGTH.size)
        if head is None:
            return None
        (length,) = _LENGTH.unpack(head)
        if length > MESSAGE_MAX:
            raise ProtocolError("a popup sent too much")
        data = self._read(length)
        if data is None:
            return None
        try:
            message = json.loads(data)
        except ValueError:
            # Without its cause, which would quote the message.
            raise ProtocolError("a popup sent something that is no message") from None
        if not isinstance(message, dict):
            raise ProtocolError("a popup sent something that is no message")
        return message

    def _read(self, count: int) -> bytes | None:
        data = bytearray()
        while len(data) < count:
            try:
                piece = self._socket.recv(min(count - len(data), 1 << 20))
            except OSError:
                return None
            if not piece:
                return None
            data += piece
        return bytes(data)

    def close(self) -> None:
        """Hang up, which wakes whoever waits on the other side, or here."""
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()


def listen(path: str) -> socket.socket:
    """Return a socket that waits for one link at `path`."""
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        listener.bind(path)
        listener.listen(1)
    except OSError:
        listener.close()
        raise
    return listener


def accept(listener: socket.socket) -> Link | None:
    """Return the link that waits; None for one of somebody else."""
    sock, _ = listener.accept()
    _pid, uid, _gid = _CREDENTIALS.unpack(
        sock.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _CREDENTIALS.size)
    )
    if uid != os.getuid():
        sock.close()
        return None
    return Link(sock)


def connect(path: str) -> Link:
    """Return a link to the asker at `path`; raises `NoServer` when it has gone."""
    sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        sock.connect(path)
    except OSError as error:
        sock.close()
        raise NoServer("who asked has gone") from error
    return Link(sock)
