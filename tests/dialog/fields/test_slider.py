"""Kind slider: a value that is always within its bounds."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mplex.dialog.fields.slider import SliderWidget
from mplex.dialog.fields.widget import Took
from mplex.term.keys import MouseEvent
from tests.dialog.fields.input_hands import (
    click,
    click_on,
    enter_text,
    field,
    heard,
    kit,
    look,
    place,
    press,
    same_after_restore,
)


def slider(**members: object) -> SliderWidget:
    given = {"min": 0, "max": 100, "step": 5, "default": 25, **members}
    return SliderWidget(field("slider", **given), kit())


@pytest.mark.parametrize(
    ("names", "value"),
    (
        ("Right", 30),
        ("Left Left", 15),
        ("Home", 0),
        ("End", 100),
        ("PPage", 35),
        ("NPage", 15),
        ("Home Left", 0),
        ("4 2", 40),
        ("7 BSpace 6", 5),
        ("9 9 9", 100),
        ("9 Right 1", 0),
    ),
)
def test_keys_move_it(names: str, value: int) -> None:
    widget = slider()
    press(widget, names)
    assert widget.value() == value


def test_other_keys_are_left_to_the_form() -> None:
    assert set(press(slider(), "Up Down Tab Enter Escape x")) == {Took.NO}


def test_steps_are_exact() -> None:
    widget = slider(min=0, max=1, step=0.1, default=0)
    press(widget, "Right Right Right")
    assert widget.value() == 0.3


def test_it_is_drawn_with_its_value() -> None:
    row = look(slider(default=50), 40)[1]
    assert row.startswith("  ‹ ━━")
    assert row.endswith("─ ›  50")
    assert look(slider(), 9)[1] == "25"


def test_what_is_typed_stands_there_until_it_is_done() -> None:
    widget = enter_text(slider(min=10, max=90), "42")
    assert look(widget)[1].endswith("42")
    assert widget.value() == 40
    press(widget, "Tab")
    assert look(widget)[1].endswith("40")


def test_clicks_drags_and_its_buttons_move_it() -> None:
    widget = slider()
    assert click_on(widget, "─ ›", 0) is Took.YES
    assert widget.value() == 100
    assert click_on(widget, "‹") is Took.YES
    assert widget.value() == 95
    click_on(widget, "›")
    assert widget.value() == 100
    bar = place(widget, "━")
    widget.on_mouse(MouseEvent("down", 1, bar.row, bar.col), 60)
    assert widget.value() == 0
    assert widget.on_mouse(MouseEvent("drag", 1, bar.row + 5, 500), 60) is Took.YES
    assert widget.value() == 100
    widget.on_mouse(MouseEvent("up", 1, 0, 0), 60)
    assert widget.on_mouse(MouseEvent("drag", 1, bar.row, bar.col), 60) is Took.NO
    assert click(widget, 0, 3) is Took.NO


def test_a_click_snaps_to_the_steps() -> None:
    widget = slider(step=25)
    bar = place(widget, "━")
    for right, value in ((1, 0), (10, 25), (20, 50)):
        click(widget, bar.row, bar.col + right)
        assert widget.value() == value


def test_a_paste_is_taken_when_it_is_a_number() -> None:
    widget = slider()
    values = heard(widget)
    assert widget.on_paste("61\n") is Took.YES
    assert widget.on_paste("much") is Took.NO
    assert values == [60]


def test_values_come_back_and_wrong_ones_are_left_aside() -> None:
    assert same_after_restore([(slider(default=33), slider()), (slider(default=0.5), slider())])
    widget = slider()
    for wrong in (101, -1, "5", None, True):
        widget.restore(wrong)
    assert widget.value() == 25
    assert widget.problem() == ""


@given(st.integers(1, 100), st.integers(0, 99), st.sampled_from((0.1, 1, 7, 1000)))
@settings(deadline=None, max_examples=40)
def test_every_click_gives_a_value_within_the_bounds(cols: int, col: int, step: float) -> None:
    widget = slider(min=-3, max=4.5, step=step, default=0)
    widget.on_mouse(MouseEvent("down", 1, 1, col), cols)
    assert -3 <= widget.value() <= 4.5
    assert widget.render((cols,), True).cursor[0] < cols
