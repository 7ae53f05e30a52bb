"""One edited line of text, with the history of lines given before.

The editing itself is `edit_engine`'s; here is what a line adds: no control characters, and keys
that recall older lines. Nothing is drawn here.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from mplex.term.keys import CTRL, Key, KeyEvent
from mplex.ui.edit_engine import EMACS_COMMANDS as EMACS_COMMANDS
from mplex.ui.edit_engine import Editor
from mplex.ui.prompt_request import PROMPT_LIMIT

_UP: Final = (Key("Up"), Key("p", CTRL))
_DOWN: Final = (Key("Down"), Key("n", CTRL))
_SEARCH: Final = Key("r", CTRL)
_BREAKS: Final = re.compile(r"\r\n|[\t\n\r]")
_CONTROLS: Final = re.compile("[\0-\x1f\x7f-\x9f]+")
MAX_HISTORY: Final = 1000
"""Lines of history looked at, the newest ones."""


class LineEdit(Editor):
    """A line being edited, with its history; at most `limit` characters, none of them control."""

    def __init__(
        self,
        text: str = "",
        *,
        vi: bool = False,
        limit: int = PROMPT_LIMIT,
        history: Sequence[str] = (),
    ) -> None:
        super().__init__(multiline=False, vi=vi, limit=limit)
        self._recall = _Recall(history[-MAX_HISTORY:])
        self.load(text)

    def clean(self, text: str) -> str:
        """Return text fit for one line: line ends and tabs become blanks, controls go."""
        if text.isprintable():
            return text
        return _CONTROLS.sub("", _BREAKS.sub(" ", text))

    def on_key(self, event: KeyEvent) -> None:
        """Do what a key means; a key that means nothing does nothing."""
        recalled = self._recalled(event)
        if recalled is None:
            super().on_key(event)
        else:
            self.set(recalled)

    def wipe(self) -> None:
        """Forget the line, the history, what was killed and what could be undone."""
        super().wipe()
        self._recall = _Recall(())

    def _recalled(self, event: KeyEvent) -> str | None:
        """Return the line of history a key asks for, None when it asks for none."""
        key = event.key
        vi_move = event.text if self.navigating else ""
        if key == _SEARCH and not self.navigating:
            return self._recall.search(self.text)
        if key in _UP or vi_move == "k":
            return self._recall.older(self.text)
        if key in _DOWN or vi_move == "j":
            return self._recall.newer(self.text)
        return None


class _Recall:
    """Walks through the history and keeps the line that was being typed."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._lines = [*lines, ""]
        self._at = len(lines)
        self._query = ""
        self._found: str | None = None

    def older(self, text: str) -> str:
        """Return the line before the present one, which is kept as it is now."""
        return self._go(text, self._at - 1)

    def newer(self, text: str) -> str:
        """Return the line after the present one."""
        return self._go(text, self._at + 1)

    def search(self, text: str) -> str:
        """Return the next older line that holds what was typed when the search began."""
        if text != self._found:
            self._query = text
        for at in range(self._at - 1, -1, -1):
            if self._query in self._lines[at] and self._lines[at] != text:
                self._found = self._go(text, at)
                return self._found
        return text

    def _go(self, text: str, at: int) -> str:
        if not 0 <= at < len(self._lines):
            return text
        if self._at == len(self._lines) - 1:
            self._lines[-1] = text
        self._at = at
        return self._lines[at]
