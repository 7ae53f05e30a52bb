"""How all collections take keys and mouse: moving, pressing, filtering, dragging.

One idea: a kind says what pressing an item means; how the cursor moves over items and how the mouse
finds them is the same for all. What is drawn where is in `collection_frame`.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import Final, NamedTuple

from mplex.dialog.field import Field
from mplex.dialog.fields.collection_frame import CollectionFrame, Parts
from mplex.dialog.fields.kit import Kit
from mplex.dialog.fields.rows_view import MOVES, Placed
from mplex.dialog.fields.usual_keys import ENTER, ESCAPE, SPACE
from mplex.dialog.fields.widget import KeyHint, Took
from mplex.dialog.wheel import wheel_rows
from mplex.term.keys import Key, KeyEvent, MouseEvent

FILTER: Final = Key("/")


class Press(NamedTuple):
    """Where the mouse button went down."""

    row: int
    """The row of `shown`."""
    col: int


class CollectionWidget(CollectionFrame):
    """A widget of rows that are moved over, perhaps filtered, and pressed."""

    filters = True
    """Whether `/` opens a filter."""

    def __init__(self, field: Field, kit: Kit, items: int = 0) -> None:
        super().__init__(field, kit, items)
        self._pressed: Press | None = None
        self._dragged = False

    @abstractmethod
    def press(self, item: int) -> Took:
        """Do what Space and a click mean on an item."""

    def accept(self, item: int) -> Took:
        """Do what Enter means on an item."""
        return self.press(item)

    def press_cell(self, item: int, col: int, cols: int) -> Took:
        """Do what a click means on a column of an item."""
        return self.press(item)

    def drag_to(self, row: int) -> bool:
        """Move the item that the mouse took to the place of another; say whether it went."""
        return False

    def press_head(self, row: int, col: int, cols: int) -> Took:
        """Do what a click means in the rows above the items."""
        return Took.YES

    def refilter(self) -> None:
        """Set `shown` anew after the filter's text has changed."""

    def first_match(self) -> int:
        """Return the row of `shown` where the cursor goes while a filter is typed."""
        return 0

    def types(self) -> bool:
        """Say whether letters are text where the cursor is."""
        return self.filter.open

    def own_key(self, event: KeyEvent, cols: int) -> Took | None:
        """Take a key of the kind's own, before any other; None when it is not one."""
        return None

    def on_key(self, event: KeyEvent, cols: int) -> Took:
        """Take a key: the kind's own first, then moving, pressing and filtering."""
        self.fit(cols)
        took = self.filter_key(event) if self.filter.open else self.own_key(event, cols)
        if took is None:
            took = self._common_key(event)
        self._settle()
        return took

    def on_paste(self, text: str) -> Took:
        """Paste into the filter while it is typed."""
        if not self.filter.open:
            return Took.NO
        if self.filter.paste(text):
            self.narrowed()
        return Took.YES

    def on_mouse(self, event: MouseEvent, cols: int) -> Took:
        """Scroll with the wheel; press with a click, which is a press and a release on one item."""
        parts = self.fit(cols)
        took = self._mouse(event, parts, cols)
        self._settle()
        return took

    def _mouse(self, event: MouseEvent, parts: Parts, cols: int) -> Took:
        by = wheel_rows(event)
        if by:
            return Took.YES if self.view.scroll(by) else Took.NO
        if event.action == "down":
            return self._mouse_down(event, parts, cols) if event.button == 1 else Took.NO
        if event.action == "drag":
            return self._mouse_drag(event, parts)
        return self._mouse_up(event, parts, cols) if event.action == "up" else Took.NO

    def enter(self, direction: int) -> None:
        """Start at the end that the focus comes from, if the cursor stands where it left."""
        last = len(self.shown) - 1
        if direction > 0 and self.view.cursor >= last:
            self.view.cursor = 0
        elif direction < 0 and self.view.cursor == 0:
            self.view.cursor = max(0, last)
        self.view.reveal()
        self._settle()

    def hints(self) -> tuple[KeyHint, ...]:
        """Return the keys of the filter while it is typed, else those of the kind."""
        if self.filter.open:
            return (KeyHint("Enter", "keep filter"), KeyHint("Esc", "show all"))
        return self.own_hints()

    def own_hints(self) -> tuple[KeyHint, ...]:
        """Return what the key line says while the cursor is on the items."""
        return ()

    def _common_key(self, event: KeyEvent) -> Took:
        action = MOVES.get(event.key)
        if action is not None:
            return Took.YES if self.view.move(action) else Took.NO
        if event.key == ESCAPE and self.filter.text:
            self.close_filter()
            return Took.YES
        if not self.shown:
            return Took.NO
        if event.key == FILTER and self.filters:
            self.open_filter()
            return Took.YES
        if event.key == SPACE:
            return self.press(self.here())
        return self.accept(self.here()) if event.key in ENTER else Took.NO

    def open_filter(self) -> None:
        """Begin to type a filter."""
        self._floor = max(self._floor, self.view.rows)
        self.filter.start()

    def close_filter(self) -> None:
        """Show everything again, with the cursor on the same item."""
        at = self.here() if self.shown else None
        self.filter.clear()
        self._floor = 0
        self.refilter()
        self.go_to(at)

    def filter_key(self, event: KeyEvent) -> Took | None:
        """Take a key while the filter is typed; None leaves it to moving."""
        key = event.key
        if key == ESCAPE or key in ENTER:
            if key == ESCAPE or not self.filter.text:
                self.close_filter()
            self.filter.open = False
            return Took.YES
        if key in MOVES and key not in (Key("Home"), Key("End")):
            return None
        if not self.filter.takes(event):
            return Took.NO
        if not self.filter.text and key == Key("BSpace"):
            self.close_filter()
        elif self.filter.on_key(event):
            self.narrowed()
        return Took.YES

    def narrowed(self) -> None:
        """Find the items anew; the cursor goes to the first match, or stays if all are shown."""
        at = self.here() if self.shown else None
        self.refilter()
        if self.filter.text:
            self.view.cursor = self.first_match()
            at = None
        self.go_to(at)

    def _settle(self) -> None:
        self.typing = self.types()
        self._invalidate()

    def _mouse_down(self, event: MouseEvent, parts: Parts, cols: int) -> Took:
        self._pressed, self._dragged = None, False
        row = event.row - parts.body
        if self.filter.shown and event.row == parts.filter:
            self.open_filter()
            self.filter.click(event.col)
        elif parts.head <= event.row < parts.head + self.head_rows():
            return self.press_head(event.row - parts.head, event.col, cols)
        elif not 0 <= row < parts.rows:
            return Took.YES
        elif event.col >= cols - 1 and self._press_mark(row, parts):
            return Took.YES
        placed = self.view.at(row)
        if placed is not None:
            self.view.cursor = placed.at
            if self.filter.text:
                self.filter.open = False
            self._pressed = Press(placed.at, event.col)
        return Took.YES

    def _press_mark(self, row: int, parts: Parts) -> bool:
        """Scroll by a page when the mark of hidden rows was clicked."""
        above, below = self.view.hidden()
        step = max(1, parts.rows - 1)
        if row == 0 and above:
            return self.view.scroll(-step)
        return row == parts.rows - 1 and below and self.view.scroll(step)

    def _mouse_drag(self, event: MouseEvent, parts: Parts) -> Took:
        if self._pressed is None:
            return Took.NO
        row = event.row - parts.body
        if row < 0 or row >= parts.rows:
            self.view.scroll(-1 if row < 0 else 1)
        row = max(0, min(row, parts.rows - 1))
        placed = self.view.at(row)
        if placed is not None and placed.at != self._pressed.row:
            self._dragged = True
            if self._passed(placed, row) and self.drag_to(placed.at):
                self._pressed = self._pressed._replace(row=placed.at)
        return Took.YES

    def _passed(self, placed: Placed, row: int) -> bool:
        """Say whether a dragged item would be under the pointer in the place of another.

        Else it would go to and fro while the pointer moves over a taller one.
        """
        size = self.view.height(self.view.cursor)
        if placed.at > self.view.cursor:
            return row >= placed.row + placed.rows - size
        return row < placed.row - placed.skip + size

    def _mouse_up(self, event: MouseEvent, parts: Parts, cols: int) -> Took:
        pressed, self._pressed = self._pressed, None
        row = event.row - parts.body
        placed = self.view.at(row) if 0 <= row < parts.rows else None
        item = self.shown[placed.at] if placed else 0
        if pressed is not None and self.filter.open and not self.filter.text:
            # Not at the press: its row goes, and the item would no longer be under the pointer.
            self.close_filter()
        if pressed is None or self._dragged or placed is None or placed.at != pressed.row:
            return Took.YES
        return self.press_cell(item, pressed.col, cols)
