"""What a recorded key script is made of: programs, steps, and the names of keys.

A step is what a person does before looking again: some keys, a click, another size of the terminal.
The scripts themselves are in the modules named after kinds of programs; playing them is `twins`.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from mplex.geometry import Size

UP, DOWN, RIGHT, LEFT = "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D"
HOME, END, PAGE_UP, PAGE_DOWN = "\x1b[H", "\x1b[F", "\x1b[5~", "\x1b[6~"
INSERT, DELETE = "\x1b[2~", "\x1b[3~"
ENTER, TAB, SHIFT_TAB, ESCAPE, BACKSPACE = "\r", "\t", "\x1b[Z", "\x1b", "\x7f"
CTRL_RIGHT, CTRL_LEFT = "\x1b[1;5C", "\x1b[1;5D"
F = ("", "\x1bOP", "\x1bOQ", "\x1bOR", "\x1bOS", *(f"\x1b[{n}~" for n in (15, 17, 18, 19, 20, 21)))
"""The function keys by their number, up to F10."""


def ctrl(letter: str) -> str:
    """Return what a letter with Control sends."""
    return chr(ord(letter) & 0x1F)


def alt(key: str) -> str:
    """Return what a key with Alt sends."""
    return "\x1b" + key


def paste(text: str) -> str:
    """Return what a terminal sends for pasted text, when asked to mark it."""
    return f"\x1b[200~{text}\x1b[201~"


def click(row: int, col: int) -> str:
    """Return a click of the left button on a cell."""
    return f"\x1b[<0;{col + 1};{row + 1}M\x1b[<0;{col + 1};{row + 1}m"


def wheel(row: int, col: int, *, down: bool) -> str:
    """Return a turn of the wheel over a cell."""
    return f"\x1b[<{64 + down};{col + 1};{row + 1}M"


class Step(NamedTuple):
    """One step: keys to type, or another size; and what is on the screen when it is done.

    `shows` and `asks` are only needed where a program takes its time: without them a step is done
    when both screens have changed and are the same, or nothing happens.
    """

    keys: str = ""
    shows: str = ""
    size: Size | None = None
    asks: str = ""
    """The end of the prompt before the cursor: what comes before a prompt is echoed elsewhere."""


def resize(rows: int, cols: int, shows: str = "") -> Step:
    """Return the step that gives the terminal another size."""
    return Step(size=Size(rows, cols), shows=shows)


def no_files(home: Path) -> None:
    """Prepare nothing."""


class Program(NamedTuple):
    """A program, what it needs in its home folder, and the script.

    `command` is for sh, started in the home folder; `ready` is what it shows when it has started.
    `masks` are patterns of what may differ between two runs: clocks, process ids. `apart` names
    what the servers may know differently, since the program found something in mplex that this
    tmux does not have.
    """

    name: str
    command: str
    ready: str
    steps: tuple[str | Step, ...]
    prepare: Callable[[Path], None] = no_files
    masks: tuple[str, ...] = ()
    environ: tuple[str, ...] = ()
    apart: tuple[str, ...] = ()
