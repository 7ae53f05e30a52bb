"""Tiles in rows and columns, with a cursor that moves both ways and a view that scrolls.

One idea: all tiles of a grid are equally large, so where a tile is follows from its number. What a
tile shows, and what pressing it means, is a kind's matter; only tiles in view are drawn.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import Final, NamedTuple

from mplex.dialog.box import ABOVE, BELOW
from mplex.dialog.field import Field
from mplex.dialog.fields.kit import Kit
from mplex.dialog.fields.label import draw_label, label_height
from mplex.dialog.fields.widget import FieldWidget, Took
from mplex.dialog.wheel import wheel_way
from mplex.geometry import Point, Rect
from mplex.term.keys import Key, KeyEvent, MouseEvent
from mplex.ui.surface import Surface

GAP: Final = 2
"""Columns between two tiles."""
MARK_COLS: Final = 1
"""Columns right of the tiles for the marks of what is out of view."""


class Layout(NamedTuple):
    """Where the tiles are at a width."""

    head: int
    """The first row of the tiles."""
    columns: int
    tile_rows: int
    tile_cols: int
    lines: int
    """Rows of tiles in view."""
    top: int
    """The first row of tiles in view."""
    total: int
    """All rows of tiles."""

    @property
    def bottom(self) -> int:
        """The first row below the tiles."""
        return self.head + self.lines * self.tile_rows

    def place(self, index: int) -> Rect:
        """Return the cells of a tile."""
        line, column = divmod(index, self.columns)
        row = self.head + (line - self.top) * self.tile_rows
        return Rect(row, column * (self.tile_cols + GAP), self.tile_rows, self.tile_cols)


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
        """Columns and rows of tiles in view when it was last laid out."""
        self._pressed: int | None = None
        self._selectable = count > 0

    @abstractmethod
    def columns(self, cols: int) -> int:
        """Return how many tiles may stand side by side."""

    @abstractmethod
    def tile_rows(self, cols: int, room: int) -> int:
        """Return the rows of a tile of `cols` columns, where `room` rows are in view."""

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
        tile_rows = max(1, self.tile_rows(tile_cols, room))
        total = -(-self.count // columns)
        lines = max(1, min(room // tile_rows, total))
        if self._fitted != (columns, lines):
            self._fitted = columns, lines
            line = self.cursor // columns
            self._top = min(max(self._top, line - lines + 1), line)
        self._top = max(0, min(self._top, total - lines))
        return Layout(head, columns, tile_rows, tile_cols, lines, self._top, total)

    def reveal(self, cols: int) -> None:
        """Scroll as little as needed to have the cursor's tile in view."""
        layout = self.layout(cols)
        line = self.cursor // layout.columns
        self._top = min(max(self._top, line - layout.lines + 1), line)

    def height(self, cols: int) -> int:
        """Return the rows of the label, of the tiles in view, and of the remark."""
        return self.layout(cols).bottom + bool(self.note())

    def draw(self, surface: Surface, focus: bool) -> Point | None:
        """Draw the tiles in view, and marks where there are more."""
        cols = surface.size.cols
        layout = self.layout(cols)
        draw_label(surface, self.field, self.looks, focus=focus, marked=self.marked)
        cursor = None
        first = layout.top * layout.columns
        for index in range(first, min(first + layout.lines * layout.columns, self.count)):
            here = focus and index == self.cursor
            cursor = self.draw_tile(surface, index, layout.place(index), here) or cursor
        if not self.count:
            surface.put(layout.head, 2, "nothing here", self.looks["dialog.hint"], cols)
        style = self.looks["dialog.title"]
        if layout.top:
            surface.put(layout.head, cols - 1, ABOVE, style)
        if layout.top + layout.lines < layout.total:
            surface.put(layout.bottom - 1, cols - 1, BELOW, style)
        if self.note():
            surface.put(layout.bottom, 0, self.note(), self.looks["dialog.hint"], cols)
        return cursor

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
        page = step * max(1, layout.lines - 1)
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
            before = self._top
            self._top += by
            self.layout(cols)
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
        first = layout.top * layout.columns
        for index in range(first, min(first + layout.lines * layout.columns, self.count)):
            if layout.place(index).contains(event.row, event.col):
                return index
        return None

    def focus_rows(self, cols: int) -> tuple[int, int]:
        """Return the rows of the tile with the cursor, with the label above the first ones."""
        layout = self.layout(cols)
        if not self.count:
            return 0, 0
        tile = layout.place(self.cursor)
        first = 0 if tile.row <= layout.head else tile.row
        return first, max(first, min(tile.bottom, layout.bottom) - 1)

    def enter(self, direction: int) -> None:
        """Start at the end that the focus comes from, if the cursor stands where it left."""
        last = self.count - 1
        if direction > 0 and self.cursor == last:
            self.cursor = self._top = 0
        elif direction < 0 and self.cursor == 0:
            self.cursor = self._top = max(0, last)
