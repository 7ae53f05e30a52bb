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

BUTTON_EDGES: Final = 4
"""Columns of a button around its text: brackets, its number, a blank."""


class Button(NamedTuple):
    """A verdict's button: where it is in a tile, and what it is called."""

    row: int
    """Counted from the first row of buttons."""
    cols: range
    text: str
    action: int


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
