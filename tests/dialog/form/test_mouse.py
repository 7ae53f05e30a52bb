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
    tab,
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


def test_a_click_on_the_mark_in_the_frame_scrolls_a_page() -> None:
    dialog = form(*(line(f"f{n}") for n in range(9)))
    size = (10, 40)
    shown = rows(dialog, *size)
    below = next(n for n, row in enumerate(shown) if row.endswith("▼"))
    right = len(shown[0]) - 1
    mouse(dialog, "down", below, right)
    mouse(dialog, "up", below, right)
    scrolled = rows(dialog, *size)
    assert scrolled[1].endswith("▲") and scrolled != shown
    mouse(dialog, "down", 1, right)
    assert rows(dialog, *size) == shown
    mouse(dialog, "down", 2, right)
    assert rows(dialog, *size) == shown


def test_what_a_click_opens_is_brought_into_view_when_it_is_over() -> None:
    options = [f"option {n}" for n in range(5)]
    dialog = form({"kind": "select", "name": "which", "label": "which", "options": options})
    before = rows(dialog, 5, 30)
    at = next(n for n, row in enumerate(before) if "▾" in row)
    mouse(dialog, "down", at)
    opened = rows(dialog, 5, 30)
    assert "▴" in opened[at], "nothing moves under the pointer"
    mouse(dialog, "up", at)
    assert any("▸ (•) option 0" in row for row in rows(dialog, 5, 30))


FOUR = [
    action("__cancel__", label="Cancel"),
    action("draft", label="Save a draft"),
    action("drop", label="Delete it", destructive=True),
    action("make", label="Create now", primary=True),
]


def test_every_button_is_reached_by_the_wheel_and_by_the_mark() -> None:
    dialog = form(line("one"), actions=FOUR)
    size = (5, 20)
    seen = {rows(dialog, *size)[3]}
    for _ in range(4):
        mouse(dialog, "wheel-down", 3, 5, 0)
        seen.add(rows(dialog, *size)[3])
    assert all(any(label in row for row in seen) for label in ("Save", "Delete", "Create", "Can"))
    assert "Create now" in rows(dialog, *size)[3]
    right = len(rows(dialog, *size)[3]) - 1
    mouse(dialog, "down", 3, right)
    assert "Cancel" in rows(dialog, *size)[3], "the mark goes round"
    mouse(dialog, "wheel-down", 3, 5, 0)
    col = rows(dialog, *size)[3].index("Save")
    mouse(dialog, "down", 3, col)
    assert ended(mouse(dialog, "up", 3, col)) == "draft"


def test_buttons_are_where_the_focus_is_after_scrolling() -> None:
    dialog = form(line("one"), actions=FOUR)
    rows(dialog, 5, 20)
    mouse(dialog, "wheel-down", 3, 5, 0)
    press(dialog, "Tab")
    assert "▸Cancel◂" in rows(dialog, 5, 20)[3]


def test_no_button_moves_under_the_pointer() -> None:
    many = [action(f"v{n}", label=f"A long button {n}") for n in range(6)]
    dialog = form(*(line(f"f{n}") for n in range(9)), actions=many)
    size = (12, 30)
    shown = rows(dialog, *size)
    assert sum("A long button" in row for row in shown) == 2
    for _ in range(3):
        mouse(dialog, "wheel-down", next(n for n, row in enumerate(shown) if "A long" in row), 5, 0)
    shown = rows(dialog, *size)
    assert "A long button 0" not in "".join(shown)
    row = next(n for n, text in enumerate(shown) if "A long button" in text)
    col, label = shown[row].index("A long"), shown[row].strip("│▲▼ []").strip()
    mouse(dialog, "down", row, col)
    assert label in rows(dialog, *size)[row]
    assert ended(mouse(dialog, "up", row, col)) == f"v{label[-1]}"


def test_tabs_without_a_row_are_numbered_in_the_frame() -> None:
    dialog = form(title="Q", tabs=[tab("A", line("one")), tab("B", line("two")), tab("C")])
    assert "❖  1/3  Q" in rows(dialog, 5, 20)[0]
    mouse(dialog, "down", 0, 5)
    mouse(dialog, "up", 0, 5)
    assert "❖  2/3  Q" in rows(dialog, 5, 20)[0]
    assert "two" in "".join(rows(dialog, 5, 20))
    press(dialog, "M-3")
    mouse(dialog, "down", 0, 5)
    assert "❖  1/3  Q" in rows(dialog, 5, 20)[0]
    shown = rows(dialog)
    assert "1/3" not in shown[0]
    mouse(dialog, "down", 0, 5)
    assert rows(dialog) == shown
