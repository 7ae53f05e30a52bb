"""Connecting to a server's socket, and the sentences for when that fails.

`_socket` is the C type beneath the `socket` module; it does all that is needed here, and `socket`
itself costs a third of the time in which the client has to start.
"""

from __future__ import annotations

from _socket import AF_UNIX, SHUT_RDWR, SOCK_STREAM, socket

from mplex.errors import NoServer

__all__ = ["SHUT_RDWR", "connect", "socket"]


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
