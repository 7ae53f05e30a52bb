"""The frame of a form: who asks in which session, a chip with the topic, and how long it stays.

The mark and the lines are those of every dialog (`mplex.dialog.box`).
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from mplex.dialog.box import Labels, draw_box
from mplex.dialog.plain_text import plain_line
from mplex.geometry import Rect, Size
from mplex.ui.surface import Surface
from mplex.ui.theme import DIALOG_MARK, Theme
from mplex.vt.styles import REVERSE, Style, intern_style
from mplex.vt.widths import text_width

COUNTDOWN_FROM = 120
"""Seconds before the end from which the frame counts down."""
CORNER = 3
"""The column at which the text in a border begins."""


class Framing(NamedTuple):
    """What the frame of a form says."""

    title: str
    header: str
    asker: str
    session: str
    waiting: bool
    left: int | None
    """Seconds until it closes by itself, None when that is not to be shown."""

    @property
    def chip(self) -> str:
        """The topic as it stands in the frame."""
        return f" {plain_line(self.header).strip()} " if self.header.strip() else ""

    @property
    def labels(self) -> Labels:
        """The texts of the frame for `box`."""
        title = " ".join(part for part in (self.chip, self.title) if part)
        asker = " · ".join(part for part in (self.asker, self.session) if part)
        return Labels(title, asker, self.waiting)

    def cuts_title(self, size: Size) -> bool:
        """Say whether a frame of `size` has no room for the whole title."""
        return _cuts_title(self, size)


@lru_cache(maxsize=64)
def _cuts_title(framing: Framing, size: Size) -> bool:
    """Do what `Framing.cuts_title` does; it is asked several times for each key."""
    return framing.labels.cuts_title(size)


def countdown(seconds: int) -> str:
    """Return how long a form stays: `closes in 1:05`."""
    return f"closes in {seconds // 60}:{seconds % 60:02}"


def draw_frame(surface: Surface, framing: Framing, theme: Theme) -> Rect:
    """Draw the frame around the whole surface; return the place inside."""
    content = draw_box(surface, framing.labels, theme)
    room = surface.size.cols - 2 * CORNER
    if content.col and framing.chip:
        col = CORNER + text_width(f"{DIALOG_MARK} ")
        surface.put(0, col, framing.chip, _chip(theme), CORNER + room - col)
    if framing.left is not None:
        _draw_countdown(surface, f" {countdown(framing.left)} ", theme)
    return content


def _draw_countdown(surface: Surface, text: str, theme: Theme) -> None:
    """Put the countdown at the right of the lower border, or of the last row without one."""
    col = surface.size.cols - 2 - len(text)
    if col >= 0:
        surface.put(surface.size.rows - 1, col, text, theme["dialog.warning"])


def _chip(theme: Theme) -> Style:
    accent = theme["dialog.accent"]
    return intern_style(accent.fg, accent.bg, accent.flags | REVERSE, accent.ul, accent.link)
