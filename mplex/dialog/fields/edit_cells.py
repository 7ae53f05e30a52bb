"""Where the characters of an edited text stand in cells: columns, clicks, scrolling, wrapping.

One idea: a text is measured as it is shown (`plain_text`, then cells), prefix by prefix, so that
wide characters, combining marks and tabs agree with what is drawn. Nothing is drawn here.
"""

from __future__ import annotations

from bisect import bisect_right
from functools import lru_cache
from typing import NamedTuple

from mplex.dialog.plain_text import plain_text
from mplex.vt.clusters import cells, fitting


class Span(NamedTuple):
    """A part of a text, from one character to before another."""

    start: int
    end: int


def shown(text: str) -> str:
    """Return a text without line ends as row text, one code point a cell."""
    if text.isascii() and text.isprintable():
        return text
    return cells(plain_text(text))


def column_of(text: str, index: int) -> int:
    """Return the column at which the character `index` of a line stands."""
    return len(shown(text[:index]))


def index_at(text: str, col: int) -> int:
    """Return the character of a line that a column shows, its length right of the end."""
    if text.isascii() and text.isprintable():
        return max(0, min(col, len(text)))
    if "\t" not in text:
        plain = plain_text(text)
        if len(plain) == len(text):
            return fitting(plain, max(0, col))
    found = bisect_right(range(len(text) + 1), max(0, col), key=lambda end: column_of(text, end))
    return found - 1


def scrolled(first: int, cursor: int, total: int, view: int) -> int:
    """Return the first column of a view of `view` columns that has the cursor in it.

    `total` counts the cell behind the end. A view of three columns or more keeps the cursor off its
    edges where something is hidden, since the marks stand there.
    """
    if total <= view:
        return 0
    margin = 1 if view >= 3 else 0
    first = max(min(first, cursor - margin), cursor - view + 1 + margin)
    return max(0, min(first, total - view))


@lru_cache(maxsize=4096)
def wrap_line(line: str, cols: int) -> tuple[Span, ...]:
    """Return the rows of a line that is wrapped at blanks, at least one; every character is in one.

    A character wider than `cols` has a row of its own.
    """
    spans: list[Span] = []
    one_cell_each = line.isascii() and line.isprintable()
    start = 0
    while start < len(line):
        if one_cell_each:
            end = min(start + max(1, cols), len(line))
        else:
            window = line[start : start + 8 * max(2, cols)]
            end = start + max(1, index_at(window, cols))
        if end < len(line):
            # The blank at which a line breaks may hang over the edge.
            blank = line.rfind(" ", start, end + 1)
            end = blank + 1 if blank >= start else end
        spans.append(Span(start, end))
        start = end
    return tuple(spans) or (Span(0, 0),)
