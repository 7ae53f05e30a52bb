"""Text from a spec as plain text, before any layout.

What a spec says is shown, never obeyed: control characters become visible pictures, characters that
reorder or hide text are dropped, and the dialog's own mark is replaced, so no text can look like a
frame. Where lines break is the widgets' matter.
"""

from __future__ import annotations

from mplex.ui.theme import DIALOG_MARK, MARK_STAND_IN

TAB_COLUMNS = 4
"""Columns between tab stops."""

LINE_BREAKS = ("\r\n", "\r", "\v", "\f", "\x85", "\u2028", "\u2029")
"""What ends a line besides a line feed."""

CONTROL_PICTURES = 0x2400
"""The Unicode block that has a picture for each C0 control character at its own offset."""

# Direction marks, embeddings, overrides and isolates; zero-width spaces and joiners of nothing.
_DROPPED = (
    "\u061c\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufeff"
)


def _translation() -> dict[int, int | str | None]:
    table: dict[int, int | str | None] = {code: CONTROL_PICTURES + code for code in range(0x20)}
    del table[ord("\n")], table[ord("\t")]
    table[0x7F] = "\u2421"
    table |= dict.fromkeys(range(0x80, 0xA0), "\ufffd")
    table |= dict.fromkeys(range(0xD800, 0xE000), "\ufffd")
    table |= {ord(char): None for char in _DROPPED}
    table[ord(DIALOG_MARK)] = MARK_STAND_IN
    return table


_TABLE = _translation()


def plain_text(text: str) -> str:
    """Return a text of several lines that is safe to lay out; line feeds stay."""
    for line_break in LINE_BREAKS:
        text = text.replace(line_break, "\n")
    return text.translate(_TABLE).expandtabs(TAB_COLUMNS)


def plain_line(text: str) -> str:
    """Return a text on one line that is safe to lay out; a line break becomes a space."""
    return plain_text(text).replace("\n", " ")
