"""One program running twice, in mplex and in tmux, and the comparison of what they show.

Both get the same keys at the same time, through a terminal around an attached client. Compared is
what the terminals show, and what the two servers know of the pane: its cells with their
attributes, cursor, modes and title. A step is over when all of that is equal, and everybody, from
the terminals' clients to the programs and their children, has nothing left to do: keys that come
too early may mean something else.
"""

from __future__ import annotations

import re
import select
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from mplex.client.control import ControlConnection
from mplex.geometry import Size
from mplex.server.environment import default_term
from mplex.vt.chars import STUB
from mplex.vt.clusters import expand
from mplex.vt.screen import Screen
from mplex.vt.stream import ByteStream
from mplex.vt.styles import REVERSE, STRIKE, UNDERLINE_MASK, Style, style_of
from tests.programs.script import Program, Step
from tests.support.processes import resting
from tests.support.server import Server
from tests.support.terminal import Terminal
from tests.support.tmux import TmuxServer
from tests.support.waiting import INTERVAL, LIMIT

SIZE = Size(24, 80)
SETTLED = 0.03
"""Seconds without output after which two equal screens count as finished."""

UNMOVED = 0.3
"""Seconds without output after which a step counts as one that changes nothing."""

ENDED = "-- ended with "
"""Shown behind the program's last screen, so that what it leaves behind is compared as well."""

CONFIG = """
set -g status off
set -g mouse on
set -g focus-events on
set -s escape-time 10
set -g default-terminal {term}
set -s set-clipboard off
set -g prefix None
set -g automatic-rename off
set -s terminal-overrides "xterm*:RGB"
"""

FACTS = (
    "cursor_x cursor_y cursor_flag insert_flag keypad_cursor_flag keypad_flag mouse_all_flag"
    " mouse_any_flag mouse_button_flag mouse_sgr_flag mouse_standard_flag mouse_utf8_flag"
    " origin_flag wrap_flag scroll_region_upper scroll_region_lower alternate_on pane_height"
    " pane_width history_size pane_title"
).split()
"""What both servers know of a pane beside its cells."""

WANTED = "\t".join(f"#{{{name}}}" for name in FACTS)
"""The format that tells them all."""

INKLESS = ~(REVERSE | STRIKE | UNDERLINE_MASK)


class Row(NamedTuple):
    """A row's cells and their looks."""

    text: str
    looks: tuple[Look, ...]


class Look(NamedTuple):
    """How a cell looks."""

    fg: int
    bg: int
    flags: int
    underline: int


class View(NamedTuple):
    """What a server knows of a pane."""

    rows: list[Row]
    facts: dict[str, str]


PLAIN = Look(-1, -1, 0, -1)
MASKED = "░"


def look_of(style: Style, char: str) -> Look:
    """Return how a cell looks; a blank's foreground and weight can't be seen."""
    if char == " " and not style.flags & ~INKLESS:
        return Look(-1, style.bg, 0, -1)
    return Look(style.fg, style.bg, style.flags, style.ul)


def rows_of(screen: Screen, masks: tuple[str, ...]) -> list[Row]:
    """Return a screen's rows, with what the masks fit blotted out."""
    rows = []
    for text, attrs in zip(*screen.visible(), strict=True):
        cells = text.ljust(screen.columns)
        styles = attrs.ljust(screen.columns, "\0")
        looks = [look_of(style_of(styles[col]), char) for col, char in enumerate(cells)]
        for mask in masks:
            for match in re.finditer(mask, cells):
                start, end = match.span()
                cells = cells[:start] + MASKED * (end - start) + cells[end:]
                looks[start:end] = [PLAIN] * (end - start)
        rows.append(Row(cells, tuple(looks)))
    return rows


def asks(terminal: Terminal, prompt: str) -> bool:
    """Say whether the text before a terminal's cursor ends with a prompt."""
    if not prompt:
        return True
    cursor = terminal.cursor
    before = terminal.rows()[cursor.row][: cursor.col] if cursor is not None else ""
    return before.rstrip().endswith(prompt)


class Twin:
    """The program in one of the two."""

    def __init__(self, server: Server, program: Program, folder: Path, term: str) -> None:
        self.server = server
        self.masks = (*program.masks, rf"/home/{folder.name}\b")
        environ = {
            "HOME": str(folder),
            "PATH": server.house.environ["PATH"],
            "TERM": term,
            "COLORTERM": "truecolor",
            "LANG": "C.UTF-8",
            "LC_ALL": "C.UTF-8",
            "TZ": "UTC",
            **dict(entry.split("=", 1) for entry in program.environ),
        }
        folder.mkdir()
        program.prepare(folder)
        # An interrupt is meant for the program, not for the shell that shows its end.
        line = f"trap : INT; {program.command}; echo '{ENDED}'$?; exec cat"
        words = [f"{name}={value}" for name, value in environ.items()]
        argv = ["new-session", "-c", str(folder), "env", "-i", *words, "sh", "-c", line]
        self.terminal = server.terminal(*argv, size=SIZE)
        self.marks = 0
        self.pids = [self.terminal.pid]

    def ask(self, *argv: str) -> str:
        """Return the output of a command of the server."""
        return self.server.ok(*argv)

    def close(self) -> None:
        """Let go of the server."""

    def resting(self) -> bool:
        """Say whether the client, the server and the program wait for something to happen."""
        if len(self.pids) == 1:
            self.pids.append(int(self.ask("display-message", "-p", "#{pid}")))
        return resting(self.pids)

    def changed(self) -> bool:
        """Say whether anything was drawn since the step began."""
        return len(self.terminal.output) > self.marks

    def shown(self) -> list[Row]:
        """Return the rows on the terminal."""
        return rows_of(self.terminal.screen, self.masks)

    def known(self) -> View:
        """Return what the server knows of the pane."""
        answer = self.ask("display-message", "-p", WANTED, ";", "capture-pane", "-p", "-e", "-N")
        values, *lines = answer.split("\n")
        facts = dict(zip(FACTS, values.split("\t"), strict=True))
        size = self.terminal.size
        screen = Screen(size.cols, size.rows, history=0)
        # tmux writes line drawing as the letters of the second character set.
        data = "\x1b)0" + "\r\n".join(lines[: size.rows])
        ByteStream(screen).feed(data.encode("utf-8", "surrogateescape"))
        return View(rows_of(screen, self.masks), facts)


class MplexTwin(Twin):
    """The program in mplex, which is asked over its control socket."""

    control: ControlConnection | None = None

    def close(self) -> None:
        """Let go of the server."""
        if self.control is not None:
            self.control.close()

    def ask(self, *argv: str) -> str:
        """Return the output of a command of the server."""
        if self.control is None:
            self.control = ControlConnection(str(self.server.control))
        answer = self.control.call("command", {"argv": list(argv), "target": ":0.0"}, LIMIT)
        assert answer["status"] == 0, answer
        return str(answer["stdout"])


class Twins:
    """A program in both, step by step; a context manager."""

    def __init__(self, mplex: Server, tmux: TmuxServer, program: Program) -> None:
        term = default_term(mplex.house.environ)
        config = CONFIG.format(term=term)
        mplex.configure(config)
        tmux.configure(config)
        home = mplex.house.home
        self.one = MplexTwin(mplex, program, home / "one", term)
        self.two = Twin(tmux, program, home / "two", term)
        self.both = (self.one, self.two)
        self.apart = program.apart
        self.ready = Step(shows=program.ready)

    def __enter__(self) -> Twins:
        return self

    def __exit__(self, *exc_info: object) -> None:
        for twin in self.both:
            twin.close()

    def play(self, steps: tuple[str | Step, ...]) -> None:
        """Wait for the program, do all steps, and compare after each."""
        self.settle("the program has started", self.ready)
        for number, step in enumerate(steps, 1):
            step = Step(step) if isinstance(step, str) else step
            for twin in self.both:
                twin.marks = len(twin.terminal.output)
                if step.size:
                    twin.terminal.resize(*step.size)
                twin.terminal.send(step.keys)
            self.settle(f"step {number}: {step}", step)

    def settle(self, what: str, step: Step) -> None:
        """Wait until the step is over and both show the same."""
        terminals = [twin.terminal for twin in self.both]
        begun = quiet_since = time.monotonic()
        while True:
            now = time.monotonic()
            select.select([terminal.fd for terminal in terminals], [], [], INTERVAL / 2)
            wrote = [terminal.pump() for terminal in terminals]
            if any(wrote):
                quiet_since = now
            moved = all(twin.changed() for twin in self.both)
            # After another size it is the multiplexer that draws first, and then the program.
            done = (moved or step.shows) and not step.size
            if now - quiet_since > (SETTLED if done else UNMOVED):
                there = all(
                    terminal.find(step.shows) and asks(terminal, step.asks)
                    for terminal in terminals
                )
                if there and self.rest() and not self.differences():
                    return
                quiet_since = now
            if now - begun > LIMIT:
                raise AssertionError(f"{what}\n{self.report(step)}")

    def rest(self) -> bool:
        """Say whether all is done on both sides, and all of it has been seen."""
        resting = all(twin.resting() for twin in self.both)
        return resting and not any(twin.terminal.pump() for twin in self.both)

    def differences(self) -> list[str]:
        """Return in what the two differ; the costly comparison only when the cheap one is done."""
        one, two = (twin.terminal for twin in self.both)
        found = [*row_differences("terminal", self.one.shown(), self.two.shown())]
        if one.cursor != two.cursor:
            found.append(f"cursor: {one.cursor} / {two.cursor}")
        if one.screen.cursor_shape != two.screen.cursor_shape:
            found.append(f"shape: {one.screen.cursor_shape} / {two.screen.cursor_shape}")
        if found:
            return found
        first, second = (twin.known() for twin in self.both)
        found += row_differences("pane", first.rows, second.rows)
        if first.facts["pane_width"] != str(one.size.cols):
            found.append(f"no pane of {one.size} yet")
        for name in (name for name in FACTS if name not in self.apart):
            if first.facts[name] != second.facts[name]:
                found.append(f"{name}: {first.facts[name]!r} / {second.facts[name]!r}")
        return found

    def report(self, step: Step) -> str:
        """Return what a failure tells: both screens, and where they differ."""
        lines = ["mplex / tmux:", *self.differences()]
        if step.shows:
            lines.append(f"expected on both: {step.shows!r}")
        for name, twin in (("mplex", self.one), ("tmux", self.two)):
            lines += [name, twin.terminal.picture()]
        return "\n".join(lines)


def row_differences(where: str, ones: list[Row], twos: list[Row]) -> Iterator[str]:
    """Yield what differs between two lists of rows: the text, or else the first look."""
    for row, (one, two) in enumerate(zip(ones, twos, strict=True)):
        if one.text != two.text:
            yield f"{where} row {row}:\n  {readable(one.text)}\n  {readable(two.text)}"
        elif one.looks != two.looks:
            col = next(col for col, look in enumerate(one.looks) if look != two.looks[col])
            yield f"{where} row {row} col {col}: {one.looks[col]} / {two.looks[col]}"


def readable(text: str) -> str:
    """Return cells as text."""
    return expand(text.replace(STUB, "")).rstrip()
