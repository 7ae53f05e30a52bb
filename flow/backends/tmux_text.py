"""What a screen looks like in tmux, as text: the rows of a menu, the rows of a popup.

The one idea: a text is made plain and cut into rows first, and guarded against tmux's format
language last, so that nothing in a spec is ever expanded. Rows are measured in bytes, which are
never fewer than columns, because tmux marks a menu row as cut by its bytes.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from mplex.dialog.plain_text import plain_line, plain_text
from mplex.dialog.spec import AskScreen

ELLIPSIS = "…"
FRAME = 4
"""Columns of a menu or popup that are its border and the space inside of it; two rows are."""

_HASHES = re.compile(r"#+(\[?)")


class Item(NamedTuple):
    """A row of a menu."""

    text: str
    option: int | None = None
    """The index of the option that it chooses; None for a row that can't be chosen."""


class Menu(NamedTuple):
    """A menu that fits."""

    title: str
    items: tuple[Item, ...]


def literal(text: str) -> str:
    """Return a plain text as a tmux format that shows just this text.

    tmux halves a run of hashes twice, when it expands a format and when it draws the result; the
    first time it spares a run before a bracket.
    """
    return _HASHES.sub(lambda run: run.group().replace("#", "##" if run.group(1) else "####"), text)


def measure(text: str) -> int:
    """Return how much of a menu's row a text takes, in bytes as tmux counts them."""
    return len(text.encode()) + text.count("#")


def wrapped(text: str, width: int) -> list[str]:
    """Return a text as plain rows that measure at most `width`, broken at blanks where it can."""
    if not text:
        return []
    rows = []
    for line in plain_text(text).split("\n"):
        while measure(line) > width:
            end = _fitting(line, width)
            blank = line.rfind(" ", 1, end + 1)
            row, line = line[:end], line[end:]
            if blank > 0 and row[:blank].strip():
                row, line = row[:blank], (row + line)[blank + 1 :]
            rows.append(row)
        rows.append(line)
    return rows


def shortened(text: str, width: int) -> str:
    """Return a plain line that measures at most `width`, with an ellipsis where it was cut."""
    line = plain_line(text)
    if measure(line) <= width:
        return line
    return line[: _fitting(line, width - measure(ELLIPSIS))] + ELLIPSIS


def _fitting(line: str, width: int) -> int:
    """Return how many characters of a line measure at most `width`; at least one."""
    taken = 0
    for count, char in enumerate(line):
        taken += measure(char)
        if taken > width:
            return max(1, count)
    return len(line)


def full_menu(screen: AskScreen, width: int) -> Menu:
    """Return the menu that says all of a choice, however many rows that takes."""
    title = plain_line(screen.title or screen.label)
    said = [screen.text, screen.label if screen.title else ""]
    if measure(title) > width:
        said.insert(0, title)
    return Menu(shortened(title, width), (*_said(said, width), *_options(screen, width)))


def short_menu(screen: AskScreen, width: int) -> Menu:
    """Return the menu of a choice with one row for each option and nothing else."""
    title = shortened(screen.label or screen.title, width)
    options = (shortened(option, width) for option in screen.options)
    return Menu(title, tuple(Item(option, index) for index, option in enumerate(options)))


def _said(parts: Sequence[str], width: int) -> list[Item]:
    """Return texts as rows that can't be chosen, with a blank one after each."""
    items = []
    for part in parts:
        rows = wrapped(part, width)
        items += [Item(row) for row in rows] + ([Item("")] if rows else [])
    return items


def _options(screen: AskScreen, width: int) -> list[Item]:
    items = []
    for index, option in enumerate(screen.options):
        first, *rest = wrapped(plain_line(option), width)
        items += [Item(first, index), *(Item(f"  {row}") for row in rest)]
    return items


def popup_rows(screen: AskScreen, width: int, *, options: bool = False) -> list[str]:
    """Return the rows of a popup: title, text and label, and the options where a menu cuts them."""
    rows = [f"\x1b[1m{row}\x1b[m" for row in wrapped(plain_line(screen.title), width)]
    parts = [screen.text, plain_line(screen.label)]
    if options:
        parts.append("\n".join(f"- {plain_line(option)}" for option in screen.options))
    for part in parts:
        if part:
            rows += [""] if rows else []
            rows += wrapped(part, width)
    return rows
