"""Points and regions in shares of a picture."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mplex.dialog.fields.picture_mark import (
    Region,
    Spot,
    cell_of,
    cells_of,
    moved_region,
    moved_spot,
    read_mark,
    region,
    region_between,
    region_of,
    resized,
    spot_at,
    spot_of,
)
from mplex.geometry import Point, Rect, Size

SHARE = st.floats(0, 1)
CELLS = Size(10, 20)


@given(SHARE, SHARE, st.integers(1, 200), st.integers(1, 200))
def test_the_cell_that_shows_a_point_holds_it(x: float, y: float, rows: int, cols: int) -> None:
    row, col = cell_of(Spot(x, y), Size(rows, cols))
    assert row <= y * rows <= row + 1
    assert col <= x * cols <= col + 1


@given(st.integers(0, 9), st.integers(0, 19))
def test_a_clicked_cell_shows_its_point(row: int, col: int) -> None:
    assert cell_of(spot_at(Point(row, col), CELLS), CELLS) == Point(row, col)


@given(*[st.integers(0, 9), st.integers(0, 19)] * 2)
def test_a_drawn_region_has_the_cells_that_were_dragged_over(
    r: int, c: int, s: int, d: int
) -> None:
    found = region_between(Point(r, c), Point(s, d), CELLS)
    assert found is not None
    wanted = Rect(min(r, s), min(c, d), abs(r - s) + 1, abs(c - d) + 1)
    assert cells_of(found, CELLS) == wanted


@given(SHARE, SHARE, SHARE, SHARE)
def test_a_region_stays_inside(x: float, y: float, w: float, h: float) -> None:
    found = region(x, y, w, h)
    if found is None:
        assert min(w, h, 1 - x, 1 - y) < 0.0101
        return
    for change in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        for other in (moved_region(found, *change), resized(found, *change)):
            assert other.x >= 0
            assert other.y >= 0
            assert other.x + other.w <= 1.0001
            assert other.y + other.h <= 1.0001
            assert other.w >= 0.01
            assert other.h >= 0.01
    assert found == Region(*(round(value, 4) for value in found))


def test_a_point_stops_at_the_edge() -> None:
    assert moved_spot(Spot(0.99, 0.05), 1, -1, 0.1) == Spot(1, 0)


@pytest.mark.parametrize(
    ("typed", "mark"),
    [
        ("0.5, 0.25", Spot(0.5, 0.25)),
        (".5 .25", Spot(0.5, 0.25)),
        ("50% 25%", Spot(0.5, 0.25)),
        ("x: 0.5 y: 0.25", Spot(0.5, 0.25)),
        ("0.1, 0.2, 0.3, 0.4", Region(0.1, 0.2, 0.3, 0.4)),
        ("0.9 0.9 0.5 0.5", Region(0.9, 0.9, 0.1, 0.1)),
        ("0.123456 1", Spot(0.1235, 1)),
        ("0.5", None),
        ("0.5 0.5 0.5", None),
        ("1.5 0.5", None),
        ("-0.1 0.5", None),
        ("0.5 0.5 0.001 0.5", None),
        ("0.5 half", None),
        ("1e300 0.5", None),
        ("", None),
    ],
)
def test_typed_numbers(typed: str, mark: object) -> None:
    assert read_mark(typed) == mark


@pytest.mark.parametrize(
    "data", [None, 5, {}, {"x": 1}, {"x": "0", "y": 0}, {"x": 2, "y": 0}, {"x": True, "y": 0}]
)
def test_rubbish_is_no_mark(data: object) -> None:
    assert spot_of(data) is None
    assert region_of(data) is None
