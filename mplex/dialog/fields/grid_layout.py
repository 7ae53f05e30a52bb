"""Where the panels of a grid lie: placement and sizes as a CSS grid has them, in cells.

One idea: spans become places in the order of the panels, never going back (`grid-auto-flow: row`),
all columns are equally wide, and a row is as high as what lies in it needs. Nothing is drawn here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from mplex.geometry import Rect

MIN_PANEL = 10
"""Columns that the narrowest panel should have; a grid with less room has fewer columns."""


class Span(NamedTuple):
    """How many rows and columns of the grid a panel takes, from 1."""

    rows: int
    cols: int


class Place(NamedTuple):
    """A panel's place in the grid: rows and columns of the grid, zero based."""

    row: int
    col: int
    span: Span


def place_panels(spans: Sequence[Span], columns: int) -> list[Place]:
    """Return the place of each panel in a grid of so many columns; a wider span is cut."""
    taken: set[tuple[int, int]] = set()
    places = []
    row = col = 0
    for rows, cols in spans:
        span = Span(rows, min(cols, columns))
        while col + span.cols > columns or _overlaps(taken, row, col, span):
            col += 1
            if col + span.cols > columns:
                row, col = row + 1, 0
        places.append(Place(row, col, span))
        taken.update((row + r, col + c) for r in range(span.rows) for c in range(span.cols))
        col += span.cols
    return places


def _overlaps(taken: set[tuple[int, int]], row: int, col: int, span: Span) -> bool:
    return any((row + r, col + c) in taken for r in range(span.rows) for c in range(span.cols))


def fitting(spans: Sequence[Span], columns: int, width: int, gap: int) -> tuple[list[Span], int]:
    """Return spans and the number of columns with which no panel is too narrow in `width` cells."""
    for count in range(columns, 0, -1):
        if columns % count:
            continue
        scaled = [
            Span(rows if count > 1 else 1, max(1, min(count, round(cols * count / columns))))
            for rows, cols in spans
        ]
        edges = column_edges(count, width, gap)
        if count == 1 or all(_least(edges, cols, gap) >= MIN_PANEL for _, cols in scaled):
            return scaled, count
    return list(spans), columns


def _least(edges: Sequence[int], cols: int, gap: int) -> int:
    return edges[cols] - edges[0] - gap


def column_edges(columns: int, width: int, gap: int) -> list[int]:
    """Return where each column begins, and at the end where one more would."""
    return [index * (width + gap) // columns for index in range(columns + 1)]


def arrange(
    places: Sequence[Place],
    columns: int,
    width: int,
    gaps: tuple[int, int],
    needed: Callable[[int, int], int],
) -> list[Rect]:
    """Return the cells of each panel.

    `gaps` are the cells between rows and between columns; `needed` says for the number of a panel
    and its width how many rows of cells it needs.
    """
    edges = column_edges(columns, width, gaps[1])
    sides = [(edges[col], edges[col + span.cols] - gaps[1]) for _, col, span in places]
    heights = [0] * max((place.row + place.span.rows for place in places), default=0)
    # As in CSS: what lies in one row first, then what spans, each adding what is still missing.
    for index in sorted(range(len(places)), key=lambda each: places[each].span.rows):
        row, _, (rows, _) = places[index]
        left, right = sides[index]
        there = sum(heights[row : row + rows]) + gaps[0] * (rows - 1)
        missing = needed(index, max(1, right - left)) - there
        for each in range(rows):
            if missing > 0:
                heights[row + each] += (missing + rows - 1 - each) // rows
    tops = [0]
    for height in heights:
        tops.append(tops[-1] + height + gaps[0])
    return [
        Rect(tops[row], left, tops[row + rows] - gaps[0] - tops[row], max(1, right - left))
        for (row, _, (rows, _)), (left, right) in zip(places, sides, strict=True)
    ]
