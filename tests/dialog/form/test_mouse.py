"""A form by the mouse alone."""

from __future__ import annotations

from mplex.dialog.answer import CANCEL
from mplex.geometry import Size
from tests.dialog.form.forms import (
    action,
    box,
    click,
    ended,
    form,
    line,
    place,
    pointed,
    shows,
    values,
    widget,
)
from tests.dialog.screens import mouse, press, rows


def test_a_click_gives_the_focus() -> None:
    dialog = form(line("one"), line("two"))
    click(dialog, "two")
    assert pointed(dialog) == "two"
    assert widget(dialog, "two").entered == [0]


def test_buttons_are_pressed_where_they_stand() -> None:
    dialog = form(line("one"))
    assert click(dialog, "[ Cancel ]") == CANCEL
    dialog = form(line("one"))
    assert ended(click(dialog, "Submit")) == "__submit__"


def test_a_press_that_is_released_elsewhere_presses_nothing() -> None:
    dialog = form(line("one"))
    button, other = place(dialog, "Submit"), place(dialog, "Cancel")
    assert mouse(dialog, "down", *button) is None
    assert mouse(dialog, "up", *other) is None
    assert mouse(dialog, "up", *button) is None
    assert mouse(dialog, "down", *other) is None
    assert mouse(dialog, "up", 0, 0) is None


def test_only_the_left_button_presses() -> None:
    dialog = form(line("one"))
    at = place(dialog, "Submit")
    assert mouse(dialog, "down", *at, button=3) is None
    assert mouse(dialog, "up", *at, button=3) is None


def test_a_widget_has_the_mouse_until_the_release() -> None:
    dialog = form(line("zero"), box("one"), line("two"))
    at = place(dialog, "one")
    left = place(dialog, "[ ]").col
    mouse(dialog, "down", at.row, at.col)
    mouse(dialog, "drag", at.row + 3, at.col + 1)
    mouse(dialog, "up", at.row - 2, at.col)
    mouse(dialog, "up", at.row, at.col)
    heard = widget(dialog, "one").heard
    col = at.col - left
    assert heard == [("down", 0, col), ("drag", 3, col + 1), ("up", -2, col)]


def test_a_scrolled_widget_hears_its_own_rows() -> None:
    dialog = form(*(box(f"f{n:02}") for n in range(60)))
    rows(dialog)
    press(dialog, "BTab", "BTab", "BTab")
    click(dialog, "f55")
    assert widget(dialog, "f55").heard[0][:2] == ("down", 0)
    assert widget(dialog, "f55").on


def test_a_whole_form_by_the_mouse() -> None:
    dialog = form(box("one"), box("two"), actions=[action("go")])
    click(dialog, "two")
    assert values(click(dialog, "[ Go ]")) == {"one": False, "two": True}


def test_clicks_beside_everything_do_nothing() -> None:
    dialog = form(line("one"))
    before = rows(dialog)
    for row in range(-2, 30):
        for col in (-3, 0, 1, 200):
            assert mouse(dialog, "down", row, col) is None
            assert mouse(dialog, "up", row, col) is None
    assert rows(dialog) == before


def test_wrapped_buttons_are_pressed_where_they_stand() -> None:
    size = Size(30, 30)
    names = ["alpha", "beta", "gamma", "delta", "epsilon"]
    for name in names:
        dialog = form(line("one"), actions=[action(each) for each in names])
        assert ended(click(dialog, name.capitalize(), size)) == name


def test_the_message_goes_with_a_click() -> None:
    target = {"mode": "create", "path": "~/x"}
    dialog = form(*(line(f"f{n}") for n in range(20)), line("last", target=target))
    rows(dialog)
    press(dialog, "M-Enter")
    assert shows(dialog, "look at it")
    click(dialog, "last")
    assert not shows(dialog, "look at it")
