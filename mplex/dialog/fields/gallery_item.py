"""The parts of a gallery's tile: the item that it shows, and where its buttons stand.

What was decided is in `verdicts`; drawing and keys are the gallery's matter.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from mplex.dialog.fields.clip import SIGN, Clip, is_clip
from mplex.dialog.fields.kit import Kit
from mplex.dialog.picture import Picture
from mplex.dialog.plain_text import plain_line
from mplex.ui.rows import shortened
from mplex.vt.widths import cut

BUTTON_EDGES: Final = 4
"""Columns of a button around its text: brackets, its number, a blank."""
LEAST_TIGHT: Final = 4
"""Columns of a button without brackets: its number, and letters."""
DIGITS: Final = "123456789"
CHOSEN: Final = "•"
"""Stands in a chosen button in place of its number."""


class Button(NamedTuple):
    """A verdict's button: where it is in a tile, and what it is called."""

    row: int
    """Counted from the first row of buttons."""
    cols: range
    text: str
    action: int
    tight: bool = False
    """Whether it has no room for brackets."""

    def said(self, chosen: bool) -> str:
        """Return its row text."""
        number = DIGITS[self.action] if self.action < len(DIGITS) else " "
        mark = CHOSEN if chosen else number
        return f"{mark}{self.text}" if self.tight else f"[{mark} {self.text}]"


class TilePlan(NamedTuple):
    """The rows of the parts of a tile, from the top down; its label always has one."""

    picture: int
    details: int
    buttons: Sequence[Button]
    comment: bool
    """Whether a comment has a row of its own; else it stands behind the label."""
    gap: int
    """Blank rows below the tile."""

    @property
    def button_rows(self) -> int:
        """The rows of its buttons."""
        return self.buttons[-1].row + 1 if self.buttons else 0

    @property
    def rows(self) -> int:
        """All rows of the tile."""
        return self.buttons_at + self.button_rows + self.comment + self.gap

    @property
    def buttons_at(self) -> int:
        """The first row of its buttons."""
        return self.picture + 1 + self.details

    @property
    def comment_at(self) -> int:
        """The row where a comment is typed: in that of the buttons if it has none."""
        return self.buttons_at + (self.button_rows if self.comment else 0)


class Item:
    """One item as it is shown."""

    def __init__(self, data: Mapping[str, Any], kit: Kit) -> None:
        self.value = str(data["value"])
        self.label = plain_line(str(data.get("label") or self.value))
        self.detail = str(data.get("detail") or "").strip()
        self.max_height = data.get("max_height")
        self.clip: Clip | None = None
        self.picture: Picture | None = None
        self.said = ""
        """What became of playing its clip."""
        source = data.get("src")
        if is_clip(source):
            self.clip = Clip(source, kit)
            self.said = self.clip.trouble
        elif source:
            self.picture = Picture(source, kit.media, str(data.get("alt") or ""))

    @property
    def clip_line(self) -> str:
        """What is said about its clip."""
        if self.clip is None:
            return ""
        return f"{SIGN} {self.clip.title} · {self.said or '[p] play'}"


def tight_buttons(labels: Sequence[str], cols: int) -> list[Button]:
    """Return equally wide buttons without brackets, cut so that few rows are enough."""
    beside = max(1, min(len(labels), (cols + 1) // (LEAST_TIGHT + 1)))
    width = max(1, (cols + 1) // beside - 1)
    found = []
    for index, label in enumerate(labels):
        row, place = divmod(index, beside)
        col = place * (width + 1)
        text = cut(label, 0, width - 1)
        found.append(Button(row, range(col, col + width), text, index, tight=True))
    return found


def buttons_of(labels: Sequence[str], cols: int) -> list[Button]:
    """Return buttons with these row texts in as many rows of `cols` columns as they need."""
    found: list[Button] = []
    row = col = 0
    for index, label in enumerate(labels):
        text = shortened(label, max(1, cols - BUTTON_EDGES))
        width = len(text) + BUTTON_EDGES
        if col and col + width > cols:
            row, col = row + 1, 0
        found.append(Button(row, range(col, col + width), text, index))
        col += width + 1
    return found
