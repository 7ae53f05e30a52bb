"""Time that stands still until a test moves it: the loop's clock for parts that only need that."""

from __future__ import annotations

from collections.abc import Callable


class Timer:
    """A callback that is due at some time."""

    def __init__(self, due: float, callback: Callable[[], None]) -> None:
        self.due = due
        self.callback = callback
        self.cancelled = False

    def cancel(self) -> None:
        """Call it off."""
        self.cancelled = True


class FakeClock:
    """A clock with timers, moved by hand."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.timers: list[Timer] = []

    def time(self) -> float:
        """Return the time as moved so far."""
        return self.now

    def call_later(self, delay: float, callback: Callable[[], None]) -> Timer:
        """Note a callback."""
        timer = Timer(self.now + delay, callback)
        self.timers.append(timer)
        return timer

    def advance(self, seconds: float) -> None:
        """Move on, and run what falls due on the way, in order."""
        end = self.now + seconds
        while True:
            due = [timer for timer in self.timers if not timer.cancelled and timer.due <= end]
            if not due:
                break
            timer = min(due, key=lambda each: each.due)
            self.timers.remove(timer)
            self.now = max(self.now, timer.due)
            timer.callback()
        self.now = end

    @property
    def waiting(self) -> int:
        """How many timers have neither fired nor been called off."""
        return sum(not timer.cancelled for timer in self.timers)
