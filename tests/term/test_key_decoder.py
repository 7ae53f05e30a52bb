"""What terminals send, as events; whole, in pieces, cut off and hostile."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mplex.term import key_decoder
from mplex.term.key_decoder import PATIENCE, KeyDecoder
from mplex.term.keys import (
    CTRL,
    META,
    SHIFT,
    SUPER,
    Event,
    FocusEvent,
    Key,
    KeyEvent,
    MouseEvent,
    PasteEvent,
    ReplyEvent,
    key_name,
)

KEYS = {
    # Characters and controls.
    b"a": "a",
    b"A": "A",
    b" ": "Space",
    "é".encode(): "é",
    "日".encode(): "日",
    "🫠".encode(): "🫠",
    b"\x00": "C-Space",
    b"\x01": "C-a",
    b"\x08": "C-h",
    b"\t": "Tab",
    b"\n": "C-j",
    b"\r": "Enter",
    b"\x1c": "C-\\",
    b"\x1f": "C-_",
    b"\x7f": "BSpace",
    # Alt as an ESC in front.
    b"\x1bx": "M-x",
    b"\x1bX": "M-X",
    b"\x1b\x01": "C-M-a",
    b"\x1b\r": "M-Enter",
    b"\x1b\x7f": "M-BSpace",
    "\x1bé".encode(): "M-é",
    b"\x1b\x1b[A": "M-Up",
    b"\x1b\x1bOA": "M-Up",
    b"\x1b\x1b[3~": "M-DC",
    # xterm: cursor and function keys in both modes, with modifiers.
    b"\x1b[A": "Up",
    b"\x1bOA": "Up",
    b"\x1b[H": "Home",
    b"\x1bOF": "End",
    b"\x1b[1;5C": "C-Right",
    b"\x1b[1;2D": "S-Left",
    b"\x1b[1;3A": "M-Up",
    b"\x1b[1;8B": "C-M-S-Down",
    b"\x1bO5A": "C-Up",
    b"\x1bOP": "F1",
    b"\x1b[1;2P": "S-F1",
    b"\x1b[1;5R": "C-F3",
    b"\x1b[15~": "F5",
    b"\x1b[24;6~": "C-S-F12",
    b"\x1b[2~": "IC",
    b"\x1b[3;5~": "C-DC",
    b"\x1b[5~": "PPage",
    b"\x1b[6;3~": "M-NPage",
    b"\x1b[Z": "BTab",
    b"\x1b[1;6Z": "C-BTab",
    # VT and application keypad.
    b"\x1b[1~": "Home",
    b"\x1b[4~": "End",
    b"\x1b[25~": "F13",
    b"\x1b[34~": "F20",
    b"\x1bOp": "KP0",
    b"\x1bOy": "KP9",
    b"\x1bOn": "KP.",
    b"\x1bOM": "KPEnter",
    b"\x1b[E": "KP5",
    # rxvt.
    b"\x1b[7~": "Home",
    b"\x1b[8~": "End",
    b"\x1b[11~": "F1",
    b"\x1b[3^": "C-DC",
    b"\x1b[3$": "S-DC",
    b"\x1b[3@": "C-S-DC",
    b"\x1b[a": "S-Up",
    b"\x1bOa": "C-Up",
    # The linux console.
    b"\x1b[[A": "F1",
    b"\x1b[[E": "F5",
    # modifyOtherKeys in both forms.
    b"\x1b[27;5;13~": "C-Enter",
    b"\x1b[27;2;13~": "S-Enter",
    b"\x1b[27;6;65~": "C-S-a",
    b"\x1b[27;5;59~": "C-;",
    b"\x1b[27;3;27~": "M-Escape",
    b"\x1b[13;5u": "C-Enter",
    # The kitty keyboard protocol.
    b"\x1b[27u": "Escape",
    b"\x1b[13;2u": "S-Enter",
    b"\x1b[97;5u": "C-a",
    b"\x1b[97;6u": "C-S-a",
    b"\x1b[97;3u": "M-a",
    b"\x1b[97;4u": "M-A",
    b"\x1b[49:33;4u": "M-!",
    b"\x1b[1089::99;5u": "C-c",
    b"\x1b[97:65;2u": "A",
    b"\x1b[97;1:1u": "a",
    b"\x1b[97;5:2u": "C-a",
    b"\x1b[97;1;97u": "a",
    b"\x1b[97;2;65u": "A",
    b"\x1b[0;;233u": "é",
    b"\x1b[99;9u": "D-c",
    b"\x1b[97;69u": "C-a",
    b"\x1b[9;2u": "BTab",
    b"\x1b[127;5u": "C-BSpace",
    b"\x1b[32;2u": "S-Space",
    b"\x1b[57399u": "KP0",
    b"\x1b[57414u": "KPEnter",
    b"\x1b[57376u": "F13",
    b"\x1b[57387;2u": "S-F24",
    b"\x1b[57417u": "Left",
    b"\x1b[1;1:1A": "Up",
    b"\x1b[3;5:2~": "C-DC",
}


def names(events: list[Event]) -> list[str]:
    return [key_name(e.key) if isinstance(e, KeyEvent) else repr(e) for e in events]


@pytest.mark.parametrize("data", KEYS)
def test_a_key_is_decoded(data: bytes) -> None:
    decoder = KeyDecoder()
    events = decoder.feed(data)
    assert names(events) == [KEYS[data]]
    assert not decoder.pending
    assert isinstance(events[0], KeyEvent)
    assert events[0].raw == data


@pytest.mark.parametrize(
    ("data", "text"),
    [(b"a", "a"), (b"\x1ba", ""), (b"\x01", ""), (b"\r", ""), (b"\x1bOp", "0"), (b"\x1b[A", "")],
)
def test_a_key_knows_what_it_types(data: bytes, text: str) -> None:
    (event,) = KeyDecoder().feed(data)
    assert isinstance(event, KeyEvent)
    assert event.text == text


@pytest.mark.parametrize(
    "data",
    [
        b"\x1b[97;1:3u",
        b"\x1b[1;5:3A",
        b"\x1b[3;1:3~",
        b"\x1b[57441;2u",
        b"\x1b[99~",
        b"\x1b[5;6x",
        b"\x1b[>1;2z",
        b"\x1b[?1;2h",
        b"\x1b[1*w",
        b"\x1b[<1;2M",
        b"\x1b[55296u",
        b"\x1b[<0;0;0M",
        b"\xc2\x9b",
    ],
)
def test_releases_and_unknown_sequences_are_dropped(data: bytes) -> None:
    decoder = KeyDecoder()
    assert decoder.feed(data) == []
    assert names(decoder.feed(b"x")) == ["x"]


@pytest.mark.parametrize(
    ("data", "event"),
    [
        (b"\x1b[<0;3;2M", MouseEvent("down", 1, 1, 2)),
        (b"\x1b[<2;3;2m", MouseEvent("up", 3, 1, 2)),
        (b"\x1b[<32;300;200M", MouseEvent("drag", 1, 199, 299)),
        (b"\x1b[<35;1;1M", MouseEvent("move", 0, 0, 0)),
        (b"\x1b[<64;1;1M", MouseEvent("wheel-up", 0, 0, 0)),
        (b"\x1b[<81;1;1M", MouseEvent("wheel-down", 0, 0, 0, CTRL)),
        (b"\x1b[<67;1;1M", MouseEvent("wheel-right", 0, 0, 0)),
        (b"\x1b[<12;1;1M", MouseEvent("down", 1, 0, 0, SHIFT | META)),
        (b"\x1b[<128;1;1M", MouseEvent("down", 8, 0, 0)),
        (b'\x1b[M #"', MouseEvent("down", 1, 1, 2)),
        (b"\x1b[MB!!", MouseEvent("drag", 3, 0, 0)),
        (b"\x1b[M`\xff\xff", MouseEvent("wheel-up", 0, 222, 222)),
        (b"\x1b[32;3;2M", MouseEvent("down", 1, 1, 2)),
        (b"\x1b[96;1;1M", MouseEvent("wheel-up", 0, 0, 0)),
    ],
)
def test_the_mouse_is_decoded(data: bytes, event: MouseEvent) -> None:
    assert KeyDecoder().feed(data) == [event._replace(raw=data)]


def test_the_old_encodings_get_the_released_button_filled_in() -> None:
    events = KeyDecoder().feed(b'\x1b[M"!!\x1b[M#!!\x1b[M#!!')
    assert [(e.action, e.button) for e in events if isinstance(e, MouseEvent)] == [
        ("down", 3),
        ("up", 3),
        ("up", 0),
    ]


def test_mode_1005_coordinates_are_read_when_it_is_on() -> None:
    data = b"\x1b[M" + "".join(map(chr, (32, 33 + 300, 33 + 200))).encode()
    for pieces in ([data], [data[n : n + 1] for n in range(len(data))]):
        decoder = KeyDecoder(utf8_mouse=True)
        events = [event for piece in pieces for event in decoder.feed(piece)]
        assert events == [MouseEvent("down", 1, 200, 300, 0, data)]


@pytest.mark.parametrize(
    ("data", "reply"),
    [
        (b"\x1b[?62;22c", ReplyEvent("da1", (62, 22))),
        (b"\x1b[>41;379;0c", ReplyEvent("da2", (41, 379, 0))),
        (b"\x1bP>|kitty(0.35)\x1b\\", ReplyEvent("xtversion", ("kitty(0.35)",))),
        (b"\x1b[5;10R", ReplyEvent("cpr", (5, 10))),
        (b"\x1b[?1;10R", ReplyEvent("cpr", (1, 10))),
        (b"\x1b[?2026;2$y", ReplyEvent("decrqm", (2026, 2))),
        (b"\x1b[4;2$y", ReplyEvent("decrqm", (4, 2))),
        (b"\x1b[?5u", ReplyEvent("kitty", (5,))),
        (b"\x1b[?997;2n", ReplyEvent("theme", (2,))),
        (b"\x1b[48;24;80;480;800t", ReplyEvent("window", (48, 24, 80, 480, 800))),
        (b"\x1b[6;20;10t", ReplyEvent("window", (6, 20, 10))),
        (b"\x1b]11;rgb:0000/0000/0000\x07", ReplyEvent("osc", (11, "rgb:0000/0000/0000"))),
        (b"\x1b]52;c;aGk=\x1b\\", ReplyEvent("osc", (52, "c;aGk="))),
        (b"\x1bP1$r0 q\x1b\\", ReplyEvent("dcs", ("1$r0 q",))),
        (b"\x1b_Gi=1;OK\x1b\\", ReplyEvent("apc", ("Gi=1;OK",))),
        (b"\x1b[0n", ReplyEvent("dsr", (0,))),
    ],
)
def test_replies_are_decoded(data: bytes, reply: ReplyEvent) -> None:
    assert KeyDecoder().feed(data) == [reply]


def test_focus_is_decoded() -> None:
    assert KeyDecoder().feed(b"\x1b[I\x1b[O") == [FocusEvent(True), FocusEvent(False)]


def test_a_paste_is_one_event_whatever_is_in_it() -> None:
    decoder = KeyDecoder()
    content = b"rm -rf\n\x1b[A\x1b[200~\x1b[201 \xff"
    assert decoder.feed(b"x\x1b[200~" + content[:5]) == [KeyEvent(Key("x"), b"x", "x")]
    assert not decoder.pending
    assert decoder.feed(content[5:] + b"\x1b[2") == []
    assert decoder.feed(b"01~y") == [PasteEvent(content), KeyEvent(Key("y"), b"y", "y")]


@pytest.mark.parametrize("size", [10, 11, 25, 30])
def test_a_paste_beyond_the_limit_comes_in_pieces(
    size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(key_decoder, "PASTE_LIMIT", 10)
    content = bytes(range(48, 48 + size))
    data = b"\x1b[200~" + content + b"\x1b[201~"
    pieces = [PasteEvent(content[n : n + 10]) for n in range(0, size, 10)]
    assert KeyDecoder().feed(data) == pieces
    decoder = KeyDecoder()
    assert [e for n in range(len(data)) for e in decoder.feed(data[n : n + 1])] == pieces


# What is held, and for how long.


@pytest.mark.parametrize(
    ("data", "keys"),
    [
        (b"\x1b", ["Escape"]),
        (b"\x1b[", ["M-["]),
        (b"\x1bO", ["M-O"]),
        (b"\x1b]", ["M-]"]),
        (b"\x1bP", ["M-P"]),
        (b"\x1b\x1b", ["Escape", "Escape"]),
        (b"\x1b\x1b[", ["Escape", "M-["]),
        (b"\xe6\x97", ["\ufffd"]),
    ],
)
def test_when_the_escape_time_is_over_what_is_held_becomes_keys(
    data: bytes, keys: list[str]
) -> None:
    decoder = KeyDecoder()
    assert (decoder.feed(data), decoder.pending) == ([], True)
    assert names(decoder.flush()) == keys
    assert (decoder.flush(), decoder.pending) == ([], False)


def test_half_a_reply_survives_some_escape_times_and_is_then_dropped() -> None:
    decoder = KeyDecoder()
    assert decoder.feed(b"\x1b]11;rgb:00") == []
    assert decoder.flush() == []
    assert decoder.feed(b"00\x07") == [ReplyEvent("osc", (11, "rgb:0000"))]
    decoder.feed(b"\x1b]11;rgb:00")
    for _ in range(PATIENCE + 1):
        assert decoder.flush() == []
    assert not decoder.pending
    assert names(decoder.feed(b"a")) == ["a"]


def test_typing_gets_through_after_a_reply_that_never_ends() -> None:
    decoder = KeyDecoder()
    decoder.feed(b"\x1bP1$r")
    typed = []
    for _ in range(PATIENCE + 2):
        typed += decoder.feed(b"a") + decoder.flush()
    assert names(typed)[-1] == "a"


@pytest.mark.parametrize("data", [b"\x1b[1;\x1b[A", b"\x1b]52;c;aa\x1b[A", b"\x1bP1$r\x1b[A"])
def test_an_escape_cuts_off_what_came_before(data: bytes) -> None:
    assert names(KeyDecoder().feed(data)) == ["Up"]


@pytest.mark.parametrize("data", [b"\x1b]0;x\x18a", b"\x1b]0;x\x1aa", b"\x1b[1;5\x07a"])
def test_controls_cut_sequences_off(data: bytes) -> None:
    assert names(KeyDecoder().feed(data))[-1] == "a"


def test_a_sequence_that_is_too_long_is_dropped_to_its_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(key_decoder, "STRING_LIMIT", 50)
    for long in (b"\x1b[" + b"1;" * 300 + b"A", b"\x1b]52;c;" + b"A" * 99 + b"\x1b\\"):
        for size in (len(long), 1, 7):
            decoder = KeyDecoder()
            pieces = [long[n : n + size] for n in range(0, len(long), size)]
            events = [e for piece in [*pieces, b"x"] for e in decoder.feed(piece)]
            assert names(events) == ["x"]


def test_malformed_utf8_is_one_replacement_a_sequence() -> None:
    assert names(KeyDecoder().feed(b"\xff\xe6\x97a\xc3(")) == [
        "\ufffd",
        "\ufffd",
        "a",
        "\ufffd",
        "(",
    ]


# Chunks.

FRAGMENTS = [
    *KEYS,
    b"\x1b[<0;3;2M",
    b'\x1b[M #"',
    b"\x1b[?62;22c",
    b"\x1b]11;rgb:0/0/0\x1b\\",
    b"\x1b]11;rgb:0/0/0\x07",
    b"\x1bP>|xterm(379)\x1b\\",
    b"\x1b[200~a\x1b[201\x1b[201~",
    b"\x1b",
    b"\x1b[",
    b"\x1bO",
    b"\x1b]",
    b"1",
    b";",
    b"$",
    b"~",
    b"\\",
    b"\xe6",
    b"\x97",
    b"\x18",
]


@settings(deadline=None, max_examples=300)
@given(st.lists(st.sampled_from(FRAGMENTS) | st.binary(max_size=4), max_size=12), st.data())
def test_chunk_boundaries_are_invisible(fragments: list[bytes], data: st.DataObject) -> None:
    stream = b"".join(fragments)
    whole, single, pieces = KeyDecoder(), KeyDecoder(), KeyDecoder()
    expected = whole.feed(stream)
    assert [e for n in range(len(stream)) for e in single.feed(stream[n : n + 1])] == expected
    cuts = sorted(data.draw(st.sets(st.integers(0, len(stream)), max_size=4)))
    bounds = zip([0, *cuts], [*cuts, len(stream)], strict=True)
    assert [e for a, b in bounds for e in pieces.feed(stream[a:b])] == expected
    assert whole.flush() == single.flush() == pieces.flush()


def test_super_is_kept_apart_from_meta() -> None:
    (event,) = KeyDecoder().feed(b"\x1b[1;9A")
    assert isinstance(event, KeyEvent)
    assert event.key == Key("Up", SUPER)
