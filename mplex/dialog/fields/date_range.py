"""The widget of kind `date_range`: two days, typed or picked one after the other.

Value: `{"from": day, "to": day}` with "" for a day that is missing. That the first comes before the
second is not asked for; the widget only says when it does not.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any

from mplex.dialog.field import Field
from mplex.dialog.field_defaults import date_default
from mplex.dialog.fields.day_field import DayField, dates_in
from mplex.dialog.fields.kit import Kit
from mplex.dialog.fields.month_grid import BETWEEN, PICKED
from mplex.dialog.fields.widget import Took
from mplex.geometry import Point
from mplex.ui.surface import Surface

PATTERN = "YYYY-MM-DD → YYYY-MM-DD"
FROM, TO = 0, 3
"""The parts of the mask at which the two days begin."""
TURNED = "! the end is before the start"
BOTH = "Both days must be given."
PICKING = {FROM: " Pick the first day.", TO: " Pick the last day."}


class DateRangeWidget(DayField):
    """A first and a last day."""

    def __init__(self, field: Field, kit: Kit) -> None:
        super().__init__(field, kit, PATTERN)
        self.restore(field["default"] or {"from": "", "to": ""})

    def day_part(self) -> int:
        """Return the end in which the cursor stands."""
        return FROM if self.mask.current < TO else TO

    def picked(self, day: date) -> None:
        """Take the day; after the first one the last one is asked for."""
        part = self.day_part()
        self.put_day(part, day)
        if part == FROM:
            self.mask.go_to(TO)
            self.open()
            if self.grid is not None and self.day_at(TO) is None:
                self.grid.day = day
        else:
            self.close()

    def clear(self) -> None:
        """Empty both days."""
        self.put_day(FROM, None)
        self.put_day(TO, None)
        self.mask.go_to(FROM)
        self.close()

    def remark(self) -> tuple[str, str]:
        """Return how many days it is, or a warning about their order."""
        first, last = self.day_at(FROM), self.day_at(TO)
        if first is None or last is None:
            return "", "dialog.hint"
        if first > last:
            return TURNED, "dialog.warning"
        count = (last - first).days + 1
        return f"{count} day{'s' if count > 1 else ''}", "dialog.hint"

    def day_marks(self) -> Mapping[date, str]:
        """Return both days, and what is between them near the month in view."""
        first, last = self.day_at(FROM), self.day_at(TO)
        marks: dict[date, str] = {}
        if first and last and first < last and self.grid is not None:
            month = self.grid.day.replace(day=1)
            for number in range(31):
                if month.toordinal() + number > date.max.toordinal():
                    break
                day = month + timedelta(number)
                if first < day < last:
                    marks[day] = BETWEEN
        return marks | {day: PICKED for day in (first, last) if day}

    def value(self) -> dict[str, str]:
        """Return both days, "" for one that is missing."""
        first, last = self.day_at(FROM), self.day_at(TO)
        return {
            "from": first.isoformat() if first else "",
            "to": last.isoformat() if last else "",
        }

    def restore(self, value: Any) -> None:
        """Take back two days."""
        if not isinstance(value, Mapping):
            return
        for part, name in ((FROM, "from"), (TO, "to")):
            text = date_default(value.get(name))
            if text == value.get(name):
                self.mask.fill(part, text.split("-") if text else ["", "", ""])
        self._invalidate()

    def on_paste(self, text: str) -> Took:
        """Take the two days of a pasted text, or one for the end with the cursor."""
        found = dates_in(text)
        if len(found) < 2:
            return super().on_paste(text)
        self.mask.fill(FROM, found[0] + found[1])
        self.changed()
        return Took.YES

    def problem(self) -> str:
        """Return that a day is missing where both are required, or that one is none."""
        blank = [self.mask.blank(part, 3) for part in (FROM, TO)]
        if any(blank) and self.field["required"]:
            return BOTH
        ends = zip((FROM, TO), blank, strict=True)
        wrong = (self.day_problem(part) for part, empty in ends if not empty)
        return next((text for text in wrong if text), "")

    def extra_rows(self) -> int:
        """Return the row that says which day is picked."""
        return 1

    def draw_extra(self, surface: Surface, at: Point) -> None:
        """Say which day is picked."""
        surface.put(at.row, at.col, PICKING[self.day_part()], self.looks["dialog.hint"])
