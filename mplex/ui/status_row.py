"""The status row: its left part, the list of windows, its right part, and where clicks land.

One idea: every part is a strip of cells with the ranges in it, strips are cut and placed, and the
list of windows gives way first, scrolled so that the current window stays in sight. What the texts
say comes from formats and is not known here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from mplex.ui.mark import label
from mplex.ui.markup import Segment, segments
from mplex.ui.rows import Row, cut_row, padded, splice, styled
from mplex.vt.styles import DEFAULT, Style

JUSTIFY: Final = ("left", "centre", "right", "absolute-centre")
STATUS_ROWS: Final = {"off": 0, "on": 1, "2": 2, "3": 3, "4": 4, "5": 5}
"""Rows that each value of the option `status` gives."""
LEFT_MARKER: Final = "<"
RIGHT_MARKER: Final = ">"


class StatusRange(NamedTuple):
    """Cells of the status row that mean something when clicked."""

    start: int
    end: int
    """The first cell after it."""
    kind: str
    """"left", "right", "window", "session", "pane" or "user"."""
    argument: str = ""
    """The window's index, the session's or pane's id, or the user's text."""


class StatusRow(NamedTuple):
    """A drawn status row."""

    row: Row
    ranges: tuple[StatusRange, ...]

    def range_at(self, col: int) -> StatusRange | None:
        """Return what a click on a column means, None for nothing."""
        for found in reversed(self.ranges):
            if found.start <= col < found.end:
                return found
        return None


class WindowLabel(NamedTuple):
    """One window in the list."""

    number: int
    """Its index in the session."""
    text: str
    """With `#[...]` markup."""
    style: Style | None = None
    """None for the row's own."""
    current: bool = False


class StatusStyles(NamedTuple):
    """The styles of the three parts."""

    row: Style = DEFAULT
    left: Style | None = None
    right: Style | None = None


class _Strip(NamedTuple):
    row: Row
    ranges: tuple[StatusRange, ...] = ()
    focus: tuple[int, int] = (0, 0)

    @property
    def width(self) -> int:
        return len(self.row.text)


def status_row(
    width: int,
    left: str,
    windows: Sequence[WindowLabel],
    right: str,
    *,
    justify: str = "left",
    styles: StatusStyles = StatusStyles(),  # noqa: B008 - immutable.
    separator: str = " ",
    left_length: int | None = None,
    right_length: int | None = None,
) -> StatusRow:
    """Draw a status row of `width` cells; the texts have `#[...]` markup.

    `left_length` and `right_length` limit these parts; None leaves them as they are.
    """
    base = styles.row
    left_part = _limited(_strip(segments(left, styles.left or base), "left"), left_length)
    right_part = _limited(_strip(segments(right, styles.right or base), "right"), right_length)
    return _laid_out(
        width, left_part, _window_list(windows, separator, base), right_part, justify, base
    )


def markup_row(width: int, text: str, base: Style = DEFAULT) -> StatusRow:
    """Draw a row from one text with `#[align=...]`, `#[list=...]` and `#[range=...]`."""
    found = segments(text, base)
    listed = [segment for segment in found if segment.list in ("on", "focus")]
    parts = {
        align: _strip(s for s in found if not s.list and s.align == align) for align in JUSTIFY
    }
    fill = next((segment.fill for segment in reversed(found) if segment.fill), base)
    justify = listed[0].align if listed else "centre"
    if not listed and parts["absolute-centre"].width:
        justify = "absolute-centre"
    middle = _strip(listed) if listed else parts[justify]
    return _laid_out(width, parts["left"], middle, parts["right"], justify, fill)


def message_row(width: int, text: str, style: Style = DEFAULT) -> Row:
    """Draw a row with a message, plain text, cut at the right."""
    return padded(styled(label(" ".join(text.split("\n"))), style), width, style)


def _window_list(windows: Sequence[WindowLabel], separator: str, base: Style) -> _Strip:
    found: list[Segment] = []
    for window in windows:
        if found:
            found.extend(segments(separator, base))
        for segment in segments(window.text, window.style or base):
            kind = segment.range or f"window|{window.number}"
            focus = "focus" if window.current else "on"
            found.append(segment._replace(range=kind, list=focus))
    return _strip(found)


def _strip(parts: Iterable[Segment], whole: str = "") -> _Strip:
    """Draw segments one after the other; `whole` names the range that all of it is."""
    texts, attrs = [], []
    ranges: list[StatusRange] = []
    focus = (0, 0)
    col = 0
    for segment in parts:
        text = label(segment.text)
        end = col + len(text)
        texts.append(text)
        attrs.append(segment.style.ch * len(text))
        if segment.list == "focus":
            focus = (focus[0] if focus[1] else col, end)
        if segment.range and end > col:
            _add_range(ranges, col, end, segment.range)
        col = end
    if whole and col:
        ranges.insert(0, StatusRange(0, col, whole))
    return _Strip(Row("".join(texts), "".join(attrs)), tuple(ranges), focus)


def _add_range(ranges: list[StatusRange], start: int, end: int, name: str) -> None:
    kind, _, argument = name.partition("|")
    last = ranges[-1] if ranges else None
    if last is not None and last[1:] == (start, kind, argument):
        ranges[-1] = last._replace(end=end)
    else:
        ranges.append(StatusRange(start, end, kind, argument))


def _limited(strip: _Strip, length: int | None) -> _Strip:
    return strip if length is None else _cut(strip, 0, length)


def _cut(strip: _Strip, start: int, width: int) -> _Strip:
    """Return `width` cells of a strip from `start`, and the ranges that are left in them."""
    width = max(0, width)
    ranges = _moved(strip.ranges, -start, width)
    focus = (max(0, strip.focus[0] - start), max(0, strip.focus[1] - start))
    return _Strip(cut_row(strip.row, start, width), ranges, focus)


def _moved(ranges: Iterable[StatusRange], by: int, width: int) -> tuple[StatusRange, ...]:
    moved = (
        each._replace(start=max(0, each.start + by), end=min(width, each.end + by))
        for each in ranges
    )
    return tuple(each for each in moved if each.start < each.end)


def _laid_out(
    width: int, left: _Strip, middle: _Strip, right: _Strip, justify: str, base: Style
) -> StatusRow:
    """Place three strips on a row; the middle gives way first, then the right, then the left."""
    left = _cut(left, 0, width)
    right = _cut(right, 0, width - left.width)
    room = width - left.width - right.width
    middle = _scrolled(middle, room, base)
    spare, half = room - middle.width, middle.width // 2
    at = {
        "centre": left.width + room // 2 - half,
        "right": left.width + spare,
        "absolute-centre": max(left.width, min(width // 2 - half, left.width + spare)),
    }.get(justify, left.width)
    row = padded(Row(""), width, base)
    ranges: list[StatusRange] = []
    for strip, col in ((left, 0), (middle, at), (right, width - right.width)):
        row = splice(row, width, col, strip.row)
        ranges.extend(_moved(strip.ranges, col, width))
    return StatusRow(row, tuple(ranges))


def _scrolled(strip: _Strip, room: int, base: Style) -> _Strip:
    """Return a strip cut to `room` cells around its focus, with marks where something is cut."""
    if strip.width <= room:
        return strip
    middle = (strip.focus[0] + strip.focus[1]) // 2
    start = max(0, min(middle - room // 2, strip.width - room))
    found = _cut(strip, start, room)
    row, ranges = found.row, found.ranges
    if start > 0 and room > 0:
        row = splice(row, room, 0, styled(LEFT_MARKER, base))
    if start + room < strip.width and room > 1:
        row = splice(row, room, room - 1, styled(RIGHT_MARKER, base))
    return _Strip(row, ranges)
