"""What all fields have in common that only show something: a view of rows, and scrolling in it.

One idea: a kind says which rows it has at a width, once for each width; how many of them are in
view, the keys and the wheel, and the marks where there is more are the same for all. Such a field
can have the focus only when there is something to scroll.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import NamedTuple

from mplex.dialog.box import ABOVE, BELOW
from mplex.dialog.dialog_keys import steps
from mplex.dialog.field import Field
from mplex.dialog.fields.drawn_rows import widest_of
from mplex.dialog.fields.kit import Kit
from mplex.dialog.fields.label import POINTER, draw_label, indent_at, label_height
from mplex.dialog.fields.widget import FieldWidget, KeyHint, Took
from mplex.dialog.pixels import rows_of
from mplex.dialog.wheel import wheel_rows
from mplex.geometry import Point
from mplex.term.keys import KeyEvent, MouseEvent
from mplex.ui.rows import Row, cut_row, padded
from mplex.ui.surface import Surface

SIDE_COLS = 8
"""Columns that one step sideways scrolls."""
KEPT_WIDTHS = 4
"""For how many widths the rows are kept."""

SCROLL_KEYS = {
    "Up": "up",
    "Down": "down",
    "PPage": "page-up",
    "NPage": "page-down",
    "Home": "first",
    "End": "last",
}
"""Keys that scroll, and the actions of `dialog_keys` that they are."""
END = 1_000_000_000
"""A row beyond every content; `view` makes it the last one."""


class View(NamedTuple):
    """How the content lies at a width."""

    content: Sequence[Row]
    fixed: Sequence[Row]
    head: int
    """Rows above: the label, and what is fixed."""
    shown: int
    """Rows of content in view."""
    indent: int
    cols: int
    """Columns of content in view; one more is kept for the marks, where there is room."""
    widest: int

    @property
    def last_top(self) -> int:
        """The first row in view when everything is scrolled up."""
        return max(0, len(self.content) - self.shown)

    @property
    def last_left(self) -> int:
        """The first column in view when everything is scrolled to the left."""
        return max(0, self.widest - self.cols)

    @property
    def scrolls(self) -> bool:
        """Whether there is more than is in view."""
        return bool(self.last_top or self.last_left)


class DisplayWidget(FieldWidget):
    """The widget of a field that only shows something."""

    _selectable = False
    refresh_seconds = 0.0
    """How often it wants to be drawn again by itself; 0 for never."""

    def __init__(self, field: Field, kit: Kit) -> None:
        super().__init__(field, kit.looks)
        self.kit = kit
        self.top = 0
        self.left = 0
        self._ways = ""
        self._rows: dict[int, tuple[Sequence[Row], int]] = {}

    @abstractmethod
    def content(self, cols: int) -> Sequence[Row]:
        """Return all rows at a width; wider ones are scrolled sideways."""

    def fixed(self, cols: int) -> Sequence[Row]:
        """Return rows that stay above the content."""
        return ()

    def most_rows(self, rows: int) -> int:
        """Return how many of so many rows the content may have in view, at least one."""
        cap, rows = self.field["max_height"], max(1, rows)
        return min(rows, rows_of(cap)) if cap else rows

    def forget(self) -> None:
        """Lay everything out anew: the content has changed."""
        self._rows.clear()
        self._invalidate()

    def view(self, cols: int) -> View:
        """Return how the content lies in `cols` columns, and note whether it scrolls."""
        indent = indent_at(cols)
        width = max(1, cols - indent - bool(indent))
        content, widest = self._content(width)
        fixed = self.fixed(width)
        head = label_height(self.field) + len(fixed)
        shown = min(len(content), self.most_rows(self.page - head))
        view = View(content, fixed, head, shown, indent, width, widest)
        self.top = min(self.top, view.last_top)
        self.left = min(self.left, view.last_left)
        self._selectable = view.scrolls
        self._ways = ("←→" if view.last_left else "") + ("↑↓" if view.last_top else "")
        return view

    def _content(self, width: int) -> tuple[Sequence[Row], int]:
        """Return the content at a width, and the columns of its widest row."""
        if width not in self._rows:
            while len(self._rows) >= KEPT_WIDTHS:
                del self._rows[next(iter(self._rows))]
            rows = self.content(width)
            self._rows[width] = rows, widest_of(rows)
        return self._rows[width]

    def height(self, cols: int) -> int:
        """Return the rows of the label, of the content in view, and of the line below it."""
        view = self.view(cols)
        return max(1, view.head + view.shown + bool(view.last_left))

    def draw(self, surface: Surface, focus: bool) -> Point | None:
        """Draw the label, and the rows in view with marks where there are more."""
        cols = surface.size.cols
        view = self.view(cols)
        draw_label(surface, self.field, self.looks, focus=focus and view.scrolls)
        for index, row in enumerate(view.fixed):
            surface.put_row(view.head - len(view.fixed) + index, view.indent, row)
        for index in range(view.shown):
            row = cut_row(view.content[self.top + index], self.left, view.cols)
            row = padded(row, len(row.text), self.looks["dialog"])
            surface.put_row(view.head + index, view.indent, row)
        self._draw_marks(surface, view, focus and view.scrolls)
        return None

    def _draw_marks(self, surface: Surface, view: View, focus: bool) -> None:
        last = surface.size.cols - 1
        style = self.looks["dialog.title" if focus else "dialog.hint"]
        if self.top:
            surface.put(view.head, last, ABOVE, style)
        if self.top < view.last_top:
            surface.put(view.head + view.shown - 1, last, BELOW, style)
        if focus and not view.head and view.indent:
            surface.put(0, 0, POINTER, style)
        if view.last_left:
            end = min(self.left + view.cols, view.widest)
            left, right = "◀" if self.left else " ", "▶" if end < view.widest else " "
            said = f"{left} columns {self.left + 1}-{end} of {view.widest} {right}"
            surface.put(view.head + view.shown, view.indent, said, style, view.cols)

    def hints(self) -> tuple[KeyHint, ...]:
        """Return the keys that scroll, while there is something to scroll."""
        return (KeyHint(self._ways, "scroll"),) if self._selectable else ()

    def on_key(self, event: KeyEvent, cols: int) -> Took:
        """Scroll; what would go beyond either end is the form's."""
        view = self.view(cols)
        base = event.key.base
        if event.key.mods or not view.scrolls:
            return Took.NO
        if base in ("Left", "Right"):
            return self._scroll_aside(SIDE_COLS if base == "Right" else -SIDE_COLS, view)
        if base not in SCROLL_KEYS:
            return Took.NO
        return self._scroll(steps(SCROLL_KEYS[base], view.shown - 1, len(view.content)), view)

    def on_mouse(self, event: MouseEvent, cols: int) -> Took:
        """Scroll by the wheel; what would go beyond either end is the form's."""
        view = self.view(cols)
        by = wheel_rows(event)
        if by:
            return self._scroll(by, view)
        if event.action in ("wheel-left", "wheel-right"):
            right = event.action == "wheel-right"
            return self._scroll_aside(SIDE_COLS if right else -SIDE_COLS, view)
        return Took.NO

    def _scroll(self, by: int, view: View) -> Took:
        return self._go(max(0, min(self.top + by, view.last_top)), self.left)

    def _scroll_aside(self, by: int, view: View) -> Took:
        return self._go(self.top, max(0, min(self.left + by, view.last_left)))

    def _go(self, top: int, left: int) -> Took:
        """Bring a row and a column to the upper left."""
        if (top, left) == (self.top, self.left):
            return Took.NO
        self.top, self.left = top, left
        self._invalidate()
        return Took.YES

    def enter(self, direction: int) -> None:
        """Begin at the end that the focus comes from."""
        if direction < 0:
            self.top = END
        elif direction > 0:
            self.top = 0
        self._invalidate()
