"""How much room a dialog takes, and how its parts share the rows.

Pure arithmetic. When rows are scarce the gaps go first, then the key line; then the text gives way
and scrolls, so that the options stay in view. At least one option is always shown.
"""

from __future__ import annotations

from typing import NamedTuple

from mplex.geometry import Rect, Size

WIDEST = 76
"""Columns of content at most: longer lines are hard to read."""

NARROWEST = 24
"""Columns of content at least, where the screen has them."""

ROOMY = Size(12, 40)
"""From this size on a dialog leaves the edge of the screen free."""

BOXED = Size(3, 12)
"""From this size on a dialog has a box; a smaller one has a head line, or nothing."""

HINT_ROWS = 8
"""Rows of content from which the key line stays although something has to scroll."""


class Needs(NamedTuple):
    """The rows that each part would like to have."""

    text: int
    label: int
    options: int


class Parts(NamedTuple):
    """Where the parts of a dialog are, relative to its frame."""

    text: Rect
    label: Rect
    options: Rect
    hint: Rect


class Shares(NamedTuple):
    """The rows that each part gets, from the top down; `gap` is above the label and the hint."""

    text: int
    label: int
    options: int
    gap: int
    hint: int

    @property
    def text_gap(self) -> int:
        """The blank rows between the text and what it is about."""
        return self.gap if self.text and self.label + self.options else 0

    @property
    def total(self) -> int:
        """All rows, the gaps included."""
        content = self.text + self.label + self.options
        return content + self.text_gap + (self.gap if content else 0) + self.hint


def share(rows: int, needs: Needs) -> Shares:
    """Share `rows` rows among the parts; the sum is never more, and options get at least one."""
    for gap, hint in ((1, 1), (0, 1), (0, 0)):
        shares = Shares(*needs, gap, hint)
        if shares.total <= rows:
            return shares
    hint = 1 if rows >= HINT_ROWS else 0
    rows -= hint
    label = min(needs.label, 1) if rows > 1 else 0
    text = min(needs.text, max(1, rows // 3)) if rows > 1 + label else 0
    options = max(min(1, needs.options), min(needs.options, rows - label - text))
    text = min(needs.text, rows - label - options)
    return Shares(text, min(needs.label, rows - text - options), options, 0, hint)


def content_cols(wanted: int, screen: Size) -> int:
    """Return the columns of content for a dialog whose longest line is `wanted` columns."""
    return fitting_cols(max(NARROWEST, min(wanted, WIDEST)), screen)


def fitting_cols(cols: int, screen: Size) -> int:
    """Return how many of so many columns of content a screen has room for, at least one."""
    margin = 2 if screen.cols >= ROOMY.cols else 0
    border = 4 if screen.cols >= BOXED.cols else 0
    return max(1, min(cols, screen.cols - margin - border))


def framed(cols: int, screen: Size) -> Size:
    """Return the largest size of a dialog for `cols` columns of content."""
    margin = 2 if screen.rows >= ROOMY.rows else 0
    border = 4 if screen.cols >= BOXED.cols else 0
    return Size(screen.rows - margin, min(screen.cols, cols + border))


def box_size(cols: int, needs: Needs, screen: Size) -> Size:
    """Return the size of the whole dialog for `cols` columns of content."""
    largest = framed(cols, screen)
    return largest._replace(rows=min(Shares(*needs, 1, 1).total + 2, largest.rows))


def inside(size: Size) -> Rect:
    """Return the content's place in a dialog of `size`."""
    if size.rows >= BOXED.rows and size.cols >= BOXED.cols:
        return Rect(1, 2, size.rows - 2, size.cols - 4)
    head = 1 if size.rows > 1 else 0
    return Rect(head, 0, size.rows - head, size.cols)


def place(content: Rect, needs: Needs) -> Parts:
    """Place the parts below one another in `content`, the key line at the bottom."""
    shares = share(content.rows, needs)
    text = content._replace(rows=shares.text)
    label_row = text.bottom + shares.text_gap
    label = content._replace(row=label_row, rows=shares.label)
    options = content._replace(row=label.bottom, rows=shares.options)
    hint = content._replace(row=content.bottom - shares.hint, rows=shares.hint)
    return Parts(text, label, options, hint)
