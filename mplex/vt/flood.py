"""Many lines at once.  The layer between `Interpreter` and `Tokenizer`."""

from __future__ import annotations

from mplex.vt.interpreter import Interpreter


class Flood(Interpreter):
    """Runs data with many lines."""

    def __init__(self, columns: int, lines: int, history: int = 10_000) -> None:
        self._held: str = ""
        super().__init__(columns, lines, history)

    def _lines(self, data: str) -> None:
        self._run(data)
