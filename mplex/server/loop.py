"""The server's only event loop: descriptors, timers, signals and what is to be done soon.

One idea: everything in the server is a callback, so a list of what is ready, a heap of timers and
the system's selector are all it takes. asyncio has the same calls under the same names; importing
it takes a quarter of the time in which a server starts, most of it for futures, streams and TLS
that nothing here uses. What the descriptors carry is no business of this module.
"""

from __future__ import annotations

import contextlib
import heapq
import os
import selectors
import signal
import time
from collections import deque
from collections.abc import Callable

Callback = Callable[..., object]
TIDY_AT = 256
QUIET = 0.01
"""Seconds without anything to do after which the loop is quiet."""


class Handle:
    """One call that the loop has been asked for."""

    __slots__ = ("args", "callback", "cancelled", "urgent")

    def __init__(
        self, callback: Callback, args: tuple[object, ...] = (), *, urgent: bool = False
    ) -> None:
        self.callback = callback
        self.args = args
        self.cancelled = False
        self.urgent = urgent

    def cancel(self) -> None:
        """Do not make the call; harmless when it has been made."""
        self.cancelled = True


class Loop:
    """Calls what is ready, in the order in which it became so; a callback never runs in another.

    `on_error(exception)` is told what a callback raised; the loop goes on with the next.
    `on_quiet()` is called once whenever nothing has been ready for a moment, before a longer wait.
    """

    def __init__(self) -> None:
        self.on_error: Callable[[Exception], None] = _raise
        self.on_quiet: Callable[[], None] = lambda: None
        self._stirred = False
        """Whether anything was ready since the loop was quiet."""
        self._selector = selectors.DefaultSelector()
        self._urgent = selectors.DefaultSelector()
        """The descriptors that somebody's keys come through."""
        self._ready: deque[Handle] = deque()
        self._timers: list[tuple[float, int, Handle]] = []
        self._count = 0
        """Timers so far; of two for one moment the older comes first."""
        self._tidy_at = TIDY_AT
        """How many timers there may be before the cancelled ones are taken out."""
        self._readers: dict[int, Handle] = {}
        self._writers: dict[int, Handle] = {}
        self._signals: dict[int, Callback] = {}
        self._pipe: tuple[int, int] | None = None
        self._stopping = False

    def time(self) -> float:
        """Return the seconds of the clock that timers go by."""
        return time.monotonic()

    def call_soon(self, callback: Callback, *args: object) -> Handle:
        """Call `callback` in the next turn, behind what is ready already."""
        handle = Handle(callback, args)
        self._ready.append(handle)
        return handle

    def call_later(self, seconds: float, callback: Callback, *args: object) -> Handle:
        """Call `callback` once `seconds` have passed."""
        handle = Handle(callback, args)
        self._count += 1
        if len(self._timers) >= self._tidy_at:
            # Some are set and cancelled with every output, long before they are due.
            self._timers[:] = [each for each in self._timers if not each[2].cancelled]
            heapq.heapify(self._timers)
            self._tidy_at = max(TIDY_AT, 2 * len(self._timers))
        heapq.heappush(self._timers, (time.monotonic() + seconds, self._count, handle))
        return handle

    def add_reader(self, fd: int, callback: Callback, *, urgent: bool = False) -> None:
        """Call `callback` whenever `fd` has something to read or has reached its end.

        What is `urgent` comes first in its turn, and `waited_for` tells of it.
        """
        self._watch(self._readers, fd, Handle(callback, urgent=urgent))
        if urgent:
            self._urgent.register(fd, selectors.EVENT_READ)

    def hasten(self, fd: int, urgent: bool) -> None:
        """Make what `fd` has to read urgent from now on, or as urgent as most things again."""
        handle = self._readers.get(fd)
        if handle is None or handle.urgent == urgent:
            return
        handle.urgent = urgent
        if urgent:
            self._urgent.register(fd, selectors.EVENT_READ)
        else:
            self._urgent.unregister(fd)

    def waited_for(self) -> bool:
        """Say whether something urgent is there to read, so that other work should end its turn."""
        return bool(self._urgent.select(0))

    def remove_reader(self, fd: int) -> bool:
        """Look at what `fd` has to read no more, which may be closed then; say if one did."""
        return self._unwatch(self._readers, fd)

    def add_writer(self, fd: int, callback: Callback) -> None:
        """Call `callback` whenever `fd` takes more."""
        self._watch(self._writers, fd, Handle(callback))

    def remove_writer(self, fd: int) -> bool:
        """Look no more whether `fd` takes anything; say if one did."""
        return self._unwatch(self._writers, fd)

    def add_signal_handler(self, number: int, callback: Callback) -> None:
        """Call `callback` in a turn of its own when a signal has come; from the main thread."""
        if self._pipe is None:
            self._pipe = reader, writer = os.pipe()
            os.set_blocking(reader, False)
            os.set_blocking(writer, False)
            # A full pipe still wakes the loop, and children are looked for all at once.
            signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
            self.add_reader(reader, self._signalled)
        self._signals[number] = callback
        signal.signal(number, _note)
        signal.siginterrupt(number, False)

    def remove_signal_handler(self, number: int) -> None:
        """Give a signal back to the system."""
        del self._signals[number]
        signal.signal(number, signal.SIG_DFL)

    def run_forever(self) -> None:
        """Serve until `stop` is called; what is ready in that turn is still done."""
        while True:
            self._turn()
            if self._stopping:
                break
        self._stopping = False

    def stop(self) -> None:
        """Make `run_forever` return at the end of its turn."""
        self._stopping = True

    def close(self) -> None:
        """Let go of the signals and of every descriptor; nothing can be called afterwards."""
        for number in list(self._signals):
            self.remove_signal_handler(number)
        if self._pipe is not None:
            signal.set_wakeup_fd(-1)
            for fd in self._pipe:
                os.close(fd)
            self._pipe = None
        self._ready.clear()
        self._timers.clear()
        self._selector.close()
        self._urgent.close()

    def _turn(self) -> None:
        """Wait until something is ready and call all of that, but nothing that it adds. Hot."""
        ready, timers = self._ready, self._timers
        while timers and timers[0][2].cancelled:
            heapq.heappop(timers)
        wait: float | None = None
        if ready or self._stopping:
            wait = 0.0
        elif timers:
            wait = max(0.0, timers[0][0] - time.monotonic())
        for key, events in self._wait(wait):
            if events & selectors.EVENT_READ and key.fd in self._readers:
                handle = self._readers[key.fd]
                if handle.urgent:
                    ready.appendleft(handle)
                else:
                    ready.append(handle)
            if events & selectors.EVENT_WRITE and key.fd in self._writers:
                ready.append(self._writers[key.fd])
        if timers:
            now = time.monotonic()
            while timers and timers[0][0] <= now:
                ready.append(heapq.heappop(timers)[2])
        if ready:
            self._stirred = True
        for _ in range(len(ready)):
            handle = ready.popleft()
            if handle.cancelled:
                continue
            try:
                handle.callback(*handle.args)
            except Exception as error:
                self.on_error(error)

    def _wait(self, seconds: float | None) -> list[tuple[selectors.SelectorKey, int]]:
        """Wait until a descriptor is ready, for so long at most, and say which; see `on_quiet`."""
        if not self._stirred or (seconds is not None and seconds <= QUIET):
            return self._selector.select(seconds)
        found = self._selector.select(QUIET)
        if found:
            return found
        self._stirred = False
        try:
            self.on_quiet()
        except Exception as error:
            self.on_error(error)
        # How long to wait now is for the next turn to say: there may be a new timer.
        return []

    def _watch(self, table: dict[int, Handle], fd: int, handle: Handle) -> None:
        self._unwatch(table, fd)
        table[fd] = handle
        self._register(fd)

    def _unwatch(self, table: dict[int, Handle], fd: int) -> bool:
        handle = table.pop(fd, None)
        if handle is None:
            return False
        # It may be among what is ready in this turn.
        handle.cancel()
        if handle.urgent:
            self._urgent.unregister(fd)
        self._register(fd)
        return True

    def _register(self, fd: int) -> None:
        """Tell the selector what is wanted of `fd` now."""
        events = selectors.EVENT_READ * (fd in self._readers)
        events |= selectors.EVENT_WRITE * (fd in self._writers)
        known = fd in self._selector.get_map()
        if not events:
            if known:
                self._selector.unregister(fd)
        elif known:
            self._selector.modify(fd, events)
        else:
            self._selector.register(fd, events)

    def _signalled(self) -> None:
        """Call the handlers of the signals that have come, each once."""
        numbers: set[int] = set()
        assert self._pipe is not None
        with contextlib.suppress(BlockingIOError):
            while data := os.read(self._pipe[0], 4096):
                numbers.update(data)
        for number in sorted(numbers & self._signals.keys()):
            self.call_soon(self._signals[number])


def _note(_number: int, _frame: object) -> None:
    """Do nothing: the wake-up pipe has the number already."""


def _raise(error: Exception) -> None:
    raise error
