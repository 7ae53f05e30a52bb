"""A tree: nodes that open and close, of which one or several are picked.

Parents and children are picked independently. What is open is the person's view and no answer.
While a filter is in force, what it lets through is shown with everything above it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping
from typing import Any, Final

from mplex.dialog.field import Field
from mplex.dialog.fields.collection import CollectionWidget
from mplex.dialog.fields.collection_frame import MARK_COLS
from mplex.dialog.fields.filter_line import matching
from mplex.dialog.fields.forest import ancestors, flatten, in_sight, with_ancestors
from mplex.dialog.fields.kit import Kit
from mplex.dialog.fields.picks import Picks
from mplex.dialog.fields.rows_view import Placed
from mplex.dialog.fields.widget import KeyHint, Took
from mplex.geometry import Point
from mplex.term.keys import Key, KeyEvent
from mplex.ui.surface import Surface
from mplex.vt.styles import Style

OPEN, CLOSED, LEAF = "- ", "+ ", "  "
"""Before the label of a node with children, open or closed, and of one without."""
INDENT: Final = 2
LEFT, RIGHT = Key("Left"), Key("Right")
OPEN_ALL: Final = (Key("+"), Key("KP+"))
CLOSE_ALL: Final = (Key("-"), Key("KP-"))
_MARK: Final = len("[x] ")


class TreeWidget(CollectionWidget):
    """A tree; the value is `{"selected": [value...]}`."""

    def __init__(self, field: Field, kit: Kit) -> None:
        self._nodes = flatten(field["items"] or ())
        values = [node.value for node in self._nodes]
        self._picks = Picks(values, bool(field["multi_select"]), field["default_selected"])
        self._parents = {node.parent for node in self._nodes if node.parent >= 0}
        self._open = self._opened_at_first(field["default_expanded"])
        self._found: list[int] = []
        self._folded: list[str] = []
        super().__init__(field, kit)
        self.shown = in_sight(self._nodes, self._open)

    def value(self) -> dict[str, list[str]]:
        """Return what is picked, in the order of picking."""
        return {"selected": self._picks.values()}

    def restore(self, value: Any) -> None:
        """Take back what was picked."""
        if isinstance(value, Mapping):
            self._picks.restore(value.get("selected"))
            self._invalidate()

    def refilter(self) -> None:
        """Find the nodes that pass the filter, and what is above them."""
        if not self._filtering:
            self._found = []
            self.shown = in_sight(self._nodes, self._open)
            return
        if not self._folded:
            self._folded = [node.folded() for node in self._nodes]
        self._found = matching(self.filter.text, self._folded, range(len(self._nodes)))
        self.shown = with_ancestors(self._nodes, self._found)

    def first_match(self) -> int:
        """Return the row of the first node that passes the filter by itself."""
        return self.shown.index(self._found[0]) if self._found else 0

    def summary(self) -> str:
        """Return how many are picked, and where the cursor is in a tree that scrolls."""
        return self.with_place(f"{len(self._picks)} picked" if self._picks.multi else "")

    def draw_item(self, surface: Surface, placed: Placed, row: int, style: Style | None) -> None:
        """Draw one node with its mark, its depth, and whether it is open."""
        index = self.shown[placed.at]
        node = self._nodes[index]
        picked = node.value in self._picks
        faint = bool(self._found) and not self._is_found(index)
        gap = "  " if node.text.description else ""
        runs = (
            (self._picks.mark(node.value) + " ", "dialog.accent" if picked else "dialog"),
            (" " * self._indent(index, surface.size.cols), "dialog"),
            (self._fold_mark(index), "dialog.accent"),
            (node.text.label, "dialog.hint" if faint else "dialog"),
            (gap + node.text.description, "dialog.hint"),
        )
        self.put_line(surface, Point(row, MARK_COLS), runs, style)

    def press(self, item: int) -> Took:
        """Pick a node, or put it back."""
        self._picks.toggle(self._nodes[item].value)
        self.changed()
        return Took.YES

    def accept(self, item: int) -> Took:
        """Open or close a node with children; pick one without."""
        if item in self._parents and not self._filtering:
            self._fold(item)
            return Took.YES
        return self.press(item)

    def press_cell(self, item: int, col: int, cols: int) -> Took:
        """Open or close where the fold mark was clicked, else pick."""
        start = MARK_COLS + _MARK + self._indent(item, cols)
        if start <= col < start + len(OPEN) and item in self._parents:
            return self.accept(item)
        return self.press(item)

    def own_key(self, event: KeyEvent, cols: int) -> Took | None:
        """Open and close, and go between a node and its parent."""
        if self._filtering or not self.shown:
            return None
        index = self.here()
        if event.key == RIGHT:
            return self._right(index)
        if event.key == LEFT:
            return self._left(index)
        if event.key in OPEN_ALL or event.key in CLOSE_ALL:
            self._open = set(self._parents) if event.key in OPEN_ALL else set()
            self._unfolded(index)
            return Took.YES
        return None

    def own_hints(self) -> tuple[KeyHint, ...]:
        """Return the keys for picking and folding."""
        return (
            KeyHint("↑↓", "move"),
            KeyHint("Space", "pick"),
            KeyHint("←→", "close, open"),
            KeyHint("+ -", "all"),
            KeyHint("/", "filter"),
        )

    def close_filter(self) -> None:
        """Show the whole tree again, with the node under the cursor in sight."""
        if self._filtering and self.shown:
            self._open |= set(ancestors(self._nodes, self.here()))
        super().close_filter()

    def _opened_at_first(self, values: Any) -> set[int]:
        """Return the nodes that are open at first: all, or those named."""
        if values is None:
            return set(self._parents)
        named = frozenset(values)
        return {index for index in self._parents if self._nodes[index].value in named}

    @property
    def _filtering(self) -> bool:
        return bool(self.filter.text.strip())

    def _is_found(self, index: int) -> bool:
        place = bisect_left(self._found, index)
        return place < len(self._found) and self._found[place] == index

    def _fold(self, index: int) -> None:
        self._open ^= {index}
        self._unfolded(index)

    def _unfolded(self, index: int) -> None:
        """Show what is open now, with the cursor on a node or the nearest one above it."""
        self.shown = in_sight(self._nodes, self._open)
        shown = frozenset(self.shown)
        while index not in shown:
            index = self._nodes[index].parent
        self.go_to(index)

    def _right(self, index: int) -> Took:
        if index not in self._parents:
            return Took.NO
        if index in self._open:
            self.view.go(self.view.cursor + 1)
        else:
            self._fold(index)
        return Took.YES

    def _left(self, index: int) -> Took:
        if index in self._open:
            self._fold(index)
        elif self._nodes[index].parent >= 0:
            self.go_to(self._nodes[index].parent)
        else:
            return Took.NO
        return Took.YES

    def _indent(self, index: int, cols: int) -> int:
        """Return the blanks before a node; very deep ones stop at half of the width."""
        return min(INDENT * self._nodes[index].depth, max(0, cols // 2 - MARK_COLS - _MARK))

    def _fold_mark(self, index: int) -> str:
        if index not in self._parents:
            return LEAF
        return OPEN if index in self._open or self._filtering else CLOSED
