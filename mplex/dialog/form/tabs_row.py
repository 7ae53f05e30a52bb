"""The row of tabs: their numbers and labels, which one is open, and which has something wrong.

Where not all find room the open one is in view, with marks for those on both sides.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from mplex.dialog.fields.label import WRONG
from mplex.dialog.plain_text import plain_line
from mplex.geometry import Rect
from mplex.ui.surface import Surface
from mplex.ui.theme import Theme
from mplex.vt.clusters import cells

MORE_LEFT, MORE_RIGHT = "‹", "›"
KEYS_UP_TO = 9
"""Tabs that have a key of their own, and so show it."""
UNNAMED = "Tab"


class TabState(NamedTuple):
    """What the row has to know of all tabs."""

    open: int
    wrong: frozenset[int]
    """Tabs with a field that the form points at."""
    focus: bool
    """Whether the row has the focus."""


class TabsRow:
    """The labels of all tabs."""

    def __init__(self, labels: Sequence[str], looks: Theme) -> None:
        self._labels = [_text(number, label) for number, label in enumerate(labels)]
        self._looks = looks

    def draw(self, surface: Surface, part: Rect, state: TabState) -> None:
        """Draw the tabs at `part`, one row."""
        if not part.rows:
            return
        looks = self._looks
        first, end = self._range(part.cols, state.open)
        margin = self._margin(part.cols)
        col = part.col + margin
        for number in range(first, end):
            role = "dialog.selected" if number == state.open else "dialog.hint"
            if number in state.wrong:
                role = "dialog.error"
            col += surface.put(
                part.row, col, self._shown(number, state), looks[role], part.right - col
            )
        if first:
            surface.put(part.row, part.col, MORE_LEFT, looks["dialog.title"])
        if end < len(self._labels):
            surface.put(part.row, part.right - 1, MORE_RIGHT, looks["dialog.title"])

    def at(self, col: int, part: Rect, state: TabState) -> int | None:
        """Return the tab at a column of the surface."""
        first, end = self._range(part.cols, state.open)
        at = part.col + self._margin(part.cols)
        for number in range(first, end):
            width = self._width(number)
            if at <= col < at + width:
                return number
            at += width
        return None

    def _shown(self, number: int, state: TabState) -> str:
        left, right = "[]" if number == state.open else "  "
        if number == state.open and state.focus:
            left, right = "▸◂"
        mark = WRONG if number in state.wrong else " "
        return f"{left} {self._labels[number]}{mark}{right}"

    def _width(self, number: int) -> int:
        return len(cells(self._labels[number])) + 4

    def _margin(self, cols: int) -> int:
        """Return the columns on each side for the marks: none where all tabs find room."""
        everything = sum(self._width(number) for number in range(len(self._labels)))
        return 0 if everything <= cols else 1

    def _range(self, cols: int, shown: int) -> tuple[int, int]:
        """Return the tabs in view: as many as find room, the open one among them."""
        first = end = shown
        room = cols - 2 * self._margin(cols)
        while end < len(self._labels) and (end == shown or self._width(end) <= room):
            room -= self._width(end)
            end += 1
        while first > 0 and self._width(first - 1) <= room:
            first -= 1
            room -= self._width(first)
        return first, end


def _text(number: int, label: str) -> str:
    key = f"{number + 1} " if number < KEYS_UP_TO else ""
    return key + (plain_line(label).strip() or f"{UNNAMED} {number + 1}")
