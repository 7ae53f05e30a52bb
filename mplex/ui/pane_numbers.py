"""The numbers over all panes (`display-panes`): typing one chooses its pane.

One idea: an overlay over the whole window that is transparent but for the digits, so the panes go
on beneath. How long it stays is decided by whoever opens it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from mplex.geometry import Rect, Size
from mplex.term.keys import KeyEvent, MouseEvent
from mplex.ui.big_digits import DIGIT_ROWS, digits_width, put_digits
from mplex.ui.overlay import HANDLED, TRANSPARENT, Close, Overlay, Rendered, Result
from mplex.ui.rows import Row
from mplex.ui.surface import Surface
from mplex.ui.theme import Theme

KEYS = "0123456789abcdefghijklmnopqrstuvwxyz"
"""The key for every number, as far as keys go."""


class NumberedPane(NamedTuple):
    """One pane with its number."""

    rect: Rect
    """On the client's screen."""
    number: int
    active: bool = False
    size: Size | None = None
    """The pane's own size, shown in its corner; None shows none."""


class PaneNumbers(Overlay):
    """Big numbers over panes; it closes with the number typed or clicked, or None."""

    yields = True

    def __init__(
        self,
        panes: Sequence[NumberedPane],
        on_choose: Callable[[int | None], None],
        *,
        theme: Theme | None = None,
    ) -> None:
        self._panes = tuple(panes)
        self._on_choose = on_choose
        self._theme = theme or Theme()

    def layout(self, size: Size) -> Rect:
        """Take the whole screen."""
        return Rect(0, 0, *size)

    def render(self, size: Size) -> Rendered:
        """Draw every pane's number in its middle."""
        surface = Surface(size)
        surface.fill(Rect(0, 0, *size), TRANSPARENT)
        for pane in self._panes:
            self._draw(surface, pane)
        return Rendered(surface.texts, surface.attrs)

    def _draw(self, surface: Surface, pane: NumberedPane) -> None:
        style = self._theme["pane-number.active" if pane.active else "pane-number"]
        rect, text = pane.rect.clip(surface.size), str(pane.number)
        width = digits_width(text)
        if rect.rows >= DIGIT_ROWS and rect.cols >= width:
            row = rect.row + (rect.rows - DIGIT_ROWS) // 2
            put_digits(surface, row, rect.col + (rect.cols - width) // 2, text, style)
        elif rect.rows > 0 and rect.cols >= len(text):
            at = rect.col + (rect.cols - len(text)) // 2
            surface.put(rect.row + rect.rows // 2, at, text, style)
        if pane.size is not None and rect.rows > DIGIT_ROWS:
            size = f"{pane.size.cols}x{pane.size.rows}"
            if rect.cols >= len(size):
                part = Row(size, style.ch * len(size))
                surface.put_row(rect.row, rect.right - len(size), part)

    def on_key(self, event: KeyEvent) -> Result:
        """Choose the pane whose number is typed; any other key closes."""
        number = KEYS.find(event.text) if event.text else -1
        known = any(pane.number == number for pane in self._panes)
        return Close(number if known else None)

    def on_mouse(self, event: MouseEvent) -> Result:
        """Choose the pane that is clicked."""
        if event.action != "down":
            return HANDLED
        for pane in self._panes:
            if pane.rect.contains(event.row, event.col):
                return Close(pane.number)
        return Close()

    def on_close(self, value: object) -> None:
        """Give the number on."""
        self._on_choose(value if isinstance(value, int) else None)
