"""Ways to feed a screen and look at it, shared by the tests of this package."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from mplex.vt.chars import STUB, char_width
from mplex.vt.clusters import cell_text
from mplex.vt.rows import cook
from mplex.vt.screen import Screen
from mplex.vt.stream import ByteStream
from mplex.vt.styles import STYLES, Style, style_of


def terminal(
    data: bytes | str = b"", columns: int = 20, lines: int = 6, history: int = 100
) -> Screen:
    """Return a screen that was fed `data` at once."""
    return chunked([data.encode() if isinstance(data, str) else data], columns, lines, history)


def chunked(chunks: Iterable[bytes], columns: int, lines: int, history: int = 100) -> Screen:
    """Return a screen that was fed the chunks one after another."""
    screen = Screen(columns, lines, history)
    stream = ByteStream(screen)
    for chunk in chunks:
        stream.feed(chunk)
    return screen


def bytewise(data: bytes) -> list[bytes]:
    """Return the data in chunks of one byte."""
    return [data[i : i + 1] for i in range(len(data))]


def text(screen: Screen) -> list[str]:
    """Return the rows as text in NFC, without trailing blanks and blank rows at the end."""
    rows = [unicodedata.normalize("NFC", row).rstrip(" ") for row in screen.display]
    while rows and not rows[-1]:
        rows.pop()
    return rows


def history(screen: Screen) -> list[str]:
    """Return the rows above the screen."""
    return [screen.line(n)[0].rstrip(" ") for n in range(-screen.history_size, 0)]


def at(screen: Screen) -> tuple[int, int]:
    """Return the cursor as (column, row)."""
    row, column = screen.cursor_point
    return column, row


def style_at(screen: Screen, row: int, column: int) -> Style:
    """Return the style of a cell."""
    _, attrs, _ = screen.line(row)
    return style_of(attrs[column]) if column < len(attrs) else STYLES[0]


def state(screen: Screen) -> dict[str, object]:
    """Return everything that must not depend on how the data was cut."""
    return {
        "main": _rows(screen.main.texts, screen.main.attrs),
        "other": _rows(screen.other.texts, screen.other.attrs),
        "visible": list(screen.display),
        "looks": [a.rstrip(STUB) for a in screen.visible()[1]],
        "wraps": list(screen.W),
        "cursor": (screen.cursor_point, screen.pending, screen.cursor.hidden),
        "pen": screen.style,
        "last": screen.last,
        "margins": (screen.top, screen.bottom, screen.left, screen.right),
        "modes": (screen.origin, screen.insert, screen.autowrap, screen.newline_mode),
        "screen": (screen.alternate, screen.synchronized, screen.mouse_mode, screen.kitty_stacks),
        "sets": (tuple(screen.sets), screen.gl, screen.single_shift),
        "tabs": sorted(screen.tabstops),
        "history": [_row(*screen.line(n)) for n in range(-screen.history_size, 0)],
        "pushed": screen.history_pushed,
        "title": (screen.title, screen.icon_name, screen.path, list(screen.title_stack)),
        "replies": screen.take_replies(),
        "events": screen.take_events(),
    }


def _shown(text: str, attrs: str) -> tuple[str, str]:
    """Return a row without the blanks and looks at its end that show nothing."""
    attrs = attrs.rstrip(STUB)
    used = len(attrs)
    return text[:used] + text[used:].rstrip(" "), attrs


def _row(text: str, attrs: str, wrap: int) -> tuple[str, str, int]:
    return (*_shown(text, attrs), wrap)


def _rows(texts: list[str], attrs: list[str | None]) -> list[tuple[str, str]]:
    pairs = [cook(t) if a is None else (t, a) for t, a in zip(texts, attrs, strict=True)]
    return [_shown(t, a) for t, a in pairs]


def check_rows(screen: Screen) -> None:
    """Assert what holds of every row, the cursor and the margins at any time."""
    screen.visible()
    for rows in (screen.main, screen.other):
        assert len(rows.texts) == len(rows.attrs) == len(rows.wraps) == screen.lines
        for row, attrs in zip(rows.texts, rows.attrs, strict=True):
            if attrs is not None:
                check_row(row, attrs, screen.columns)
    for n in range(-screen.history_size, 0):
        row, attrs, _ = screen.line(n)
        check_row(row, attrs, screen.columns)
    assert 0 <= screen.cursor.x < screen.columns
    assert 0 <= screen.cursor.y < screen.lines
    assert screen.top < screen.bottom or screen.lines == 1
    assert screen.left < screen.right or screen.columns == 1


def check_row(row: str, attrs: str, columns: int) -> None:
    """Assert what holds of every row."""
    assert len(attrs) <= len(row) <= columns, (row, attrs)
    assert "\x1b" not in row
    assert all(ord(a) < len(STYLES) for a in attrs)
    for i, cell in enumerate(row):
        if cell == STUB:
            assert i and row[i - 1] != STUB, row
        elif char_width(cell_text(cell)[0]) == 2:
            assert row[i + 1 : i + 2] == STUB, row
