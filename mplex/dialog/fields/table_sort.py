"""In which order cells of a column sort: numbers by value, texts as people read them, nulls last.

Keys, not comparisons: five hundred rows sort within a key press.
"""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Sequence
from typing import Any, Final

SortKey = tuple[int, float, str, str]

_NUMBER, _TEXT, _NULL = 0, 1, 2
_PUNCTUATION: Final = str.maketrans(
    {char: chr(place + 1) for place, char in enumerate(" _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$")}
)
"""Punctuation sorts before digits, and digits before letters, as in every locale's collation."""


def sort_key(cell: Any) -> SortKey:
    """Return what a cell sorts by, ascending.

    Texts compare without regard to case and accents first; those break ties.
    """
    if cell is None:
        return _NULL, 0.0, "", ""
    if isinstance(cell, int | float):
        return _NUMBER, _number(cell), "", ""
    text = str(cell)
    return _TEXT, 0.0, _letters(text), text.swapcase()


def sorted_rows(keys: Sequence[SortKey], descending: bool) -> list[int]:
    """Return row numbers sorted by their keys; rows with equal keys keep their order."""
    return sorted(range(len(keys)), key=keys.__getitem__, reverse=descending)


def _number(cell: float) -> float:
    try:
        value = float(cell)
    except OverflowError:
        return math.inf if cell > 0 else -math.inf
    return value if value == value else math.inf


def _letters(text: str) -> str:
    if not text.isascii():
        parts = unicodedata.normalize("NFKD", text)
        text = "".join(char for char in parts if not unicodedata.combining(char))
    return text.casefold().translate(_PUNCTUATION)
