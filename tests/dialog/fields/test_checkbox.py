"""Kind checkbox: a box and its label in one row."""

from __future__ import annotations

import pytest

from mplex.dialog.fields.checkbox import CheckboxWidget
from mplex.dialog.fields.widget import Took
from tests.dialog.fields.input_hands import (
    click,
    click_on,
    field,
    heard,
    kit,
    look,
    press,
    same_after_restore,
)


def box(**members: object) -> CheckboxWidget:
    return CheckboxWidget(field("checkbox", **members), kit())


def test_space_toggles_and_the_rest_is_the_forms() -> None:
    widget = box(default=False)
    values = heard(widget)
    assert press(widget, "Space Space x") == [Took.YES] * 3
    assert values == [True, False, True]
    assert set(press(widget, "Enter Tab Up Down Escape y")) == {Took.NO}


def test_a_click_on_box_or_label_toggles() -> None:
    widget = box(label="Tell the team")
    assert click_on(widget, "[ ]", 1) is Took.YES
    assert click_on(widget, "team") is Took.YES
    assert widget.value() is False
    assert click(widget, 0, 50) is Took.NO


def test_a_long_label_is_wrapped_beside_the_box() -> None:
    widget = box(label="I have read 漢字 and the rest", default=True)
    assert look(widget, 20) == ["▸ [x] I have read", "      漢字 and the", "      rest"]
    assert look(widget, 20, focus=False)[0] == "  [x] I have read"
    assert click_on(widget, "rest", cols=20) is Took.YES


def test_a_wrong_one_is_told_by_a_character() -> None:
    widget = box()
    widget.mark(True)
    assert look(widget)[0].startswith("! [ ]")


@pytest.mark.parametrize("default", (True, False))
def test_values_come_back(default: bool) -> None:
    assert same_after_restore([(box(default=default), box(default=not default))])
    widget = box(default=default)
    widget.restore("yes")
    assert widget.value() is default
    assert widget.problem() == ""
