"""What a person does at a terminal, as steps of a table: keys, clicks, drags, and looking.

Everything on the screen is found by its text. A step that looks or clicks waits for that text, so
that a row of steps needs no other waiting. `MOUSE` are the steps of somebody who has no keyboard:
they may still type into a line that they have clicked.
"""

from __future__ import annotations

from typing import NamedTuple

from mplex.geometry import Point
from tests.integration.dialogs.room import Room

TAB, ENTER, ESCAPE, SPACE = "\t", "\r", "\x1b", " "
UP, DOWN, RIGHT, LEFT = "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D"
PAGE_UP, PAGE_DOWN, END = "\x1b[5~", "\x1b[6~", "\x1b[F"
ALT_DOWN = "\x1b[1;3B"
SHIFT_DOWN, SHIFT_RIGHT = "\x1b[1;2B", "\x1b[1;2C"
SUBMIT = "\x1b\r"
"""Alt and Enter: the main button, from anywhere."""


class Keys(NamedTuple):
    """Press keys of every kind."""

    keys: str

    def do(self, room: Room) -> None:
        """Do it."""
        room.type(self.keys)


class Typed(NamedTuple):
    """Type text, and see it there unless it is hidden."""

    text: str
    shown: str = ""

    def do(self, room: Room) -> None:
        """Do it."""
        assert self.text.isprintable()
        room.type(self.text)
        room.see(self.shown or self.text)


class See(NamedTuple):
    """Wait until a text is on the screen."""

    text: str

    def do(self, room: Room) -> None:
        """Do it."""
        room.see(self.text)


class Gone(NamedTuple):
    """Wait until a text is no longer on the screen."""

    text: str

    def do(self, room: Room) -> None:
        """Do it."""
        room.see_nothing_of(self.text)


class Click(NamedTuple):
    """Click where a text begins, or so many cells right of it and below."""

    text: str
    right: int = 0
    down: int = 0

    def do(self, room: Room) -> None:
        """Do it."""
        at = room.see(self.text)
        room.click(Point(at.row + self.down, at.col + self.right))


class Drag(NamedTuple):
    """Press where a text begins, move to where another does, and release there."""

    text: str
    to: str
    right: int = 0

    def do(self, room: Room) -> None:
        """Do it."""
        start, end = room.see(self.text), room.see(self.to)
        drag(room, start, Point(end.row, end.col + self.right))


class Wheel(NamedTuple):
    """Turn the wheel down over a text, and look after each turn, until another one is there."""

    text: str
    until: str

    def do(self, room: Room) -> None:
        """Do it."""
        at = room.see(self.text)
        while room.terminal.find(self.until) is None:
            before = room.terminal.screen_text()
            room.mouse(65, at)
            room.terminal.wait_until(
                f"the wheel to do something, and at last to bring {self.until!r}",
                lambda before=before: room.terminal.screen_text() != before,  # type: ignore[misc]
            )


Step = Keys | Typed | See | Gone | Click | Drag | Wheel
MOUSE = (Typed, See, Gone, Click, Drag, Wheel)


def do_all(room: Room, steps: tuple[Step, ...]) -> None:
    """Do one step after the other."""
    for step in steps:
        step.do(room)


def drag(room: Room, start: Point, end: Point) -> None:
    """Press at a cell, move to another by way of those between, and release there."""
    room.mouse(0, start)
    steps = max(abs(end.row - start.row), abs(end.col - start.col))
    for step in range(1, steps + 1):
        row = start.row + (end.row - start.row) * step // steps
        col = start.col + (end.col - start.col) * step // steps
        room.mouse(32, Point(row, col))
    room.mouse(0, end, release=True)
