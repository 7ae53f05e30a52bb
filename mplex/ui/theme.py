"""Styles in tmux's words: what `fg=red,bold` means, and which role looks how by default.

One idea: a style string is applied on top of a style and gives a style, so option values, inline
`#[...]` markup and the theme all use `parse_style`. No drawing and no options live here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

from mplex.errors import OptionError
from mplex.vt.styles import (
    BLINK,
    BOLD,
    DEFAULT,
    DIM,
    HIDDEN,
    ITALIC,
    OVERLINE,
    REVERSE,
    RGB,
    STRIKE,
    UNDERLINE,
    UNDERLINE_CURLY,
    UNDERLINE_DASHED,
    UNDERLINE_DOTTED,
    UNDERLINE_DOUBLE,
    UNDERLINE_MASK,
    Colour,
    Style,
    intern_style,
)

DIALOG_MARK: Final = "❖"
"""The mark in the frame of a dialog; nothing a pane prints is ever shown with it."""
MARK_STAND_IN: Final = "◇"
"""What is shown where something else than a dialog's frame has `DIALOG_MARK`."""

COLOURS: Final = ("black", "red", "green", "yellow", "blue", "magenta", "cyan", "white")
ATTRIBUTES: Final[dict[str, int]] = {
    "bold": BOLD,
    "bright": BOLD,
    "dim": DIM,
    "italics": ITALIC,
    "blink": BLINK,
    "reverse": REVERSE,
    "hidden": HIDDEN,
    "strikethrough": STRIKE,
    "overline": OVERLINE,
    "underscore": UNDERLINE,
    "double-underscore": UNDERLINE_DOUBLE,
    "curly-underscore": UNDERLINE_CURLY,
    "dotted-underscore": UNDERLINE_DOTTED,
    "dashed-underscore": UNDERLINE_DASHED,
    "acs": 0,
}
_SHOWN_FLAGS: Final = tuple(name for name in ATTRIBUTES if name not in ("bright", "acs"))
_UNDERLINES: Final = frozenset(name for name in ATTRIBUTES if name.endswith("underscore"))
_CLEARED: Final = ("none", "noattr")
_LAYOUT_WORDS: Final = re.compile(
    r"(fill|align|range|list|width|pad|link)=.*|noalign|norange|nolist|ignore|noignore"
    r"|push-default|pop-default|set-default"
)
_SEPARATORS: Final = re.compile(r"[ ,\n]+")
_NUMBERED: Final = re.compile(r"colou?r(\d{1,3})")
_HEX: Final = re.compile(r"#?([0-9a-f]{6})")
_SHORT_HEX: Final = re.compile(r"#([0-9a-f])([0-9a-f])([0-9a-f])")


class Role(NamedTuple):
    """One purpose that has a style."""

    name: str
    """Dotted name, as in `dialog.title`."""
    option: str
    """The option that sets it, "" when only the theme does."""
    style: str
    """The default, in the words of `parse_style`."""
    help: str
    """One sentence for the documentation."""


ROLES: Final[tuple[Role, ...]] = (
    Role("status", "status-style", "bg=green,fg=black", "The status row."),
    Role("message", "message-style", "bg=yellow,fg=black", "A message and a prompt."),
    Role("message.command", "message-command-style", "bg=black,fg=yellow", "A vi prompt's row."),
    Role("border", "pane-border-style", "default", "The lines between panes."),
    Role("border.active", "pane-active-border-style", "fg=green", "The active pane's lines."),
    Role("outside", "", "dim", "What lies outside a window smaller than its client."),
    Role("mode", "mode-style", "bg=yellow,fg=black", "A selection, and the position shown."),
    Role("match", "copy-mode-match-style", "bg=cyan,fg=black", "Each match of a search."),
    Role("match.current", "copy-mode-current-match-style", "bg=magenta,fg=black", "This match."),
    Role("mark", "copy-mode-mark-style", "bg=red,fg=black", "The row of the mark in copy mode."),
    Role("menu", "menu-style", "default", "The items of a menu."),
    Role("menu.selected", "menu-selected-style", "bg=yellow,fg=black", "The item chosen."),
    Role("menu.border", "menu-border-style", "default", "The box around a menu."),
    Role("menu.key", "", "dim", "The key of a menu's item."),
    Role("text", "", "default", "A page of text, such as a command's output."),
    Role("text.hint", "", "reverse", "The row below a page of text."),
    Role("pane-number", "display-panes-colour", "fg=blue", "The number over a pane."),
    Role("pane-number.active", "display-panes-active-colour", "fg=red", "The active pane's."),
    Role("clock", "clock-mode-colour", "fg=blue", "The clock."),
    # What has a colour in dialogs reads well on dark and on light: the palette's cyan and yellow
    # do not, so these are darker ones, which become cyan and yellow where there are 16.
    Role("dialog", "dialog-style", "default", "The inside of a dialog."),
    Role("dialog.border", "dialog-border-style", "fg=colour31", "The frame of a dialog."),
    Role("dialog.title", "dialog-title-style", "fg=colour31,bold", "The title of a dialog."),
    Role("dialog.selected", "dialog-selected-style", "reverse", "The choice under the cursor."),
    Role("dialog.hint", "dialog-hint-style", "dim", "Keys and remarks of a dialog."),
    Role("dialog.label", "dialog-label-style", "default", "The label of a field."),
    Role("dialog.input", "dialog-input-style", "underscore", "Where something is typed."),
    Role("dialog.error", "dialog-error-style", "fg=red,bold", "What is wrong, or irreversible."),
    Role("dialog.warning", "dialog-warning-style", "fg=colour136,bold", "A warning."),
    Role("dialog.accent", "dialog-accent-style", "fg=colour31", "Marks, links, what is picked."),
    Role("dialog.button", "dialog-button-style", "default", "A button without a style."),
    Role(
        "dialog.button.primary",
        "dialog-primary-style",
        "fg=colour231,bg=#0049cc,bold",
        "The main button.",
    ),
    Role(
        "dialog.button.success",
        "dialog-success-style",
        "fg=black,bg=colour34",
        "A button for a good outcome.",
    ),
    Role(
        "dialog.button.destructive",
        "dialog-destructive-style",
        "fg=colour231,bg=colour160,bold",
        "A button for what cannot be undone.",
    ),
)

MANY_COLOURS: Final = 16
"""Up to so many colours are the palette of a person's own, in which any two may look alike."""
FEW_COLOURS: Final = {
    "dialog.button.primary": "reverse,bold",
    "dialog.button.destructive": "fg=red,reverse,bold",
}
"""Roles that look otherwise by default where there are no more colours than that."""


class Theme:
    """The styles of all roles: the defaults, with some replaced.

    `changes` maps role names to style strings; an unknown role or a bad style raises OptionError.
    """

    def __init__(self, changes: Mapping[str, str] | None = None) -> None:
        self._styles = {role.name: parse_style(role.style) for role in ROLES}
        for name, text in (changes or {}).items():
            if name not in self._styles:
                raise OptionError(f"unknown style role: {name}")
            self._styles[name] = parse_style(text)

    def __getitem__(self, role: str) -> Style:
        return self._styles[role]

    def for_colours(self, colours: int) -> Theme:
        """Return the theme for a terminal with so many colours, in which all can be read.

        Without colours a background becomes reverse video, but not that of buttons, which have
        brackets then; with up to 16 the defaults do without what a palette may make unreadable.
        """
        if colours > MANY_COLOURS:
            return self
        found = Theme()
        for role in ROLES:
            style = self._styles[role.name]
            if not colours:
                marked = style.bg >= 0 and not role.name.startswith("dialog.button")
                style = intern_style(flags=style.flags | (REVERSE if marked else 0))
            elif role.name in FEW_COLOURS and style is parse_style(role.style):
                style = parse_style(FEW_COLOURS[role.name])
            found._styles[role.name] = style
        return found


def parse_colour(text: str) -> Colour:
    """Return the colour a tmux colour word names; OptionError("bad colour: x") for none.

    Known are default, terminal, the eight names, bright*, colour0 to colour255, 0 to 255,
    #rrggbb and #rgb.
    """
    word = text.strip().lower()
    if word in ("default", "terminal"):
        return -1
    base, offset = (word[6:], 8) if word.startswith("bright") else (word, 0)
    if base in COLOURS:
        return COLOURS.index(base) + offset
    numbered = _NUMBERED.fullmatch(word)
    number = numbered[1] if numbered else word
    if len(number) <= 3 and number.isascii() and number.isdigit() and int(number) < 256:
        # tmux takes 90 to 97 for the bright colours, as SGR does.
        return int(number) - 82 if not numbered and 90 <= int(number) <= 97 else int(number)
    short = _SHORT_HEX.fullmatch(word)
    found = _HEX.fullmatch("".join(2 * digit for digit in short.groups()) if short else word)
    if found is None:
        raise OptionError(
            f"bad colour: {text}",
            hint="Use a name such as red or brightblue, colour0 to colour255, or #rrggbb.",
        )
    return RGB | int(found[1], 16)


def colour_text(colour: Colour) -> str:
    """Return the word for a colour; `parse_colour` reads it back."""
    if colour < 0:
        return "default"
    if colour < 8:
        return COLOURS[colour]
    if colour < 16:
        return "bright" + COLOURS[colour - 8]
    return f"colour{colour}" if colour < 256 else f"#{colour & 0xFFFFFF:06x}"


def parse_style(text: str, base: Style = DEFAULT, default: Style | None = None) -> Style:
    """Return the style of `text` on top of `base`; OptionError for a word that is none.

    `default` is what the word "default" and the colour "default" go back to; without it that is
    the default style. Words that only lay text out (align=, fill=, range=, ...) change nothing.
    """
    back = DEFAULT if default is None else default
    fg, bg, ul, flags = base.fg, base.bg, base.ul, base.flags
    for word in _SEPARATORS.split(text.strip(" ,\n")):
        name, _, value = word.partition("=")
        key = name.lower()
        if not word or _LAYOUT_WORDS.fullmatch(word.lower()):
            continue
        if key == "default" and not value:
            fg, bg, ul, flags = back.fg, back.bg, back.ul, back.flags
        elif key == "fg" and value:
            fg = _colour_or(value, back.fg)
        elif key == "bg" and value:
            bg = _colour_or(value, back.bg)
        elif key in ("us", "underscore-colour") and value:
            ul = _colour_or(value, back.ul)
        else:
            flags = _with_attributes(flags, word)
    return intern_style(fg=fg, bg=bg, flags=flags, ul=ul, link=base.link)


def _colour_or(word: str, default: Colour) -> Colour:
    return default if word.lower() == "default" else parse_colour(word)


def _with_attributes(flags: int, word: str) -> int:
    """Return `flags` changed by one word: "bold", "nobold", "bold|dim", "none"."""
    for part in word.lower().split("|"):
        if part in _CLEARED:
            flags = 0
        elif part in ATTRIBUTES:
            flags = _set_attribute(flags, part)
        elif part.startswith("no") and part[2:] in ATTRIBUTES:
            underline = part[2:] in _UNDERLINES
            flags &= ~(UNDERLINE_MASK if underline else ATTRIBUTES[part[2:]])
        else:
            raise OptionError(
                f"bad style: {word}",
                hint=f"Use fg=, bg=, us=, default, none, or {', '.join(ATTRIBUTES)}.",
            )
    return flags


def _set_attribute(flags: int, name: str) -> int:
    if name in _UNDERLINES:
        flags &= ~UNDERLINE_MASK
    return flags | ATTRIBUTES[name]


def style_text(style: Style) -> str:
    """Return the words for a style; `parse_style` reads them back (links are left out)."""
    words = [f"fg={colour_text(style.fg)}"] if style.fg >= 0 else []
    words += [f"bg={colour_text(style.bg)}"] if style.bg >= 0 else []
    words += [f"us={colour_text(style.ul)}"] if style.ul >= 0 else []
    for name in _SHOWN_FLAGS:
        flag = ATTRIBUTES[name]
        shown = style.flags & (UNDERLINE_MASK if name in _UNDERLINES else flag)
        words += [name] if shown == flag else []
    return ",".join(words) or "default"
