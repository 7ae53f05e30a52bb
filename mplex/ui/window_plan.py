"""Which cells of a client's rows come from where: the plan of a window in a view.

One idea: for every row of the view a list of pieces (cells of a pane's row, or literal cells of
borders and of the outside), worked out once per layout. `frame` fills it in for every frame.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from mplex.geometry import Point, Size
from mplex.ui.border import DOWN, LEFT, LINES, RIGHT, UP, BorderPane, BorderSpec, border_rows
from mplex.ui.rows import Row, cut_row, styled
from mplex.vt.styles import Style


class Piece(NamedTuple):
    """Some cells of a row: literal, or from the row of a pane."""

    col: int
    width: int
    row: Row | None = None
    source: int = 0
    """Index into the row's sources, when `row` is None."""
    start: int = 0
    """First cell of the pane's row."""


class PlanRow(NamedTuple):
    """How one row of the view is made."""

    sources: tuple[tuple[int, int], ...]
    """(index of the pane, its row) for each pane that is seen in this row."""
    widths: tuple[int, ...]
    """The width of each of these panes."""
    pieces: tuple[Piece, ...]
    whole: bool
    """Whether the row is a pane's row and nothing else."""


def plan_rows(
    view: Size,
    window: Size,
    offset: Point,
    panes: Sequence[BorderPane],
    borders: BorderSpec,
    outside: Style,
) -> list[PlanRow]:
    """Return the plan of every row of `view`, whose first cell is the window's cell `offset`."""
    planner = _Planner(view, window, offset, panes, borders, outside)
    return [planner.row(index + offset.row) for index in range(view.rows)]


class _Planner:
    """The view of one window while it is planned."""

    def __init__(
        self,
        view: Size,
        window: Size,
        offset: Point,
        panes: Sequence[BorderPane],
        borders: BorderSpec,
        outside: Style,
    ) -> None:
        self._cols = view.cols
        self._window = window
        self._start = offset.col
        self._panes = [(index, pane.rect.clip(window)) for index, pane in enumerate(panes)]
        self._borders = border_rows(window, panes, borders)
        self._lines = LINES.get(borders.lines, LINES["single"])
        self._edge = borders.style
        self._fill = borders.fill
        self._outside = outside

    def row(self, row: int) -> PlanRow:
        """Return the plan of a row of the window, or of one below it."""
        sources: list[tuple[int, int]] = []
        widths: list[int] = []
        pieces = self._literal(row)
        for index, rect in self._panes:
            if rect.row <= row < rect.bottom and rect.cols > 0:
                pieces.append(Piece(rect.col, rect.cols, source=len(sources)))
                sources.append((index, row - rect.row))
                widths.append(rect.cols)
        pieces.sort(key=lambda piece: piece.col)
        shown = [self._shown(piece) for piece in pieces]
        kept = tuple(piece for piece in shown if piece.width > 0)
        whole = kept == (Piece(0, self._cols),) and widths == [self._cols]
        return PlanRow(tuple(sources), tuple(widths), kept, whole)

    def _literal(self, row: int) -> list[Piece]:
        """Return the cells of a row that belong to no pane."""
        end = self._start + self._cols
        cols = self._window.cols
        corner = self._lines[UP + LEFT]
        if row < self._window.rows:
            found = [Piece(col, len(cells.text), cells) for col, cells in self._borders[row]]
            edge = self._lines[UP + DOWN] if cols < end else ""
        elif row == self._window.rows:
            found, edge = [], self._lines[LEFT + RIGHT] * cols + (corner if cols < end else "")
            cols = 0
        else:
            found, edge, cols = [], "", 0
        if edge:
            found.append(Piece(cols, len(edge), styled(edge, self._edge)))
            cols += len(edge)
        if cols < end:
            dots = styled(self._fill * (end - cols), self._outside)
            found.append(Piece(cols, end - cols, dots))
        return found

    def _shown(self, piece: Piece) -> Piece:
        """Return the part of a piece that lies in the view, relative to it."""
        hidden = max(0, self._start - piece.col)
        col = max(piece.col - self._start, 0)
        seen = min(piece.width - hidden, self._cols - col)
        if piece.row is None or seen <= 0:
            return Piece(col, seen, piece.row, piece.source, hidden)
        return Piece(col, seen, cut_row(piece.row, hidden, seen))
