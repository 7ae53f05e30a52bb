"""The prompt with an edited line, and the choice of the prompt that a request needs.

One idea: a line edit, a painter, and the few keys that are the prompt's own (Enter, cancelling,
completion). Importing this module imports prompt_toolkit, so the server does it when the first
line is asked for.
"""

from __future__ import annotations

from collections.abc import Callable
from os.path import commonprefix
from typing import Final

from mplex.term.keys import CTRL, Key, KeyEvent
from mplex.ui.key_prompt import CANCEL_KEYS, ConfirmPrompt, KeyPrompt
from mplex.ui.line_edit import LineEdit
from mplex.ui.mark import label
from mplex.ui.overlay import HANDLED, Close, Handled
from mplex.ui.prompt_base import Prompt, PromptRow, RowPainter
from mplex.ui.prompt_request import PromptRequest

__all__ = ["ConfirmPrompt", "KeyPrompt", "StatusPrompt", "make_prompt"]

STEP_KEYS: Final = {Key("s", CTRL): True, Key("r", CTRL): False}
SUBMIT_KEYS: Final = frozenset((Key("Enter"), Key("KPEnter"), Key("j", CTRL), Key("m", CTRL)))
EDITING_KEYS: Final = frozenset(("BSpace", "DC"))
"""Keys that edit a number; every other one ends it and is taken as if it had no prompt before."""
MAX_CANDIDATES: Final = 200
"""Completions looked at and cycled through."""
MAX_PASTE: Final = 65_536
"""Bytes of a paste looked at; the line's limit is lower still."""


def make_prompt(request: PromptRequest) -> Prompt:
    """Return the prompt for a request."""
    if request.kind == "confirm":
        return ConfirmPrompt(request)
    if request.kind == "key" or request.single_key:
        return KeyPrompt(request)
    return StatusPrompt(request)


class StatusPrompt(Prompt):
    """A prompt with an edited line, history and completion."""

    def __init__(self, request: PromptRequest) -> None:
        super().__init__(request)
        self._line = LineEdit(
            request.initial,
            vi=request.vi,
            limit=request.limit,
            history=request.history or (),
        )
        self._painter = RowPainter(request)
        self._candidates: list[str] = []
        self._chosen = -1
        self._word = (0, 0)

    @property
    def text(self) -> str:
        """The line as it is now."""
        return self._line.text

    def on_key(self, event: KeyEvent) -> Handled | Close:
        """Edit the line; Enter answers, Escape, C-c and C-g cancel.

        With vi keys the first Escape leaves insert mode and the second one cancels.
        """
        key = event.key
        before = self._line.text
        if key in SUBMIT_KEYS:
            return self._submitted()
        if key in CANCEL_KEYS and not (
            key.base == "Escape"
            and self.request.vi
            and self.request.kind != "number"
            and not self._line.navigating
        ):
            return Close()
        if key in STEP_KEYS and self.request.on_step is not None:
            self._step(self.request.on_step, STEP_KEYS[key])
        elif key.base in ("Tab", "BTab") and not key.mods:
            self._complete(1 if key.base == "Tab" else -1)
        else:
            self._candidates, self._chosen = [], -1
            if self._ends_number(event):
                return Close(before, passed=True)
            self._line.on_key(event)
        self._tell_change(before)
        return HANDLED

    def on_paste(self, data: bytes) -> Handled | Close:
        """Insert a paste; line ends in it become blanks and submit nothing."""
        before = self._line.text
        text = data[:MAX_PASTE].decode("utf-8", "replace").rstrip("\r\n")
        if self.request.kind == "number":
            text = "".join(char for char in text if char.isdigit())
        self._candidates, self._chosen = [], -1
        self._line.insert(text)
        self._tell_change(before)
        return HANDLED

    def render(self, width: int) -> PromptRow:
        """Draw the label, the line and what it could be completed to."""
        line = label(self._line.text)
        cursor = len(label(self._line.text[: self._line.cursor]))
        shown = self._candidates
        marked = [f"[{each}]" if at == self._chosen else each for at, each in enumerate(shown)]
        return self._painter.paint(width, line, cursor, " ".join(marked))

    def _ends_number(self, event: KeyEvent) -> bool:
        """Say whether a key is what the number is for: none that edits it."""
        if self.request.kind != "number" or event.text.isdigit():
            return False
        return bool(event.text) or event.key.base not in EDITING_KEYS

    def _step(self, on_step: Callable[[str, bool], None], forward: bool) -> None:
        """Go on to the next match; in an empty line, search for the last text again."""
        if self._line.text:
            on_step(self._line.text, forward)
        else:
            self._line.set(self.request.last)

    def _tell_change(self, before: str) -> None:
        if self.request.on_change is not None and self._line.text != before:
            self.request.on_change(self._line.text)

    def _submitted(self) -> Close:
        text = self._line.text
        history = self.request.history
        if history is not None and text and history[-1:] != [text]:
            history.append(text)
        return Close(text)

    def _complete(self, step: int) -> None:
        """Complete the word before the cursor, or go on to the next candidate."""
        if self._candidates:
            self._chosen = (self._chosen + step) % len(self._candidates)
            self._replace_word(self._candidates[self._chosen])
            return
        if self.request.complete is None:
            return
        before = self._line.text[: self._line.cursor]
        found = self.request.complete(before)[:MAX_CANDIDATES]
        self._word = (before.rfind(" ") + 1, len(before))
        if len(found) == 1:
            self._replace_word(found[0] + " ")
        elif found:
            self._candidates, self._chosen = found, -1
            common = commonprefix(found)
            if len(common) > self._word[1] - self._word[0]:
                self._replace_word(common)

    def _replace_word(self, word: str) -> None:
        text = self._line.text
        start, end = self._word
        self._line.set(text[:start] + word + text[end:], start + len(word))
        self._word = (start, start + len(word))
