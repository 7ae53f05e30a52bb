"""Digits of five rows by five cells, for the clock and the numbers over panes."""

from __future__ import annotations

from typing import Final

from mplex.geometry import Rect
from mplex.ui.surface import Surface
from mplex.vt.styles import REVERSE, Style, intern_style

DIGIT_ROWS: Final = 5
DIGIT_COLS: Final = 6
"""Cells a digit takes, with the gap behind it."""
_SHAPES: Final = {
    "0": "##### #...# #...# #...# #####",
    "1": "..#.. .##.. ..#.. ..#.. .###.",
    "2": "##### ....# ##### #.... #####",
    "3": "##### ....# ##### ....# #####",
    "4": "#...# #...# ##### ....# ....#",
    "5": "##### #.... ##### ....# #####",
    "6": "##### #.... ##### #...# #####",
    "7": "##### ....# ...#. ..#.. ..#..",
    "8": "##### #...# ##### #...# #####",
    "9": "##### #...# ##### ....# #####",
    ":": "..... ..#.. ..... ..#.. .....",
    "A": "##### #...# ##### #...# #...#",
    "P": "##### #...# ##### #.... #....",
    "M": "#...# ##.## #.#.# #...# #...#",
    " ": "..... ..... ..... ..... .....",
}


def digits_width(text: str) -> int:
    """Return the cells `put_digits` needs for a text."""
    return max(0, len(text) * DIGIT_COLS - 1)


def put_digits(surface: Surface, row: int, col: int, text: str, style: Style) -> None:
    """Draw digits (and ":", "A", "P", "M") with filled cells; the gaps keep what is below."""
    filled = intern_style(style.fg, style.bg, style.flags | REVERSE)
    for index, char in enumerate(text):
        shape = _SHAPES.get(char, _SHAPES[" "])
        for down, line in enumerate(shape.split()):
            for right, cell in enumerate(line):
                if cell == "#":
                    at = Rect(row + down, col + index * DIGIT_COLS + right, 1, 1)
                    surface.fill(at, " ", filled)
