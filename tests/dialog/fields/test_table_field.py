"""The table: columns, sorting by keys and mouse, sideways scrolling, filter and value."""

from __future__ import annotations

from typing import Any

import pytest

from mplex.dialog.fields.widget import Took
from tests.dialog.fields.collection_shown import Shown

COLUMNS = [
    {"key": "name", "label": "Name"},
    {"key": "size", "label": "Size", "align": "right"},
    {"key": "mid", "align": "center"},
]
ROWS = [
    {"value": "1", "values": {"name": "ähre", "size": 10, "mid": "x"}},
    {"value": "2", "values": {"name": "Zoo", "size": None, "mid": "世界"}},
    {"value": "3", "values": {"name": "apple", "size": 9.0}},
    {"value": "4", "values": {"name": "Apple", "size": -1.5, "mid": "long cell"}},
]


def table(**members: Any) -> Shown:
    """Return a table of four rows."""
    return Shown(
        "table",
        **{
            "label": "Files",
            "columns": COLUMNS,
            "rows": ROWS,
            "sortable_by_column": True,
            **members,
        },
    )


def order(shown: Shown) -> str:
    """Return the order of the rows."""
    return "".join(shown.value["order"])


def test_cells_stand_as_their_columns_say() -> None:
    assert table().rows() == [
        "▸ Files",
        "      Name      Size     mid",
        "▸ ( ) ähre        10      x",
        "  ( ) Zoo                世界",
        "  ( ) apple        9",
        "  ( ) Apple     -1.5  long cell",
    ]


def test_wide_cells_keep_the_columns_in_line() -> None:
    rows = [
        {"value": str(n), "values": {"a": text, "b": "|"}}
        for n, text in enumerate(
            ["plain", "世界世界", "e\u0301e\u0301", "👩‍👩‍👧 family", "\u202eback\x1b[31m"]
        )
    ]
    shown = Shown("table", columns=[{"key": "a"}, {"key": "b"}], rows=rows)
    assert len({text.index("|") for text in shown.surface().texts[2:]}) == 1


def test_the_first_row_is_picked_with_space_and_put_back() -> None:
    shown = table()
    assert shown.press("Space") is Took.YES
    assert shown.value["selected"] == ["1"]
    shown.press("Down", "Enter")
    assert shown.value["selected"] == ["2"]
    shown.press("Enter")
    assert shown.value["selected"] == []


def test_several_rows_have_boxes() -> None:
    shown = table(multi_select=True, default_selected=["4", "9", "1"])
    shown.press("Down", "Space")
    assert shown.value["selected"] == ["4", "1", "2"]
    assert "▸ [x] Zoo" in shown.text() and "3 picked" in shown.rows()[0]


def test_nothing_is_sorted_at_first() -> None:
    assert table().value == {
        "selected": [],
        "order": ["1", "2", "3", "4"],
        "sort": {"column": None, "dir": "asc"},
    }


def test_numbers_sort_by_value_and_nulls_last() -> None:
    shown = table()
    shown.press("s", "Right", "Enter")
    assert order(shown) == "4312"
    assert shown.value["sort"] == {"column": "size", "dir": "asc"}
    assert "Size ↑" in shown.rows()[1]
    shown.press("Enter")
    assert order(shown) == "2134"
    assert shown.value["sort"] == {"column": "size", "dir": "desc"}
    assert "Size ↓" in shown.rows()[1]
    shown.press("Space")
    assert order(shown) == "4312"


def test_texts_sort_as_people_read_them() -> None:
    shown = table()
    shown.press("s", "Enter")
    assert order(shown) == "1342"


def test_a_click_on_a_header_sorts_and_a_second_one_turns_it_round() -> None:
    shown = table()
    assert shown.click("Size") is Took.YES
    assert shown.value["sort"] == {"column": "size", "dir": "asc"}
    shown.click("Size")
    assert shown.value["sort"] == {"column": "size", "dir": "desc"}
    shown.click("Name")
    assert shown.value["sort"] == {"column": "name", "dir": "asc"}
    assert shown.value["selected"] == []


def test_choosing_a_header_ends_with_escape_or_by_moving_on() -> None:
    shown = table()
    shown.press("s", "Right")
    assert shown.role_at("Size") == "dialog.selected"
    assert shown.press("Escape") is Took.YES
    assert shown.role_at("Size") != "dialog.selected"
    assert shown.press("Escape") is Took.NO
    shown.press("s", "Down")
    assert "Zoo" in shown.pointed()
    assert shown.press("Enter") is Took.YES
    assert shown.value["selected"] == ["2"]
    shown.press("s")
    assert shown.press("Tab") is Took.NO


def test_a_table_that_does_not_sort_leaves_its_headers_alone() -> None:
    shown = table(sortable_by_column=False)
    assert shown.press("s") is Took.NO
    shown.click("Name")
    assert shown.value["sort"]["column"] is None and order(shown) == "1234"
    assert "sort" not in {hint.does for hint in shown.widget.hints()}


def wide() -> Shown:
    """Return a table of twelve columns that is wider than its view."""
    columns = [{"key": f"c{n}", "label": f"Column{n}"} for n in range(12)]
    rows = [
        {"value": str(n), "values": {f"c{m}": f"cell {n}.{m}" for m in range(12)}}
        for n in range(30)
    ]
    return Shown(
        "table", label="W", columns=columns, rows=rows, sortable_by_column=True, cols=40, page=8
    )


def test_a_wide_table_scrolls_sideways_to_its_last_column() -> None:
    shown = wide()
    assert "Column0" in shown.text() and shown.rows()[1].endswith("›")
    for _ in range(12):
        shown.press("Right")
    assert "cell 0.11" in shown.text() and "Column0 " not in shown.text()
    assert shown.rows()[1][5] == "‹" and not shown.rows()[1].endswith("›")
    for _ in range(12):
        shown.press("Left")
    assert "cell 0.0" in shown.text()


def test_the_mouse_scrolls_sideways_by_wheel_and_by_the_marks() -> None:
    shown = wide()
    assert shown.mouse("wheel-left", 3) is Took.NO
    assert shown.mouse("wheel-right", 3) is Took.YES
    assert shown.rows()[1][5] == "‹"
    shown.click("‹")
    assert shown.rows()[1][5] == " "
    for _ in range(12):
        if "›" in shown.text():
            shown.click("›")
    assert "cell 0.11" in shown.text()
    assert shown.value["sort"]["column"] is None


def test_a_header_is_clicked_where_it_is_after_scrolling() -> None:
    shown = wide()
    shown.press("Right", "Right", "Right")
    shown.click("Column4")
    assert shown.value["sort"] == {"column": "c4", "dir": "asc"}


def test_a_chosen_header_is_brought_into_view() -> None:
    shown = wide()
    shown.press("s", *["Right"] * 20, "Enter")
    assert shown.value["sort"]["column"] == "c11"
    assert "cell 0.11" in shown.text()


def test_a_cell_wider_than_the_view_can_be_read_whole() -> None:
    text = "".join(f"<{n:03}>" for n in range(30))
    rows = [{"value": "1", "values": {"a": text, "b": "end"}}]
    shown = Shown("table", columns=[{"key": "a"}, {"key": "b"}], rows=rows, cols=30)
    seen = shown.text()
    for _ in range(30):
        shown.press("Right")
        seen += shown.text()
    assert all(f"<{n:03}>" in seen for n in range(30)) and "end" in shown.text()


def test_a_narrow_table_leaves_left_and_right_to_the_form() -> None:
    assert table().press("Right") is Took.NO
    assert table().press("Left") is Took.NO


def test_the_filter_looks_at_all_cells_and_keeps_the_order() -> None:
    shown = table(multi_select=True)
    shown.press("/")
    shown.type("apple -1")
    assert shown.rows()[1].startswith("/ apple") and "Name" in shown.rows()[2]
    assert shown.press("Enter") is Took.YES
    assert "Apple" in shown.pointed()
    shown.press("Space")
    assert order(shown) == "1234" and shown.value["selected"] == ["4"]
    shown.click("Size")
    assert order(shown) == "4312", "sorting is of all rows"
    shown.press("Escape")
    assert len(shown.rows()) == 6


@pytest.mark.parametrize(("required", "wrong"), [(True, True), (False, False)])
def test_a_row_must_be_picked_only_where_it_is_required(required: bool, wrong: bool) -> None:
    shown = table(required=required)
    assert bool(shown.widget.problem()) is wrong
    shown.press("Space")
    assert shown.widget.problem() == ""


def test_a_click_picks_a_row() -> None:
    shown = table()
    shown.click("Zoo")
    assert shown.value["selected"] == ["2"]
    shown.click("long cell")
    assert shown.value["selected"] == ["4"]


def test_a_value_comes_back() -> None:
    shown = table(multi_select=True)
    assert shown.again() == shown.value
    shown.press("End", "Space", "s", "Right", "Enter", "Enter", "Escape", "Space")
    assert shown.again() == shown.value
    assert shown.value["selected"] == ["4", "2"] and order(shown) == "2134"


@pytest.mark.parametrize(
    "value", [None, {"selected": "1", "order": 3, "sort": 4}, {"sort": {"column": "?"}}]
)
def test_a_value_that_does_not_fit_is_left_aside(value: object) -> None:
    shown = table()
    before = shown.value
    shown.widget.restore(value)
    assert shown.value == before


def test_rows_without_any_cells_are_told_by_their_values() -> None:
    rows = [{"value": "fix-1"}, {"value": "spike"}]
    shown = table(columns=[], rows=rows, sortable_by_column=True)
    text = shown.text()
    assert "fix-1" in text
    assert "sort" not in str(shown.widget.hints())
    shown.press("s", "/", "p", "Enter", "Space")
    assert shown.value["selected"] == ["spike"]
    assert shown.value["sort"] == {"column": None, "dir": "asc"}


def test_a_table_without_columns_shows_the_cells_of_its_rows() -> None:
    rows = [{"value": "a", "values": {"Branch": "fix-1", "Days": 9}}]
    shown = table(columns=[], rows=rows, sortable_by_column=True)
    assert [line.split() for line in shown.rows()][1:] == [
        ["Branch", "Days"],
        ["▸", "(", ")", "fix-1", "9"],
    ]
    shown.press("s", "Right", "Enter")
    assert shown.value["sort"] == {"column": "Days", "dir": "asc"}


def test_a_table_without_rows_says_so() -> None:
    shown = table(rows=[])
    assert "no rows" in shown.text()
    assert shown.press("Space") is Took.NO
    shown.click("Name")
    assert shown.value == {"selected": [], "order": [], "sort": {"column": "name", "dir": "asc"}}


def test_a_long_table_scrolls() -> None:
    shown = wide()
    shown.press("End")
    assert "cell 29.0" in shown.pointed() and "30/30" in shown.rows()[0]
    assert shown.mouse("wheel-down", 4) is Took.NO
    assert shown.mouse("wheel-up", 4) is Took.YES
