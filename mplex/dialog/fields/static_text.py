"""A note between other fields: plain text in one of three tones.

A tone is told by a colour and by a character, so that it is there without colours too.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from mplex.dialog.fields.display import DisplayWidget
from mplex.dialog.fields.drawn_rows import DrawnRows
from mplex.dialog.fields.text_rows import text_lines, text_rows
from mplex.dialog.plain_text import plain_text
from mplex.ui.rows import Row


class Tone(NamedTuple):
    """How a tone looks."""

    mark: str
    """Stands before the first row; the others are indented like it."""
    mark_role: str
    role: str


TONES: dict[str, Tone] = {
    "info": Tone("i", "dialog.accent", "dialog"),
    "warn": Tone("!", "dialog.warning", "dialog.warning"),
    "muted": Tone("·", "dialog.hint", "dialog.hint"),
}
NARROW = 8
"""Below so many columns the text has them all, and the mark stands on a row of its own."""


class StaticTextWidget(DisplayWidget):
    """The widget of a `static_text`."""

    def content(self, cols: int) -> Sequence[Row]:
        """Return the text with the mark of its tone before it."""
        tone = TONES.get(self.field.text("tone"), TONES["info"])
        style, mark = self.looks[tone.role], self.looks[tone.mark_role]
        text = self.field.text("text").strip("\n")
        if cols < NARROW:
            return [Row(tone.mark, mark.ch), *text_rows(text, cols, style)]
        lines = text_lines(plain_text(text), cols - 2)

        def row(index: int) -> Row:
            line = lines[index]
            before = mark.ch if index == 0 else style.ch
            head = tone.mark if index == 0 else " "
            return Row(f"{head} {line}", before * 2 + style.ch * len(line))

        return DrawnRows(len(lines), 2 + max(map(len, lines)), row)
