"""A table: rows with columns, picked by row, sorted by header, seen through a scrolling window.

The order is what sorting made of the rows; a filter hides rows and changes neither order nor picks.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from mplex.dialog.field import Field
from mplex.dialog.fields.collection import CollectionWidget
from mplex.dialog.fields.collection_frame import KEPT_LINES, MARK_COLS
from mplex.dialog.fields.filter_line import matching
from mplex.dialog.fields.kit import Kit
from mplex.dialog.fields.label import POINTER
from mplex.dialog.fields.picks import Picks
from mplex.dialog.fields.rows_view import MOVES, Placed
from mplex.dialog.fields.table_columns import Columns
from mplex.dialog.fields.table_sort import SortKey, sort_key, sorted_rows
from mplex.dialog.fields.usual_keys import ENTER, ESCAPE, SPACE
from mplex.dialog.fields.widget import KeyHint, Took
from mplex.geometry import Point
from mplex.term.keys import Key, KeyEvent, MouseEvent
from mplex.ui.rows import Row, cut_row
from mplex.ui.surface import Surface
from mplex.vt.styles import Style
from mplex.vt.widths import cut

SORT: Final = Key("s")
LEFT, RIGHT = Key("Left"), Key("Right")
UPWARD, DOWNWARD = "↑", "↓"
"""Behind the header of the column that is sorted by: ascending, descending."""
MORE_LEFT, MORE_RIGHT = "‹", "›"
"""At the ends of the header when columns are out of view there."""
_TEXT_COL: Final = MARK_COLS + len("[x] ")


class TableWidget(CollectionWidget):
    """A table; the value is `{"selected", "order", "sort": {"column", "dir"}}`."""

    nothing = "no rows"

    def __init__(self, field: Field, kit: Kit) -> None:
        rows = field["rows"] or ()
        self._values = [str(row.get("value") or "") for row in rows]
        self._cells = [row.get("values") or {} for row in rows]
        columns = field["columns"] or ()
        self._sorts = bool(field["sortable_by_column"] and columns)
        if not columns:
            # Rows without any cells are told apart by their values.
            columns, self._cells = ({"key": ""},), [{"": value} for value in self._values]
        self._columns = Columns(columns, self._cells, self._sorts)
        self._picks = Picks(self._values, bool(field["multi_select"]), field["default_selected"])
        self._order = list(range(len(rows)))
        self._folded: list[str] = []
        self._keys: dict[int, list[SortKey]] = {}
        self._column: int | None = None
        self._descending = False
        self._heading: int | None = None
        self._shift = 0
        self._drawn: dict[tuple[int, bool, int, int], Row] = {}
        """Whole rows by number, whether they are picked, the window's first cell, and columns."""
        super().__init__(field, kit, len(rows))

    def value(self) -> dict[str, Any]:
        """Return what is picked, the order of all rows, and what they are sorted by."""
        column = None if self._column is None else self._columns.columns[self._column].key
        return {
            "selected": self._picks.values(),
            "order": [self._values[row] for row in self._order],
            "sort": {"column": column, "dir": "desc" if self._descending else "asc"},
        }

    def restore(self, value: Any) -> None:
        """Take back picks, sorting and order."""
        if not isinstance(value, Mapping):
            return
        self._picks.restore(value.get("selected"))
        self._restore_sort(value.get("sort"))
        order = value.get("order")
        if isinstance(order, list):
            place = {name: index for index, name in enumerate(order) if isinstance(name, str)}
            self._order.sort(key=lambda row: place.get(self._values[row], len(place)))
        self.refilter()
        self._invalidate()

    def problem(self) -> str:
        """Complain when it is required and no row is picked."""
        return "pick a row" if self.field["required"] and not self._picks else ""

    def refilter(self) -> None:
        """Find the rows that pass the filter."""
        if self.filter.text and not self._folded:
            rows = range(len(self._values))
            self._folded = [self._columns.search_text(row) for row in rows]
        self.shown = matching(self.filter.text, self._folded, self._order)

    def summary(self) -> str:
        """Return how many are picked, and where the cursor is in a table that scrolls."""
        return self.with_place(f"{len(self._picks)} picked" if self._picks.multi else "")

    def head_rows(self) -> int:
        """Return the row of the headers."""
        return 1 if self.field["columns"] else 0

    def draw_head(self, surface: Surface, row: int, focus: bool) -> Point | None:
        """Draw the headers in view, with marks where columns are out of it."""
        if not self.head_rows():
            return None
        room = self._room(surface.size.cols)
        self._shift = self._columns.clamped(self._shift, room)
        shown = cut_row(self._header(focus), self._shift, room)
        surface.put_row(row, _TEXT_COL, shown)
        accent = self.looks["dialog.accent"]
        if self._shift:
            surface.put(row, _TEXT_COL - 1, MORE_LEFT, accent)
        if self._shift + room < self._columns.width:
            surface.put(row, surface.size.cols - 1, MORE_RIGHT, accent)
        if focus and self._heading is not None:
            start = self._columns.columns[self._heading].start - self._shift
            surface.put(row, max(0, _TEXT_COL + start - 1), POINTER, self.looks["dialog.selected"])
        return None

    def on_items(self) -> bool:
        """Say whether the cursor is on the rows, and no header is being chosen."""
        return self._heading is None

    def draw_item(self, surface: Surface, placed: Placed, row: int, style: Style | None) -> None:
        """Draw one row through the window; rows are kept, since a key changes two of many."""
        index, cols = self.shown[placed.at], surface.size.cols
        value = self._values[index]
        picked = value in self._picks
        key = (index, picked, self._shift, cols)
        drawn = self._drawn.get(key) if style is None else None
        if drawn is not None:
            surface.texts[row], surface.attrs[row] = drawn
            return
        text = cut(self._columns.row(index), self._shift, self._room(cols))
        mark = (self._picks.mark(value) + " ", "dialog.accent" if picked else "dialog")
        self.put_line(surface, Point(row, MARK_COLS), (mark, (text, "dialog")), style)
        if style is None:
            if len(self._drawn) >= KEPT_LINES:
                self._drawn.clear()
            self._drawn[key] = surface.row(row)

    def press(self, item: int) -> Took:
        """Pick a row, or put it back."""
        self._picks.toggle(self._values[item])
        self.changed()
        return Took.YES

    def press_head(self, row: int, col: int, cols: int) -> Took:
        """Sort by the clicked header; a mark at the edge scrolls."""
        room = self._room(cols)
        if col < _TEXT_COL and self._shift:
            self._scroll(-1, room)
        elif col >= cols - 1 and self._shift + room < self._columns.width:
            self._scroll(1, room)
        elif col >= _TEXT_COL and self._sorts:
            found = self._columns.at(col - _TEXT_COL + self._shift)
            if found is not None:
                self._sort_by(found)
        return Took.YES

    def own_key(self, event: KeyEvent, cols: int) -> Took | None:
        """Scroll sideways, or choose a header after `s`."""
        room = self._room(cols)
        if self._heading is not None:
            return self._heading_key(event, room)
        if event.key in (LEFT, RIGHT) and self._columns.width > room:
            self._scroll(-1 if event.key == LEFT else 1, room)
            return Took.YES
        if event.key == SORT and self._sorts:
            self._heading = self._column or 0
            self._shift = self._columns.revealing(self._heading, self._shift, room)
            return Took.YES
        return None

    def on_mouse(self, event: MouseEvent, cols: int) -> Took:
        """Scroll sideways with the wheel too; any press ends choosing a header."""
        if event.action in ("wheel-left", "wheel-right"):
            before = self._shift
            self._scroll(-1 if event.action == "wheel-left" else 1, self._room(cols))
            return Took.YES if self._shift != before else Took.NO
        if event.action == "down":
            self._heading = None
        return super().on_mouse(event, cols)

    def own_hints(self) -> tuple[KeyHint, ...]:
        """Return the keys for rows, or for choosing a header."""
        if self._heading is not None:
            return (KeyHint("←→", "column"), KeyHint("Enter", "sort"), KeyHint("Esc", "rows"))
        hints = [KeyHint("↑↓", "move"), KeyHint("Space", "pick")]
        if self._sorts:
            hints.append(KeyHint("s", "sort"))
        return (*hints, KeyHint("/", "filter"), KeyHint("←→", "scroll"))

    def _heading_key(self, event: KeyEvent, room: int) -> Took | None:
        """Take a key while a header is chosen; one that moves over rows ends it."""
        heading, key = self._heading or 0, event.key
        if key in (LEFT, RIGHT):
            step = -1 if key == LEFT else 1
            self._heading = max(0, min(heading + step, len(self._columns.columns) - 1))
            self._shift = self._columns.revealing(self._heading, self._shift, room)
        elif key in ENTER or key == SPACE:
            self._sort_by(heading)
        elif key in (ESCAPE, SORT):
            self._heading = None
        elif key in MOVES:
            self._heading = None
            return None
        else:
            return Took.NO
        return Took.YES

    def _sort_by(self, column: int) -> None:
        """Sort by a column, or the other way round when it is that already; show what is first."""
        self._descending = column == self._column and not self._descending
        self._column = column
        self._sort()
        self.view.go(0)
        self.changed()

    def _sort(self) -> None:
        if self._column is not None:
            if self._column not in self._keys:
                name = self._columns.columns[self._column].key
                self._keys[self._column] = [sort_key(row.get(name)) for row in self._cells]
            self._order = sorted_rows(self._keys[self._column], self._descending)
        self.refilter()

    def _restore_sort(self, sort: Any) -> None:
        if not isinstance(sort, Mapping):
            return
        keys = [column.key for column in self._columns.columns]
        known = sort.get("column") in keys
        self._column = keys.index(sort["column"]) if known else None
        self._descending = known and sort.get("dir") == "desc"
        self._sort()

    def _scroll(self, way: int, room: int) -> None:
        self._shift = self._columns.next_start(self._shift, way, room)
        self._invalidate()

    def _room(self, cols: int) -> int:
        return max(1, cols - 1 - _TEXT_COL)

    def _header(self, focus: bool) -> Row:
        """Return the whole row of headers."""
        text, attrs = "", ""
        for index, column in enumerate(self._columns.columns):
            text, attrs = text.ljust(column.start), attrs.ljust(column.start, self._plain())
            label = column.label
            if index == self._column:
                label += " " + (DOWNWARD if self._descending else UPWARD)
            role = "dialog.title" if index == self._column else "dialog.label"
            if focus and index == self._heading:
                role = "dialog.selected"
            shown = column.place(label)
            text += shown
            attrs += self.looks[role].ch * len(shown)
        return Row(text, attrs)

    def _plain(self) -> str:
        return self.looks["dialog"].ch
