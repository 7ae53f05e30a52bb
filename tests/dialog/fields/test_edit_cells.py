"""Columns of an edited text: wide characters, marks, tabs, wrapping, scrolling."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mplex.dialog.fields.edit_cells import column_of, index_at, scrolled, shown, wrap_line

ODD = "a漢e\u0301🙂\tb\u202e❖ 👨\u200d👩"
TEXT = st.text(st.sampled_from(ODD), max_size=30)


@pytest.mark.parametrize(
    ("text", "col", "index"),
    (
        ("abc", 1, 1),
        ("abc", 9, 3),
        ("abc", -4, 0),
        ("漢字", 1, 0),
        ("漢字", 2, 1),
        ("e\u0301x", 0, 0),
        ("e\u0301x", 1, 2),
        ("\tx", 4, 1),
        ("\tx", 2, 0),
    ),
)
def test_a_column_leads_to_its_character(text: str, col: int, index: int) -> None:
    assert index_at(text, col) == index


def test_what_could_imitate_a_frame_or_turn_text_around_is_not_shown() -> None:
    assert shown("❖a\u202eb") == "◇ab"


@given(TEXT, st.integers(0, 40))
@settings(deadline=None, max_examples=60)
def test_no_column_is_right_of_the_one_asked_for(text: str, col: int) -> None:
    index = index_at(text, col)
    assert column_of(text, index) <= col
    assert index == len(text) or column_of(text, index + 1) > col


@given(TEXT, st.integers(1, 12))
@settings(deadline=None, max_examples=60)
def test_rows_hold_every_character_and_fit(line: str, cols: int) -> None:
    spans = wrap_line(line, cols)
    assert "".join(line[start:end] for start, end in spans) == line
    for start, end in spans:
        if end - start > 1:
            assert len(shown(line[start:end].rstrip(" "))) <= max(cols, 4)


def test_lines_wrap_at_blanks() -> None:
    spans = wrap_line("to be or not to be", 8)
    assert ["to be or not to be"[start:end] for start, end in spans] == [
        "to be or ",
        "not to ",
        "be",
    ]


@given(st.integers(0, 50), st.integers(0, 50), st.integers(0, 50), st.integers(1, 20))
@settings(deadline=None, max_examples=60)
def test_the_cursor_is_always_in_view(first: int, cursor: int, total: int, view: int) -> None:
    total = max(total, cursor + 1)
    found = scrolled(min(first, total - 1), cursor, total, view)
    assert found <= cursor < found + view
    assert 0 <= found <= max(0, total - view)
