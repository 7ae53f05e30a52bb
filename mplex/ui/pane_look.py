"""How a whole pane is tinted: `window-style` for default colours, and reverse video (DECSCNM).

One idea: the pane's cells stay as they are; a look maps each style to another when a row is drawn,
and remembers the mapping.
"""

from __future__ import annotations

from mplex.ui.rows import Row, padded
from mplex.vt.styles import REVERSE, Style, intern_style, style_of

MAX_MAPPED = 4096
"""Styles remembered per look; the memory is dropped when full."""


class PaneLook:
    """A mapping from the styles a pane uses to those that are shown."""

    def __init__(self, style: Style, reverse: bool) -> None:
        self._style = style
        self._reverse = reverse
        self._mapped: dict[int, str] = {}

    def applied(self, row: Row, width: int) -> Row:
        """Return a row of `width` cells with the look applied."""
        text, attrs = padded(row, width)
        for attr in set(attrs):
            if ord(attr) not in self._mapped:
                self._remember(attr)
        return Row(text, attrs.translate(self._mapped))

    def _remember(self, attr: str) -> None:
        if len(self._mapped) >= MAX_MAPPED:
            self._mapped.clear()
        old = style_of(attr)
        fg = self._style.fg if old.fg < 0 else old.fg
        bg = self._style.bg if old.bg < 0 else old.bg
        flags = old.flags | (self._style.flags if old.fg < 0 and old.bg < 0 else 0)
        if self._reverse:
            flags ^= REVERSE
        self._mapped[ord(attr)] = intern_style(fg, bg, flags, old.ul, old.link).ch
