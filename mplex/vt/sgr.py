"""SGR: from one style and a parameter string to the next style.

The idea: `next_style` is the cold half of a cache; `Style.next` is the hot half, and callers look
there first.  Accepts `;` and `:` forms alike (ITU T.416 with and without the colour space field),
and ignores what it does not know.  The table below is what single parameters do.
"""

from __future__ import annotations

from typing import Final

from mplex.vt.styles import (
    BLINK,
    BOLD,
    DIM,
    HIDDEN,
    ITALIC,
    MAX_NEXT,
    OVERLINE,
    PROTECTED,
    REVERSE,
    RGB,
    STRIKE,
    UNDERLINE,
    UNDERLINE_DOUBLE,
    UNDERLINE_MASK,
    Style,
    intern_style,
)

# Parameter: (flags taken away, flags set).
_FLAGS: Final[dict[int, tuple[int, int]]] = {
    1: (0, BOLD),
    2: (0, DIM),
    3: (0, ITALIC),
    4: (UNDERLINE_MASK, UNDERLINE),
    5: (0, BLINK),
    6: (0, BLINK),
    7: (0, REVERSE),
    8: (0, HIDDEN),
    9: (0, STRIKE),
    21: (UNDERLINE_MASK, UNDERLINE_DOUBLE),
    22: (BOLD | DIM, 0),
    23: (ITALIC, 0),
    24: (UNDERLINE_MASK, 0),
    25: (BLINK, 0),
    27: (REVERSE, 0),
    28: (HIDDEN, 0),
    29: (STRIKE, 0),
    53: (0, OVERLINE),
    55: (OVERLINE, 0),
}


def number(text: str, default: int = 0) -> int:
    """Return the value of a parameter, at most 65535; `default` when it is missing."""
    if not text:
        return default
    return min(int(text), 65535) if len(text) < 4000 else 65535


class _Pen:
    """The style being worked on while one SGR sequence is read."""

    def __init__(self, style: Style) -> None:
        self.fg: int = style.fg
        self.bg: int = style.bg
        self.ul: int = style.ul
        self.flags: int = style.flags

    def reset(self) -> None:
        """Apply SGR 0: everything but the protection and the link."""
        self.fg = self.bg = self.ul = -1
        self.flags &= PROTECTED

    def plain(self, value: int) -> None:
        """Apply a parameter that stands alone."""
        change = _FLAGS.get(value)
        if change is not None:
            self.flags = (self.flags & ~change[0]) | change[1]
        elif value == 0:
            self.reset()
        elif 30 <= value <= 37:
            self.fg = value - 30
        elif 40 <= value <= 47:
            self.bg = value - 40
        elif 90 <= value <= 97:
            self.fg = value - 82
        elif 100 <= value <= 107:
            self.bg = value - 92
        elif value in (39, 49, 59):
            self.colour(value - 1, -1)

    def colour(self, target: int, colour: int) -> None:
        """Set the colour named by 38 (text), 48 (background) or 58 (underline)."""
        if target == 38:
            self.fg = colour
        elif target == 48:
            self.bg = colour
        else:
            self.ul = colour

    def colon(self, text: str) -> None:
        """Apply a parameter with sub-parameters."""
        parts = text.split(":")
        head = number(parts[0])
        if head == 4:
            kind = number(parts[1])
            if kind <= 5:
                self.flags = (self.flags & ~UNDERLINE_MASK) | kind << 8
        elif head in (38, 48, 58):
            values = parts[2:]
            if number(parts[1]) == 2 and len(values) > 3:
                # The first field is the colour space, which nobody fills in.
                values = values[1:]
            self._extended(head, number(parts[1]), values)

    def semicolon(self, head: int, rest: list[str]) -> int:
        """Apply 38, 48 or 58 with the parameters after it; return how many of those it took."""
        kind = number(rest[0]) if rest and ":" not in rest[0] else 0
        taken = {2: 4, 5: 2}.get(kind, 1 if rest else 0)
        values = rest[1:taken]
        if len(values) == taken - 1 and not any(":" in v for v in values):
            self._extended(head, kind, values)
        return taken

    def _extended(self, head: int, kind: int, values: list[str]) -> None:
        numbers = [number(v) for v in values]
        if max(numbers, default=256) > 255:
            return
        if kind == 5:
            self.colour(head, numbers[0])
        elif kind == 2 and len(numbers) >= 3:
            self.colour(head, RGB | numbers[0] << 16 | numbers[1] << 8 | numbers[2])


def parse(style: Style, parameters: str) -> Style:
    """Return the style that `CSI parameters m` makes of `style`."""
    pen = _Pen(style)
    items = parameters.split(";")
    at = 0
    while at < len(items):
        item = items[at]
        at += 1
        if ":" in item:
            pen.colon(item)
            continue
        value = number(item)
        if value in (38, 48, 58):
            at += pen.semicolon(value, items[at:])
        else:
            pen.plain(value)
    return intern_style(pen.fg, pen.bg, pen.flags, pen.ul, style.link)


def next_style(style: Style, key: str) -> Style:
    """Return where `key`, an opening bracket and the SGR parameters, leads; remember it."""
    found = style.next.get(key)
    if found is not None:
        return found
    found = parse(style, key[1:])
    if len(style.next) >= MAX_NEXT:
        style.next.clear()
    style.next[key] = found
    return found
