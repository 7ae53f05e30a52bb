"""Numbers as people type them and as they are reported: exact decimals in between.

One idea: stepping by 0.1 must not end in 0.30000000000000004, so arithmetic is decimal and a number
becomes an int or a float only when it is reported.
"""

from __future__ import annotations

import re
from decimal import Decimal

from mplex.dialog.caps import FORM_NUMBER_MAX

LARGEST = Decimal(FORM_NUMBER_MAX)
_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?", re.ASCII)
_SHORTEST = Decimal("1e-6")
"""From here on a number is written without an exponent."""


def read_number(text: str) -> Decimal | None:
    """Return the number that a text says, None when it says none."""
    return Decimal(text.strip()) if _NUMBER.fullmatch(text.strip()) else None


def as_decimal(value: object) -> Decimal | None:
    """Return a JSON number as a decimal, None for what is none."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    number = Decimal(value) if isinstance(value, int) else Decimal(repr(value))
    return number if number.is_finite() and abs(number) <= LARGEST else None


def plain_number(number: Decimal) -> int | float:
    """Return a number as it is reported: an int when it is whole."""
    return int(number) if number == number.to_integral_value() else float(number)


def number_text(number: Decimal) -> str:
    """Return a number as it is shown and typed."""
    if number == 0:
        return "0"
    if _SHORTEST <= abs(number) <= LARGEST:
        text = format(number, "f")
        return text.rstrip("0").rstrip(".") if "." in text else text
    return repr(float(number))
