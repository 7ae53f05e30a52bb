"""What a screen says, and where: title in the frame, label at the options, the rest in the text.

Nothing that was said may be out of reach: a title that the frame cuts, or a label that finds no
room, is said in full in the text, which scrolls.
"""

from __future__ import annotations

from mplex.dialog.scroll_text import ScrollText
from mplex.dialog.spec import AskScreen


class Wording:
    """The texts of one screen."""

    def __init__(self, screen: AskScreen) -> None:
        # Without a title the label is the best one, and need not be said twice.
        self.title = screen.title or screen.label
        self.label = ScrollText(screen.label if screen.title else "")
        self._body = screen.text
        self._texts: dict[tuple[bool, bool], ScrollText] = {}

    def text(self, *, title: bool = False, label: bool = False) -> ScrollText:
        """Return the text to show, with the title or the label in it where that is needed."""
        if (title, label) not in self._texts:
            said = (self.title if title else "", self._body, self.label.text if label else "")
            self._texts[title, label] = ScrollText("\n\n".join(part for part in said if part))
        return self._texts[title, label]
