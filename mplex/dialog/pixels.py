"""Pixels that a spec asks for, as cells: specs are written for screens whose text is of this size.

A terminal's own pixels, in which pictures are sent, are `mplex.term`'s matter.
"""

from __future__ import annotations

ROW_PIXELS = 16
"""How many pixels of a height, or of a gap, are one row."""
COL_PIXELS = 8
"""How many pixels of a width, or of a gap, are one column."""


def rows_of(pixels: float) -> int:
    """Return the rows that a height stands for, at least one."""
    return max(1, int(pixels) // ROW_PIXELS)
