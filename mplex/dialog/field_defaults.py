"""What a field starts with, made valid before anybody sees it: dates, colours, numbers, choices.

A default that a widget can't show is converted or cleared, never passed on, so that what comes back
is what was on screen (`docs/dialog-spec.md`).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from datetime import date, datetime, tzinfo
from typing import Any

BLACK = "#000000"

_DATE = re.compile(r"(\d{4}-\d{2}-\d{2})(?:[T ].*)?", re.ASCII | re.DOTALL)
_DATETIME = re.compile(
    r"(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(?::\d{2}(?:[.,]\d+)?)? ?(Z|z|[+-]\d{2}(?::?\d{2})?)?",
    re.ASCII,
)
_COLOR = re.compile(r"#(?:[0-9a-f]{3}|[0-9a-f]{6})", re.ASCII)

REGION_MIN = 0.01
"""The smallest side of a region, as a share of the picture's."""
DIGITS = 4
"""Decimals of a coordinate."""


def text_default(value: object, *, multiline: bool) -> str:
    """Return a text to start with; a line has no line breaks."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return ""
    text = str(value) if isinstance(value, str | float) or abs(value) < 10**30 else ""
    return text if multiline else " ".join(text.splitlines())


def date_default(value: object) -> str:
    """Return `YYYY-MM-DD` for a real date, also for the one in a date with a time; else ""."""
    found = _DATE.fullmatch(value.strip()) if isinstance(value, str) else None
    return found[1] if found and is_date(found[1]) else ""


def is_date(text: str) -> bool:
    """Say whether `YYYY-MM-DD` is a day of the calendar."""
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return len(text) == len("2026-06-01")


def datetime_default(value: object, zone: tzinfo | None) -> str:
    """Return `YYYY-MM-DDTHH:MM` on the clock of `zone` (None: of this process), else "".

    A moment with an offset is converted; one without stands for that clock already.
    """
    found = _DATETIME.fullmatch(value.strip()) if isinstance(value, str) else None
    if not found:
        return ""
    try:
        moment = datetime.fromisoformat(f"{found[1]}T{found[2]}{_offset(found[3])}")
        if moment.tzinfo is not None:
            moment = moment.astimezone(zone)
    except (ValueError, OverflowError, OSError):
        # No day of the calendar, or one beyond its ends once it is converted.
        return ""
    return moment.replace(tzinfo=None).isoformat(timespec="minutes")


def _offset(text: str | None) -> str:
    if not text:
        return ""
    if text in "Zz":
        return "+00:00"
    digits = text[1:].replace(":", "").ljust(4, "0")
    return f"{text[0]}{digits[:2]}:{digits[2:]}"


def color_default(value: object) -> str:
    """Return `#rrggbb` in small letters; `#rgb` is expanded, everything else is black."""
    text = value.strip().lower() if isinstance(value, str) else ""
    if not _COLOR.fullmatch(text):
        return BLACK
    return text if len(text) == len(BLACK) else "#" + "".join(char * 2 for char in text[1:])


def number_default(value: object, low: float | None, high: float | None) -> float | None:
    """Return a number clamped into its bounds, None for what is no number."""
    if isinstance(value, bool) or not isinstance(value, int | float) or value != value:
        return None
    if low is not None and value < low:
        return low
    if high is not None and value > high:
        return high
    # An infinite one without a bound on its side, or one beyond what we compute with.
    return value if abs(value) <= 10**15 else None


def selected_default(
    chosen: Collection[str], offered: Collection[str], *, several: bool
) -> list[str]:
    """Return what of `chosen` is offered, without repeats, at most one unless `several`."""
    known = set(offered)
    kept = [value for value in dict.fromkeys(chosen) if value in known]
    return kept if several else kept[:1]


def mark_default(value: object, mode: str) -> dict[str, Any]:
    """Return `{"point": {x, y} | None, "region": {x, y, w, h} | None}` within the picture."""
    given = value if isinstance(value, Mapping) else {}
    return {
        "point": _point(given.get("point")) if mode != "region" else None,
        "region": _region(given.get("region")) if mode != "point" else None,
    }


def _shares(value: object, names: str) -> list[float] | None:
    if not isinstance(value, Mapping):
        return None
    numbers = [number_default(value.get(name), 0, 1) for name in names]
    return None if None in numbers else [round(float(each or 0), DIGITS) for each in numbers]


def _point(value: object) -> dict[str, float] | None:
    found = _shares(value, "xy")
    return dict(zip("xy", found, strict=True)) if found else None


def _region(value: object) -> dict[str, float] | None:
    found = _shares(value, "xywh")
    if not found:
        return None
    x, y, w, h = found
    w, h = round(min(w, 1 - x), DIGITS), round(min(h, 1 - y), DIGITS)
    return {"x": x, "y": y, "w": w, "h": h} if min(w, h) >= REGION_MIN else None
