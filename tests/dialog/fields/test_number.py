"""Kind number: typed, stepped, held to its bounds."""

from __future__ import annotations

import pytest

from mplex.dialog.fields.number import NO_NUMBER, TOO_LARGE, NumberWidget
from mplex.dialog.fields.widget import Took
from tests.dialog.fields.input_hands import (
    click_on,
    enter_text,
    field,
    kit,
    look,
    press,
    same_after_restore,
)


def number(**members: object) -> NumberWidget:
    return NumberWidget(field("number", **{"default": None, "step": 1, **members}), kit())


@pytest.mark.parametrize(
    ("text", "value"),
    (
        ("", None),
        ("42", 42),
        ("-3.50", -3.5),
        (".5", 0.5),
        ("7.0", 7),
        ("1e3", 1000),
        (" 8 ", 8),
        ("nan", None),
        ("inf", None),
        ("1_000", None),
        ("1,5", None),
        ("٣", None),
        ("12a", None),
        ("9" * 30, None),
    ),
)
def test_what_is_typed_is_a_number_or_null(text: str, value: float | None) -> None:
    widget = enter_text(number(), text)
    assert widget.value() == value
    assert type(widget.value()) is type(value)
    assert bool(widget.problem()) is (bool(text) and value is None)


def test_problems_say_what_to_write() -> None:
    assert enter_text(number(), "x").problem() == NO_NUMBER
    assert enter_text(number(), "9" * 30).problem() == TOO_LARGE
    assert enter_text(number(min=1, max=5), "6").problem() == "This must be 1 to 5."
    assert enter_text(number(min=1), "0").problem() == "This must be at least 1."
    assert enter_text(number(max=0.5), "1").problem() == "This must be at most 0.5."


def test_an_empty_line_blocks_only_where_it_is_required() -> None:
    assert number(min=1, max=5).problem() == ""
    assert number(required=True).problem()


def test_a_default_is_taken_into_its_bounds() -> None:
    assert number(default=99, max=10).value() == 10
    assert number(default=0.25).value() == 0.25


def test_up_and_down_step_exactly_and_stop_at_the_bounds() -> None:
    widget = number(default=0.1, step=0.1, max=0.4, min=-1)
    press(widget, "Up Up")
    assert widget.value() == 0.3
    press(widget, "Up Up Up")
    assert widget.value() == 0.4
    press(widget, "NPage NPage")
    assert widget.value() == -1


def test_stepping_begins_at_zero_or_the_bound_next_to_it() -> None:
    for low, first in ((None, 0), (5, 5)):
        widget = number(min=low)
        press(widget, "Up")
        assert widget.value() == first


def test_a_step_can_be_undone() -> None:
    widget = number(default=5)
    press(widget, "Up C-_")
    assert widget.value() == 5


def test_the_buttons_step() -> None:
    widget = number(default=5)
    for text, value in (("[+]", 6), ("[-]", 5), ("[-]", 4)):
        assert click_on(widget, text, 1) is Took.YES
        assert widget.value() == value
    assert click_on(widget, "4") is Took.YES


def test_a_narrow_field_has_no_buttons() -> None:
    assert look(number(default=5), 12)[1] == "  5"


def test_bounds_stand_where_nothing_is_typed() -> None:
    assert look(number(min=1, max=5))[1].split("[")[0].strip() == "1 to 5"


def test_a_paste_is_edited_like_what_is_typed() -> None:
    widget = number()
    widget.on_paste("12\n")
    assert widget.value() == 12


def test_values_come_back() -> None:
    pairs = [
        (number(default=each), number(default=1)) for each in (None, 5, 0.1, -2.5, 1e-9, 10**15)
    ]
    assert same_after_restore(pairs)
    widget = number(default=3)
    for wrong in (True, "4", float("nan")):
        widget.restore(wrong)
    assert widget.value() == 3
