"""A point and a region drawn over a picture, so that they stand out from any picture.

One idea: marks are characters that no picture is made of, bright on dark. A terminal that shows the
real picture beneath them hides their background, and the lines are seen all the same.
"""

from __future__ import annotations

from mplex.dialog.fields.picture_mark import Region, Spot, cell_of, cells_of
from mplex.geometry import Rect
from mplex.ui.surface import Surface
from mplex.vt.styles import BOLD, REVERSE, Style, intern_style

CROSS, ACROSS, DOWN = "┼", "─", "│"
ARM_COLS, ARM_ROWS = 3, 1
"""Cells of a crosshair's arms."""
FLAT, UPRIGHT = "━", "┃"
"""What a region is drawn with that is too thin for a box."""
YELLOW, BLACK = 11, 16


def mark_style(colours: bool) -> Style:
    """Return the style of marks on a terminal with colours, or without."""
    if colours:
        return intern_style(fg=YELLOW, bg=BLACK, flags=BOLD)
    return intern_style(flags=BOLD | REVERSE)


def draw_point(surface: Surface, area: Rect, point: Spot, style: Style) -> None:
    """Draw a crosshair on the picture in `area`, cut at its edges."""
    cell = cell_of(point, area.size)
    row, col = area.row + cell.row, area.col + cell.col
    left, right = max(area.col, col - ARM_COLS), min(area.right, col + ARM_COLS + 1)
    surface.put(row, left, ACROSS * (right - left), style)
    for arm in range(max(area.row, row - ARM_ROWS), min(area.bottom, row + ARM_ROWS + 1)):
        surface.put(arm, col, DOWN, style)
    surface.put(row, col, CROSS, style)


def draw_region(surface: Surface, area: Rect, region: Region, style: Style) -> None:
    """Draw a box around a region of the picture in `area`."""
    part = cells_of(region, area.size)
    box = Rect(area.row + part.row, area.col + part.col, part.rows, part.cols)
    if box.rows >= 2 and box.cols >= 2:
        surface.box(box, style, "heavy")
        return
    for row in range(box.row, box.bottom):
        surface.put(row, box.col, (FLAT if box.rows == 1 else UPRIGHT) * box.cols, style)
