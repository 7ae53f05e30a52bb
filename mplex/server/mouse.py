"""What a mouse event hit and what it is called in a key table.

A tracker per client turns the terminal's events into tmux's names: clicks become double and triple
clicks, motion becomes a drag that belongs to where it began. Only geometry and counting here; what
happens is decided by the key tables.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

from mplex.commands.context import MouseHit
from mplex.geometry import Point
from mplex.model.pane import Pane
from mplex.model.session import Session
from mplex.model.window import Window
from mplex.term.keys import CTRL, META, SHIFT, MouseEvent

CLICK_TIME = 0.3
"""Seconds between two presses of a double click."""
CLICK_NAMES = {1: "MouseDown", 2: "DoubleClick", 3: "TripleClick"}
WHEEL_NAMES = {
    "wheel-up": "WheelUp",
    "wheel-down": "WheelDown",
    "wheel-left": "WheelLeft",
    "wheel-right": "WheelRight",
}
MODIFIERS = ((CTRL, "C-"), (META, "M-"), (SHIFT, "S-"))


class Place(NamedTuple):
    """Where on a client's screen an event is: the place's name, and what is there."""

    name: str
    """Pane, Border, Status, StatusLeft, StatusRight, StatusDefault."""
    window: Window | None
    pane: Pane | None
    status_range: str = ""


class Map(Protocol):
    """A client's screen as the mouse sees it."""

    @property
    def session(self) -> Session:
        """The session that is looked at."""

    def place_at(self, row: int, col: int) -> Place:
        """Say what is drawn at a cell of the screen."""

    def pane_point(self, pane: Pane, row: int, col: int) -> Point:
        """Turn a cell of the screen into one of a pane, perhaps outside of it."""


class MouseTracker:
    """Names the mouse events of one client."""

    def __init__(self) -> None:
        self.dragging: Place | None = None
        """Where the drag that goes on began."""
        self._pressed: Place | None = None
        self._last_press = (-1.0, 0, -1, -1)
        self._count = 0

    def hit(self, event: MouseEvent, screen: Map, now: float) -> MouseHit | None:
        """Return what the event hit and its key name; None for one that has no name."""
        place = screen.place_at(event.row, event.col)
        name = self._verb(event, place, now)
        if not name:
            return None
        if self.dragging is not None and event.action in ("drag", "up"):
            place = self.dragging
        if event.action == "up":
            self.dragging = self._pressed = None
        pressed, screen_point = None, Point(event.row, event.col)
        if place.name == "Pane" and place.pane is not None:
            at = screen.pane_point(place.pane, event.row, event.col)
            event = event._replace(row=at.row, col=at.col)
            pressed = screen.pane_point(place.pane, *self.pressed_at)
        modifiers = "".join(text for bit, text in MODIFIERS if event.mods & bit)
        return MouseHit(
            event,
            f"{modifiers}{name}{place.name}",
            screen.session,
            place.window,
            place.pane,
            place.status_range,
            screen_point,
            pressed,
        )

    @property
    def pressed_at(self) -> Point:
        """The cell of the screen where a button was pressed last."""
        return Point(*self._last_press[2:])

    def reset(self) -> None:
        """Forget a press or drag that goes on, as when something else takes the mouse."""
        self.dragging = self._pressed = None
        self._count = 0

    def _verb(self, event: MouseEvent, place: Place, now: float) -> str:
        if event.action in WHEEL_NAMES:
            return WHEEL_NAMES[event.action]
        if event.action == "down":
            self._pressed = place
            self._count_press(event, now)
            return f"{CLICK_NAMES[self._count]}{event.button}"
        if event.action == "drag":
            if self.dragging is None:
                self.dragging = self._pressed or place
                self._count = 0
            return f"MouseDrag{event.button}"
        if event.action == "up":
            return f"{'MouseUp' if self.dragging is None else 'MouseDragEnd'}{event.button}"
        return "MouseMove" if event.action == "move" else ""

    def _count_press(self, event: MouseEvent, now: float) -> None:
        when, button, row, col = self._last_press
        again = now - when <= CLICK_TIME and (button, row, col) == (
            event.button,
            event.row,
            event.col,
        )
        self._count = self._count % 3 + 1 if again else 1
        self._last_press = (now, event.button, event.row, event.col)
