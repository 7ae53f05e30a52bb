"""What all widgets with rows to move over share: label, filter line, view, keys and mouse.

One idea: a kind says what its items are, how one is drawn and what pressing it means; where they
are on the screen, how the cursor moves over them and how the mouse finds them is the same for all.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import Final, NamedTuple

from mplex.dialog.field import Field
from mplex.dialog.fields.filter_line import FilterLine
from mplex.dialog.fields.kit import Kit
from mplex.dialog.fields.label import POINTER, draw_label, label_height
from mplex.dialog.fields.rows_view import MOVES, Placed, RowsView
from mplex.dialog.fields.thumbnail import Thumbnail
from mplex.dialog.fields.widget import FieldWidget, KeyHint, Took
from mplex.geometry import Point, Rect
from mplex.term.keys import Key, KeyEvent, MouseEvent
from mplex.ui.rows import shortened, styled
from mplex.ui.surface import Surface
from mplex.vt.clusters import cells
from mplex.vt.styles import Style

WHEEL_ROWS: Final = 3
"""Rows for one step of the mouse wheel."""
LEAST_ROWS: Final = 3
"""Rows of items that are shown at least, where there are so many."""
ENTER: Final = (Key("Enter"), Key("KPEnter"))
SPACE: Final = Key(" ")
FILTER: Final = Key("/")
ESCAPE: Final = Key("Escape")
ABOVE, BELOW = "▲", "▼"
MARK_COLS: Final = 2
"""Columns before an item for the marker of the cursor."""
_SUMMARY_GAP: Final = 2


class Parts(NamedTuple):
    """The first row of each part of a widget, from the top down, and the rows of the items."""

    filter: int
    head: int
    body: int
    rows: int
    note: int


class Press(NamedTuple):
    """Where the mouse button went down."""

    row: int
    """The row of `shown`."""
    col: int


class CollectionWidget(FieldWidget):
    """A widget of rows that are moved over, perhaps filtered, and pressed."""

    filters = True
    """Whether `/` opens a filter."""
    tall = False
    """Whether items may need more than one row, so that `item_rows` is asked."""
    nothing = "nothing here"
    """What is said when there are no items at all."""

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
        self._pressed: Press | None = None
        self._dragged = False

    @abstractmethod
    def draw_item(self, surface: Surface, placed: Placed, row: int, style: Style | None) -> None:
        """Draw an item from a row of the surface on, right of the marker.

        `style` is what all of it is drawn in when the cursor is on it, else None.
        """

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

    def item_rows(self, item: int, cols: int) -> int:
        """Return the rows of an item at a width of the whole widget."""
        return 1

    def head_rows(self) -> int:
        """Return the rows between the filter and the items."""
        return 0

    def draw_head(self, surface: Surface, row: int, focus: bool) -> Point | None:
        """Draw the rows above the items; return where the cursor stands, if it does there."""
        return None

    def press_head(self, row: int, col: int, cols: int) -> Took:
        """Do what a click means in the rows above the items."""
        return Took.YES

    def note(self) -> str:
        """Return a remark for the row below the items, "" for none."""
        return ""

    def summary(self) -> str:
        """Return what stands at the right of the label: how many are picked."""
        return ""

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

    def height(self, cols: int) -> int:
        """Return the rows that it needs: never many more than the form has in view."""
        parts = self.parts(cols)
        return parts.note + (1 if self.note() else 0)

    def parts(self, cols: int) -> Parts:
        """Return where everything is at a width."""
        shown_filter = 1 if self.filter.shown else 0
        filter_row = label_height(self.field)
        head = filter_row + shown_filter
        body = head + self.head_rows()
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
        if event.action in ("wheel-up", "wheel-down"):
            by = -WHEEL_ROWS if event.action == "wheel-up" else WHEEL_ROWS
            return Took.YES if self.view.scroll(by) else Took.NO
        if event.action == "down":
            return self._mouse_down(event, parts, cols) if event.button == 1 else Took.NO
        if event.action == "drag":
            return self._mouse_drag(event, parts)
        return self._mouse_up(event, parts, cols) if event.action == "up" else Took.NO

    def focus_rows(self, cols: int) -> tuple[int, int]:
        """Return the rows of the item under the cursor, with all above while it is the first."""
        parts = self.fit(cols)
        here = self.view.where()
        if self.filter.open or here is None:
            return 0, parts.body
        first = 0 if here.row == 0 else parts.body + here.row
        return first, parts.body + here.row + here.rows - 1

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

    def with_place(self, *parts: str) -> str:
        """Return parts of a summary, with the cursor's place when not all rows are in view."""
        count = len(self.shown)
        place = f"{self.view.cursor + 1}/{count}" if count > self.view.rows else ""
        return " · ".join(part for part in (*parts, place) if part)

    def put_line(
        self, surface: Surface, at: Point, runs: tuple[tuple[str, str], ...], style: Style | None
    ) -> None:
        """Put row texts with their roles beside one another, up to the column of the marks."""
        col, limit = at.col, surface.size.cols - 1
        for text, role in runs:
            if text and col < limit:
                shown = shortened(text, limit - col)
                surface.put_row(at.row, col, styled(shown, style or self.looks[role]))
            col += len(text)

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
        if thumbnail.loaded and thumbnail.warning and thumbnail.warning not in self.warnings:
            self.warnings.append(thumbnail.warning)

    def _draw_summary(self, surface: Surface, focus: bool) -> None:
        """Put the summary at the right of the label's row where there is room for it."""
        if not label_height(self.field):
            return
        text = cells(self.summary())
        used = len(surface.texts[0].rstrip())
        col = surface.size.cols - 1 - len(text)
        if text and col >= used + _SUMMARY_GAP:
            surface.put(0, col, text, self.looks["dialog.hint"])

    def _draw_items(self, surface: Surface, parts: Parts, focus: bool) -> None:
        if not self.shown:
            text = "no match" if self.filter.text else self.nothing
            surface.put(parts.body, MARK_COLS, text, self.looks["dialog.hint"], surface.size.cols)
            return
        for placed in self.view.placed():
            row = parts.body + placed.row
            here = placed.at == self.view.cursor and focus
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

    def here(self) -> int:
        """Return the item under the cursor; there must be one."""
        return self.shown[max(0, min(self.view.cursor, len(self.shown) - 1))]

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

    def go_to(self, item: int | None) -> None:
        """Put the cursor on an item if it is shown, and bring it into view."""
        self.view.count = len(self.shown)
        self.view.go(self.shown.index(item) if item in self.shown else self.view.cursor)
        self._invalidate()

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

    def _rows_of(self, row: int, cols: int) -> int:
        return self.item_rows(self.shown[row], cols)

    def _settle(self) -> None:
        self.typing = self.types()
        self._invalidate()

    def _mouse_down(self, event: MouseEvent, parts: Parts, cols: int) -> Took:
        self._pressed, self._dragged = None, False
        row = event.row - parts.body
        if self.filter.shown and event.row == parts.filter:
            self.open_filter()
            self.filter.click(event.col)
        elif parts.head <= event.row < parts.body:
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
