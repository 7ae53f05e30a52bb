"""The frame of a dialog: its mark and title, who asks, and whether it has the keyboard.

The mark stands nowhere else: no text of a spec and no pane can show it. What is inside the frame is
the dialog's matter.
"""

from __future__ import annotations

from typing import NamedTuple

from mplex.dialog.arrange import inside
from mplex.dialog.plain_text import plain_line
from mplex.geometry import Rect, Size
from mplex.ui.surface import Surface
from mplex.ui.theme import DIALOG_MARK, Theme
from mplex.vt.styles import Style
from mplex.vt.widths import text_width

LINES = "rounded"
"""The kind of lines that a dialog's box has."""

WAITING = "waits until you stop typing"
ABOVE, BELOW = "▲", "▼"
"""Stand on the right border where something is scrolled out of view."""


class Labels(NamedTuple):
    """What a frame says."""

    title: str
    asker: str
    waiting: bool

    @property
    def foot(self) -> str:
        """The text in the lower border."""
        if self.waiting:
            return WAITING
        return f"asked by {plain_line(self.asker)}" if self.asker else ""

    @property
    def head(self) -> str:
        """The text in the upper border."""
        return f"{DIALOG_MARK} {plain_line(self.title)}".rstrip()

    def cols(self) -> int:
        """Return the columns of content that let the borders show all of it.

        They are the same while it waits and after, so that nothing moves when the waiting ends.
        """
        feet = (self.foot, WAITING, self._replace(waiting=False).foot)
        return max(text_width(text) for text in (self.head, *feet)) + 2

    def cuts_title(self, size: Size) -> bool:
        """Say whether the frame of a dialog of `size` has no room for the whole title."""
        return text_width(self.head) > inside(size).cols - 2


def draw_box(surface: Surface, labels: Labels, theme: Theme) -> Rect:
    """Draw a frame around the whole surface, as far as it has room; return the place inside."""
    size = surface.size
    surface.fill(Rect(0, 0, *size), " ", theme["dialog"])
    content = inside(size)
    if content.col:
        _draw_border(surface, labels, theme)
    elif content.row:
        head = WAITING if labels.waiting else f"{labels.head} ({labels.foot})"
        surface.put(0, 0, head, theme["dialog.title"], size.cols)
    return content


def draw_scroll_marks(
    surface: Surface, part: Rect, hidden: tuple[bool, bool], theme: Theme
) -> None:
    """Show beside a part that it hides something above, and below."""
    content = inside(surface.size)
    if not content.col or not part.rows:
        return
    for row, mark, needed in ((part.row, ABOVE, hidden[0]), (part.bottom - 1, BELOW, hidden[1])):
        if needed:
            surface.put(row, surface.size.cols - 1, mark, theme["dialog.title"])


def _draw_border(surface: Surface, labels: Labels, theme: Theme) -> None:
    rows, cols = surface.size
    border = theme["dialog.hint"] if labels.waiting else theme["dialog.border"]
    surface.box(Rect(0, 0, rows, cols), border, LINES)
    foot = theme["dialog.selected"] if labels.waiting else theme["dialog.hint"]
    _put_label(surface, 0, labels.head, theme["dialog.title"])
    _put_label(surface, rows - 1, labels.foot, foot)


def _put_label(surface: Surface, row: int, label: str, style: Style) -> None:
    """Put a text into a border, with a blank on both sides, as far as it has room."""
    if label:
        surface.put(row, 2, " ", style)
        width = surface.put(row, 3, label, style, surface.size.cols - 6)
        surface.put(row, 3 + width, " ", style)
