"""Text being edited: prompt_toolkit's buffer and commands, run without a terminal.

One idea: a headless prompt_toolkit application runs the commands, and a key processor of our own
turns our keys into them. All emacs editors of a process share one application, since making one
costs milliseconds; buffer, kill ring and pending keys are each editor's own. Nothing is drawn here
and no event loop is touched. What a line or a page adds is in `line_edit` and `text_edit`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Final

from prompt_toolkit.application import Application
from prompt_toolkit.application.current import set_app
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.clipboard import InMemoryClipboard
from prompt_toolkit.document import Document
from prompt_toolkit.enums import EditingMode
from prompt_toolkit.filters import vi_insert_mode
from prompt_toolkit.input import DummyInput
from prompt_toolkit.key_binding import KeyBindings, KeyBindingsBase, merge_key_bindings
from prompt_toolkit.key_binding.bindings.named_commands import get_by_name
from prompt_toolkit.key_binding.bindings.vi import load_vi_bindings
from prompt_toolkit.key_binding.key_processor import KeyPress, KeyPressEvent, KeyProcessor
from prompt_toolkit.key_binding.vi_state import InputMode
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import BufferControl, Layout, Window
from prompt_toolkit.output import DummyOutput

from mplex.term.keys import CTRL, META, SHIFT, KeyEvent

EMACS_COMMANDS: Final = (
    ("beginning-of-line", "c-a", "home"),
    ("end-of-line", "c-e", "end"),
    ("beginning-of-buffer", "escape <", "c-home"),
    ("end-of-buffer", "escape >", "c-end"),
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
"""Commands that are no edit, before which the text is not saved for undo."""
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
_KEYS: Final[dict[str, Keys]] = {key.value: key for key in Keys}

UNDO_STEPS: Final = 500
UNDO_CHARACTERS: Final = 2_000_000
"""What an editor remembers for undo at most, in steps and in all their texts together."""


class Editor:
    """Text and a cursor in it; at most `limit` characters, cleaned by `clean`."""

    def __init__(self, *, multiline: bool, vi: bool = False, limit: int) -> None:
        self.limit = limit
        self._multiline = multiline
        self._vi = vi
        self._app = _make_app(vi) if vi else _shared_app()
        self._start_empty()

    def _start_empty(self) -> None:
        self._buffer = Buffer(multiline=self._multiline)
        self._clipboard = InMemoryClipboard()
        self._processor = KeyProcessor(_vi_bindings() if self._vi else _emacs_bindings())

    @property
    def text(self) -> str:
        """The text."""
        return self._buffer.text

    @property
    def cursor(self) -> int:
        """The character that the cursor stands before."""
        return self._buffer.cursor_position

    @property
    def navigating(self) -> bool:
        """Whether keys are vi commands just now and type nothing."""
        return self._vi and self._app.vi_state.input_mode != InputMode.INSERT

    def clean(self, text: str) -> str:
        """Return a text as it may stand here."""
        raise NotImplementedError

    def load(self, text: str) -> None:
        """Begin anew with a text; there is nothing to undo before it."""
        text = self.clean(text)[: self.limit]
        with self._at_work():
            self._buffer.reset(Document(text, len(text)))

    def set(self, text: str, cursor: int | None = None) -> None:
        """Replace the text; the cursor goes to its end, or where it is told."""
        text = self.clean(text)[: self.limit]
        at = len(text) if cursor is None else max(0, min(cursor, len(text)))
        with self._at_work():
            self._buffer.save_to_undo_stack()
            self._buffer.set_document(Document(text, at))

    def insert(self, text: str) -> None:
        """Insert text at the cursor, as a paste does."""
        before, after = self.text[: self.cursor], self.text[self.cursor :]
        # What can't fit is not even looked at; half of what fits may be what cleaning takes away.
        text = self.clean(text[: 2 * self.limit])[: max(0, self.limit - len(self.text))]
        self.set(before + text + after, len(before) + len(text))

    def move(self, cursor: int) -> None:
        """Move the cursor before a character."""
        with self._at_work():
            self._buffer.cursor_position = max(0, min(cursor, len(self.text)))

    def takes(self, event: KeyEvent) -> bool:
        """Say whether a key means something to the editor in emacs mode."""
        if event.text and not event.key.mods & ~SHIFT:
            return True
        found = tuple(str(press.key) for press in _presses(event))
        return bool(found) and (bool(self._processor.key_buffer) or found in _bound())

    def on_key(self, event: KeyEvent) -> None:
        """Do what a key means; a key that means nothing does nothing."""
        with self._at_work():
            for press in _presses(event):
                self._processor.feed(press)
            self._processor.process_keys()
        text = self.text
        if len(text) > self.limit or self.clean(text) != text:
            self.set(text, self.cursor)
        self._forget_old()

    def wipe(self) -> None:
        """Forget the text, what was killed and what could be undone."""
        self._buffer.reset()
        # Its caches hold texts too, and it may live on until cycles are collected.
        vars(self._buffer).clear()
        self._start_empty()

    @contextmanager
    def _at_work(self) -> Iterator[None]:
        """Give the application this editor's buffer, kill ring and keys, for one command."""
        control = self._app.layout.current_control
        assert isinstance(control, BufferControl)
        idle = control.buffer, self._app.clipboard, self._app.key_processor
        control.buffer = self._buffer
        self._app.clipboard, self._app.key_processor = self._clipboard, self._processor
        try:
            with set_app(self._app):
                yield
        finally:
            control.buffer, self._app.clipboard, self._app.key_processor = idle

    def _forget_old(self) -> None:
        stack = self._buffer._undo_stack
        steps = min(UNDO_STEPS, max(1, UNDO_CHARACTERS // (len(self.text) + 1)))
        del stack[: max(0, len(stack) - steps)]


def _make_app(vi: bool) -> Application[None]:
    app: Application[None] = Application(
        layout=Layout(Window(BufferControl(Buffer()))),
        editing_mode=EditingMode.VI if vi else EditingMode.EMACS,
        input=DummyInput(),
        output=DummyOutput(),
    )
    # No timer: what follows an Escape is known at once, since keys come decoded.
    app.timeoutlen = None  # type: ignore[assignment]  # The library declares no None.
    app.vi_state.input_mode = InputMode.INSERT
    return app


@lru_cache(maxsize=1)
def _shared_app() -> Application[None]:
    return _make_app(vi=False)


def _no_undo_point(_: object) -> bool:
    return False


def _begins_word(event: KeyPressEvent) -> bool:
    """Say whether a typed character is a step of its own for undo: what is typed goes by words."""
    return not event.is_repeat or event.data.isspace()


@lru_cache(maxsize=1)
def _emacs_bindings() -> KeyBindings:
    bindings = KeyBindings()
    for command, *keys in EMACS_COMMANDS:
        for key in keys:
            if command in _UNREPEATED:
                add = bindings.add(*key.split(), save_before=_no_undo_point)
            else:
                add = bindings.add(*key.split())
            # The function alone: a binding would bring its own idea of when to save for undo.
            add(get_by_name(command).handler)
    bindings.add(Keys.Any, save_before=_begins_word)(get_by_name("self-insert").handler)
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


@lru_cache(maxsize=1)
def _bound() -> frozenset[tuple[str, ...]]:
    """Return the key sequences that run a command, and those that begin one but Escape."""
    found: set[tuple[str, ...]] = set()
    for _, *keys in EMACS_COMMANDS:
        for key in keys:
            parts = tuple(str(_KEYS.get(part, part)) for part in key.split())
            found |= {parts[:end] for end in range(1, len(parts) + 1)}
    return frozenset(found - {(str(Keys.Escape),)})


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
