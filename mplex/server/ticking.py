"""What goes on by itself: the clock in the status rows, and scrolling at an edge in copy mode.

Both wake the server only while there is somebody to see it, so that an idle server sleeps.
"""

from __future__ import annotations

from collections.abc import Callable

from mplex.model.pane import Pane
from mplex.server.question import Cancel, Clock

SAME = 0.01
"""Seconds by which two ways of reckoning the same moment may differ."""
SCROLL_TIME = 0.05
"""Seconds between two rows when copy mode scrolls by itself."""


class StatusClock:
    """Calls `on_tick` each time `wait()` seconds have passed; 0 seconds is never."""

    def __init__(
        self, clock: Clock, wait: Callable[[], float], on_tick: Callable[[], None]
    ) -> None:
        self._clock = clock
        self._wait = wait
        self._on_tick = on_tick
        self._timer: Cancel | None = None
        self._due = 0.0

    def start(self) -> None:
        """Tick when it is time as things are now, whatever was so before."""
        wait = self._wait()
        due = self._clock.time() + wait
        if self._timer is not None:
            if wait and abs(due - self._due) < SAME:
                return
            self._timer.cancel()
            self._timer = None
        if wait:
            self._due = due
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
