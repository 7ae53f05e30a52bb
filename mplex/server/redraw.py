"""When clients are drawn: the first change after a rest at once, then at most 60 times a second.

What a key brings about is drawn at once and without this module, since it is what a person waits
for (`Server.pane_changed`). Frames that take long come less often, so that drawing never has more
than a part of the time. A client that has not taken its last frame gets none until it has: it loses
frames, the server no memory. What a frame shows is in `scene`.
"""

from __future__ import annotations

import asyncio
from typing import Protocol

FRAME_TIME = 1 / 60
SHARE = 5
"""One part in so many of the time is for drawing a client while there is always more to draw."""


class Drawable(Protocol):
    """A client as the scheduler needs it."""

    def draw(self) -> None:
        """Draw and send one frame, unless the last one has not been taken yet."""


class Redraw:
    """Schedules the frames of all clients."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._next: dict[Drawable, float] = {}
        self._due: dict[Drawable, asyncio.Handle] = {}

    def touch(self, client: Drawable) -> None:
        """Note that what the client should show has changed."""
        if client in self._due:
            return
        wait = self._next.get(client, 0.0) - self._loop.time()
        # Even a frame that is due now waits for the end of this turn, so that everything that
        # changes in one turn is in one frame.
        self._due[client] = (
            self._loop.call_soon(self._draw, client)
            if wait <= 0
            else self._loop.call_later(wait, self._draw, client)
        )

    def forget(self, client: Drawable) -> None:
        """Draw a client no more."""
        handle = self._due.pop(client, None)
        if handle is not None:
            handle.cancel()
        self._next.pop(client, None)

    def _draw(self, client: Drawable) -> None:
        self._due.pop(client, None)
        start = self._loop.time()
        client.draw()
        cost = self._loop.time() - start
        self._next[client] = start + max(FRAME_TIME, SHARE * cost)
