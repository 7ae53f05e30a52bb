"""Rows that scrolled off the top of the main screen.

The idea: pushing must cost nothing, so entries are kept as they come (raw rows stay raw) in a
bounded deque, and a change of width touches nothing: entries pushed before it are *stale* and are
wrapped again when somebody looks.  Bytes are bounded too, but counted only where so many lines
could be too many.  Knows nothing of the screen below it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from itertools import islice
from typing import Final

from mplex.vt.reflow import rewrap
from mplex.vt.rows import Row, cook
from mplex.vt.weights import BLOCK, Weights

MAX_BYTES: Final = 256 * 1024 * 1024
"""Bytes of one history; beyond them the oldest lines go, whatever the limit of lines."""
_CELL_BYTES: Final = 8
_ROW_BYTES: Final = 1500
"""What a cell, and a row beside its cells (its objects, escape sequences), can take at most."""
_NEVER: Final = 1 << 60

Entry = str | Row
"""A raw or unstyled row that ends its line, or a cooked one."""


def entry_of(text: str, attrs: str | None, wrap: int) -> Entry:
    """Return the entry for a screen row; `attrs` None means `text` is raw."""
    if not wrap and not attrs:
        return text
    return (text, attrs or "", wrap)


def entries_of(
    texts: list[str], attrs: list[str | None], wraps: list[int], columns: int
) -> list[Entry]:
    """Return the entries for screen rows; those that go on in the next are filled up."""
    if not any(wraps) and not any(attrs):
        return list(texts)
    found: list[Entry] = []
    last_text: str | None = None
    last_look: str | None = None
    last_wrap = 0
    last_entry: Row = ("", "", 0)
    for y in range(len(texts)):
        text, look, wrap = texts[y], attrs[y], wraps[y]
        if not wrap and not look:
            found.append(text)
            continue
        if text is last_text and look is last_look and wrap == last_wrap:
            # One character that was repeated over many rows.
            found.append(last_entry)
            continue
        last_text, last_look, last_wrap = text, look, wrap
        if wrap:
            if look is None:
                text, look = cook(text)
            if len(text) <= columns - wrap:
                text = text.ljust(columns + 1 - wrap)
        last_entry = (text, look or "", wrap)
        found.append(last_entry)
    return found


def row_of(entry: Entry) -> Row:
    """Return an entry as cells."""
    if isinstance(entry, str):
        text, attrs = cook(entry)
        return text, attrs, 0
    return entry


class History:
    """A list of rows, oldest first, bounded in rows and bytes.

    A resize loses nothing: until more is pushed there may be more rows than the limit.
    """

    def __init__(self, columns: int, limit: int, max_bytes: int = MAX_BYTES) -> None:
        self.columns: int = columns
        self.limit: int = limit
        """The most rows that are kept."""
        self.entries: deque[Entry] = deque(maxlen=limit)
        self.fresh: int = 0
        self.pushed: int = 0
        self.max_bytes: int = max_bytes
        self.settle_at: int = 0
        """When so many were pushed, `settle` is due."""
        self._widest: int = columns
        self._weights: Weights = Weights()
        self._weighed: int = 0
        self._plan()

    def push(self, entry: Entry) -> None:
        """Add the row that just left the screen."""
        self.entries.append(entry)
        self.fresh += 1
        self.pushed += 1

    def extend(self, entries: Sequence[Entry]) -> None:
        """Add many rows at once."""
        self.entries.extend(entries)
        self.fresh += len(entries)
        self.pushed += len(entries)

    def clear(self) -> None:
        """Forget everything; `pushed` keeps counting."""
        self.entries.clear()
        self.fresh = 0
        self._widest = self.columns
        self._weights.clear()
        self._plan()

    def set_limit(self, limit: int) -> None:
        """Change the bound; the oldest rows go when it shrinks."""
        self.limit = max(0, limit)
        self.entries = deque(self.entries, maxlen=self.limit)
        self._plan()

    def set_columns(self, columns: int) -> None:
        """Note a new width; rows are wrapped again when somebody looks."""
        if columns != self.columns:
            self.columns = columns
            self.fresh = 0
            self._widest = max(self._widest, columns)
            self._plan()

    def _plan(self) -> None:
        """Decide when `settle` is due next."""
        if self.entries.maxlen != self.limit:
            self.settle_at = self.pushed + 1
        else:
            self.settle_at = self._weighed + BLOCK if self._heavy() else _NEVER

    def _heavy(self) -> bool:
        """Tell whether so many rows could be too many bytes."""
        return self.limit * (self._widest * _CELL_BYTES + _ROW_BYTES) > self.max_bytes

    def settle(self) -> None:
        """Let the oldest rows go that are beyond a limit; due when `settle_at` were pushed."""
        # There may be room for more rows although there are no more.
        if self.entries.maxlen != self.limit:
            self.entries = deque(self.entries, maxlen=self.limit)
            self.fresh = min(self.fresh, self.limit)
        if self._heavy():
            self._weigh()
        self._plan()

    def _weigh(self) -> None:
        """Weigh what came in, and let the oldest rows go when all together is too much."""
        entries, weights = self.entries, self._weights
        new = len(entries) if weights.empty() else min(self.pushed - self._weighed, len(entries))
        newest = list(islice(reversed(entries), new))
        newest.reverse()
        weights.add(newest)
        weights.lost(len(entries))
        for _ in range(min(weights.too_many(self.max_bytes), len(entries))):
            entries.popleft()
        self.fresh = min(self.fresh, len(entries))
        self._weighed = self.pushed

    def size(self) -> int:
        """Return the number of rows at the present width."""
        self._refresh()
        return len(self.entries)

    def row(self, index: int) -> Row:
        """Return row `index`, 0 the oldest; raises IndexError outside."""
        self._refresh()
        return row_of(self.entries[index])

    def rows(self, start: int, stop: int) -> list[Row]:
        """Return the rows from `start` up to `stop`."""
        self._refresh()
        entries = self.entries
        return [row_of(entries[i]) for i in range(max(0, start), min(stop, len(entries)))]

    def pull(self) -> list[Row]:
        """Take back the newest line, as its rows; [] when there is none."""
        if self.pushed >= self.settle_at:
            self.settle()
        entries = self.entries
        if not entries:
            return []
        rows = [row_of(entries.pop())]
        while entries and goes_on(entries[-1]):
            rows.append(row_of(entries.pop()))
        self.fresh = max(0, self.fresh - len(rows))
        rows.reverse()
        return rows

    def goes_on(self) -> bool:
        """Tell whether the newest row continues in the first row of the screen."""
        return bool(self.entries) and goes_on(self.entries[-1])

    def end_line(self) -> None:
        """Note that the first row of the screen no longer continues the newest row."""
        if self.goes_on():
            text, attrs, _ = row_of(self.entries.pop())
            self.entries.append(entry_of(text, attrs, 0))

    def put_back(self, rows: Sequence[Row]) -> None:
        """Add rows that were pulled, wrapped at the present width; they do not count as pushed."""
        self._make_room(len(self.entries) + len(rows), len(rows))
        for text, attrs, wrap in rows:
            self.entries.append(entry_of(text, attrs, wrap))
            self.fresh += 1

    def _make_room(self, rows: int, pushed: int) -> None:
        """Hold so many rows until something is pushed after the next `pushed` rows."""
        if rows > self.limit:
            self.entries = deque(self.entries, maxlen=rows)
            self.settle_at = self.pushed + pushed + 1

    def _refresh(self) -> None:
        """Wrap the stale entries at the present width."""
        if self.pushed >= self.settle_at:
            self.settle()
        entries = self.entries
        if self.fresh >= len(entries):
            return
        stale = len(entries) - self.fresh
        everything = list(entries)
        rows = rewrap([row_of(entry) for entry in everything[:stale]], self.columns)
        entries.clear()
        self._make_room(len(rows) + self.fresh, 0)
        entries = self.entries
        entries.extend([entry_of(*row) for row in rows])
        entries.extend(everything[stale:])
        self.fresh = len(entries)
        self._weights.clear()


def goes_on(entry: Entry) -> bool:
    """Tell whether the row continues in the one after it."""
    return not isinstance(entry, str) and entry[2] != 0
