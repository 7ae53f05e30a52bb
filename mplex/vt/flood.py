"""Many lines at once: what `cat`, `ls -lR` and builds print; the layer above `Interpreter`.

The idea: a line that starts in column 0 of the last row, a fresh one, becomes that row as it is;
if it holds nothing but text and SGR and fits, it is not even interpreted: the raw row is cooked
when somebody looks, which for most lines of a flood is never.  A whole batch then moves into the
rows and the history by slices.  Anything else in a line sends that line to the interpreter.
"""

from __future__ import annotations

import re
from typing import Final

from mypy_extensions import mypyc_attr

from mplex.vt.chars import CELL_MAP, MARK, SPECIAL, STUB
from mplex.vt.interpreter import Interpreter
from mplex.vt.sgr import next_style
from mplex.vt.styles import DEFAULT, PROTECTED, Style

_PATIENCE: Final = 3
"""Lines taken for each one that needed the interpreter, below which the rest goes there."""
_SHY: Final = 16
"""Pieces of output that are not tried as lines after one in which hardly a line was simple."""
_SGR: Final = re.compile(r"\x1b\[[0-9;:]{0,200}m")
_SGR_KEYS: Final = re.compile(r"\x1b(\[[0-9;:]*)m")
_BACKGROUND: Final = re.compile(r"[\[;](?:4[0-8]|10[0-7])")
_CONTROL: Final = re.compile("[\x00-\x1f\x7f-\x9f]")
_RESETS: Final = ("\x1b[0m", "\x1b[m")
_ERASE: Final = "\x1b[K"


def style_behind(line: str, style: Style) -> Style:
    """Return the pen behind a line of text and SGR."""
    for key in _SGR_KEYS.findall(line):
        style = style.next.get(key) or next_style(style, key)
    return style


def flat_cells(line: str) -> str | None:
    """Return the cells of a line without ESC that joins nothing and holds no control."""
    if not line.isprintable() and _CONTROL.search(line) is not None:
        return None
    if line.isascii() or SPECIAL.search(line) is None:
        return line
    found = line.translate(CELL_MAP)
    return None if MARK in found else found


def styled_row(line: str, text: str, columns: int) -> str | None:
    """Return a line with SGR as a raw row, None when it needs the interpreter.

    `text` is the line without its SGR.
    """
    room = columns
    if "\x1b" in text:
        text = text.replace(_ERASE, "")
        # In the last column it would erase what was just printed.
        room -= 1
        if "\x1b" in text or _BACKGROUND.search(line) is not None:
            return None
        # Erasing behind the text of a fresh row in the default background does nothing.
        line = line.replace(_ERASE, "")
    found = flat_cells(text)
    return None if found is None or len(found) > room else line


@mypyc_attr(allow_interpreted_subclasses=True)
class Flood(Interpreter):
    """Runs data with many lines."""

    def __init__(self, columns: int, lines: int, history: int = 10_000) -> None:
        self._held: str = ""
        self._shy: int = 0
        super().__init__(columns, lines, history)

    def _at_fresh_row(self) -> bool:
        """Tell whether lines may become rows as they are."""
        bottom = self.lines - 1
        return (
            not self._later
            and self.cursor.y == bottom
            and self.cursor.x == 0
            and not self.pending
            and not self.T[bottom]
            and self.fast
            and self.easy
            and self.autowrap
            and self.top == 0
            and self.bottom == bottom
            and self.style.bg < 0
            and not self.style.link
            and not self.style.flags & PROTECTED
        )

    def _lines(self, data: str) -> None:
        """Run data with many lines; the first ones and the last go through the interpreter."""
        if "\r\r\n" in data:
            # What went through two terminals.
            data = data.replace("\r\r\n", "\r\n")
        lines = data.split("\r\n")
        at = self.lines - self.cursor.y
        if at >= len(lines) - 1:
            self._run(data)
            return
        self._run("\r\n".join(lines[:at]) + "\r\n")
        last = lines.pop()
        lines = lines[at:]
        at = odd = 0
        bare: list[str] | None = None
        while at < len(lines):
            if self._held or not self._at_fresh_row():
                self._run(self._release() + "\r\n".join(lines[at:]) + "\r\n" + last)
                return
            if bare is None:
                if self._take_plain(lines):
                    break
                bare = lines
                if "\x1b" in data:
                    bare = _SGR.sub("", "\n".join(lines)).split("\n")
                    if len(bare) != len(lines):
                        # A line feed without a carriage return.
                        bare = [_SGR.sub("", line) for line in lines]
            at = self._take(lines, bare, at)
            odd += 1
            if at < len(lines) and odd * _PATIENCE > at:
                # Hardly a line is simple: the interpreter is faster with all of them at once.
                self._shy = _SHY
                self._run("\r\n".join(lines[at:]) + "\r\n" + last)
                return
            if at < len(lines):
                self._run(lines[at] + "\r\n")
                at += 1
        self._run(self._release() + last)

    def _release(self) -> str:
        held, self._held = self._held, ""
        return held

    def _take_plain(self, lines: list[str]) -> bool:
        """Store all lines if they are short ASCII in the default style."""
        if self.style is not DEFAULT or max(map(len, lines)) > self.columns:
            return False
        text = "".join(lines)
        if not (text.isascii() and text.isprintable()):
            return False
        self._append_rows(lines, [], [], self.lines - 1)
        return True

    def _take(self, lines: list[str], bare: list[str], at: int) -> int:
        """Store lines from `at` on as rows; return the first that needs the interpreter; hot.

        `bare` are the lines without SGR.
        """
        columns = self.columns
        texts: list[str] = []
        attrs: list[str | None] = []
        wraps: list[int] = []
        style = self.style
        end = len(lines)
        while at < end:
            line, text = lines[at], bare[at]
            size = len(text)
            styled = len(line) != size
            if not (text.isascii() and size <= columns and text.isprintable()):
                if not styled and "\x1b" not in line:
                    if not self._take_text(line, style, texts, attrs, wraps):
                        break
                    at += 1
                    continue
                raw = styled_row(line, text, columns)
                if raw is None:
                    break
                line = raw
                styled = True
            if not styled:
                texts.append(text)
                attrs.append(style.ch * size if style is not DEFAULT else "")
            else:
                # The lines of a flood have neither links nor protection (`_at_fresh_row`).
                if line.startswith(_RESETS, line.rfind("\x1b")):
                    behind = DEFAULT
                else:
                    behind = style_behind(line, style)
                    if behind.bg >= 0:
                        break
                plain = style is DEFAULT and "\x1b" in line
                texts.append(line if plain else style.prefix + line)
                attrs.append(None)
                style = behind
            at += 1
        if texts:
            self.style = style
            if wraps:
                wraps += [0] * (len(texts) - len(wraps))
            self._append_rows(texts, attrs, wraps, self.lines - 1)
        return at

    def _take_text(
        self,
        line: str,
        style: Style,
        texts: list[str],
        attrs: list[str | None],
        wraps: list[int],
    ) -> bool:
        """Add a line without ESC that is long or not ASCII; tell whether that was possible."""
        columns = self.columns
        if style is DEFAULT and len(line) * 2 <= columns and not line.isascii():
            if not line.isprintable() and _CONTROL.search(line) is not None:
                return False
            # It fits whatever its characters are; the sequence makes it a raw row.
            texts.append("\x1b[m" + line)
            attrs.append(None)
            return True
        found = self._tabbed(line, style) if "\t" in line else flat_cells(line)
        if found is None:
            return False
        if len(found) > columns:
            wraps += [0] * (len(texts) - len(wraps))
            self._cut_rows(found, style, texts, attrs, wraps)
            wraps.append(0)
        else:
            texts.append(found)
            attrs.append(style.ch * len(found) if style is not DEFAULT else "")
        return True

    def _cut_rows(
        self,
        cells: str,
        style: Style,
        texts: list[str],
        attrs: list[str | None],
        wraps: list[int],
    ) -> None:
        """Cut a long line into rows."""
        columns = self.columns
        at = 0
        while len(cells) - at > columns:
            end = at + columns
            wrap = 1
            if cells[end] == STUB:
                end -= 1
                wrap = 2
                if end == at:
                    # One column cannot show a wide character.
                    at += 2
                    continue
            texts.append(cells[at:end])
            attrs.append(style.ch * (end - at) if style is not DEFAULT else "")
            wraps.append(wrap)
            at = end
        texts.append(cells[at:])
        attrs.append(style.ch * (len(cells) - at) if style is not DEFAULT else "")

    def _tabbed(self, line: str, style: Style) -> str | None:
        """Return a line with its tabs as blanks; None when that is not the same."""
        if style is not DEFAULT or line[-1] == "\t" or not line.isascii():
            return None
        if len(self.tabstops) != (self.columns - 1) // 8 or (7 & sum(self.tabstops)):
            return None
        found = line.expandtabs(8)
        return found if len(found) <= self.columns and found.isprintable() else None
