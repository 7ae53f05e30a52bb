"""Borders between panes: which character and which style every uncovered cell of a window gets.

One idea: every cell no pane covers is border; its character follows from which of its neighbours
are border too, its style from whether it touches the active pane. That holds for any layout, with
or without rows for titles. It is worked out once per layout, not per frame.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from mplex.geometry import Rect, Size
from mplex.ui.mark import label
from mplex.ui.markup import styled_runs
from mplex.ui.rows import Row, cut_row, splice, styled
from mplex.vt.styles import DEFAULT, Style

UP, DOWN, LEFT, RIGHT = 1, 2, 4, 8
LINES: Final[dict[str, str]] = {
    "single": "─│││─┘┐┤─└┌├─┴┬┼",
    "double": "═║║║═╝╗╣═╚╔╠═╩╦╬",
    "heavy": "━┃┃┃━┛┓┫━┗┏┣━┻┳╋",
    "simple": "-|||-+++-+++-+++",
    "number": "─│││─┘┐┤─└┌├─┴┬┼",
    "spaces": " " * 16,
}
"""The character for every sum of UP, DOWN, LEFT and RIGHT, by `pane-border-lines`."""
ARROWS: Final = {UP: "↑", DOWN: "↓", LEFT: "←", RIGHT: "→"}
_UNCOVERED: Final = re.compile(rb"\0+")
TITLE_INDENT: Final = 2
"""Cells of line kept at either side of a title."""


class BorderSpec(NamedTuple):
    """The options of borders."""

    lines: str = "single"
    style: Style = DEFAULT
    active_style: Style = DEFAULT
    status: str = "off"
    """Where titles are shown: off, top or bottom."""
    indicators: str = "colour"
    """How the active pane is told: off, colour, arrows or both."""
    fill: str = "·"
    """One cell that fills what a window leaves free of its client."""


class BorderPane(NamedTuple):
    """What borders need to know of a pane."""

    rect: Rect
    active: bool
    title: str = ""
    """With `#[...]` markup."""
    number: int = 0


class BorderPiece(NamedTuple):
    """A run of border cells in a window's row."""

    col: int
    row: Row


def border_rows(
    size: Size, panes: Sequence[BorderPane], spec: BorderSpec
) -> list[list[BorderPiece]]:
    """Return the border cells of a window of `size`, by row and from left to right."""
    return _Borders(size, panes, spec).rows()


class _Borders:
    """One layout's borders while they are worked out."""

    def __init__(self, size: Size, panes: Sequence[BorderPane], spec: BorderSpec) -> None:
        self._size = size
        self._panes = panes
        self._spec = spec
        self._lines = LINES.get(spec.lines, LINES["single"])
        self._covered = [bytearray(size.cols) for _ in range(size.rows)]
        for pane in panes:
            rect = pane.rect.clip(size)
            for row in range(rect.row, rect.bottom):
                self._covered[row][rect.col : rect.right] = b"\1" * rect.cols
        self._active = next((pane for pane in panes if pane.active), None)
        self._titled: dict[int, list[BorderPane]] = {}
        for pane in panes:
            row = self._title_row(pane)
            if row >= 0:
                self._titled.setdefault(row, []).append(pane)
        self._arrows = self._arrow_cells()

    def rows(self) -> list[list[BorderPiece]]:
        """Return the pieces of every row."""
        return [self._row(row) for row in range(self._size.rows)]

    def _title_row(self, pane: BorderPane) -> int:
        """Return the border row that carries a pane's title, -1 for none."""
        row = {"top": pane.rect.row - 1, "bottom": pane.rect.bottom}.get(self._spec.status, -1)
        inside = 0 <= row < self._size.rows and 0 <= pane.rect.col < self._size.cols
        return row if inside and not self._covered[row][pane.rect.col] else -1

    def _row(self, row: int) -> list[BorderPiece]:
        found = []
        for match in _UNCOVERED.finditer(self._covered[row]):
            cols = range(match.start(), match.end())
            text = "".join(self._char(row, col) for col in cols)
            attrs = "".join(self._style(row, col).ch for col in cols)
            found.append(BorderPiece(match.start(), Row(text, attrs)))
        titled = self._titled.get(row)
        return self._with_titles(found, titled) if titled else found

    def _with_titles(
        self, pieces: list[BorderPiece], panes: Sequence[BorderPane]
    ) -> list[BorderPiece]:
        for index, piece in enumerate(pieces):
            width = len(piece.row.text)
            row = piece.row
            for pane in panes:
                room = pane.rect.cols - 2 * TITLE_INDENT
                at = pane.rect.col - piece.col
                if room > 0 and 0 <= at < width:
                    row = splice(row, width, at + TITLE_INDENT, self._title(pane, room))
            pieces[index] = BorderPiece(piece.col, row)
        return pieces

    def _title(self, pane: BorderPane, room: int) -> Row:
        base = self._spec.active_style if pane.active else self._spec.style
        runs = [styled(label(text), style) for text, style in styled_runs(pane.title, base)]
        return cut_row(
            Row(
                "".join(run.text for run in runs),
                "".join(run.attrs.ljust(len(run.text), DEFAULT.ch) for run in runs),
            ),
            0,
            room,
        )

    def _is_border(self, row: int, col: int) -> bool:
        inside = 0 <= row < self._size.rows and 0 <= col < self._size.cols
        return inside and not self._covered[row][col]

    def _char(self, row: int, col: int) -> str:
        arrow = self._arrows.get((row, col))
        if arrow is not None:
            return arrow
        if self._spec.lines == "number":
            near = next((pane for pane in self._panes if _touches(pane.rect, row, col)), None)
            return str(near.number % 10) if near else " "
        around = (
            UP * self._is_border(row - 1, col)
            + DOWN * self._is_border(row + 1, col)
            + LEFT * self._is_border(row, col - 1)
            + RIGHT * self._is_border(row, col + 1)
        )
        if not around and 0 < col < self._size.cols - 1:
            # A border of one cell: upright, since it has panes to its sides.
            around = UP
        return self._lines[around]

    def _style(self, row: int, col: int) -> Style:
        coloured = self._spec.indicators in ("colour", "both")
        return self._spec.active_style if self._is_active(row, col, coloured) else self._spec.style

    def _is_active(self, row: int, col: int, halves: bool) -> bool:
        active = self._active
        if active is None or not _touches(active.rect, row, col):
            return False
        owners = self._titled.get(row)
        if owners:
            here = [pane for pane in owners if pane.rect.col <= col < pane.rect.right]
            return active in here if here else True
        if halves and len(self._panes) == 2:
            return self._half(row, col) is active
        return True

    def _half(self, row: int, col: int) -> BorderPane:
        """Return which of two panes owns a cell of the border between them.

        The first owns the upper or left half, so that one sees on which side the active one is.
        """
        first, second = sorted(self._panes, key=lambda pane: pane.rect[:2])
        if first.rect.row == second.rect.row:
            return first if row - first.rect.row <= first.rect.rows // 2 else second
        return first if col - first.rect.col <= first.rect.cols // 2 else second

    def _arrow_cells(self) -> dict[tuple[int, int], str]:
        """Return the cells around the active pane that carry an arrow pointing at it."""
        active = self._active
        if active is None or self._spec.indicators not in ("arrows", "both"):
            return {}
        rect = active.rect
        middle_row, middle_col = rect.row + rect.rows // 2, rect.col + rect.cols // 2
        cells = {
            (middle_row, rect.col - 1): ARROWS[RIGHT],
            (middle_row, rect.right): ARROWS[LEFT],
            (rect.row - 1, middle_col): ARROWS[DOWN],
            (rect.bottom, middle_col): ARROWS[UP],
        }
        return {cell: arrow for cell, arrow in cells.items() if self._is_border(*cell)}


def _touches(rect: Rect, row: int, col: int) -> bool:
    """Say whether a cell lies directly around `rect`, corners included."""
    return rect.row - 1 <= row <= rect.bottom and rect.col - 1 <= col <= rect.right
