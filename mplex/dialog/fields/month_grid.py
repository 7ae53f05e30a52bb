"""A month to pick a day from: moved by keys and clicks, in the language of the person.

A part of widgets, not one itself. It knows days and draws them; what picking one means is the
widgets' matter.
"""

from __future__ import annotations

from calendar import Calendar, monthrange
from collections.abc import Mapping
from datetime import MAXYEAR, MINYEAR, date, timedelta

from mplex.dialog.fields.calendar_words import CalendarWords
from mplex.geometry import Point
from mplex.term.keys import CTRL, SHIFT, Key
from mplex.ui.rows import Row, cut_row, styled
from mplex.ui.surface import Surface
from mplex.ui.theme import Theme
from mplex.vt.clusters import cells
from mplex.vt.widths import cut

CELL = 3
"""Columns of a day: a mark, and its two digits."""
COLS = 7 * CELL + 1
ROWS = 8
"""Rows: month, names of the days, six weeks."""
CURSOR, PICKED, BETWEEN, TODAY = "▸", "*", "-", "·"
"""The marks of a day, so that it can be told without colours."""
HEAD = {"«": -12, "‹": -1, "›": 1, "»": 12}
"""The buttons in the row of the month, and how many months they go."""
_EDGE = 4
"""Columns of the two buttons at each end of that row."""

_DAYS = {Key("Left"): -1, Key("Right"): 1, Key("Up"): -7, Key("Down"): 7}
_MONTHS = {
    Key("PPage"): -1,
    Key("NPage"): 1,
    Key("<"): -1,
    Key(">"): 1,
    Key("PPage", SHIFT): -12,
    Key("NPage", SHIFT): 12,
    Key("Left", CTRL): -12,
    Key("Right", CTRL): 12,
}


class MonthGrid:
    """The month of `day`, which the cursor stands on."""

    def __init__(self, looks: Theme, words: CalendarWords, day: date) -> None:
        self.day = day
        self._looks = looks
        self._words = words
        self._cols = COLS
        """Columns that it was drawn in; in fewer than it needs it is a window on the days."""

    @property
    def cursor_row(self) -> int:
        """The row of the grid in which the cursor stands."""
        return 2 + next(row for row, week in enumerate(self._weeks()) if self.day in week)

    @property
    def _shift(self) -> int:
        """How many days of each week are left of the window: as few as show the cursor."""
        here = next(week.index(self.day) for week in self._weeks() if self.day in week)
        return max(0, here + 1 - max(1, self._cols // CELL))

    def _head_cols(self) -> dict[str, int]:
        """Return where the buttons in the row of the month are."""
        return {"«": 0, "‹": 2, "›": self._cols - 3, "»": self._cols - 1}

    def on_key(self, key: Key, today: date) -> bool:
        """Move the cursor by a key; return whether the key means something here."""
        if key in _DAYS:
            self._go(timedelta(_DAYS[key]))
        elif key in _MONTHS:
            self.turn(_MONTHS[key])
        elif key in (Key("Home"), Key("End")):
            last = monthrange(self.day.year, self.day.month)[1]
            self.day = self.day.replace(day=1 if key.base == "Home" else last)
        elif key == Key("t"):
            self.day = today
        else:
            return False
        return True

    def turn(self, months: int) -> None:
        """Go so many months on, to the same day or the last one of a shorter month."""
        year, month = divmod(self.day.year * 12 + self.day.month - 1 + months, 12)
        if MINYEAR <= year <= MAXYEAR:
            day = min(self.day.day, monthrange(year, month + 1)[1])
            self.day = date(year, month + 1, day)

    def click(self, row: int, col: int) -> date | None:
        """Return the day at a place in the grid and go there; the buttons turn the month."""
        if row == 0:
            for button, at in self._head_cols().items():
                if abs(col - at) <= (1 if button in "‹›" else 0):
                    self.turn(HEAD[button])
                    break
            return None
        weekday = col // CELL + self._shift
        if not (2 <= row < ROWS and 0 <= col and weekday < 7):
            return None
        weeks = self._weeks()
        found = weeks[row - 2][weekday] if row - 2 < len(weeks) else None
        self.day = found or self.day
        return found

    def draw(self, surface: Surface, at: Point, marks: Mapping[date, str]) -> Point:
        """Draw the month at a place; `marks` are days with their marks. Return the cursor."""
        self._cols = max(1, min(COLS, surface.size.cols - at.col))
        shift = self._shift * CELL
        self._draw_head(surface, at, shift)
        cursor = at
        for row, week in enumerate(self._weeks(), at.row + 2):
            surface.put_row(row, at.col, cut_row(self._week_row(week, marks), shift, self._cols))
            if self.day in week:
                col = at.col + week.index(self.day) * CELL + 1 - shift
                cursor = Point(row, min(col, surface.size.cols - 1))
        return cursor

    def _week_row(self, week: list[date | None], marks: Mapping[date, str]) -> Row:
        text = attrs = ""
        for day in week:
            mark = CURSOR if day == self.day else marks.get(day, " ") if day else " "
            text += f"{mark}{day.day:2}" if day else " " * CELL
            attrs += self._looks[_role(mark)].ch * CELL
        return Row(text, attrs)

    def _draw_head(self, surface: Surface, at: Point, shift: int) -> None:
        year = f" {self.day.year:04}"
        month = cells(self._words.months[self.day.month - 1])
        room = max(0, self._cols - 2 * _EDGE)
        title = cut(cut(month, 0, max(0, room - len(year))).rstrip() + year, 0, room)
        left = (room - len(title)) // 2
        right = room - len(title) - left
        accent, plain = self._looks["dialog.accent"].ch, self._looks["dialog.title"].ch
        surface.put_row(
            at.row,
            at.col,
            Row(
                "« ‹ " + " " * left + title + " " * right + " › »",
                accent * _EDGE + plain * room + accent * _EDGE,
            ),
        )
        names = (cut(cells(self._words.short_days[day]), 0, 2) for day in self._words.week())
        line = "".join(name.rjust(CELL) for name in names)
        names_row = styled(line, self._looks["dialog.hint"])
        surface.put_row(at.row + 1, at.col, cut_row(names_row, shift, self._cols))

    def _weeks(self) -> list[list[date | None]]:
        """Return the weeks of the month, None for the days of its neighbours."""
        weeks = Calendar(self._words.first_day).monthdayscalendar(self.day.year, self.day.month)
        year, month = self.day.year, self.day.month
        return [[date(year, month, day) if day else None for day in week] for week in weeks]

    def _go(self, by: timedelta) -> None:
        try:
            self.day += by
        except OverflowError:
            # The calendar of the library ends here.
            return


def _role(mark: str) -> str:
    if mark == CURSOR:
        return "dialog.selected"
    return "dialog.accent" if mark in (PICKED, BETWEEN) else "dialog"
