"""Display widgets outside of a form: made of plain data, asked what they show, given keys."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hypothesis import strategies as st

from mplex.dialog.field import Field
from mplex.dialog.fields.kit import Kit
from mplex.dialog.fields.widget import FieldWidget, Took
from mplex.geometry import Size
from mplex.term.keys import KeyEvent, MouseEvent, parse_key
from mplex.ui.surface import Surface
from mplex.ui.theme import Theme
from mplex.vt.clusters import expand
from mplex.vt.styles import Style, style_of

KIT = Kit(Theme())

HOSTILE = "\x1b[31mred\x1b]0;t\x07 \u202eback ❖ 漢字 a\u0301 👩‍👩‍👧 \x00\x9b\ud800 end"
"""Escape sequences, direction marks, the dialogs' own mark, wide and joined characters."""

TEXTS = st.one_of(
    st.text(max_size=200),
    st.text(alphabet="#>-*`|_[]()!<&;x 1.\n\t~:漢\u0301👩\u200d", max_size=300),
)
COLS = st.integers(1, 300)
PAGES = st.integers(1, 100)


def field(kind: str, data: Mapping[str, Any] | None = None, name: str = "") -> Field:
    """Return a field as the check leaves it."""
    return Field(kind, name, data or {})


def surface(widget: FieldWidget, cols: int = 60, focus: bool = False) -> Surface:
    """Return what a widget draws."""
    drawn = Surface(Size(widget.height(cols), cols), widget.looks["dialog"])
    widget.draw(drawn, focus)
    for text, attrs in zip(drawn.texts, drawn.attrs, strict=True):
        assert len(text) == len(attrs) == cols
    return drawn


def lines(widget: FieldWidget, cols: int = 60, focus: bool = False) -> list[str]:
    """Return the rows that a widget shows, without blanks at their ends."""
    return [expand(text).rstrip() for text in surface(widget, cols, focus).texts]


def style_at(widget: FieldWidget, text: str, cols: int = 60) -> Style:
    """Return the style of the first cell of a text that is shown."""
    drawn = surface(widget, cols)
    for row, shown in enumerate(drawn.texts):
        if text in shown:
            return style_of(drawn.attrs[row][shown.index(text)])
    raise AssertionError(f"{text!r} is not shown")


def press(widget: FieldWidget, *keys: str, cols: int = 60) -> list[Took]:
    """Press keys by their names; return what became of each."""
    return [widget.on_key(KeyEvent(parse_key(key), b""), cols) for key in keys]


def mouse(widget: FieldWidget, action: str, row: int, col: int, cols: int = 60) -> Took:
    """Do something with the mouse; a press and a release are of the left button."""
    button = 1 if action in ("down", "up") else 0
    return widget.on_mouse(MouseEvent(action, button, row, col), cols)


def never_fails(widget: FieldWidget, cols: int, page: int) -> None:
    """Draw a widget at a size, and give it every key and the wheel."""
    widget.page = page
    surface(widget, cols, focus=True)
    for key in ("Down", "NPage", "Right", "End", "Up", "PPage", "Left", "Home", "p", "Enter", "1"):
        press(widget, key, cols=cols)
        surface(widget, cols, focus=widget.selectable())
    for action in ("wheel-down", "wheel-right", "wheel-up", "wheel-left", "down", "up"):
        mouse(widget, action, 0, cols - 1, cols)
    shown = "".join(surface(widget, cols).texts)
    assert not any(ord(char) < 32 and char != "\0" for char in shown)
