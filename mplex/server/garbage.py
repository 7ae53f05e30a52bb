"""When the server looks for garbage: while nothing happens, not while somebody waits for a key.

Reference counts free nearly everything at once. What is left, things that refer to each other in a
circle, is found by a search that takes milliseconds: a key that comes meanwhile waits for it. So it
is made when the loop has been quiet for a moment, the search through everything when it has been so
for a while, and otherwise only when very much has come up.
"""

from __future__ import annotations

import gc

from mplex.server.loop import Handle, Loop

MANY = 30_000
"""Objects that may have come up before they are searched though there is no quiet moment."""
SOME = 700
"""Objects that are worth a search in a quiet moment; it takes a few tenths of a millisecond."""
ROUNDS = 20
"""Searches among the young after which the middle-aged are searched as well, then the old."""
REST = 2.0
"""Seconds in which nobody has done anything, after which all that there is may be searched."""


class Garbage:
    """Collects garbage in the quiet moments of `loop`.

    Everything that exists by now is taken to live as long as the server and is never looked at.
    """

    def __init__(self, loop: Loop) -> None:
        self._loop = loop
        self._rest: Handle | None = None
        gc.freeze()
        gc.set_threshold(MANY, ROUNDS, ROUNDS)
        gc.enable()
        loop.on_quiet = self._quiet

    def _quiet(self) -> None:
        if self._rest is not None:
            self._rest.cancel()
            self._rest = None
        young, middle, old = gc.get_count()
        if young >= SOME:
            gc.collect(1 if middle >= ROUNDS else 0)
        if old >= ROUNDS:
            self._rest = self._loop.call_later(REST, self._collect_all)

    def _collect_all(self) -> None:
        self._rest = None
        gc.collect()
