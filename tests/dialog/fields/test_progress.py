"""Progress: the bar, known and unknown, its text, its log, and updates while it is shown."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mplex.dialog.caps import FORM_LOG_KEPT, FORM_LOG_ROWS
from mplex.dialog.fields.progress import MOVES_SECONDS, ProgressWidget
from mplex.dialog.fields.widget import Took
from tests.dialog.fields.showing import (
    COLS,
    HOSTILE,
    KIT,
    PAGES,
    TEXTS,
    field,
    lines,
    mouse,
    never_fails,
    press,
)

START = datetime(2026, 1, 1, tzinfo=timezone.utc)


def made(value: object = 0.5, text: str = "", log: tuple[str, ...] = (), **kit: Any) -> Any:
    data = {"value": value, "text": text, "log": log, "label": "Build"}
    return ProgressWidget(field("progress", data, "build"), KIT._replace(**kit))


@pytest.mark.parametrize(
    ("value", "bar"),
    [
        (0, "░░░░░░░░░░   0%"),
        (0.5, "█████░░░░░  50%"),
        (0.26, "██▌░░░░░░░  26%"),
        (0.999, "█████████▉  99%"),
        (1, "██████████ 100%"),
        (7, "██████████ 100%"),
        (-1, "░░░░░░░░░░   0%"),
    ],
)
def test_a_bar_shows_a_share_to_an_eighth_of_a_cell(value: float, bar: str) -> None:
    # Blanks on both sides: below the label, and for the marks of the log.
    assert lines(made(value), 18) == ["  Build", f"  {bar}"]


@pytest.mark.parametrize("value", [None, "x", True, float("nan")])
def test_an_unknown_share_is_a_bar_that_moves(value: object) -> None:
    now = [START]
    widget = made(value, now=lambda: now[0])
    seen = []
    for _ in range(200):
        seen.append(lines(widget)[1])
        now[0] += timedelta(seconds=MOVES_SECONDS)
    assert widget.refresh_seconds == MOVES_SECONDS
    assert len(set(seen)) > 20
    assert {row.count("█") for row in seen} == {len(seen[0].strip(" …")) // 5}
    assert all(row.endswith("…") for row in seen)


def test_a_known_share_wants_no_drawing() -> None:
    assert made(0.1).refresh_seconds == 0


def test_a_narrow_bar_has_no_percentage() -> None:
    assert lines(made(0.5), 8)[1] == "████░░░░"


def test_text_stands_below_the_bar_and_the_end_of_the_log_below_that() -> None:
    widget = made(text="compiling", log=tuple(f"line {n}" for n in range(20)))
    shown = lines(widget)
    assert shown[2] == "  compiling"
    assert [line.split("▲")[0].strip() for line in shown[3:]] == [
        f"line {n}" for n in range(20 - FORM_LOG_ROWS, 20)
    ]


def test_an_update_changes_only_what_it_names() -> None:
    widget = made(0.5, "one", ("first",))
    widget.update(text="two")
    assert lines(widget)[1].endswith(" 50%") and lines(widget)[2:] == ["  two", "  first"]
    widget.update(value=0.75, log=["second", "third"])
    assert lines(widget)[1].endswith(" 75%")
    assert lines(widget)[2:] == ["  two", "  first", "  second", "  third"]
    widget.update(value=None, label="Tests")
    assert lines(widget)[0] == "  Tests"
    assert widget.refresh_seconds > 0
    assert widget.value() is None


def test_the_log_follows_its_end_unless_somebody_reads_further_up() -> None:
    widget = made(log=tuple(f"line {n}" for n in range(20)))
    lines(widget)
    assert widget.selectable()
    press(widget, "PPage")
    lines(widget)
    before = lines(widget)[2:]
    widget.update(log=["new"])
    assert [line.strip(" ▲▼") for line in lines(widget)[2:]] == [
        line.strip(" ▲▼") for line in before
    ]
    assert press(widget, "End", "Down") == [Took.YES, Took.NO]
    widget.update(log=["newer"])
    assert lines(widget)[-1] == "  newer"
    assert mouse(widget, "wheel-up", 3, 3) is Took.YES
    widget.update(log=["newest"])
    assert "newest" not in "\n".join(lines(widget))


def test_the_focus_leaves_the_log_where_it_is() -> None:
    widget = made(log=tuple(f"line {n}" for n in range(20)))
    before = lines(widget)
    widget.enter(1)
    assert lines(widget) == before


def test_the_log_is_bounded() -> None:
    widget = made()
    for n in range(FORM_LOG_KEPT * 3):
        widget.update(log=[f"{n} " + "x" * 100_000])
    assert len(widget.log) == FORM_LOG_KEPT
    assert sum(map(len, widget.log)) < 2_000_000
    assert len(lines(widget)) <= widget.page


def test_hostile_text_is_not_obeyed() -> None:
    shown = "\n".join(lines(made(text=HOSTILE, log=(HOSTILE, "50%\r60%"))))
    assert not any(char in shown for char in "\x1b❖\u202e\r")


@settings(max_examples=60, deadline=None)
@given(st.floats() | st.none(), TEXTS, st.lists(TEXTS, max_size=9), COLS, PAGES)
def test_no_size_and_no_update_is_too_much(
    value: float | None, text: str, log: list[str], cols: int, page: int
) -> None:
    widget = made(value, text, tuple(log))
    never_fails(widget, cols, page)
    widget.update(value=value, text=text, log=log, label=text)
    never_fails(widget, cols, page)
