"""Columns of plain text, and slices of row text by columns.

The idea: both follow from `clusters.cells`, so a label and a pane agree on every width.  What kind
of character is what lives in `chars`.
"""

from __future__ import annotations

from mplex.vt.chars import STUB
from mplex.vt.clusters import cells


def text_width(text: str) -> int:
    """Return the columns a plain text needs."""
    return len(cells(text))


def cut(cells: str, start: int, width: int) -> str:
    """Return `width` cells of row text from `start`; a torn wide character becomes a blank."""
    end = start + width
    found = cells[start:end]
    if not found:
        return found
    if found[0] == STUB:
        found = " " + found[1:]
    if end < len(cells) and cells[end] == STUB:
        found = found[:-1] + " "
    return found
