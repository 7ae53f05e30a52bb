"""Where two rows differ: spans that never tear a wide character, and blanks at an end."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mplex.term.row_diff import GAP, blank_tail, changed_rows, changed_spans

PLAIN = "\0" * 20


def spans(old: str, new: str, old_attrs: str = PLAIN, attrs: str = PLAIN) -> list[tuple[int, int]]:
    return changed_spans((old.ljust(20), old_attrs), (new.ljust(20), attrs))


def test_equal_rows_have_no_spans() -> None:
    assert spans("abc", "abc") == []
    assert spans("日\0", "日\0") == []


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


WIDTH = 60
narrow_cells = st.text("ab é\xa0\u3000", min_size=WIDTH, max_size=WIDTH)
some_attrs = st.text("\0\1\u0123", min_size=WIDTH, max_size=WIDTH)


@settings(deadline=None, max_examples=200)
@given(narrow_cells, some_attrs, st.lists(st.tuples(st.integers(0, WIDTH - 1), st.booleans())))
def test_spans_are_what_a_look_at_single_cells_gives(
    text: str, attrs: str, changes: list[tuple[int, bool]]
) -> None:
    cells, styles = list(text), list(attrs)
    for at, styled in changes:
        (styles if styled else cells)[at] = "x"
    same = zip(cells, text, styles, attrs, strict=True)
    marks = "".join("-" if (a, c) == (b, d) else "x" for a, b, c, d in same)
    near = re.compile(f"x+(?:-{{1,{GAP - 1}}}x+)*")
    expected = [match.span() for match in near.finditer(marks)]
    assert changed_spans((text, attrs), ("".join(cells), "".join(styles))) == expected


@settings(deadline=None, max_examples=200)
@given(narrow_cells, some_attrs, st.integers(0, 30), st.text(" \t\xa0\u3000", max_size=5))
def test_a_tail_is_what_a_look_at_single_cells_gives(
    text: str, attrs: str, blanks: int, mixed: str
) -> None:
    text = (text + mixed + " " * blanks)[-WIDTH:]
    attrs = (attrs + "\1" * (blanks // 2))[-WIDTH:]
    begin = len(text)
    while begin and text[begin - 1] == " " and attrs[begin - 1] == attrs[-1]:
        begin -= 1
    assert blank_tail(text, attrs, len(text)) == begin


def test_rows_that_differ_in_text_or_style_have_changed() -> None:
    old = [("a", ""), ("b", ""), ("c", ""), ("d", "")]
    assert changed_rows(old, [("a", ""), ("B", ""), ("c", "\1"), ("d", "")]) == [1, 2]
