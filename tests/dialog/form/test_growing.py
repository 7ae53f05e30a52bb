"""A form grows downwards when something in it opens, and nothing else moves it."""

from __future__ import annotations

from typing import Any

import pytest

from mplex.dialog.form.body import Gaps
from mplex.dialog.form.form_dialog import FormDialog
from mplex.geometry import Rect, Size
from mplex.ui.overlay import OverlayStack
from tests.dialog.form.forms import USUAL, box, click, form, line, place, pointed, shows
from tests.dialog.screens import press, rows

OPTIONS = [{"label": f"option {n}", "value": f"{n}"} for n in range(5)]


def date(name: str = "day", **members: Any) -> dict[str, Any]:
    """Return a field for a day."""
    return {"kind": "date", "name": name, "label": name, "default": "2026-06-10", **members}


def test_what_stands_side_by_side_has_much_room() -> None:
    variants = [{"value": name, "content": "words"} for name in "ab"]
    compare = {"kind": "compare", "name": "which", "variants": variants}
    wide = Size(50, 200)
    assert rect(form(compare), wide).cols == 124
    assert rect(form(compare, size="m"), wide).cols == 80
    assert rect(form(compare, width=400), wide).cols < 80
    assert rect(form(line("one")), wide).cols == 80
    assert rect(form(compare)).cols == 78


def select(name: str = "which") -> dict[str, Any]:
    """Return a field for one of five options."""
    return {"kind": "select", "name": name, "label": name, "options": OPTIONS}


def rect(dialog: FormDialog, size: Size = USUAL) -> Rect:
    """Return where a form is on a screen."""
    return dialog.layout(size)


@pytest.mark.parametrize(
    ("field", "keys", "last"),
    [
        (date(), ("Down",), "Close"),
        (date(kind="datetime", default="2026-06-10T09:30"), ("Down",), "Close"),
        (date(kind="date_range", default={"from": "", "to": ""}), ("Down",), "Close"),
        (select(), ("Enter",), "option 4"),
        (date(kind="color", default="#0087af"), ("Down",), "#0b8e8e"),
    ],
)
def test_what_opens_is_in_view_whole(field: dict[str, Any], keys: tuple[str], last: str) -> None:
    dialog = form(field)
    before = rect(dialog)
    press(dialog, *keys)
    after = rect(dialog)
    assert after.rows > before.rows
    assert shows(dialog, field["label"])
    assert shows(dialog, last)
    assert not shows(dialog, "▲")
    assert not shows(dialog, "▼")
    assert (after.row, after.col, after.cols) == (before.row, before.col, before.cols)


def test_it_stays_as_it_is_when_things_close_and_open_again() -> None:
    dialog = form(date(), select())
    press(dialog, "Down")
    grown = rect(dialog)
    press(dialog, "Escape")
    assert not shows(dialog, "June")
    assert rect(dialog) == grown
    press(dialog, "Tab", "Enter")
    assert shows(dialog, "option 4")
    assert rect(dialog) == grown


def test_it_never_leaves_the_screen() -> None:
    for size in (Size(5, 20), Size(12, 40), Size(24, 80)):
        dialog = form(*(date(f"day{n}") for n in range(9)))
        before = rect(dialog, size)
        press(dialog, "Down")
        assert rect(dialog, size).clip(size) == rect(dialog, size)
        assert rect(dialog, size).row == before.row


def test_another_screen_size_places_it_anew() -> None:
    dialog = form(date())
    small = rect(dialog)
    press(dialog, "Down")
    press(dialog, "Escape")
    rect(dialog, Size(30, 90))
    assert rect(dialog) == small


def test_it_grows_for_what_is_wrong_with_fields() -> None:
    dialog = form(*(line(f"f{n}", required=True) for n in range(4)))
    before = rect(dialog)
    press(dialog, "M-Enter")
    assert sum("must be filled in" in row for row in rows(dialog)) == 4
    assert rect(dialog).rows == before.rows + 3
    assert not shows(dialog, "▼")


def test_what_is_open_closes_when_the_focus_goes_by_a_click() -> None:
    dialog = form(date(), line("name"))
    press(dialog, "Down")
    assert shows(dialog, "June")
    click(dialog, "name")
    assert pointed(dialog) == "name"
    assert not shows(dialog, "June")


def test_what_is_open_closes_when_a_button_is_pressed() -> None:
    dialog = form(date(), line("name", required=True))
    press(dialog, "Down", "M-Enter")
    assert not shows(dialog, "June")
    assert pointed(dialog) == "name"


def test_a_stack_shows_it_where_it_has_grown_to() -> None:
    dialog = form(date())
    stack = OverlayStack(USUAL)
    stack.push(dialog)
    stack.draw()
    press(dialog, "Down")
    ((where, drawn),) = stack.draw()
    assert where == rect(dialog)
    assert len(drawn.texts) == where.rows


def test_a_click_meets_what_is_seen_after_growing() -> None:
    dialog = form(date())
    press(dialog, "Down")
    at = place(dialog, " 17 ")
    click(dialog, " 17 ")
    assert at.row > 0
    assert shows(dialog, "2026-06-17")


def test_slots_are_worked_out_anew_only_after_a_change() -> None:
    dialog = form(box("one"), box("two"))
    rows(dialog)
    body = dialog._view.bodies[0]
    before = body.slots(70, Gaps(1, 1))
    assert body.slots(70, Gaps(1, 1)) is before
    press(dialog, "Space")
    assert body.slots(70, Gaps(1, 1)) is not before


def test_the_key_line_is_the_widgets_while_something_is_open() -> None:
    dialog = form(date(), line("name"))
    assert shows(dialog, "↓ calendar · 0-9 type it · Tab next · Alt+Enter Submit · Esc cancel")
    press(dialog, "Down")
    assert shows(dialog, "Enter pick · PgUp PgDn month · t today · Esc close")
    assert not shows(dialog, "Esc cancel")


def test_the_key_line_of_every_field_has_room_for_the_way_out() -> None:
    long = {"label": "Delete everything there is, really", "value": "x"}
    dialog = form(select(), actions=[long])
    assert shows(dialog, "Enter list · ← → change · Alt+Enter Delete everythi… · Esc cancel")
