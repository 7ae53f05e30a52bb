"""The short cut for many lines gives what the interpreter gives."""

from __future__ import annotations

from hypothesis import example, given, settings
from hypothesis import strategies as st

from mplex.vt.rows import cook
from tests.vt.terminal import bytewise, check_rows, chunked, history, state, style_at, terminal

PARTS = [
    "word", "two words ", "漢字", "é", "😀", "e\u0301", "\u200d", "🇬🇧", "\t",
    "x" * 25, "漢" * 13, "\x1b[31m", "\x1b[1;38;5;200m", "\x1b[0m", "\x1b[m", "\x1b[44m",
    "\x1b[49m", "\x1b[7m", "\x1b[4:3m", "\x1b[K", "\x1b[C", "\x1b[2D", "\b", "\r", "\n",
    "\x07", "\x1b[1", "\x1b", "\u200b", "\x0e", "\x1b[?7l", "\x1b[1;38;2;1;2;3m\x1b[K",
    "\x1b]8;;http://e\x1b\\", "\x1b]8;;\x1b\\", "\x1b[1\"q",
]  # fmt: skip
lines = st.lists(st.sampled_from(PARTS), max_size=4).map("".join)
simple = st.sampled_from(["plain", "\x1b[32mgreen\x1b[0m text", "漢字かな", "a\tb", "y" * 33, ""])
floods = st.lists(simple | simple | lines, min_size=9, max_size=50).map("\r\n".join)


@settings(deadline=None, max_examples=300)
@example("x\r\n" * 9 + "\x1b[m\x1b[K\r\nend", (10, 2))
@example("x\r\n" * 9 + "\x1b[7m\r\na\tb\r\nend", (10, 2))
@example("x\r\n" * 9 + "漢\x1b[K\r\nend", (10, 2))
@example("x\r\n" * 9 + "漢" * 5 + "\x1b[K\r\nend", (10, 2))
@example("x\r\n" * 9 + "e\x1b[31m\u0301\r\nend", (40, 3))
@example("x\r\r\n" * 9 + "\x1b[32my\x1b[m\r\r\nend", (40, 3))
@example("x\r\n" * 9 + "\x1b[31my\x1b[39m\x1b[mz\x1b[4ma\x1b[0mb\x1b[1mc\r\nd\r\nend", (40, 3))
@given(floods, st.sampled_from([(10, 2), (20, 6), (40, 3), (1, 3), (2, 1)]))
def test_flood_is_the_same_as_bytewise(flood: str, size: tuple[int, int]) -> None:
    data = flood.encode()
    whole = chunked([data], *size)
    check_rows(whole)
    assert state(chunked(bytewise(data), *size)) == state(whole)


def test_lines_of_a_flood_stay_raw_until_seen() -> None:
    screen = terminal(b"\x1b[31mred\x1b[0m\r\n" * 60)
    assert screen.A[0] is None
    assert "\x1b" in str(screen.history.entries[-1])
    assert history(screen)[-1] == "red"
    assert style_at(screen, 0, 0).fg == 1


def test_rows_of_a_flood_are_shared_not_copied() -> None:
    line = b"\x1b[31mred\x1b[0m"
    screen = terminal(b"\r\n".join([line] * 60))
    assert cook("\x1b[31mred\x1b[0m")[0] == "red"
    screen.visible()
    before = screen.T[0]
    screen.visible()
    assert screen.T[0] is before


def test_the_alternate_screen_has_no_history() -> None:
    screen = terminal(b"\x1b[?1049h" + b"line\r\n" * 100)
    assert screen.history_size == 0
    assert screen.history_pushed == 0
