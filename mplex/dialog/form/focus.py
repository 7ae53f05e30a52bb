"""Where the focus of a form is, and the round that it goes: tabs, fields, buttons.

Only fields that are shown and take events are stops. The focus can be nowhere, so that a form whose
only button can't be taken back waits for the person to choose it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from mplex.dialog.form.entry import Entry

NOWHERE, TABS, FIELD, BUTTON = "nowhere", "tabs", "field", "button"


class Focus(NamedTuple):
    """A place that can have the focus."""

    part: str = NOWHERE
    which: int = 0
    """Which field of the open tab, or which button."""


def stops(entries: Sequence[Entry], buttons: int, *, tabs: bool) -> list[Focus]:
    """Return all stops of the round in order."""
    found = [Focus(TABS)] if tabs else []
    found += fields(entries)
    return found + [Focus(BUTTON, index) for index in range(buttons)]


def fields(entries: Sequence[Entry]) -> list[Focus]:
    """Return the stops that are fields."""
    return [Focus(FIELD, index) for index, entry in enumerate(entries) if entry.focusable]


def step(round_: Sequence[Focus], at: Focus, by: int, *, wrap: bool) -> Focus:
    """Return the stop after (1) or before (-1) a place; from nowhere that is the first or last."""
    if not round_:
        return Focus()
    if at not in round_:
        return round_[0 if by > 0 else -1]
    index = round_.index(at) + by
    if wrap:
        return round_[index % len(round_)]
    return round_[max(0, min(index, len(round_) - 1))]


def nearest(entries: Sequence[Entry], index: int) -> Focus | None:
    """Return the field that takes over from one that has gone: the next one, else the one before.

    None when the tab has no field left that takes events.
    """
    left = fields(entries)
    after = [stop for stop in left if stop.which >= index]
    return after[0] if after else left[-1] if left else None


def first_input(entries: Sequence[Entry]) -> Focus | None:
    """Return the first field that has a value to give, else the first that takes events."""
    left = fields(entries)
    inputs = [stop for stop in left if entries[stop.which].carries]
    return next(iter(inputs or left), None)
