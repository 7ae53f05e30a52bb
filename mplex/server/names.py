"""Automatic window names: they follow the program in the active pane.

A name is looked at again only after a window's panes have printed something or changed, and at most
twice a second, so that an idle server does not wake up.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence

from mplex.model.tree import Tree
from mplex.model.window import Window
from mplex.server.question import Cancel, Clock

NAME_TIME = 0.5


def first_name(argv: Sequence[str], window: Window, tree: Tree) -> str:
    """Return the name of a window whose program has only just been started."""
    options = tree.session_of(window).options
    words = argv or [options.text("default-command") or options.text("default-shell")]
    command = words[0].split()
    return os.path.basename(command[0]) if command else ""


class WindowNames:
    """Keeps the names of windows up to date; `expand(window)` gives the name it should have."""

    def __init__(
        self, clock: Clock, expand: Callable[[Window], str], on_change: Callable[[], None]
    ) -> None:
        self._clock = clock
        self._expand = expand
        self._on_change = on_change
        self._due: dict[int, Cancel] = {}
        self._last: dict[int, float] = {}
        self._again: set[int] = set()
        """Windows that are looked at once more: what was started may not run yet."""

    def touch(self, window: Window) -> None:
        """Look at the window's name soon, and once more a moment later.

        Hot: called with every piece of output.
        """
        if window.id in self._again and window.id in self._due:
            return
        if not window.automatic_rename:
            return
        self._again.add(window.id)
        if window.id in self._due:
            return
        wait = self._last.get(window.id, -NAME_TIME) + NAME_TIME - self._clock.time()
        self._due[window.id] = self._clock.call_later(
            # A program that has just been started needs a moment to become what it is.
            max(wait, NAME_TIME / 10),
            lambda: self._look(window),
        )

    def forget(self, window: Window) -> None:
        """Stop watching a window that is gone."""
        timer = self._due.pop(window.id, None)
        if timer is not None:
            timer.cancel()
        self._last.pop(window.id, None)
        self._again.discard(window.id)

    def _look(self, window: Window) -> None:
        self._due.pop(window.id, None)
        self._last[window.id] = self._clock.time()
        if not window.automatic_rename:
            return
        if window.id in self._again:
            self._again.discard(window.id)
            self._due[window.id] = self._clock.call_later(NAME_TIME, lambda: self._look(window))
        name = self._expand(window)
        if name and name != window.name:
            window.name = name
            self._on_change()
