"""Kind password: masked on screen, plain in the value."""

from __future__ import annotations

from mplex.dialog.fields.password import PasswordWidget
from mplex.dialog.fields.widget import Took
from mplex.geometry import Point
from tests.dialog.fields.input_hands import (
    click,
    cursor,
    enter_text,
    field,
    kit,
    look,
    press,
    same_after_restore,
)


def password(**members: object) -> PasswordWidget:
    return PasswordWidget(field("password", **members), kit())


def test_it_is_masked_and_reported() -> None:
    widget = enter_text(password(), "漢a")
    assert look(widget) == ["▸ It", "  ••"]
    assert cursor(widget) == Point(1, 4)
    assert widget.value() == "漢a"


def test_a_paste_is_taken_and_a_click_places_the_cursor() -> None:
    widget = password()
    assert widget.on_paste("hunter2\n") is Took.YES
    click(widget, 1, 3)
    press(widget, "DC")
    assert widget.value() == "hnter2"


def test_a_placeholder_is_seen_as_long_as_it_is_empty() -> None:
    widget = password(placeholder="paste it")
    assert look(widget)[1] == "  paste it"


def test_blank_blocks_where_it_is_required() -> None:
    widget = password(required=True)
    assert widget.problem()
    assert enter_text(widget, " ").problem()
    assert enter_text(widget, "x").problem() == ""
    assert password().problem() == ""


def test_values_come_back() -> None:
    assert same_after_restore([(enter_text(password(), "pass"), password())])


def test_it_can_be_wiped() -> None:
    widget = enter_text(password(), "pass")
    widget.wipe()
    press(widget, "C-_ C-y")
    assert widget.value() == ""
