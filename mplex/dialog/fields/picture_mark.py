"""A point or a region on a picture, in shares of its size, and how keys and the mouse change it.

One idea: numbers from 0 to 1 with four decimals are the truth, whatever number of cells shows them.
Drawing is the widget's matter.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from mplex.geometry import Point, Rect, Size

DECIMALS: Final = 4
STEP: Final = 0.02
"""How far an arrow key moves, and by how much it resizes."""
LEAP: Final = 0.1
"""How far Shift and an arrow key move a point."""
LEAST: Final = 0.01
"""Regions with a smaller side are discarded."""
_NUMBERS: Final = re.compile(r"-?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d{1,3})?")


class Spot(NamedTuple):
    """A point."""

    x: float
    y: float

    def data(self) -> dict[str, float]:
        """Return it as it is reported."""
        return {"x": self.x, "y": self.y}


class Region(NamedTuple):
    """A rectangle: its top left corner and its size."""

    x: float
    y: float
    w: float
    h: float

    def data(self) -> dict[str, float]:
        """Return it as it is reported."""
        return {"x": self.x, "y": self.y, "w": self.w, "h": self.h}


CENTRE: Final = Spot(0.5, 0.5)
MIDDLE: Final = Region(0.25, 0.25, 0.5, 0.5)
"""A region in the centre: a quarter of the picture."""


def spot(x: float, y: float) -> Spot:
    """Return a point inside the picture."""
    return Spot(_share(x), _share(y))


def region(x: float, y: float, w: float, h: float) -> Region | None:
    """Return a region cut to the picture, None for one that is too small."""
    left, top = _share(x), _share(y)
    width, height = _rounded(min(x + w, 1.0) - left), _rounded(min(y + h, 1.0) - top)
    return Region(left, top, width, height) if width >= LEAST and height >= LEAST else None


def moved_spot(at: Spot, right: int, down: int, step: float) -> Spot:
    """Return a point so many steps further, at the edge at most."""
    return spot(at.x + right * step, at.y + down * step)


def moved_region(at: Region, right: int, down: int) -> Region:
    """Return a region of the same size a step further, at the edge at most."""
    x = _rounded(max(0.0, min(at.x + right * STEP, 1 - at.w)))
    y = _rounded(max(0.0, min(at.y + down * STEP, 1 - at.h)))
    return at._replace(x=x, y=y)


def resized(at: Region, right: int, down: int) -> Region:
    """Return a region that is a step larger or smaller, inside the picture."""
    w = _rounded(min(max(STEP, at.w + right * STEP), 1 - at.x))
    h = _rounded(min(max(STEP, at.h + down * STEP), 1 - at.y))
    return at._replace(w=w, h=h)


def spot_at(cell: Point, cells: Size) -> Spot:
    """Return the middle of a cell of a picture of so many cells."""
    return spot((cell.col + 0.5) / cells.cols, (cell.row + 0.5) / cells.rows)


def region_between(one: Point, other: Point, cells: Size) -> Region | None:
    """Return the region from a cell to another, both in it."""
    top, left = min(one.row, other.row), min(one.col, other.col)
    height, width = abs(one.row - other.row) + 1, abs(one.col - other.col) + 1
    return region(left / cells.cols, top / cells.rows, width / cells.cols, height / cells.rows)


def cell_of(at: Spot, cells: Size) -> Point:
    """Return the cell that shows a point."""
    row, col = int(at.y * cells.rows), int(at.x * cells.cols)
    return Point(min(row, cells.rows - 1), min(col, cells.cols - 1))


def cells_of(at: Region, cells: Size) -> Rect:
    """Return the cells that show a region, at least one."""
    first = cell_of(Spot(at.x, at.y), cells)
    rows = max(1, round((at.y + at.h) * cells.rows) - first.row)
    cols = max(1, round((at.x + at.w) * cells.cols) - first.col)
    return Rect(*first, min(rows, cells.rows - first.row), min(cols, cells.cols - first.col))


def read_mark(text: str) -> Spot | Region | None:
    """Read what somebody typed: two numbers are a point, four a region; None for anything else."""
    numbers = [float(number) for number in _NUMBERS.findall(text)]
    if re.sub(r"[\s,;:xywh=%]+", "", _NUMBERS.sub("", text)):
        return None
    if any(not -1 <= number <= 100 for number in numbers):
        return None
    if "%" in text:
        numbers = [number / 100 for number in numbers]
    if any(not 0 <= number <= 1 for number in numbers):
        return None
    if len(numbers) == 2:
        return spot(*numbers)
    return region(*numbers) if len(numbers) == 4 else None


def spot_of(data: Any) -> Spot | None:
    """Return the point of a reported value or a default, None for anything else."""
    values = _values(data, "xy")
    return spot(*values) if values else None


def region_of(data: Any) -> Region | None:
    """Return the region of a reported value or a default, None for anything else."""
    values = _values(data, "xywh")
    return region(*values) if values else None


def _values(data: Any, names: str) -> list[float]:
    if not isinstance(data, Mapping):
        return []
    found = [data.get(name) for name in names]
    good = all(
        isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1
        for value in found
    )
    return [float(value) for value in found if value is not None] if good else []


def _share(value: float) -> float:
    return _rounded(max(0.0, min(value, 1.0)))


def _rounded(value: float) -> float:
    return round(value, DECIMALS)
