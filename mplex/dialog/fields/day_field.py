"""What the widgets of dates share: digits in a mask, a month grid that opens under it, the mouse.

One idea: the mask is the value's only place; the grid reads the day from it and writes the picked
one back. A kind says which parts its mask has and what they mean together.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Mapping
from datetime import date

from mplex.dialog.field import Field
from mplex.dialog.fields.calendar_words import calendar_words
from mplex.dialog.fields.digit_mask import DigitMask
from mplex.dialog.fields.kit import Kit
from mplex.dialog.fields.label import INDENT, draw_label, label_height
from mplex.dialog.fields.line_field import input_rect, rows_in_view
from mplex.dialog.fields.month_grid import COLS, PICKED, ROWS, TODAY, MonthGrid
from mplex.dialog.fields.usual_keys import OPEN, PRESS
from mplex.dialog.fields.widget import FieldWidget, KeyHint, Took
from mplex.dialog.wheel import wheel_way
from mplex.geometry import Point, Rect
from mplex.term.keys import Key, KeyEvent, MouseEvent
from mplex.ui.surface import Surface
from mplex.vt.widths import text_width

OPENER = "▾"
"""Right of the mask: a click on it opens and closes the grid."""
REMARK_GAP = 4
"""Columns from the end of the mask to what is said beside it."""
BUTTONS = ("Today", "Clear", "Close")
BUTTON_GAP = 2
CLOSED_HINTS = (KeyHint("↓", "calendar"), KeyHint("0-9", "type it"))
OPEN_HINTS = (
    KeyHint("←↑↓→", "day"),
    KeyHint("Enter", "pick"),
    KeyHint("PgUp PgDn", "month"),
    KeyHint("t", "today"),
    KeyHint("Esc", "close"),
)
MAX_PASTE = 1000
"""Characters of a paste that are searched for dates."""
_PASTED = re.compile(
    r"(?<![\d.])(?:(?P<y>\d{4})(?P<mark>[-/.])(?P<m>\d{1,2})(?P=mark)(?P<d>\d{1,2})"
    r"|(?P<day>\d{1,2})\.(?P<month>\d{1,2})\.(?P<year>\d{4}))(?!\d)",
    re.ASCII,
)
"""The year first, or with points the day; what has the month first looks like neither."""


class DayField(FieldWidget):
    """A mask for dates, and a grid to pick them from."""

    typing = True

    def __init__(self, field: Field, kit: Kit, pattern: str) -> None:
        super().__init__(field, kit.looks)
        self.kit = kit
        self.mask = DigitMask(kit.looks, pattern)
        self.words = calendar_words(kit.locale)
        self.grid: MonthGrid | None = None
        """The grid while it is open."""

    @abstractmethod
    def day_part(self) -> int:
        """Return the part of the mask with the year of the day that is being picked."""

    @abstractmethod
    def picked(self, day: date) -> None:
        """Take a day from the grid into the mask, and go on or close the grid."""

    def remark(self) -> tuple[str, str]:
        """Return what is said beside the mask, and the role of its style."""
        return "", "dialog.hint"

    def day_marks(self) -> Mapping[date, str]:
        """Return the days that are marked in the grid."""
        day = self.day_at(self.day_part())
        return {day: PICKED} if day else {}

    def extra_rows(self) -> int:
        """Return the rows of a kind's own, between the grid and its buttons."""
        return 0

    def draw_extra(self, surface: Surface, at: Point) -> None:
        """Draw the rows of a kind's own."""

    def click_extra(self, row: int, col: int, by: int) -> bool:
        """Take a click in the rows of a kind's own (by 0), or the wheel over them (1 or -1)."""
        return False

    def day_at(self, part: int) -> date | None:
        """Return the day in three parts of the mask, None when there is none such."""
        digits = [self.mask.part(part + each) for each in range(3)]
        if any(not text.isdecimal() for text in digits):
            return None
        try:
            return date(*map(int, digits))
        except ValueError:
            return None

    def put_day(self, part: int, day: date | None) -> None:
        """Put a day into three parts of the mask; None empties them."""
        digits = [f"{day.year:04}", f"{day.month:02}", f"{day.day:02}"] if day else ["", "", ""]
        self.mask.fill(part, digits)

    def day_problem(self, part: int) -> str:
        """Return what is wrong with three parts of the mask that are not blank."""
        digits = [self.mask.part(part + each) for each in range(3)]
        if any(not text.isdecimal() for text in digits):
            return "This date is not complete: year, month and day are needed."
        return "" if self.day_at(part) else f"There is no day {'-'.join(digits)} in the calendar."

    def leave(self) -> None:
        """Close the grid, since the focus goes."""
        self.close()

    def close(self) -> None:
        """Close the grid; the mask stays as it is."""
        if self.grid is not None:
            self.grid = None
            self._invalidate()

    def open(self) -> None:
        """Open the grid at the day of the mask, else at today."""
        day = self.day_at(self.day_part()) or self.kit.now().date()
        self.grid = MonthGrid(self.looks, self.words, day)
        self._invalidate()

    def height(self, cols: int) -> int:
        """Return the rows of label and mask, and of the open grid."""
        return self._closed_rows(cols) if self.grid is None else self.room(cols)

    def room(self, cols: int) -> int:
        """Return the rows with the grid open."""
        return self._closed_rows(cols) + ROWS + self.extra_rows() + 1

    def _closed_rows(self, cols: int) -> int:
        return label_height(self.field) + 1 + int(self._warns_below(cols))

    def draw(self, surface: Surface, focus: bool) -> Point | None:
        """Draw the label, the mask and what is said of it, and the grid if it is open."""
        draw_label(surface, self.field, self.looks, focus=focus, marked=self.marked)
        part = self._mask_part(surface.size.cols)
        cursor = self.mask.draw(surface, part, focus)
        style = self.looks["dialog.accent" if focus else "dialog.hint"]
        surface.put(part.row, part.right + 1, OPENER, style)
        self._draw_remark(surface, part)
        if self.grid is None:
            return cursor
        at = self._grid_at(surface.size.cols)
        marks = {self.kit.now().date(): TODAY, **self.day_marks()}
        cursor = self.grid.draw(surface, at, marks)
        self.draw_extra(surface, Point(at.row + ROWS, at.col))
        for name, col in self._button_cols(at):
            row = at.row + ROWS + self.extra_rows()
            surface.put(row, col, name, self.looks["dialog.accent"])
        return cursor if focus else None

    def _draw_remark(self, surface: Surface, part: Rect) -> None:
        text, role = self.remark()
        row, col = part.row, part.right + REMARK_GAP
        if self._warns_below(surface.size.cols):
            row, col = part.row + 1, part.col
        room = surface.size.cols - col
        if room > 0:
            surface.put(row, col, text, self.looks[role], room)

    def _warns_below(self, cols: int) -> bool:
        """Say whether a warning has a row of its own, since it has no room beside the mask."""
        text, role = self.remark()
        room = cols - self._mask_part(cols).right - REMARK_GAP
        return role == "dialog.warning" and text_width(text) > room

    def hints(self) -> tuple[KeyHint, ...]:
        """Return the keys of the mask, or of the open grid."""
        return CLOSED_HINTS if self.grid is None else OPEN_HINTS

    def focus_rows(self, cols: int) -> tuple[int, int]:
        """Return the row of the cursor when the open grid does not fit."""
        row = self._mask_part(cols).row
        cursor = row if self.grid is None else self._grid_at(cols).row + self.grid.cursor_row
        return rows_in_view(self.height(cols), self.page, cursor)

    def on_key(self, event: KeyEvent, cols: int) -> Took:
        """Move in the grid if it is open, else type into the mask or open the grid."""
        if self.grid is not None:
            took = self._on_grid_key(self.grid, event.key)
            if took is not None:
                return took
        elif event.key in OPEN:
            self.open()
            return Took.YES
        changed = self.mask.on_key(event)
        if changed is None:
            return Took.NO
        self._typed(changed)
        return Took.YES

    def on_paste(self, text: str) -> Took:
        """Take the first date in a pasted text."""
        found = dates_in(text)
        if found:
            self.mask.fill(self.day_part(), found[0])
            self._typed(True)
        return Took.YES

    def on_mouse(self, event: MouseEvent, cols: int) -> Took:
        """Take a click on the mask, the opener, a day or a button; the wheel turns months."""
        part, at = self._mask_part(cols), self._grid_at(cols)
        row, col = event.row - at.row, event.col - at.col
        by = wheel_way(event)
        if by and self.grid is not None and row >= 0:
            if not (row >= ROWS and self.click_extra(row - ROWS, col, -by)):
                self.grid.turn(by)
            self._invalidate()
            return Took.YES
        if event.action != "down" or event.button != 1 or event.row < part.row:
            return Took.NO
        if event.row == part.row:
            self._click_row(event.col, part)
        elif self.grid is not None:
            self._click_grid(self.grid, row, col, at)
        return Took.YES

    def _click_row(self, col: int, part: Rect) -> None:
        if col >= part.right:
            if self.grid is None:
                self.open()
            else:
                self.close()
        else:
            self.mask.click(col)
            self._follow()
        self._invalidate()

    def _click_grid(self, grid: MonthGrid, row: int, col: int, at: Point) -> None:
        if row < ROWS:
            day = grid.click(row, col)
            if day is not None:
                self.picked(day)
                self.changed()
        elif row < ROWS + self.extra_rows():
            self.click_extra(row - ROWS, col, 0)
        else:
            for name, left in self._button_cols(at):
                if left <= col + at.col < left + text_width(name):
                    self._press(name)
        self._invalidate()

    def _press(self, button: str) -> None:
        if button == "Today":
            self.picked(self.kit.now().date())
            self.changed()
        elif button == "Clear":
            self.clear()
            self.changed()
        else:
            self.close()

    def clear(self) -> None:
        """Empty the mask's day."""
        self.put_day(self.day_part(), None)
        self.close()

    def _on_grid_key(self, grid: MonthGrid, key: Key) -> Took | None:
        """Take a key that means something to the open grid, None for one that means nothing."""
        if key in PRESS:
            self.picked(grid.day)
            self.changed()
        elif key == Key("Escape"):
            self.close()
        elif key.base in ("Tab", "BTab"):
            self.close()
            return Took.NO
        elif not grid.on_key(key, self.kit.now().date()):
            return None
        self._invalidate()
        return Took.YES

    def _typed(self, changed: bool) -> None:
        self._follow()
        if changed:
            self.changed()
        else:
            self._invalidate()

    def _follow(self) -> None:
        """Let the open grid go to the day that was typed."""
        day = self.day_at(self.day_part())
        if self.grid is not None and day is not None:
            self.grid.day = day

    def _mask_part(self, cols: int) -> Rect:
        part = input_rect(self.field, cols)
        return part._replace(cols=min(self.mask.cols, max(1, part.cols - 2)))

    def _grid_at(self, cols: int) -> Point:
        row = label_height(self.field) + 1 + int(self._warns_below(cols))
        return Point(row, INDENT if cols >= INDENT + COLS else 0)

    def _button_cols(self, at: Point) -> list[tuple[str, int]]:
        found, col = [], at.col + 1
        for name in BUTTONS:
            found.append((name, col))
            col += text_width(name) + BUTTON_GAP
        return found


def dates_in(text: str) -> list[list[str]]:
    """Return year, month and day of the dates in a text, such as 2026-06-01 and 1.6.2026."""
    return [
        [
            found["y"] or found["year"],
            (found["m"] or found["month"]).zfill(2),
            (found["d"] or found["day"]).zfill(2),
        ]
        for found in _PASTED.finditer(text[:MAX_PASTE])
    ]
