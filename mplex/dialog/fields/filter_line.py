"""The line that narrows a collection: what was typed into it, and which texts it lets through.

The line itself is a `LineInput`, made when first needed, since few lists are ever filtered. What
becomes of the items is the widgets' matter.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mplex.dialog.fields.line_input import LineInput
from mplex.geometry import Point, Rect
from mplex.term.keys import KeyEvent
from mplex.ui.surface import Surface
from mplex.ui.theme import Theme

FILTER_LIMIT: Final = 200
"""Characters of a filter at most."""
PROMPT: Final = "/ "


def matching(text: str, folded: Sequence[str], among: Sequence[int]) -> list[int]:
    """Return which of the case-folded texts have every word of a filter, as numbers of them.

    `among` are the numbers to look at, in the order of the answer.
    """
    found = list(among)
    for word in text.casefold().split():
        found = [number for number in found if word in folded[number]]
    return found


class FilterLine:
    """A filter: `open` while it is typed, in force as long as it has a text."""

    def __init__(self, looks: Theme) -> None:
        self.open = False
        self._looks = looks
        self._made: LineInput | None = None

    @property
    def text(self) -> str:
        """What was typed."""
        return self._made.text if self._made else ""

    @property
    def shown(self) -> bool:
        """Whether it takes a row."""
        return self.open or bool(self.text)

    def start(self) -> None:
        """Begin to type, after what is there already."""
        self.open = True

    def clear(self) -> None:
        """Forget the text and stop typing."""
        self.open = False
        if self._made:
            self._made.set("")

    def takes(self, event: KeyEvent) -> bool:
        """Say whether a key edits the line; all others are for whoever is around it."""
        return self._line().takes(event)

    def on_key(self, event: KeyEvent) -> bool:
        """Take a key that edits; say whether the text is another one now."""
        return self._line().on_key(event)

    def paste(self, text: str) -> bool:
        """Insert pasted text; say whether the text is another one now."""
        return self._line().paste(text)

    def click(self, col: int) -> None:
        """Put the cursor where a column of the widget shows a character."""
        self._line().click(col)

    def draw(self, surface: Surface, row: int, focus: bool) -> Point | None:
        """Draw it over a whole row; return where its cursor stands while it is typed."""
        cols = surface.size.cols
        surface.put(row, 0, PROMPT, self._looks["dialog.accent"], cols)
        start = min(len(PROMPT), cols - 1)
        return self._line().draw(surface, Rect(row, start, 1, cols - start), focus and self.open)

    def _line(self) -> LineInput:
        if self._made is None:
            self._made = LineInput(self._looks, limit=FILTER_LIMIT)
        return self._made
