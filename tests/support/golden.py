"""Golden files: an expected screen or text kept beside the test, readable in a review.

`GOLDEN=write make test` writes what there is now; then read the difference before committing it.
"""

from __future__ import annotations

import difflib
import os
from pathlib import Path

from mplex.vt.styles import OVERLINE, REVERSE, STRIKE, UNDERLINE_MASK, Style, intern_style
from tests.support.terminal import Terminal

MARKS = REVERSE | STRIKE | OVERLINE | UNDERLINE_MASK
"""What shows in a blank cell beside its background."""


def compare(path: Path, text: str) -> None:
    """Fail with a difference when `text` is not what the file at `path` holds."""
    text = text.rstrip("\n") + "\n"
    if os.environ.get("GOLDEN") == "write":
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return
    if not path.exists():
        raise AssertionError(f"no golden file {path}; GOLDEN=write makes it. It would be:\n{text}")
    expected = path.read_text(encoding="utf-8")
    if text != expected:
        lines = difflib.unified_diff(
            expected.splitlines(), text.splitlines(), path.name, "now", lineterm=""
        )
        raise AssertionError("not as in the golden file:\n" + "\n".join(lines))


def screen_golden(terminal: Terminal) -> str:
    """Return a terminal's screen in golden form.

    A head line with size and cursor; each row between bars, so that trailing blanks count; then one
    line for each run of cells that is not in the default style, as `row:from-to SGR`. Of a blank
    cell's style only what can be seen counts, since there are many ways to draw one.
    """
    cursor = terminal.cursor
    where = f"{cursor.row},{cursor.col}" if cursor else "hidden"
    lines = [f"size {terminal.size.rows}x{terminal.size.cols} cursor {where}"]
    lines += [f"|{row:<{terminal.size.cols}}|" for row in terminal.rows()]
    for row in range(terminal.size.rows):
        lines += _runs(terminal, row)
    return "\n".join(lines)


def _runs(terminal: Terminal, row: int) -> list[str]:
    """Return the styled runs of one row."""
    lines = []
    start = 0
    text = terminal.screen.visible()[0][row].ljust(terminal.size.cols)
    styles = [_seen(terminal.style(row, col), text[col]) for col in range(terminal.size.cols)]
    for col in range(1, len(styles) + 1):
        if col == len(styles) or styles[col].id != styles[start].id:
            if styles[start].id:
                sgr = styles[start].prefix.removeprefix("\x1b[").removesuffix("m")
                lines.append(f"{row}:{start}-{col - 1} {sgr}")
            start = col
    return lines


def _seen(style: Style, cell: str) -> Style:
    """Return what can be seen of a cell's style."""
    if cell != " " or style.link or style.flags & MARKS:
        return style
    return intern_style(bg=style.bg)
