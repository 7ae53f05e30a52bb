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

from mplex.vt.chars import CELL_MAP, DIRECT, MARK, SPECIAL, STUB, has_controls
from mplex.vt.interpreter import Interpreter
from mplex.vt.scrolling import Scrolling
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
_BACKGROUND_HINTS: Final = ("[4", ";4", "[10", ";10")
"""What every background has in it; looking for these is several times as fast."""
_RESET: Final = "\x1b[m"
_RESET_0: Final = "\x1b[0m"
_ERASE: Final = "\x1b[K"


def style_behind(line: str, style: Style) -> Style:
    """Return the pen behind a line of text and SGR, which has neither link nor protection."""
    at = line.rfind(_RESET)
    other = line.rfind(_RESET_0)
    if other > at:
        at = other
    if at >= 0:
        # What is before the last reset does not matter.
        style = DEFAULT
        if line.find("\x1b", at + 1) < 0:
            return style
        line = line[at:]
    for key in _SGR_KEYS.findall(line):
        style = style.next.get(key) or next_style(style, key)
    return style


def flat_cells(line: str) -> str | None:
    """Return the cells of a line without controls; None when something in it joins."""
    if line.isascii() or SPECIAL.search(line) is None:
        return line
    found = line.translate(CELL_MAP)
    return None if MARK in found else found


def longest(lines: list[str]) -> int:
    """Return the length of the longest line."""
    if not DIRECT:
        return max(map(len, lines))
    found = 0
    for line in lines:
        size = len(line)
        if size > found:
            found = size
    return found


def fits(text: str, room: int, clean: bool) -> bool:
    """Tell whether text between SGR sequences is surely `room` cells at most, with no controls."""
    if not clean and not text.isprintable() and _CONTROL.search(text) is not None:
        return False
    # What joins may join across a sequence, which a raw row does not know.
    found = flat_cells(text)
    return found is not None and len(found) <= room


def has_background(data: str) -> bool:
    """Tell whether some SGR sequence may set a background."""
    for hint in _BACKGROUND_HINTS:
        if hint in data:
            return _BACKGROUND.search(data) is not None
    return False


class _Batch:
    """Lines of one piece of output, looked at all at once, which is cheaper than one by one."""

    __slots__ = ("bare", "clean", "lines", "room", "shown", "simple")

    def __init__(self, lines: list[str], columns: int) -> None:
        self.lines: list[str] = lines
        self.shown: list[str] = lines
        """The lines without what changes nothing in a fresh row."""
        self.bare: list[str] = lines
        """The lines without SGR as well."""
        self.room: int = columns
        text = "".join(lines)
        if "\x1b" in text:
            text = self._read("\n".join(lines))
            whole = len(self.bare) == len(lines)
            if not whole:
                self.room, self.shown = columns, lines
                self.bare = [_SGR.sub("", line) for line in lines]
        else:
            whole = "\n" not in text
        # Where it is not whole, there is a line feed without a carriage return.
        self.clean: bool = whole and not has_controls(text)
        """Whether there are no controls but SGR."""
        self.simple: bool = self.clean and text.isascii()

    def _read(self, text: str) -> str:
        """Take what changes nothing, and SGR, out of the lines; return all that is left."""
        if _ERASE in text and not has_background(text):
            # Erasing behind the text of a fresh row in the default background does nothing,
            # but in the last column it would erase what was just printed.
            text = text.replace(_ERASE, "")
            self.shown = text.split("\n")
            self.room -= 1
        text = _SGR.sub("", text)
        self.bare = text.split("\n")
        return text


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

    def _lines(self, data: str, lines: list[str]) -> None:
        """Run data with many lines; the first ones and the last go through the interpreter."""
        if lines[0].endswith("\r"):
            # What went through two terminals.
            lines = data.replace("\r\r\n", "\r\n").split("\r\n")
        at = self.lines - self.cursor.y
        if at >= len(lines) - 1:
            Interpreter._run(self, data)
            return
        Interpreter._run(self, "\r\n".join(lines[:at]) + "\r\n")
        last = lines.pop()
        lines = lines[at:]
        at = odd = 0
        batch: _Batch | None = None
        while at < len(lines):
            if self._held or not Flood._at_fresh_row(self):
                if not at:
                    # This is no output of lines.
                    self._shy = _SHY
                Interpreter._run(self, self._release() + "\r\n".join(lines[at:]) + "\r\n" + last)
                return
            if batch is None:
                batch = _Batch(lines, self.columns)
            at = Flood._take(self, batch, at)
            odd += 1
            if at < len(lines) and odd * _PATIENCE > at:
                # Hardly a line is simple: the interpreter is faster with all of them at once.
                self._shy = _SHY
                Interpreter._run(self, "\r\n".join(lines[at:]) + "\r\n" + last)
                return
            if at < len(lines):
                Interpreter._run(self, lines[at] + "\r\n")
                at += 1
        if last:
            # Else what is held waits for the next data.
            Interpreter._run(self, self._release() + last)

    def _release(self) -> str:
        held, self._held = self._held, ""
        return held

    def _take(self, batch: _Batch, at: int) -> int:
        """Store lines from `at` on as rows; return the first that needs the interpreter; hot."""
        lines, bare = batch.shown, batch.bare
        clean, simple, room = batch.clean, batch.simple, batch.room
        style = self.style
        end = len(lines)
        if at == 0 and simple and bare is lines and style is DEFAULT and longest(lines) <= room:
            Scrolling._append_rows(self, lines, [], [], self.lines - 1)
            return end
        texts: list[str] = []
        attrs: list[str | None] = []
        wraps: list[int] = []
        while at < end:
            line, text = lines[at], bare[at]
            size = len(text)
            if len(line) == size and (not simple or size > room):
                erased = len(batch.lines[at]) != size
                if "\x1b" in line or erased and not fits(text, room, clean):
                    break
                if not Flood._take_text(self, line, clean, style, texts, attrs, wraps):
                    break
            elif len(line) == size:
                texts.append(text)
                attrs.append(style.ch * size if style is not DEFAULT else "")
            else:
                if not (simple and size <= room or fits(text, room, clean)):
                    break
                behind = style_behind(line, style)
                if behind.bg >= 0:
                    break
                texts.append(line if style is DEFAULT else style.prefix + line)
                attrs.append(None)
                style = behind
            at += 1
        if texts:
            self.style = style
            if wraps:
                wraps += [0] * (len(texts) - len(wraps))
            Scrolling._append_rows(self, texts, attrs, wraps, self.lines - 1)
        return at

    def _take_text(
        self,
        line: str,
        clean: bool,
        style: Style,
        texts: list[str],
        attrs: list[str | None],
        wraps: list[int],
    ) -> bool:
        """Add a line without ESC; tell whether that was possible."""
        columns = self.columns
        if "\t" in line:
            found = Flood._tabbed(self, line, style)
        elif not clean and not line.isprintable() and _CONTROL.search(line) is not None:
            return False
        elif len(line) * 2 <= columns and style is DEFAULT and not line.isascii():
            # It fits whatever its characters are; the sequence makes it a raw row.
            texts.append("\x1b[m" + line)
            attrs.append(None)
            return True
        else:
            found = flat_cells(line)
        if found is None:
            return False
        if len(found) > columns:
            wraps += [0] * (len(texts) - len(wraps))
            Flood._cut_rows(self, found, style, texts, attrs, wraps)
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
