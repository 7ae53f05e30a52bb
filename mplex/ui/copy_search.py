"""Searching in copy mode: a pattern, and where it matches in logical lines.

One idea: rows joined to a logical line are made printable together with the cell each character
came from, so a match is found in plain text and given back in cells. A search without capitals
ignores case.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import Final, NamedTuple

from mplex.geometry import Point
from mplex.ui.copy_grid import CopyGrid
from mplex.vt.chars import STUB
from mplex.vt.clusters import cell_text

MAX_COUNTED: Final = 9999
"""Matches counted at most."""
MAX_PATTERN: Final = 500
# A repeated group can make the time of a match grow without bound, and panes choose the text.
_REPEATED_GROUP: Final = re.compile(r"\)[*+{]")


class Match(NamedTuple):
    """Where a pattern matches: first and last cell."""

    start: Point
    end: Point


def compile_search(text: str, *, regex: bool) -> re.Pattern[str] | None:
    """Return the pattern for a search; None for an empty one.

    What is no regular expression, or has a repeated group, is searched for as plain text.
    """
    text = text[:MAX_PATTERN]
    if not text:
        return None
    flags = 0 if any(char.isupper() for char in text) else re.IGNORECASE
    if regex and not _REPEATED_GROUP.search(text):
        try:
            return re.compile(text, flags)
        except re.error:
            pass
    return re.compile(re.escape(text), flags)


class Searcher:
    """Finds one pattern in a grid."""

    def __init__(self, grid: CopyGrid, pattern: re.Pattern[str]) -> None:
        self._grid = grid
        self._pattern = pattern

    def in_line(self, row: int) -> list[Match]:
        """Return all matches in the logical line of `row`, in order."""
        start = self._grid.line_start(row)
        return self._matches(start, self._grid.line_end(row))

    def _matches(self, start: int, end: int) -> list[Match]:
        text, places = _printable(self._grid, start, end)
        return [
            Match(places[found.start()], self._grid.cell_end(places[found.end() - 1]))
            for found in self._pattern.finditer(text)
            if found.end() > found.start()
        ]

    def all(self) -> list[Match]:
        """Return all matches of the grid, from the top, at most MAX_COUNTED."""
        found: list[Match] = []
        for start, end in self._lines(self._grid.first):
            found.extend(self._matches(start, end))
            if len(found) >= MAX_COUNTED:
                break
        return found[:MAX_COUNTED]

    def _lines(self, row: int) -> Iterator[tuple[int, int]]:
        while row <= self._grid.last:
            end = self._grid.line_end(row)
            yield row, end
            row = end + 1

    def next(self, at: Point, *, wrap: bool) -> Match | None:
        """Return the first match that starts after `at`, or from the top when it wraps."""
        for row, end in self._lines(self._grid.line_start(at.row)):
            for match in self._matches(row, end):
                if match.start > at:
                    return match
        return self.next(Point(self._grid.first, -1), wrap=False) if wrap else None

    def previous(self, at: Point, *, wrap: bool) -> Match | None:
        """Return the last match that starts before `at`, or from the bottom when it wraps."""
        row = at.row
        while row >= self._grid.first:
            start = self._grid.line_start(row)
            for match in reversed(self._matches(start, self._grid.line_end(row))):
                if match.start < at:
                    return match
            row = start - 1
        return self.previous(Point(self._grid.last + 1, 0), wrap=False) if wrap else None


class MatchCount(NamedTuple):
    """The matches there were when the search was made."""

    starts: tuple[Point, ...]

    def text(self, at: Point) -> str:
        """Return "3/12": which match the cursor is on or behind, and how many there are."""
        total = len(self.starts)
        more = "+" if total >= MAX_COUNTED else ""
        return f"{bisect_right(self.starts, at)}/{total}{more}"


def _printable(grid: CopyGrid, start: int, end: int) -> tuple[str, list[Point] | _Places]:
    """Return the text of some rows and the cell every character of it came from."""
    if start == end:
        text = grid.text(start)
        if text.isascii() and STUB not in text:
            return text, _Places(start)
    chars: list[str] = []
    places: list[Point] = []
    for row in range(start, end + 1):
        for col, cell in enumerate(grid.text(row)):
            if cell != STUB:
                spelled = cell_text(cell)
                chars.append(spelled)
                places.extend([Point(row, col)] * len(spelled))
    return "".join(chars), places


class _Places:
    """The cells of a row where every character is one cell."""

    def __init__(self, row: int) -> None:
        self._row = row

    def __getitem__(self, index: int) -> Point:
        return Point(self._row, index)
