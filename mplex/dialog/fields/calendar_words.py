"""The calendar in the person's language: names of months and days, the first day of the week.

From Babel (Unicode's CLDR), since a process can have one locale only, the C library's need not be
installed, and none of it tells Python where a week begins. Without Babel, and for a locale that
nobody knows, it is English, with weeks from Monday as in ISO 8601, like the values.
"""

from __future__ import annotations

import os
from functools import lru_cache
from typing import Any, NamedTuple

try:
    from babel import core as babel
except ImportError:
    babel = None  # type: ignore[assignment]  # Then everything is English.

DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
NEUTRAL = ("C", "POSIX")
"""Locales without a language."""


class CalendarWords(NamedTuple):
    """What a month grid says, Monday and January first."""

    months: tuple[str, ...]
    """Names that stand alone."""
    days: tuple[str, ...]
    """Whole names."""
    short_days: tuple[str, ...]
    """Names of about two letters."""
    first_day: int
    """The day with which a week begins; 0 is Monday."""

    def week(self) -> tuple[int, ...]:
        """Return the days in the order of a week."""
        return tuple((self.first_day + day) % 7 for day in range(7))


ENGLISH = CalendarWords(MONTHS, DAYS, tuple(day[:2] for day in DAYS), 0)


@lru_cache(maxsize=32)
def calendar_words(locale: str = "") -> CalendarWords:
    """Return the words of a locale such as `de_DE.UTF-8`; "" is the process's own."""
    found = _locale(locale or _own_locale())
    if found is None:
        return ENGLISH
    return CalendarWords(
        tuple(found.months["stand-alone"]["wide"][month] for month in range(1, 13)),
        _days(found, "wide"),
        _days(found, "short"),
        found.first_week_day,
    )


def _days(locale: Any, width: str) -> tuple[str, ...]:
    names = locale.days["stand-alone"][width]
    return tuple(str(names[day]) for day in range(7))


def _own_locale() -> str:
    """Return the locale of the environment, as the C library would look for it."""
    for variable in ("LC_ALL", "LC_TIME", "LANG"):
        if os.environ.get(variable):
            return os.environ[variable]
    return "C"


def _locale(name: str) -> Any:
    """Return Babel's locale, None for one without a language and for one that is unknown."""
    if babel is None or name.partition(".")[0] in NEUTRAL:
        return None
    try:
        return babel.Locale.parse(name)
    except (ValueError, babel.UnknownLocaleError):
        return None
