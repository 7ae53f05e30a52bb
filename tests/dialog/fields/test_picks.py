"""What is picked: one or several, in the order of picking."""

from __future__ import annotations

import pytest

from mplex.dialog.fields.picks import Picks, mark


def test_one_pick_takes_the_place_of_another() -> None:
    picks = Picks("abc", False)
    picks.toggle("a")
    picks.toggle("b")
    assert picks.values() == ["b"] and "a" not in picks and len(picks) == 1
    picks.toggle("b")
    assert picks.values() == []
    picks.pick("c")
    picks.pick("c")
    assert picks.values() == ["c"]


def test_several_keep_the_order_of_picking() -> None:
    picks = Picks("abc", True, ["c"])
    picks.toggle("a")
    picks.toggle("c")
    picks.toggle("c")
    assert picks.values() == ["a", "c"]
    picks.clear()
    assert picks.values() == []


@pytest.mark.parametrize(
    ("values", "one", "several"),
    [
        (["c", "?", "a", "c"], ["c"], ["c", "a"]),
        (("b",), ["b"], ["b"]),
        ([["a"], None, 1], [], []),
        ("abc", [], []),
        (None, [], []),
    ],
)
def test_only_what_is_offered_comes_back(
    values: object, one: list[str], several: list[str]
) -> None:
    picks = Picks("abc", False, ["a"])
    picks.restore(values)
    assert picks.values() == one
    assert Picks("abc", True, values).values() == several


def test_marks_are_boxes_or_buttons() -> None:
    assert [mark(on, multi) for multi in (True, False) for on in (True, False)] == [
        "[x]",
        "[ ]",
        "(•)",
        "( )",
    ]
    assert Picks("a", True, ["a"]).mark("a") == "[x]"
