"""Conditions: which answers make them hold."""

from __future__ import annotations

import pytest

from mplex.dialog.condition import holds, read_condition, same
from mplex.dialog.node import Node


@pytest.mark.parametrize(
    ("condition", "answers", "expected"),
    [
        ({}, {}, True),
        ({"a": 1}, {}, False),
        ({"a": None}, {}, False),
        ({"a": None}, {"a": None}, True),
        ({"a": 1}, {"a": 1}, True),
        ({"a": 1}, {"a": True}, False),
        ({"a": 0}, {"a": False}, False),
        ({"a": 1}, {"a": 1.0}, True),
        ({"a": "1"}, {"a": 1}, False),
        ({"a": ""}, {"a": ""}, True),
        ({"a": [1, "x", None]}, {"a": "x"}, True),
        ({"a": [1, "x", None]}, {"a": None}, True),
        ({"a": [1, "x", None]}, {"a": True}, False),
        ({"a": 1, "b": 2}, {"a": 1}, False),
        ({"a": 1, "b": 2}, {"a": 1, "b": 3}, False),
        ({"a": 1, "b": 2}, {"a": 1, "b": 2}, True),
    ],
)
def test_a_condition_holds_when_every_clause_does(
    condition: dict[str, object], answers: dict[str, object], expected: bool
) -> None:
    assert holds(read_condition(Node(condition)), answers) is expected  # type: ignore[arg-type]


def test_values_are_compared_as_json() -> None:
    assert same(1, 1.0) and same("a", "a") and same(None, None) and same(False, False)
    assert not same(1, True) and not same(0, False) and not same(None, False) and not same("", None)
