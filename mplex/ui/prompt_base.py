"""What all prompts share: how they are asked, how they end, and how their row is drawn.

One idea: a prompt takes keys and says `Close(value)` when it is done; whoever shows it takes it off
the status row first and then calls `on_close`, so that what the answer starts may ask again.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import NamedTuple

from mplex.term.keys import KeyEvent
from mplex.ui.mark import label
from mplex.ui.markup import styled_runs
from mplex.ui.overlay import HANDLED, Close, Handled
from mplex.ui.prompt_request import PromptRequest
from mplex.ui.rows import Row, cut_row, padded, shortened, splice, styled
from mplex.vt.styles import DIM, Style, intern_style

MIN_LINE = 8
"""Cells a line keeps beside a long label; half of a row that is narrower than twice that."""


class PromptRow(NamedTuple):
    """A drawn prompt."""

    text: str
    attrs: str
    cursor: int
    """The cursor's column."""


class Prompt(ABC):
    """One question in a client's status row."""

    def __init__(self, request: PromptRequest) -> None:
        self.request = request
        self._closed = False

    @abstractmethod
    def on_key(self, event: KeyEvent) -> Handled | Close:
        """Take a key; `Close(text)` is the answer, `Close(None)` says it was cancelled."""

    @abstractmethod
    def render(self, width: int) -> PromptRow:
        """Draw the prompt on a row of `width` cells."""

    def on_paste(self, data: bytes) -> Handled | Close:
        """Take a bracketed paste; a prompt for one key ignores it."""
        return HANDLED

    def on_close(self, value: object) -> None:
        """Pass the answer on: call the request's `on_submit` or `on_cancel`, once."""
        if self._closed:
            return
        self._closed = True
        if isinstance(value, str):
            self.request.on_submit(value)
        else:
            self.request.on_cancel()


class RowPainter:
    """Draws a label and a line on one row, scrolled so that the cursor is in sight."""

    def __init__(self, request: PromptRequest) -> None:
        self._style = request.style
        self._label = [
            styled(label(text), style) for text, style in styled_runs(request.label, self._style)
        ]
        self._scroll = 0

    def paint(self, width: int, line: str, cursor: int, hint: str = "") -> PromptRow:
        """Draw the label, the cells `line` and a `hint`; `cursor` is a cell of the line."""
        width = max(1, width)
        row = padded(Row(""), width, self._style)
        at = 0
        for part in self._label:
            row = splice(row, width, at, part)
            at += len(part.text)
        at = min(at, width - min(MIN_LINE, (width + 1) // 2))
        room = width - at
        self._scroll = max(0, cursor - room + 1, min(self._scroll, cursor))
        shown = cut_row(styled(line, self._style), self._scroll, room)
        row = splice(row, width, at, padded(shown, room, self._style))
        if hint:
            row = self._with_hint(row, width, at + len(shown.text), hint)
        return PromptRow(row.text, row.attrs, at + cursor - self._scroll)

    def _with_hint(self, row: Row, width: int, end: int, hint: str) -> Row:
        room = width - end - 2
        return splice(row, width, end + 2, styled(shortened(label(hint), room), _dim(self._style)))


def _dim(style: Style) -> Style:
    return intern_style(style.fg, style.bg, style.flags | DIM, style.ul, style.link)
