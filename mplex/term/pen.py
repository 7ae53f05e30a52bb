"""Styles as SGR bytes for one kind of terminal: the shortest way from one style to another.

A style is adapted to the terminal first (colours rounded, attributes that it lacks left out), then
the change from the style before is written either as a difference or from scratch, whichever is
shorter. Changes are remembered, because a screen uses few of them again and again.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from mplex.term.colours import adapt_colour
from mplex.term.features import Features, Graphics
from mplex.vt.styles import (
    BLINK,
    BOLD,
    DIM,
    HIDDEN,
    ITALIC,
    OVERLINE,
    REVERSE,
    STRIKE,
    UNDERLINE,
    UNDERLINE_MASK,
    Colour,
    Style,
    colour_parameters,
    link_of,
    style_of,
    underline_kind,
)

MAX_CHANGES = 1 << 14
"""Remembered changes for each kind of terminal; the memory is dropped when full."""

MAX_URI = 2083
"""Bytes of the longest link that terminals are sure to take; a longer one is left out."""

_ON_OFF = (
    (BOLD, "1", "22"),
    (DIM, "2", "22"),
    (ITALIC, "3", "23"),
    (BLINK, "5", "25"),
    (REVERSE, "7", "27"),
    (HIDDEN, "8", "28"),
    (STRIKE, "9", "29"),
    (OVERLINE, "53", "55"),
)
"""Flag, and the SGR parameters that set and clear it."""

VISIBLE_ON_BLANKS = REVERSE | STRIKE | OVERLINE | UNDERLINE_MASK
"""What can be seen of a blank cell besides its background."""


class Look(NamedTuple):
    """A style as one kind of terminal can show it."""

    fg: Colour
    bg: Colour
    ul: Colour
    flags: int
    link: int

    @property
    def erasable(self) -> bool:
        """Whether erasing gives the same picture as writing a blank in this style."""
        return not self.flags & VISIBLE_ON_BLANKS and not self.link


PLAIN = Look(-1, -1, -1, 0, 0)


class Pens:
    """The looks of all styles on terminals with the same features, and the changes between them.

    A style is given as the character that stands for it in a row's attributes.
    """

    def __init__(self, features: Features) -> None:
        self._features = features
        lacking = (
            ITALIC * (not features.italic)
            | STRIKE * (not features.strike)
            | OVERLINE * (not features.overline)
        )
        self._flags = (UNDERLINE_MASK | sum(flag for flag, _, _ in _ON_OFF)) & ~lacking
        """The attributes that terminals like this show."""
        self._looks: dict[str, Look] = {}
        self.changes: dict[str, str] = {}
        """What `change` has returned, by both styles; to be read only."""

    def look(self, attr: str) -> Look:
        """Return how a style looks here."""
        look = self._looks.get(attr)
        if look is None:
            if len(self._looks) >= MAX_CHANGES:
                self._looks.clear()
            look = self._looks[attr] = self._adapt(style_of(attr))
        return look

    def change(self, old: str, new: str) -> str:
        """Return what turns the terminal's present style into another one."""
        found = self.changes.get(old + new)
        if found is None:
            if len(self.changes) >= MAX_CHANGES:
                self.changes.clear()
            found = self.changes[old + new] = _change(self.look(old), self.look(new))
        return found

    def _adapt(self, style: Style) -> Look:
        features = self._features
        flags = style.flags & self._flags
        ul = style.ul if underline_kind(flags) else -1
        if not features.underline_styles:
            ul = -1
            if underline_kind(flags):
                flags = flags & ~UNDERLINE_MASK | UNDERLINE
        link = style.link if features.hyperlinks else 0
        fg, bg = (adapt_colour(c, features.colours) for c in (style.fg, style.bg))
        if style.bg >= 0 and bg < 0 and style.fg != style.bg and _is_marked(style.bg):
            # Without colours a coloured bar (status row, selection) is shown in reverse.
            flags ^= REVERSE
        return Look(fg, bg, adapt_colour(ul, features.colours), flags, link)


def _is_marked(background: Colour) -> bool:
    """Say whether a background is there to set something apart: anything but black."""
    return background not in (0, 16)


def pens_for(features: Features) -> Pens:
    """Return the pens that all clients with these features share."""
    return _pens_for(features._replace(graphics=Graphics()))


@lru_cache(maxsize=16)
def _pens_for(features: Features) -> Pens:
    return Pens(features)


def _change(old: Look, new: Look) -> str:
    if 0 <= new.fg != old.fg and old[1:] == new[1:]:
        # Most changes by far where there are many, and shorter than a reset that sets the same.
        return f"\x1b[{colour_parameters(new.fg, 30)}m"
    link = _link(new.link) if old.link != new.link else ""
    difference, scratch = _difference(old, new), ["", *_difference(PLAIN, new)]
    if not difference:
        return link
    shorter = min(";".join(difference), ";".join(scratch), key=len)
    return f"\x1b[{shorter}m{link}"


def _difference(old: Look, new: Look) -> list[str]:
    """Return the SGR parameters that turn one look into another without a reset."""
    params: list[str] = []
    gone = old.flags & ~new.flags
    come = new.flags & ~old.flags & ~UNDERLINE_MASK
    if gone & (BOLD | DIM):
        # Both have the same end, so the one that stays has to be set again.
        come |= new.flags & (BOLD | DIM)
    for flag, _, off in _ON_OFF:
        if gone & flag and off not in params:
            params.append(off)
    for flag, on, _ in _ON_OFF:
        if come & flag:
            params.append(on)
    kind = underline_kind(new.flags)
    if kind != underline_kind(old.flags):
        # A terminal that does not know the second form ignores it, and keeps a plain underline.
        params.append("24" if not kind else "4" if kind == 1 else f"4;4:{kind}")
    for base, before, after in ((30, old.fg, new.fg), (40, old.bg, new.bg), (50, old.ul, new.ul)):
        if before != after:
            params.append(str(base + 9) if after < 0 else colour_parameters(after, base))
    return params


def _link(number: int) -> str:
    """Return the OSC 8 that begins a link, or ends one when there is none."""
    uri, name = link_of(number)
    if not uri or len(uri) > MAX_URI or not (uri + name).isprintable():
        return "\x1b]8;;\x1b\\"
    params = f"id={name}" if name and not set(name) & set(":;") else ""
    return f"\x1b]8;{params};{uri}\x1b\\"
