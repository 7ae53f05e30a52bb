"""What is switched on in a terminal when a client attaches, and off again when it leaves.

One table: a mode, the feature that it needs, and the bytes for both ways. `mplex.client.restore`
undoes the same things for a client whose server is gone.
"""

from __future__ import annotations

from typing import NamedTuple

from mplex.term.features import KITTY_QUERY_ID, Features

CLEAR = "\x1b[H\x1b[2J"


class Mode(NamedTuple):
    """Something that a client has in its terminal while it is attached."""

    feature: str
    """The attribute of `Features` that it needs; empty for all terminals."""
    on: str
    off: str


MODES: tuple[Mode, ...] = (
    Mode("title", "\x1b[22;2t", "\x1b[23;2t"),
    Mode("alternate_screen", "\x1b[?1049h", "\x1b[?1049l"),
    Mode("", "\x1b[?1l\x1b>\x1b[?7h", ""),
    # What is left is wiped in any case: GNU screen has no alternate screen unless it is told to.
    Mode("", "", "\x1b[r\x1b[m" + CLEAR),
    Mode("paste", "\x1b[?2004h", "\x1b[?2004l"),
    Mode("focus", "\x1b[?1004h", "\x1b[?1004l"),
    Mode("queries", "\x1b[?2031h", "\x1b[?2031l"),
    Mode("extended_keys", "\x1b[>4;1m", "\x1b[>4m"),
    Mode("extended_keys", "\x1b[>5u", "\x1b[<u"),
)
"""In the order in which they are switched on; off goes the other way round.

The kitty protocol is asked for with flags 1 (unambiguous keys) and 4 (the character that Shift
gives); it comes after modifyOtherKeys, over which it takes precedence where a terminal has both.
"""

CELL_QUERY = "\x1b[16t"
"""The question for a cell's size in pixels."""

QUERIES = (
    "\x1b[>q"  # XTVERSION: the terminal's name
    "\x1b[?2026$p"  # synchronised output
    "\x1b[?u"  # kitty keyboard protocol
    "\x1b]10;?\x1b\\\x1b]11;?\x1b\\"  # colours
    "\x1b[?996n"  # dark or light
    + CELL_QUERY
    + "\x1b[c"  # DA1, which everything answers, so that the other answers are in when this one is
)
"""Questions to terminals with the feature `queries`."""

KITTY_QUERY = f"\x1b_Gi={KITTY_QUERY_ID},s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\"
"""The question about kitty's graphics, a picture of one pixel; before the others."""

_MOUSE_LEVELS = (1000, 1002, 1003)


def switch_on(features: Features) -> str:
    """Return what an attaching client sends before its first frame."""
    on = "".join(mode.on for mode in MODES if _has(features, mode))
    if not features.queries:
        return on
    return on + (KITTY_QUERY if features.ask_kitty else "") + QUERIES


def switch_off(features: Features) -> str:
    """Return what undoes `switch_on`."""
    return "".join(mode.off for mode in reversed(MODES) if _has(features, mode))


def switch_mouse(level: int, before: int) -> str:
    """Return what changes mouse reports from one level to another: 0, 1000, 1002 or 1003.

    Levels add up, so each one includes those below it, for terminals that know only those.
    """
    if level == before:
        return ""
    if not level:
        modes = [n for n in reversed(_MOUSE_LEVELS) if n <= before]
        return "\x1b[?1006l" + "".join(f"\x1b[?{n}l" for n in modes)
    off = "".join(f"\x1b[?{n}l" for n in reversed(_MOUSE_LEVELS) if level < n <= before)
    on = "".join(f"\x1b[?{n}h" for n in _MOUSE_LEVELS if n <= level)
    return off + on + "\x1b[?1006h"


def _has(features: Features, mode: Mode) -> bool:
    return not mode.feature or bool(getattr(features, mode.feature))
