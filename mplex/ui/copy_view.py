"""Copy mode's state: what part of the text is in view, the cursor, the selection, the search.

One idea: all positions are rows by number (`copy_grid`), so output arriving below changes nothing
that is looked at; whatever has dropped out of the history is clamped when it is next used. The
commands that move all this are in `copy_commands`, the picture is made in `copy_picture`.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from mplex.geometry import Point
from mplex.ui.copy_grid import CopyGrid, CopyScreen
from mplex.ui.copy_search import Match, MatchCount, Searcher, compile_search

WORD_SEPARATORS: Final = "!\"#$%&'()*+,-./:;<=>?@[\\]^`{|}~"
"""The default of the option `word-separators`."""


class CopyOptions(NamedTuple):
    """What options and flags say about copy mode."""

    vi: bool = False
    """Keys and selections as in vi (option `mode-keys`)."""
    separators: str = WORD_SEPARATORS
    wrap_search: bool = True
    exit_at_bottom: bool = False
    """Leave when scrolled back down to the bottom (`copy-mode -e`)."""
    hide_position: bool = False
    """Show no position indicator (`copy-mode -H`)."""


class Selection(NamedTuple):
    """A selection: where it began, where it ends when no longer the cursor, and its kind."""

    anchor: Point
    end: Point | None = None
    """None while it follows the cursor."""
    kind: str = "char"
    """char, word or line."""
    by_mouse: bool = False


class Span(NamedTuple):
    """A selection worked out: first and last position, both included, or a rectangle of them."""

    start: Point
    end: Point
    rectangle: bool

    def columns(self, row: int, width: int) -> tuple[int, int] | None:
        """Return the cells of a row that are selected, as (first, end), None for none."""
        if not self.start.row <= row <= self.end.row:
            return None
        if self.rectangle:
            return self.start.col, self.end.col + 1
        first = self.start.col if row == self.start.row else 0
        end = self.end.col + 1 if row == self.end.row else width
        return first, end


class CopyView:
    """The state of copy mode over one screen."""

    def __init__(self, screen: CopyScreen, options: CopyOptions = CopyOptions()) -> None:  # noqa: B008 - immutable.
        self.grid = CopyGrid(screen, options.separators)
        self.options = options
        row, col = screen.cursor_point
        self.cursor = Point(self.grid.base + row, col)
        self.top = self.grid.base
        self.selection: Selection | None = None
        self.rectangle = False
        self.mark = self.cursor
        """Where `jump-to-mark` goes: at first where copy mode began."""
        self.mark_shown = False
        self._column = (0, 0)
        """The column that moves up and down keep, and the length of the row it comes from."""
        self.show_position = not options.hide_position
        self.jump: tuple[str, str] = ("", "")
        """The last jump in the line: its command's name and the character."""
        self.searcher: Searcher | None = None
        self.search_text = ""
        self.search_forward = True
        self.search_count: MatchCount | None = None
        self.found: Match | None = None
        """The match that the search led to."""
        self.search_origin: tuple[Point, int] | None = None
        """Cursor and first row in view when an incremental search began; None without one."""
        self._held: list[tuple[int, int]] | None = None

    @property
    def rows(self) -> int:
        """Rows in view."""
        return self.grid.screen.lines

    @property
    def scroll_position(self) -> int:
        """Rows between the view and the bottom: 0 when the live screen is in view."""
        return max(0, self.grid.base - self.top)

    def sync(self) -> None:
        """Bring everything back inside what there is; rows may have gone since the last look."""
        grid = self.grid
        self.top = self._possible_top(self.top)
        self.cursor = grid.clamp(self.cursor)
        self.cursor = self.cursor._replace(
            row=max(self.top, min(self.cursor.row, self.top + self.rows - 1))
        )

    def limit(self, row: int) -> int:
        """Return the column of a row's end, behind its last character."""
        return len(self.grid.text(row))

    def go(self, at: Point) -> None:
        """Move the cursor, and the view no further than needed to see it."""
        self.cursor = self.grid.cell_start(self.grid.clamp(at))
        row = self.cursor.row
        self.top = self._possible_top(max(min(self.top, row), row - self.rows + 1))

    def show(self, at: Point) -> None:
        """Move the cursor to a far place; what is out of sight comes a quarter above the bottom."""
        if not self.top <= at.row < self.top + self.rows:
            self.top = self._possible_top(at.row + self.rows // 4 - self.rows)
        self.go(at)

    def return_to(self, at: Point, top: int) -> None:
        """Move the cursor back, with the same rows in view as when it was there."""
        self.top = self._possible_top(top)
        self.go(at)

    def go_row(self, row: int) -> None:
        """Move the cursor to another row, keeping the column; an end of a row leads to an end."""
        self._keep_column()
        row = max(self.grid.first, min(row, self.grid.last))
        self.go(Point(row, self._kept_column(row)))

    def look_at(self, top: int) -> None:
        """Make `top` the first row in view, if possible; the cursor keeps its place on screen."""
        offset = self.cursor.row - self.top
        self.top = self._possible_top(top)
        self.cursor = self.cursor._replace(row=self.top + offset)

    def scroll(self, rows: int) -> None:
        """Move the view down (or up, below 0), and the cursor with it."""
        self._keep_column()
        self.look_at(self.top + rows)
        row = self.cursor.row
        self.cursor = self.grid.cell_start(Point(row, self._kept_column(row)))

    def _possible_top(self, top: int) -> int:
        return max(self.grid.first, min(top, self.grid.base))

    def page(self, rows: int) -> None:
        """Scroll; where that is not possible by so much, the cursor moves by it as well."""
        wanted = self.top + rows
        offset = self.cursor.row - self.top
        self.scroll(rows)
        if self.top != wanted:
            self.go_row(self.top + max(0, min(offset + rows, self.rows - 1)))

    def _keep_column(self) -> None:
        length = len(self.grid.text(self.cursor.row))
        if self.cursor.col != length:
            self._column = (self.cursor.col, length)

    def _kept_column(self, row: int) -> int:
        """Return the column for a row that the cursor comes to from another one."""
        col, old_length = self._column
        if self.rectangle and self.selection is not None:
            return col
        length = len(self.grid.text(row))
        return length if col >= old_length else min(col, length)

    def span(self) -> Span | None:
        """Return what is selected, None for nothing."""
        selection = self.selection
        if selection is None:
            return None
        grid = self.grid
        anchor = grid.clamp(selection.anchor)
        end = grid.clamp(selection.end or self.cursor)
        start, end = min(anchor, end), max(anchor, end)
        if selection.kind == "line":
            top, bottom = grid.line_start(start.row), grid.line_end(end.row)
            return Span(Point(top, 0), Point(bottom, grid.screen.columns - 1), False)
        if selection.kind == "word":
            return Span(grid.word_start(start), grid.word_end(end), self.rectangle)
        # Emacs selects up to the cursor, vi and the mouse what is under it too.
        up_to = not (self.options.vi or selection.by_mouse)
        if self.rectangle:
            left, right = sorted((start.col, end.col))
            up_to = up_to and (selection.end or self.cursor).col > anchor.col
            return Span(Point(start.row, left), Point(end.row, right - up_to), True)
        return Span(grid.cell_start(start), grid.cell_end(end._replace(col=end.col - up_to)), False)

    def selected_text(self) -> str:
        """Return the selected text, without a selection the match at the cursor; "" for none."""
        span = self.span()
        if span is None:
            return "".join(self.grid.copied(*match) for match in self.matches_at(self.cursor))
        if span.rectangle:
            return self.grid.copied_columns(
                span.start.row, span.end.row, span.start.col, span.end.col + 1
            )
        text = self.grid.copied(span.start, span.end)
        row, col = span.end
        # With vi keys the end of a line can be selected too.
        past_end = col >= len(self.grid.text(row)) and not self.grid.wraps(row)
        return text + "\n" if past_end and self.options.vi else text

    def search(self, text: str, *, forward: bool, regex: bool) -> bool:
        """Search for `text` from the cursor and move there; False when it is nowhere."""
        self.search_text, self.search_forward = text, forward
        pattern = compile_search(text, regex=regex)
        self.searcher = Searcher(self.grid, pattern) if pattern else None
        self.search_count = self.found = None
        if self.searcher is None:
            return False
        starts = tuple(match.start for match in self.searcher.all())
        self.search_count = MatchCount(starts)
        return self.search_again(forward)

    def search_again(self, forward: bool) -> bool:
        """Move to the next match in a direction; False when there is none.

        With emacs keys the cursor comes behind a match found downwards, else on its start.
        """
        if self.searcher is None:
            return False
        behind = forward and not self.options.vi
        wrap = self.options.wrap_search
        if forward:
            row, col = self.cursor
            match = self.searcher.next(Point(row, col - behind), wrap=wrap)
        else:
            match = self.searcher.previous(self.cursor, wrap=wrap)
        if match is not None:
            self.found = match
            self.show(match.end._replace(col=match.end.col + 1) if behind else match.start)
        return match is not None

    def matches_at(self, at: Point) -> list[Match]:
        """Return the match of the search that a position is in, as a list."""
        if self.searcher is None:
            return []
        _, matches = next(self.searcher.from_line(at.row), (0, []))
        return [match for match in matches if match.start <= at <= match.end][:1]

    def before_resize(self) -> None:
        """Remember where everything is in the text, since the rows are about to be wrapped anew."""
        self.sync()
        origin = self._origin_line()
        points = [self.cursor, Point(self.top, 0), self.mark]
        points += [self.selection.anchor] if self.selection else []
        self._held = [self._place_of(point, origin) for point in points]

    def after_resize(self) -> None:
        """Go back to the text that was remembered; what does not survive is left out."""
        if self._held is None:
            return
        origin = self._origin_line()
        points = [self._place_at(place, origin) for place in self._held]
        self._held = None
        self.mark = points[2]
        if self.selection is not None and len(points) > 3:
            self.selection = self.selection._replace(anchor=points[3], end=None)
        self.top = self._possible_top(points[1].row)
        self.go(points[0])

    def _origin_line(self) -> int:
        """Return the first row of the line the program's cursor is in; it survives a resize."""
        return self.grid.line_start(self.grid.base + self.grid.screen.cursor_point[0])

    def _place_of(self, at: Point, origin: int) -> tuple[int, int]:
        """Return a position as logical lines below the origin and cells into the line."""
        start = self.grid.line_start(at.row)
        cells = sum(len(self.grid.text(row)) for row in range(start, at.row)) + at.col
        lines, row = 0, origin
        while row < start:
            row = self.grid.line_end(row) + 1
            lines += 1
        while row > start:
            row = self.grid.line_start(row - 1)
            lines -= 1
        return lines, cells

    def _place_at(self, place: tuple[int, int], origin: int) -> Point:
        """Return where a place of `_place_of` is now."""
        lines, cells = place
        row = origin
        for _ in range(lines):
            row = min(self.grid.line_end(row) + 1, self.grid.last)
        for _ in range(-lines):
            row = self.grid.line_start(max(row - 1, self.grid.first))
        end = self.grid.line_end(row)
        while row < end and cells >= len(self.grid.text(row)):
            cells -= len(self.grid.text(row))
            row += 1
        return self.grid.clamp(Point(row, cells))
