"""Messages over the wire: every one comes back, and what is none of ours is refused."""

from __future__ import annotations

import msgpack  # type: ignore[import-untyped]
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mplex.errors import ProtocolError
from mplex.protocol import framing
from mplex.protocol.framing import FrameDecoder, encode, encode_output
from mplex.protocol.messages import (
    CLIENT_MESSAGES,
    MESSAGES,
    PROTOCOL_VERSION,
    SERVER_MESSAGES,
    Bye,
    Exit,
    Hello,
    Input,
    Message,
    Output,
)

BY_TYPE: dict[type, st.SearchStrategy[object]] = {
    bool: st.booleans(),
    int: st.integers(-(2**31), 2**31),
    str: st.text(max_size=20),
    bytes: st.binary(max_size=20),
    list: st.lists(st.text(max_size=9), max_size=3),
    dict: st.dictionaries(st.text(max_size=9), st.text(max_size=9), max_size=3),
}


@st.composite
def messages(draw: st.DrawFn) -> Message:
    kind = draw(st.sampled_from(sorted(MESSAGES)))
    values = [draw(BY_TYPE[wanted]) for _, wanted in MESSAGES[kind].fields]
    if kind == Hello.kind:
        values[0] = PROTOCOL_VERSION
    return MESSAGES[kind](*values)


def raw(body: object) -> bytes:
    packed: bytes = msgpack.packb(body)
    return len(packed).to_bytes(4, "big") + packed


@settings(deadline=None)
@given(st.lists(messages(), max_size=4), st.integers(1, 50))
def test_messages_come_back_whatever_the_chunks(sent: list[Message], size: int) -> None:
    data = b"".join(encode(message) for message in sent)
    decoder = FrameDecoder()
    pieces = [data[n : n + size] for n in range(0, len(data), size)]
    assert [m for piece in pieces for m in decoder.feed(piece)] == sent


def test_every_message_is_in_the_table_and_has_a_sentence() -> None:
    assert len(MESSAGES) == len(CLIENT_MESSAGES) + len(SERVER_MESSAGES)
    for kind, message in MESSAGES.items():
        assert message.kind == kind
        assert message.__doc__
        assert sorted(name for name, _ in message.fields) == sorted(message.__slots__)


def test_messages_compare_by_value_and_print_readably() -> None:
    assert Input(b"a") == Input(b"a") != Output(b"a")


def test_output_has_a_way_of_its_own_to_the_same_bytes() -> None:
    for size in (0, 1, 255, 256, 70_000):
        assert encode_output(b"x" * size) == encode(Output(b"x" * size))
    assert Input(b"a") != Input(b"b")
    assert repr(Exit(1, "no")) == "Exit(status=1, message='no')"


def test_file_names_that_are_not_utf8_survive() -> None:
    hello = Hello(PROTOCOL_VERSION, ["new", "\udcff"], cwd="/\udcfe", environ={"A": "\udc80"})
    assert FrameDecoder().feed(encode(hello)) == [hello]


def test_fields_that_a_later_version_adds_are_ignored() -> None:
    assert FrameDecoder().feed(raw(["exit", 3, "bye", {"more": 1}])) == [Exit(3, "bye")]


def test_another_versions_greeting_keeps_its_version_whatever_else_it_says() -> None:
    (hello,) = FrameDecoder().feed(raw(["hello", 99, {"all": "different"}]))
    assert isinstance(hello, Hello)
    assert hello.version == 99


@pytest.mark.parametrize(
    "body",
    [
        7,
        [],
        [7],
        {"kind": "input"},
        ["never", 1],
        ["input"],
        ["input", "text"],
        ["resize", 1, True, 0, 0],
        ["hello", "1"],
        ["hello", 1, ["a"]],
        ["hello", 1, [7], "/", {}, "", "", 24, 80, 1, {}, 0, 0],
        ["hello", 1, [], "/", {"a": 7}, "", "", 24, 80, 1, {}, 0, 0],
    ],
)
def test_what_is_no_message_is_refused(body: object) -> None:
    with pytest.raises(ProtocolError):
        FrameDecoder().feed(raw(body))


@pytest.mark.parametrize(
    "data", [b"GET / HTTP/1.1\r\n\r\n", b"\x00\x00\x00\x01\xc1", b"\x00\x00\x00\x02\x01\x01"]
)
def test_another_language_is_refused(data: bytes) -> None:
    with pytest.raises(ProtocolError, match="does not speak mplex"):
        FrameDecoder().feed(data)


def test_a_body_nested_without_end_is_refused() -> None:
    body = b"\x91" * 100_000
    with pytest.raises(ProtocolError):
        FrameDecoder().feed(len(body).to_bytes(4, "big") + body)


def test_sizes_are_limited_on_both_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(framing, "MAX_MESSAGE", 100)
    with pytest.raises(ProtocolError, match="too large"):
        encode(Output(b"x" * 200))
    with pytest.raises(ProtocolError):
        encode_output(b"x" * 200)
    with pytest.raises(ProtocolError):
        FrameDecoder().feed((101).to_bytes(4, "big"))
    assert FrameDecoder().feed(encode(Bye())) == [Bye()]


@settings(deadline=None)
@given(st.binary(max_size=200))
def test_noise_is_refused_or_waited_for_and_nothing_else(data: bytes) -> None:
    try:
        FrameDecoder().feed(data)
    except ProtocolError:
        return
