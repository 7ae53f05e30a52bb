"""How far the mouse wheel scrolls: the same in every dialog and every field.

What scrolls, and what happens at an end, is the matter of whoever is under the pointer.
"""

from __future__ import annotations

from mplex.term.keys import MouseEvent

WHEEL_ROWS = 3
"""Rows for one step of the wheel."""

_WAYS = {"wheel-up": -1, "wheel-down": 1}


def wheel_way(event: MouseEvent) -> int:
    """Return -1 for a step of the wheel up, 1 for one down, 0 for every other event."""
    return _WAYS.get(event.action, 0)


def wheel_rows(event: MouseEvent) -> int:
    """Return the rows that a step of the wheel scrolls, negative for up; 0 for other events."""
    return wheel_way(event) * WHEEL_ROWS
