"""Rows back to escape sequences, for `capture-pane -e` and for terminals.

The idea: a run of equal attributes is one SGR with everything in it, so a row stands for itself.
Drawing on a client's terminal, which knows what is there already, is `term`'s business.
"""

from __future__ import annotations

import re

from mplex.vt.clusters import expand
from mplex.vt.styles import link_of, style_of

_RUNS = re.compile(r"(.)\1*", re.DOTALL)


def ansi(text: str, attrs: str) -> str:
    """Return a row as text with SGR and OSC 8, reset at the end when anything was set."""
    parts: list[str] = []
    at = 0
    link = 0
    styled = False
    for match in _RUNS.finditer(attrs.rstrip("\0")):
        style = style_of(match.group(1))
        end = match.end()
        if style.link != link:
            link = style.link
            uri, name = link_of(link)
            parts.append(f"\x1b]8;{'id=' + name if name else ''};{uri}\x1b\\")
        if style.id or styled:
            parts.append(style.prefix)
            styled = True
        parts.append(expand(text[at:end]))
        at = end
    if link:
        parts.append("\x1b]8;;\x1b\\")
    if styled:
        parts.append("\x1b[0m")
    parts.append(expand(text[at:]))
    return "".join(parts)
