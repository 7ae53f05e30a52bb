"""The widget of kind `select`: one option in one row, and the list of all that opens under it.

Value: the value of the option, "" when there is none to choose. A long list is narrowed by typing;
in a short one a letter goes to the next option that begins with it.
"""

from __future__ import annotations

from typing import Any

from mplex.dialog.field import Field
from mplex.dialog.field_inputs import is_offered
from mplex.dialog.fields.edit_cells import shown
from mplex.dialog.fields.filter_line import FilterLine, matching
from mplex.dialog.fields.kit import Kit
from mplex.dialog.fields.label import POINTER, draw_label, label_height
from mplex.dialog.fields.line_field import input_rect, rows_in_view
from mplex.dialog.fields.page_input import ABOVE, BELOW
from mplex.dialog.fields.usual_keys import ENTER, OPEN, SPACE
from mplex.dialog.fields.widget import FieldWidget, KeyHint, Took
from mplex.dialog.plain_text import plain_line
from mplex.dialog.wheel import wheel_rows
from mplex.geometry import Point, Rect
from mplex.term.keys import Key, KeyEvent, MouseEvent
from mplex.ui.rows import shortened, styled
from mplex.ui.surface import Surface

FEW = 8
"""Up to so many options are not filtered."""
SMALLEST_LIST = 3
"""Rows of the open list at least, if there are so many options."""
OPENER, CLOSER = "▾", "▴"
PICKED, FREE = "(•)", "( )"
TEXT_COL = 6
"""Where the labels begin in the list: behind the pointer and the mark."""
NOTHING = "nothing matches"
SIDEWAYS = {Key("Left"): -1, Key("Right"): 1}
CLOSED_HINTS = (KeyHint("Enter", "list"), KeyHint("← →", "change"))
OPEN_HINTS = (KeyHint("↑ ↓", "move"), KeyHint("Enter", "pick"), KeyHint("Esc", "close"))
FILTER_HINTS = (*OPEN_HINTS, KeyHint("type", "filter"))


class SelectWidget(FieldWidget):
    """One of several options."""

    def __init__(self, field: Field, kit: Kit) -> None:
        super().__init__(field, kit.looks)
        options = field["options"] or []
        self._values = [option["value"] for option in options]
        self._labels = [plain_line(str(option["label"])) for option in options]
        self._details = [plain_line(option.get("description") or "") for option in options]
        self._folded = [
            f"{label} {detail}".casefold()
            for label, detail in zip(self._labels, self._details, strict=True)
        ]
        self._picked = 0
        self._open = False
        self._filter = FilterLine(kit.looks)
        self._found: list[int] = []
        """The options in the open list."""
        self._at = 0
        """Which of those the cursor is on."""
        self._top = 0
        self.restore(field["default"])

    @property
    def filtered(self) -> bool:
        """Whether the list is long enough to be narrowed by typing."""
        return len(self._values) > FEW

    def height(self, cols: int) -> int:
        """Return the rows of label and option, and of the open list."""
        return self._open_rows(self._list_rows()) if self._open else label_height(self.field) + 1

    def room(self, cols: int) -> int:
        """Return the rows with the list of all options open."""
        return self._open_rows(self._most_list_rows(len(self._values)))

    def _open_rows(self, listed: int) -> int:
        return label_height(self.field) + 1 + int(self.filtered) + listed

    def draw(self, surface: Surface, focus: bool) -> Point | None:
        """Draw the label and the option, and the list if it is open."""
        draw_label(surface, self.field, self.looks, focus=focus, marked=self.marked)
        part = input_rect(self.field, surface.size.cols)
        style = self.looks["dialog.input"]
        surface.fill(part, " ", style)
        label = self._labels[self._picked] if self._labels else ""
        surface.put_row(part.row, part.col, styled(shortened(shown(label), part.cols - 2), style))
        opener = CLOSER if self._open else OPENER
        surface.put(part.row, part.right - 1, opener, self.looks["dialog.accent"])
        if not self._open:
            return Point(part.row, part.col) if focus else None
        return self._draw_list(surface, focus)

    def value(self) -> Any:
        """Return the value of the picked option, "" when there is none."""
        return self._values[self._picked] if self._values else ""

    def restore(self, value: Any) -> None:
        """Take back the value of an option."""
        for number, each in enumerate(self._values):
            if is_offered(value, [each]):
                self._picked = number
                self._invalidate()
                return

    def hints(self) -> tuple[KeyHint, ...]:
        """Return the keys of the row, or of the open list."""
        if not self._open:
            return CLOSED_HINTS
        return FILTER_HINTS if self.filtered else OPEN_HINTS

    def leave(self) -> None:
        """Close the list, since the focus goes."""
        self._close()

    def focus_rows(self, cols: int) -> tuple[int, int]:
        """Return the row of the cursor when the open list does not fit."""
        cursor = label_height(self.field)
        if self._open:
            cursor += 1 + int(self.filtered) + self._at - self._fitting_top()
        return rows_in_view(self.height(cols), self.page, cursor)

    def on_key(self, event: KeyEvent, cols: int) -> Took:
        """Open the list or change the option; in the list move, narrow it, pick."""
        if self._open:
            return self._on_list_key(event)
        if event.key in (*ENTER, *OPEN):
            self._show()
        elif event.key in SIDEWAYS and self._values:
            to = self._picked + SIDEWAYS[event.key]
            self._pick(max(0, min(to, len(self._values) - 1)))
        else:
            return Took.NO
        return Took.YES

    def on_paste(self, text: str) -> Took:
        """Narrow an open list; a paste never picks."""
        if self._open and self.filtered and self._filter.paste(text):
            self._narrow()
        return Took.YES

    def on_mouse(self, event: MouseEvent, cols: int) -> Took:
        """Open and close by a click on the row, pick by one in the list; the wheel scrolls it."""
        row = event.row - label_height(self.field)
        first = 1 + int(self.filtered)
        by = wheel_rows(event)
        if by and self._open:
            self._top = max(0, min(self._top + by, len(self._found) - self._list_rows()))
            self._at = max(self._top, min(self._at, self._top + self._list_rows() - 1))
            self._invalidate()
            return Took.YES
        if event.action != "down" or event.button != 1 or row < 0:
            return Took.NO
        if row == 0:
            if self._open:
                self._close()
            else:
                self._show()
        elif self._open and row >= first and self._top + row - first < len(self._found):
            self._pick(self._found[self._top + row - first])
        elif self._open and row < first:
            self._filter.click(event.col)
            self._invalidate()
        return Took.YES

    def _on_list_key(self, event: KeyEvent) -> Took:
        key, last = event.key, len(self._found) - 1
        moves = {"Up": -1, "Down": 1, "PPage": -self._list_rows(), "NPage": self._list_rows()}
        if key.base in moves and not key.mods:
            self._at = max(0, min(self._at + moves[key.base], last))
        elif key in (Key("Home"), Key("End")) and not self._filter.text:
            self._at = 0 if key.base == "Home" else max(0, last)
        elif key in ENTER or (key == SPACE and not self._filter.text):
            if self._found:
                self._pick(self._found[self._at])
        elif key == Key("Escape"):
            self._close()
        elif key.base in ("Tab", "BTab"):
            self._close()
            return Took.NO
        elif self.filtered and self._filter.takes(event):
            if self._filter.on_key(event):
                self._narrow()
        elif event.text and not self.filtered:
            self._jump(event.text.casefold())
        else:
            return Took.NO
        self._invalidate()
        return Took.YES

    def _draw_list(self, surface: Surface, focus: bool) -> Point | None:
        row = label_height(self.field) + 1
        cursor = None
        if self.filtered:
            cursor = self._filter.draw(surface, row, focus)
            row += 1
        rows, total = self._list_rows(), len(self._found)
        self._top = self._fitting_top()
        if not total:
            surface.put(row, TEXT_COL, NOTHING, self.looks["dialog.hint"], surface.size.cols)
        for at in range(self._top, min(self._top + rows, total)):
            self._draw_option(surface, row + at - self._top, self._found[at], at == self._at)
        accent, last = self.looks["dialog.accent"], surface.size.cols - 1
        if self._top:
            surface.put(row, last, ABOVE, accent)
        if self._top + rows < total:
            surface.put(row + rows - 1, last, BELOW, accent)
        here = Point(row + self._at - self._top, min(2, last))
        return (cursor or here) if focus else None

    def _draw_option(self, surface: Surface, row: int, option: int, here: bool) -> None:
        style = self.looks["dialog.selected" if here else "dialog"]
        dim = self.looks["dialog.selected" if here else "dialog.hint"]
        if here:
            surface.fill(Rect(row, 0, 1, surface.size.cols), " ", style)
        mark = PICKED if option == self._picked else FREE
        surface.put(row, 0, f"{POINTER if here else ' '} {mark} ", style)
        room = max(0, surface.size.cols - 1 - TEXT_COL)
        col = TEXT_COL + surface.put(row, TEXT_COL, self._labels[option], style, room) + 2
        room = max(0, surface.size.cols - 1 - col)
        surface.put(row, col, self._details[option], dim, room)

    def _fitting_top(self) -> int:
        """Return the first option in view so that the cursor is in view too."""
        rows = self._list_rows()
        top = max(self._at - rows + 1, min(self._top, self._at))
        return max(0, min(top, len(self._found) - rows))

    def _list_rows(self) -> int:
        """Return the rows of the open list: as many as the page has beside the rest."""
        return self._most_list_rows(len(self._values) if self.filtered else len(self._found))

    def _most_list_rows(self, wanted: int) -> int:
        return max(1, min(wanted, max(SMALLEST_LIST, self.page - self._open_rows(0))))

    def _show(self) -> None:
        self._open = True
        self.typing = self.filtered
        self._filter.clear()
        self._filter.start()
        self._found = list(range(len(self._values)))
        self._at, self._top = self._picked, max(0, self._picked - self._list_rows() // 2)
        self._invalidate()

    def _close(self) -> None:
        self._open = self.typing = False
        self._invalidate()

    def _narrow(self) -> None:
        self._found = matching(self._filter.text, self._folded, range(len(self._folded)))
        self._at = self._top = 0
        self._invalidate()

    def _jump(self, start: str) -> None:
        """Go to the next option that begins with a letter."""
        for by in range(1, len(self._found) + 1):
            at = (self._at + by) % len(self._found)
            if self._folded[self._found[at]].startswith(start):
                self._at = at
                return

    def _pick(self, option: int) -> None:
        self._close()
        if option != self._picked:
            self._picked = option
            self.changed()
