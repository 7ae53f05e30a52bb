"""What every field's widget has: drawing, keys, mouse, a value, and a complaint when it is wrong.

One idea: a widget is asked, and never acts by itself. It draws the rows that it wants at a width,
takes the events that mean something to it and leaves the others to the form, and reports a value of
exactly the shape that its kind promises. Kinds live in modules of their own.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from enum import Enum
from typing import Any, NamedTuple

import urwid

from mplex.dialog.field import Field
from mplex.dialog.fields.surface_canvas import SurfaceCanvas
from mplex.dialog.media_place import placed_warning
from mplex.geometry import Point, Size
from mplex.term.keys import KeyEvent, MouseEvent
from mplex.ui.surface import Surface
from mplex.ui.theme import Theme


class Took(Enum):
    """What became of an event."""

    NO = "no"
    """It means nothing here; the form may use it (Tab, Enter, arrows at the edge)."""
    YES = "yes"
    """It was used."""
    NEXT = "next"
    """It was used, and the widget is done: the focus may go on."""
    SUBMIT = "submit"
    """It was used, and means an answer where this is the form's only question."""


class KeyHint(NamedTuple):
    """A part of the key line: keys, and what they do."""

    keys: str
    does: str


class FieldWidget(urwid.Widget):
    """The widget of one field.

    `looks` is the theme; `on_change` is called after every change of the value by the person.
    """

    _sizing = frozenset({urwid.Sizing.FLOW})
    _selectable = True
    """Whether it can have the focus; a kind that only shows something can't, unless it scrolls."""
    typing = False
    """Whether letters are text here, so that no hotkey may take them."""

    def __init__(self, field: Field, looks: Theme) -> None:
        super().__init__()
        self.invalidated = 0
        """Grows whenever a picture of it is no longer what it looks like."""
        self.field = field
        self.looks = looks
        self.touched = False
        """Whether the person has changed anything: Escape then asks before it throws it away."""
        self.marked = False
        """Whether the form points at it because it is wrong; drawn in the role `dialog.error`."""
        self.page = 10
        """Rows that the form has in view; a collection shows at most about as many and scrolls."""
        self.on_change: Callable[[], None] = lambda: None
        self.warnings: list[str] = []
        """What could not be shown, for `media_warnings`."""

    @abstractmethod
    def height(self, cols: int) -> int:
        """Return the rows that it needs at a width, its label included."""

    def room(self, cols: int) -> int:
        """Return the rows that it has at most, when all that can open in it is open."""
        return self.height(cols)

    @abstractmethod
    def draw(self, surface: Surface, focus: bool) -> Point | None:
        """Draw on a surface of `height(cols)` rows; return where the cursor stands, if it does."""

    def value(self) -> Any:
        """Return the value as it is reported; None for a kind that only shows something."""
        return None

    def restore(self, value: Any) -> None:
        """Take back a value that `value` returned; one that does not fit is left aside."""

    def problem(self) -> str:
        """Return why the value can't be submitted, a sentence without the label, or ""."""
        return ""

    def hints(self) -> tuple[KeyHint, ...]:
        """Return what the key line says while it has the focus."""
        return ()

    def on_key(self, event: KeyEvent, cols: int) -> Took:
        """Take a key, drawn at a width of `cols`."""
        return Took.NO

    def on_paste(self, text: str) -> Took:
        """Take pasted text; it never chooses or presses anything."""
        return Took.NO

    def on_mouse(self, event: MouseEvent, cols: int) -> Took:
        """Take a mouse event whose row and column are relative to the widget's first cell.

        A widget that got the press also gets the drags and the release, wherever they are.
        """
        return Took.NO

    def focus_rows(self, cols: int) -> tuple[int, int]:
        """Return the first and the last row that must be in view while it has the focus."""
        return 0, self.height(cols) - 1

    def enter(self, direction: int) -> None:
        """Hear that the focus comes, by an arrow from above (1) or from below (-1), or else (0)."""

    def leave(self) -> None:
        """Hear that the focus goes; what is open closes."""

    def warn(self, warning: str, item: str = "") -> None:
        """Note what could not be shown, and where, once; an empty text is no warning."""
        if not warning:
            return
        placed = placed_warning(self.field, warning, item)
        if placed not in self.warnings:
            self.warnings.append(placed)

    def rewarn(self, before: str, after: str, item: str = "") -> None:
        """Take back what was noted `before`, unless it holds, and note what holds now."""
        if before and before != after:
            placed = placed_warning(self.field, before, item)
            self.warnings = [warning for warning in self.warnings if warning != placed]
        self.warn(after, item)

    def wipe(self) -> None:
        """Forget what must not outlive the dialog."""

    def changed(self) -> None:
        """Note that the person has changed the value, and draw anew."""
        self.touched = True
        self.marked = False
        self._invalidate()
        self.on_change()

    def mark(self, wrong: bool) -> None:
        """Point at it, or no longer."""
        if self.marked != wrong:
            self.marked = wrong
            self._invalidate()

    def _invalidate(self) -> None:
        self.invalidated += 1
        super()._invalidate()

    def rows(self, size: tuple[int], focus: bool = False) -> int:
        """Return the rows for urwid."""
        return self.height(size[0])

    def render(self, size: tuple[int], focus: bool = False) -> SurfaceCanvas:  # type: ignore[override]
        """Return the canvas for urwid, which keeps it until something changes."""
        cols = size[0]
        surface = Surface(Size(self.height(cols), cols), self.looks["dialog"])
        cursor = self.draw(surface, focus)
        return SurfaceCanvas(surface, cursor if focus else None)

    def keypress(self, size: tuple[int], key: str) -> str:  # type: ignore[override]
        """Leave urwid's keys alone: events come through `on_key`."""
        return key
