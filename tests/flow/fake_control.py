"""A tiny control server on a real socket, for tests of what speaks to one.

It answers requests in a thread of its own, each by a function from params to a result; a function
may wait for an event, as a server does that holds `result` open.
"""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from mplex.errors import MplexError
from mplex.protocol.jsonrpc import (
    ERROR_CODES,
    LineDecoder,
    Request,
    error_response,
    parse_request,
    response,
)

Json = dict[str, Any]
Handler = Callable[[Json], Json]

HANG_UP = object()
"""A handler returns this to end the connection instead of answering."""


class FakeControl:
    """A server whose methods are given by the test; serves one connection after the other."""

    def __init__(self, path: Path, **methods: Callable[[Json], Any]) -> None:
        self.path = str(path)
        self.requests: list[tuple[str, Json]] = []
        self.connections = 0
        self.hung_up = threading.Event()
        """Set when a peer has gone."""
        self._methods = methods
        self._listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._listener.bind(self.path)
        self._listener.listen()
        self._peer: socket.socket | None = None
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def __enter__(self) -> FakeControl:
        return self

    def __exit__(self, *exc_info: object) -> None:
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        if self._peer is not None:
            with contextlib.suppress(OSError):
                self._peer.shutdown(socket.SHUT_RDWR)
        self._thread.join(10)

    def params(self, method: str) -> list[Json]:
        """Return the params of all calls of a method so far."""
        return [params for name, params in self.requests if name == method]

    def _serve(self) -> None:
        while True:
            try:
                peer, _address = self._listener.accept()
            except OSError:
                return
            self.connections += 1
            self._peer = peer
            with peer, contextlib.suppress(OSError):
                self._talk(peer)
            self.hung_up.set()

    def _talk(self, peer: socket.socket) -> None:
        decoder = LineDecoder()
        while data := peer.recv(65536):
            for line in decoder.feed(data):
                answer = self._answer(parse_request(line))
                if answer is None:
                    return
                peer.sendall(answer)

    def _answer(self, request: Request) -> bytes | None:
        params: Json = dict(request.params)
        self.requests.append((request.method, params))
        try:
            result = self._methods[request.method](params)
        except MplexError as error:
            data: dict[str, object] = {"word": error.code, "hint": error.hint}
            if where := getattr(error, "where", ""):
                data["where"] = where
            code = ERROR_CODES.get(error.code, ERROR_CODES["error"])
            return error_response(request.id, code, str(error), data)
        return None if result is HANG_UP else response(request.id, result)


def done(status: str, value: object = None) -> Json:
    """Return the result of a flow that has ended."""
    return {"done": True, "status": status, "value": value}


PENDING: Json = {"done": False}
