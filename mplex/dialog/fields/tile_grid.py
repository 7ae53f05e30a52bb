"""Tiles in rows and columns, with a cursor that moves both ways and a view that scrolls.

One idea: all tiles are equally wide and those of a line equally high, so where a tile is follows
from its number and the heights of the lines. What a tile shows, and what pressing it means, is a
kind's matter; only tiles in view are drawn.
"""

from __future__ import annotations

from abc import abstractmethod
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import accumulate
from typing import Final, NamedTuple

from mplex.dialog.box import ABOVE, BELOW
from mplex.dialog.field import Field
from mplex.dialog.fields.kit import Kit
from mplex.dialog.fields.label import draw_label, label_height
from mplex.dialog.fields.widget import FieldWidget, Took
from mplex.dialog.wheel import wheel_way
from mplex.geometry import Point, Rect, Size
from mplex.term.keys import Key, KeyEvent, MouseEvent
from mplex.ui.surface import Surface

GAP: Final = 2
"""Columns between two tiles."""
MARK_COLS: Final = 1
"""Columns right of the tiles for the marks of what is out of view."""


class Layout(NamedTuple):
    """Where the tiles are at a width: the view is a window over lines below one another."""

    head: int
    """The first row of the tiles."""
    columns: int
    tile_cols: int
    starts: Sequence[int]
    """The first row of every line of tiles, and at the end the row below the last one."""
    rows: int
    """Rows in view."""
    top: int
    """The first row in view."""

    @property
    def bottom(self) -> int:
        """The first row below the tiles."""
        return self.head + self.rows

    @property
    def last_top(self) -> int:
        """The first row in view when everything is scrolled up."""
        return max(0, self.starts[-1] - self.rows)

    @property
    def shown(self) -> range:
        """The lines of which something is in view."""
        first = bisect_right(self.starts, self.top) - 1
        return range(max(0, first), bisect_left(self.starts, self.top + self.rows))

    @property
    def whole_lines(self) -> int:
        """How many lines are in view as a whole."""
        fit = bisect_right(self.starts, self.top + self.rows) - bisect_left(self.starts, self.top)
        return max(0, fit - 1)

    def place(self, index: int) -> Rect:
        """Return the cells of a tile, which may be out of view."""
        line, column = divmod(index, self.columns)
        start, end = self.starts[line : line + 2]
        row = self.head + start - self.top
        return Rect(row, column * (self.tile_cols + GAP), end - start, self.tile_cols)

    def with_line(self, line: int) -> int:
        """Return the first row in view once a line was brought there by as little as needed."""
        start, end = self.starts[line : line + 2]
        return min(max(self.top, end - self.rows), start)


def rows_in_view(heights: Sequence[int], room: int) -> int:
    """Return the rows of the view on lines, where there are `room`: whole lines if all are equal.

    The tallest line is in view as a whole in any case.
    """
    if len(set(heights)) == 1:
        return heights[0] * max(1, min(len(heights), room // heights[0]))
    return min(sum(heights), max(room, *heights)) if heights else 1


class TileGrid(FieldWidget):
    """A widget of tiles."""

    least_cols = 12
    """Columns that a tile needs; where there is less room, fewer stand side by side."""

    def __init__(self, field: Field, kit: Kit, count: int) -> None:
        super().__init__(field, kit.looks)
        self.kit = kit
        self.count = count
        self.cursor = 0
        self._top = 0
        self._fitted = (0, 0)
        """Columns of tiles and rows in view when it was last laid out."""
        self._known: tuple[tuple[int, int, int], tuple[Sequence[int], int]] = (0, 0, 0), ([0], 1)
        self._pressed: int | None = None
        self._selectable = count > 0

    @abstractmethod
    def columns(self, cols: int) -> int:
        """Return how many tiles may stand side by side."""

    @abstractmethod
    def line_rows(self, tiles: range, cols: int, room: int) -> int:
        """Return the rows of a line of tiles of `cols` columns, where `room` rows are in view."""

    @abstractmethod
    def draw_tile(self, surface: Surface, index: int, at: Rect, here: bool) -> Point | None:
        """Draw a tile; `here` says that it has the cursor. Return where a text cursor stands."""

    @abstractmethod
    def press_tile(self, index: int, at: Point, tile: Rect) -> Took:
        """Do what a click on a cell of a tile means; the cell is relative to the tile."""

    @abstractmethod
    def own_key(self, event: KeyEvent, cols: int) -> Took | None:
        """Take a key of the kind's own; None when it is not one."""

    def note(self) -> str:
        """Return a remark for the row below the tiles, "" for none."""
        return ""

    def layout(self, cols: int) -> Layout:
        """Return where the tiles are; in a view of another size the cursor's is among them."""
        head = label_height(self.field)
        inner = max(1, cols - MARK_COLS)
        fit = max(1, (inner + GAP) // (self.least_cols + GAP))
        columns = max(1, min(self.columns(inner), fit, self.count or 1))
        tile_cols = max(1, (inner - (columns - 1) * GAP) // columns)
        room = max(1, self.page - head - bool(self.note()))
        starts, rows = self._lines(columns, tile_cols, room)
        layout = Layout(head, columns, tile_cols, starts, rows, self._top)
        layout = layout._replace(top=max(0, min(self._top, layout.last_top)))
        if self._fitted != (columns, layout.rows) and self.count:
            self._fitted = columns, layout.rows
            layout = layout._replace(top=layout.with_line(self.cursor // columns))
        self._top = layout.top
        return layout

    def _lines(self, columns: int, tile_cols: int, room: int) -> tuple[Sequence[int], int]:
        """Return where the lines start, and the rows in view; worked out once for a size."""
        key = (columns, tile_cols, room)
        if self._known[0] != key:
            firsts = range(0, self.count, columns)
            lines = [range(first, min(first + columns, self.count)) for first in firsts]
            heights = [max(1, self.line_rows(line, tile_cols, room)) for line in lines]
            self._known = key, ([0, *accumulate(heights)], rows_in_view(heights, room))
        return self._known[1]

    def reveal(self, cols: int) -> None:
        """Scroll as little as needed to have the cursor's tile in view."""
        layout = self.layout(cols)
        if self.count:
            self._top = layout.with_line(self.cursor // layout.columns)

    def height(self, cols: int) -> int:
        """Return the rows of the label, of the tiles in view, and of the remark."""
        return self.layout(cols).bottom + bool(self.note())

    def draw(self, surface: Surface, focus: bool) -> Point | None:
        """Draw the tiles in view, and marks where there are more."""
        cols = surface.size.cols
        layout = self.layout(cols)
        draw_label(surface, self.field, self.looks, focus=focus, marked=self.marked)
        cursor = self._draw_tiles(surface, layout, focus) if self.count else None
        if not self.count:
            surface.put(layout.head, 2, "nothing here", self.looks["dialog.hint"], cols)
        style = self.looks["dialog.title"]
        if layout.top:
            surface.put(layout.head, cols - 1, ABOVE, style)
        if layout.top < layout.last_top:
            surface.put(layout.bottom - 1, cols - 1, BELOW, style)
        if self.note():
            surface.put(layout.bottom, 0, self.note(), self.looks["dialog.hint"], cols)
        return cursor

    def _draw_tiles(self, surface: Surface, layout: Layout, focus: bool) -> Point | None:
        """Draw the lines in view on a surface of their own, and take over what is in the window."""
        first, end = layout.starts[layout.shown.start], layout.starts[layout.shown.stop]
        whole = Surface(Size(end - first, surface.size.cols), self.looks["dialog"])
        lifted = layout._replace(head=0, top=first)
        cursor = None
        for index in self._in_view(layout):
            here = focus and index == self.cursor
            cursor = self.draw_tile(whole, index, lifted.place(index), here) or cursor
        skip = layout.top - first
        for row in range(layout.rows):
            if skip + row < whole.size.rows:
                surface.put_row(layout.head + row, 0, whole.row(skip + row))
        window = Rect(layout.head, 0, layout.rows, surface.size.cols)
        at = Point(layout.head - skip, 0)
        surface.place(whole.pictures, at, window)
        if cursor is not None:
            cursor = Point(cursor.row + at.row, cursor.col)
        return cursor if cursor is not None and window.contains(*cursor) else None

    def _in_view(self, layout: Layout) -> range:
        """Return the tiles of which something is in view."""
        shown = layout.shown
        return range(shown.start * layout.columns, min(shown.stop * layout.columns, self.count))

    def on_key(self, event: KeyEvent, cols: int) -> Took:
        """Take a key: the kind's own first, then those that move."""
        took = self.own_key(event, cols)
        if took is not None:
            return took
        return Took.YES if self._move(event.key, cols) else Took.NO

    def _move(self, key: Key, cols: int) -> bool:
        """Move the cursor; say whether it moved."""
        layout = self.layout(cols)
        step = layout.columns
        page = step * max(1, layout.whole_lines - 1)
        last = self.count - 1
        ways = {
            Key("Left"): -1,
            Key("Right"): 1,
            Key("Up"): -step,
            Key("Down"): step,
            Key("PPage"): -page,
            Key("NPage"): page,
            Key("Home"): -self.cursor,
            Key("End"): last - self.cursor,
        }
        target = self.cursor + ways.get(key, 0)
        if key == Key("Down") and target > last and self.cursor // step < last // step:
            # The last row may be shorter than the one above it.
            target = last
        if key in (Key("PPage"), Key("NPage")):
            target = max(self.cursor % step, target) if target < 0 else min(target, last)
        if target == self.cursor or not 0 <= target <= last:
            return False
        self.go(target, cols)
        return True

    def go(self, index: int, cols: int) -> None:
        """Put the cursor on a tile and bring it into view."""
        self.cursor = index
        self.reveal(cols)
        self._invalidate()

    def on_mouse(self, event: MouseEvent, cols: int) -> Took:
        """Scroll by the wheel; press what is clicked, which is a press and a release on it."""
        by = wheel_way(event)
        if by:
            layout = self.layout(cols)
            before = self._top
            # The next line begins with the view, or the one before does.
            starts = layout.starts
            line = bisect_right(starts, before) if by > 0 else bisect_left(starts, before) - 1
            self._top = min(starts[max(0, min(line, len(starts) - 1))], layout.last_top)
            if self._top == before:
                return Took.NO
            self._invalidate()
            return Took.YES
        if event.action == "down" and event.button == 1:
            self._pressed = self._tile_at(event, cols)
            if self._pressed is not None:
                self.cursor = self._pressed
                self._invalidate()
            return Took.YES
        if event.action == "up":
            pressed, self._pressed = self._pressed, None
            if pressed is not None and pressed == self._tile_at(event, cols):
                tile = self.layout(cols).place(pressed)
                return self.press_tile(
                    pressed, Point(event.row - tile.row, event.col - tile.col), tile
                )
            return Took.YES
        return Took.YES if event.action == "drag" and self._pressed is not None else Took.NO

    def _tile_at(self, event: MouseEvent, cols: int) -> int | None:
        layout = self.layout(cols)
        if not layout.head <= event.row < layout.bottom:
            return None
        for index in self._in_view(layout):
            if layout.place(index).contains(event.row, event.col):
                return index
        return None

    def vital_rows(self, tile: Rect) -> tuple[int, int]:
        """Return the first and the last row of a tile that matter while not all is in view."""
        return tile.row, tile.bottom - 1

    def focus_rows(self, cols: int) -> tuple[int, int]:
        """Return the rows of the tile with the cursor, with the label above the first ones."""
        if not self.count:
            return 0, 0
        layout = self.layout(cols)
        tile = layout.place(self.cursor)
        if tile.rows > self.page:
            return self.vital_rows(tile)
        first = 0 if tile.row <= layout.head else tile.row
        return first, max(first, min(tile.bottom, layout.bottom) - 1)

    def enter(self, direction: int) -> None:
        """Start at the end that the focus comes from, if the cursor stands where it left."""
        last = self.count - 1
        if direction > 0 and self.cursor == last:
            self.cursor = 0
        elif direction < 0 and self.cursor == 0:
            self.cursor = max(0, last)
        else:
            return
        # The next layout brings it into view.
        self._fitted = (0, 0)
