"""One row of cells as two strings: cut it, pad it, put another row into it.

One idea: a row is `(text, attrs)` as `mplex.vt` stores it (one code point and one style per cell,
both perhaps shorter than the row), and every operation gives new strings and never half a wide
character. Several rows together are a `Surface`.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress
from operator import is_not
from typing import NamedTuple

from mplex.vt.chars import STUB
from mplex.vt.clusters import cells
from mplex.vt.styles import DEFAULT, Style
from mplex.vt.widths import cut

PLAIN = DEFAULT.ch
"""The attribute of a cell in the default style."""
ELLIPSIS = "…"


class Row(NamedTuple):
    """The cells of one row, or of a part of one."""

    text: str
    attrs: str = ""


def styled(text: str, style: Style) -> Row:
    """Return row text in one style."""
    return Row(text, style.ch * len(text) if style.id else "")


def padded(row: Row, width: int, style: Style = DEFAULT) -> Row:
    """Return a row of exactly `width` cells; missing cells become blanks in `style`."""
    text, attrs = row
    if len(text) > width:
        return padded(cut_row(row, 0, width), width, style)
    attrs = attrs[: len(text)].ljust(len(text), PLAIN)
    return Row(text.ljust(width), attrs.ljust(width, style.ch))


def cut_row(row: Row, start: int, width: int) -> Row:
    """Return up to `width` cells from `start`; a torn wide character becomes a blank."""
    return Row(cut(row.text, start, width), row.attrs[start : start + width])


def splice(under: Row, width: int, col: int, over: Row) -> Row:
    """Return `under` (made `width` wide) with the cells of `over` put at `col`, perhaps cut.

    Hot: called for every piece of text that is drawn.
    """
    text, attrs = under
    part, look = over
    end = col + len(part)
    if 0 <= col and end <= width >= len(text) and part and STUB not in text:
        # The usual case: nothing is cut, and no wide character is torn.
        attrs = attrs[: len(text)].ljust(width, PLAIN)
        text = text.ljust(width)
        look = look[: len(part)].ljust(len(part), PLAIN)
        return Row(text[:col] + part + text[end:], attrs[:col] + look + attrs[end:])
    if col < 0:
        over, col = cut_row(over, -col, width), 0
    over = padded(cut_row(over, 0, width - col), min(len(over.text), max(0, width - col)))
    end = col + len(over.text)
    if not over.text:
        return padded(under, width)
    text, attrs = padded(under, width)
    left, right = text[:col], text[end:]
    # What is covered may have been half of a wide character.
    if right.startswith(STUB):
        right = " " + right[1:]
    if left and text[col : col + 1] == STUB:
        left = left[:-1] + " "
    return Row(left + over.text + right, attrs[:col] + over.attrs + attrs[end:])


def differing(new: Sequence[str], old: Sequence[str]) -> list[int]:
    """Return which of as many new texts differ from old ones; most are the same objects."""
    if new is old:
        return []
    others = compress(range(len(new)), map(is_not, new, old))
    return [row for row in others if new[row] != old[row]]


def shortened(text: str, width: int) -> str:
    """Return row text of at most `width` cells, with an ellipsis where it was cut."""
    if len(text) <= width:
        return text
    return cut(text, 0, width - 1) + ELLIPSIS if width > 0 else ""


def wrapped(text: str, width: int) -> list[str]:
    """Return plain text (one line, tabs allowed) as rows of at most `width` cells."""
    line, rows = cells(text.expandtabs(8)), []
    width = max(2, width)
    start = 0
    while len(line) - start > width:
        end = start + width - (line[start + width] == STUB)
        rows.append(line[start:end])
        start = end
    return [*rows, line[start:]]
