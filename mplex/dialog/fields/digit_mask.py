"""Digits typed into a pattern such as `YYYY-MM-DD`: blanks to fill, separators to jump over.

A part of widgets, not one itself. It knows patterns and digits, and nothing of dates: what the
digits mean, and whether there is such a day, is the widgets' matter.
"""

from __future__ import annotations

import re

from mplex.dialog.fields.edit_cells import scrolled
from mplex.geometry import Point, Rect
from mplex.term.keys import CTRL, Key, KeyEvent
from mplex.ui.rows import Row
from mplex.ui.surface import Surface, dimmed_style
from mplex.ui.theme import Theme

YEAR_DIGITS = 4
SEPARATORS = frozenset("-/.:, T")
"""Characters that end a part of the pattern before its last digit."""
MOVES = {Key("Left"): -1, Key("Right"): 1, Key("b", CTRL): -1, Key("f", CTRL): 1}
FIRST = (Key("Home"), Key("a", CTRL))
LAST = (Key("End"), Key("e", CTRL))
BACK = (Key("BSpace"), Key("h", CTRL))
DELETE = (Key("DC"), Key("d", CTRL))
CLEAR = (Key("u", CTRL), Key("k", CTRL))
_PART = re.compile("[A-Z]+")


class DigitMask:
    """A pattern whose capital letters stand for digits; `part(n)` is what its n-th word holds."""

    def __init__(self, looks: Theme, pattern: str) -> None:
        self._looks = looks
        self._pattern = pattern
        self._parts = [match.span() for match in _PART.finditer(pattern)]
        self._slots = [at for start, end in self._parts for at in range(start, end)]
        self._digits: dict[int, str] = {}
        self._at = 0
        self._col = self._first = 0

    @property
    def cols(self) -> int:
        """The columns of the pattern."""
        return len(self._pattern)

    @property
    def current(self) -> int:
        """The part of the pattern in which the cursor stands."""
        slot = self._slots[min(self._at, len(self._slots) - 1)]
        return next(n for n, (start, end) in enumerate(self._parts) if start <= slot < end)

    def part(self, number: int) -> str:
        """Return the digits of one part, with blanks for those that are missing."""
        start, end = self._parts[number]
        return "".join(self._digits.get(at, " ") for at in range(start, end))

    def fill(self, first: int, digits: list[str]) -> None:
        """Put texts of digits into the parts from `first` on; "" empties a part."""
        for number, text in enumerate(digits, first):
            start, end = self._parts[number]
            for at in range(start, end):
                self._digits.pop(at, None)
            for at, digit in zip(range(start, end), text, strict=False):
                self._digits[at] = digit

    def go_to(self, part: int) -> None:
        """Put the cursor at the begin of a part."""
        self._at = self._slots.index(self._parts[part][0])

    def blank(self, first: int, count: int) -> bool:
        """Say whether `count` parts from `first` on have no digit at all."""
        return not any(self.part(number).strip() for number in range(first, first + count))

    def on_key(self, event: KeyEvent) -> bool | None:
        """Take a key; return whether a digit has changed, None for a key that means nothing."""
        key = event.key
        if event.text.isdecimal() and event.text.isascii() and not key.mods:
            return self._type(event.text[0])
        if event.text in SEPARATORS and event.text:
            return self._end_part()
        if key in MOVES:
            to = self._at + MOVES[key]
            self._at = max(0, min(to, len(self._slots)))
            return False
        if key in FIRST + LAST:
            self._at = 0 if key in FIRST else len(self._slots)
            return False
        return self._erase(key)

    def click(self, col: int) -> None:
        """Put the cursor on the digit at a column of the surface, or the next one."""
        wanted = col - self._col + self._first
        self._at = next((n for n, at in enumerate(self._slots) if at >= wanted), len(self._slots))

    def draw(self, surface: Surface, part: Rect, focus: bool) -> Point | None:
        """Draw the pattern with its digits; return where the cursor stands with focus."""
        style = self._looks["dialog.input"]
        dim = dimmed_style(style.ch).ch
        cursor = min([*self._slots, len(self._pattern)][self._at], len(self._pattern) - 1)
        first = scrolled(self._first if focus else 0, cursor, len(self._pattern), part.cols)
        self._col, self._first = part.col, first
        shown = range(first, min(first + part.cols, len(self._pattern)))
        text = "".join(self._digits.get(at, self._pattern[at]) for at in shown)
        blank = set(self._slots) - set(self._digits)
        attrs = "".join(dim if at in blank else style.ch for at in shown)
        surface.put_row(part.row, part.col, Row(text, attrs))
        behind = self._at == len(self._slots) and part.right < surface.size.cols
        col = part.col + cursor - first + int(behind)
        return Point(part.row, min(col, surface.size.cols - 1)) if focus else None

    def _type(self, digit: str) -> bool:
        if self._at == len(self._slots):
            return False
        self._digits[self._slots[self._at]] = digit
        self._at += 1
        return True

    def _end_part(self) -> bool:
        """Go to the next part; one that is begun, but for a year, is filled with zeros."""
        if self._at == len(self._slots):
            return False
        number = self.current
        start, _ = self._parts[number]
        typed = self._slots[self._at] - start
        if not typed:
            # The separator after a part that is full was jumped over already.
            return False
        text = "".join(self._digits.get(at, "") for at in range(start, start + typed))
        width = len(self.part(number))
        if width == YEAR_DIGITS:
            # Nobody means the year 1: who begins with the day is not to get a wrong date.
            return False
        changed = text.zfill(width) != self.part(number)
        self.fill(number, [text.zfill(width)])
        self._at = self._slots.index(start) + width
        return changed

    def _erase(self, key: Key) -> bool | None:
        if key in CLEAR:
            had, self._digits, self._at = bool(self._digits), {}, 0
            return had
        if key in BACK:
            self._at = max(0, self._at - 1)
        elif key not in DELETE:
            return None
        if self._at == len(self._slots):
            return False
        return self._digits.pop(self._slots[self._at], None) is not None
