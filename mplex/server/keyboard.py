"""What a client's keyboard is in the middle of: half a sequence, a key table, a repeat.

The decoder has no clock and the key tables no state; this has both, for one client. Who gets a
decoded key is decided in `key_router`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from mplex.server.question import Cancel, Clock
from mplex.term.key_decoder import KeyDecoder
from mplex.term.keys import Event

ROOT = "root"
TURN = 0.004
"""Seconds for which keys of one client are taken before everybody else has a turn."""
BURST = 16
"""Keys that are taken in one turn however long they take: what fingers send at once."""


class Keyboard:
    """The input side of one client; `on_event` gets every event in order.

    An escape alone counts after `escape_time()` seconds.

    A flood (a terminal that pastes as if it typed) is taken in pieces. While it is `behind`, it
    should be fed no more; `on_caught_up` is called when it is not any longer.
    """

    def __init__(
        self,
        clock: Clock,
        on_event: Callable[[Event], None],
        on_table: Callable[[], None],
        escape_time: Callable[[], float],
    ) -> None:
        self.table = ROOT
        self.default_table = ROOT
        self.repeating = False
        self.behind = False
        self.on_caught_up: Callable[[], None] = lambda: None
        self._clock = clock
        self._on_event = on_event
        self._on_table = on_table
        self._decoder = KeyDecoder()
        self._events: deque[Event] = deque()
        self._escape_time = escape_time
        self._escape_timer: Cancel | None = None
        self._repeat_timer: Cancel | None = None

    def feed(self, data: bytes) -> None:
        """Take bytes from the terminal."""
        if self._escape_timer is not None:
            self._escape_timer.cancel()
            self._escape_timer = None
        self._events += self._decoder.feed(data)
        if not self.behind:
            self._work()

    def set_table(self, name: str) -> None:
        """Look the next key up in the table `name`."""
        self._stop_repeat()
        changed = self.table != name
        self.table = name
        if changed:
            self._on_table()

    def set_default_table(self, name: str) -> None:
        """Start every key sequence in the table `name` (option `key-table`)."""
        if self.table == self.default_table:
            self.table = name
        self.default_table = name

    def repeat(self, seconds: float) -> None:
        """Stay in the present table for `seconds`, for another key that may be repeated."""
        self._stop_repeat()
        if seconds <= 0 or self.table == self.default_table:
            self.set_table(self.default_table)
            return
        self.repeating = True
        self._repeat_timer = self._clock.call_later(
            seconds, lambda: self.set_table(self.default_table)
        )

    def stop(self) -> None:
        """Forget everything that is under way."""
        self._events.clear()
        self._decoder = KeyDecoder()
        self._stop_repeat()
        if self._escape_timer is not None:
            self._escape_timer.cancel()

    def _work(self) -> None:
        """Give away the events that have come, for one turn; the rest in the next."""
        end, taken = self._clock.time() + TURN, 0
        while self._events:
            self._on_event(self._events.popleft())
            taken += 1
            if self._events and taken >= BURST and self._clock.time() >= end:
                self.behind = True
                self._clock.call_later(0, self._work)
                return
        if self._decoder.pending:
            # Not before: what follows the escape may have come already and wait its turn.
            self._escape_timer = self._clock.call_later(self._escape_time(), self._flush)
        if self.behind:
            self.behind = False
            self.on_caught_up()

    def _stop_repeat(self) -> None:
        self.repeating = False
        if self._repeat_timer is not None:
            self._repeat_timer.cancel()
            self._repeat_timer = None

    def _flush(self) -> None:
        self._escape_timer = None
        self._events += self._decoder.flush()
        self._work()
