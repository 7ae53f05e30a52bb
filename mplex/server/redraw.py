"""When clients are drawn: the first change after a rest at once, then at most 60 times a second.

What a key brings about is drawn at once and without this module, since it is what a person waits
for (`Server.pane_changed`). Frames that take long come less often, so that drawing never has more
than a part of the time. A client that has not taken its last frame gets none until it has: it loses
frames, the server no memory. What a frame shows is in `scene`.
"""

from __future__ import annotations

from typing import Protocol

from mplex.server.loop import Handle, Loop

FRAME_TIME = 1 / 60
PATIENCE = 0.008
"""Seconds that a frame may wait for the echo of a key."""
SHARE = 5
"""One part in so many of the time is for drawing a client while there is always more to draw."""


class Drawable(Protocol):
    """A client as the scheduler needs it."""

    awaits_echo: bool
    """A key has gone to a pane, and nothing has come back from there yet."""

    def draw(self) -> None:
        """Draw and send one frame, unless the last one has not been taken yet."""


class Redraw:
    """Schedules the frames of all clients."""

    def __init__(self, loop: Loop) -> None:
        self._loop = loop
        self._next: dict[Drawable, float] = {}
        self._due: dict[Drawable, Handle] = {}
        self._patience: dict[Drawable, float] = {}
        """Until when a frame that is due waits for an echo."""
        self._drawn: Drawable | None = None
        """Whose frame was drawn last, unless it has gone."""

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

    def hurry(self, client: Drawable) -> None:
        """Draw at the end of this turn what a key in a dialog has changed, due or not.

        Panes that flood beneath the dialog have had their frames all the time.
        """
        self._next.pop(client, None)
        handle = self._due.pop(client, None)
        if handle is not None:
            handle.cancel()
        self.touch(client)

    def forget(self, client: Drawable) -> None:
        """Draw a client no more."""
        handle = self._due.pop(client, None)
        if handle is not None:
            handle.cancel()
        self._next.pop(client, None)
        self._patience.pop(client, None)
        if self._drawn is client:
            self._drawn = None

    def _draw(self, client: Drawable) -> None:
        self._due.pop(client, None)
        start = self._loop.time()
        typed = self._loop.waited_for()
        if (typed or client.awaits_echo) and start < self._patience.setdefault(
            client, start + PATIENCE
        ):
            # A key or its echo is on its way, and the frame of something else would be in its way.
            wait = PATIENCE / 16 if typed else PATIENCE / 4
            self._due[client] = self._loop.call_later(wait, self._draw, client)
            return
        if self._patience.pop(client, None) is not None:
            client.awaits_echo = False
        self._drawn = client
        client.draw()
        if self._drawn is not client:
            # Its terminal was found to be gone.
            return
        if client in self._next:
            cost = self._loop.time() - start
            self._next[client] = start + max(FRAME_TIME, SHARE * cost)
        else:
            # The first frame of all takes long and is empty; the prompt does not wait for that.
            self._next[client] = start
