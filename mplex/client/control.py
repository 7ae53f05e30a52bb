"""A blocking JSON-RPC connection to a server's control socket, for `mplex-ctl` and flows.

One call at a time: a request goes out, and its response comes back as a dict or as the error that
the server meant. Descriptors that come beside a response are kept for `take_descriptors`. Which
methods there are is the server's business.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress

from mplex.client.unix import SHUT_RDWR, connect, receive
from mplex.errors import (
    CommandError,
    MplexError,
    NoServer,
    OptionError,
    ProtocolError,
    Refused,
    SpecError,
    TargetError,
    UsageError,
)
from mplex.protocol.jsonrpc import LineDecoder, RpcError, parse_object, request

_READ_SIZE = 1 << 16

_ERRORS: dict[str, Callable[..., MplexError]] = {
    "command": CommandError,
    "target": TargetError,
    "option": OptionError,
    "usage": UsageError,
    "invalid_params": UsageError,
    "method_not_found": UsageError,
    "protocol": ProtocolError,
    "internal": MplexError,
    "no_server": NoServer,
}
"""The class of an error by its word; every other word is a `Refused`."""


class ControlConnection:
    """A connection to the control socket at `path`; also a context manager."""

    def __init__(self, path: str) -> None:
        """Connect.

        Raises:
            NoServer: nobody listens there.
        """
        self.path = path
        self._sock = connect(path)
        self._decoder = LineDecoder()
        self._lines: list[bytes] = []
        self._descriptors: list[int] = []
        self._last_id = 0

    def __enter__(self) -> ControlConnection:
        return self

    def __exit__(self, *exc_info: object) -> None:
        self.close()

    def interrupt(self) -> None:
        """Hang up from another thread; a `call` that waits there raises `NoServer`."""
        # Closing would not wake up a thread that waits. It may have closed by itself meanwhile.
        with suppress(OSError):
            self._sock.shutdown(SHUT_RDWR)

    def close(self) -> None:
        """Close the connection; the server drops whatever was asked over it."""
        self._sock.close()
        for descriptor in self.take_descriptors():
            os.close(descriptor)

    def take_descriptors(self) -> list[int]:
        """Return the descriptors that came with the last response, for the caller to close."""
        taken, self._descriptors = self._descriptors, []
        return taken

    def call(
        self, method: str, params: dict[str, object], timeout: float | None = None
    ) -> dict[str, object]:
        """Call a method and return its result.

        Args:
            timeout: seconds that the server may be silent; None waits for ever.

        Raises:
            SpecError, Refused, TargetError, ...: what the server answers, by its word.
            NoServer: it is gone. ProtocolError: it makes no sense. TimeoutError: it is silent; the
                connection can't be used any more.
        """
        self._last_id += 1
        self._sock.settimeout(timeout)
        try:
            # A server that has hung up may have said why before.
            with suppress(BrokenPipeError, ConnectionResetError):
                self._sock.sendall(request(self._last_id, method, params))
            while True:
                answer = self._answer()
                if answer.get("id") in (self._last_id, None):
                    return _result(answer)
        except TimeoutError:
            self.close()
            raise TimeoutError(f"no answer to {method} within {timeout:g} seconds") from None
        except OSError as error:
            raise NoServer("lost server") from error

    def _answer(self) -> dict[str, object]:
        while not self._lines:
            data, descriptors = receive(self._sock, _READ_SIZE)
            self._descriptors += descriptors
            if not data:
                raise NoServer("lost server")
            self._lines = self._decoder.feed(data)
        try:
            return parse_object(self._lines.pop(0))
        except RpcError as error:
            raise ProtocolError(f"control socket {self.path}: {error}") from error


def _result(answer: dict[str, object]) -> dict[str, object]:
    error = answer.get("error")
    if isinstance(error, dict):
        raise _error(error)
    result = answer.get("result")
    if not isinstance(result, dict):
        raise ProtocolError("the server's answer has neither result nor error")
    return result


def _error(error: dict[str, object]) -> MplexError:
    """Make the error that an error object describes."""
    message, data = str(error.get("message", "")), error.get("data")
    details = data if isinstance(data, dict) else {}
    word, hint = str(details.get("word", "refused")), str(details.get("hint", ""))
    if word == "invalid_spec":
        where = str(details.get("where", ""))
        return SpecError(where, message.removeprefix(f"{where}: "), hint=hint)
    return _ERRORS.get(word, Refused)(message, code=word, hint=hint)
