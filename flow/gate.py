"""A gate that threads wait at until another one opens it, even from where a signal has struck.

A signal's handler may raise anywhere, also inside a lock's Python code, which would then never be
let go; whoever cleans up after it would wait for ever. A simple queue is one step of the
interpreter's own.
"""

from __future__ import annotations

from queue import Empty, SimpleQueue


class Gate:
    """Closed at first; `open` lets everybody through until it is closed again."""

    def __init__(self) -> None:
        self._tokens: SimpleQueue[None] = SimpleQueue()
        self.is_open = False

    def open(self) -> None:
        """Let everybody through."""
        self.is_open = True
        if self._tokens.empty():
            self._tokens.put(None)

    def close(self) -> None:
        """Let nobody through any more."""
        self.is_open = False
        try:
            while True:
                self._tokens.get_nowait()
        except Empty:
            return

    def wait(self) -> None:
        """Wait until it is open."""
        while not self.is_open:
            self._tokens.get()
            self._pass_on()

    def _pass_on(self) -> None:
        """Leave a token for the next one who waits, unless it has been closed again."""
        if self.is_open:
            self._tokens.put(None)
