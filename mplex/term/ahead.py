"""What takes too long for a frame is made ahead in a thread, while frames go on without it.

One idea: one thing at a time, and who draws next asks for it; nothing is ever called back, so only
the making itself happens in the thread.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")

PAUSE = 0.0005
"""Seconds for which a thread lets the others go on after a piece of work."""


def breathe() -> None:
    """Let other threads go on: called in the midst of long work that holds Python's lock."""
    time.sleep(PAUSE)


class Ahead(Generic[K, V]):
    """Makes values for keys, one at a time."""

    def __init__(self) -> None:
        self._made: list[V | None] = []
        self._key: K | None = None

    @property
    def busy(self) -> bool:
        """Whether something is being made, or has been and was not fetched yet."""
        return self._key is not None

    def start(self, key: K, make: Callable[[], V]) -> None:
        """Begin to make the value for a key, unless something else is being made."""
        if self._key is not None:
            return
        # A list of its own, so that what was given up can't get in the way of what follows.
        self._key, self._made = key, []
        work = _work(make, self._made)
        threading.Thread(target=work, name="ahead", daemon=True).start()

    def fetch(self) -> tuple[K, V | None] | None:
        """Return a key and the value that was made for it (None: it failed), once; else None."""
        if self._key is None or not self._made:
            return None
        key, self._key = self._key, None
        return key, self._made[0]


def _work(make: Callable[[], V], made: list[V | None]) -> Callable[[], None]:
    def work() -> None:
        value = None
        try:
            value = make()
        finally:
            made.append(value)

    return work
