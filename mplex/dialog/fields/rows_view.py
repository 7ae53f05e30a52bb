"""Which of many items are in view, and which one the cursor is on.

One idea: only the items in view are ever asked for their height, so a list of a hundred thousand
costs what is seen of it. What an item is and how it looks is the widgets' matter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from mplex.term.keys import CTRL, Key

MOVES: Final[dict[Key, str]] = {
    Key("Up"): "up",
    Key("p", CTRL): "up",
    Key("Down"): "down",
    Key("n", CTRL): "down",
    Key("Home"): "first",
    Key("End"): "last",
    Key("PPage"): "page-up",
    Key("NPage"): "page-down",
}
"""What moves the cursor in a collection."""

_Top = tuple[int, int]
"""Where a view begins: an item, and how many of its rows are hidden above."""


class Placed(NamedTuple):
    """An item in view."""

    at: int
    """Which item, counted from the first."""
    row: int
    """Its first row that is seen, counted from the view's first."""
    skip: int
    """Rows of it that are hidden above."""
    rows: int
    """Rows of it that are seen, at least 1."""


class RowsView:
    """A window on `count` items with a cursor.

    `height_of(index, cols)` is the rows that an item needs, at least 1; without it all need one.
    """

    def __init__(self, height_of: Callable[[int, int], int] | None = None) -> None:
        self.count = 0
        self.cursor = 0
        self._height_of = height_of
        self._top: _Top = (0, 0)
        self._fitted = False
        self._cols = 1
        self.rows = 1
        """The rows in view."""

    def needed(self, count: int, cols: int, limit: int) -> int:
        """Return the rows that `count` items need at a width, but no more than `limit`."""
        if self._height_of is None:
            return min(count, limit)
        rows = 0
        for index in range(count):
            rows += self._height_of(index, cols)
            if rows >= limit:
                return limit
        return rows

    def fit(self, count: int, cols: int, rows: int) -> None:
        """Learn how much there is and how large the view is; what changed shows the cursor."""
        before = self.count, self._cols, self.rows
        first = not self._fitted
        if first:
            # Whatever the cursor was put on before the size was known did not scroll anything.
            self._fitted, self._top = True, (0, 0)
        self.count, self._cols, self.rows = count, cols, max(1, rows)
        self.cursor = max(0, min(self.cursor, count - 1))
        if first or before != (self.count, self._cols, self.rows):
            self.reveal()

    def go(self, index: int) -> None:
        """Put the cursor on an item (the nearest there is) and bring it into view."""
        self.cursor = max(0, min(index, self.count - 1))
        self.reveal()

    def reveal(self) -> None:
        """Scroll as little as needed to have the item under the cursor in view."""
        if self.count == 0:
            self._top = (0, 0)
            return
        if (self.cursor, 0) < self._top:
            self._top = (self.cursor, 0)
        self._top = min(max(self._top, self._top_above(self.cursor)), self._last_top())

    def move(self, action: str) -> bool:
        """Move the cursor by an action of `MOVES`; say whether anything moved.

        An item that is taller than the view is scrolled through before the cursor leaves it.
        """
        before = self.cursor, self._top
        if action == "up" and not self._scroll_inside(-1):
            self.go(self.cursor - 1)
        elif action == "down" and not self._scroll_inside(1):
            self.go(self.cursor + 1)
        elif action == "first":
            self.go(0)
        elif action == "last":
            self.go(self.count - 1)
        elif action == "page-up":
            self._page(-1)
        elif action == "page-down":
            self._page(1)
        return before != (self.cursor, self._top)

    def scroll(self, by: int) -> bool:
        """Move the view by rows and leave the cursor; say whether anything moved."""
        if not self.count:
            return False
        before = self._top
        top, skip = self._top[0], self._top[1] + by
        while skip < 0 and top > 0:
            top -= 1
            skip += self.height(top)
        while top < self.count - 1 and skip >= self.height(top):
            skip -= self.height(top)
            top += 1
        self._top = min((top, max(0, skip)), self._last_top())
        return before != self._top

    def placed(self) -> Iterator[Placed]:
        """Yield the items in view from the top down."""
        index, skip = self._top
        row = 0
        while row < self.rows and index < self.count:
            shown = min(self.height(index) - skip, self.rows - row)
            yield Placed(index, row, skip, shown)
            row += shown
            index, skip = index + 1, 0

    def at(self, row: int) -> Placed | None:
        """Return the item on a row of the view, None where there is none."""
        for placed in self.placed():
            if placed.row <= row < placed.row + placed.rows:
                return placed
        return None

    def where(self) -> Placed | None:
        """Return the item under the cursor when it is in view."""
        return next((placed for placed in self.placed() if placed.at == self.cursor), None)

    def hidden(self) -> tuple[bool, bool]:
        """Say whether there is more above, and below."""
        return self._top > (0, 0), self._top < self._last_top()

    def height(self, index: int) -> int:
        """Return the rows of an item at the present width."""
        return 1 if self._height_of is None else max(1, self._height_of(index, self._cols))

    def _top_above(self, index: int) -> _Top:
        """Return the top that has an item on the view's last rows, or its beginning if taller."""
        if self._height_of is None:
            return max(0, index - self.rows + 1), 0
        left = self.rows - self.height(index)
        while left > 0 and index > 0:
            index -= 1
            left -= self.height(index)
            if left < 0:
                return index, -left
        return index, 0

    def _last_top(self) -> _Top:
        """Return the top from which nothing more is below."""
        if not self.count:
            return 0, 0
        last = self.count - 1
        over = self.height(last) - self.rows
        return (last, over) if over > 0 else self._top_above(last)

    def _scroll_inside(self, way: int) -> bool:
        here = self.where()
        if here is None:
            return False
        rest = here.skip if way < 0 else self.height(here.at) - here.skip - here.rows
        fills = here.rows == self.rows
        return rest > 0 and fills and self.scroll(way * min(rest, max(1, self.rows - 1)))

    def _page(self, way: int) -> None:
        """Go on by about a view's rows, at least one item."""
        left, index = max(1, self.rows - 1), self.cursor
        while left > 0 and 0 <= index + way < self.count:
            index += way
            left -= self.height(index)
        self.go(index)
