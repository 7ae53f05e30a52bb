"""Output made to hurt: it may not raise, hang or pile up memory, however it is cut."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mplex.vt.clusters import MAX_CLUSTER, cell_text
from mplex.vt.state import MAX_EVENTS, MAX_REPLIES
from tests.vt.terminal import at, bytewise, check_rows, chunked, state, terminal, text

SIZE = 100_000
HOSTILE = {
    "endless line": b"x" * SIZE,
    "endless OSC": b"\x1b]0;" + b"y" * SIZE,
    "endless DCS": b"\x1bPq" + b"y" * SIZE,
    "endless wrapped DCS": b"\x1bPtmux;" + b"\x1b\x1b" * (SIZE // 2),
    "ESC": b"\x1b" * SIZE,
    "CSI": b"\x1b[" * (SIZE // 2),
    "CSI and controls": b"\x1b[1\x08C" * (SIZE // 5),
    "ESC and controls": b"\x1b\x07" * (SIZE // 2),
    "CSI without end": b"\x1b[" + b"1" * SIZE,
    "big number": b"\x1b[" + b"9" * SIZE + b"m",
    "many numbers": b"\x1b[" + b"1;" * SIZE + b"m",
    "marks": "\u0301".encode() * (SIZE // 2),
    "marks on one cell": b"a" + "\u0301".encode() * (SIZE // 2),
    "joiners": "👩\u200d".encode() * (SIZE // 7),
    "repeat": b"a\x1b[99999b" * (SIZE // 40),
    "repeat wide": "漢\x1b[99999b".encode() * (SIZE // 80),
    "odd lines": b"ab\x1b[Ccd\r\n" * (SIZE // 10),
    "lines with LF": b"\x1b[31mab\nc\r\n" * (SIZE // 11),
    "scrolling": b"\x1b[99999S" * (SIZE // 80),
    "tabs": b"\x1b[99999I\r" * (SIZE // 80),
    "invalid UTF-8": b"\xff\xc3" * (SIZE // 2),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_survives_whole_and_in_pieces(name: str) -> None:
    data = HOSTILE[name]
    check_rows(terminal(data, 80, 24))
    pieces = [data[i : i + 4096] for i in range(0, len(data), 4096)]
    screen = chunked(pieces, 80, 24)
    check_rows(screen)
    screen.feed("\x18\x1b\\\x1bc\x1b[Hok")
    assert text(screen) == ["ok"]


def test_an_endless_string_is_not_kept() -> None:
    screen = chunked([b"\x1b]2;"] + [b"z" * 65_536] * 40, 80, 24)
    assert sum(map(len, screen._parts)) == 0
    screen.feed("\x07X")
    assert (screen.title, text(screen)) == ("", ["X"])


def test_marks_on_one_cell_are_capped() -> None:
    screen = terminal("a" + "\u0301\u0302" * 1_000 + "b")
    assert at(screen) == (2, 0)
    assert len(cell_text(screen.T[0][0])) <= MAX_CLUSTER


def test_replies_nobody_reads_are_capped() -> None:
    screen = terminal(b"\x1b[6n" * 50_000)
    assert len(screen.take_replies()) <= MAX_REPLIES + 64
    screen.feed("\x1b[5n")
    assert screen.take_replies() == b"\x1b[0n"


def test_events_nobody_takes_are_capped() -> None:
    screen = terminal(b"".join(b"\x1b]2;%d\x07" % i for i in range(1_000)))
    assert len(screen.take_events()) == MAX_EVENTS
    assert screen.title == "999"


def test_title_stack_is_capped() -> None:
    screen = terminal(b"\x1b]2;t\x07" + b"\x1b[22t" * 500)
    assert len(screen.title_stack) == 10


def test_kitty_stack_is_capped() -> None:
    screen = terminal(b"\x1b[>1u" * 500 + b"\x1b[<9999u")
    assert screen.kitty_stacks == [[0], [0]]


@settings(deadline=None, max_examples=300)
@given(st.text(alphabet="\x1b[]\x07\x08\x18P1C(\x9b;\r\nk\\", max_size=60))
def test_any_tangle_of_sequences_is_the_same_in_any_chunks(tangle: str) -> None:
    data = tangle.encode()
    assert state(chunked(bytewise(data), 10, 3)) == state(chunked([data], 10, 3))
