"""How often something may happen: a few times at once, and so many times a second in the long run.

Each source has an account of its own, so that one that floods silences nobody else.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Protocol

SOURCES_MAX = 256
"""Sources remembered; those that have been quiet the longest are forgotten first."""


class Time(Protocol):
    """Something that tells the time."""

    def time(self) -> float:
        """Return monotonic seconds."""


class Rate:
    """Accounts that hold at most `burst` and grow by `rate` a second."""

    def __init__(self, clock: Time, burst: float, rate: float) -> None:
        self._clock = clock
        self._burst = burst
        self._rate = rate
        self._accounts: dict[Hashable, tuple[float, float]] = {}

    def allows(self, source: Hashable) -> bool:
        """Take one from a source's account; False when there is none left."""
        now = self._clock.time()
        left, since = self._accounts.pop(source, (self._burst, now))
        left = min(self._burst, left + (now - since) * self._rate)
        allowed = left >= 1
        self._accounts[source] = (left - allowed, now)
        while len(self._accounts) > SOURCES_MAX:
            del self._accounts[next(iter(self._accounts))]
        return allowed
