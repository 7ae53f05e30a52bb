"""A pyte screen with mplex's insides.

The idea: methods and storage come from `Grid`; what pyte keeps as attributes (`buffer`, `display`,
`margins`, `mode`, `dirty`) is computed from it on demand, for code that knows pyte.  Nothing in
mplex reads those views in a hot path.
"""

from __future__ import annotations

from collections.abc import Mapping

import pyte
from pyte import modes as pyte_modes
from pyte.graphics import FG_BG_256
from pyte.screens import Char, Margins

from mplex.vt.chars import STUB
from mplex.vt.clusters import cell_text, expand
from mplex.vt.grid import Grid
from mplex.vt.ops import HOT_EVENTS
from mplex.vt.state import Cursor
from mplex.vt.styles import (
    BLINK,
    BOLD,
    ITALIC,
    REVERSE,
    RGB,
    STRIKE,
    UNDERLINE_MASK,
    Style,
    style_of,
)

_NAMES = ("black", "red", "green", "brown", "blue", "magenta", "cyan", "white")


def _colour_name(colour: int) -> str:
    """Return a colour as pyte spells it."""
    if colour < 0:
        return "default"
    if colour >= RGB:
        return f"{colour & 0xFFFFFF:06x}"
    if colour < 8:
        return _NAMES[colour]
    if colour < 16:
        return "bright" + _NAMES[colour - 8]
    return FG_BG_256[colour]


def char_of(data: str, style: Style) -> Char:
    """Return a cell as pyte has it."""
    flags = style.flags
    return Char(
        data,
        _colour_name(style.fg),
        _colour_name(style.bg),
        bool(flags & BOLD),
        bool(flags & ITALIC),
        bool(flags & UNDERLINE_MASK),
        bool(flags & STRIKE),
        bool(flags & REVERSE),
        bool(flags & BLINK),
    )


class PyteCursor(Cursor):
    """The cursor with pyte's `attrs`."""

    __slots__ = ("screen",)

    def __init__(self, screen: Screen) -> None:
        super().__init__()
        self.screen = screen

    @property
    def attrs(self) -> Char:
        """The pen as a blank cell."""
        return char_of(" ", self.screen.style)


class Screen(Grid, pyte.Screen):  # type: ignore[misc]
    """A terminal of `columns` x `lines` cells with a history; see `Grid` for what it can do."""

    def __init__(self, columns: int, lines: int, history: int = 10_000) -> None:
        self._clean: tuple[list[str], list[str | None]] = ([], [])
        Grid.__init__(self, columns, lines, history)
        cursor = PyteCursor(self)
        self.cursor = cursor
        own = type(self)
        self.note_overridden(
            frozenset(
                event for event in HOT_EVENTS if getattr(own, event) is not getattr(Grid, event)
            )
        )

    @property
    def display(self) -> list[str]:
        """The rows as plain text, padded to the width."""
        self.visible()
        return [expand(text.ljust(self.columns)) for text in self.T]

    @property
    def default_char(self) -> Char:
        """A blank cell."""
        return Char(" ", reverse=self.reverse_video)

    @property
    def buffer(self) -> Mapping[int, Mapping[int, Char]]:  # type: ignore[override]
        """The cells as pyte has them: a copy, row to column to cell."""
        texts, attrs = self.visible()
        rows: dict[int, dict[int, Char]] = {}
        for y, text in enumerate(texts):
            looks = attrs[y].ljust(self.columns, "\0")
            rows[y] = {
                x: char_of("" if cell == STUB else cell_text(cell), style_of(looks[x]))
                for x, cell in enumerate(text.ljust(self.columns))
            }
        return rows

    @property
    def margins(self) -> Margins | None:  # type: ignore[override]
        """The rows that scroll, None for all."""
        if self.top == 0 and self.bottom == self.lines - 1:
            return None
        return Margins(self.top, self.bottom)

    @property
    def mode(self) -> set[int]:  # type: ignore[override]
        """The modes pyte knows that are set."""
        found = {
            pyte_modes.LNM: self.newline_mode,
            pyte_modes.IRM: self.insert,
            pyte_modes.DECTCEM: not self.cursor.hidden,
            pyte_modes.DECSCNM: self.reverse_video,
            pyte_modes.DECOM: self.origin,
            pyte_modes.DECAWM: self.autowrap,
            pyte_modes.DECCOLM: self.columns_mode,
        }
        return {mode for mode, on in found.items() if on}

    @property
    def charset(self) -> int:  # type: ignore[override]
        """The number of the character set in use."""
        return self.gl

    @property
    def dirty(self) -> set[int]:  # type: ignore[override]
        """The rows that changed since `clean`: found by identity."""
        texts, attrs = self._clean
        if len(texts) != self.lines:
            return set(range(self.lines))
        return {
            y for y in range(self.lines) if texts[y] is not self.T[y] or attrs[y] is not self.A[y]
        }

    def clean(self) -> None:
        """Take the present rows as seen; `dirty` compares with them."""
        self._clean = (list(self.T), list(self.A))

    def write_process_input(self, data: str) -> None:
        """Queue an answer to the program."""
        self._reply(data)
