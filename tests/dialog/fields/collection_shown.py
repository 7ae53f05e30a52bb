"""Collection widgets to look at: made from a spec, drawn as text, pressed and clicked."""

from __future__ import annotations

from typing import Any

from mplex.dialog.field import Field
from mplex.dialog.field_kinds import read_field, valid_value
from mplex.dialog.fields.collection import CollectionWidget
from mplex.dialog.fields.kit import Kit
from mplex.dialog.fields.table import WIDGETS
from mplex.dialog.fields.widget import Took
from mplex.dialog.node import Node
from mplex.geometry import Point, Size
from mplex.term.keys import KeyEvent, MouseEvent, parse_key, text_of
from mplex.ui.surface import Surface
from mplex.ui.theme import Theme
from mplex.vt.clusters import expand
from mplex.vt.styles import style_of

KIT = Kit(Theme())


class Shown:
    """A widget in a view of `page` rows and `cols` columns, with the focus."""

    def __init__(
        self,
        kind: str,
        *,
        page: int = 10,
        cols: int = 60,
        kit: Kit = KIT,
        field: Field | None = None,
        **members: Any,
    ) -> None:
        spec = {"kind": kind, "name": "it", **members}
        self.field = field or read_field(Node(spec, "field"))
        widget = WIDGETS[kind](self.field, kit)
        assert isinstance(widget, CollectionWidget)
        self.widget = widget
        self.widget.page = page
        self.cols = cols
        self.changes = 0
        self.widget.on_change = self._count
        self.cursor: Point | None = None

    @property
    def value(self) -> Any:
        """What the widget reports, which its kind must accept."""
        value = self.widget.value()
        assert valid_value(self.field, value), value
        return value

    def surface(self, *, focus: bool = True) -> Surface:
        """Draw it anew."""
        surface = Surface(Size(self.widget.height(self.cols), self.cols), KIT.looks["dialog"])
        self.cursor = self.widget.draw(surface, focus)
        for row in range(surface.size.rows):
            assert len(surface.texts[row]) == self.cols == len(surface.attrs[row])
        return surface

    def rows(self, *, focus: bool = True) -> list[str]:
        """Draw it, and return its rows as plain text without blanks at the end."""
        return [expand(text).rstrip() for text in self.surface(focus=focus).texts]

    def text(self) -> str:
        """Draw it, and return all rows as one text."""
        return "\n".join(self.rows())

    def press(self, *names: str) -> Took:
        """Press keys by name; return what became of the last."""
        took = Took.NO
        for name in names:
            key = parse_key(name)
            took = self.widget.on_key(KeyEvent(key, b"", text_of(key)), self.cols)
            self.surface()
        return took

    def type(self, text: str) -> Took:
        """Type a text."""
        return self.press(*("Space" if char == " " else char for char in text))

    def mouse(self, action: str, row: int, col: int = 5, button: int = 1) -> Took:
        """Do something with the mouse."""
        took = self.widget.on_mouse(MouseEvent(action, button, row, col), self.cols)
        self.surface()
        return took

    def click(self, text: str, offset: int = 0) -> Took:
        """Press and release on the first row that has a text, at the text."""
        row, col = self.find(text)
        self.mouse("down", row, col + offset)
        return self.mouse("up", row, col + offset)

    def drag(self, text: str, row: int, *, steps: bool = True) -> None:
        """Press on a text, drag to a row by all rows between, and release there."""
        start, col = self.find(text)
        self.mouse("down", start, col)
        way = 1 if row > start else -1
        for step in range(start + way, row + way, way) if steps else (row,):
            self.mouse("drag", step, col)
        self.mouse("up", row, col)

    def find(self, text: str) -> tuple[int, int]:
        """Return row and column of a text that is drawn once at least."""
        surface = self.surface()
        for row, cells in enumerate(surface.texts):
            if text in cells:
                return row, cells.index(text)
        raise AssertionError(f"{text!r} is not in\n{self.text()}")

    def pointed(self) -> str:
        """Return the text of the row under the cursor."""
        found = [row for row in self.rows()[1:] if row.startswith("▸")]
        assert len(found) == 1, self.text()
        return found[0].rstrip("▲▼ ")

    def role_at(self, text: str) -> str:
        """Return the roles that look like the first cell of a text."""
        row, col = self.find(text)
        style = style_of(self.surface().attrs[row][col])
        names = ("dialog.selected", "dialog.title", "dialog.hint", "dialog.accent", "dialog")
        return next((name for name in names if KIT.looks[name] == style), "other")

    def again(self) -> Any:
        """Return what a fresh widget reports that was given this one's value."""
        widget = WIDGETS[self.field.kind](self.field, KIT)
        widget.restore(self.value)
        return widget.value()

    def _count(self) -> None:
        self.changes += 1
