"""Cutting, padding and splicing rows, held against a naive model."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mplex.ui.rows import PLAIN, Row, cut_row, padded, shortened, splice, wrapped
from mplex.vt.clusters import cells, expand
from tests.ui.drawing import RED, mended, model, rows, styled_rows, whole

widths = st.integers(0, 16)


@settings(max_examples=300, deadline=None)
@given(styled_rows(), widths, st.integers(-14, 18), styled_rows())
def test_a_splice_is_what_single_cells_would_give(
    under: Row, width: int, col: int, over: Row
) -> None:
    expected = model(under, width)
    for index, cell in enumerate(model(over, len(over.text))):
        if 0 <= col + index < width:
            expected[col + index] = cell
    found = splice(under, width, col, over)
    assert list(zip(*found, strict=True)) == mended(expected)


@settings(max_examples=200, deadline=None)
@given(styled_rows(), widths)
def test_a_padded_row_has_its_width_and_no_half_character(row: Row, width: int) -> None:
    found = padded(row, width, RED)
    assert (len(found.text), len(found.attrs)) == (width, width)
    assert whole(found.text)
    assert set(found.attrs[len(row.text) :]) <= {RED.ch}


@settings(max_examples=200, deadline=None)
@given(styled_rows(), st.integers(0, 14), st.integers(0, 14))
def test_a_cut_row_has_no_half_character(row: Row, start: int, width: int) -> None:
    found = cut_row(row, start, width)
    assert len(found.text) == max(0, min(width, len(row.text) - start))
    assert whole(found.text)


@pytest.mark.parametrize(
    ("text", "width", "expected"),
    [("abc", 3, "abc"), ("abcd", 3, "ab…"), ("漢字漢", 4, "漢 …"), ("ab", 0, ""), ("abc", 1, "…")],
)
def test_a_text_too_long_ends_in_an_ellipsis(text: str, width: int, expected: str) -> None:
    assert expand(shortened(cells(text), width)) == expected


@settings(max_examples=200, deadline=None)
@given(rows, st.integers(2, 9))
def test_wrapping_loses_nothing_and_fits(row: str, width: int) -> None:
    text = expand(row)
    found = wrapped(text, width)
    assert "".join(expand(part) for part in found) == text
    assert all(len(part) <= width and whole(part) for part in found)


def test_a_tab_is_as_wide_as_in_a_terminal() -> None:
    assert wrapped("a\tb", 20) == ["a       b"]


def test_styles_behind_the_text_of_a_row_count_for_nothing() -> None:
    assert splice(Row("abc", ""), 3, 1, Row("x", RED.ch * 2)) == Row("axc", PLAIN + RED.ch + PLAIN)
