"""Big numbers over panes, and the clock."""

from __future__ import annotations

import pytest

from mplex.geometry import Rect, Size
from mplex.ui.big_digits import digits_width, put_digits
from mplex.ui.clock import Clock
from mplex.ui.overlay import HANDLED, IGNORED, TRANSPARENT, Close, OverlayStack
from mplex.ui.pane_numbers import NumberedPane, PaneNumbers
from mplex.ui.surface import Surface
from mplex.ui.theme import Theme
from mplex.vt.styles import REVERSE, intern_style
from tests.ui.drawing import RED, key, mouse, plain

PANES = (
    NumberedPane(Rect(0, 0, 7, 9), 0, active=True, size=Size(7, 9)),
    NumberedPane(Rect(0, 10, 3, 9), 11),
    NumberedPane(Rect(4, 10, 3, 9), 2),
)


def blocks(surface_attrs: list[str], number: int) -> list[str]:
    """Return a picture with # for the cells of digits."""
    style = Theme()["pane-number.active" if number == 0 else "pane-number"]
    filled = intern_style(style.fg, style.bg, REVERSE).ch
    return ["".join("#" if attr == filled else "." for attr in row) for row in surface_attrs]


def test_a_number_is_in_the_middle_of_its_pane() -> None:
    found = PaneNumbers(PANES, print).render(Size(7, 19))
    assert [row[:9] for row in blocks(list(found.attrs), 0)] == [
        ".........",
        "..#####..",
        "..#...#..",
        "..#...#..",
        "..#...#..",
        "..#####..",
        ".........",
    ]


def test_a_pane_too_small_has_a_small_number() -> None:
    found = PaneNumbers(PANES, print).render(Size(7, 19))
    assert found.texts[1][10:19].strip(TRANSPARENT) == "11"
    assert found.texts[5][10:19].strip(TRANSPARENT) == "2"


def test_the_size_is_in_the_corner_and_all_else_shows_the_panes() -> None:
    found = PaneNumbers(PANES, print).render(Size(7, 19))
    assert found.texts[0] == TRANSPARENT * 6 + "9x7" + TRANSPARENT * 10


CHOICES = (("0", 0), ("2", 2), ("b", 11), ("3", None), ("x", None), ("Escape", None))


@pytest.mark.parametrize(("name", "number"), CHOICES)
def test_a_key_chooses_a_pane(name: str, number: int | None) -> None:
    chosen: list[int | None] = []
    stack = OverlayStack(Size(7, 19))
    stack.push(PaneNumbers(PANES, chosen.append))
    stack.on_key(key(name))
    assert chosen == [number]


def test_a_click_chooses_a_pane() -> None:
    numbers = PaneNumbers(PANES, print)
    assert numbers.on_mouse(mouse("down", 1, 12)) == Close(11)
    assert numbers.on_mouse(mouse("down", 3, 12)) == Close()
    assert numbers.on_mouse(mouse("up", 1, 12)) == HANDLED


def test_digits_are_as_wide_as_they_say() -> None:
    surface = Surface(Size(5, 17))
    put_digits(surface, 0, 0, "1:7", RED)
    assert digits_width("1:7") == 17
    filled = intern_style(fg=1, flags=REVERSE).ch
    assert ["".join("#" if attr == filled else "." for attr in row) for row in surface.attrs] == [
        "..#.........#####",
        ".##.....#.......#",
        "..#............#.",
        "..#.....#.....#..",
        ".###..........#..",
    ]


def clock(size: Size) -> Clock:
    return Clock(lambda: "12:34", lambda _: Rect(2, 3, *size), style=RED)


def test_the_clock_is_big_where_it_fits_and_small_elsewhere() -> None:
    big = clock(Size(7, 31))
    assert big.layout(Size(30, 90)) == Rect(2, 3, 7, 31)
    assert any(intern_style(fg=1, flags=REVERSE).ch in row for row in big.render(Size(7, 31)).attrs)
    assert plain(clock(Size(3, 9)).render(Size(3, 9)).texts) == ["", "  12:34", ""]


def test_any_key_and_a_press_on_it_close_the_clock() -> None:
    found = clock(Size(7, 31))
    found.layout(Size(30, 90))
    assert found.on_key(key("a")) == Close()
    assert found.on_mouse(mouse("down", 0, 0)) == Close()
    assert found.on_mouse(mouse("up", 0, 0)) == HANDLED
    assert found.on_mouse(mouse("down", -1, 0)) == IGNORED


def test_the_clock_tells_when_it_is_gone() -> None:
    done: list[bool] = []
    stack = OverlayStack(Size(30, 90))
    stack.push(Clock(lambda: "1", lambda _: Rect(0, 0, 5, 5), on_done=lambda: done.append(True)))
    stack.on_key(key("x"))
    assert done == [True]
