"""A grid of cells to draw on: text, other rows, fills and boxes, clipped at the edges.

One idea: rows stay immutable strings, drawing replaces whole rows, and a wide character that loses
one half becomes a blank. Who draws what is not decided here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from mplex.geometry import Point, Rect, Size
from mplex.term.picture import PlacedPicture
from mplex.ui.markup import styled_runs as styled_runs
from mplex.ui.rows import PLAIN, Row, cut_row, padded, shortened, splice, styled
from mplex.vt.clusters import cells
from mplex.vt.styles import DEFAULT, DIM, Style, intern_style, style_of

BOXES: Final[dict[str, str]] = {
    "single": "┌─┐│└┘",
    "double": "╔═╗║╚╝",
    "heavy": "┏━┓┃┗┛",
    "rounded": "╭─╮│╰╯",
    "simple": "+-+|++",
    "padded": "      ",
}
"""The six characters of a box: corner, horizontal, corner, vertical, corner, corner."""


class Surface:
    """A grid of cells of a fixed size."""

    def __init__(self, size: Size, style: Style = DEFAULT) -> None:
        self.size = size
        self.texts: list[str] = [" " * size.cols] * size.rows
        self.attrs: list[str] = [style.ch * size.cols] * size.rows
        self.pictures: list[PlacedPicture] = []
        """What terminals with graphics show over the cells; who copies rows copies these too."""

    @classmethod
    def of(cls, size: Size, texts: Sequence[str], attrs: Sequence[str]) -> Surface:
        """Return a surface that shows the given rows."""
        surface = cls(size)
        surface.blit(Rect(0, 0, *size), texts, attrs)
        return surface

    def copy(self) -> Surface:
        """Return a surface that shows the same and is changed on its own."""
        other = Surface.__new__(Surface)
        other.size = self.size
        other.texts, other.attrs = list(self.texts), list(self.attrs)
        other.pictures = list(self.pictures)
        return other

    def row(self, row: int) -> Row:
        """Return one row."""
        return Row(self.texts[row], self.attrs[row])

    def put_row(self, row: int, col: int, cells: Row) -> None:
        """Put row text with its attributes at (row, col), clipped."""
        if 0 <= row < self.size.rows:
            spliced = splice(self.row(row), self.size.cols, col, cells)
            self.texts[row], self.attrs[row] = spliced

    def put(
        self, row: int, col: int, text: str, style: Style = DEFAULT, width: int | None = None
    ) -> int:
        """Put plain text at (row, col) and return its width in cells.

        Text wider than `width` is shortened with an ellipsis.
        """
        line = cells(text)
        if width is not None:
            line = shortened(line, width)
        self.put_row(row, col, styled(line, style))
        return len(line)

    def blit(self, rect: Rect, texts: Sequence[str], attrs: Sequence[str]) -> None:
        """Put a picture into `rect`: missing rows and cells are blank, what is over is cut."""
        for index in range(rect.rows):
            text = texts[index] if index < len(texts) else ""
            attr = attrs[index] if index < len(attrs) else ""
            self.put_row(rect.row + index, rect.col, padded(Row(text, attr), rect.cols))

    def place(self, pictures: Iterable[PlacedPicture], at: Point, inside: Rect) -> None:
        """Take over pictures of another surface whose first cell comes to `at`, cut to `inside`."""
        for placed in pictures:
            moved = placed.moved(at.row, at.col, inside.clip(self.size))
            if moved is not None:
                self.pictures.append(moved)

    def fill(self, rect: Rect, char: str = " ", style: Style = DEFAULT) -> None:
        """Fill `rect` with one character of one cell."""
        line = styled(char * rect.cols, style)
        for row in range(rect.row, rect.bottom):
            self.put_row(row, rect.col, line)

    def dim(self, rect: Rect) -> None:
        """Make what is in `rect` dim and keep everything else about it."""
        rect = rect.clip(self.size)
        for row in range(rect.row, rect.bottom):
            attrs = self.attrs[row]
            inside = attrs[rect.col : rect.right]
            dimmed = inside.translate({ord(char): dimmed_style(char).ch for char in set(inside)})
            self.attrs[row] = attrs[: rect.col] + dimmed + attrs[rect.right :]

    def box(self, rect: Rect, style: Style = DEFAULT, lines: str = "single") -> None:
        """Draw the outline of `rect` in one of the kinds of BOXES."""
        if rect.rows < 2 or rect.cols < 2:
            return
        left, across, right, down, low_left, low_right = tuple(BOXES[lines])
        middle = across * (rect.cols - 2)
        self.put_row(rect.row, rect.col, styled(left + middle + right, style))
        self.put_row(rect.bottom - 1, rect.col, styled(low_left + middle + low_right, style))
        for row in range(rect.row + 1, rect.bottom - 1):
            self.put_row(row, rect.col, styled(down, style))
            self.put_row(row, rect.right - 1, styled(down, style))

    def part(self, rect: Rect) -> list[Row]:
        """Return the rows of `rect`, which lies on the surface."""
        return [cut_row(self.row(row), rect.col, rect.cols) for row in range(rect.row, rect.bottom)]


def dimmed_style(attr: str) -> Style:
    """Return the style of one attribute character, dim."""
    style = style_of(attr) if attr != PLAIN else DEFAULT
    return intern_style(style.fg, style.bg, style.flags | DIM, style.ul, style.link)
