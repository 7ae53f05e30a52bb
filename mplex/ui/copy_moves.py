"""Cursor movements of copy mode that follow the text: words, paragraphs, brackets, characters.

One idea: every movement is a function from a view to the position it leads to, so that a command
only has to go there. Words end at the end of a line unless it was wrapped.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain
from typing import Final

from mplex.geometry import Point
from mplex.ui.copy_grid import BLANK, WORD, CopyGrid
from mplex.ui.copy_view import CopyView

Kind = Callable[[Point], int]
OPENING: Final = "([{<"
CLOSING: Final = ")]}>"
MAX_BRACKET_ROWS: Final = 2000
"""Rows searched for the other one of a pair of brackets."""


def _kinds(grid: CopyGrid, spaces: bool) -> Kind:
    """Return how cells are told apart: by tmux's words, or only blanks from the rest."""
    if not spaces:
        return grid.kind
    return lambda at: WORD if grid.kind(at) != BLANK else BLANK


def next_word(view: CopyView, *, spaces: bool = False) -> Point:
    """Return the start of the next word."""
    kind = _kinds(view.grid, spaces)
    last, here = view.cursor, kind(view.cursor)
    for at in view.grid.forward(view.cursor):
        found = kind(at)
        if found != BLANK and (found != here or at.row != last.row and not _joined(view, at)):
            return at
        here, last = found, at
    return last


def _joined(view: CopyView, at: Point) -> bool:
    return view.grid.wraps(at.row - 1)


def next_word_end(view: CopyView, *, spaces: bool = False) -> Point:
    """Return the end of the next word: its last cell with vi keys, else the cell behind it."""
    kind = _kinds(view.grid, spaces)
    vi = view.options.vi
    start = [] if vi else [view.cursor]
    last, word = view.cursor, BLANK
    for at in chain(start, view.grid.forward(view.cursor)):
        found = kind(at)
        if word != BLANK and found != word:
            return last if vi else at
        last, word = at, found
    return last


def previous_word(view: CopyView, *, spaces: bool = False) -> Point:
    """Return the start of the word before the cursor."""
    kind = _kinds(view.grid, spaces)
    last, word = view.cursor, BLANK
    for at in view.grid.backward(view.cursor):
        found = kind(at)
        if word != BLANK and found != word:
            return last
        last, word = at, found
    return last if word != BLANK else Point(view.grid.first, 0)


def line_start(view: CopyView) -> Point:
    """Return the first cell of the logical line."""
    return Point(view.grid.line_start(view.cursor.row), 0)


def line_end(view: CopyView) -> Point:
    """Return the end of the logical line."""
    row = view.grid.line_end(view.cursor.row)
    return Point(row, view.limit(row))


def indentation(view: CopyView) -> Point:
    """Return the first cell of the logical line that is not blank."""
    start = line_start(view)
    end = view.grid.line_end(start.row)
    for row in range(start.row, end + 1):
        text = view.grid.text(row)
        if text.strip():
            return Point(row, len(text) - len(text.lstrip()))
    return start


def next_paragraph(view: CopyView) -> Point:
    """Return the blank row behind the paragraph, or the end of the text."""
    grid, row = view.grid, view.cursor.row
    while row < grid.last and not grid.text(row):
        row += 1
    while row < grid.last and grid.text(row):
        row += 1
    return Point(row, view.limit(row))


def previous_paragraph(view: CopyView) -> Point:
    """Return the blank row before the paragraph, or the start of the text."""
    grid, row = view.grid, view.cursor.row
    while row > grid.first and not grid.text(row):
        row -= 1
    while row > grid.first and grid.text(row):
        row -= 1
    return Point(row, 0)


def matching_bracket(view: CopyView, *, forward: bool) -> Point | None:
    """Return the other one of the pair of brackets at the cursor; None when there is none.

    Away from a bracket the next one in the row counts; a bracket that points the other way than
    the command is followed its own way.
    """
    grid, row = view.grid, view.cursor.row
    text = grid.text(row)
    col = view.cursor.col
    # With emacs keys the cursor stands behind a closing bracket rather than on it.
    behind = text[col - 1 : col] in tuple(CLOSING) and text[col : col + 1] not in tuple(CLOSING)
    if not forward and not view.options.vi and behind:
        col -= 1
    for at in range(col, len(text) if forward else min(col + 1, len(text))):
        if text[at] in OPENING:
            return _pair(grid, Point(row, at), text[at], CLOSING[OPENING.index(text[at])])
        if text[at] in CLOSING:
            return _pair(grid, Point(row, at), text[at], OPENING[CLOSING.index(text[at])])
    return None


def _pair(grid: CopyGrid, at: Point, char: str, other: str) -> Point | None:
    steps = grid.forward(at) if char in OPENING else grid.backward(at)
    depth = 1
    for step in steps:
        if abs(step.row - at.row) > MAX_BRACKET_ROWS:
            return None
        text = grid.text(step.row)
        here = text[step.col] if step.col < len(text) else ""
        depth += (here == char) - (here == other)
        if not depth:
            return step
    return None


def jump(view: CopyView, name: str, char: str) -> Point | None:
    """Return where a jump in the line leads, onto `char` or beside it; None when there is none."""
    grid = view.grid
    forward = name in ("jump-forward", "jump-to-forward")
    beside = name.startswith("jump-to")
    start, end = grid.line_start(view.cursor.row), grid.line_end(view.cursor.row)
    steps = grid.forward(view.cursor) if forward else grid.backward(view.cursor)
    before = view.cursor
    for at in steps:
        if not start <= at.row <= end:
            return None
        # The neighbour does not count, or a jump to beside a character could not be repeated.
        skipped = beside and before == view.cursor
        if grid.text(at.row)[at.col : at.col + 1] == char and not skipped:
            return before if beside else at
        before = at
    return None
