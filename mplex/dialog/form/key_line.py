"""The line of keys: what the widget or button with the focus understands, then what always holds.

Hints are left out whole where they find no room, the last ones first; the way out stays to the end.
"""

from __future__ import annotations

from collections.abc import Sequence

from mplex.dialog.fields.widget import KeyHint
from mplex.dialog.plain_text import plain_line
from mplex.vt.widths import text_width

SEPARATOR = " · "

CANCEL = KeyHint("Esc", "cancel")
BUTTON = (KeyHint("←→", "choose"), KeyHint("Enter", "press"))
TABS = (KeyHint("←→", "other tabs"),)
SCROLL = KeyHint("PgUp/PgDn", "scroll")
NEXT = KeyHint("Tab", "next")
SWITCH = KeyHint("Alt+1…", "tabs")
QUESTION = (KeyHint("y", "throw away"), KeyHint("any other key", "go back"))
"""What the question of Escape understands."""


def submit(label: str) -> KeyHint:
    """Return the hint for the key that presses the main button."""
    return KeyHint("Alt+Enter", plain_line(label).strip())


def key_line(hints: Sequence[KeyHint], always: Sequence[KeyHint], cols: int) -> str:
    """Return the hints that find room in so many columns, before those that are `always` there.

    Where even these do not all find room, the last ones of them stay.
    """
    end = [_said(hint) for hint in always]
    while len(end) > 1 and text_width(SEPARATOR.join(end)) > cols:
        del end[0]
    line: list[str] = []
    for hint in hints:
        if text_width(SEPARATOR.join([*line, _said(hint), *end])) > cols:
            break
        line.append(_said(hint))
    return SEPARATOR.join([*line, *end])


def _said(hint: KeyHint) -> str:
    return f"{hint.keys} {hint.does}"
