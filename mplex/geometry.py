"""Sizes, points and rectangles in cells: row first, zero based, everywhere outside `mplex.vt`.

Plain named tuples: they compare, unpack and travel over the wire as they are. Nothing that knows
about panes, terminals or drawing belongs here.
"""

from __future__ import annotations

from typing import NamedTuple


class Size(NamedTuple):
    """A size in cells; both are at least 1 for anything on a screen."""

    rows: int
    cols: int


class Point(NamedTuple):
    """A position in cells, zero based."""

    row: int
    col: int


class Rect(NamedTuple):
    """A rectangle in cells: top left corner and size."""

    row: int
    col: int
    rows: int
    cols: int

    @property
    def bottom(self) -> int:
        """The first row below the rectangle."""
        return self.row + self.rows

    @property
    def right(self) -> int:
        """The first column right of the rectangle."""
        return self.col + self.cols

    @property
    def size(self) -> Size:
        """The rectangle's size without its position."""
        return Size(self.rows, self.cols)

    def contains(self, row: int, col: int) -> bool:
        """Say whether the cell at (row, col) lies inside."""
        return self.row <= row < self.bottom and self.col <= col < self.right

    def clip(self, size: Size) -> Rect:
        """Return the part of the rectangle that lies on a screen of `size` (perhaps empty)."""
        row, col = max(0, min(self.row, size.rows)), max(0, min(self.col, size.cols))
        bottom, right = max(row, min(self.bottom, size.rows)), max(col, min(self.right, size.cols))
        return Rect(row, col, bottom - row, right - col)
