"""Names of mouse events: clicks counted, drags bound to where they began."""

from __future__ import annotations

from typing import Any

from mplex.geometry import Point
from mplex.server.mouse import CLICK_TIME, MouseTracker, Place
from mplex.term.keys import CTRL, META, MouseEvent

LEFT_PANE: Any = object()
RIGHT_PANE: Any = object()


class Screen:
    """Two panes of ten columns with a border between them and a status row below."""

    session: Any = None

    def place_at(self, row: int, col: int) -> Place:
        if row >= 5:
            return Place("Status", None, None, "window")
        if col == 10:
            return Place("Border", None, LEFT_PANE)
        return Place("Pane", None, LEFT_PANE if col < 10 else RIGHT_PANE)

    def pane_point(self, pane: Any, row: int, col: int) -> Point:
        return Point(row, col - (11 if pane is RIGHT_PANE else 0))


def event(action: str, row: int = 0, col: int = 0, button: int = 1, mods: int = 0) -> MouseEvent:
    return MouseEvent(action, button, row, col, mods, b"")


def names(tracker: MouseTracker, *events: MouseEvent, step: float = 0.05) -> list[str]:
    found = []
    for number, each in enumerate(events):
        hit = tracker.hit(each, Screen(), number * step)
        found.append(hit.name if hit else "")
    return found


def test_a_click() -> None:
    got = names(MouseTracker(), event("down", 1, 2), event("up", 1, 2))
    assert got == ["MouseDown1Pane", "MouseUp1Pane"]


def test_clicks_count_to_three_and_start_anew() -> None:
    click = [event("down"), event("up")]
    got = names(MouseTracker(), *click * 4)
    assert [name for name in got if "Up" not in name] == [
        "MouseDown1Pane",
        "DoubleClick1Pane",
        "TripleClick1Pane",
        "MouseDown1Pane",
    ]


def test_slow_or_distant_clicks_are_single() -> None:
    slow = names(MouseTracker(), event("down"), event("down"), step=CLICK_TIME + 0.01)
    far = names(MouseTracker(), event("down"), event("down", 0, 1))
    other = names(MouseTracker(), event("down"), event("down", button=3))
    assert slow == far == ["MouseDown1Pane"] * 2
    assert other == ["MouseDown1Pane", "MouseDown3Pane"]


def test_a_drag_belongs_to_where_it_began() -> None:
    tracker = MouseTracker()
    got = names(
        tracker,
        event("down", 1, 10),
        event("drag", 1, 12),
        event("drag", 6, 3),
        event("up", 6, 3),
        event("up", 1, 1),
    )
    assert got == [
        "MouseDown1Border",
        "MouseDrag1Border",
        "MouseDrag1Border",
        "MouseDragEnd1Border",
        "MouseUp1Pane",
    ]


def test_positions_are_the_panes_own() -> None:
    tracker = MouseTracker()
    hit = tracker.hit(event("down", 2, 13), Screen(), 0.0)
    assert hit is not None
    assert (hit.pane, hit.event.row, hit.event.col) == (RIGHT_PANE, 2, 2)
    moved = tracker.hit(event("drag", 2, 3), Screen(), 0.1)
    assert moved is not None
    assert (moved.pane, moved.event.col) == (RIGHT_PANE, -8)
    assert moved.pressed == Point(2, 2)


def test_modifiers_stand_in_front() -> None:
    got = names(MouseTracker(), event("wheel-up", mods=CTRL | META), event("down", 5, mods=META))
    assert got == ["C-M-WheelUpPane", "M-MouseDown1Status"]
