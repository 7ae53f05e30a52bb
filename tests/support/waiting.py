"""Waiting for a named condition: the only clock that tests may look at.

A test never sleeps. It says what it waits for, and when that does not happen within the limit, the
failure names it and shows what there was to see instead. What a terminal shows is waited for with
`Terminal.wait_until`, which also keeps the terminal reading; this module waits for everything else.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

LIMIT = 60.0
"""Seconds that any condition may take; generous, since only a failing test waits that long.

A machine of five times the load has to keep to it, and one that stands still for a while as well.
"""

INTERVAL = 0.02
"""Seconds between two looks at something that cannot wake us up."""

_PAUSE = threading.Event()


def wait_until(
    what: str,
    condition: Callable[[], T],
    *,
    timeout: float = LIMIT,
    shown: Callable[[], str] = str,
) -> T:
    """Return the first true value of `condition`, or fail naming `what` and what `shown` tells."""
    deadline = time.monotonic() + timeout
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() >= deadline:
            raise AssertionError(f"waited {timeout:g} s in vain for: {what}\n{shown()}")
        _PAUSE.wait(INTERVAL)
