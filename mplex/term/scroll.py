"""Finding out that a frame is the one before, scrolled: what to move instead of drawing.

Rows are compared as strings. Those that scrolled are usually the same objects as before, which
makes the comparison a matter of nanoseconds. Full-width regions only; nothing here writes bytes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from mplex.term.row_diff import Rows, changed_rows

MIN_ROWS = 3
"""Fewer changed rows are cheaper to draw."""

MIN_GAIN = 24
"""Cells that a scroll has to save; about what its sequences cost in bytes."""


class Scroll(NamedTuple):
    """Rows `top` to `bottom` (inclusive) move up by `shift`, or down if it is negative."""

    top: int
    bottom: int
    shift: int


def find_scroll(old: Rows, new: Rows, changed: Sequence[int] | None = None) -> Scroll | None:
    """Return the scroll that brings old rows nearest to the new ones, None if none is worth it.

    `changed` are the rows that differ, when they are known already.
    """
    if changed is None:
        changed = changed_rows(old, new)
    if len(changed) < MIN_ROWS:
        return None
    shift = _common_shift(old, new, changed)
    if shift is None:
        return None
    first, last = changed[0], changed[-1]
    matching = [y for y in changed if first <= y + shift <= last and new[y] == old[y + shift]]
    if shift > 0:
        scroll = Scroll(matching[0], matching[-1] + shift, shift)
    else:
        scroll = Scroll(matching[0] + shift, matching[-1], shift)
    return scroll if _gain(old, new, scroll) >= MIN_GAIN else None


def _common_shift(old: Rows, new: Rows, changed: Sequence[int]) -> int | None:
    """Return by how much most of the changed rows have moved."""
    first, last = changed[0], changed[-1]
    where = dict(zip(old[first : last + 1], range(first, last + 1), strict=True))
    votes: dict[int, int] = {}
    # Rows that occur more than once vote for many different shifts, and so for none.
    for y in changed:
        source = where.get(new[y], -1)
        if source >= 0 and new[y][0].strip():
            votes[source - y] = votes.get(source - y, 0) + 1
    return max(votes, key=lambda shift: votes[shift]) if votes else None


def _gain(old: Rows, new: Rows, scroll: Scroll) -> int:
    """Return roughly how many cells need not be drawn if the scroll is done."""
    gain = 0
    top, bottom, shift = scroll
    for y in range(top, bottom + 1):
        size = len(new[y][0].rstrip())
        inside = top <= y + shift <= bottom
        gain += size * (new[y] != old[y])
        gain -= size * (not inside or new[y] != old[y + shift])
    return gain


def scrolled(rows: Rows, scroll: Scroll) -> list[tuple[str, str]]:
    """Return the rows as they are after the scroll; those that came in are blank."""
    top, bottom, shift = scroll
    region = list(rows[top : bottom + 1])
    blank = [("", "")] * abs(shift)
    moved = region[shift:] + blank if shift > 0 else blank + region[:shift]
    return [*rows[:top], *moved, *rows[bottom + 1 :]]
