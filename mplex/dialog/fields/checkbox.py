"""The widget of kind `checkbox`: a box and its label in one row, wrapped when it is long.

Value: true or false; it is never incomplete.
"""

from __future__ import annotations

from typing import Any

from mplex.dialog.field import Field
from mplex.dialog.fields.edit_cells import shown, wrap_line
from mplex.dialog.fields.kit import Kit
from mplex.dialog.fields.label import POINTER, WRONG
from mplex.dialog.fields.usual_keys import SPACE
from mplex.dialog.fields.widget import FieldWidget, KeyHint, Took
from mplex.dialog.plain_text import plain_line
from mplex.geometry import Point
from mplex.term.keys import Key, KeyEvent, MouseEvent
from mplex.ui.surface import Surface

ON, OFF = "[x]", "[ ]"
TEXT_COL = 6
"""Where the label begins: behind the pointer and the box."""
TOGGLE = (SPACE, Key("x"))
HINTS = (KeyHint("Space", "toggle"),)


class CheckboxWidget(FieldWidget):
    """A box that is on or off."""

    def __init__(self, field: Field, kit: Kit) -> None:
        super().__init__(field, kit.looks)
        self._on = field["default"] is True
        self._label = plain_line(field.label)

    def height(self, cols: int) -> int:
        """Return the rows of the label beside the box."""
        return len(self._lines(cols))

    def draw(self, surface: Surface, focus: bool) -> Point | None:
        """Draw the box and the label."""
        box = self.looks["dialog.error" if self.marked else "dialog.accent"]
        text = self.looks["dialog.title" if focus else "dialog.label"]
        mark = WRONG if self.marked else POINTER if focus else " "
        surface.put(0, 0, f"{mark} {ON if self._on else OFF}", box)
        for row, line in enumerate(self._lines(surface.size.cols)):
            surface.put(row, TEXT_COL, line, text)
        return Point(0, min(3, surface.size.cols - 1)) if focus else None

    def value(self) -> bool:
        """Return whether the box is on."""
        return self._on

    def restore(self, value: Any) -> None:
        """Take back whether the box is on."""
        if isinstance(value, bool):
            self._on = value
            self._invalidate()

    def hints(self) -> tuple[KeyHint, ...]:
        """Return the key that toggles."""
        return HINTS

    def on_key(self, event: KeyEvent, cols: int) -> Took:
        """Toggle by Space."""
        if event.key not in TOGGLE:
            return Took.NO
        self._toggle()
        return Took.YES

    def on_mouse(self, event: MouseEvent, cols: int) -> Took:
        """Toggle by a click on the box or on its label."""
        lines = self._lines(cols)
        if event.action != "down" or event.button != 1 or not 0 <= event.row < len(lines):
            return Took.NO
        if event.col >= TEXT_COL + len(shown(lines[event.row])):
            return Took.NO
        self._toggle()
        return Took.YES

    def _toggle(self) -> None:
        self._on = not self._on
        self.changed()

    def _lines(self, cols: int) -> list[str]:
        if cols <= TEXT_COL + 2:
            return [self._label]
        spans = wrap_line(self._label, cols - TEXT_COL)
        return [self._label[start:end].rstrip() for start, end in spans]
