"""What the rows of a history weigh, so that it can be bounded in bytes.

The idea: rows come in at the end and leave at the start, so weights are kept for blocks of rows and
no row is weighed twice.  Counts may be off by the few rows that a resize takes back; the bound is
one of memory, not of lines.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from sys import getsizeof
from typing import Final

from mplex.vt.rows import Row

BLOCK: Final = 1024
"""Rows weighed together."""


class Weights:
    """Rows and bytes of the blocks of a history, oldest first."""

    def __init__(self) -> None:
        self._blocks: deque[tuple[int, int]] = deque()
        self._rows: int = 0
        self._bytes: int = 0

    def clear(self) -> None:
        """Forget all rows."""
        self._blocks.clear()
        self._rows = self._bytes = 0

    def empty(self) -> bool:
        """Tell whether nothing has been weighed."""
        return not self._blocks

    def add(self, entries: Sequence[str | Row]) -> None:
        """Weigh rows that came in, oldest first."""
        for at in range(0, len(entries), BLOCK):
            block = entries[at : at + BLOCK]
            size = sum([weight(entry) for entry in block])
            self._blocks.append((len(block), size))
            self._rows += len(block)
            self._bytes += size

    def lost(self, kept: int) -> None:
        """Forget the blocks of which nothing is among the newest `kept` rows."""
        while self._blocks and self._rows - self._blocks[0][0] >= kept:
            self._drop()

    def too_many(self, limit: int) -> int:
        """Return how many rows at the start have to go so that the rest is below `limit` bytes."""
        rows = 0
        while self._bytes > limit and len(self._blocks) > 1:
            rows += self._drop()
        return rows

    def _drop(self) -> int:
        rows, size = self._blocks.popleft()
        self._rows -= rows
        self._bytes -= size
        return rows


def weight(entry: str | Row) -> int:
    """Return the bytes that an entry of a history takes; shared strings count each time."""
    if isinstance(entry, str):
        return getsizeof(entry)
    return getsizeof(entry) + getsizeof(entry[0]) + getsizeof(entry[1])
