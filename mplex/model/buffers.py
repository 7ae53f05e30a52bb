"""Paste buffers: copied data by name, the newest first.

Automatic buffers are called `buffer0`, `buffer1`, ... and are dropped, oldest first, beyond the
limit; buffers with a name given stay until they are deleted.
"""

from __future__ import annotations

import builtins
import time
from collections.abc import Callable

from mplex.errors import CommandError

MAX_BUFFER_BYTES = 64 << 20
SAMPLE_CHARS = 50


class Buffer:
    """One paste buffer."""

    def __init__(
        self, name: str, data: bytes, automatic: bool, created: float | None = None
    ) -> None:
        self.name = name
        self.data = data
        self.automatic = automatic
        self.created = time.time() if created is None else created

    @property
    def sample(self) -> str:
        """The start of the text on one line, with control characters made visible."""
        text = self.data[: 4 * SAMPLE_CHARS].decode("utf-8", "replace")
        shown = "".join(c if c.isprintable() else repr(c)[1:-1] for c in text[: SAMPLE_CHARS + 1])
        return shown if len(shown) <= SAMPLE_CHARS else shown[:SAMPLE_CHARS] + "..."


class Buffers:
    """The paste buffers of a server. `limit` gives how many automatic ones are kept."""

    def __init__(self, limit: Callable[[], int] = lambda: 50) -> None:
        self._limit = limit
        self._by_name: dict[str, Buffer] = {}
        self._next = 0

    def __len__(self) -> int:
        return len(self._by_name)

    def list(self) -> list[Buffer]:
        """Return the buffers, newest first."""
        return list(reversed(self._by_name.values()))

    def add(self, data: bytes, name: str | None = None) -> str:
        """Keep data, under a name or as the newest automatic buffer; return the name.

        A buffer of that name is replaced. Empty data is not kept: the name returned is then "".
        """
        if not data and name is None:
            return ""
        if len(data) > MAX_BUFFER_BYTES:
            raise CommandError(f"buffer is too large: {MAX_BUFFER_BYTES >> 20} MiB is the limit")
        automatic = name is None
        if name is None:
            while f"buffer{self._next}" in self._by_name:
                self._next += 1
            name = f"buffer{self._next}"
            self._next += 1
        elif not name:
            raise CommandError("empty buffer name")
        self._by_name.pop(name, None)
        self._by_name[name] = Buffer(name, data, automatic)
        if automatic:
            self._trim()
        return name

    def get(self, name: str | None = None) -> Buffer:
        """Return a buffer, the newest automatic one without a name; CommandError if none."""
        if name is not None:
            if name not in self._by_name:
                raise CommandError(f"no buffer {name}")
            return self._by_name[name]
        newest = next((buffer for buffer in self.list() if buffer.automatic), None)
        if newest is None:
            raise CommandError("no buffers")
        return newest

    def delete(self, name: str | None = None) -> None:
        """Drop a buffer, the newest automatic one without a name."""
        del self._by_name[self.get(name).name]

    def rename(self, old: str | None, new: str) -> None:
        """Give a buffer a name, with which it is no longer automatic."""
        buffer = self.get(old)
        if not new:
            raise CommandError("empty buffer name")
        others = [other for other in self._by_name.values() if other.name != new or other is buffer]
        buffer.name, buffer.automatic = new, False
        self._by_name = {other.name: other for other in others}

    def restore(self, buffers: builtins.list[Buffer]) -> None:
        """Take buffers, oldest first, in place of what is there."""
        self._by_name = {buffer.name: buffer for buffer in buffers}

    def _trim(self) -> None:
        automatic = [buffer.name for buffer in self._by_name.values() if buffer.automatic]
        for name in automatic[: max(0, len(automatic) - max(1, self._limit()))]:
            del self._by_name[name]
