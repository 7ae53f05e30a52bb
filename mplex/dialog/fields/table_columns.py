"""The columns of a table: how wide each is, how a cell stands in it, and where a click falls.

A table is laid out at its natural width once and seen through a window of columns, so that a wide
one scrolls sideways and loses nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from mplex.dialog.fields.item_text import tidy
from mplex.ui.rows import shortened

GAP: Final = 2
"""Blanks between two columns."""
WIDEST: Final = 200
"""Columns of text in one cell at most; what is longer is cut with an ellipsis."""
SORT_COLS: Final = 2
"""Columns kept free behind a header for the mark of the sorting."""
EXACT: Final = 1e15
"""Under this a float without a fraction is written as an integer."""
NULL_TEXT: Final = ""


class Column(NamedTuple):
    """One column, laid out."""

    key: str
    label: str
    """Row text."""
    align: str
    start: int
    width: int

    @property
    def end(self) -> int:
        """The first cell right of it, without the gap."""
        return self.start + self.width

    def place(self, text: str) -> str:
        """Return row text as exactly `width` cells."""
        text = shortened(text, self.width)
        if self.align == "right":
            return text.rjust(self.width)
        return text.center(self.width) if self.align == "center" else text.ljust(self.width)


def cell_text(value: Any) -> str:
    """Return a cell as row text."""
    if value is None:
        return NULL_TEXT
    if isinstance(value, float) and value.is_integer() and abs(value) < EXACT:
        value = int(value)
    return tidy(str(value))


class Columns:
    """All columns of a table and the texts of its cells."""

    def __init__(
        self, columns: Sequence[Mapping[str, Any]], rows: Sequence[Mapping[str, Any]], sorts: bool
    ) -> None:
        self.columns: list[Column] = []
        texts: list[list[str]] = []
        start = 0
        for spec in columns:
            key = str(spec.get("key") or "")
            label = tidy(str(spec.get("label") or key))
            cells = [cell_text(row.get(key)) for row in rows]
            natural = max(map(len, cells), default=0)
            width = min(WIDEST, max(natural, len(label) + (SORT_COLS if sorts else 0), 1))
            self.columns.append(Column(key, label, str(spec.get("align") or "left"), start, width))
            texts.append(cells)
            start += width + GAP
        self.width = max(0, start - GAP)
        self._texts = texts

    def row(self, index: int) -> str:
        """Return a whole row as row text of `width` cells."""
        gap = " " * GAP
        placed = zip(self.columns, self._texts, strict=True)
        return gap.join(column.place(cells[index]) for column, cells in placed)

    def search_text(self, index: int) -> str:
        """Return what a filter looks at, case-folded."""
        return " ".join(cells[index] for cells in self._texts).casefold()

    def at(self, cell: int) -> int | None:
        """Return the column that a cell of a row belongs to, its gap included."""
        for index, column in enumerate(self.columns):
            if column.start <= cell < column.end + GAP:
                return index
        return None

    def next_start(self, shift: int, way: int, room: int) -> int:
        """Return where the window of `room` cells begins after a step to the right or left.

        It goes column by column, and within a column that is wider than the window by half of it.
        """
        step = max(1, room // 2)
        starts = [column.start for column in self.columns]
        if way > 0:
            found = min((start for start in starts if start > shift), default=self.width)
        else:
            found = max((start for start in starts if start < shift), default=0)
        if abs(found - shift) >= room:
            found = shift + way * step
        return self.clamped(found, room)

    def revealing(self, index: int, shift: int, room: int) -> int:
        """Return the window's beginning that has a column in view, moved as little as needed."""
        column = self.columns[index]
        if column.start < shift or column.width > room:
            return self.clamped(column.start, room)
        return self.clamped(max(shift, column.end - room), room)

    def clamped(self, shift: int, room: int) -> int:
        """Return a window's beginning that shows nothing beyond the last column."""
        return max(0, min(shift, self.width - room))
