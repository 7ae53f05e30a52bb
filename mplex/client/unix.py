"""Connecting to a server's socket, and the sentences for when that fails.

`_socket` is the C type beneath the `socket` module; it does all that is needed here, and `socket`
itself costs a third of the time in which the client has to start.
"""

from __future__ import annotations

import sys
from _socket import (
    AF_UNIX,
    CMSG_SPACE,
    MSG_CMSG_CLOEXEC,
    SCM_RIGHTS,
    SHUT_RDWR,
    SOCK_STREAM,
    SOL_SOCKET,
    socket,
)

from mplex.errors import NoServer

__all__ = ["SHUT_RDWR", "connect", "receive", "send_beside", "socket"]

DESCRIPTORS_MAX = 253
"""Descriptors that the kernel sends at once."""

INT_BYTES = 4


def connect(path: str) -> socket:
    """Return a blocking connection to the socket at `path`.

    Raises:
        NoServer: nobody listens there, or we may not go there.
    """
    sock = socket(AF_UNIX, SOCK_STREAM)
    try:
        sock.connect(path)
    except (FileNotFoundError, ConnectionRefusedError) as error:
        sock.close()
        raise NoServer(f"no server running on {path}") from error
    except OSError as error:
        sock.close()
        raise NoServer(f"error connecting to {path} ({error.strerror or error})") from error
    return sock


def receive(sock: socket, size: int) -> tuple[bytes, list[int]]:
    """Return at most `size` bytes, and the descriptors that came with them, which are ours now."""
    room = CMSG_SPACE(DESCRIPTORS_MAX * INT_BYTES)
    data, beside, _flags, _sender = sock.recvmsg(size, room, MSG_CMSG_CLOEXEC)
    descriptors = []
    for level, kind, numbers in beside:
        if level == SOL_SOCKET and kind == SCM_RIGHTS:
            for at in range(0, len(numbers) - len(numbers) % INT_BYTES, INT_BYTES):
                descriptors.append(int.from_bytes(numbers[at : at + INT_BYTES], sys.byteorder))
    return data, descriptors


def send_beside(sock: socket, data: bytes, descriptor: int) -> None:
    """Send `data`, which the socket takes at once, and a copy of `descriptor` with it."""
    numbers = descriptor.to_bytes(INT_BYTES, sys.byteorder)
    sock.sendmsg([data], [(SOL_SOCKET, SCM_RIGHTS, numbers)])
