"""The text of an item of a collection: a label with a description, wrapped to a width.

Works on row text (one code point per cell), so a break never tears a wide character and what is
measured is what is drawn. Marks before an item are the widgets' matter.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple

from mplex.dialog.fields.text_rows import wrapped_cells
from mplex.dialog.plain_text import plain_line
from mplex.vt.clusters import cells

KEPT: Final = 10_000
"""Items whose rows are kept, over all widths."""
BESIDE: Final = 2
"""Blanks between a label and a description on the same row."""


def tidy(text: str) -> str:
    """Return a text of a spec as row text on one line; quick for what needs no care."""
    if text.isascii() and text.isprintable():
        return text
    return cells(plain_line(text))


class Line(NamedTuple):
    """One row of an item."""

    label: str
    """Row text in the style of a label."""
    remark: str
    """Row text of the description, `BESIDE` the label or alone."""


class ItemText(NamedTuple):
    """What an item says, as row text."""

    label: str
    description: str = ""

    def width(self) -> int:
        """Return the columns that it needs to stay on one row."""
        return len(self.label) + (BESIDE + len(self.description) if self.description else 0)

    def lines(self, cols: int, beside: bool) -> list[Line]:
        """Return its rows at a width; the description is `beside` the label or below it."""
        cols = max(1, cols)
        if beside:
            return [Line(self.label, self.description)]
        lines = [Line(row, "") for row in wrapped_cells(self.label, cols)]
        if self.description:
            lines += [Line("", row) for row in wrapped_cells(self.description, cols)]
        return lines


def option_text(entry: Mapping[str, Any], remark: str = "") -> ItemText:
    """Return what an option or an item of a spec says, with a remark on its picture."""
    label = str(entry.get("label") or entry.get("value") or "")
    said = (str(entry.get("description") or ""), remark)
    return ItemText(tidy(label), tidy(" ".join(filter(None, said))))


class Texts:
    """What all items of a collection say; rows are laid out when first asked for."""

    def __init__(self, texts: Iterable[ItemText]) -> None:
        self._texts = list(texts)
        self.widest = max((text.width() for text in self._texts), default=0)
        """The columns that the widest of them needs to stay on one row."""
        self._lines: dict[tuple[int, int, bool], list[Line]] = {}

    def lines(self, item: int, cols: int, beside: bool) -> list[Line]:
        """Return the rows of one item; see `ItemText.lines`."""
        key = item, cols, beside
        found = self._lines.get(key)
        if found is None:
            if len(self._lines) >= KEPT:
                self._lines.clear()
            found = self._lines[key] = self._texts[item].lines(cols, beside)
        return found

    def folded(self) -> list[str]:
        """Return what a filter looks at, case-folded."""
        return [f"{text.label} {text.description}".casefold() for text in self._texts]
