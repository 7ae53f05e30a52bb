"""The control socket's language: JSON-RPC 2.0, one object a line, UTF-8, at most `MAX_LINE` bytes.

Both ends use this module. It knows the form of requests and responses and nothing of any method.
"""

from __future__ import annotations

import json

from mplex.errors import MplexError, ProtocolError

MAX_LINE = 1 << 20
"""Bytes of the longest line, its newline included."""

ERROR_CODES: dict[str, int] = {
    "parse": -32700,
    "invalid_request": -32600,
    "method_not_found": -32601,
    "invalid_params": -32602,
    "internal": -32603,
    "error": -32000,
    "invalid_spec": -32001,
    "busy": -32002,
    "no_client": -32003,
    "flow_limit": -32004,
    "unknown_flow": -32005,
    "forbidden": -32006,
    "command": -32007,
    "target": -32008,
    "protocol": -32009,
    "usage": -32010,
    "option": -32011,
    "refused": -32012,
    "no_server": -32013,
    "unknown_media": -32014,
    "media_limit": -32015,
}
"""The number of every stable error word; the word itself travels in `data.word`."""


class RpcError(MplexError):
    """A request that can't be read, or that is answered with an error of JSON-RPC itself."""

    def __init__(self, code: int, message: str, data: dict[str, object]) -> None:
        word = data.get("word")
        super().__init__(message, code=word if isinstance(word, str) else "error")
        self.number = code
        self.data = data


class Request:
    """One call: `id` is echoed in the response; a notification has none and gets none."""

    __slots__ = ("id", "method", "notification", "params")

    def __init__(
        self, id: int | str | None, method: str, params: dict[str, object], notification: bool
    ) -> None:
        self.id = id
        self.method = method
        self.params = params
        self.notification = notification


class LineDecoder:
    """Cut a stream of bytes into lines, without their newlines; blank lines are skipped."""

    def __init__(self) -> None:
        self._rest = bytearray()

    @property
    def unfinished(self) -> int:
        """How many bytes of a line have come whose end has not."""
        return len(self._rest)

    def feed(self, data: bytes) -> list[bytes]:
        """Take more bytes and return the lines that they complete.

        Raises:
            ProtocolError: a line is longer than `MAX_LINE`; the stream can't be used any more.
        """
        searched = len(self._rest)
        self._rest += data
        if self._rest.find(b"\n", searched) < 0:
            lines = []
        else:
            whole, _, rest = bytes(self._rest).rpartition(b"\n")
            self._rest = bytearray(rest)
            lines = whole.split(b"\n")
        if len(self._rest) >= MAX_LINE or any(len(line) >= MAX_LINE for line in lines):
            raise ProtocolError(f"a line is longer than {MAX_LINE} bytes")
        return [line for line in lines if line.strip()]


def _line(value: dict[str, object]) -> bytes:
    return (
        json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode(
            "utf-8", "backslashreplace"
        )
        + b"\n"
    )


def request(id: int | str, method: str, params: dict[str, object]) -> bytes:
    """Return the line of a request."""
    return _line({"jsonrpc": "2.0", "id": id, "method": method, "params": params})


def response(id: int | str | None, result: dict[str, object]) -> bytes:
    """Return the line of a successful response."""
    return _line({"jsonrpc": "2.0", "id": id, "result": result})


def error_response(id: int | str | None, code: int, message: str, data: dict[str, object]) -> bytes:
    """Return the line of an error; `data` holds `word`, and `where` and `hint` if there are any."""
    error: dict[str, object] = {"code": code, "message": message, "data": data}
    return _line({"jsonrpc": "2.0", "id": id, "error": error})


def parse_object(line: bytes) -> dict[str, object]:
    """Read one line as a JSON object.

    Raises:
        RpcError: it is not UTF-8, not JSON (-32700), or not an object (-32600).
    """
    try:
        value = json.loads(line.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        number = ERROR_CODES["parse"]
        raise RpcError(number, f"not JSON: {error}", {"word": "parse"}) from error
    if not isinstance(value, dict):
        raise _invalid("a request is a JSON object")
    return value


def parse_request(line: bytes) -> Request:
    """Read the line of a request; unknown members are ignored, missing `params` are empty.

    Raises:
        RpcError: bad JSON (-32700) or not a request (-32600).
    """
    value = parse_object(line)
    id, method, params = value.get("id"), value.get("method"), value.get("params", {})
    if isinstance(id, bool) or not isinstance(id, int | str | None):
        raise _invalid("id must be a number or a string")
    if not isinstance(method, str):
        raise _invalid("method must be a string")
    if not isinstance(params, dict):
        raise RpcError(
            ERROR_CODES["invalid_params"],
            "params must be an object",
            {"word": "invalid_params", "where": "params", "id": id},
        )
    return Request(id, method, params, "id" not in value)


def _invalid(message: str) -> RpcError:
    return RpcError(ERROR_CODES["invalid_request"], message, {"word": "invalid_request"})
