"""Rows of a display that are made when they come into view.

One idea: a spec within its limits may need hundreds of thousands of rows, of which fifty are seen.
How many there are and how wide the widest is has to be known at once, the rows themselves do not.
What the rows show is the widgets' matter.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import overload

from mplex.ui.rows import Row


class DrawnRows(Sequence[Row]):
    """`count` rows of at most `widest` cells; `row` makes one of them, counted from 0."""

    def __init__(self, count: int, widest: int, row: Callable[[int], Row]) -> None:
        self.widest = widest
        self._count = count
        self._row = row

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> Row: ...

    @overload
    def __getitem__(self, index: slice) -> list[Row]: ...

    def __getitem__(self, index: int | slice) -> Row | list[Row]:
        """Return a row, or a list of some; raises IndexError outside."""
        found = range(self._count)[index]
        return self._row(found) if isinstance(found, int) else [self._row(row) for row in found]


def widest_of(rows: Sequence[Row]) -> int:
    """Return the columns of the widest row."""
    if isinstance(rows, DrawnRows):
        return rows.widest
    return max((len(row.text) for row in rows), default=0)
