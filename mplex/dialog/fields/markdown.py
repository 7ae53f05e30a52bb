"""A block of Markdown between other fields, and what stands there when it can't be laid out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from mplex.dialog.fields.display import DisplayWidget
from mplex.dialog.fields.kit import Kit
from mplex.dialog.fields.text_rows import text_rows
from mplex.dialog.lazy import MissingExtra, ShownPlain, markdown_rows
from mplex.ui.rows import Row

MIN_COLS = 8
"""Narrower places show the source: lists and tables would have no room for their text."""


class Laid(NamedTuple):
    """A Markdown text at a width."""

    rows: Sequence[Row]
    missing: str = ""
    """What is not installed, a sentence for `media_warnings`."""


def lay_markdown(source: str, cols: int, kit: Kit) -> Laid:
    """Return Markdown as rows of at most `cols` cells; its source when that can't be done."""
    base = kit.looks["dialog"]
    if cols < MIN_COLS:
        return Laid(text_rows(source, cols, base))
    try:
        return Laid(markdown_rows(source, cols, base, kit.colours > 0))
    except ShownPlain as error:
        note = text_rows(f"({error})", cols, kit.looks["dialog.hint"])
        missing = str(error) if isinstance(error, MissingExtra) else ""
        return Laid([*note, *text_rows(source, cols, base)], missing)


class MarkdownWidget(DisplayWidget):
    """The widget of a `markdown`."""

    def content(self, cols: int) -> Sequence[Row]:
        """Return the text laid out; what is missing for that becomes a warning."""
        laid = lay_markdown(self.field.text("text").strip("\n"), cols, self.kit)
        self.warn(laid.missing)
        return laid.rows
