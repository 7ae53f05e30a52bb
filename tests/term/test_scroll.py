"""A scrolled frame is recognised, and nothing else is taken for one."""

from __future__ import annotations

from mplex.term.scroll import Scroll, find_scroll, scrolled

LINES = [(f"this is line {n} of the text", "") for n in range(20)]
BLANK = ("", "")


def test_up_and_down_within_what_stands_still() -> None:
    status = ("status", "")
    old = [*LINES[5:15], status]
    assert find_scroll(old, [*LINES[7:17], status]) == Scroll(0, 9, 2)
    assert find_scroll(old, [*LINES[2:12], status]) == Scroll(0, 9, -3)
    assert find_scroll([status, *LINES[:5]], [status, *LINES[1:6]]) == Scroll(1, 5, 1)


def test_rows_that_occur_twice_do_not_mislead() -> None:
    same = ("the same everywhere in here", "")
    old = [same, LINES[0], same, LINES[1], same, LINES[2], same]
    new = [LINES[0], same, LINES[1], same, LINES[2], same, LINES[3]]
    assert find_scroll(old, new) == Scroll(0, 6, 1)


def test_what_would_save_little_is_not_scrolled() -> None:
    assert find_scroll(LINES[:5], LINES[:5]) is None
    assert find_scroll(LINES[:5], LINES[10:15]) is None
    assert find_scroll([BLANK] * 5, LINES[:5]) is None
    short = [(str(n), "") for n in range(9)]
    assert find_scroll(short[:5], short[1:6]) is None


def test_equal_text_in_another_style_has_not_moved() -> None:
    styled = [(text, "\1" * len(text)) for text, _ in LINES]
    assert find_scroll(LINES[:6], styled[1:7]) is None


def test_after_a_scroll_blank_rows_have_come_in() -> None:
    rows = LINES[:5]
    assert scrolled(rows, Scroll(1, 3, 1)) == [rows[0], rows[2], rows[3], BLANK, rows[4]]
    assert scrolled(rows, Scroll(1, 3, -2)) == [rows[0], BLANK, BLANK, rows[1], rows[4]]
    assert scrolled(rows, Scroll(0, 4, 1)) == [*rows[1:], BLANK]
