"""Turns: the flows of one process that ask the same person, one whole flow after the other.

A server of mplex keeps the line of questions itself. Where the backend has no server of ours, the
flows of one process (an agent's calls) stand in line here; each waits until those before it have
ended. Flows of several processes know nothing of each other's line.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable
from time import monotonic

PAUSE = 0.25
"""Seconds between two looks at whether somebody else has ended."""

_line: list[Turn] = []


class Turn:
    """The place in the line of one flow; `person` says whose line it is."""

    def __init__(self, person: Hashable) -> None:
        self._person = person
        self._ended = threading.Event()
        _line.append(self)

    def wait(self, deadline: float, check: Callable[[], None]) -> bool:
        """Wait until all flows before this one have ended; say whether that came to pass.

        It did not when the deadline passed. `check` is called meanwhile, and may raise.
        """
        while self._held_up():
            if not self.pause(deadline):
                return False
            check()
        return True

    def pause(self, deadline: float) -> bool:
        """Wait a moment for what cannot tell us that it is over; say whether there is time left."""
        left = deadline - monotonic()
        return left > 0 and not self._ended.wait(min(PAUSE, left))

    def end(self) -> None:
        """Let the next one have its turn; harmless when done before."""
        self._ended.set()
        if self in _line:
            _line.remove(self)

    def _held_up(self) -> bool:
        return next((turn for turn in _line if turn._person == self._person), self) is not self
