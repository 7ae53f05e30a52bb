"""Drawing on a surface: clipping, wide characters, boxes."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mplex.geometry import Rect, Size
from mplex.ui.rows import Row
from mplex.ui.surface import BOXES, Surface
from mplex.vt.clusters import cells
from mplex.vt.styles import BOLD, DIM, intern_style
from tests.ui.drawing import BLUE_BOLD, RED, plain, rows, styled_rows, styles_of, whole


@settings(max_examples=200, deadline=None)
@given(
    st.lists(st.tuples(st.integers(-2, 5), st.integers(-6, 10), rows), max_size=6),
    st.lists(st.tuples(st.integers(-2, 4), st.integers(-4, 8), styled_rows()), max_size=3),
)
def test_nothing_drawn_tears_a_wide_character_or_changes_the_size(
    texts: list[tuple[int, int, str]], pictures: list[tuple[int, int, Row]]
) -> None:
    surface = Surface(Size(4, 8))
    for row, col, text in texts:
        surface.put_row(row, col, Row(text))
    for row, col, picture in pictures:
        surface.blit(Rect(row, col, 2, 5), [picture.text], [picture.attrs])
    assert [len(text) for text in surface.texts] == [8] * 4
    assert [len(attrs) for attrs in surface.attrs] == [8] * 4
    assert all(whole(text) for text in surface.texts)


def test_put_says_how_wide_the_text_was() -> None:
    surface = Surface(Size(1, 10))
    assert surface.put(0, 0, "漢字", RED) == 4
    assert surface.put(0, 4, "abcdefgh", width=3) == 3
    assert plain(surface.texts) == ["漢字ab…"]
    assert styles_of(surface.row(0), 0, 4) == {RED}


def test_a_wide_character_cut_by_the_edge_is_a_blank() -> None:
    surface = Surface(Size(1, 3))
    surface.put(0, 2, "漢")
    surface.put(0, -1, "字")
    assert surface.texts == ["   "]


def test_half_a_wide_character_that_is_drawn_over_is_a_blank() -> None:
    surface = Surface(Size(1, 6))
    surface.put(0, 0, "漢字界")
    surface.put(0, 1, "xx")
    assert surface.texts == [" xx " + cells("界")]


@pytest.mark.parametrize("lines", BOXES)
def test_a_box_goes_around_its_rectangle_only(lines: str) -> None:
    surface = Surface(Size(4, 6))
    surface.fill(Rect(0, 0, 4, 6), "x")
    surface.box(Rect(0, 1, 3, 4), RED, lines)
    a, b, c, d, e, f = tuple(BOXES[lines])
    top, low = f"x{a}{b}{b}{c}x", f"x{e}{b}{b}{f}x"
    assert surface.texts == [top, f"x{d}xx{d}x", low, "xxxxxx"]


def test_a_box_partly_outside_is_clipped() -> None:
    surface = Surface(Size(2, 3))
    surface.box(Rect(-1, -1, 3, 3))
    assert surface.texts == [" │ ", "─┘ "]


def test_dimming_keeps_everything_else_of_a_style() -> None:
    surface = Surface(Size(1, 4), BLUE_BOLD)
    surface.dim(Rect(-1, 1, 9, 2))
    assert styles_of(surface.row(0), 1, 3) == {intern_style(fg=4, flags=BOLD | DIM)}
    assert styles_of(surface.row(0), 0, 1) | styles_of(surface.row(0), 3, 4) == {BLUE_BOLD}


def test_a_blit_fills_what_the_picture_leaves_out() -> None:
    surface = Surface(Size(3, 4))
    surface.fill(Rect(0, 0, 3, 4), "x")
    surface.blit(Rect(0, 1, 2, 2), ["abc"], [RED.ch * 3])
    assert surface.texts == ["xabx", "x  x", "xxxx"]


def test_a_part_is_what_was_put_there() -> None:
    surface = Surface.of(Size(2, 4), ["abcd", "efgh"], [RED.ch * 4, ""])
    assert surface.part(Rect(0, 1, 2, 2)) == [Row("bc", RED.ch * 2), Row("fg", "\0\0")]
