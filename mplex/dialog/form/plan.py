"""How large a form is, and how its parts share the rows.

Pure arithmetic. The buttons keep at least one row whatever happens; then come the fields, the row
of the tabs, the row for messages and keys; gaps are for those who have room.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from mplex.dialog.arrange import fitting_cols, framed
from mplex.dialog.pixels import COL_PIXELS
from mplex.geometry import Rect, Size

WIDTHS = {"s": 52, "m": 76, "l": 120}
"""Columns of content for each size hint, where the screen has them."""
NARROWEST = 40
"""A hint in pixels is never taken for fewer columns than this."""

TABS_FROM = 4
MESSAGE_FROM = 3
KEYS_FROM = 4
GAPS_FROM = 12
"""Rows of content from which there is room for the tabs, a message, the keys, and gaps."""
BUTTONS_SHARE = 4
"""Wrapped buttons take at most one of so many rows."""


class Wanted(NamedTuple):
    """The rows that the parts would like to have; 0 for a part that is not there."""

    body: int
    tabs: int
    buttons: int

    @property
    def total(self) -> int:
        """All rows, those for messages, keys and the gap below the tabs included."""
        return self.body + self.buttons + 2 + (2 if self.tabs else 0)


class Plan(NamedTuple):
    """Where the parts are, relative to the frame; a part without rows is not shown."""

    tabs: Rect
    body: Rect
    message: Rect
    buttons: Rect
    keys: Rect


def content_cols(size: str, pixels: float, screen: Size) -> int:
    """Return the columns of content for a size hint, or a width in pixels, on a screen."""
    cols = WIDTHS.get(size, WIDTHS["m"])
    if pixels and not size:
        cols = max(NARROWEST, min(int(pixels) // COL_PIXELS, WIDTHS["l"]))
    return fitting_cols(cols, screen)


def outer_size(cols: int, wanted: Wanted, screen: Size) -> Size:
    """Return the size of the whole form for `cols` columns of content."""
    largest = framed(cols, screen)
    return largest._replace(rows=min(wanted.total + 2, largest.rows))


def most_body_rows(wanted: Wanted, screen: Size) -> int:
    """Return the rows of fields that a screen can have in view at most."""
    outer = outer_size(1, wanted._replace(body=screen.rows), screen)
    return max(1, outer.rows - 2 - wanted._replace(body=0).total)


@lru_cache(maxsize=256)
def place(content: Rect, wanted: Wanted, *, message: bool, on_buttons: bool) -> Plan:
    """Place the parts in `content`; `message` is whether there is one to show.

    Where there is a single row it is for what has the focus, the buttons or a field.
    """
    rows = content.rows
    if rows <= 1:
        body = 0 if on_buttons else rows
        return _stacked(content, (0, 0, body, 0, rows - body, 0))
    gaps = rows >= min(GAPS_FROM, wanted.total)
    tabs = min(wanted.tabs, 1) if rows >= TABS_FROM else 0
    keys = 1 if rows >= min(KEYS_FROM + tabs, wanted.total) else 0
    note = 1 if gaps or (message and not keys and rows >= MESSAGE_FROM) else 0
    share = wanted.buttons if rows >= wanted.total else rows // BUTTONS_SHARE
    buttons = max(1, min(wanted.buttons, share))
    tabs_gap = 1 if gaps and tabs else 0
    body = rows - tabs - tabs_gap - note - buttons - keys
    plan = _stacked(content, (tabs, tabs_gap, body, note, buttons, keys))
    if message and keys and not note:
        return plan._replace(message=plan.keys, keys=plan.keys._replace(rows=0))
    return plan


def _stacked(content: Rect, rows: tuple[int, int, int, int, int, int]) -> Plan:
    """Put parts and gaps of so many rows below one another."""
    tabs, tabs_gap, body, message, buttons, keys = rows
    at = content.row
    places = []
    for gap_before, height in ((0, tabs), (tabs_gap, body), (0, message), (0, buttons), (0, keys)):
        at += gap_before
        places.append(content._replace(row=at, rows=height))
        at += height
    return Plan(*places)
