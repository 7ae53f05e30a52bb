"""The picture of copy mode: the rows in view, with selection, matches and position on them.

One idea: a row that shows nothing special is passed on as the screen has it; the others get spans
of style put over their cells. What is selected or found is `copy_view`'s business.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from mplex.geometry import Point, Size
from mplex.ui.copy_view import CopyView
from mplex.ui.overlay import Rendered
from mplex.ui.rows import Row, padded, splice, styled
from mplex.ui.theme import Theme
from mplex.vt.styles import Style


class CopyStyles(NamedTuple):
    """The styles of copy mode."""

    selection: Style
    match: Style
    current: Style
    mark: Style
    position: Style

    @classmethod
    def of(cls, theme: Theme) -> CopyStyles:
        """Return the styles of a theme."""
        return cls(
            selection=theme["mode"],
            match=theme["match"],
            current=theme["match.current"],
            mark=theme["mark"],
            position=theme["mode"],
        )


class _Span(NamedTuple):
    first: int
    end: int
    style: Style


def picture(view: CopyView, size: Size, styles: CopyStyles) -> Rendered:
    """Return the rows of the view, cut or filled to `size`, and the cursor."""
    view.sync()
    texts, attrs = [], []
    spans = _spans(view, size, styles)
    for index in range(size.rows):
        text, attr, _ = view.grid.row(view.top + index)
        row = Row(text, attr)
        if spans[index]:
            row = _painted(row, size.cols, spans[index])
        texts.append(row.text)
        attrs.append(row.attrs)
    if view.show_position and size.rows:
        indicator = styled(position_text(view), styles.position)
        at = max(0, size.cols - len(indicator.text))
        texts[0], attrs[0] = splice(Row(texts[0], attrs[0]), size.cols, at, indicator)
    cursor = Point(view.cursor.row - view.top, min(view.cursor.col, size.cols - 1))
    return Rendered(texts, attrs, cursor if cursor.row < size.rows else None)


def position_text(view: CopyView) -> str:
    """Return the indicator: rows scrolled back of how many, after the match and their number."""
    where = f"[{view.scroll_position}/{view.grid.screen.history_size}]"
    if view.search_count is None:
        return where
    return f"({view.search_count.text(view.found.start if view.found else view.cursor)}) {where}"


def _spans(view: CopyView, size: Size, styles: CopyStyles) -> list[list[_Span]]:
    """Return what is painted over each row of the view, the last one on top."""
    found: list[list[_Span]] = [[] for _ in range(size.rows)]
    rows = range(view.top, view.top + size.rows)
    if view.mark_shown and view.mark.row in rows:
        found[view.mark.row - view.top].append(_Span(0, size.cols, styles.mark))
    _add_matches(view, size, styles, found)
    selected = view.span()
    if selected is not None:
        for row in rows:
            columns = selected.columns(row, size.cols)
            if columns is not None:
                found[row - view.top].append(_Span(*columns, styles.selection))
    return found


def _add_matches(
    view: CopyView, size: Size, styles: CopyStyles, found: Sequence[list[_Span]]
) -> None:
    bottom = view.top + size.rows
    for row, matches in view.searcher.from_line(view.top) if view.searcher else ():
        if row >= bottom:
            return
        for match in matches:
            start, end = match
            style = styles.current if match == view.found else styles.match
            for each in range(max(start.row, view.top), min(end.row, bottom - 1) + 1):
                first = start.col if each == start.row else 0
                stop = end.col + 1 if each == end.row else size.cols
                found[each - view.top].append(_Span(first, stop, style))


def _painted(row: Row, width: int, spans: Sequence[_Span]) -> Row:
    """Return a row with its cells in the styles of `spans`, the last one on top."""
    text, attrs = padded(row, width)
    for first, end, style in spans:
        end = min(end, width)
        if first < end:
            attrs = attrs[:first] + style.ch * (end - first) + attrs[end:]
    return Row(text, attrs)
