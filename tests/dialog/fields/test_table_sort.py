"""In which order cells sort."""

from __future__ import annotations

from typing import Any

import pytest

from mplex.dialog.fields.table_sort import sort_key, sorted_rows


def in_order(cells: list[Any], descending: bool = False) -> list[Any]:
    """Return cells sorted."""
    return [cells[row] for row in sorted_rows([sort_key(cell) for cell in cells], descending)]


@pytest.mark.parametrize(
    "cells",
    [
        [-3, 0, 1.5, 2, 10, None],
        ["a", "B", "c", None],
        ["a", "A", "b", "B"],
        ["cote", "coté", "côte", "cz"],
        [1, 2, "1", "a", None],
        ["-", "1", "10", "2", "a"],
        ["a b", "a-b", "ab"],
        [-(10**400), 1, 10**400],
        ["ab", "äc", "ad"],
        ["ångström", "zebra", "京"],
    ],
)
def test_cells_sort_both_ways(cells: list[Any]) -> None:
    assert in_order(cells[::-1]) == cells
    assert in_order(cells, True) == cells[::-1]


def test_equal_cells_keep_their_order_both_ways() -> None:
    assert (
        sorted_rows([sort_key(1)] * 3, False) == sorted_rows([sort_key(1)] * 3, True) == [0, 1, 2]
    )


def test_what_is_no_number_does_not_disturb_the_numbers() -> None:
    assert in_order([2, float("nan"), 1])[:2] == [1, 2]
