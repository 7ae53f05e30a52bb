"""What the tests of `mplex.ui` share: keys by name, rows to read, a naive model of cells."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hypothesis import strategies as st

from mplex.geometry import Size
from mplex.term.keys import KeyEvent, MouseEvent, parse_key, text_of
from mplex.ui.overlay import Overlay
from mplex.ui.rows import Row
from mplex.vt.chars import STUB
from mplex.vt.clusters import cells, expand
from mplex.vt.styles import BOLD, DEFAULT, UNDERLINE, Style, intern_style, style_of

RED = intern_style(fg=1)
BLUE_BOLD = intern_style(fg=4, flags=BOLD)
MARKED = intern_style(bg=3, flags=UNDERLINE)
STYLES = (DEFAULT, RED, BLUE_BOLD, MARKED)


def key(name: str) -> KeyEvent:
    """Return the event of a key by tmux's name."""
    found = parse_key(name)
    return KeyEvent(found, b"", text_of(found))


def keys(names: str) -> list[KeyEvent]:
    """Return the events of several keys, names separated by blanks."""
    return [key(name) for name in names.split()]


def typed(text: str) -> list[KeyEvent]:
    """Return the events of a text that is typed."""
    return [key("Space" if char == " " else char) for char in text]


def mouse(action: str, row: int, col: int, button: int = 1) -> MouseEvent:
    """Return a mouse event."""
    return MouseEvent(action, button, row, col, 0, b"")


def plain(texts: Iterable[str]) -> list[str]:
    """Return rows as text, without the blanks at their ends."""
    return [expand(text).rstrip() for text in texts]


def picture(overlay: Overlay, rows: int, cols: int) -> list[str]:
    """Lay an overlay out on a screen and return what its rectangle shows."""
    rect = overlay.layout(Size(rows, cols))
    return plain(overlay.render(rect.size).texts)


def styles_of(row: Row, start: int, end: int) -> set[Style]:
    """Return the styles of some cells."""
    return {style_of(attr) for attr in row.attrs.ljust(end, DEFAULT.ch)[start:end]}


def whole(text: str) -> bool:
    """Say whether no wide character of a row lacks a half."""
    for index, char in enumerate(text):
        if char == STUB and (index == 0 or text[index - 1] in (STUB, " ")):
            return False
        if is_wide(char) and text[index + 1 : index + 2] != STUB:
            return False
    return True


def is_wide(char: str) -> bool:
    """Say whether a cell's character is wide on its own."""
    return char != STUB and len(cells(expand(char))) == 2


rows = st.lists(st.sampled_from(["a", "b", " ", "漢", "界", "🙂", "e\u0301"]), max_size=12).map(
    lambda chars: cells("".join(chars))
)
"""Row texts with narrow and wide characters and clusters."""


@st.composite
def styled_rows(draw: st.DrawFn) -> Row:
    """Return rows with a style for each cell, wide characters in one, perhaps cut short."""
    text = draw(rows)
    attrs = ""
    for char in text:
        attrs += attrs[-1] if char == STUB else draw(st.sampled_from(STYLES)).ch
    return Row(text, attrs[: draw(st.integers(0, len(attrs)))])


def model(row: Row, width: int) -> list[tuple[str, str]]:
    """Return a row as cells of (character, attribute), a plain and slow model."""
    texts = list(row.text)[:width] + [" "] * (width - len(row.text))
    attrs = list(row.attrs)[:width] + [DEFAULT.ch] * (width - len(row.attrs))
    return mended(list(zip(texts, attrs, strict=True)))


def mended(found: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return cells with every half of a wide character as a blank."""
    done = list(found)
    for index, (char, attr) in enumerate(done):
        before = done[index - 1][0] if index else ""
        if char == STUB and not (before and is_wide(before)):
            done[index] = (" ", attr)
    for index, (char, attr) in enumerate(done):
        after = done[index + 1][0] if index + 1 < len(done) else ""
        if is_wide(char) and after != STUB:
            done[index] = (" ", attr)
    return done
