"""Which panes lie beside a pane, and in the corners of a window.

Pure geometry on rectangles of the layout, so that it holds for hidden panes too; panes are only
handed through.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from mplex.geometry import Rect, Size

T = TypeVar("T")


def find_neighbour(
    rect: Rect, others: Sequence[tuple[T, Rect]], whole: Size, direction: str
) -> list[T]:
    """Return those of `others` that touch the border of `rect` in a direction (`L R U D`).

    At the edge of the window the search goes on at the opposite edge.
    """
    if direction in "UD":
        rect, whole = _turned(rect), Size(whole.cols, whole.rows)
        others = [(other, _turned(place)) for other, place in others]
    if direction in "LU":
        edge = rect.col or whole.cols + 1
        beside = [(other, place) for other, place in others if place.right + 1 == edge]
    else:
        edge = rect.right + 1 if rect.right < whole.cols else 0
        beside = [(other, place) for other, place in others if place.col == edge]
    return [
        other
        for other, place in beside
        if place.row <= rect.bottom and rect.row <= place.bottom - 1
    ]


def _turned(rect: Rect) -> Rect:
    """Swap rows and columns."""
    return Rect(rect.col, rect.row, rect.cols, rect.rows)


def find_corner(places: Sequence[tuple[T, Rect]], whole: Size, words: str) -> T | None:
    """Return what is at a place of the window: `top`, `bottom-left`, and so on; None for no such.

    A side without corner is looked for in its middle.
    """
    row, col = whole.rows // 2, whole.cols // 2
    for word in words.split("-"):
        if word in ("top", "bottom"):
            row = 0 if word == "top" else whole.rows - 1
        elif word in ("left", "right"):
            col = 0 if word == "left" else whole.cols - 1
        else:
            return None
    for offset in ((0, 0), (-1, 0), (0, -1), (-1, -1)):
        for item, rect in places:
            if rect.contains(max(0, row + offset[0]), max(0, col + offset[1])):
                return item
    return None
