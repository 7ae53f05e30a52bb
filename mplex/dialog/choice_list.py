"""The options of a dialog as a list: one is selected, each shows its key, long ones wrap.

Scrolling is `rows_view`'s; labels are wrapped once for each width, so that a key costs the drawing
of what is in view. Which key means what is in `dialog_keys`.
"""

from __future__ import annotations

from collections.abc import Sequence

from mplex.dialog.box import draw_scroll_marks
from mplex.dialog.dialog_keys import OPTION_KEYS, steps
from mplex.dialog.fields.rows_view import Placed, RowsView
from mplex.dialog.fields.text_rows import wrapped_cells
from mplex.dialog.plain_text import plain_line
from mplex.geometry import Rect
from mplex.ui.rows import Row
from mplex.ui.surface import Surface
from mplex.ui.theme import Theme
from mplex.vt.clusters import cells

MARKER = "▸"
"""Stands before the selected option, so that it can be told without colours too."""

GUTTER = 5
"""Columns before an option's label: marker, key, and blanks."""
KEY_COLS = 3
"""Columns of the marker and the key."""


class ChoiceList:
    """A list of options and the selected one."""

    def __init__(self, options: Sequence[str], default: int = 0, keys: str = OPTION_KEYS) -> None:
        self.count = len(options)
        self._keys = keys
        self._labels = [cells(plain_line(label)) for label in options]
        self._wrapped: dict[int, list[list[str]]] = {}
        """The rows of every label by the columns of a view, of which there are few."""
        self._view = RowsView(lambda index, cols: len(self._rows_of(cols)[index]))
        self._view.count = self.count
        self.select(default)

    @property
    def selected(self) -> int:
        """The index of the selected option."""
        return self._view.cursor

    def select(self, index: int) -> None:
        """Select an option; an index beyond either end means the one at that end."""
        self._view.go(index)

    def move(self, action: str, rows: int) -> None:
        """Select another option, by an action of `dialog_keys` in a view of `rows`."""
        self.select(self.selected + steps(action, rows, self.count))

    def cols(self) -> int:
        """Return the columns that the longest option needs to stay on one row."""
        return GUTTER + max(len(label) for label in self._labels)

    def rows(self, cols: int) -> int:
        """Return the rows that all options need."""
        return sum(len(rows) for rows in self._rows_of(cols))

    def option_at(self, row: int, col: int, rows: int, cols: int) -> int | None:
        """Return the option under a point of a view of `rows` x `cols`."""
        self._view.fit(self.count, cols, rows)
        placed = self._view.at(row) if 0 <= col < cols else None
        return None if placed is None else placed.at

    def draw(self, surface: Surface, part: Rect, theme: Theme) -> None:
        """Draw a view with the selected option in it, with marks where there is more."""
        self._view.fit(self.count, part.cols, part.rows)
        for placed in self._view.placed():
            self._draw_option(surface, part, placed, theme)
        draw_scroll_marks(surface, part, self._view.hidden(), theme)

    def _draw_option(self, surface: Surface, part: Rect, placed: Placed, theme: Theme) -> None:
        here = placed.at == self.selected
        body = theme["dialog.selected" if here else "dialog"].ch
        dim = body if here else theme["dialog.hint"].ch
        labels = self._rows_of(part.cols)[placed.at]
        for line in range(placed.skip, placed.skip + placed.rows):
            key = self._keys[placed.at] if line == 0 else " "
            mark = MARKER if here and line == 0 else " "
            text = f"{mark} {key}".ljust(GUTTER) + labels[line].ljust(part.cols - GUTTER)
            attrs = (dim if line == 0 else body) * KEY_COLS + body * (len(text) - KEY_COLS)
            at = part.row + placed.row + line - placed.skip
            surface.put_row(at, part.col, Row(text[: part.cols], attrs[: part.cols]))

    def _rows_of(self, cols: int) -> list[list[str]]:
        if cols not in self._wrapped:
            room = max(1, cols - GUTTER)
            self._wrapped[cols] = [wrapped_cells(label, room) for label in self._labels]
        return self._wrapped[cols]
