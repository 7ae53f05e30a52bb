"""What variables tell about a pane in copy mode.

Positions are those in view: rows from the top of the pane, columns from its left.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mplex.commands.format_context import FormatContext, Value
from mplex.geometry import Point
from mplex.model.pane import Pane
from mplex.ui.copy_mode import CopyMode
from mplex.ui.copy_view import CopyView
from mplex.vt.clusters import expand as printable


def of_view(value: Callable[[CopyView], Value]) -> Callable[[FormatContext, Any], Value]:
    """Return a variable's value that is empty unless the pane is in copy mode."""

    def read(_context: FormatContext, pane: Pane) -> Value:
        return value(pane.mode.view) if isinstance(pane.mode, CopyMode) else None

    return read


def cursor_line(view: CopyView) -> str:
    """Return the text of the row with the cursor."""
    return printable(view.grid.text(view.cursor.row))


def cursor_word(view: CopyView) -> str:
    """Return the word under the cursor, as far as it is in the cursor's row."""
    grid, at = view.grid, view.cursor
    start, end = grid.word_start(at), grid.word_end(at)
    text = grid.text(at.row)
    first = start.col if start.row == at.row else 0
    last = end.col if end.row == at.row else len(text)
    return printable(text[first : last + 1]).strip()


def cursor_row(view: CopyView) -> int:
    """Return the cursor's row in the pane."""
    return view.cursor.row - view.top


def is_selecting(view: CopyView) -> bool:
    """Say whether the selection follows the cursor."""
    return view.selection is not None and view.selection.end is None


def selection_start(view: CopyView) -> Point | None:
    """Return where the selection starts, None without one."""
    span = view.span()
    return None if span is None else Point(span.start.row - view.top, span.start.col)


def selection_end(view: CopyView) -> Point | None:
    """Return where the selection ends, None without one."""
    span = view.span()
    return None if span is None else Point(span.end.row - view.top, span.end.col)


def col_of(point: Point | None) -> int | None:
    """Return the column of a point that may be missing."""
    return None if point is None else point.col


def row_of(point: Point | None) -> int | None:
    """Return the row of a point that may be missing."""
    return None if point is None else point.row
