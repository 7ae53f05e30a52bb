"""The widget of kind `date`: a day, typed as YYYY-MM-DD or picked from a month.

Value: `YYYY-MM-DD`, or "" while there is no day.
"""

from __future__ import annotations

from datetime import date
from typing import Any

from mplex.dialog.field import Field
from mplex.dialog.field_defaults import date_default
from mplex.dialog.fields.day_field import DayField
from mplex.dialog.fields.kit import Kit
from mplex.dialog.fields.line_field import BLANK

PATTERN = "YYYY-MM-DD"


class DateWidget(DayField):
    """One day."""

    def __init__(self, field: Field, kit: Kit) -> None:
        super().__init__(field, kit, PATTERN)
        self.restore(field["default"] or "")

    def day_part(self) -> int:
        """Return 0: the mask is the day."""
        return 0

    def picked(self, day: date) -> None:
        """Take the day, and close the grid."""
        self.put_day(0, day)
        self.close()

    def remark(self) -> tuple[str, str]:
        """Return the day of the week."""
        day = self.day_at(0)
        return self.words.days[day.weekday()] if day else "", "dialog.hint"

    def value(self) -> str:
        """Return the day, "" when there is none."""
        day = self.day_at(0)
        return day.isoformat() if day else ""

    def restore(self, value: Any) -> None:
        """Take back a day, or "" for none."""
        if value == date_default(value):
            self.mask.fill(0, value.split("-") if value else ["", "", ""])
            self._invalidate()

    def problem(self) -> str:
        """Return that a required day is missing, or that what was typed is none."""
        if self.mask.blank(0, 3):
            return BLANK if self.field["required"] else ""
        return self.day_problem(0)
