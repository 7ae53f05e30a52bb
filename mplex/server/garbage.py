"""When the server looks for garbage: while nothing happens, not while somebody waits for a key.

Reference counts free nearly everything at once. What is left, things that refer to each other in a
circle, is found by a search that takes milliseconds: a key that comes meanwhile waits for it. So it
is made when the loop has been quiet for a moment, and otherwise only when very much has come up.
"""

from __future__ import annotations

import gc

from mplex.server.loop import Loop

MANY = 30_000
"""Objects that may have come up before they are searched though there is no quiet moment."""
SOME = 1_000
"""Objects that are worth a search in a quiet moment."""
ROUNDS = 20
"""Searches among the young after which the middle-aged are searched as well, then the old."""


def collect_when_quiet(loop: Loop) -> None:
    """Begin to collect garbage, in the quiet moments of `loop`.

    Everything that exists by now is taken to live as long as the server and is never looked at.
    """
    gc.freeze()
    gc.set_threshold(MANY, ROUNDS, ROUNDS)
    gc.enable()
    loop.on_quiet = _collect


def _collect() -> None:
    young, middle, old = gc.get_count()
    if young >= SOME:
        gc.collect(2 if old >= ROUNDS else 1 if middle >= ROUNDS else 0)
