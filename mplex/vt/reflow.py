"""Lines to rows and back: what a change of width does to text.

The idea: rows with a wrap flag are pieces of one line.  `join` makes the line (padding pieces that
were erased at their end would already be full width), `split` cuts it at another width without ever
cutting a wide character.  Pure functions; who calls them when is up to `resizing` and `history`.
"""

from __future__ import annotations

from mplex.vt.chars import STUB
from mplex.vt.rows import Cells, Row, trim


def join(rows: list[Row]) -> Cells:
    """Return the line that these rows make; every row but the last must be full."""
    if len(rows) == 1:
        return trim(rows[0][0], rows[0][1])
    text = "".join([row[0] for row in rows])
    attrs = "".join([row[1].ljust(len(row[0]), "\0") for row in rows])
    return trim(text, attrs)


def split(text: str, attrs: str, columns: int) -> list[Row]:
    """Return the rows of a line at a width of `columns`; at least one."""
    if columns < 2 and STUB in text:
        text, attrs = _narrow(text, attrs)
    length = len(text)
    rows: list[Row] = []
    at = 0
    while length - at > columns:
        end = at + columns
        wrap = 1
        if text[end] == STUB:
            end -= 1
            wrap = 2
        rows.append((text[at:end], attrs[at:end].rstrip(STUB), wrap))
        at = end
    rows.append((text[at:], attrs[at:], 0))
    return rows


def _narrow(text: str, attrs: str) -> Cells:
    """Replace wide characters, which one column cannot show."""
    kept = [i for i, cell in enumerate(text) if cell != STUB]
    wide = {i - 1 for i, cell in enumerate(text) if cell == STUB}
    new = "".join(["\ufffd" if i in wide else text[i] for i in kept])
    return new, "".join([attrs[i] for i in kept if i < len(attrs)])


def lines_of(rows: list[Row]) -> list[list[Row]]:
    """Group rows into lines: a row with a wrap flag goes on in the next one."""
    lines: list[list[Row]] = []
    line: list[Row] = []
    for row in rows:
        line.append(row)
        if not row[2]:
            lines.append(line)
            line = []
    if line:
        lines.append(line)
    return lines


def rewrap(rows: list[Row], columns: int) -> list[Row]:
    """Return the rows of whole lines at another width."""
    found: list[Row] = []
    for line in lines_of(rows):
        if len(line) == 1 and len(line[0][0]) <= columns:
            found.append((line[0][0], line[0][1], 0))
        else:
            text, attrs = join(line)
            found += split(text, attrs, columns)
    return found
