"""The emulator's short cuts: each gives what the long way round gives."""

from __future__ import annotations

import pytest

from mplex.vt.chars import has_controls
from mplex.vt.ops import MAX_OPS
from mplex.vt.styles import BOLD, PROTECTED
from tests.vt.terminal import at, bytewise, check_rows, chunked, state, style_at, terminal, text

STREAMS = {
    "insert mode": b"abc\x1b[4h\r" + b"0123456789" * 7 + b"\x1b[4l!",
    "insert mode without wrap": b"abcdef\x1b[?7l\x1b[4h\r\x1b[3C" + b"0123456789" * 3,
    "no wrap": b"\x1b[?7labc" + b"0123456789" * 3 + b"z\r+",
    "no wrap, wide": "\x1b[?7lab漢字漢字漢字漢字x漢".encode() * 3,
    "one character repeated": b"\x1b[31m-\x1b[95b\r\nend",
    "wide character repeated": "漢\x1b[57b\r\nend".encode(),
    "side margins": b"\x1b[?69h\x1b[3;7s" + b"one two\r\nthree\r\n" * 6 + b"\x1b[41m\n\n",
    "columns shifted": b"abcdefghij\r\n\x1b[32mklm\x1b[m\r\n\r\nn\x1b[1;3H\x1b[2'}\x1b[ @\x1b[3 A",
    "columns shifted in colour": b"abcdefghij\r\nkl\x1b[1;3H\x1b[44m\x1b[2'}\x1b[ @\x1b[3 A",
    "shift behind SGR": b"\x1b)0\x0eqq\x1b[1m\x0fqq\x1b[m\x0f\x1b[31mq\x0eq",
    "reverse index": b"1\r\n2\r\n3\x1b[H\x1bMtop\x1b[2;3r\x1b[2H\x1bM\x1bMmid\x1b[H\x1bM\x1bMhigh",
    "two terminals": b"one\r\r\ntwo\r\r\n" * 9 + b"abcdefghijkl\r\r\nx",
    "odd lines, then simple ones": b"a\x1b[Cb\r\n" * 40 + b"simple\r\n" * 40,
    "protected": b"\x1b[1\"qab\x1b[\"qcd\r\nef\x1b[?2J\x1b[31mx\x1b[?K",
}  # fmt: skip


@pytest.mark.parametrize("name", STREAMS)
def test_cutting_changes_nothing(name: str) -> None:
    data = STREAMS[name]
    whole = chunked([data], 10, 6)
    check_rows(whole)
    single = chunked(bytewise(data), 10, 6)
    assert state(single) == state(whole)


def test_shift_in_behind_sgr_counts_when_g1_is_in_use() -> None:
    screen = terminal("\x1b)0\x0eq\x1b[m\x0fq\x1b[1m\x0eq")
    assert text(screen) == ["─q─"]


def test_shift_in_behind_sgr_is_done_where_both_sets_are_the_same() -> None:
    assert text(terminal("\x0e\x1b[m\x0fa\x1b)0q")) == ["aq"]


def test_shift_in_behind_sgr_ends_what_can_be_repeated() -> None:
    assert text(terminal("ab\x1b[m\x0f\x1b[3bc")) == ["abc"]


def test_a_remembered_move_minds_origin_mode() -> None:
    screen = terminal("\x1b[2;2Hab\x1b[2;2H\x1b[3;5r\x1b[?6h\x1b[2;2Hcd\x1b[2;2H", 20, 6)
    assert text(screen) == ["", " ab", "", " cd"]
    assert at(screen) == (1, 3)


def test_a_remembered_move_minds_the_size() -> None:
    move = "\x1b[900;900H"
    assert at(terminal(move, 20, 6)) == (19, 5)
    assert at(terminal(move, 30, 9)) == (29, 8)
    screen = terminal(move, 20, 6)
    screen.resize(4, 10)
    screen.feed("\x1b[H" + move)
    assert at(screen) == (9, 3)


def test_a_full_memory_of_pieces_changes_nothing() -> None:
    screen = terminal("", 200, 100)
    for row in range(1, 101):
        screen.feed("".join(f"\x1b[{row};{column}H." for column in range(1, 181)))
    assert len(screen._ops.pieces) == MAX_OPS
    screen.feed("\x1b[2J")
    screen.feed("\x1b[7;9H\x1b[38;2;1;2;3mred\x1b[4;5Hx\x1b[5C\x1b[0my")
    assert (screen.T[6], screen.T[3]) == (" " * 8 + "red", "    x     y")
    assert (style_at(screen, 6, 8).fg, style_at(screen, 3, 10).fg) == (0x1010203, -1)


def test_a_remembered_colour_minds_the_pen_before_it() -> None:
    screen = terminal("\x1b[1m\x1b[31mB\x1b[m\x1b[31mB\x1b[1m\x1b[31mB", 10, 6)
    assert [style_at(screen, 0, x).flags for x in range(3)] == [BOLD, 0, BOLD]


def test_a_remembered_reset_keeps_protection_and_link() -> None:
    screen = terminal('\x1b[ma\x1b[31m\x1b[1"q\x1b[mb\x1b]8;;u\x07\x1b[0"q\x1b[mc', 10, 6)
    styles = [style_at(screen, 0, x) for x in range(3)]
    assert [(style.fg, style.flags, style.link > 0) for style in styles] == [
        (-1, 0, False),
        (-1, PROTECTED, False),
        (-1, 0, True),
    ]


@pytest.mark.parametrize("control", ["\x07", "\r", "\n", "\x1b", "\x7f", ""])
@pytest.mark.parametrize("start", ["]2;", "P1$", "_", "^", "X", "k"])
def test_a_string_is_found_among_sequences(control: str, start: str) -> None:
    screen = terminal(f"\x1b[1;1Ha\x1b[31mb\x1b{control}{start}x\x1b\\\x1b[32mc")
    shown = "".join(text(screen))
    assert "c" in shown and "x" not in shown


def test_controls_are_seen() -> None:
    for code in range(0x180):
        control = code < 0x20 and code != 0x0A or 0x7F <= code < 0xA0
        assert has_controls(f"ab{chr(code)}c") or not control
    assert not has_controls("ab ~\n") and not has_controls("\u0100\U0001f642\ud800")


def test_a_repeat_of_a_protected_cell_stays_protected() -> None:
    screen = terminal('\x1b[1"qa\x1b[25b', 10, 6)
    assert style_at(screen, 2, 5).flags & PROTECTED


SHIFTS = (
    ("\x1b[1;3H\x1b[2'}", ["ab  cdefgh", "kl"]),
    ("\x1b[1;3H\x1b[2'~", ["abefghij", "kl"]),
    ("\x1b[3 @", ["defghij", ""]),
    ("\x1b[3 A", ["   abcdefg", "   kl"]),
)


@pytest.mark.parametrize(("sequence", "rows"), SHIFTS)
def test_columns_are_shifted(sequence: str, rows: list[str]) -> None:
    screen = terminal("abcdefghij\r\n\x1b[31mkl\x1b[m" + sequence, 10, 3)
    assert [row.rstrip() for row in screen.T[:2]] == rows
    assert not rows[1] or style_at(screen, 1, rows[1].index("k")).fg == 1


def test_a_part_scrolls_between_side_margins() -> None:
    screen = terminal("abcdef\r\nghijkl\r\n\r\nmnopqr\x1b[?69h\x1b[2;4s\x1b[4;2H\n", 8, 4)
    assert text(screen) == ["ahijef", "g   kl", " nop", "m   qr"]


def test_a_reverse_index_scrolls_at_the_top_margin_only() -> None:
    screen = terminal("1\r\n2\r\n3\r\n4\x1b[2;3r\x1b[3H\x1bM\x1bMnew\x1b[H\x1bM!", 8, 4)
    assert text(screen) == ["!", "new", "2", "4"]
