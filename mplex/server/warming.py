"""What is done ahead once the first shell has shown itself: reading keys, importing dialogs.

One idea: nothing is prepared before the first prompt is on the screen, and then so that a key that
comes meanwhile hardly waits. What is imported is in `lazy`.
"""

from __future__ import annotations

from collections.abc import Callable

from mplex.server import lazy
from mplex.server.question import Clock

KEYS_AFTER = 0.05
"""Seconds after the first output, in which the prompt is drawn."""
IMPORTS_AFTER = 0.4
"""Seconds after the first output, in which the person has begun to look."""
SILENCE = 0.3
"""Seconds after the first client came; a program that prints nothing is not waited for longer."""


class Warming:
    """Prepares once what a server needs soon; `read_keys` reads the default key tables.

    Both works are done `aside`, in a thread, so they may only make what nobody changes.
    """

    def __init__(
        self,
        clock: Clock,
        read_keys: Callable[[], None],
        load: Callable[[], None] = lazy.warm_up,
        aside: Callable[[Callable[[], None]], None] = lazy.aside,
    ) -> None:
        self._clock = clock
        self._read_keys = read_keys
        self._load = load
        self._aside = aside
        self._client = False
        self._begun = False

    def client_came(self) -> None:
        """Somebody looks; what was printed before counts as seen after a while."""
        if not self._client:
            self._client = True
            self._clock.call_later(SILENCE, self.output)

    def output(self) -> None:
        """A pane has something new to show. Hot: called with every piece of output."""
        if self._client and not self._begun:
            self._begun = True
            self._clock.call_later(KEYS_AFTER, lambda: self._aside(self._read_keys))
            self._clock.call_later(IMPORTS_AFTER, lambda: self._aside(self._load))
