"""What a client's terminal can do, guessed from its environment and corrected by its own replies.

Everything good is on by default for terminals that understand xterm's language, since those that
lack a feature ignore its sequences; what would show as rubbish is on only where it is known to
work. Names in `overrides` are those of tmux's `terminal-features`.
"""

from __future__ import annotations

from collections.abc import Mapping
from fnmatch import fnmatchcase
from typing import NamedTuple

from mplex.term.colours import TRUE_COLOUR
from mplex.term.keys import ReplyEvent

KITTY_QUERY_ID = 4711
"""The picture id of our question about kitty's graphics: a picture that is not kept."""

KITTY_ANSWER = f"Gi={KITTY_QUERY_ID};OK"
SIXEL = 4
"""DA1's attribute of terminals that show sixel pictures."""

CELL_REPORT = 6
"""The first parameter of the answer to CSI 16 t."""

MAX_CELL = 512
"""Pixels of a cell that are believed."""

COLOUR_COUNTS = (0, 8, 16, 256, TRUE_COLOUR)
"""What `Features.colours` may be."""


class Graphics(NamedTuple):
    """How a terminal shows pictures; nothing is known until it has answered."""

    kitty: bool = False
    """The kitty graphics protocol."""
    sixel: bool = False
    cell: tuple[int, int] = (0, 0)
    """Height and width of a cell in pixels, zeros until the terminal said so."""


class Features(NamedTuple):
    """A terminal's abilities; the defaults are those of an unknown relative of xterm."""

    colours: int = 256
    """0 none, 8, 16, 256, or 1 << 24 for true colour."""
    bce: bool = True
    """Erasing and scrolling fill with the current background."""
    sync: bool = False
    """Mode 2026: a frame appears as a whole."""
    hyperlinks: bool = True
    underline_styles: bool = True
    """Double, curly, dotted and dashed underlines, and their colour."""
    italic: bool = True
    strike: bool = True
    overline: bool = True
    title: bool = True
    mouse: bool = True
    clipboard: bool = True
    paste: bool = True
    """Bracketed paste."""
    focus: bool = True
    notify: bool = False
    """OSC 9 (or 777) shows a desktop notification."""
    cursor_style: bool = True
    """DECSCUSR and the cursor's colour."""
    usual_cursor: int = 0
    """The DECSCUSR shape of a terminal that is left alone; 0 where the terminal knows it itself."""
    extended_keys: bool = True
    """The terminal ignores a request for modifyOtherKeys or the kitty protocol at worst."""
    kitty_keyboard: bool = False
    """The terminal said that it speaks the kitty keyboard protocol."""
    alternate_screen: bool = True
    erase: bool = True
    """ECH, SU and SD, which the oldest terminals lack."""
    joins: bool = True
    """Joined characters are one there, or else many that may be written over one by one."""
    queries: bool = True
    """Questions do no harm: the terminal answers those that it knows and ignores the others."""
    name: str = ""
    """What the terminal calls itself (XTVERSION), empty until it said so."""
    ask_kitty: bool = True
    """The question about kitty's graphics does no harm."""
    graphics: Graphics = Graphics()


_PLAIN = Features(
    colours=8,
    hyperlinks=False,
    underline_styles=False,
    italic=False,
    strike=False,
    overline=False,
    title=False,
    mouse=False,
    clipboard=False,
    paste=False,
    focus=False,
    cursor_style=False,
    extended_keys=False,
    alternate_screen=False,
    erase=False,
    queries=False,
)

_FAMILIES: tuple[tuple[str, Features], ...] = (
    ("linux*", _PLAIN._replace(colours=16, mouse=False)),
    ("vt*", _PLAIN._replace(colours=0, bce=False)),
    ("dumb*", _PLAIN._replace(colours=0, bce=False)),
    ("ansi*", _PLAIN),
    ("cygwin*", _PLAIN),
    ("cons25*", _PLAIN),
    ("sun*", _PLAIN),
    ("*-mono", Features(colours=0)),
    ("rxvt*", Features(colours=256, underline_styles=False, hyperlinks=False, overline=False)),
    # It takes the colons of underline styles and colours for semicolons.
    ("mlterm*", Features(underline_styles=False, usual_cursor=2)),
    # Both take the question, an APC string, for a title.
    ("tmux*", Features(ask_kitty=False)),
    (
        "screen*",
        Features(
            bce=False, underline_styles=False, overline=False, hyperlinks=False, ask_kitty=False
        ),
    ),
    ("*", Features()),
)
"""Pattern of TERM, and what such terminals can do; the first that fits holds."""

_PROGRAMS: dict[str, dict[str, bool | int]] = {
    "iterm.app": {"colours": TRUE_COLOUR, "sync": True, "notify": True},
    "iterm2": {"colours": TRUE_COLOUR, "sync": True, "notify": True},
    "wezterm": {"colours": TRUE_COLOUR, "sync": True, "notify": True},
    "ghostty": {"colours": TRUE_COLOUR, "sync": True, "notify": True},
    "kitty": {"colours": TRUE_COLOUR, "sync": True, "notify": True},
    # It joins emoji into one as wide as all of them, and hides what is written within that.
    "foot": {"colours": TRUE_COLOUR, "sync": True, "notify": True, "joins": False},
    "alacritty": {"colours": TRUE_COLOUR, "sync": True},
    "contour": {"colours": TRUE_COLOUR, "sync": True, "notify": True},
    "mintty": {"colours": TRUE_COLOUR, "sync": True},
    "rio": {"colours": TRUE_COLOUR, "sync": True},
    "vscode": {"colours": TRUE_COLOUR, "sync": True},
    "xterm.js": {"colours": TRUE_COLOUR, "sync": True},
    "konsole": {"colours": TRUE_COLOUR},
    "vte": {"colours": TRUE_COLOUR},
    # Shape 0 is a blinking block there, whatever the cursor was; an underline's colour is misread
    # as blinking, hidden and what not.
    "xterm": {"colours": TRUE_COLOUR, "usual_cursor": 2, "underline_styles": False},
    "tmux": {"colours": TRUE_COLOUR},
    "mplex": {"colours": TRUE_COLOUR, "sync": True, "notify": True},
    "apple_terminal": {
        "colours": 256,
        "hyperlinks": False,
        "underline_styles": False,
        "ask_kitty": False,
    },
}
"""A program's name, as TERM, TERM_PROGRAM or XTVERSION give it, and what is known of it."""

_OVERRIDES: dict[str, dict[str, bool | int]] = {
    "mono": {"colours": 0},
    "8": {"colours": 8},
    "16": {"colours": 16},
    "256": {"colours": 256},
    "rgb": {"colours": TRUE_COLOUR},
    "bce": {"bce": True},
    "bpaste": {"paste": True},
    "ccolour": {"cursor_style": True},
    "clipboard": {"clipboard": True},
    "cstyle": {"cursor_style": True},
    "extkeys": {"extended_keys": True},
    "focus": {"focus": True},
    "hyperlinks": {"hyperlinks": True},
    "mouse": {"mouse": True},
    "notify": {"notify": True},
    "overline": {"overline": True},
    "strikethrough": {"strike": True},
    "sync": {"sync": True},
    "title": {"title": True},
    "usstyle": {"underline_styles": True},
    "tc": {"colours": TRUE_COLOUR},
    "smcup": {"alternate_screen": True},
    "smulx": {"underline_styles": True},
    "sitm": {"italic": True},
    "smxx": {"strike": True},
    "smol": {"overline": True},
    "ms": {"clipboard": True},
    "ss": {"cursor_style": True},
    "tsl": {"title": True},
    "kmous": {"mouse": True},
    "ech": {"erase": True},
}
"""Words of `terminal-features`, and capabilities of `terminal-overrides` by their terminfo names.

A `-` before a word or a `@` behind it switches it off.
"""


def features_of(term: str, environ: Mapping[str, str], overrides: str = "") -> Features:
    """Return what a terminal can do.

    Args:
        term: its TERM.
        environ: the client's environment; COLORTERM and TERM_PROGRAM are looked at.
        overrides: `pattern:word:word,...`, as in tmux's `terminal-features`; unknown words are
        ignored.
    """
    features = next(found for pattern, found in _FAMILIES if fnmatchcase(term, pattern))
    if features.queries:
        if "direct" in term or environ.get("COLORTERM", "") in ("truecolor", "24bit"):
            features = features._replace(colours=TRUE_COLOUR)
        # TERM=xterm says little: most terminals claim it.
        family = "" if term == "xterm" else term.removeprefix("xterm-")
        for name in (family, environ.get("TERM_PROGRAM", "")):
            features = _of_program(features, name)
    return overridden(features, term, overrides)


def overridden(features: Features, term: str, overrides: str) -> Features:
    """Return the features as the user knows them better; see `features_of`."""
    for override in overrides.split(","):
        pattern, *words = override.strip().split(":")
        if words and fnmatchcase(term, pattern):
            for word in words:
                features = _override(features, word.strip().lower())
    return features


def learn(features: Features, reply: ReplyEvent) -> Features:
    """Return the features corrected by what the terminal answered; other replies change nothing."""
    params = reply.params
    if reply.kind == "decrqm" and params[:1] == (2026,) and len(params) > 1:
        return features._replace(sync=params[1] in (1, 2))
    if reply.kind == "kitty":
        return features._replace(kitty_keyboard=True)
    if reply.kind == "xtversion" and params:
        name = str(params[0])
        return _of_program(features, name)._replace(name=name)
    graphics = _learn_graphics(features.graphics, reply)
    return features if graphics == features.graphics else features._replace(graphics=graphics)


def guess_cell(features: Features, height: int, width: int) -> Features:
    """Return the features with a cell of so many pixels, which the size of the pty tells.

    Not all terminals answer the question for it, and it changes with the font. An answer is more
    exact, since some terminals count their margins to the pixels of the pty.
    """
    graphics = _with_cell(features.graphics, height, width)
    return features if graphics == features.graphics else features._replace(graphics=graphics)


def _learn_graphics(graphics: Graphics, reply: ReplyEvent) -> Graphics:
    """Return how pictures can be shown, by kitty's own answer, attribute 4 of DA1, CSI 16 t."""
    params = reply.params
    if reply.kind == "apc" and params == (KITTY_ANSWER,):
        return graphics._replace(kitty=True)
    if reply.kind == "da1":
        # The first number is the terminal's class, where 4 means a VT132.
        return graphics._replace(sixel=SIXEL in params[1:])
    if reply.kind == "window" and params[:1] == (CELL_REPORT,) and len(params) == 3:
        return _with_cell(graphics, int(params[1]), int(params[2]))
    return graphics


def _with_cell(graphics: Graphics, height: int, width: int) -> Graphics:
    if 0 < height <= MAX_CELL and 0 < width <= MAX_CELL:
        return graphics._replace(cell=(height, width))
    return graphics


def _of_program(features: Features, name: str) -> Features:
    """Apply what is known of a program; `name` may carry a version: `kitty(0.35)`, `foot 1.2`."""
    word = name.lower().partition("(")[0].partition(" ")[0].partition("-256color")[0]
    known = _PROGRAMS.get(word)
    return _with(features, known) if known else features


def _override(features: Features, word: str) -> Features:
    name, _, value = word.partition("=")
    if name == "colors" and value.isdecimal():
        return features._replace(colours=max(n for n in COLOUR_COUNTS if n <= int(value[:9])))
    known = _OVERRIDES.get(name.removeprefix("-").removesuffix("@"), {})
    if word.startswith("-") or word.endswith("@"):
        known = {name: False for name in known if name != "colours"}
    return _with(features, known)


def _with(features: Features, known: Mapping[str, bool | int]) -> Features:
    return Features(**{**features._asdict(), **known})
