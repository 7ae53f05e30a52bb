"""The tree: opening and closing, filter with ancestors, picks, mouse and value."""

from __future__ import annotations

from typing import Any

import pytest

from mplex.dialog.fields.widget import Took
from tests.dialog.fields.collection_shown import Shown

ITEMS = [
    {
        "label": "app",
        "value": "app",
        "children": [
            {
                "label": "auth",
                "value": "auth",
                "description": "12 keys",
                "children": [{"label": "token", "value": "token"}],
            },
            {"label": "cache", "value": "cache"},
        ],
    },
    {"label": "legacy", "value": "legacy", "children": [{"label": "old", "value": "old"}]},
]


def tree(**members: Any) -> Shown:
    """Return a tree of six nodes."""
    return Shown("tree", **{"label": "Which?", "items": ITEMS, **members})


def labels(shown: Shown) -> list[str]:
    """Return the labels of the nodes in sight."""
    return [row[8:].lstrip("+- ").split("  ")[0] for row in shown.rows()[1:]]


def test_without_default_expanded_everything_is_open() -> None:
    assert tree(multi_select=True).rows() == [
        "▸ Which?                                           0 picked",
        "▸ [ ] - app",
        "  [ ]   - auth  12 keys",
        "  [ ]       token",
        "  [ ]     cache",
        "  [ ] - legacy",
        "  [ ]     old",
    ]


@pytest.mark.parametrize(
    ("opened", "seen"),
    [
        ([], ["app", "legacy"]),
        (["app"], ["app", "auth", "cache", "legacy"]),
        (["auth", "nobody"], ["app", "legacy"]),
        (["app", "legacy"], ["app", "auth", "cache", "legacy", "old"]),
    ],
)
def test_default_expanded_says_what_is_open(opened: list[str], seen: list[str]) -> None:
    assert labels(tree(default_expanded=opened)) == seen


def test_left_and_right_close_open_and_walk() -> None:
    shown = tree(default_expanded=[])
    assert shown.press("Right") is Took.YES
    assert labels(shown) == ["app", "auth", "cache", "legacy"]
    assert shown.press("Right") is Took.YES and "auth" in shown.pointed()
    shown.press("Right", "Right")
    assert "token" in shown.pointed()
    assert shown.press("Right") is Took.NO
    shown.press("Left")
    assert "auth" in shown.pointed()
    shown.press("Left", "Left", "Left")
    assert "app" in shown.pointed() and labels(shown) == ["app", "legacy"]
    assert shown.press("Left") is Took.NO


def test_enter_opens_a_branch_and_picks_a_leaf() -> None:
    shown = tree()
    shown.press("Enter")
    assert labels(shown) == ["app", "legacy", "old"] and shown.value == {"selected": []}
    assert not shown.widget.touched, "what is open is no answer"
    shown.press("End", "Enter")
    assert shown.value == {"selected": ["old"]}


def test_plus_and_minus_open_and_close_everything() -> None:
    shown = tree()
    shown.press("Down", "Down", "-")
    assert labels(shown) == ["app", "legacy"] and "app" in shown.pointed()
    shown.press("+")
    assert len(labels(shown)) == 6 and "app" in shown.pointed()


def test_parents_and_children_are_picked_independently() -> None:
    shown = tree(multi_select=True)
    shown.press("Down", "Space", "Up", "Space")
    assert shown.value == {"selected": ["auth", "app"]}
    shown.press("Space")
    assert shown.value == {"selected": ["auth"]}
    shown.press("Left")
    assert shown.value == {"selected": ["auth"]}, "closing a branch keeps what is picked in it"


def test_a_single_pick_takes_the_place_of_another() -> None:
    shown = tree(default_selected=["cache", "old"])
    assert shown.value == {"selected": ["cache"]}
    shown.press("Space")
    assert shown.value == {"selected": ["app"]}
    shown.press("Space")
    assert shown.value == {"selected": []}
    assert shown.widget.problem() == ""


def test_required_is_not_enforced() -> None:
    assert tree(required=True).widget.problem() == ""


def test_the_filter_shows_what_it_finds_with_everything_above() -> None:
    shown = tree(default_expanded=[], multi_select=True)
    shown.press("/")
    shown.type("tok")
    assert [row[8:].strip("- ") for row in shown.rows()[2:5]] == ["app", "auth  12 keys", "token"]
    assert "token" in shown.pointed()
    assert shown.role_at("app") == "dialog.hint"
    shown.press("Enter", "Space", "Escape")
    assert shown.value == {"selected": ["token"]}
    assert "token" in shown.pointed(), "it stays in sight"
    assert labels(shown) == ["app", "auth", "token", "cache", "legacy"]


def test_the_filter_looks_at_descriptions_too() -> None:
    shown = tree()
    shown.press("/")
    shown.type("12 KEYS")
    assert "auth" in shown.pointed()
    assert shown.press("Down") is Took.NO


def test_enter_picks_a_branch_that_was_found() -> None:
    shown = tree()
    shown.press("/")
    shown.type("auth")
    shown.press("Enter", "Enter")
    assert shown.value == {"selected": ["auth"]}


def test_a_filter_that_finds_nothing_gives_everything_back() -> None:
    shown = tree()
    shown.press("/")
    shown.type("zzz")
    assert "no match" in shown.text()
    shown.press("Escape")
    assert len(labels(shown)) == 6


def test_a_click_on_the_mark_folds_and_elsewhere_picks() -> None:
    shown = tree()
    row, col = shown.find("app")
    shown.mouse("down", row, col - 2)
    shown.mouse("up", row, col - 2)
    assert labels(shown) == ["app", "legacy", "old"] and shown.value == {"selected": []}
    shown.click("app")
    assert shown.value == {"selected": ["app"]}
    row, col = shown.find("old")
    shown.mouse("down", row, col - 2)
    shown.mouse("up", row, col - 2)
    assert shown.value == {"selected": ["old"]}, "a leaf has nothing to fold"


def test_a_value_comes_back() -> None:
    shown = tree(multi_select=True)
    shown.press("End", "Space", "Home", "Space")
    assert shown.again() == shown.value == {"selected": ["old", "app"]}


@pytest.mark.parametrize("value", [None, 3, {"selected": "app"}, {"selected": [["app"], None]}])
def test_a_value_that_does_not_fit_is_left_aside(value: object) -> None:
    shown = tree()
    shown.widget.restore(value)
    assert shown.value == {"selected": []}


def test_a_deep_tree_stays_within_its_columns() -> None:
    items: list[dict[str, Any]] = []
    for depth in range(14, -1, -1):
        items = [{"label": f"n{depth}", "value": f"n{depth}", "children": items}]
    shown = Shown("tree", label="Deep", items=items, cols=24, page=30)
    assert "n14" in shown.rows()[-1]
    shown.press("End")
    assert shown.press("Left") is Took.YES and "n13" in shown.pointed()


def test_an_empty_tree_says_so() -> None:
    shown = tree(items=[])
    assert "nothing here" in shown.text()
    for name in ("Space", "Enter", "Left", "Right", "+", "/"):
        assert shown.press(name) in (Took.NO, Took.YES)
    assert shown.value == {"selected": []}
