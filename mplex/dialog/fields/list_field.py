"""A list in its five modes: to read, to pick one or several from, to put in order, or both.

Picking and ordering are independent: the order is always that of all items, and what is picked
stays picked when it moves.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from mplex.dialog.field import Field
from mplex.dialog.fields.collection import CollectionWidget
from mplex.dialog.fields.collection_frame import MARK_COLS
from mplex.dialog.fields.filter_line import matching
from mplex.dialog.fields.item_text import Line, Texts, option_text
from mplex.dialog.fields.kit import Kit
from mplex.dialog.fields.picks import Picks
from mplex.dialog.fields.rows_view import Placed
from mplex.dialog.fields.thumbnail import Thumbnails
from mplex.dialog.fields.widget import KeyHint, Took
from mplex.geometry import Point
from mplex.term.keys import META, SUPER, Key, KeyEvent
from mplex.ui.surface import Surface
from mplex.vt.styles import Style

HANDLE: Final = "≡ "
"""Shows that an item can be moved."""
REORDER: Final = {
    Key("Up", META): -1,
    Key("Up", SUPER): -1,
    Key("Down", META): 1,
    Key("Down", SUPER): 1,
}
_BULLET: Final = "• "


class ListWidget(CollectionWidget):
    """A list; the value is `{"selected": [value...], "order": [value...]}`."""

    tall = True

    def __init__(self, field: Field, kit: Kit) -> None:
        items = [_full(item) for item in field["items"] or ()]
        self._values = [str(item.get("value") or "") for item in items]
        self._thumbnails = Thumbnails(items, kit)
        self._texts = Texts(
            option_text(item, self._thumbnails[index].remark) for index, item in enumerate(items)
        )
        self._selectable_items = bool(field["selectable"])
        self._sortable = bool(field["sortable"])
        multi = bool(field["multi_select"])
        defaults = field["default_selected"] if self._selectable_items else ()
        self._picks = Picks(self._values, multi, defaults)
        self._order = list(range(len(items)))
        self._folded: list[str] = []
        super().__init__(field, kit, len(items))
        for item, warning in self._thumbnails.warnings():
            self.warn(warning, self.name_of(item))

    def selectable(self) -> bool:
        """Say whether it can have the focus: a list that is only read needs it to scroll."""
        return self._selectable_items or self._sortable or len(self.shown) > self.view.rows

    def name_of(self, item: int) -> str:
        """Return the value of an item."""
        return self._values[item]

    def value(self) -> dict[str, list[str]]:
        """Return what is picked in the order of picking, and all values in their order."""
        return {
            "selected": self._picks.values(),
            "order": [self._values[item] for item in self._order],
        }

    def restore(self, value: Any) -> None:
        """Take back picks and order; items that the order does not name keep theirs at the end."""
        if not isinstance(value, Mapping):
            return
        if self._selectable_items:
            self._picks.restore(value.get("selected"))
        if self._sortable and isinstance(value.get("order"), list):
            self._order = _ordered(self._values, value["order"])
            self.refilter()
        self._invalidate()

    def refilter(self) -> None:
        """Find the items that pass the filter."""
        if self.filter.text and not self._folded:
            self._folded = self._texts.folded()
        self.shown = matching(self.filter.text, self._folded, self._order)

    def summary(self) -> str:
        """Return how many are picked, and where the cursor is in a list that scrolls."""
        picked = (
            f"{len(self._picks)} picked" if self._selectable_items and self._picks.multi else ""
        )
        return self.with_place(picked)

    def item_rows(self, item: int, cols: int) -> int:
        """Return the rows of an item: 1, or more when its text is wrapped."""
        rows = 1 if self._beside(cols) else len(self._lines_of(item, cols))
        return max(rows, self._thumbnails.rows(item, cols))

    def draw_item(self, surface: Surface, placed: Placed, row: int, style: Style | None) -> None:
        """Draw one item with its handle and its mark."""
        cols = surface.size.cols
        item = self.shown[placed.at]
        if placed.skip == 0:
            self.put_line(surface, Point(row, MARK_COLS), self._marks(item, placed.at), style)
        start = self._text_col()
        if self._thumbnails.cols(cols):
            self.draw_thumbnail(surface, self._thumbnails[item], placed, Point(row, start), style)
        start += self._thumbnails.cols(cols)
        lines = self._lines_of(item, cols)[placed.skip : placed.skip + placed.rows]
        for offset, line in enumerate(lines):
            gap = "  " if line.label and line.remark else ""
            runs = ((line.label, "dialog"), (gap, "dialog"), (line.remark, "dialog.hint"))
            self.put_line(surface, Point(row + offset, start), runs, style)

    def press(self, item: int) -> Took:
        """Pick an item, or put it back."""
        if not self._selectable_items:
            return Took.NO
        self._picks.toggle(self._values[item])
        self.changed()
        return Took.YES

    def press_cell(self, item: int, col: int, cols: int) -> Took:
        """Press the item under a click; one on the handle only takes hold of it."""
        if self._sortable and MARK_COLS <= col < MARK_COLS + len(HANDLE):
            return Took.YES
        self.press(item)
        return Took.YES

    def drag_to(self, row: int) -> bool:
        """Move the item under the cursor to another place."""
        return self._move_to(row)

    def own_key(self, event: KeyEvent, cols: int) -> Took | None:
        """Move the item under the cursor with Alt and an arrow."""
        step = REORDER.get(event.key)
        if step is None or not self._sortable or not self.shown:
            return None
        self._move_to(self.view.cursor + step)
        return Took.YES

    def note(self) -> str:
        """Say why nothing can be moved while a filter hides items."""
        return "clear the filter to move items" if self._sortable and self.filter.text else ""

    def own_hints(self) -> tuple[KeyHint, ...]:
        """Return the keys that the mode has."""
        hints = [KeyHint("↑↓", "move")]
        if self._selectable_items:
            hints.append(KeyHint("Space", "pick"))
        if self._sortable:
            hints.append(KeyHint("Alt+↑↓", "reorder"))
        return (*hints, KeyHint("/", "filter"))

    def _move_to(self, index: int) -> bool:
        if not self._sortable or self.filter.text or not 0 <= index < len(self._order):
            return False
        item = self._order.pop(self.view.cursor)
        self._order.insert(index, item)
        self.shown = list(self._order)
        self.view.go(index)
        self.changed()
        return True

    def _text_col(self) -> int:
        handle = len(HANDLE) + len(self._rank(0)) if self._sortable else 0
        bullet = 0 if self._sortable else len(_BULLET)
        return MARK_COLS + handle + (len("[x] ") if self._selectable_items else bullet)

    def _beside(self, cols: int) -> bool:
        return self._text_col() + self._thumbnails.cols(cols) + self._texts.widest < cols

    def _rank(self, place: int) -> str:
        """Return the place of an item as text; all are equally wide."""
        return f"{place + 1:{len(str(len(self._values)))}} "

    def _marks(self, item: int, place: int) -> tuple[tuple[str, str], ...]:
        runs: list[tuple[str, str]] = []
        if self._sortable:
            rank = " " * len(self._rank(0)) if self.filter.text else self._rank(place)
            runs += [(HANDLE, "dialog.accent"), (rank, "dialog.hint")]
        value = self._values[item]
        if self._selectable_items:
            role = "dialog.accent" if value in self._picks else "dialog"
            runs.append((self._picks.mark(value) + " ", role))
        elif not self._sortable:
            runs.append((_BULLET, "dialog.accent"))
        return tuple(runs)

    def _lines_of(self, item: int, cols: int) -> list[Line]:
        room = cols - 1 - self._text_col() - self._thumbnails.cols(cols)
        return self._texts.lines(item, room, self._beside(cols))


def _full(item: Any) -> Mapping[str, Any]:
    """Return an item as a mapping; a bare string is label and value at once."""
    return item if isinstance(item, Mapping) else {"label": str(item), "value": str(item)}


def _ordered(values: list[str], order: list[Any]) -> list[int]:
    """Return the indexes of values in an order that may name strangers and miss some."""
    index_of = {value: index for index, value in enumerate(values)}
    named = [index_of[value] for value in order if isinstance(value, str) and value in index_of]
    return list(dict.fromkeys([*named, *range(len(values))]))
