"""The reserved mark: only a dialog's own frame may show it.

One idea: whatever comes from somewhere else (a pane, a title, a command's output) goes through
`guarded` or `label` before it is drawn, and the mark in it becomes a harmless look-alike. The mark
itself is a constant of `theme`.
"""

from __future__ import annotations

import re
from typing import Final

from mplex.ui.theme import DIALOG_MARK, MARK_STAND_IN
from mplex.vt.clusters import cells, expand

# A cluster such as the mark with a variation selector stands in a row as one private code point.
_SUSPECT: Final = re.compile(
    f"[{DIALOG_MARK}{chr(0xD800)}-{chr(0xDFFF)}{chr(0x100000)}-{chr(0x10FFFF)}]\0?"
)


def guarded(text: str) -> str:
    """Return row text without the dialog mark; the same object when there was none."""
    if text.isascii() or _SUSPECT.search(text) is None:
        return text
    found = _SUSPECT.sub(_stand_in, text)
    return text if found == text else found


def _stand_in(match: re.Match[str]) -> str:
    if DIALOG_MARK not in expand(match[0]):
        return match[0]
    return MARK_STAND_IN.ljust(len(match[0]))


def label(text: str) -> str:
    """Return plain text that is not a dialog's own as row text: cells, without the mark."""
    return guarded(cells(text))
