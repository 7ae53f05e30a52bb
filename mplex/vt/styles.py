"""Interned cell styles: colours, flags and link of a cell as one small number.

The idea: a style is one object for the whole process, so a row stores `chr(style.id)` per cell and
two rows look the same exactly when their strings are equal.  Each style also remembers where an
SGR sequence leads from it (`Style.next`), which makes most SGR sequences one dict lookup.
Parsing of SGR lives in `sgr`, writing of whole rows in `export`.
"""

from __future__ import annotations

from typing import Final

Colour = int
"""-1 default; 0..255 palette index; `RGB | 0xRRGGBB` a true colour."""

DEFAULT_COLOUR: Final = -1
RGB: Final = 0x1000000

BOLD: Final = 1
DIM: Final = 2
ITALIC: Final = 4
BLINK: Final = 8
REVERSE: Final = 16
HIDDEN: Final = 32
STRIKE: Final = 64
OVERLINE: Final = 128
UNDERLINE: Final = 1 << 8
UNDERLINE_DOUBLE: Final = 2 << 8
UNDERLINE_CURLY: Final = 3 << 8
UNDERLINE_DOTTED: Final = 4 << 8
UNDERLINE_DASHED: Final = 5 << 8
UNDERLINE_MASK: Final = 7 << 8
PROTECTED: Final = 1 << 11
"""DECSCA: the selective erase functions leave the cell alone."""

MAX_STYLES: int = 60_000
"""Beyond this many styles true colours are rounded to the 256-colour palette."""
MAX_ROUNDED_STYLES: int = 200_000
"""Beyond this many only flags survive; ids stay well inside the range of `chr`."""
MAX_NEXT: Final = 2_048
"""Remembered SGR sequences per style; the memory is dropped when full."""
MAX_LINKS: Final = 30_000

_FLAG_SGR: Final = (
    (BOLD, "1"),
    (DIM, "2"),
    (ITALIC, "3"),
    (BLINK, "5"),
    (REVERSE, "7"),
    (HIDDEN, "8"),
    (STRIKE, "9"),
    (OVERLINE, "53"),
)


class Style:
    """How a cell looks; compare by identity."""

    __slots__ = ("bg", "blank", "ch", "fg", "flags", "id", "link", "next", "ul", "_prefix")

    def __init__(self, id: int, fg: Colour, bg: Colour, flags: int, ul: Colour, link: int) -> None:
        self.id: int = id
        self.ch: str = chr(id)
        self.fg: Colour = fg
        self.bg: Colour = bg
        self.ul: Colour = ul
        self.flags: int = flags
        self.link: int = link
        self._prefix: str = ""
        self.next: dict[str, Style] = {}
        self.blank: Style = self

    def __repr__(self) -> str:
        return f"Style({self.id}, {self.prefix!r}, link={self.link})"

    @property
    def prefix(self) -> str:
        """The SGR sequence that sets this look from any other."""
        if not self._prefix:
            parameters = sgr_parameters(self.fg, self.bg, self.flags, self.ul)
            self._prefix = "\x1b[" + ";".join(parameters) + "m"
        return self._prefix

    @property
    def protected(self) -> bool:
        """Tell whether selective erase leaves the cell alone."""
        return bool(self.flags & PROTECTED)


def underline_kind(flags: int) -> int:
    """Return 0 none, 1 single, 2 double, 3 curly, 4 dotted, 5 dashed."""
    return (flags & UNDERLINE_MASK) >> 8


def colour_parameters(colour: Colour, base: int) -> str:
    """Return the SGR parameters for a colour; `base` is 30 (text), 40 (background), 50 (line)."""
    if colour >= RGB:
        r, g, b = (colour >> 16) & 255, (colour >> 8) & 255, colour & 255
        return f"58:2::{r}:{g}:{b}" if base == 50 else f"{base + 8};2;{r};{g};{b}"
    if base == 50:
        return f"58:5:{colour}"
    if colour < 8:
        return str(base + colour)
    if colour < 16:
        return str(base + 52 + colour)
    return f"{base + 8};5;{colour}"


def sgr_parameters(fg: Colour, bg: Colour, flags: int, ul: Colour) -> list[str]:
    """Return the SGR parameters that set this look from any other, starting with the reset."""
    found = ["0"]
    found += [number for flag, number in _FLAG_SGR if flags & flag]
    kind = underline_kind(flags)
    if kind:
        found.append("4" if kind == 1 else f"4:{kind}")
    if fg >= 0:
        found.append(colour_parameters(fg, 30))
    if bg >= 0:
        found.append(colour_parameters(bg, 40))
    if ul >= 0:
        found.append(colour_parameters(ul, 50))
    return found


def nearest_palette(colour: Colour) -> Colour:
    """Round a true colour to the 6x6x6 cube of the 256-colour palette; others stay."""
    if colour < RGB:
        return colour
    level = [
        (v * 5 + 127) // 255 for v in ((colour >> 16) & 255, (colour >> 8) & 255, colour & 255)
    ]
    return 16 + 36 * level[0] + 6 * level[1] + level[2]


STYLES: list[Style] = []
_table: dict[tuple[int, int, int, int, int], Style] = {}


def intern_style(
    fg: Colour = -1,
    bg: Colour = -1,
    flags: int = 0,
    ul: Colour = -1,
    link: int = 0,
    protected: bool = False,
) -> Style:
    """Return the one style with these properties; ids are dense from 0.

    The table is bounded: a program that shows ever new colours gets rounded ones in the end.
    """
    if protected:
        flags |= PROTECTED
    key = (fg, bg, flags, ul, link)
    style = _table.get(key)
    if style is not None:
        return style
    if len(STYLES) >= MAX_STYLES and (fg >= RGB or bg >= RGB or ul >= RGB or link):
        return intern_style(nearest_palette(fg), nearest_palette(bg), flags, nearest_palette(ul))
    if len(STYLES) >= MAX_ROUNDED_STYLES:
        return _table.get((-1, -1, flags, -1, 0), DEFAULT)
    style = Style(len(STYLES), fg, bg, flags, ul, link)
    STYLES.append(style)
    _table[key] = style
    if key != (-1, bg, 0, -1, 0):
        style.blank = intern_style(bg=bg)
    return style


DEFAULT: Style = intern_style()


def style_of(attr: str) -> Style:
    """Return the style of one character of a row's attributes."""
    return STYLES[ord(attr)]


_links: list[tuple[str, str]] = [("", "")]
_link_numbers: dict[tuple[str, str], int] = {}


def intern_link(uri: str, id: str = "") -> int:
    """Return the number of a hyperlink (OSC 8), 0 for none or when the table is full."""
    if not uri:
        return 0
    number = _link_numbers.get((uri, id))
    if number is None:
        if len(_links) > MAX_LINKS:
            return 0
        number = len(_links)
        _links.append((uri, id))
        _link_numbers[uri, id] = number
    return number


def link_of(number: int) -> tuple[str, str]:
    """Return (URI, id) of a link number; ("", "") for 0."""
    return _links[number]
