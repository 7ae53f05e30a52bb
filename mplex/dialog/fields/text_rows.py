"""Plain text as rows of cells, broken between words.

What a text means is the widgets' matter; here it is only made safe, wrapped and styled.
"""

from __future__ import annotations

from mplex.dialog.plain_text import plain_text
from mplex.ui.rows import Row
from mplex.vt.chars import STUB
from mplex.vt.clusters import cells
from mplex.vt.styles import Style

MAX_LINES = 20_000
"""Lines of a text that are laid out."""


def text_rows(text: str, cols: int, style: Style) -> list[Row]:
    """Return a text of several lines as rows of at most `cols` cells in one style.

    Where a line is longer than that it breaks at a blank, or anywhere when it has none. A wide
    character that finds no room in a single column is a `?`. The last row of a text of more than
    MAX_LINES lines says how many are left out.
    """
    return [Row(part, style.ch * len(part)) for part in text_lines(plain_text(text), cols)]


def text_lines(text: str, cols: int) -> list[str]:
    """Return plain text broken as `text_rows` does it, as row text without a style."""
    lines = text.split("\n")
    if len(lines) > MAX_LINES:
        lines[MAX_LINES:] = [f"({len(lines) - MAX_LINES} more lines)"]
    cols = max(1, cols)
    if not text.isascii() or " \n" in text or text[-1:] == " ":
        lines = [line.rstrip() for line in lines]
    if text.isascii() and max(map(len, lines)) <= cols:
        return lines
    return [part for line in lines for part in wrapped_cells(cells(line), cols)]


def wrapped_cells(line: str, cols: int) -> list[str]:
    """Return row text in parts of at most `cols` cells."""
    parts, start = [], 0
    while len(line) - start > cols:
        end = start + cols
        blank = line.rfind(" ", start, end + 1)
        if blank > start:
            parts.append(line[start:blank].rstrip())
            start = blank + 1
            continue
        end -= line[end] == STUB
        if end == start:
            parts.append("?")
            start += 2
            continue
        parts.append(line[start:end])
        start = end
    return [*parts, line[start:]]
