"""The line of keys: what the widget or button with the focus understands, then what always holds.

Hints are left out whole where they find no room, in the order of how little they are missed. While
something is open in a widget, Escape and everything else are the widget's, and so is the line.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from mplex.dialog.fields.widget import KeyHint
from mplex.dialog.plain_text import plain_line
from mplex.ui.rows import shortened
from mplex.vt.clusters import cells, expand
from mplex.vt.widths import text_width

SEPARATOR = " · "
LONGEST_LABEL = 16
"""Columns of the main button's label at most: the buttons are there to be read in full."""

CANCEL = KeyHint("Esc", "cancel")
BUTTON = (KeyHint("←→", "choose"), KeyHint("Enter", "press"))
TABS = (KeyHint("←→", "other tabs"),)
SCROLL = KeyHint("PgUp PgDn", "scroll")
NEXT = KeyHint("Tab", "next")
SWITCH = KeyHint("Alt+1…", "tabs")
QUESTION = (KeyHint("y", "throw away"), KeyHint("any other key", "go back"))
"""What the question of Escape understands."""


def submit(label: str) -> KeyHint:
    """Return the hint for the key that presses the main button."""
    said = shortened(cells(plain_line(label).strip()), LONGEST_LABEL)
    return KeyHint("Alt+Enter", expand(said))


def key_line(hints: Sequence[KeyHint], always: Sequence[KeyHint], cols: int) -> str:
    """Return the hints that find room in so many columns, those that are `always` true at the end.

    The last one of all is missed most, then the first of `hints`, the one before the last, and the
    others from the left. Of the same keys only the first is told.
    """
    return _key_line(tuple(hints), tuple(always), cols)


@lru_cache(maxsize=64)
def _key_line(hints: Sequence[KeyHint], always: Sequence[KeyHint], cols: int) -> str:
    if any(hint.keys == CANCEL.keys for hint in hints):
        always = [hint for hint in hints if hint.keys == CANCEL.keys]
        hints = [hint for hint in hints if hint.keys != CANCEL.keys]
    line = list({hint.keys: hint for hint in reversed([*hints, *always])}.values())[::-1]
    taken: set[KeyHint] = set()
    for hint in (*always[-1:], *hints[:1], *always[-2:-1], *hints[1:], *always[:-2]):
        with_it = [each for each in line if each in taken or each == hint]
        if text_width(_said(with_it)) <= cols or not taken:
            taken.add(hint)
    return _said([hint for hint in line if hint in taken])


def _said(hints: Sequence[KeyHint]) -> str:
    return SEPARATOR.join(f"{hint.keys} {hint.does}" for hint in hints)
