"""The bytes of one frame while it is being written: where the cursor is, and in which style.

Every method appends the cheapest sequence that does it. Positions and the style survive from frame
to frame, as they do in the terminal.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from mplex.term.features import Features
from mplex.term.pen import Pens, pens_for
from mplex.term.row_diff import STUB
from mplex.vt.chars import char_width, is_flag_letter
from mplex.vt.clusters import cell_text, cells, expand
from mplex.vt.styles import DEFAULT, Style, intern_style, style_of

_RUNS = re.compile(r"(.)\1*", re.DOTALL)
_MAYBE_RISKY = re.compile(
    "[\ud800-\udfff\U00100000-\U0010ffff\U0001f1e6-\U0001f1ff\U0001f3fb-\U0001f3ff"
    "\U0001fa70-\U0001faff]"
)
"""Clusters, single flag letters and skin tones, and the emoji that younger Unicodes brought."""

JOINER = "\u200d"
"""What joins emoji into one; at the end of a text it joins nothing."""

MAX_PIECES = 2048
"""Rendered pieces that are remembered; the memory is dropped when full."""

_pieces: dict[tuple[Pens, str, str, str], tuple[str, str]] = {}


@lru_cache(maxsize=4096)
def is_risky(cell: str, wide: bool) -> bool:
    """Say whether terminals may disagree about the width of a cell's characters."""
    text = cell_text(cell)
    if len(text) == 1:
        return wide
    return wide or any(unicodedata.category(char) != "Mn" for char in text[1:])


def narrowed(cell: str, width: int) -> str:
    """Return the cells of what fits into `width` when the widths of a cell's characters add up."""
    kept, total = "", 0
    for char in cell_text(cell):
        total += 1 if is_flag_letter(char) else char_width(char)
        if total > width:
            break
        kept += char
    return cells(kept.rstrip(JOINER)).ljust(width)


def render(pens: Pens, text: str, attrs: str, pen: str) -> tuple[str, str]:
    """Return what writes some cells when the style is `pen`, and the style after them.

    Styles are characters as in `attrs`. Cells of several styles are remembered for all clients with
    the same pens, since they mostly show the same rows. Hot: this is most of what drawing a new
    picture costs.
    """
    only = attrs[:1]
    if attrs == only * len(attrs):
        change = "" if only == pen else pens.change(pen, only)
        return change + expand(text), only
    key = (pens, text, attrs, pen)
    found = _pieces.get(key)
    if found is not None:
        return found
    simple = expand(text) == text
    changes = pens.changes
    parts: list[str] = []
    for match in _RUNS.finditer(attrs):
        start, end = match.span()
        new = attrs[start]
        if new != pen:
            parts.append(changes.get(pen + new) or pens.change(pen, new))
            pen = new
        parts.append(text[start:end] if simple else expand(text[start:end]))
    if len(_pieces) >= MAX_PIECES:
        _pieces.clear()
    rendered = _pieces[key] = ("".join(parts), pen)
    return rendered


def _absolute(row: int, col: int) -> str:
    """Return what puts the cursor at a cell from anywhere."""
    if not col:
        return f"\x1b[{row + 1}H" if row else "\x1b[H"
    return f"\x1b[{row + 1};{col + 1}H" if row else f"\x1b[;{col + 1}H"


@lru_cache(maxsize=4096)
def _along(step: int) -> str:
    """Return what moves the cursor within a row."""
    if step == -1:
        return "\b"
    return f"\x1b[{'' if abs(step) == 1 else abs(step)}{'C' if step > 0 else 'D'}"


class Output:
    """A terminal's cursor and style, and the bytes on their way to it."""

    def __init__(self, rows: int, cols: int, features: Features) -> None:
        self._rows = rows
        self._cols = cols
        self._features = features
        self.pens = pens_for(features)
        self._parts: list[str] = []
        self._pen = DEFAULT.ch
        self._at: tuple[int, int] | None = None
        self._region: tuple[int, int] = (0, rows - 1)

    def take(self) -> str:
        """Return what was written since the last call."""
        parts, self._parts = self._parts, []
        return "".join(parts)

    def raw(self, sequence: str, *, moves: bool = False) -> None:
        """Add a sequence that changes no cell; `moves` says that the cursor is elsewhere after."""
        self._parts.append(sequence)
        if moves:
            self._at = None

    def clear(self) -> None:
        """Bring the terminal into a known state: blank, no region, default style, cursor home."""
        self._parts.append("\x1b[r\x1b[m\x1b[H\x1b[2J")
        self._pen, self._at, self._region = DEFAULT.ch, (0, 0), (0, self._rows - 1)

    def move(self, row: int, col: int) -> None:
        """Put the cursor at a cell."""
        if self._at == (row, col):
            return
        self._parts.append(self._path(row, col))
        self._at = (row, col)

    def _path(self, row: int, col: int) -> str:
        """Return the shortest way from here; a cursor behind the last column can't step."""
        if self._at is None:
            return _absolute(row, col)
        at_row, at_col = self._at
        if row == at_row:
            if not col:
                return "\r"
            if at_col < self._cols:
                step = col - at_col
                # Up to five characters: nothing that names a column is shorter.
                near = -100 < step < 100
                return _along(step) if near else min(_along(step), _absolute(row, col), key=len)
        if not col and row == at_row + 1 and at_row not in (self._region[1], self._rows - 1):
            return "\r\n"
        return _absolute(row, col)

    def write(self, row: int, col: int, text: str, attrs: str) -> None:
        """Write cells from (row, col) on; a cell of doubtful width is followed by a new start.

        Such a cell is blanked first: a terminal that takes it for narrower leaves the rest of it.
        """
        if text.isascii():
            self._write(row, col, text, attrs)
            return
        begin = 0
        for match in _MAYBE_RISKY.finditer(text):
            wide = text[match.end() : match.end() + 1] == STUB
            if is_risky(match.group(), wide):
                start, end = match.start(), match.end() + wide
                blanked = text[begin:start] + " " * (end - start)
                self._write(row, col + begin, blanked, attrs[begin:end])
                shown = text[start:end]
                if not self._features.joins:
                    shown = narrowed(match.group(), end - start)
                self._parts.append(self._path(row, col + start))
                cell, self._pen = render(self.pens, shown, attrs[start:end], self._pen)
                self._parts.append(cell)
                self._at = None
                begin = end
        if begin < len(text):
            self._write(row, col + begin, text[begin:], attrs[begin:])

    def _write(self, row: int, col: int, text: str, attrs: str) -> None:
        self.move(row, col)
        rendered, self._pen = render(self.pens, text, attrs, self._pen)
        self._parts.append(rendered)
        self._at = (row, col + len(text))

    def can_erase(self, attr: str) -> bool:
        """Say whether erased cells come out as blanks in that style."""
        look = self.pens.look(attr)
        return look.erasable and (self._features.bce or look.bg < 0)

    def erase(self, row: int, col: int, count: int, attr: str) -> None:
        """Erase `count` cells to blanks in a style (see `can_erase`); the cursor stays."""
        self.move(row, col)
        self._background(attr)
        self._parts.append("\x1b[K" if col + count >= self._cols else f"\x1b[{count}X")

    def scroll(self, top: int, bottom: int, shift: int) -> None:
        """Move the rows of a region up, or down when `shift` is negative; blank ones come in."""
        if self._region != (top, bottom):
            whole = (top, bottom) == (0, self._rows - 1)
            self._parts.append("\x1b[r" if whole else f"\x1b[{top + 1};{bottom + 1}r")
            self._region, self._at = (top, bottom), (0, 0)
        self._background(DEFAULT.ch)
        count, up = abs(shift), shift > 0
        edge = bottom if up else top
        if count > 4 and self._features.erase:
            self._parts.append(f"\x1b[{count}{'S' if up else 'T'}")
            return
        if self._at is None or self._at[0] != edge:
            self.move(edge, 0)
        self._parts.append(("\n" if up else "\x1bM") * count)

    def _background(self, attr: str) -> None:
        """Choose a style in which erased cells get the background of `attr` and nothing else."""
        look = self.pens.look(self._pen)
        if look.bg != self.pens.look(attr).bg or not look.erasable:
            self._change(style_of(attr).blank)

    def end_link(self) -> None:
        """End a hyperlink that is still open, so that nothing else that is printed joins it."""
        if self.pens.look(self._pen).link:
            style = style_of(self._pen)
            self._change(intern_style(style.fg, style.bg, style.flags, style.ul))

    def _change(self, style: Style) -> None:
        self._parts.append(self.pens.change(self._pen, style.ch))
        self._pen = style.ch
