"""Values of fields: which ones a field can report, by its schema and by what it offers."""

from __future__ import annotations

from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mplex.dialog.field_kinds import FIELD_KINDS, read_field, valid_value
from mplex.dialog.json_schema import matches
from mplex.dialog.node import Node

Json = dict[str, Any]

TABLE = {"columns": [{"key": "k"}], "rows": [{"value": "a"}, {"value": "b"}]}
SORT = {"column": None, "dir": "asc"}
OPTIONS = {"options": ["a", {"label": "one", "value": 1}]}
SIZE = {"width": 3, "height": 2}
NO_MARK = {"point": None, "region": None, "natural": None}
POINT = {"x": 0.5, "y": 1}
REGION = {"x": 0, "y": 0, "w": 1, "h": 0.5}
PAIR = {"variants": [{"value": "a"}, {"value": "b"}]}
ITEMS = {"items": ["a", "b"], "selectable": True}
DECISIONS = {"decisions": {"a": {"decision": "approve", "comment": "c"}}}

GOOD: list[tuple[str, Json, list[Any]]] = [
    ("text", {}, ["", "x\ny"]),
    ("password", {}, ["", "x"]),
    ("number", {"max": 5}, [None, 0, 2.5, 7]),
    ("slider", {}, [0, 100.0]),
    ("select", OPTIONS, ["a", 1, 1.0]),
    ("checkbox", {}, [True, False]),
    ("date", {}, ["", "2026-02-28"]),
    ("datetime", {}, ["", "2026-06-01T09:30+02:00", "2026-06-01T09:30-11:30"]),
    ("date_range", {}, [{"from": "", "to": "2026-01-01"}]),
    ("color", {}, ["#00ff99"]),
    ("file", {}, ["", "/a"]),
    ("choice", OPTIONS, [{"answers": []}, {"answers": ["a"]}, {"answers": [1]}]),
    ("choice", {**OPTIONS, "allow_other": True}, [{"answers": [], "other": "x"}]),
    (
        "choice",
        {**OPTIONS, "multi_select": True, "allow_other": True},
        [{"answers": [1, "a"], "other": "x"}],
    ),
    ("list", ITEMS, [{"selected": ["b"], "order": ["b", "a"]}]),
    ("table", TABLE, [{"selected": [], "order": ["a", "b"], "sort": SORT}]),
    (
        "table",
        TABLE,
        [{"selected": ["a"], "order": ["b", "a"], "sort": {"column": "k", "dir": "desc"}}],
    ),
    ("tree", {"items": [{"value": "a", "children": [{"value": "b"}]}]}, [{"selected": ["b"]}]),
    ("image_grid", {"images": [{"value": "a"}]}, [{"selected": []}, {"selected": ["a"]}]),
    ("gallery", {"items": [{"value": "a"}], "comment": True}, [{"decisions": {}}, DECISIONS]),
    ("compare", PAIR, [{"selected": None}, {"selected": "b"}]),
    ("annotated_image", {}, [NO_MARK, {**NO_MARK, "point": POINT, "natural": SIZE}]),
    ("annotated_image", {"mode": "both"}, [{**NO_MARK, "point": POINT, "region": REGION}]),
]

BAD: list[tuple[str, Json, list[Any]]] = [
    ("text", {}, [None, 1, "x" * 100_001]),
    ("number", {}, ["1", True, float("nan"), float("inf")]),
    ("slider", {}, [None]),
    ("select", OPTIONS, ["b", True, None, ["a"]]),
    ("checkbox", {}, [0, None]),
    ("date", {}, ["2026-02-30", "2026-02-28\n", "28.2.2026", None]),
    ("datetime", {}, ["2026-06-01T09:30", "2026-06-01T24:30+00:00", "2026-06-01T09:30+25:00"]),
    ("date_range", {}, [{"from": ""}, {"from": "", "to": "", "x": 1}, {"from": "", "to": "x"}]),
    ("color", {}, ["#00FF99", "#fff", "", "#00ff99\n"]),
    ("file", {}, ["a", None]),
    ("choice", OPTIONS, [{"answers": ["a", 1]}, {"answers": ["b"]}, {"answers": [True]}]),
    ("choice", OPTIONS, [{"answers": [], "other": "x"}, {"other": "x"}, []]),
    ("choice", {**OPTIONS, "allow_other": True}, [{"answers": ["a"], "other": "x"}]),
    ("choice", {**OPTIONS, "allow_other": True}, [{"answers": [], "other": " "}]),
    ("choice", {**OPTIONS, "multi_select": True}, [{"answers": ["a", "a"]}]),
    ("list", ITEMS, [{"selected": ["a", "b"], "order": ["a", "b"]}, {"selected": []}]),
    ("list", ITEMS, [{"selected": [], "order": ["a"]}, {"selected": [], "order": ["a", "a"]}]),
    ("list", {"items": ["a"]}, [{"selected": ["a"], "order": ["a"]}]),
    ("table", TABLE, [{"selected": [], "order": ["a", "b"]}]),
    (
        "table",
        TABLE,
        [{"selected": [], "order": ["a", "b"], "sort": {"column": "x", "dir": "asc"}}],
    ),
    ("table", TABLE, [{"selected": [], "order": ["a", "b"], "sort": {"column": "k", "dir": "up"}}]),
    ("tree", {"items": [{"value": "a"}]}, [{"selected": ["b"]}, {"selected": [], "open": []}]),
    ("image_grid", {"images": [{"value": "a"}]}, [{"selected": ["b"]}, {"selected": ["a", "a"]}]),
    ("gallery", {"items": [{"value": "a"}]}, [DECISIONS, {"decisions": {"b": {"decision": ""}}}]),
    ("gallery", {"items": [{"value": "a"}]}, [{"decisions": {"a": {"decision": "like"}}}]),
    ("compare", PAIR, [{"selected": "c"}, {}]),
    (
        "annotated_image",
        {},
        [{**NO_MARK, "region": REGION}, {**NO_MARK, "point": {"x": 2, "y": 0}}],
    ),
    ("annotated_image", {"mode": "region"}, [{**NO_MARK, "point": POINT}]),
    ("annotated_image", {}, [{**NO_MARK, "natural": {"width": 0, "height": 1}}]),
    ("static_text", {"text": "x"}, [None, ""]),
    ("progress", {}, [None, 0.5]),
    ("secret", {"target": {"mode": "create", "path": "/a"}}, ["", "x", None]),
]


def check(rows: list[tuple[str, Json, list[Any]]]) -> list[Any]:
    """Return a parameter for each value."""
    return [pytest.param(kind, members, each) for kind, members, found in rows for each in found]


@pytest.mark.parametrize(("kind", "members", "value"), check(GOOD))
def test_what_a_field_can_report_is_valid(kind: str, members: Json, value: Any) -> None:
    assert valid_value(read_field(Node({"kind": kind, "name": "a", **members})), value)


@pytest.mark.parametrize(("kind", "members", "value"), check(BAD))
def test_what_it_cannot_report_is_not(kind: str, members: Json, value: Any) -> None:
    assert not valid_value(read_field(Node({"kind": kind, "name": "a", **members})), value)


def test_every_kind_with_a_value_has_an_example_here() -> None:
    assert {kind for kind, _, _ in GOOD} | {"secret"} == {
        name for name, row in FIELD_KINDS.items() if row.value is not None
    }


SCHEMAS = {name: row.value for name, row in FIELD_KINDS.items() if row.value is not None}
VALUES = [value for _, _, found in GOOD + BAD for value in found]
JSON = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(-3, 3),
        st.floats(allow_nan=False),
        st.text(max_size=4),
    ),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["selected", "order", "x", "from", "to"]), inner, max_size=3
        )
    ),
    max_leaves=6,
)


@pytest.mark.parametrize("kind", SCHEMAS)
def test_our_reading_of_a_schema_is_everybody_elses(kind: str) -> None:
    schema = SCHEMAS[kind]
    assert schema is not None
    validator = jsonschema.Draft202012Validator(schema)

    @given(JSON | st.sampled_from(VALUES))
    @settings(deadline=None, max_examples=40)
    def agree(value: Any) -> None:
        # `$` is the end for JSON Schema, and in Python before a last line feed too.
        if isinstance(value, str) and value.endswith("\n"):
            return
        if not isinstance(value, float) or abs(value) < float("inf"):
            assert matches(schema, value) == validator.is_valid(value)

    agree()
