"""The list in its modes: picking, ordering by keys and by mouse, filtering, value."""

from __future__ import annotations

from typing import Any

import pytest

from mplex.dialog.fields.widget import Took
from tests.dialog.fields.collection_shown import Shown

ITEMS = [
    {"label": "Alice", "value": "a", "description": "product"},
    "b",
    {"label": "Carol", "value": "c"},
    {"label": "Dave", "value": "d"},
]


def shown_list(**members: Any) -> Shown:
    """Return a list of four."""
    return Shown("list", **{"label": "People", "items": ITEMS, **members})


@pytest.mark.parametrize(
    ("mode", "row"),
    [
        ({}, "▸ • Alice  product"),
        ({"selectable": True}, "▸ ( ) Alice  product"),
        ({"selectable": True, "multi_select": True}, "▸ [ ] Alice  product"),
        ({"sortable": True}, "▸ ≡ 1 Alice  product"),
        ({"selectable": True, "sortable": True}, "▸ ≡ 1 ( ) Alice  product"),
        (
            {"selectable": True, "multi_select": True, "sortable": True},
            "▸ ≡ 1 [ ] Alice  product",
        ),
    ],
)
def test_each_mode_shows_what_can_be_done(mode: dict[str, bool], row: str) -> None:
    shown = shown_list(**mode)
    assert shown.rows()[1] == row
    hints = {hint.does for hint in shown.widget.hints()}
    assert ("pick" in hints) is bool(mode.get("selectable"))
    assert ("reorder" in hints) is bool(mode.get("sortable"))


def test_a_list_to_read_takes_no_pick_and_reports_none() -> None:
    shown = shown_list(default_selected=["a"])
    assert shown.press("Space") is Took.NO
    assert shown.press("Enter") is Took.NO
    assert shown.press("M-Down") is Took.NO
    shown.click("Carol")
    assert shown.value == {"selected": [], "order": ["a", "b", "c", "d"]}
    assert not shown.widget.touched


def test_a_list_to_read_has_the_focus_only_to_scroll() -> None:
    short, long = shown_list(), shown_list(items=[f"item {n}" for n in range(30)])
    short.surface()
    long.surface()
    assert not short.widget.selectable() and long.widget.selectable()
    assert shown_list(sortable=True).widget.selectable()


def test_a_single_pick_is_put_back_by_a_second_press() -> None:
    shown = shown_list(selectable=True)
    shown.press("Down", "Space")
    assert shown.value["selected"] == ["b"]
    shown.press("Down", "Enter")
    assert shown.value["selected"] == ["c"]
    assert shown.press("Enter") is Took.YES
    assert shown.value["selected"] == []


def test_several_picks_keep_the_order_of_picking() -> None:
    shown = shown_list(selectable=True, multi_select=True, default_selected=["d", "?", "d", "a"])
    assert shown.value["selected"] == ["d", "a"]
    shown.press("Down", "Space")
    assert shown.value["selected"] == ["d", "a", "b"]
    assert "3 picked" in shown.rows()[0]


def test_alt_and_arrows_move_an_item_with_its_pick() -> None:
    shown = shown_list(selectable=True, multi_select=True, sortable=True)
    assert shown.press("Space", "M-Down", "M-Down") is Took.YES
    assert shown.value == {"selected": ["a"], "order": ["b", "c", "a", "d"]}
    assert shown.pointed() == "▸ ≡ 3 [x] Alice  product"
    assert shown.press("D-Up") is Took.YES
    assert shown.value["order"] == ["b", "a", "c", "d"]


def test_an_item_at_the_end_stays_there() -> None:
    shown = shown_list(sortable=True)
    assert shown.press("M-Up") is Took.YES
    assert shown.press("End", "M-Down") is Took.YES
    assert shown.value["order"] == ["a", "b", "c", "d"]
    assert not shown.widget.touched


def test_the_mouse_drags_an_item_up_and_down() -> None:
    shown = shown_list(sortable=True, selectable=True)
    shown.drag("Alice", 3)
    assert shown.value == {"selected": [], "order": ["b", "c", "a", "d"]}
    shown.drag("Dave", 1, steps=False)
    assert shown.value["order"] == ["d", "b", "c", "a"]
    assert shown.widget.touched


def test_dragging_beyond_the_view_scrolls_it() -> None:
    shown = Shown("list", label="L", items=[f"item {n}" for n in range(30)], sortable=True, page=6)
    row, col = shown.find("item 0")
    shown.mouse("down", row, col)
    for _ in range(12):
        shown.mouse("drag", 20, col)
    shown.mouse("up", 20, col)
    order = shown.value["order"]
    assert order.index("item 0") > 10
    assert sorted(order) == sorted(f"item {n}" for n in range(30))


def test_an_item_goes_past_a_taller_one_without_going_to_and_fro() -> None:
    items = [{"label": "A", "value": "a"}, {"label": "B " * 30, "value": "b"}, "c"]
    shown = Shown("list", items=items, sortable=True, cols=30)
    row, _col = shown.find("A")
    shown.mouse("down", row)
    orders = ["abc"]
    for step in range(1, 5):
        shown.mouse("drag", row + step)
        if "".join(shown.value["order"]) != orders[-1]:
            orders.append("".join(shown.value["order"]))
    assert orders == ["abc", "bac", "bca"]


def test_a_click_picks_and_one_on_the_handle_does_not() -> None:
    shown = shown_list(sortable=True, selectable=True, multi_select=True)
    shown.click("Carol")
    shown.click("Alice")
    assert shown.value["selected"] == ["c", "a"]
    shown.mouse("down", 2, 2)
    shown.mouse("up", 2, 2)
    assert shown.value["selected"] == ["c", "a"]


def test_only_the_left_button_presses() -> None:
    shown = shown_list(selectable=True)
    assert shown.mouse("down", 2, button=3) is Took.NO
    shown.mouse("up", 2, button=3)
    assert shown.value["selected"] == []


def test_the_filter_narrows_and_leaves_order_and_picks() -> None:
    shown = shown_list(selectable=True, multi_select=True, sortable=True)
    shown.press("Space", "M-Down", "/")
    assert shown.widget.typing
    shown.type("CAR")
    assert [row for row in shown.rows()[2:5] if row] == ["▸ ≡   [ ] Carol"]
    assert shown.press("Enter") is Took.YES and not shown.widget.typing
    shown.press("Space")
    assert shown.press("M-Down") is Took.YES, "nothing moves among a part of the items"
    assert shown.press("Escape") is Took.YES
    assert shown.pointed() == "▸ ≡ 3 [x] Carol"
    assert shown.value == {"selected": ["a", "c"], "order": ["b", "a", "c", "d"]}
    assert shown.press("Escape") is Took.NO


def test_the_filter_finds_all_words_in_labels_and_descriptions() -> None:
    shown = shown_list(selectable=True)
    shown.press("/")
    shown.type("prod ali")
    assert shown.pointed() == "▸ ( ) Alice  product"
    shown.type("zzz")
    assert "no match" in shown.text()
    shown.press("Enter")
    assert shown.press("Space") is Took.NO
    assert shown.value["selected"] == []


def test_deleting_the_whole_filter_closes_it() -> None:
    shown = shown_list(selectable=True)
    shown.press("/", "x", "BSpace")
    assert shown.widget.typing and "/" in shown.rows()[1]
    shown.press("BSpace")
    assert not shown.widget.typing and "Alice" in shown.rows()[1]


def test_a_click_while_an_empty_filter_is_open_presses_what_was_under_it() -> None:
    shown = shown_list(selectable=True)
    shown.press("/")
    shown.click("Carol")
    assert shown.value["selected"] == ["c"]
    assert not shown.widget.typing


def test_tab_and_the_keys_of_the_form_leave_the_filter_alone() -> None:
    shown = shown_list(selectable=True)
    shown.press("/")
    for name in ("Tab", "BTab", "M-Enter", "M-2", "C-PPage"):
        assert shown.press(name) is Took.NO, name


def test_a_paste_goes_into_an_open_filter_only() -> None:
    shown = shown_list(selectable=True)
    assert shown.widget.on_paste("Carol") is Took.NO
    shown.press("/")
    assert shown.widget.on_paste("Carol") is Took.YES
    assert "Carol" in shown.pointed()


def test_long_descriptions_go_below_and_wrap() -> None:
    items = [{"label": "One", "value": "1", "description": "words " * 12}, "Two"]
    shown = Shown("list", items=items, cols=30)
    rows = shown.rows()
    assert rows[1] == "▸ • One" and rows[2].startswith("    words")
    assert max(map(len, rows)) < 30
    assert rows[-1] == "  • Two"


def test_a_long_list_scrolls_with_marks() -> None:
    shown = Shown("list", label="L", items=[f"item {n}" for n in range(40)], selectable=True)
    rows = shown.rows()
    assert len(rows) == 10 and rows[-1].endswith("▼") and "1/40" in rows[0]
    shown.press("NPage", "NPage")
    assert shown.rows()[1].endswith("▲")
    assert shown.mouse("wheel-down", 3) is Took.YES
    assert shown.mouse("wheel-up", 3) is Took.YES
    shown.press("End")
    assert shown.pointed() == "▸ ( ) item 39"
    assert shown.mouse("wheel-down", 3) is Took.NO
    shown.mouse("down", 1, 59)
    assert "item 39" not in shown.text(), "the mark scrolls by a page"


def test_a_short_list_leaves_the_wheel_to_the_form() -> None:
    assert shown_list().mouse("wheel-down", 2) is Took.NO


def test_the_summary_gives_way_to_a_long_label() -> None:
    shown = Shown("list", label="A long label", items=["a"], selectable=True, multi_select=True)
    assert shown.rows()[0].endswith("0 picked")
    shown.cols = 20
    assert shown.rows()[0] == "▸ A long label"


def test_an_empty_list_says_so() -> None:
    shown = Shown("list", label="L", items=[], selectable=True, sortable=True)
    assert "nothing here" in shown.text()
    assert shown.press("Space") is Took.NO
    assert shown.press("Down") is Took.NO
    assert shown.press("M-Up") is Took.NO
    assert shown.value == {"selected": [], "order": []}


def test_a_value_comes_back() -> None:
    shown = shown_list(selectable=True, multi_select=True, sortable=True)
    shown.press("Space", "M-Down", "End", "Space", "M-Up")
    assert shown.again() == shown.value == {"selected": ["a", "d"], "order": ["b", "a", "d", "c"]}


@pytest.mark.parametrize("value", [None, [], {"selected": 3, "order": "abcd"}, {"order": [[], 1]}])
def test_a_value_that_does_not_fit_is_left_aside(value: object) -> None:
    shown = shown_list(selectable=True, sortable=True)
    shown.widget.restore(value)
    assert shown.value == {"selected": [], "order": ["a", "b", "c", "d"]}


def test_an_order_that_misses_items_keeps_them_at_the_end() -> None:
    shown = shown_list(sortable=True)
    shown.widget.restore({"selected": [], "order": ["d", "?", "b", "d"]})
    assert shown.value["order"] == ["d", "b", "a", "c"]


def test_pictures_are_there_by_name_when_they_are_not_loaded() -> None:
    shown = Shown("list", items=[{"label": "Shot", "value": "s", "thumbnail": "~/shot.png"}])
    assert "Shot  [shot.png]" in shown.text()
    assert len(shown.widget.warnings) == 1 and "shot.png" in shown.widget.warnings[0]


def test_without_the_focus_no_row_is_pointed_at() -> None:
    shown = shown_list(selectable=True)
    assert not any(row.startswith("▸") for row in shown.rows(focus=False))
    assert shown.role_at("Alice") == "dialog.selected"
