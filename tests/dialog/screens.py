"""Dialogs to look at: drawing one as text, and pressing its keys."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from mplex.dialog.flow_screen import MplexFlowScreen
from mplex.dialog.spec import check_screen
from mplex.geometry import Size
from mplex.term.keys import KeyEvent, MouseEvent, parse_key, text_of
from mplex.ui.overlay import Close, Overlay, Result
from mplex.ui.theme import Theme, style_text
from mplex.vt.clusters import expand
from mplex.vt.styles import style_of

ASKER = "deploy.sh in %3"


def dialog(**screen: Any) -> MplexFlowScreen:
    """Return the dialog for a screen; without options it is a message."""
    kind = "choice" if "options" in screen else "message"
    return MplexFlowScreen(check_screen({"kind": kind, **screen}), ASKER, Theme())


def picture(overlay: Overlay, size: Size) -> str:
    """Draw an overlay as a golden text.

    A head line with the screen's size and the rectangle; the rows between bars; then the cells that
    are not in the default style, as `rows:cols style`.
    """
    rect = overlay.layout(size)
    drawn = overlay.render(rect.size)
    lines = [f"screen {size.rows}x{size.cols}, at {rect.row},{rect.col} {rect.rows}x{rect.cols}"]
    lines += [f"|{expand(text)}|" for text in drawn.texts]
    return "\n".join(lines + _styles(drawn.attrs))


def _styles(attrs: Sequence[str]) -> list[str]:
    """Return one line for each rectangle of one style, in the order of their first rows."""
    found: dict[str, int] = {}
    lines: list[tuple[int, str]] = []
    for row in range(len(attrs) + 1):
        here = set(_runs(attrs[row])) if row < len(attrs) else set()
        for run in [run for run in found if run not in here]:
            first = found.pop(run)
            lines.append((first, f"{first}-{row - 1}:{run}"))
        for text in here:
            found.setdefault(text, row)
    return [line for _row, line in sorted(lines)]


def _runs(attrs: str) -> Iterator[str]:
    start = 0
    for col in range(1, len(attrs) + 1):
        if col == len(attrs) or attrs[col] != attrs[start]:
            style = style_text(style_of(attrs[start]))
            if style != "default":
                yield f"{start}-{col - 1} {style}"
            start = col


def rows(overlay: Overlay, rows: int = 24, cols: int = 80) -> list[str]:
    """Return the drawn rows of an overlay on a screen of this size, as plain text."""
    rect = overlay.layout(Size(rows, cols))
    return [expand(text) for text in overlay.render(rect.size).texts]


def press(overlay: Overlay, *keys: str) -> object:
    """Press keys by their names; return the value it closed with, None while it is open."""
    result: Result | None = None
    for name in keys:
        key = parse_key(name)
        assert not isinstance(result, Close), f"closed before {name}"
        result = overlay.on_key(KeyEvent(key, b"", text_of(key)))
    return result.value if isinstance(result, Close) else None


def mouse(overlay: Overlay, action: str, row: int, col: int = 5, button: int = 1) -> object:
    """Do something with the mouse; return the value it closed with, None while it is open."""
    result = overlay.on_mouse(MouseEvent(action, button, row, col))
    return result.value if isinstance(result, Close) else None


def selected(overlay: MplexFlowScreen, rows_cols: tuple[int, int] = (24, 80)) -> str:
    """Return the label beside the marker of the selected option."""
    marked = [row for row in rows(overlay, *rows_cols) if "▸" in row]
    assert len(marked) == 1, marked
    return marked[0].strip("│▲▼ ").removeprefix("▸").strip()
