"""A field in its place in a form: the widget, whether it is shown, and the remarks below it.

One idea: heights and pictures are kept until something happened to the widget, so that a key costs
the drawing of one widget and not of all.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mplex.dialog.field import Field
from mplex.dialog.field_kinds import reports
from mplex.dialog.fields.display import DisplayWidget
from mplex.dialog.fields.kit import Kit
from mplex.dialog.fields.label import WRONG, indent_at
from mplex.dialog.fields.progress import ProgressWidget
from mplex.dialog.fields.surface_canvas import SurfaceCanvas
from mplex.dialog.fields.table import WIDGETS
from mplex.dialog.fields.text_rows import text_rows
from mplex.dialog.fields.widget import FieldWidget
from mplex.dialog.form.target_line import target_line
from mplex.dialog.picture_thread import LOADING
from mplex.ui.rows import Row
from mplex.ui.theme import Theme

PICTURED = frozenset(
    {"image", "image_grid", "annotated_image", "gallery", "compare", "choice", "list"}
)
"""The kinds that may show pictures."""
PICTURE_SECONDS = 0.03
"""Seconds until a widget is drawn again while pictures are being decoded."""


class Entry:
    """One field of a form; `tab` is the number of its tab."""

    def __init__(self, field: Field, tab: int, kit: Kit) -> None:
        self.field = field
        self.tab = tab
        self.widget: FieldWidget = WIDGETS[field.kind](field, kit)
        self.shown = True
        """Whether its `show_if` holds; a hidden one keeps its content."""
        self.seen = False
        """Whether the person has had its target in view."""
        self._finished = LOADING.finished
        self.changes = 0
        """Grows whenever its height, its remarks, or whether it is shown may have changed."""
        target = field["target"]
        self.target: Mapping[str, Any] | None = target if isinstance(target, Mapping) else None
        """The file that its value is written to, None for most fields."""
        self._looks = kit.looks
        self._canvas: SurfaceCanvas | None = None
        self._canvas_key = (0, False, 0)
        """For what it was drawn: columns, focus, and how often the widget had changed."""
        self._height = (0, 0)
        self._problem = ""
        self._remarks: tuple[tuple[int, str], list[Row]] | None = None

    @property
    def carries(self) -> bool:
        """Whether it has a value that is reported or written."""
        return reports(self.field)

    @property
    def focusable(self) -> bool:
        """Whether it is shown and can have the focus."""
        return self.shown and self.widget.selectable()

    @property
    def wrong(self) -> bool:
        """Whether it is shown and the form points at it."""
        return self.shown and self.widget.marked

    def check(self) -> bool:
        """Point at the widget when its value can't be submitted; say whether it is right."""
        self.blame(self.widget.problem())
        return not self._problem

    def blame(self, problem: str) -> None:
        """Point at the widget and say what is wrong with it, or nothing any more for ""."""
        self._problem = problem
        self.widget.mark(bool(problem))
        self.stale()

    def stale(self) -> None:
        """Ask the widget anew how high it is and what it looks like: something happened to it."""
        self.widget._invalidate()
        self._height = (0, 0)
        self.changes += 1

    def wipe(self) -> None:
        """Forget what must not outlive the dialog, and be forgotten."""
        self.widget.wipe()
        # urwid keeps every widget of which it has a picture, for ever, and with it the whole form.
        self.widget._invalidate()
        self._canvas = None

    def update(self, change: Mapping[str, Any]) -> None:
        """Take new content from the one who asks: a label, and what its kind lets change."""
        known = {name: change[name] for name in ("value", "text", "log", "label") if name in change}
        if isinstance(self.widget, ProgressWidget):
            self.widget.update(**known)
        else:
            self._reword({name: known[name] for name in ("label", "text") if name in known})
        self.stale()

    def _reword(self, said: Mapping[str, Any]) -> None:
        """Give the widget a field that says something else."""
        field = self.widget.field
        data = {**field.data, **{name: text for name, text in said.items() if name in field.data}}
        self.widget.field = Field(field.kind, field.name, data, field.show_if)
        if isinstance(self.widget, DisplayWidget):
            self.widget.forget()
        self.widget._invalidate()

    @property
    def refresh_seconds(self) -> float:
        """How often the widget wants to be drawn again by itself; 0 for never."""
        if not self.shown:
            return 0.0
        if LOADING.busy and self.field.kind in PICTURED:
            return PICTURE_SECONDS
        return float(getattr(self.widget, "refresh_seconds", 0.0))

    def set_page(self, page: int) -> None:
        """Tell the widget how many rows it may have in view."""
        if self.widget.page != page:
            self.widget.page = page
            self.widget._invalidate()
            self.stale()

    def height(self, cols: int) -> int:
        """Return the widget's rows at a width."""
        if self._height[0] != cols:
            self._height = (cols, self.widget.height(cols))
        return self._height[1]

    def room(self, cols: int) -> int:
        """Return how many rows more than now the widget may come to want."""
        return max(0, self.widget.room(cols) - self.height(cols))

    def render(self, cols: int, focus: bool) -> SurfaceCanvas:
        """Return the widget's picture; the same one until the widget changes."""
        if self.refresh_seconds or self._finished != LOADING.finished:
            self._finished = LOADING.finished
            self.widget._invalidate()
        key = (cols, focus, self.widget.invalidated)
        if self._canvas is not None and self._canvas_key == key:
            return self._canvas
        # urwid forgets a canvas that nobody holds.
        self._canvas, self._canvas_key = self.widget.render((cols,), focus), key
        if self._height != (cols, self._canvas.rows()):
            self._height = (cols, self._canvas.rows())
            self.changes += 1
        return self._canvas

    def remarks(self, cols: int) -> list[Row]:
        """Return the rows below the widget: what is wrong, and where the value is written to."""
        problem = self._problem if self.widget.marked else ""
        if not problem and self.target is None:
            return []
        if self._remarks is None or self._remarks[0] != (cols, problem):
            self._remarks = ((cols, problem), self._make_remarks(cols, problem))
        return self._remarks[1]

    def _make_remarks(self, cols: int, problem: str) -> list[Row]:
        looks, indent = self._looks, indent_at(cols)
        rows = text_rows(f"{WRONG} {problem}", cols - indent, looks["dialog.error"])
        rows = rows if problem else []
        if self.target is not None:
            rows = [*rows, *target_line(self.target, cols - indent, looks)]
        return [indented(row, indent, looks) for row in rows]


def indented(row: Row, indent: int, looks: Theme) -> Row:
    """Return a row with blanks before it."""
    return Row(" " * indent + row.text, looks["dialog"].ch * indent + row.attrs)
