"""The widget of kind `datetime`: a day and a time on the clock of the place.

Value: `YYYY-MM-DDTHH:MM±HH:MM` with the offset that holds there at that moment, or "". A time that
a change of the clocks skips is refused; one that comes twice is the first.
"""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Any

from mplex.dialog.field import Field
from mplex.dialog.field_defaults import datetime_default
from mplex.dialog.fields.day_field import DayField
from mplex.dialog.fields.kit import Kit
from mplex.dialog.fields.line_field import BLANK
from mplex.dialog.fields.widget import Took
from mplex.geometry import Point
from mplex.ui.surface import Surface

PATTERN = "YYYY-MM-DD HH:MM"
HOUR, MINUTE = 3, 4
"""The parts of the mask with the time."""
PARTS = 5
TIME_ROW = " ‹{hour}› : ‹{minute}›"
BUTTONS = {1: (HOUR, -1), 4: (HOUR, 1), 8: (MINUTE, -1), 11: (MINUTE, 1)}
"""The columns of the buttons in that row: which part they change, and where to."""
RANGES = {HOUR: range(1, 5), MINUTE: range(8, 12)}
"""The columns over which the wheel changes a part."""
CLICKED_MINUTES = 5
"""Minutes for one click; the wheel goes by single ones."""


class DatetimeWidget(DayField):
    """One moment."""

    def __init__(self, field: Field, kit: Kit) -> None:
        super().__init__(field, kit, PATTERN)
        self.restore(field["default"] or "")

    def day_part(self) -> int:
        """Return 0: the day comes first."""
        return 0

    def picked(self, day: date) -> None:
        """Take the day, and go on to the time; one that is missing becomes the present one."""
        self.put_day(0, day)
        if self.mask.blank(HOUR, 2):
            self._put_time(self.kit.now().replace(tzinfo=None))
        self.mask.go_to(HOUR)
        self.close()

    def clear(self) -> None:
        """Empty day and time."""
        super().clear()
        self.mask.fill(HOUR, ["", ""])

    def remark(self) -> tuple[str, str]:
        """Return the day of the week and the offset."""
        moment, day = self._moment(), self.day_at(0)
        name = self.words.days[day.weekday()] if day else ""
        return f"{name} {_offset(moment)}" if moment else name, "dialog.hint"

    def value(self) -> str:
        """Return the moment, "" when there is none."""
        moment = self._moment()
        return moment.isoformat(timespec="minutes") if moment else ""

    def restore(self, value: Any) -> None:
        """Take back a moment, with its offset or on the clock of the place, or "" for none."""
        text = datetime_default(value, None)
        if text:
            self.mask.fill(0, [text[:4], text[5:7], text[8:10], text[11:13], text[14:16]])
        elif value == "":
            self.mask.fill(0, [""] * PARTS)
        self._invalidate()

    def on_paste(self, text: str) -> Took:
        """Take a pasted moment, or the date in a pasted text."""
        if not datetime_default(text, None):
            return super().on_paste(text)
        self.restore(text)
        self.changed()
        return Took.YES

    def problem(self) -> str:
        """Return that a required moment is missing, or that what was typed is none."""
        if self.mask.blank(0, PARTS):
            return BLANK if self.field["required"] else ""
        if self.mask.blank(0, 3):
            return "The day is missing."
        wrong = self.day_problem(0)
        if wrong or self._moment() is not None:
            return wrong
        time = f"{self.mask.part(HOUR)}:{self.mask.part(MINUTE)}"
        if self._clock() is None:
            return "The time is needed too, as 00:00 to 23:59."
        return f"The clocks of that day have no {time}: it is skipped."

    def extra_rows(self) -> int:
        """Return the row of the time."""
        return 1

    def draw_extra(self, surface: Surface, at: Point) -> None:
        """Draw the time between its buttons."""
        hour, minute = (self.mask.part(part).replace(" ", "-") for part in (HOUR, MINUTE))
        row = TIME_ROW.format(hour=hour, minute=minute)
        surface.put(at.row, at.col, row, self.looks["dialog.accent"])

    def click_extra(self, row: int, col: int, by: int) -> bool:
        """Change the hour or the minute by a click on its button, or by the wheel over it."""
        if not by:
            part, by = BUTTONS.get(col, (0, 0))
            wide = CLICKED_MINUTES if part == MINUTE else 1
        else:
            part, wide = next((part for part, cols in RANGES.items() if col in cols), 0), 1
        if not part:
            return False
        clock = self._clock()
        if clock is None:
            clock = self.kit.now().replace(tzinfo=None)
        else:
            clock += _step(clock, part, by, wide)
        self._put_time(clock)
        self.changed()
        return True

    def _clock(self) -> datetime | None:
        """Return the time of the mask on a day without meaning, None when it is none."""
        hour, minute = self.mask.part(HOUR), self.mask.part(MINUTE)
        if not (hour.isdecimal() and minute.isdecimal()):
            return None
        hours, minutes = int(hour), int(minute)
        return datetime(2000, 1, 2, hours, minutes) if hours < 24 and minutes < 60 else None

    def _put_time(self, clock: datetime) -> None:
        self.mask.fill(HOUR, [f"{clock.hour:02}", f"{clock.minute:02}"])

    def _moment(self) -> datetime | None:
        """Return the moment with its offset, None for one that is not, or not complete."""
        day, clock = self.day_at(0), self._clock()
        if day is None or clock is None:
            return None
        wanted = datetime(day.year, day.month, day.day, clock.hour, clock.minute)
        try:
            found = wanted.astimezone()
        except (OverflowError, ValueError, OSError):
            # Beyond what the system's clock knows: the offset of today is as good as any.
            return wanted.replace(tzinfo=self.kit.now().tzinfo)
        return found if found.replace(tzinfo=None) == wanted else None


def _step(clock: datetime, part: int, by: int, wide: int) -> timedelta:
    """Return what leads to the next hour, or to the next minute that `wide` divides."""
    if part == HOUR:
        return timedelta(hours=by)
    over = clock.minute % wide
    return timedelta(minutes=by * wide - over if by > 0 or not over else -over)


def _offset(moment: datetime) -> str:
    return moment.isoformat(timespec="minutes")[len("YYYY-MM-DDTHH:MM") :]
