"""The text copy mode looks at: history and screen of a pane as one run of numbered rows.

One idea: a row's number counts all rows ever pushed into the history, so it names the same text
while output arrives. A position is a `Point` of such a row and a cell. Logical lines (rows joined
where they were wrapped) and words are found here; nothing here knows a cursor.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, Protocol

from mplex.geometry import Point
from mplex.vt.chars import STUB
from mplex.vt.clusters import expand

MAX_JOINED: Final = 200
"""Rows of one logical line looked at on either side: a line may be as long as the history."""
BLANK, SEPARATOR, WORD = 0, 1, 2
"""Classes of cells."""


class CopyScreen(Protocol):
    """What copy mode reads of an emulator (`mplex.vt.screen.Screen`)."""

    columns: int
    lines: int

    @property
    def history_size(self) -> int: ...

    @property
    def history_pushed(self) -> int: ...

    @property
    def cursor_point(self) -> tuple[int, int]: ...

    @property
    def marks(self) -> Iterable[tuple[int, int, str, str]]:
        """Return the shell's marks (OSC 133): row counted with `history_pushed`, column, kind."""

    def line(self, n: int) -> tuple[str, str, int]:
        """Return text, attributes and wrap flag of a row, from -history_size to lines - 1."""


class CopyGrid:
    """Rows of a pane by number."""

    def __init__(self, screen: CopyScreen, separators: str) -> None:
        self.screen = screen
        self.separators = frozenset(separators)

    @property
    def first(self) -> int:
        """The oldest row that is left."""
        return self.screen.history_pushed - self.screen.history_size

    @property
    def base(self) -> int:
        """The first row of the screen."""
        return self.screen.history_pushed

    @property
    def last(self) -> int:
        """The last row of the screen."""
        return self.screen.history_pushed + self.screen.lines - 1

    def row(self, row: int) -> tuple[str, str, int]:
        """Return text, attributes and wrap flag of a row; rows outside are blank."""
        if not self.first <= row <= self.last:
            return "", "", 0
        return self.screen.line(row - self.screen.history_pushed)

    def read(self, row: int) -> tuple[str, bool]:
        """Return a row's cells as far as they count, and whether the row goes on in the next one.

        All cells of a wrapped row count, those of another one up to its last that is not blank.
        """
        text, _, wrap = self.row(row)
        if not wrap:
            return text.rstrip(" "), False
        return text, row < self.last

    def text(self, row: int) -> str:
        """Return a row's cells as far as they count."""
        return self.read(row)[0]

    def wraps(self, row: int) -> bool:
        """Say whether a row goes on in the next one."""
        return row < self.last and self.row(row)[2] != 0

    def lines_from(self, row: int) -> Iterator[tuple[int, list[str]]]:
        """Yield the logical lines from `row` on: their first row, and the cells of their rows."""
        texts: list[str] = []
        for at in range(max(row, self.first), self.last + 1):
            text, wraps = self.read(at)
            texts.append(text)
            if not wraps or len(texts) > MAX_JOINED:
                yield at - len(texts) + 1, texts
                texts = []

    def line_start(self, row: int) -> int:
        """Return the first row of the logical line that `row` belongs to."""
        start = row
        while start > self.first and row - start < MAX_JOINED and self.wraps(start - 1):
            start -= 1
        return start

    def line_end(self, row: int) -> int:
        """Return the last row of the logical line that `row` belongs to."""
        end = row
        while end < self.last and end - row < MAX_JOINED and self.wraps(end):
            end += 1
        return end

    def marked_rows(self, kind: str) -> list[int]:
        """Return the rows with a shell's mark: "A" where prompts start, "C" where output does."""
        marks = self.screen.marks
        return [row for row, _, mark, _ in marks if mark == kind and self.first <= row <= self.last]

    def clamp(self, at: Point) -> Point:
        """Return the nearest position that exists; the last one of a row is behind its cells."""
        row = max(self.first, min(at.row, self.last))
        return Point(row, max(0, min(at.col, self.screen.columns)))

    def cell_start(self, at: Point) -> Point:
        """Return the position of the left half when `at` is a wide character's right half."""
        text = self.row(at.row)[0]
        right_half = 0 < at.col < len(text) and text[at.col] == STUB
        return Point(at.row, at.col - 1) if right_half else at

    def cell_end(self, at: Point) -> Point:
        """Return the position of the last cell of the character at `at`."""
        text = self.row(at.row)[0]
        wide = at.col + 1 < len(text) and text[at.col + 1] == STUB
        return Point(at.row, at.col + 1) if wide else at

    def kind(self, at: Point) -> int:
        """Return the class of a cell: BLANK (also past the end of a line), SEPARATOR or WORD."""
        text = self.text(at.row)
        if at.col >= len(text):
            return BLANK
        char = text[at.col]
        if char == STUB and at.col:
            char = text[at.col - 1]
        if char.isspace():
            return BLANK
        return SEPARATOR if char in self.separators else WORD

    def forward(self, at: Point) -> Iterator[Point]:
        """Yield the positions after `at`; the end of a line is one position, and blank."""
        row, col = at.row, at.col + 1
        while row <= self.last:
            ends = len(self.text(row)) + (0 if self.wraps(row) else 1)
            for each in range(col, ends):
                yield Point(row, each)
            row, col = row + 1, 0

    def backward(self, at: Point) -> Iterator[Point]:
        """Yield the positions before `at`, the nearest first."""
        row, col = at.row, at.col - 1
        while True:
            for each in range(col, -1, -1):
                yield Point(row, each)
            row -= 1
            if row < self.first:
                return
            col = len(self.text(row)) - (1 if self.wraps(row) else 0)

    def word_start(self, at: Point) -> Point:
        """Return the first cell of the word, blanks or separators at `at`, in its line."""
        kind, found = self.kind(at), at
        top = self.line_start(at.row)
        for before in self.backward(at):
            if before.row < top or self.kind(before) != kind:
                break
            found = before
        return found

    def word_end(self, at: Point) -> Point:
        """Return the last cell of the word, blanks or separators at `at`, in its line."""
        kind, found = self.kind(at), at
        end = self.line_end(at.row)
        for after in self.forward(at):
            if after.row > end or after.col >= len(self.text(after.row)):
                break
            if self.kind(after) != kind:
                break
            found = after
        return found

    def copied(self, start: Point, end: Point) -> str:
        """Return the text from `start` to `end` (both included), lines joined where wrapped."""
        parts = []
        for row in range(max(start.row, self.first), min(end.row, self.last) + 1):
            text, wraps = self.read(row)
            if row == end.row:
                text = text[: max(0, end.col + 1)]
            parts.append(text[start.col :] if row == start.row else text)
            if row < end.row and not wraps:
                parts.append("\n")
        return expand("".join(parts))

    def copied_columns(self, top: int, bottom: int, start: int, stop: int) -> str:
        """Return the cells from `start` up to `stop` of some rows, one line for each.

        A wide character belongs to the cell of its left half.
        """
        rows = range(max(top, self.first), min(bottom, self.last) + 1)
        return expand("\n".join(self.text(row)[start:stop].rstrip(" ") for row in rows))
