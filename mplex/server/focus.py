"""Which panes have the focus, and telling the programs in them (mode 1004).

A pane has it when it is the active one of a window that a focused terminal looks at. It is worked
out anew after anything that may have changed it; only differences are told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol

from mplex.model.pane import Pane
from mplex.model.window import Window
from mplex.term.key_encoder import encode_focus


class Looker(Protocol):
    """A client, as far as focus goes."""

    focused: bool
    window: Window


class Focus:
    """The focused panes of a server; `write` gives bytes to a pane's program."""

    def __init__(self, write: Callable[[Pane, bytes], None], wanted: Callable[[], bool]) -> None:
        self._write = write
        self._wanted = wanted
        self._panes: set[Pane] = set()

    def settle(self, clients: Iterable[Looker]) -> None:
        """Tell the panes that have lost or gained the focus since the last time."""
        now = {client.window.active for client in clients if client.focused}
        lost, gained = self._panes - now, now - self._panes
        self._panes = now
        for panes, got in ((lost, False), (gained, True)):
            for pane in panes:
                if pane.screen.focus_events and self._wanted():
                    self._write(pane, encode_focus(got, pane.screen))
