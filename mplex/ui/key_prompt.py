"""Prompts that one key answers: yes or no, one character, any key by its name.

One idea: no line is edited here, so nothing here needs prompt_toolkit.
"""

from __future__ import annotations

from mplex.term.keys import CTRL, Key, KeyEvent, key_name
from mplex.ui.overlay import HANDLED, Close, Handled
from mplex.ui.prompt_base import Prompt, PromptRow, RowPainter
from mplex.ui.prompt_request import PromptRequest

CANCEL_KEYS = frozenset((Key("Escape"), Key("c", CTRL), Key("g", CTRL)))


class KeyPrompt(Prompt):
    """A prompt that the next key answers: with its name for kind "key", else its character."""

    def __init__(self, request: PromptRequest) -> None:
        super().__init__(request)
        self._painter = RowPainter(request)

    def on_key(self, event: KeyEvent) -> Handled | Close:
        """Answer with the key; where a character is wanted, Escape, C-c and C-g cancel."""
        if self.request.kind == "key":
            return Close(key_name(event.key))
        if event.key in CANCEL_KEYS:
            return Close()
        return Close(event.text) if event.text else HANDLED

    def render(self, width: int) -> PromptRow:
        """Draw the label; the cursor stands behind it."""
        return self._painter.paint(width, "", 0)


class ConfirmPrompt(KeyPrompt):
    """A yes/no question: only the confirm key (or Enter, where that is the default) means yes."""

    def on_key(self, event: KeyEvent) -> Handled | Close:
        """Answer with the confirm key; every other key says no."""
        yes = event.text == self.request.confirm_key
        if yes or (self.request.default_yes and event.key.base in ("Enter", "KPEnter")):
            return Close(self.request.confirm_key)
        return Close()
