"""A terminal for measuring: counts what it is sent, keeps a little, understands none of it."""

from __future__ import annotations

import contextlib
import os
import select
import socket
import time
from collections.abc import Mapping, Sequence

import pexpect

from tests.bench.workloads import COLS, ROWS

KEPT = 1 << 16
"""Bytes of output that can be searched."""


class TooSlow(Exception):
    """A measurement did not end within its limit."""


class Client:
    """A program in a terminal of the usual size."""

    def __init__(self, argv: Sequence[str], environ: Mapping[str, str]) -> None:
        self.started = time.perf_counter()
        self.child = pexpect.spawn(
            argv[0], list(argv[1:]), env=dict(environ), dimensions=(ROWS, COLS), timeout=None
        )
        self.child.delayafterclose = self.child.delayafterterminate = 0.02
        self.fd: int = self.child.child_fd
        self.received = 0
        """Bytes sent to the terminal so far."""
        self.recent = b""
        """The latest of them."""

    def pump(self, timeout: float, others: Sequence[socket.socket] = ()) -> bool:
        """Take in output that comes within `timeout` seconds.

        Ends early, and returns True, when one of `others` (files, sockets) can be read.
        """
        deadline = time.perf_counter() + timeout
        while True:
            left = max(0.0, deadline - time.perf_counter())
            watched: list[int | socket.socket] = [self.fd, *others]
            ready = select.select(watched, [], [], left)[0]
            if self.fd in ready:
                self._read()
            if any(other in ready for other in others):
                return True
            if not ready:
                return False

    def wait_for(self, text: bytes, limit: float = 20) -> float:
        """Return the time at which `text` came in (it may have come already)."""
        deadline = time.perf_counter() + limit
        while text not in self.recent:
            left = deadline - time.perf_counter()
            if left <= 0 or not select.select([self.fd], [], [], left)[0]:
                raise TooSlow(f"no {text!r} in {limit} s; there came {self.recent[-300:]!r}")
            self._read()
        return time.perf_counter()

    def wait_for_output(self, limit: float = 20) -> float:
        """Return the time at which any output came in."""
        if not select.select([self.fd], [], [], limit)[0]:
            raise TooSlow(f"no output in {limit} s")
        now = time.perf_counter()
        self._read()
        return now

    def settle(self, quiet: float = 0.03, limit: float = 20) -> None:
        """Take in output until there was none for `quiet` seconds; forget it."""
        deadline = time.perf_counter() + limit
        while select.select([self.fd], [], [], quiet)[0]:
            self._read()
            if time.perf_counter() > deadline:
                raise TooSlow(f"the terminal was not quiet within {limit} s")
        self.recent = b""

    def key(self, data: bytes) -> float:
        """Press a key and return the time at which it was pressed; forget what came before."""
        self.recent = b""
        now = time.perf_counter()
        os.write(self.fd, data)
        return now

    def close(self) -> None:
        """Close the terminal."""
        # A client that was killed may need longer to die than pexpect waits.
        with contextlib.suppress(pexpect.ExceptionPexpect):
            self.child.close(force=True)

    def _read(self) -> None:
        try:
            data = os.read(self.fd, 1 << 16)
        except OSError:
            data = b""
        if not data:
            raise TooSlow(f"the client has ended; its last output was {self.recent[-300:]!r}")
        self.received += len(data)
        self.recent = (self.recent + data)[-KEPT:]
