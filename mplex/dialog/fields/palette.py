"""A palette of colours to pick from: hues across, lightness down, a row of greys.

A part of widgets, not one itself. Each cell shows its colour; the one under the cursor is told by
a mark, so that it can be found without colours too.
"""

from __future__ import annotations

from colorsys import hls_to_rgb
from functools import lru_cache

from mplex.geometry import Point
from mplex.term.keys import Key
from mplex.ui.rows import Row
from mplex.ui.surface import Surface
from mplex.vt.styles import DEFAULT, RGB, Style, intern_style

COLS, ROWS = 12, 7
"""Colours in a row, and rows."""
CURSORS = {1: "+", 2: "[]"}
"""The mark of the colour under the cursor by the columns that a colour has."""
_LIGHTNESS = (0.85, 0.7, 0.55, 0.42, 0.3, 0.18)
_SATURATION = 0.85
_MOVES = {
    Key("Left"): (0, -1),
    Key("Right"): (0, 1),
    Key("Up"): (-1, 0),
    Key("Down"): (1, 0),
    Key("Home"): (0, -COLS),
    Key("End"): (0, COLS),
    Key("PPage"): (-ROWS, 0),
    Key("NPage"): (ROWS, 0),
}


class Palette:
    """The colours, and the one that the cursor is on."""

    def __init__(self, colour: str) -> None:
        distances = [
            (_distance(colour, each), Point(row, col))
            for row, colours in enumerate(palette_colours())
            for col, each in enumerate(colours)
        ]
        self._at = min(distances)[1]
        self._cell = 2

    @property
    def cursor_row(self) -> int:
        """The row of the palette in which the cursor stands."""
        return self._at.row

    @property
    def colour(self) -> str:
        """The colour under the cursor, as `#rrggbb`."""
        return palette_colours()[self._at.row][self._at.col]

    def on_key(self, key: Key) -> bool:
        """Move the cursor by a key; return whether the key means something here."""
        if key not in _MOVES:
            return False
        down, right = _MOVES[key]
        row = max(0, min(self._at.row + down, ROWS - 1))
        self._at = Point(row, max(0, min(self._at.col + right, COLS - 1)))
        return True

    def click(self, row: int, col: int) -> bool:
        """Go to the colour at a place in the palette; return whether there is one."""
        inside = 0 <= row < ROWS and 0 <= col < COLS * self._cell
        if inside:
            self._at = Point(row, col // self._cell)
        return inside

    def draw(self, surface: Surface, at: Point, colours: int) -> Point:
        """Draw the palette at a place for so many colours (0: none); return the cursor."""
        self._cell = 2 if surface.size.cols - at.col >= 2 * COLS else 1
        blank = (" " if colours else "·") * self._cell
        for row, attrs in enumerate(_palette_attrs(bool(colours), self._cell)):
            text = blank * COLS
            if row == self._at.row:
                before, after = self._at.col, COLS - 1 - self._at.col
                text = blank * before + CURSORS[self._cell] + blank * after
            surface.put_row(at.row + row, at.col, Row(text, attrs))
        col = at.col + self._at.col * self._cell
        return Point(at.row + self._at.row, min(col, surface.size.cols - 1))


@lru_cache(maxsize=1)
def palette_colours() -> tuple[tuple[str, ...], ...]:
    """Return the rows of the palette as `#rrggbb`."""
    rows = [
        tuple(_hex(*hls_to_rgb(col / COLS, light, _SATURATION)) for col in range(COLS))
        for light in _LIGHTNESS
    ]
    greys = tuple(_hex(*[1 - col / (COLS - 1)] * 3) for col in range(COLS))
    return (*rows, greys)


@lru_cache(maxsize=4)
def _palette_attrs(coloured: bool, cell: int) -> tuple[str, ...]:
    return tuple(
        "".join((swatch_style(each) if coloured else DEFAULT).ch * cell for each in row)
        for row in palette_colours()
    )


def swatch_style(colour: str) -> Style:
    """Return the style of a cell filled with `#rrggbb`; text on it is black or white."""
    red, green, blue = _parts(colour)
    # The weights of the eye's three receptors (ITU-R BT.601).
    light = 299 * red + 587 * green + 114 * blue > 128_000
    return intern_style(fg=RGB if light else RGB | 0xFFFFFF, bg=RGB | int(colour[1:], 16))


def _hex(red: float, green: float, blue: float) -> str:
    return "#" + "".join(f"{round(part * 255):02x}" for part in (red, green, blue))


def _parts(colour: str) -> tuple[int, int, int]:
    number = int(colour[1:], 16)
    return number >> 16, number >> 8 & 255, number & 255


def _distance(one: str, other: str) -> int:
    return sum((a - b) ** 2 for a, b in zip(_parts(one), _parts(other), strict=True))
