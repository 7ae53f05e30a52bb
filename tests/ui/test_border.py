"""Borders: characters that join, the active pane's colour, titles."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mplex.geometry import Rect, Size
from mplex.ui.border import DOWN, LEFT, LINES, RIGHT, UP, BorderPane, BorderSpec, border_rows
from mplex.ui.rows import Row
from mplex.ui.surface import Surface
from mplex.vt.styles import Style
from tests.ui.drawing import BLUE_BOLD, RED

SPEC = BorderSpec(style=BLUE_BOLD, active_style=RED)


def panes(rects: list[Rect], active: int = 0, titles: str = "") -> list[BorderPane]:
    return [
        BorderPane(rect, index == active, titles.format(index), index)
        for index, rect in enumerate(rects)
    ]


def drawn(size: Size, found: list[BorderPane], spec: BorderSpec = SPEC) -> list[str]:
    """Return a window with its borders; panes are dots."""
    surface = Surface(size)
    surface.fill(Rect(0, 0, *size), ".")
    for row, pieces in enumerate(border_rows(size, found, spec)):
        for piece in pieces:
            surface.put_row(row, piece.col, piece.row)
    return surface.texts


def coloured(size: Size, found: list[BorderPane], style: Style = RED) -> list[str]:
    """Return a window where x stands for border cells of a style and o for the others."""
    rows = [["."] * size.cols for _ in range(size.rows)]
    for row, pieces in enumerate(border_rows(size, found, SPEC)):
        for col, cells in pieces:
            for index, attr in enumerate(cells.attrs):
                rows[row][col + index] = "x" if attr == style.ch else "o"
    return ["".join(row) for row in rows]


def test_one_pane_has_no_border() -> None:
    assert drawn(Size(2, 3), panes([Rect(0, 0, 2, 3)])) == ["...", "..."]


CROSS = [Rect(0, 0, 1, 2), Rect(0, 3, 1, 2), Rect(2, 0, 1, 2), Rect(2, 3, 1, 2)]
THREE = [Rect(0, 0, 3, 2), Rect(0, 3, 1, 3), Rect(2, 3, 1, 3)]
PICTURES = (
    ("single", CROSS, ["..│..", "──┼──", "..│.."]),
    ("double", CROSS, ["..║..", "══╬══", "..║.."]),
    ("heavy", THREE, ["..┃...", "..┣━━━", "..┃..."]),
    ("simple", THREE, ["..|...", "..+---", "..|..."]),
    ("spaces", THREE, [".. ...", "..    ", ".. ..."]),
    ("number", [Rect(0, 0, 1, 2), Rect(0, 3, 1, 2)], ["..0.."]),
    ("single", [Rect(0, 0, 1, 2), Rect(0, 3, 1, 2)], ["..│.."]),
    ("single", [Rect(0, 0, 1, 2), Rect(2, 0, 1, 2)], ["..", "──", ".."]),
    ("nonsense", [Rect(0, 0, 1, 2), Rect(0, 3, 1, 2)], ["..│.."]),
)


@pytest.mark.parametrize(("lines", "rects", "picture"), PICTURES)
def test_lines_join(lines: str, rects: list[Rect], picture: list[str]) -> None:
    size = Size(max(rect.bottom for rect in rects), max(rect.right for rect in rects))
    assert drawn(size, panes(rects), SPEC._replace(lines=lines)) == picture


def test_what_touches_the_active_pane_has_its_colour() -> None:
    assert coloured(Size(3, 6), panes(THREE, active=1)) == ["..x...", "..xxxx", "..o..."]


def test_between_two_panes_each_one_has_half_of_the_border() -> None:
    beside = [Rect(0, 0, 5, 2), Rect(0, 3, 5, 2)]
    assert [row[2] for row in coloured(Size(5, 5), panes(beside, active=0))] == list("xxxoo")
    assert [row[2] for row in coloured(Size(5, 5), panes(beside, active=1))] == list("oooxx")
    above = [Rect(0, 0, 1, 5), Rect(2, 0, 1, 5)]
    assert coloured(Size(3, 5), panes(above, active=0))[1] == "xxxoo"
    assert coloured(Size(3, 5), panes(above, active=1))[1] == "oooxx"


def test_without_colour_as_the_indicator_a_border_of_two_panes_is_not_halved() -> None:
    spec = SPEC._replace(indicators="off")
    beside = panes([Rect(0, 0, 3, 2), Rect(0, 3, 3, 2)])
    attrs = {piece.row.attrs for row in border_rows(Size(3, 5), beside, spec) for piece in row}
    assert attrs == {RED.ch}


def test_arrows_point_at_the_active_pane() -> None:
    found = drawn(Size(3, 6), panes(THREE, active=1), SPEC._replace(indicators="arrows"))
    assert found == ["..→...", "..├─↑─", "..│..."]


def test_a_title_stands_in_the_line_above_its_pane() -> None:
    found = panes([Rect(1, 0, 1, 9), Rect(3, 0, 1, 4), Rect(3, 5, 1, 4)], titles="#[fg=red]{}")
    picture = drawn(Size(4, 9), found, SPEC._replace(status="top"))
    assert picture == ["──0──────", ".........", "────┬────", "....│...."]


def test_a_title_too_long_is_cut_and_has_no_dialog_mark() -> None:
    found = panes([Rect(1, 0, 1, 9)], titles="a❖漢字x")
    assert drawn(Size(2, 9), found, SPEC._replace(status="top"))[0] == "──a◇漢\0 ──"


def test_a_title_below_a_pane_is_in_the_line_below() -> None:
    found = panes([Rect(0, 0, 1, 9), Rect(2, 0, 1, 9)], titles="{}")
    assert drawn(Size(4, 9), found, SPEC._replace(status="bottom"))[1::2] == [
        "──0──────",
        "──1──────",
    ]


def test_the_line_with_a_title_has_its_pane_s_colour() -> None:
    found = panes([Rect(1, 0, 1, 6), Rect(3, 0, 1, 6)], active=1)
    rows = border_rows(Size(4, 6), found, SPEC._replace(status="top"))
    assert [row[0].row.attrs for row in (rows[0], rows[2])] == [BLUE_BOLD.ch * 6, RED.ch * 6]


@st.composite
def layouts(draw: st.DrawFn, rect: Rect) -> list[Rect]:
    """Return panes that tile a window with one cell of border between them."""
    across = draw(st.sampled_from(["no", "rows", "cols"]))
    if across == "rows" and rect.rows >= 3:
        at = draw(st.integers(1, rect.rows - 2))
        first = rect._replace(rows=at)
        second = Rect(rect.row + at + 1, rect.col, rect.rows - at - 1, rect.cols)
    elif across == "cols" and rect.cols >= 3:
        at = draw(st.integers(1, rect.cols - 2))
        first = rect._replace(cols=at)
        second = Rect(rect.row, rect.col + at + 1, rect.rows, rect.cols - at - 1)
    else:
        return [rect]
    return draw(layouts(first)) + draw(layouts(second))


@settings(max_examples=100, deadline=None)
@given(layouts(Rect(0, 0, 9, 14)))
def test_every_line_that_leaves_a_cell_arrives_in_the_next(rects: list[Rect]) -> None:
    size = Size(9, 14)
    picture = drawn(size, panes(rects))
    ways = {char: index for index, char in enumerate(LINES["single"]) if index not in (1, 2, 4, 8)}
    ways["─"], ways["│"] = LEFT | RIGHT, UP | DOWN
    opposite = {UP: (-1, 0, DOWN), DOWN: (1, 0, UP), LEFT: (0, -1, RIGHT), RIGHT: (0, 1, LEFT)}
    for row in range(size.rows):
        for col in range(size.cols):
            for way, (down, right, back) in opposite.items():
                there = (row + down, col + right)
                inside = 0 <= there[0] < size.rows and 0 <= there[1] < size.cols
                here = ways.get(picture[row][col], 0) & way
                if inside and here and picture[there[0]][there[1]] != ".":
                    assert ways[picture[there[0]][there[1]]] & back
    covered = sum(rect.rows * rect.cols for rect in rects)
    assert sum(row.count(".") for row in picture) == covered


def test_pieces_are_rows_of_cells() -> None:
    (row,) = border_rows(Size(1, 3), panes([Rect(0, 0, 1, 1), Rect(0, 2, 1, 1)]), SPEC)
    assert row == [(1, Row("│", RED.ch))]
