"""How a collection is laid out and drawn: label, filter line, rows in view, scroll marks, a note.

One idea: a kind says what its items are and how one is drawn; where they are on the screen is the
same for all. Keys and mouse are in `collection`.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Final, NamedTuple

from mplex.dialog.field import Field
from mplex.dialog.fields.filter_line import FilterLine
from mplex.dialog.fields.kit import Kit
from mplex.dialog.fields.label import POINTER, draw_label, label_height
from mplex.dialog.fields.rows_view import Placed, RowsView
from mplex.dialog.fields.thumbnail import Thumbnail
from mplex.dialog.fields.widget import FieldWidget
from mplex.geometry import Point, Rect
from mplex.ui.rows import Row, shortened
from mplex.ui.surface import Surface
from mplex.vt.styles import Style
from mplex.vt.widths import text_width

LEAST_ROWS: Final = 2
"""Rows of items that are shown at least, where there are so many."""
ABOVE, BELOW = "▲", "▼"
MARK_COLS: Final = 2
"""Columns before an item for the marker of the cursor."""
_SUMMARY_GAP: Final = 2
KEPT_LINES: Final = 256
"""Lines that are kept as they were drawn; more than a screen has."""


class Parts(NamedTuple):
    """The first row of each part of a widget, from the top down, and the rows of the items."""

    filter: int
    head: int
    body: int
    rows: int
    note: int


class CollectionFrame(FieldWidget):
    """The drawn half of a widget of rows."""

    tall = False
    """Whether items may need more than one row, so that `item_rows` is asked."""
    nothing = "nothing here"
    """What is said when there are no items at all."""
    head_first = False
    """Whether the rows of `draw_head` stand above the filter, not below it."""
    fills = False
    """Whether it takes all rows that the form has in view, however few items there are."""

    def __init__(self, field: Field, kit: Kit, items: int = 0) -> None:
        super().__init__(field, kit.looks)
        self.kit = kit
        self.shown = list(range(items))
        """The items to move over now, by number, from the top down."""
        self.view = RowsView(self._rows_of if self.tall else None)
        self.filter = FilterLine(kit.looks)
        self._floor = 0
        self._kept_lines: dict[tuple[object, ...], Row] = {}

    @abstractmethod
    def draw_item(self, surface: Surface, placed: Placed, row: int, style: Style | None) -> None:
        """Draw an item from a row of the surface on, right of the marker.

        `style` is what all of it is drawn in when the cursor is on it, else None.
        """

    def name_of(self, item: int) -> str:
        """Return what a program calls an item."""
        return str(item + 1)

    def item_rows(self, item: int, cols: int) -> int:
        """Return the rows of an item at a width of the whole widget."""
        return 1

    def head_rows(self) -> int:
        """Return the rows that the kind itself draws above the items."""
        return 0

    def draw_head(self, surface: Surface, row: int, focus: bool) -> Point | None:
        """Draw the rows above the items; return where the cursor stands, if it does there."""
        return None

    def on_items(self) -> bool:
        """Say whether the cursor is on the items, and not in the rows above them."""
        return True

    def note(self) -> str:
        """Return a remark for the row below the items, "" for none."""
        return ""

    def summary(self) -> str:
        """Return what stands at the right of the label: how many are picked."""
        return ""

    def height(self, cols: int) -> int:
        """Return the rows that it needs: never many more than the form has in view."""
        parts = self.parts(cols)
        return parts.note + (1 if self.note() else 0)

    def parts(self, cols: int) -> Parts:
        """Return where everything is at a width."""
        filter_row = head = label_height(self.field)
        if self.head_first:
            filter_row += self.head_rows()
        elif self.filter.shown:
            head += 1
        body = label_height(self.field) + self.head_rows() + (1 if self.filter.shown else 0)
        room = max(LEAST_ROWS, self.page - body - (1 if self.note() else 0))
        least = room if self.fills else min(room, self._floor)
        rows = max(1, least, self.view.needed(len(self.shown), cols, room))
        return Parts(filter_row, head, body, rows, body + rows)

    def fit(self, cols: int) -> Parts:
        """Tell the view how large it is; return where everything is."""
        parts = self.parts(cols)
        self.view.fit(len(self.shown), cols, parts.rows)
        return parts

    def draw(self, surface: Surface, focus: bool) -> Point | None:
        """Draw the rows in view; the cursor is that of the filter while it is typed."""
        parts = self.fit(surface.size.cols)
        draw_label(surface, self.field, self.looks, focus=focus, marked=self.marked)
        self._draw_summary(surface, focus)
        cursor = None
        if self.filter.shown:
            cursor = self.filter.draw(surface, parts.filter, focus)
        cursor = self.draw_head(surface, parts.head, focus) or cursor
        self._draw_items(surface, parts, focus)
        if self.note():
            surface.put(
                parts.note, 0, "  " + self.note(), self.looks["dialog.hint"], surface.size.cols
            )
        return cursor

    def focus_rows(self, cols: int) -> tuple[int, int]:
        """Return the rows of the item under the cursor, with all above while it is the first."""
        parts = self.fit(cols)
        here = self.view.where()
        if self.filter.open or here is None:
            # In very few rows the line that is typed matters more than what it has found.
            crowded = parts.body - parts.filter >= max(LEAST_ROWS, self.page)
            return 0, parts.filter + 1 if crowded else parts.body
        first = 0 if here.row == 0 else parts.body + here.row
        return first, parts.body + here.row + here.rows - 1

    def with_place(self, *parts: str) -> str:
        """Return parts of a summary, with the cursor's place when not all rows are in view."""
        count = len(self.shown)
        place = f"{self.view.cursor + 1}/{count}" if count > self.view.rows else ""
        return " · ".join(part for part in (*parts, place) if part)

    def put_line(
        self, surface: Surface, at: Point, runs: tuple[tuple[str, str], ...], style: Style | None
    ) -> None:
        """Put row texts with their roles beside one another, up to the column of the marks.

        Lines are kept: a key changes two of those in view.
        """
        key = (at.col, runs, style, surface.size.cols)
        line = self._kept_lines.get(key)
        if line is None:
            if len(self._kept_lines) >= KEPT_LINES:
                self._kept_lines.clear()
            line = self._kept_lines[key] = _line(
                [(text, style or self.looks[role]) for text, role in runs],
                surface.size.cols - 1 - at.col,
            )
        surface.put_row(at.row, at.col, line)

    def draw_thumbnail(
        self,
        surface: Surface,
        thumbnail: Thumbnail,
        placed: Placed,
        at: Point,
        style: Style | None,
    ) -> None:
        """Draw the rows in view of an item's picture, and note what is wrong with it."""
        role = "dialog" if style is None else "dialog.selected"
        thumbnail.draw(surface, at, (placed.skip, placed.rows), role)
        if thumbnail.loaded:
            self.warn(thumbnail.warning, self.name_of(self.shown[placed.at]))

    def _draw_summary(self, surface: Surface, focus: bool) -> None:
        """Put the summary at the right of the label's row where there is room for it."""
        if not label_height(self.field):
            return
        text = self.summary()
        used = len(surface.texts[0].rstrip())
        col = surface.size.cols - 1 - text_width(text)
        if text and col >= used + _SUMMARY_GAP:
            surface.put(0, col, text, self.looks["dialog.hint"])

    def _draw_items(self, surface: Surface, parts: Parts, focus: bool) -> None:
        if not self.shown:
            text = "no match" if self.filter.text else self.nothing
            surface.put(parts.body, MARK_COLS, text, self.looks["dialog.hint"], surface.size.cols)
            return
        for placed in self.view.placed():
            row = parts.body + placed.row
            here = placed.at == self.view.cursor and focus and self.on_items()
            style = self.looks["dialog.selected"] if here else None
            if style:
                whole = Rect(row, 0, placed.rows, max(1, surface.size.cols - 1))
                surface.fill(whole, " ", style)
                surface.put(row, 0, POINTER, style)
            self.draw_item(surface, placed, row, style)
        self._draw_marks(surface, parts)

    def _draw_marks(self, surface: Surface, parts: Parts) -> None:
        above, below = self.view.hidden()
        for row, mark, needed in (
            (parts.body, ABOVE, above),
            (parts.body + parts.rows - 1, BELOW, below),
        ):
            if needed:
                surface.put(row, surface.size.cols - 1, mark, self.looks["dialog.title"])

    def here(self) -> int:
        """Return the item under the cursor; there must be one."""
        return self.shown[max(0, min(self.view.cursor, len(self.shown) - 1))]

    def go_to(self, item: int | None) -> None:
        """Put the cursor on an item if it is shown, and bring it into view."""
        self.view.count = len(self.shown)
        self.view.go(self.shown.index(item) if item in self.shown else self.view.cursor)
        self._invalidate()

    def _rows_of(self, row: int, cols: int) -> int:
        return self.item_rows(self.shown[row], cols)


def _line(runs: Sequence[tuple[str, Style]], room: int) -> Row:
    """Return texts beside one another; the one that finds no room ends with an ellipsis."""
    texts, attrs = "", ""
    for text, style in runs:
        if text and room > 0:
            shown = shortened(text, room)
            texts, attrs = texts + shown, attrs + style.ch * len(shown)
            room -= len(text)
    return Row(texts, attrs)
