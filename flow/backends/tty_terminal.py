"""The terminal of this process while questions are on it: raw, on its alternate screen.

It turns what is typed into events and frames into bytes, and gives everything back when it is
closed, stopped, or ended by a signal. What is asked is `tty`'s matter.
"""

from __future__ import annotations

import os
import select
import signal

from flow.backends.tty_signals import ENDING, GONE, Signals, stop, wait_for_foreground
from mplex.client.tty import Terminal
from mplex.errors import NoServer
from mplex.geometry import Size
from mplex.term.features import Features, features_of
from mplex.term.frame import Frame
from mplex.term.key_decoder import KeyDecoder
from mplex.term.keys import Event
from mplex.term.renderer import Renderer

PATH = "/dev/tty"
"""The controlling terminal of whoever opens it."""

PICTURE_SECONDS = 0.03
"""Seconds until a frame that could not show a picture yet is drawn again."""
ESCAPE_SECONDS = 0.05
"""Seconds in which the rest of a function key follows its Escape."""

PATIENCE = 1.0
"""Seconds that a terminal may take nothing before what waits for it is dropped."""

MOUSE = 1002
"""Mouse reports: presses, releases, the wheel, and the way of the mouse between them."""


class TakenTerminal:
    """The terminal while questions are on it: raw, on its alternate screen, signals noted."""

    def __init__(self) -> None:
        self._term = os.environ.get("TERM", "")
        self._decoder = KeyDecoder()
        self._changed = False
        self._gone: bool | None = None
        self._terminal = Terminal(PATH, self._term)
        self._signals = Signals(lambda: self.gone)
        self.size = self._measured()
        self.features = _features(self._term)
        self._renderer = Renderer(self.size, self.features)
        try:
            self._take()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Undo everything; the signals come last, so that none of them gets in between."""
        self._gone = self.gone
        try:
            self._give_back()
            self._terminal.__exit__()
        finally:
            self._signals.close()

    def draw(self, frame: Frame) -> None:
        """Show a frame."""
        self._terminal.queue(self._renderer.draw(frame))
        self._terminal.drain(PATIENCE)

    def resized(self) -> bool:
        """Say whether the terminal has to be drawn anew, with the size it has now."""
        changed, self._changed = self._changed, False
        if changed:
            self.size = self._measured()
            self._renderer.resize(self.size)
        return changed

    def events(self, seconds: float) -> list[Event]:
        """Return what was typed within so many seconds, perhaps nothing.

        Raises `NoServer` when the terminal is gone.
        """
        if self._renderer.waiting:
            seconds = min(seconds, PICTURE_SECONDS)
        wait = min(seconds, ESCAPE_SECONDS) if self._decoder.pending else seconds
        reading: list[Terminal | Signals] = [self._terminal, self._signals]
        ready = select.select(reading, [], [], max(0.0, wait))[0]
        if self._signals in ready:
            self._on_signals(self._signals.take())
        if self._terminal in ready:
            data = self._terminal.read()
            if data is None:
                raise NoServer(GONE)
            return self._decoder.feed(data)
        return self._decoder.flush() if self._decoder.pending and not ready else []

    @property
    def gone(self) -> bool:
        """Whether the terminal has been closed, or its line was lost."""
        if self._gone is not None:
            return self._gone
        poll = select.poll()
        poll.register(self._terminal.fileno(), 0)
        return bool(poll.poll(0))

    def wake(self) -> None:
        """Make `events` return at once; for other threads."""
        self._signals.wake()

    def suspend(self) -> None:
        """Give the terminal back, stop, and take it again when the job goes on."""
        self._give_back()
        stop()
        self._take()

    def _on_signals(self, numbers: set[int]) -> None:
        if self.gone:
            raise NoServer(GONE)
        for number in sorted(numbers.intersection(ENDING)):
            self.close()
            # Its handler is the default one again, which ends this process.
            os.kill(os.getpid(), number)
        if signal.SIGTSTP in numbers:
            self.suspend()
        elif signal.SIGCONT in numbers:
            # A shell may have used the terminal meanwhile, and may do so still.
            wait_for_foreground(self._terminal.fileno())
            self._give_back()
            self._take()
        elif signal.SIGWINCH in numbers:
            self._changed = True

    def _take(self) -> None:
        wait_for_foreground(self._terminal.fileno())
        self._terminal.raw()
        self._terminal.queue(self._renderer.start() + self._renderer.set_mouse(MOUSE))
        self._changed = True

    def _give_back(self) -> None:
        self._terminal.queue(self._renderer.stop())
        self._terminal.drain(PATIENCE)
        self._terminal.cooked()

    def _measured(self) -> Size:
        return Size(*self._terminal.size()[:2])


def _features(term: str) -> Features:
    """Return what the terminal can do, without what could answer after we are gone."""
    features = features_of(term, os.environ)
    return features._replace(queries=False, focus=False, title=False, extended_keys=False)
