"""Whether the terminal still owes the answers to what it was asked when the client attached.

One idea: the server asks its questions in one go, and the last one is DA1, which every terminal
answers; so when that answer has come, nothing is on its way any more. A client that leaves before,
because its session ended at once or the terminal is far away, waits for it: the shell would take
the answers for typed.
"""

from __future__ import annotations

import time

QUESTION = b"\x1b[c"
"""DA1, as `mplex.term.setup` asks it."""

PATIENCE = 1.0
"""Seconds after a question for which its answer is awaited."""

_START = b"\x1b[?"
_TAIL = 64
"""Bytes of a read that may be the first part of an answer."""


class Answers:
    """Follows questions and answers in the bytes that pass."""

    def __init__(self) -> None:
        self._until = 0.0
        self._before = b""

    @property
    def wait(self) -> float:
        """For how many seconds an answer may still come; 0 when none is awaited."""
        return max(0.0, self._until - time.monotonic()) if self._until else 0.0

    def sent(self, data: bytes) -> None:
        """Look at what goes to the terminal."""
        if QUESTION in data:
            self._until, self._before = time.monotonic() + PATIENCE, b""

    def came(self, data: bytes) -> None:
        """Look at what comes from the terminal."""
        if self._until:
            data = self._before + data
            self._before = data[-_TAIL:]
            if any(_is_answer(part) for part in data.split(_START)[1:]):
                self._until = 0.0


def _is_answer(part: bytes) -> bool:
    return part.lstrip(b"0123456789;").startswith(b"c")
