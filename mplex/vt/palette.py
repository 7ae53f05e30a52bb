"""Colours a program redefined (OSC 4, 10, 11, 12), and what the defaults are.

The idea: rows keep palette indexes; what an index looks like is this table, which answers queries
and tells the drawing side about overrides.  Parses X colour names of the forms programs send.
"""

from __future__ import annotations

import re

# Compiled when the first program asks for a colour, and then kept by `re`.
_HEX = r"#([0-9a-fA-F]{3}|[0-9a-fA-F]{6}|[0-9a-fA-F]{9}|[0-9a-fA-F]{12})\Z"
_RGB = r"rgba?:([0-9a-fA-F]{1,4})/([0-9a-fA-F]{1,4})/([0-9a-fA-F]{1,4})(?:/\w+)?\Z"

_BASE = (
    0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5,
    0x7F7F7F, 0xFF0000, 0x00FF00, 0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
)  # fmt: skip
_NAMES = {
    "black": 0x000000,
    "red": 0xFF0000,
    "green": 0x00FF00,
    "yellow": 0xFFFF00,
    "blue": 0x0000FF,
    "magenta": 0xFF00FF,
    "cyan": 0x00FFFF,
    "white": 0xFFFFFF,
    "gray": 0xBEBEBE,
    "grey": 0xBEBEBE,
    "orange": 0xFFA500,
    "pink": 0xFFC0CB,
    "purple": 0xA020F0,
    "brown": 0xA52A2A,
}


def default_colour(index: int) -> int:
    """Return the RGB value of palette entry 0..255 as xterm has it."""
    if index < 16:
        return _BASE[index]
    if index >= 232:
        level = 8 + 10 * (index - 232)
        return level << 16 | level << 8 | level
    index -= 16
    red, green, blue = (55 + 40 * v if v else 0 for v in (index // 36, index // 6 % 6, index % 6))
    return red << 16 | green << 8 | blue


def parse_colour(text: str) -> int | None:
    """Return an X colour (`#rgb`, `rgb:r/g/b`, a basic name) as 0xRRGGBB, None if unknown."""
    match = re.match(_RGB, text)
    if match:
        scaled = [int(v, 16) * 255 // ((1 << 4 * len(v)) - 1) for v in match.groups()]
        return scaled[0] << 16 | scaled[1] << 8 | scaled[2]
    match = re.match(_HEX, text)
    if match:
        digits = match.group(1)
        size = len(digits) // 3
        parts = [digits[i : i + size] for i in range(0, len(digits), size)]
        # A single digit is the high one; of longer ones the high two count.
        red, green, blue = (int((v + "0")[:2] if size == 1 else v[:2], 16) for v in parts)
        return red << 16 | green << 8 | blue
    return _NAMES.get(text.strip().lower())


def spell_colour(rgb: int) -> str:
    """Return a colour as programs expect it in an answer: `rgb:rrrr/gggg/bbbb`."""
    digits = f"{rgb & 0xFFFFFF:06x}"
    red, green, blue = digits[:2], digits[2:4], digits[4:]
    return f"rgb:{red}{red}/{green}{green}/{blue}{blue}"


class Palette:
    """Overrides and defaults of one terminal; colours are 0xRRGGBB."""

    def __init__(self) -> None:
        self.colours: dict[int, int] = {}
        """Palette entries (0..255) that the program changed."""
        self.dynamic: dict[int, int] = {}
        """OSC number (10 text, 11 background, 12 cursor, ...) to the colour it was set to."""
        self.text: int = 0xE5E5E5
        self.background: int = 0x000000
        self.dark: bool = True

    def reset(self) -> None:
        """Drop the program's overrides."""
        self.colours.clear()
        self.dynamic.clear()

    def colour(self, index: int) -> int:
        """Return what palette entry 0..255 looks like."""
        found = self.colours.get(index)
        return default_colour(index) if found is None else found

    def special(self, code: int) -> int:
        """Return the colour that OSC `code` (10, 11, 12, 17, 19) asks about."""
        found = self.dynamic.get(code)
        if found is not None:
            return found
        return self.background if code in (11, 19) else self.text
