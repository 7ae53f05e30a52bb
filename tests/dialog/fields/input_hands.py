"""Hands and eyes for the tests of single widgets: keys, clicks on what is seen, rows as text."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta, timezone
from typing import Any, TypeVar

from mplex.dialog.field import Field
from mplex.dialog.fields.kit import Kit
from mplex.dialog.fields.widget import FieldWidget, Took
from mplex.geometry import Point
from mplex.term.keys import MouseEvent
from mplex.ui.surface import Surface
from mplex.ui.theme import Theme
from mplex.vt.clusters import cells
from tests.ui.drawing import key, keys, plain, typed

W = TypeVar("W", bound=FieldWidget)

COLS = 60
NOW = datetime(2026, 11, 30, 14, 5, tzinfo=timezone(timedelta(hours=1)))


def kit(locale: str = "C", colours: int = 1 << 24) -> Kit:
    """Return surroundings in which it is always the same moment."""
    return Kit(Theme(), now=lambda: NOW, locale=locale, colours=colours)


def field(kind: str, **members: Any) -> Field:
    """Return a field with some of its members."""
    return Field(kind, "it", {"label": "It", **members})


def press(widget: FieldWidget, names: str, cols: int = COLS) -> list[Took]:
    """Press keys, names separated by blanks; return what became of each."""
    return [widget.on_key(event, cols) for event in keys(names)]


def press_one(widget: FieldWidget, name: str, cols: int = COLS) -> Took:
    """Press one key."""
    return widget.on_key(key(name), cols)


def enter_text(widget: W, text: str, cols: int = COLS) -> W:
    """Type a text and return the widget."""
    for event in typed(text):
        widget.on_key(event, cols)
    return widget


def surface_of(widget: FieldWidget, cols: int = COLS, *, focus: bool = True) -> Surface:
    """Return what a widget draws."""
    return widget.render((cols,), focus).surface


def look(widget: FieldWidget, cols: int = COLS, *, focus: bool = True) -> list[str]:
    """Return what a widget shows, row by row."""
    return plain(surface_of(widget, cols, focus=focus).texts)


def cursor(widget: FieldWidget, cols: int = COLS) -> Point | None:
    """Return where a widget with the focus puts the cursor."""
    widget._invalidate()
    found = widget.render((cols,), True).cursor
    return Point(found[1], found[0]) if found else None


def place(widget: FieldWidget, text: str, cols: int = COLS) -> Point:
    """Return where a text is seen first."""
    wanted = cells(text)
    for row, shown in enumerate(surface_of(widget, cols).texts):
        if wanted in shown:
            return Point(row, shown.index(wanted))
    raise AssertionError(f"{text!r} is not in {look(widget, cols)}")


def click(widget: FieldWidget, row: int, col: int, cols: int = COLS) -> Took:
    """Press and release the left button at a place."""
    surface_of(widget, cols)
    took = widget.on_mouse(MouseEvent("down", 1, row, col), cols)
    widget.on_mouse(MouseEvent("up", 1, row, col), cols)
    return took


def click_on(widget: FieldWidget, text: str, right: int = 0, cols: int = COLS) -> Took:
    """Click on the first cell of a text that is seen, or so many cells right of it."""
    at = place(widget, text, cols)
    return click(widget, at.row, at.col + right, cols)


def wheel(widget: FieldWidget, at: Point, action: str, cols: int = COLS) -> Took:
    """Turn the wheel over a place."""
    return widget.on_mouse(MouseEvent(f"wheel-{action}", 0, at.row, at.col), cols)


def heard(widget: FieldWidget) -> list[Any]:
    """Return a list that gets the value after each change that is told."""
    values: list[Any] = []
    widget.on_change = lambda: values.append(widget.value())
    return values


def same_after_restore(widgets: Iterable[tuple[FieldWidget, FieldWidget]]) -> bool:
    """Say whether each second widget has the value of the first one once it took it back."""
    pairs = list(widgets)
    for full, fresh in pairs:
        fresh.restore(full.value())
    return all(full.value() == fresh.value() for full, fresh in pairs)
