"""Kind datetime: a moment on the clock of the place, with its offset."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

from mplex.dialog.fields.datetime import DatetimeWidget
from mplex.dialog.fields.widget import Took
from mplex.geometry import Point
from tests.dialog.fields.input_hands import (
    click_on,
    enter_text,
    field,
    heard,
    kit,
    look,
    place,
    press,
    same_after_restore,
    wheel,
)


@pytest.fixture(autouse=True)
def berlin(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let the process live in Berlin, written as a rule, so that no time zone file is needed."""
    monkeypatch.setenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


def moment(default: str = "", **members: object) -> DatetimeWidget:
    return DatetimeWidget(field("datetime", default=default, **members), kit())


@pytest.mark.parametrize(
    ("digits", "value"),
    (
        ("202601151430", "2026-01-15T14:30+01:00"),
        ("202607151430", "2026-07-15T14:30+02:00"),
        ("2026-7-15-9:05", "2026-07-15T09:05+02:00"),
        ("202603290159", "2026-03-29T01:59+01:00"),
        ("202603290300", "2026-03-29T03:00+02:00"),
        ("202610250230", "2026-10-25T02:30+02:00"),
        ("202603290230", ""),
        ("202601152430", ""),
        ("202601151460", ""),
        ("20260115143", ""),
        ("20260115", ""),
    ),
)
def test_the_offset_is_that_of_the_moment(digits: str, value: str) -> None:
    assert enter_text(moment(), digits).value() == value


def test_problems() -> None:
    assert moment().problem() == ""
    assert moment(required=True).problem()
    assert enter_text(moment(), "2026").problem()
    assert "time" in enter_text(moment(), "20260115").problem()
    assert "time" in enter_text(moment(), "202601152500").problem()
    assert enter_text(moment(), "202602300000").problem().startswith("There is no day")
    assert "no 02:30" in enter_text(moment(), "202603290230").problem()
    only_time = moment()
    press(only_time, "End BSpace BSpace BSpace BSpace 1 2 3 0")
    assert only_time.problem() == "The day is missing."
    assert moment("2026-07-15T14:30", required=True).problem() == ""


@pytest.mark.parametrize(
    "default", ("2026-07-15T14:30", "2026-07-15T12:30Z", "2026-07-15T14:30:59+02:00")
)
def test_a_default_is_on_the_clock_of_the_place(default: str) -> None:
    widget = moment(default)
    assert widget.value() == "2026-07-15T14:30+02:00"
    assert look(widget)[1] == "  2026-07-15 14:30 ▾  Wednesday +02:00"


def test_a_picked_day_gets_the_present_time_and_the_cursor_goes_there() -> None:
    widget = moment()
    press(widget, "Down Enter")
    assert widget.value() == "2026-11-30T14:05+01:00"
    enter_text(widget, "0930")
    assert widget.value() == "2026-11-30T09:30+01:00"
    press(widget, "Down Right Enter")
    assert widget.value() == "2026-12-01T09:30+01:00"


def test_it_can_be_answered_by_mouse_alone() -> None:
    widget = moment()
    values = heard(widget)
    click_on(widget, "▾")
    click_on(widget, " 26", 1)
    assert values == ["2026-11-26T14:05+01:00"]
    click_on(widget, "▾")
    at = place(widget, "‹14›")
    click_on(widget, "‹14›", 3)
    click_on(widget, "‹05›")
    click_on(widget, "‹00›", 3)
    assert widget.value() == "2026-11-26T15:05+01:00"
    assert wheel(widget, Point(at.row, at.col + 8), "up") is Took.YES
    assert widget.value() == "2026-11-26T15:06+01:00"
    click_on(widget, "‹06›", 3)
    assert widget.value() == "2026-11-26T15:10+01:00"
    click_on(widget, "Clear")
    assert values[-1] == ""
    click_on(widget, "▾")
    click_on(widget, "‹--›", 3)
    click_on(widget, "Today")
    assert widget.value() == "2026-11-30T14:05+01:00"


def test_a_moment_is_pasted() -> None:
    widget = moment()
    widget.on_paste("2026-07-15T12:30Z\n")
    assert widget.value() == "2026-07-15T14:30+02:00"
    widget.on_paste("see 2026-08-01")
    assert widget.value() == "2026-08-01T14:30+02:00"


def test_the_ends_of_the_calendar_hold() -> None:
    for digits in ("999912312359", "000101010000"):
        assert enter_text(moment(), digits).value().startswith(digits[:4])


def test_values_come_back() -> None:
    pairs = [(moment("2026-07-15T14:30"), moment()), (moment(), moment("2026-07-15T14:30"))]
    assert same_after_restore(pairs)
    widget = moment("2026-07-15T14:30")
    for wrong in ("soon", None, 5):
        widget.restore(wrong)
    assert widget.value() == "2026-07-15T14:30+02:00"
