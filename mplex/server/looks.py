"""Styles from options, parsed once: the theme of a server, and single styles of a window.

Options are text and frames are drawn sixty times a second, so what a text means is remembered. A
style that does not parse was refused when it was set; one that slipped through is the default.
"""

from __future__ import annotations

from functools import lru_cache

from mplex.errors import OptionError
from mplex.options import Options, find_option
from mplex.ui.theme import ROLES, Theme, parse_style
from mplex.vt.styles import DEFAULT, Style


@lru_cache(maxsize=512)
def style_of_text(text: str, base: Style = DEFAULT) -> Style:
    """Return the style a text names on top of `base`, or `base` when it names none."""
    try:
        return parse_style(text, base, base)
    except OptionError:
        return base


@lru_cache(maxsize=64)
def _theme(changes: tuple[tuple[str, str], ...]) -> Theme:
    return Theme(dict(changes))


def theme_of(*scopes: Options) -> Theme:
    """Return the theme that the options of `scopes` give; the first scope that has one counts."""
    changes = []
    for role in ROLES:
        if not role.option:
            continue
        value = _value(role.option, scopes)
        if value:
            changes.append((role.name, value))
    return _theme(tuple(changes))


def _value(name: str, scopes: tuple[Options, ...]) -> str:
    try:
        scope = find_option(name).scope
    except OptionError:
        return ""
    for options in scopes:
        if options.scope == scope:
            text = options.text(name)
            # Colour options (clock, pane numbers) are a bare colour word.
            text = text if "=" in text or not name.endswith("colour") else f"fg={text}"
            return text if _is_style(text) else ""
    return ""


@lru_cache(maxsize=512)
def _is_style(text: str) -> bool:
    try:
        parse_style(text)
    except OptionError:
        return False
    return True
