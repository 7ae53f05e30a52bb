"""Frames to bytes for one terminal: the difference between what it shows and what it should show.

The renderer is the only one who writes to a client's terminal, so it knows what is there. Unchanged
rows are skipped by identity, scrolled ones are scrolled, of the others only what differs is
written. Between frames it keeps the rows it has shown, the cursor and the style; nothing else is
remembered anywhere.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence

from mplex.geometry import Point, Size
from mplex.term.colours import rgb_of
from mplex.term.features import Features
from mplex.term.frame import Frame
from mplex.term.output import Output
from mplex.term.picture import COVERED, Shown, beneath
from mplex.term.pictures import Pictures, pictures_for
from mplex.term.row_diff import blank_tail, changed_rows, changed_spans
from mplex.term.scroll import find_scroll, scrolled
from mplex.term.setup import CELL_QUERY, switch_mouse, switch_off, switch_on
from mplex.vt.styles import DEFAULT
from mplex.vt.widths import cut

_SHOW, _HIDE = "\x1b[?25h", "\x1b[?25l"
_SYNC_BEGIN, _SYNC_END = "\x1b[?2026h", "\x1b[?2026l"

SMALL = 64
"""Bytes up to which a change is drawn under the visible cursor: one write, so nothing flickers."""

ERASE_ROW, ERASE_CELLS = 4, 7
"""Blanks from which on EL (to the end of the row) or ECH is shorter than writing them."""

MAX_CLIPBOARD = 8 << 20
"""Bytes that are offered to the terminal's clipboard; more would block it, not fill it."""

_OSC_99 = ("kitty",)
_OSC_777 = ("foot", "wezterm", "ghostty", "contour")


class Renderer:
    """Draw frames on one terminal; see the module for how."""

    def __init__(self, size: Size, features: Features) -> None:
        self._size = size
        self._features = features
        self._pictures = pictures_for(features.graphics)
        self._mouse = 0
        self.start()

    @property
    def features(self) -> Features:
        """What the terminal can do; new ones make the next frame a whole one, but for graphics."""
        return self._features

    @features.setter
    def features(self, features: Features) -> None:
        before, self._features = self._features, features
        if before.graphics != features.graphics:
            self._change_graphics(features)
        if before._replace(graphics=features.graphics) != features:
            self.forget()

    def _change_graphics(self, features: Features) -> None:
        """Show pictures in another way; what was shown in the old one goes with the whole frame."""
        old, self._pictures = self._pictures, pictures_for(features.graphics)
        if old is not None and old.busy:
            self.forget()
        if old is not None:
            self._out.raw(old.stop())

    def start(self) -> bytes:
        """Return what takes the terminal over: alternate screen, modes, questions."""
        self._shape = 0
        self._colour = -1
        self._title = ""
        self._visible = True
        self.forget()
        return (switch_on(self._features) + switch_mouse(self._mouse, 0)).encode()

    def stop(self) -> bytes:
        """Return what gives the terminal back as it was."""
        pictures = self._pictures.stop() if self._pictures else ""
        self.forget()
        cursor = self._shape_sequence(0) if self._shape else ""
        colour = "\x1b]112\x1b\\" if self._colour >= 0 else ""
        mouse = switch_mouse(0, self._mouse)
        return (pictures + mouse + cursor + colour + switch_off(self._features) + _SHOW).encode()

    def resize(self, size: Size) -> None:
        """Draw frames of another size from now on."""
        self._size = size
        self.forget()

    def forget(self) -> None:
        """Draw the next frame whole, whatever the terminal shows."""
        self._rows: list[Shown] | None = None
        self._out = Output(*self._size, self._features)
        if self._pictures is not None:
            self._pictures.forget()

    def set_mouse(self, level: int) -> bytes:
        """Choose mouse reports: 0 none, 1000 buttons, 1002 and dragging, 1003 and all motion."""
        if not self._features.mouse:
            return b""
        before, self._mouse = self._mouse, level
        return switch_mouse(level, before).encode()

    def draw(self, frame: Frame) -> bytes:
        """Return what changes the terminal's picture into `frame`; empty if it is that already."""
        if frame.size != self._size:
            self.resize(frame.size)
        whole = self._draw_rows(frame)
        body = self._out.take()
        if frame.cursor is not None:
            self._out.move(*self._inside(frame.cursor))
        ending = self._out.take() + self._cursor_style(frame) + self._set_title(frame.title)
        if whole or len(body) > SMALL:
            if self._features.sync:
                body, ending = _SYNC_BEGIN + body, ending + self._show(frame) + _SYNC_END
            else:
                body = self._hide() + body
        return (body + ending + self._show(frame)).encode("utf-8", "replace")

    @property
    def waiting(self) -> bool:
        """Whether a picture of the last frame is still being made: the next frame may show it."""
        return self._pictures is not None and self._pictures.waiting

    def ask_cell(self) -> bytes:
        """Return the question for a cell's size, empty for a terminal that can't be asked."""
        return CELL_QUERY.encode() if self._features.queries else b""

    def bell(self) -> bytes:
        """Return what rings the terminal's bell."""
        return b"\a"

    def clipboard(self, data: bytes, selection: str = "c") -> bytes:
        """Return the OSC 52 that puts data into the terminal's clipboard, empty if it can't."""
        if not self._features.clipboard or len(data) > MAX_CLIPBOARD:
            return b""
        return b"\x1b]52;" + selection.encode() + b";" + b64encode(data) + b"\x1b\\"

    def notify(self, title: str, body: str, urgency: int = 1) -> bytes:
        """Return the OSC 99, 777 or 9 of a desktop notification, empty if the terminal has none.

        `urgency` is 0, 1 or 2, for terminals that know it.
        """
        if not self._features.notify:
            return b""
        title, body = _printable(title), _printable(body)
        name = self._features.name.lower()
        if name.startswith(_OSC_99):
            return _osc_99(title, body, urgency)
        if name.startswith(_OSC_777):
            title = title.replace(";", ",")
            return f"\x1b]777;notify;{title};{body}\x1b\\".encode()
        text = f"{title}: {body}" if title and body else title or body
        return f"\x1b]9;{text}\x1b\\".encode()

    def _draw_rows(self, frame: Frame) -> bool:
        """Write the rows that differ; say whether that was the whole picture."""
        rows, cols = self._size
        whole = self._rows is None
        if self._rows is None:
            self._out.clear()
            self._rows = [("", "")] * rows
        wanted = _rows(frame, rows)
        changed = _cut_changed(self._rows, wanted, cols)
        pictures = self._pictures
        if pictures is not None and (frame.pictures or pictures.busy):
            self._draw_pictures(pictures, frame, wanted)
            return whole
        scroll = find_scroll(self._rows, wanted, changed)
        if scroll is not None:
            self._out.scroll(*scroll)
            self._rows = scrolled(self._rows, scroll)
            changed = changed_rows(self._rows, wanted)
        self._draw_changes(self._rows, wanted, changed)
        return whole

    def _draw_pictures(self, pictures: Pictures, frame: Frame, wanted: list[Shown]) -> None:
        """Write rows and pictures; nothing is scrolled, since pictures would scroll with it."""
        assert self._rows is not None
        shown = pictures.begin(frame.pictures, self._size)
        wanted = beneath(wanted, shown)
        before = pictures.spoiled(self._rows)
        self._draw_changes(before, wanted, changed_rows(before, wanted))
        pictures.finish(self._out, before, wanted)

    def _draw_changes(
        self, before: list[Shown], wanted: list[Shown], changed: Sequence[int]
    ) -> None:
        cols = self._size.cols
        for y in changed:
            self._draw_row(y, _padded(before[y], cols), _padded(wanted[y], cols))
        self._out.end_link()
        self._rows = wanted

    def _draw_row(self, y: int, old: tuple[str, str], new: tuple[str, str]) -> None:
        """Write what differs in one row; both versions are padded to the width."""
        out, cols = self._out, self._size.cols
        text, attrs = new
        tail = blank_tail(text, attrs, cols)
        spans = changed_spans(old, new)
        # Where a picture was erased and not written over, xterm shows it again when it repaints.
        inked = COVERED in old[0]
        for start, end in spans:
            if inked:
                out.write(y, start, text[start:end], attrs[start:end])
                continue
            if end > tail and out.can_erase(attrs[-1]) and cols - max(start, tail) >= ERASE_ROW:
                if start < tail:
                    out.write(y, start, text[start:tail], attrs[start:tail])
                last = spans[-1][1]
                begin = max(start, tail)
                if last - begin >= ERASE_ROW:
                    out.erase(y, begin, cols - begin, attrs[-1])
                    return
                start = begin
            self._draw_span(y, start, end, text, attrs)

    def _draw_span(self, y: int, start: int, end: int, text: str, attrs: str) -> None:
        """Write the cells from `start` to `end`, erasing those at the end that are blank."""
        out = self._out
        if text[end - 1] == " " and end - start >= ERASE_CELLS and self._features.erase:
            begin = max(start, blank_tail(text, attrs, end))
            if end - begin >= ERASE_CELLS and out.can_erase(attrs[end - 1]):
                if start < begin:
                    out.write(y, start, text[start:begin], attrs[start:begin])
                out.erase(y, begin, end - begin, attrs[end - 1])
                return
        out.write(y, start, text[start:end], attrs[start:end])

    def _inside(self, point: Point) -> tuple[int, int]:
        rows, cols = self._size
        return min(max(point.row, 0), rows - 1), min(max(point.col, 0), cols - 1)

    def _hide(self) -> str:
        was, self._visible = self._visible, False
        return _HIDE if was else ""

    def _show(self, frame: Frame) -> str:
        """Return what makes the cursor visible or not, as the frame wants it."""
        was, self._visible = self._visible, frame.cursor is not None
        if was == self._visible:
            return ""
        return _SHOW if self._visible else _HIDE

    def _cursor_style(self, frame: Frame) -> str:
        if not self._features.cursor_style:
            return ""
        changes = ""
        if frame.cursor_shape != self._shape:
            self._shape = frame.cursor_shape
            changes = self._shape_sequence(self._shape)
        if frame.cursor_colour != self._colour:
            self._colour = frame.cursor_colour
            rgb = f"12;#{rgb_of(self._colour):06x}" if self._colour >= 0 else "112"
            changes += f"\x1b]{rgb}\x1b\\"
        return changes

    def _shape_sequence(self, shape: int) -> str:
        return f"\x1b[{shape or self._features.usual_cursor} q"

    def _set_title(self, title: str) -> str:
        if not title or title == self._title or not self._features.title:
            return ""
        self._title = title
        return f"\x1b]2;{_printable(title)}\x1b\\"


def _rows(frame: Frame, rows: int) -> list[Shown]:
    """Return as many rows of a frame as there is room for; those that are missing are blank."""
    found = list(zip(frame.texts, frame.attrs, strict=True))
    return found if len(found) == rows else [*found[:rows], *[("", "")] * (rows - len(found))]


def _cut_changed(before: list[Shown], wanted: list[Shown], cols: int) -> list[int]:
    """Return which rows differ, and cut those that are too wide.

    Only rows that differ are looked at: what was shown before is not too wide.
    """
    changed = changed_rows(before, wanted)
    for y in changed:
        text, attrs = wanted[y]
        if len(text) > cols:
            wanted[y] = cut(text, 0, cols), attrs[:cols]
    return changed


def _padded(row: tuple[str, str], cols: int) -> tuple[str, str]:
    return row[0].ljust(cols), row[1].ljust(cols, DEFAULT.ch)


def _printable(text: str) -> str:
    return "".join(char for char in text if char.isprintable())


def _osc_99(title: str, body: str, urgency: int) -> bytes:
    """Return a notification in kitty's own way: the title first, then the body if there is one."""
    if not body:
        return f"\x1b]99;u={urgency};{title}\x1b\\".encode()
    first = f"\x1b]99;i=mplex:d=0:u={urgency};{title}\x1b\\"
    return f"{first}\x1b]99;i=mplex:d=1:p=body;{body}\x1b\\".encode()
