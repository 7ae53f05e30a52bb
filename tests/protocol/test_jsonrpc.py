"""JSON-RPC lines: cutting, reading, refusing."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mplex.errors import ProtocolError
from mplex.protocol import jsonrpc
from mplex.protocol.jsonrpc import (
    ERROR_CODES,
    LineDecoder,
    RpcError,
    error_response,
    parse_request,
    request,
    response,
)


def test_a_request_comes_back() -> None:
    line = request(3, "show", {"screen": {"title": "ü\n"}})
    assert line.count(b"\n") == 1
    parsed = parse_request(line)
    assert (parsed.id, parsed.method, parsed.notification) == (3, "show", False)
    assert parsed.params == {"screen": {"title": "ü\n"}}


def test_members_that_are_missing_or_unknown_do_not_matter() -> None:
    parsed = parse_request(b'{"method": "list", "more": 1}')
    assert (parsed.id, parsed.params, parsed.notification) == (None, {}, True)


def test_responses() -> None:
    assert json.loads(response("a", {"flow": 1})) == {
        "jsonrpc": "2.0",
        "id": "a",
        "result": {"flow": 1},
    }
    error = json.loads(error_response(None, -32002, "busy", {"word": "busy"}))["error"]
    assert error == {"code": -32002, "message": "busy", "data": {"word": "busy"}}


def test_half_a_surrogate_does_not_break_a_line() -> None:
    assert json.loads(response(1, {"name": "a\udcffb"}))["id"] == 1


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"{", -32700),
        (b"\xff{}", -32700),
        (b"[" * 100_000, -32700),
        (b"[]", -32600),
        (b"7", -32600),
        (b"{}", -32600),
        (b'{"id": 1, "method": 7}', -32600),
        (b'{"id": [], "method": "a"}', -32600),
        (b'{"id": true, "method": "a"}', -32600),
        (b'{"id": 1, "method": "a", "params": [1]}', -32602),
    ],
)
def test_what_is_no_request_is_refused_with_its_number(line: bytes, code: int) -> None:
    with pytest.raises(RpcError) as caught:
        parse_request(line)
    assert caught.value.number == code
    assert ERROR_CODES[caught.value.code] == code


@settings(deadline=None)
@given(st.lists(st.binary(max_size=9).map(lambda b: b.replace(b"\n", b"")), max_size=5))
def test_lines_come_back_whatever_the_chunks(lines: list[bytes]) -> None:
    data = b"".join(line + b"\n" for line in lines) + b"rest"
    expected = [line for line in lines if line.strip()]
    assert LineDecoder().feed(data) == expected
    decoder = LineDecoder()
    assert [x for n in range(len(data)) for x in decoder.feed(data[n : n + 1])] == expected


def test_a_line_has_a_limit_even_without_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jsonrpc, "MAX_LINE", 10)
    assert LineDecoder().feed(b"123456789\n") == [b"123456789"]
    for data in (b"1234567890\n", b"1234567890"):
        with pytest.raises(ProtocolError):
            LineDecoder().feed(data)
