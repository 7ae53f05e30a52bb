"""An edited text of several lines: the multi-line sibling of `line_edit`.

The editing itself is `edit_engine`'s; here is what a page adds: line ends stay, Enter makes one,
Up and Down go by lines. M-Enter and Tab mean nothing here. Nothing is drawn here.
"""

from __future__ import annotations

import re
from typing import Final

from mplex.term.keys import CTRL, Key, KeyEvent
from mplex.ui.edit_engine import Editor

PAGE_LIMIT: Final = 65_536
"""Characters a text takes at most, unless told."""
ENTER: Final = frozenset((Key("Enter"), Key("KPEnter"), Key("j", CTRL), Key("m", CTRL)))
UP: Final = frozenset((Key("Up"), Key("p", CTRL)))
DOWN: Final = frozenset((Key("Down"), Key("n", CTRL)))

_LINE_ENDS: Final = re.compile("\r\n|[\r\v\f\x85]")
_CONTROLS: Final = re.compile("[\0-\x08\x0b-\x1f\x7f-\x9f]+")


class TextEdit(Editor):
    """Lines being edited; at most `limit` characters, controls none but line feeds and tabs."""

    def __init__(self, text: str = "", *, limit: int = PAGE_LIMIT) -> None:
        super().__init__(multiline=True, limit=limit)
        self.load(text)

    def clean(self, text: str) -> str:
        """Return text with line feeds as its only line ends, and without controls but tabs."""
        if text.replace("\n", "").replace("\t", "").isprintable():
            return text
        return _CONTROLS.sub("", _LINE_ENDS.sub("\n", text))

    def takes(self, event: KeyEvent) -> bool:
        """Say whether a key means something to the editor."""
        return event.key in ENTER | UP | DOWN or super().takes(event)

    def on_key(self, event: KeyEvent) -> None:
        """Do what a key means; a key that means nothing does nothing."""
        if event.key in ENTER:
            self.insert("\n")
        elif event.key in UP | DOWN:
            with self._at_work():
                move = self._buffer.cursor_up if event.key in UP else self._buffer.cursor_down
                move()
        else:
            super().on_key(event)
