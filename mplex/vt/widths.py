"""Columns of plain text, slices of row text by columns, and widths that the user knows better.

The idea: all follow from `clusters.cells`, so a label and a pane agree on every width.  What kind
of character is what lives in `chars`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from mplex.vt.chars import STUB, override
from mplex.vt.clusters import cells, forget_joined, forget_runs
from mplex.vt.ops import forget_ops

_OVERRIDE: Final = r"(?s:(?:U\+([0-9A-Fa-f]{1,6})(?:-U\+([0-9A-Fa-f]{1,6}))?|(.))=([012]))"
_FIRST: Final = 0xA0
_LAST: Final = 0xFFFFF
"""Up to where widths may be overridden: behind it a code point stands for a cluster."""


def text_width(text: str) -> int:
    """Return the columns a plain text needs."""
    return len(cells(text))


def cut(cells: str, start: int, width: int) -> str:
    """Return `width` cells of row text from `start`; a torn wide character becomes a blank."""
    end = start + width
    found = cells[start:end]
    if not found:
        return found
    if found[0] == STUB:
        found = " " + found[1:]
    if end < len(cells) and cells[end] == STUB:
        found = found[:-1] + " "
    return found


def override_widths(rules: Iterable[str]) -> bool:
    """Give characters other widths: `U+2500=2`, `U+E000-U+F8FF=2` or the character itself, `─=2`.

    The last rule for a character holds. ASCII and controls keep theirs. Returns whether anything
    changed; then every screen needs `widths_changed`, and rows drawn before stay as they are.
    """
    ranges: list[tuple[int, int, int]] = []
    for rule in rules:
        found = re.fullmatch(_OVERRIDE, rule)
        if found is None:
            continue
        code, end, char, width = found.groups()
        first = ord(char) if char else int(code, 16)
        last = int(end, 16) if end else first
        ranges.insert(0, (max(first, _FIRST), min(last, _LAST), int(width)))
    changed = override([each for each in ranges if each[0] <= each[1]])
    if changed:
        forget_ops()
        forget_joined()
        forget_runs()
    return changed
