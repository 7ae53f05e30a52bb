"""Colours for terminals that have fewer of them: the nearest one in the palette that is there.

The 256-colour palette is xterm's: 16 named colours, a cube of 6x6x6, 24 greys. The named ones are
what the user's theme makes of them, so they are kept as indexes for as long as possible.
"""

from __future__ import annotations

from functools import lru_cache

from mplex.vt.styles import RGB, Colour

TRUE_COLOUR = 1 << 24
_LEVELS = (0, 95, 135, 175, 215, 255)
_NAMED = (
    0x000000,
    0xCD0000,
    0x00CD00,
    0xCDCD00,
    0x0000EE,
    0xCD00CD,
    0x00CDCD,
    0xE5E5E5,
    0x7F7F7F,
    0xFF0000,
    0x00FF00,
    0xFFFF00,
    0x5C5CFF,
    0xFF00FF,
    0x00FFFF,
    0xFFFFFF,
)
"""xterm's defaults of the named colours."""


def rgb_of(colour: Colour) -> int:
    """Return a palette index or true colour as 0xRRGGBB; `colour` is not the default colour."""
    if colour >= RGB:
        return colour & 0xFFFFFF
    if colour < 16:
        return _NAMED[colour]
    if colour >= 232:
        return 0x010101 * (8 + 10 * (colour - 232))
    cube = colour - 16
    return _LEVELS[cube // 36] << 16 | _LEVELS[cube // 6 % 6] << 8 | _LEVELS[cube % 6]


@lru_cache(maxsize=8192)
def adapt_colour(colour: Colour, colours: int) -> Colour:
    """Return the nearest colour of a terminal that has `colours` of them; -1 where it has none."""
    if colour < 0 or colours == 0:
        return -1
    if colours >= TRUE_COLOUR or colour < min(colours, 256):
        return colour
    rgb = rgb_of(colour)
    if colours >= 256:
        return _nearest_256(rgb)
    return min(range(min(colours, 16)), key=lambda n: _distance(rgb, _NAMED[n]))


def _nearest_256(rgb: int) -> Colour:
    """Return the nearest colour of cube and greys."""
    cube = [min(range(6), key=lambda n: abs(_LEVELS[n] - value)) for value in _channels(rgb)]
    in_cube = 16 + 36 * cube[0] + 6 * cube[1] + cube[2]
    grey = min(range(24), key=lambda n: abs(8 + 10 * n - sum(_channels(rgb)) // 3)) + 232
    return min((in_cube, grey), key=lambda n: _distance(rgb, rgb_of(n)))


def _channels(rgb: int) -> tuple[int, int, int]:
    return rgb >> 16 & 255, rgb >> 8 & 255, rgb & 255


def _distance(one: int, other: int) -> int:
    """Return a distance that weighs the channels roughly as the eye does."""
    red, green, blue = (a - b for a, b in zip(_channels(one), _channels(other), strict=True))
    return 3 * red * red + 4 * green * green + 2 * blue * blue
