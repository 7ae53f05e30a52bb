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
from mplex.vt.clusters import cell_text, expand

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

    def from_line(self, row: int) -> Iterator[tuple[int, list[Match]]]:
        """Yield the first row and the matches of every logical line, from that of `row` on."""
        for start, texts in self._grid.lines_from(self._grid.line_start(row)):
            yield start, self._matches(start, texts)

    def _matches(self, start: int, texts: list[str]) -> list[Match]:
        line = _Printable(start, texts)
        return [
            line.match(found.start(), found.end())
            for found in self._pattern.finditer(line.text)
            if found.end() > found.start()
        ]

    def all(self) -> list[Match]:
        """Return all matches of the grid, from the top, at most MAX_COUNTED."""
        found: list[Match] = []
        for _, matches in self.from_line(self._grid.first):
            found.extend(matches)
            if len(found) >= MAX_COUNTED:
                break
        return found[:MAX_COUNTED]

    def next(self, at: Point, *, wrap: bool) -> Match | None:
        """Return the first match that starts after `at`, or from the top when it wraps."""
        for _, matches in self.from_line(at.row):
            for match in matches:
                if match.start > at:
                    return match
        return self.next(Point(self._grid.first, -1), wrap=False) if wrap else None

    def previous(self, at: Point, *, wrap: bool) -> Match | None:
        """Return the last match that starts before `at`, or from the bottom when it wraps."""
        row = at.row
        while row >= self._grid.first:
            start, matches = next(self.from_line(row), (row, []))
            for match in reversed(matches):
                if match.start < at:
                    return match
            row = min(start, row) - 1
        return self.previous(Point(self._grid.last + 1, 0), wrap=False) if wrap else None


class MatchCount(NamedTuple):
    """The matches there were when the search was made."""

    starts: tuple[Point, ...]

    def text(self, at: Point) -> str:
        """Return "3/12": which match the cursor is on or behind, and how many there are."""
        total = len(self.starts)
        more = "+" if total >= MAX_COUNTED else ""
        return f"{bisect_right(self.starts, at)}/{total}{more}"


class _Printable:
    """The text of some rows, and the cell that each of its characters came from."""

    def __init__(self, first: int, rows: list[str]) -> None:
        self._first = first
        self._rows = rows
        self._starts: list[int] = []
        self._cols: list[list[int] | None] = []
        parts = []
        length = 0
        for row in rows:
            text = expand(row)
            parts.append(text)
            self._starts.append(length)
            # Where every character is one cell there is nothing to look up.
            self._cols.append(None if text == row else _columns(row))
            length += len(text)
        self.text = "".join(parts)

    def match(self, start: int, end: int) -> Match:
        """Return the cells of the characters from `start` up to `end`."""
        last = self._place(end - 1)
        cells = self._rows[last.row - self._first]
        wide = cells[last.col + 1 : last.col + 2] == STUB
        return Match(self._place(start), Point(last.row, last.col + wide))

    def _place(self, index: int) -> Point:
        row = bisect_right(self._starts, index) - 1
        cols, offset = self._cols[row], index - self._starts[row]
        return Point(self._first + row, offset if cols is None else cols[offset])


def _columns(row: str) -> list[int]:
    """Return for each printable character of a row its cell."""
    return [col for col, cell in enumerate(row) if cell != STUB for _ in cell_text(cell)]
