"""The two sockets a server listens on: bound with the right permissions, peers checked.

The socket of attached clients and the control socket differ only in who serves an accepted
connection. The lock that keeps two starting servers apart is held by `mplex.cli`.
"""

from __future__ import annotations

import contextlib
import os
import socket
import stat
from collections.abc import Callable

from mplex.errors import MplexError
from mplex.server.asker import Peer, peer_of
from mplex.server.loop import Loop

BACKLOG = 64
ACCEPT_PAUSE = 0.5
"""Seconds without accepting anybody when the system has no descriptor left for one."""
Accept = Callable[[socket.socket, Peer], None]


class Listener:
    """One listening Unix socket of mode 0600 in a folder that only its owner may enter."""

    def __init__(self, loop: Loop, path: str, accept: Accept) -> None:
        """Bind `path`, replacing what a dead server left there.

        Raises MplexError when the path is too long, taken by a file, or not writable.
        """
        self.path = path
        self._loop = loop
        self._accept = accept
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._socket.setblocking(False)
        try:
            _remove_socket(path)
            previous = os.umask(0o177)
            try:
                self._socket.bind(path)
            finally:
                os.umask(previous)
            self._socket.listen(BACKLOG)
        except OSError as error:
            self._socket.close()
            raise MplexError(
                f"can't listen on {path}: {error.strerror or error}",
                hint="choose another socket with -L or -S",
            ) from None
        self._inode = os.stat(path).st_ino
        self._listen()

    def close(self) -> None:
        """Stop listening and remove the socket, unless another server has replaced it."""
        self._loop.remove_reader(self._socket.fileno())
        self._socket.close()
        with contextlib.suppress(OSError):
            if os.stat(self.path).st_ino == self._inode:
                os.unlink(self.path)

    def _listen(self) -> None:
        if self._socket.fileno() >= 0:
            self._loop.add_reader(self._socket.fileno(), self._readable)

    def _readable(self) -> None:
        try:
            peer_socket, _ = self._socket.accept()
        except (BlockingIOError, ConnectionAbortedError):
            # The peer has left again.
            return
        except OSError:
            # The peer would be announced again and again while no descriptor is free.
            self._loop.remove_reader(self._socket.fileno())
            self._loop.call_later(ACCEPT_PAUSE, self._listen)
            return
        peer = peer_of(peer_socket)
        if peer.uid not in (os.getuid(), 0):
            peer_socket.close()
            return
        peer_socket.setblocking(False)
        self._accept(peer_socket, peer)


def _remove_socket(path: str) -> None:
    """Remove a socket that a dead server left; anything else at `path` makes `bind` fail."""
    with contextlib.suppress(FileNotFoundError):
        if stat.S_ISSOCK(os.lstat(path).st_mode):
            os.unlink(path)
