"""One peer on a stream socket: bytes in, bytes out, never waiting for either.

A connection keeps what could not be sent yet; whoever produces a lot (frames for a client) looks at
`busy` first and leaves out what nobody would see. Descriptors travel beside the bytes that they
belong to, and are closed here once they are sent. What the bytes mean is decided by its owner.
"""

from __future__ import annotations

import array
import os
import select
import socket
from collections import deque
from collections.abc import Callable, Sequence

from mplex.server.loop import Loop

READ_SIZE = 262144
DESCRIPTORS_KEPT = 8
"""Descriptors that may come with one piece; the system closes those for which there is no room."""
UNSENT_LIMIT = 32 << 20
"""Bytes a peer may be behind before it counts as gone, unless its owner sets another `limit`."""
HANG_UP_EVERY = 1.0
"""Seconds between two looks at whether a peer that only listens has hung up."""


class Connection:
    """A non-blocking socket with a write queue.

    `on_data(bytes)` is called with what arrives, `on_close()` once when the peer is gone or was
    dropped, `on_drained()` each time the queue has become empty after it was not. `on_end()` is
    called when the peer will send nothing more but still listens; without one such a peer is gone.
    """

    def __init__(self, loop: Loop, sock: socket.socket) -> None:
        self.on_data: Callable[[bytes], None] = lambda data: None
        self.on_close: Callable[[], None] = lambda: None
        self.on_drained: Callable[[], None] = lambda: None
        self.on_end: Callable[[], None] | None = None
        self.limit = UNSENT_LIMIT
        self.promised = False
        """Whether its owner waits for something else before it sends the last."""
        self._loop = loop
        self._socket = sock
        self._fd = sock.fileno()
        self._unsent = bytearray()
        self._descriptors: deque[tuple[int, tuple[int, ...]]] = deque()
        """Descriptors to send, each with the number of unsent bytes before those it is for."""
        self._received: list[int] | None = None
        """Descriptors that have come; None while none are wanted and the system closes them."""
        self._closing = False
        self._open = True
        self._paused = False
        self._ended = False
        self._urgent = False
        loop.add_reader(self._fd, self._readable)

    @property
    def busy(self) -> bool:
        """Say whether the peer has not got everything yet."""
        return self.promised or bool(self._unsent)

    @property
    def unsent(self) -> int:
        """How many bytes the peer has not taken yet."""
        return len(self._unsent)

    @property
    def open(self) -> bool:
        """Say whether more can be sent."""
        return self._open and not self._closing

    def send(self, data: bytes, descriptors: Sequence[int] = ()) -> None:
        """Send now what the socket takes and queue the rest.

        `descriptors`, at most 253, arrive with the first byte; they are the connection's from now
        on and get closed. Who is not connected directly (a relay) never sees them.
        """
        if not self.open:
            _close_all(descriptors)
            return
        if descriptors:
            self._descriptors.append((len(self._unsent), tuple(descriptors)))
        if not self._unsent:
            sent = self._send(data)
            if sent == len(data) or not self._open:
                return
            data = data[sent:]
            self._loop.add_writer(self._fd, self._writable)
        if len(self._unsent) + len(data) > self.limit:
            self.drop()
            return
        self._unsent += data

    def pause(self) -> None:
        """Take nothing more for now; whoever sends has to wait, and a hang-up is not seen."""
        if self._open and not self._paused:
            self._paused = True
            self._loop.remove_reader(self._fd)

    def resume(self) -> None:
        """Take what comes again."""
        if self._open and self._paused and not self._ended:
            self._paused = False
            self._loop.add_reader(self._fd, self._readable, urgent=self._urgent)

    def carries_keys(self) -> None:
        """Serve this peer before everything that is not urgent."""
        self.pause()
        self._urgent = True
        self.resume()

    def expect_descriptor(self) -> None:
        """Keep one descriptor that comes with what is sent next, see `take_descriptor`."""
        self._received = []

    def take_descriptor(self) -> int:
        """Return the descriptor that has come, which is the caller's; -1 when none has."""
        received, self._received = self._received or [], None
        _close_all(received[1:])
        return received[0] if received else -1

    def close(self) -> None:
        """Close once everything is sent."""
        self._closing = True
        if not self._unsent:
            self.drop()

    def drop(self) -> None:
        """Close now, whatever is unsent."""
        if not self._open:
            return
        self._open = False
        self._unsent.clear()
        _close_all(self._received or ())
        self._received = None
        while self._descriptors:
            _close_all(self._descriptors.popleft()[1])
        self._loop.remove_reader(self._fd)
        self._loop.remove_writer(self._fd)
        self._socket.close()
        self.on_close()

    def _readable(self) -> None:
        try:
            data = self._receive()
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self._end()
        elif not self._closing:
            self.on_data(data)

    def _end(self) -> None:
        """Nothing more comes: the peer has hung up, or it has only said all that it had to say."""
        if self.on_end is None or self._has_hung_up():
            self.drop()
            return
        # It would be announced as readable again and again.
        self.pause()
        self._ended = True
        self._look_for_hang_up()
        self.on_end()

    def _look_for_hang_up(self) -> None:
        """Drop a peer that listens no more; only looking tells while nothing is sent or read."""
        if not self._open:
            return
        if self._has_hung_up():
            self.drop()
        else:
            self._loop.call_later(HANG_UP_EVERY, self._look_for_hang_up)

    def _has_hung_up(self) -> bool:
        poll = select.poll()
        poll.register(self._fd, 0)
        return bool(poll.poll(0))

    def _receive(self) -> bytes:
        if self._received is None:
            return self._socket.recv(READ_SIZE)
        data, received, _, _ = socket.recv_fds(
            self._socket, READ_SIZE, DESCRIPTORS_KEPT, socket.MSG_CMSG_CLOEXEC
        )
        self._received += received
        _close_all(self._received[1:])
        del self._received[1:]
        return data

    def _send(self, data: bytes | bytearray) -> int:
        """Send what the socket takes now; return how many bytes."""
        try:
            sent = self._send_beside(data) if self._descriptors else self._socket.send(data)
        except BlockingIOError:
            return 0
        except OSError:
            self.drop()
            return 0
        self._descriptors = deque((at - sent, found) for at, found in self._descriptors)
        return sent

    def _send_beside(self, data: bytes | bytearray) -> int:
        """Send up to the byte that the next descriptors belong to, or that byte with them."""
        at, descriptors = self._descriptors[0]
        if at > 0:
            return self._socket.send(memoryview(data)[:at])
        rights = (socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", descriptors))
        # What the next ones belong to must not have gone before them.
        end = self._descriptors[1][0] if len(self._descriptors) > 1 else len(data)
        sent = self._socket.sendmsg([memoryview(data)[:end]], [rights])
        self._descriptors.popleft()
        _close_all(descriptors)
        return sent

    def _writable(self) -> None:
        del self._unsent[: self._send(self._unsent)]
        if self._unsent or not self._open:
            return
        self._loop.remove_writer(self._fd)
        if self._closing:
            self.drop()
        else:
            self.on_drained()


def _close_all(descriptors: Sequence[int]) -> None:
    for descriptor in descriptors:
        os.close(descriptor)
