"""What goes on by itself: the clock in the status rows, and scrolling at an edge in copy mode.

Both wake the server only while there is somebody to see it, so that an idle server sleeps.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from mplex.model.pane import Pane
from mplex.server.question import Cancel, Clock

SCROLL_TIME = 0.05
"""Seconds between two rows when copy mode scrolls by itself."""


class StatusClock:
    """Calls `on_tick` every `interval()` seconds while `wanted()` says so; 0 seconds is never."""

    def __init__(
        self,
        clock: Clock,
        interval: Callable[[], float],
        wanted: Callable[[], bool],
        on_tick: Callable[[], None],
    ) -> None:
        self._clock = clock
        self._interval = interval
        self._wanted = wanted
        self._on_tick = on_tick
        self._timer: Cancel | None = None

    def start(self) -> None:
        """Tick from now on; harmless when it does already."""
        interval = self._interval()
        if self._timer is None and interval > 0 and self._wanted():
            # Whole multiples of the interval, so that a clock in the row turns with the minute.
            wait = interval - time.time() % interval
            self._timer = self._clock.call_later(wait, self._tick)

    def _tick(self) -> None:
        self._timer = None
        self._on_tick()
        self.start()


class EdgeScroll:
    """Scrolls panes in copy mode while the mouse is held at their edge."""

    def __init__(self, clock: Clock, on_scroll: Callable[[Pane], None]) -> None:
        self._clock = clock
        self._on_scroll = on_scroll
        self._waiting: set[int] = set()

    def start(self, pane: Pane) -> None:
        """Scroll on as long as the pane's mode wants it."""
        if pane.mode is not None and pane.mode.wants_tick and pane.id not in self._waiting:
            self._waiting.add(pane.id)
            self._clock.call_later(SCROLL_TIME, lambda: self._tick(pane))

    def _tick(self, pane: Pane) -> None:
        self._waiting.discard(pane.id)
        if pane.mode is not None and pane.mode.wants_tick:
            pane.mode.tick()
            self._on_scroll(pane)
            self.start(pane)
