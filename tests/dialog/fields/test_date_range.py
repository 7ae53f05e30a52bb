"""Kind date_range: two days, one after the other."""

from __future__ import annotations

import pytest

from mplex.dialog.fields.date_range import BOTH, DateRangeWidget
from mplex.dialog.fields.widget import Took
from tests.dialog.fields.input_hands import (
    click,
    click_on,
    enter_text,
    field,
    heard,
    kit,
    look,
    press,
    same_after_restore,
)


def days(first: str = "", last: str = "", **members: object) -> DateRangeWidget:
    default = {"from": first, "to": last}
    return DateRangeWidget(field("date_range", default=default, **members), kit())


def test_both_days_are_typed_one_after_the_other() -> None:
    widget = enter_text(days(), "20261224")
    assert widget.value() == {"from": "2026-12-24", "to": ""}
    enter_text(widget, "20261227")
    assert widget.value() == {"from": "2026-12-24", "to": "2026-12-27"}
    assert look(widget)[1] == "  2026-12-24 → 2026-12-27 ▾  4 days"


@pytest.mark.parametrize(
    ("first", "last", "required", "problem"),
    (
        ("", "", False, ""),
        ("", "", True, BOTH),
        ("2026-12-24", "", True, BOTH),
        ("", "2026-12-24", True, BOTH),
        ("2026-12-24", "", False, ""),
        ("2026-12-24", "2026-12-20", True, ""),
    ),
)
def test_required_needs_both_ends(first: str, last: str, required: bool, problem: str) -> None:
    assert days(first, last, required=required).problem() == problem


def test_a_day_that_is_none_blocks() -> None:
    assert enter_text(days(), "20260230").problem().startswith("There is no day")
    assert enter_text(days("2026-01-01"), "202601012026").problem()


def test_the_wrong_order_is_told_and_allowed() -> None:
    widget = days("2026-12-24", "2026-12-20")
    assert look(widget)[1].endswith("! the end is before the start")
    assert widget.value() == {"from": "2026-12-24", "to": "2026-12-20"}
    assert look(widget, 36)[2] == "  ! the end is before the start"


def test_the_month_asks_for_one_after_the_other() -> None:
    widget = days()
    values = heard(widget)
    press(widget, "Down")
    assert "Pick the first day." in "\n".join(look(widget))
    press(widget, "Left Enter")
    assert "Pick the last day." in "\n".join(look(widget))
    press(widget, "Right Right Enter")
    assert values[-1] == {"from": "2026-11-29", "to": "2026-12-01"}
    assert len(look(widget)) == 2


def test_what_lies_between_is_marked() -> None:
    widget = days("2026-11-24", "2026-11-27")
    press(widget, "Down Up")
    assert "*24-25-26*27 28" in "\n".join(look(widget))


def test_it_can_be_answered_by_mouse_alone() -> None:
    widget = days()
    click_on(widget, "▾")
    click_on(widget, " 24", 1)
    click_on(widget, " 27", 1)
    assert widget.value() == {"from": "2026-11-24", "to": "2026-11-27"}
    click_on(widget, "→", 3)
    click_on(widget, "▾")
    click_on(widget, " 28", 1)
    assert widget.value() == {"from": "2026-11-24", "to": "2026-11-28"}
    click_on(widget, "▾")
    click_on(widget, "Clear")
    assert widget.value() == {"from": "", "to": ""}


def test_a_narrow_mask_follows_the_cursor() -> None:
    widget = days("2026-11-24", "2026-12-27")
    assert look(widget, 16)[1] == "  2026-11-24 → ▾"
    press(widget, "End", 16)
    assert look(widget, 16)[1].startswith("  → 2026-12-27")


def test_a_click_in_a_narrow_mask_counts_what_is_hidden() -> None:
    widget = days("2026-11-24", "2026-12-27")
    press(widget, "End", 16)
    click(widget, 1, 4, 16)
    press(widget, "3", 16)
    assert widget.value() == {"from": "2026-11-24", "to": "3026-12-27"}


def test_after_the_first_day_the_month_of_the_last_one_is_shown() -> None:
    widget = days("", "2027-03-05")
    press(widget, "Down Enter")
    assert "March 2027" in look(widget)[2]


def test_two_days_are_pasted_at_once_or_one_where_the_cursor_is() -> None:
    widget = days()
    assert widget.on_paste("2026-12-24 to 2027-1-6\n") is Took.YES
    assert widget.value() == {"from": "2026-12-24", "to": "2027-01-06"}
    press(widget, "End")
    widget.on_paste("2026-12-31")
    assert widget.value() == {"from": "2026-12-24", "to": "2026-12-31"}


def test_values_come_back() -> None:
    full = days("2026-12-24", "2026-12-20")
    assert same_after_restore(
        [(full, days()), (days(), days("2026-12-24")), (days("", "2026-01-01"), days())]
    )
    for wrong in ("2026-12-24", None, {"from": 5, "to": "2026-02-30"}):
        full.restore(wrong)
    assert full.value() == {"from": "2026-12-24", "to": "2026-12-20"}
