"""One edited line of text: prompt_toolkit's buffer and commands, run without a terminal.

One idea: a headless prompt_toolkit application holds the buffer, the kill ring and the vi state,
and a key processor of our own turns our keys into its commands. Nothing is drawn here, no event
loop is touched, and no other module but `prompt` imports prompt_toolkit.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from prompt_toolkit.application import Application
from prompt_toolkit.application.current import set_app
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.document import Document
from prompt_toolkit.enums import EditingMode
from prompt_toolkit.filters import vi_insert_mode
from prompt_toolkit.input import DummyInput
from prompt_toolkit.key_binding import KeyBindings, KeyBindingsBase, merge_key_bindings
from prompt_toolkit.key_binding.bindings.named_commands import get_by_name
from prompt_toolkit.key_binding.bindings.vi import load_vi_bindings
from prompt_toolkit.key_binding.key_processor import KeyPress, KeyProcessor
from prompt_toolkit.key_binding.vi_state import InputMode
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import BufferControl, Layout, Window
from prompt_toolkit.output import DummyOutput

from mplex.term.keys import CTRL, META, SHIFT, Key, KeyEvent
from mplex.ui.prompt_request import PROMPT_LIMIT

EMACS_COMMANDS: Final = (
    ("beginning-of-line", "c-a", "home"),
    ("end-of-line", "c-e", "end"),
    ("forward-char", "c-f", "right"),
    ("backward-char", "c-b", "left"),
    ("forward-word", "escape f", "c-right", "escape right"),
    ("backward-word", "escape b", "c-left", "escape left"),
    ("delete-char", "c-d", "delete"),
    ("backward-delete-char", "c-h"),
    ("transpose-chars", "c-t"),
    ("uppercase-word", "escape u"),
    ("downcase-word", "escape l"),
    ("capitalize-word", "escape c"),
    ("kill-line", "c-k"),
    ("unix-line-discard", "c-u"),
    ("unix-word-rubout", "c-w"),
    ("kill-word", "escape d", "c-delete"),
    ("backward-kill-word", "escape c-h"),
    ("delete-horizontal-space", "escape \\"),
    ("yank", "c-y"),
    ("yank-pop", "escape y"),
    ("undo", "c-_", "c-x c-u"),
)
"""prompt_toolkit's (GNU Readline's) commands and the keys that run them."""
_UNREPEATED: Final = ("undo",)
"""Commands that are no edit, before which the line is not saved for undo."""
_MOVES_VI: Final = ("home", "end", "left", "right", "delete", "c-h")

_NAMES: Final = {
    "Enter": "c-m",
    "KPEnter": "c-m",
    "Escape": "escape",
    "Tab": "c-i",
    "BTab": "s-tab",
    "BSpace": "c-h",
    "IC": "insert",
    "DC": "delete",
    "PPage": "pageup",
    "NPage": "pagedown",
    " ": "@",
    "/": "_",
}
_UP: Final = (Key("Up"), Key("p", CTRL))
_DOWN: Final = (Key("Down"), Key("n", CTRL))
_SEARCH: Final = Key("r", CTRL)
MAX_HISTORY: Final = 1000
"""Lines of history looked at, the newest ones."""


def _no_undo_point(_: object) -> bool:
    return False


@lru_cache(maxsize=1)
def _emacs_bindings() -> KeyBindings:
    bindings = KeyBindings()
    for command, *keys in EMACS_COMMANDS:
        for key in keys:
            if command in _UNREPEATED:
                add = bindings.add(*key.split(), save_before=_no_undo_point)
            else:
                add = bindings.add(*key.split())
            add(get_by_name(command))
    bindings.add(Keys.Any)(get_by_name("self-insert"))
    return bindings


@lru_cache(maxsize=1)
def _vi_bindings() -> KeyBindingsBase:
    inserting = KeyBindings()
    for command, *keys in EMACS_COMMANDS:
        for key in keys:
            if key in _MOVES_VI:
                inserting.add(key, filter=vi_insert_mode)(get_by_name(command))
    inserting.add(Keys.Any, filter=vi_insert_mode)(get_by_name("self-insert"))
    return merge_key_bindings([inserting, load_vi_bindings()])


class LineEdit:
    """A line being edited, with its history; at most `limit` characters, none of them control."""

    def __init__(
        self,
        text: str = "",
        *,
        vi: bool = False,
        limit: int = PROMPT_LIMIT,
        history: Sequence[str] = (),
    ) -> None:
        self._limit = limit
        self._buffer = Buffer(multiline=False)
        self._app: Application[None] = Application(
            layout=Layout(Window(BufferControl(self._buffer))),
            editing_mode=EditingMode.VI if vi else EditingMode.EMACS,
            input=DummyInput(),
            output=DummyOutput(),
        )
        # No timer: what follows an Escape is known at once, since keys come decoded.
        self._app.timeoutlen = None  # type: ignore[assignment]  # The library declares no None.
        self._app.vi_state.input_mode = InputMode.INSERT
        self._app.key_processor = KeyProcessor(_vi_bindings() if vi else _emacs_bindings())
        self._vi = vi
        self._recall = _Recall(history[-MAX_HISTORY:])
        self.set(text)

    @property
    def text(self) -> str:
        """The line."""
        return self._buffer.text

    @property
    def cursor(self) -> int:
        """The character that the cursor stands before."""
        return self._buffer.cursor_position

    @property
    def navigating(self) -> bool:
        """Whether keys are vi commands just now and type nothing."""
        return self._vi and self._app.vi_state.input_mode != InputMode.INSERT

    def set(self, text: str, cursor: int | None = None) -> None:
        """Replace the line; the cursor goes to its end, or where it is told."""
        text = _clean(text)[: self._limit]
        at = len(text) if cursor is None else min(cursor, len(text))
        with set_app(self._app):
            self._buffer.save_to_undo_stack()
            self._buffer.set_document(Document(text, at))

    def insert(self, text: str) -> None:
        """Insert text at the cursor, as a paste does."""
        before, after = self.text[: self.cursor], self.text[self.cursor :]
        text = _clean(text)[: max(0, self._limit - len(self.text))]
        self.set(before + text + after, len(before) + len(text))

    def on_key(self, event: KeyEvent) -> None:
        """Do what a key means; a key that means nothing does nothing."""
        recalled = self._recalled(event)
        if recalled is not None:
            self.set(recalled)
            return
        with set_app(self._app):
            for press in _presses(event):
                self._app.key_processor.feed(press)
            self._app.key_processor.process_keys()
        text = self.text
        if len(text) > self._limit or not text.isprintable():
            self.set(text, self.cursor)

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


def _clean(text: str) -> str:
    """Return text fit for one line: line ends and tabs become blanks, controls go."""
    if text.isprintable():
        return text
    text = text.replace("\r\n", " ").translate({9: " ", 10: " ", 13: " "})
    return "".join(char for char in text if ord(char) >= 0xA0 or " " <= char <= "~")


def _presses(event: KeyEvent) -> list[KeyPress]:
    """Return a key in prompt_toolkit's terms; Meta is an Escape before it."""
    base, mods = event.key
    if event.text and not mods & ~SHIFT:
        return [KeyPress(char, char) for char in event.text]
    prefix = [KeyPress(Keys.Escape, "")] if mods & META else []
    rest = mods & ~META
    if len(base) == 1 and not rest & ~SHIFT:
        return [*prefix, KeyPress(base, base if not prefix else "")]
    name = _NAMES.get(base, base.lower())
    name = ("c-" if rest & CTRL else "") + ("s-" if rest & SHIFT else "") + name
    known = _KEYS.get(name)
    return [*prefix, KeyPress(known, "")] if known is not None else []


_KEYS: Final[dict[str, Keys]] = {key.value: key for key in Keys}
