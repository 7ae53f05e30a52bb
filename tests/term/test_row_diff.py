"""Where two rows differ: spans that never tear a wide character, and blanks at an end."""

from __future__ import annotations

import pytest

from mplex.term.row_diff import GAP, blank_tail, changed_spans

PLAIN = "\0" * 20


def spans(old: str, new: str, old_attrs: str = PLAIN, attrs: str = PLAIN) -> list[tuple[int, int]]:
    return changed_spans((old.ljust(20), old_attrs), (new.ljust(20), attrs))


def test_equal_rows_have_no_spans() -> None:
    assert spans("abc", "abc") == []


def test_near_changes_are_one_span_and_far_ones_two() -> None:
    near, far = "x" + "-" * (GAP - 1) + "x", "x" + "-" * GAP + "x"
    assert spans(near.replace("x", "a"), near) == [(0, GAP + 1)]
    assert spans(far.replace("x", "a"), far) == [(0, 1), (GAP + 1, GAP + 2)]


def test_a_change_of_style_is_a_change() -> None:
    assert spans("abc", "abc", attrs="\0\1\1" + "\0" * 17) == [(1, 3)]
    assert spans("abx", "abc", attrs="\1" + "\0" * 19) == [(0, 3)]


@pytest.mark.parametrize(
    ("old", "new", "attrs", "span"),
    [
        ("日\0x", "本\0x", PLAIN, (0, 2)),
        ("ab日\0", "abc本\0", PLAIN, (2, 5)),
        ("日\0x", "日\0x", "\0\1" + "\0" * 18, (0, 2)),
    ],
)
def test_a_wide_character_is_written_whole(
    old: str, new: str, attrs: str, span: tuple[int, int]
) -> None:
    assert spans(old, new, attrs=attrs) == [span]


@pytest.mark.parametrize(
    ("text", "attrs", "tail"),
    [
        ("abc  ", "\0\0\0\0\0", 3),
        ("abc", "\0\0\0", 3),
        ("   ", "\0\0\0", 0),
        ("a    ", "\0\0\0\1\1", 3),
        ("a    ", "\1\1\1\1\1", 1),
    ],
)
def test_the_blanks_at_the_end_have_one_style(text: str, attrs: str, tail: int) -> None:
    assert blank_tail(text, attrs, len(text)) == tail
