"""Where two versions of a row differ, and what of the new one is blank: columns only, no bytes.

All of it runs at the speed of C strings, since it happens for every changed row of every frame.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import compress
from operator import ne

GAP = 8
"""Equal cells between two changed ones that are rather written again than jumped over."""

_GAP = bytes(GAP)
_CHANGED = re.compile(rb"[^\x00]")
STUB = "\0"

Rows = Sequence[tuple[str, str]]
"""Text and attributes of each row."""


def changed_rows(old: Rows, new: Rows) -> list[int]:
    """Return the rows that differ; most do not, and are the same objects as before."""
    return list(compress(range(len(new)), map(ne, new, old)))


def changed_spans(old: tuple[str, str], new: tuple[str, str]) -> list[tuple[int, int]]:
    """Return the spans [start, end) of columns that have to be written.

    Both rows are (text, attributes) padded to the same width. A span never begins or ends inside of
    a wide character.
    """
    (old_text, old_attrs), (text, attrs) = old, new
    marks = _differences(old_text, text) if old_text != text else 0
    if old_attrs != attrs:
        marks |= _differences(old_attrs, attrs)
    if not marks:
        return []
    width = len(text)
    first = width - (marks.bit_length() + 7) // 8
    end = width - ((marks & -marks).bit_length() - 1) // 8
    if end - first <= GAP:
        # A key's echo and the like: the changes are too near for a gap between them.
        spans = [(first, end)]
    else:
        spans = _parted(marks.to_bytes(width, "big"), first, end)
    return [_whole(text, *span) for span in spans] if STUB in text else spans


def _parted(marks: bytes, start: int, end: int) -> list[tuple[int, int]]:
    """Part what lies between the first and the last change at the gaps.

    It goes from gap to gap, since there are few of them: a pattern for a whole span takes ten times
    as long.
    """
    spans = []
    gap = marks.find(_GAP, start, end)
    while gap >= 0:
        spans.append((start, gap))
        after = _CHANGED.search(marks, gap + GAP)
        assert after is not None, "the last change is behind every gap"
        start = after.start()
        gap = marks.find(_GAP, start, end)
    return [*spans, (start, end)]


def _whole(text: str, start: int, end: int) -> tuple[int, int]:
    """Return a span made larger where it would tear a wide character."""
    if text[start] == STUB and start:
        start -= 1
    return start, end + (text[end : end + 1] == STUB)


def _differences(old: str, new: str) -> int:
    """Return where two strings of a length differ: a byte a character, 0 where they are equal."""
    if old.isascii() and new.isascii():
        return int.from_bytes(old.encode(), "big") ^ int.from_bytes(new.encode(), "big")
    return int.from_bytes(bytes(map(ne, old, new)), "big")


def blank_tail(text: str, attrs: str, end: int) -> int:
    """Return the column at which the run of equal blanks that ends before `end` begins."""
    begin = len(text[:end].rstrip())
    if text[begin:end] != " " * (end - begin):
        # Some of it is other white space. This way takes ten times as long.
        begin = len(text[:end].rstrip(" "))
    if begin == end:
        return end
    last = attrs[end - 1]
    if attrs[begin:end] == last * (end - begin):
        return begin
    return max(begin, len(attrs[:end].rstrip(last)))
