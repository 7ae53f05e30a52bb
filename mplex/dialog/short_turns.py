"""Short turns for threads that work beside an event loop, for which the loop hardly waits.

Python lets a thread go on for five milliseconds before another one may, and a loop that has waited
for a descriptor is such another one, several times for each key.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

SHORT_TURN, USUAL_TURN = 0.0005, 0.005
"""Seconds after which a thread gives way to another: while one works beside, and Python's own."""
_lock = threading.Lock()
_working = [0]
"""How many threads work beside."""


@contextmanager
def short_turns() -> Iterator[None]:
    """Keep turns short while the block runs, and while any other such block does."""
    _change(1, SHORT_TURN)
    try:
        yield
    finally:
        _change(-1, USUAL_TURN)


def _change(by: int, turn: float) -> None:
    with _lock:
        _working[0] += by
        if _working[0] == max(by, 0):
            sys.setswitchinterval(turn)
