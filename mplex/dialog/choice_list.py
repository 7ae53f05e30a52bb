"""The options of a dialog as a list: one is selected, each shows its key, long ones wrap.

Moving and scrolling are urwid's `ListBox`; which key means what is in `dialog_keys`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import urwid

from mplex.dialog.box import draw_scroll_marks
from mplex.dialog.canvas_rows import HINT, SELECTED, draw_canvas
from mplex.dialog.dialog_keys import OPTION_KEYS, steps
from mplex.dialog.plain_text import plain_line
from mplex.geometry import Rect
from mplex.ui.surface import Surface
from mplex.ui.theme import Theme
from mplex.vt.widths import text_width

MARKER = "▸"
"""Stands before the selected option, so that it can be told without colours too."""

GUTTER = 5
"""Columns before an option's label: marker, key, and blanks."""


class OptionRow(urwid.WidgetWrap):  # type: ignore[type-arg]
    """One option; its label wraps beside its key."""

    def __init__(self, key: str, label: str, on_pointed: Callable[[], None]) -> None:
        self.label = plain_line(label)
        self._on_pointed = on_pointed
        self._off = _columns(f"  {key}", self.label, HINT)
        self._on = urwid.AttrMap(_columns(f"{MARKER} {key}", self.label, None), SELECTED)
        super().__init__(self._off)

    def selectable(self) -> bool:
        """Say that the row can be selected."""
        return True

    def rows(self, size: tuple[int], focus: bool = False) -> int:
        """Return the rows that the wrapped label needs."""
        return self._off.rows(size)

    def render(self, size: tuple[int], focus: bool = False) -> urwid.Canvas:  # type: ignore[override]
        """Draw the row; it has the focus when it is selected."""
        return urwid.CompositeCanvas((self._on if focus else self._off).render(size))

    def keypress(self, size: tuple[int], key: str) -> str:  # type: ignore[override]
        """Leave every key to the dialog."""
        return key

    def mouse_event(self, *where: object) -> bool:
        """Tell the list that the pointer is on this row."""
        self._on_pointed()
        return True


def _columns(gutter: str, label: str, gutter_attr: str | None) -> urwid.Columns:
    key = urwid.Text((gutter_attr, gutter), wrap="clip")
    return urwid.Columns([(GUTTER, key), urwid.Text(label)])


class ChoiceList:
    """A list of options and the selected one."""

    def __init__(self, options: Sequence[str], default: int = 0, keys: str = OPTION_KEYS) -> None:
        self.count = len(options)
        self._pointed: int | None = None
        # By the columns of a view, of which there are few: wrapping is the dear part of a layout.
        self._heights: dict[int, int] = {}
        self._rows = [
            OptionRow(keys[index], label, partial(self._point, index))
            for index, label in enumerate(options)
        ]
        self._walker = urwid.SimpleFocusListWalker(self._rows)
        self._box = urwid.ListBox(self._walker)
        self.select(default)

    @property
    def selected(self) -> int:
        """The index of the selected option."""
        return self._walker.focus or 0

    def select(self, index: int) -> None:
        """Select an option; an index beyond either end means the one at that end."""
        self._walker.set_focus(max(0, min(index, self.count - 1)))

    def move(self, action: str, rows: int) -> None:
        """Select another option, by an action of `dialog_keys` in a view of `rows`."""
        self.select(self.selected + steps(action, rows, self.count))

    def cols(self) -> int:
        """Return the columns that the longest option needs to stay on one row."""
        return GUTTER + max(text_width(row.label) for row in self._rows)

    def rows(self, cols: int) -> int:
        """Return the rows that all options need."""
        if cols not in self._heights:
            self._heights[cols] = sum(row.rows((cols,)) for row in self._rows)
        return self._heights[cols]

    def option_at(self, row: int, col: int, rows: int, cols: int) -> int | None:
        """Return the option under a point of a view of `rows` x `cols`."""
        self._pointed = None
        self._box.mouse_event((cols, rows), "mouse release", 0, col, row, True)
        return self._pointed

    def draw(self, surface: Surface, part: Rect, theme: Theme) -> None:
        """Draw a view with the selected option in it, with marks where there is more."""
        draw_canvas(surface, part, self._box.render((part.cols, part.rows), focus=True), theme)
        draw_scroll_marks(surface, part, self._hidden(*part.size), theme)

    def _hidden(self, rows: int, cols: int) -> tuple[bool, bool]:
        """Say whether a view of `rows` x `cols` hides options above, and below."""
        first = self.option_at(0, 0, rows, cols)
        last = self.option_at(rows - 1, 0, rows, cols)
        return first != 0, last is not None and last != self.count - 1

    def _point(self, index: int) -> None:
        self._pointed = index
