"""Forms as specs: what is accepted and normalised, and every refusal with its place and reason."""

from __future__ import annotations

import json
import time
from datetime import timedelta, timezone
from typing import Any

import pytest
from hypothesis import given, settings

from mplex.dialog import caps
from mplex.dialog.field_kinds import AIUI_KINDS, FIELD_KINDS, read_field
from mplex.dialog.field_members import Setting
from mplex.dialog.form_spec import (
    BACK,
    CANCEL_ACTION,
    SUBMIT,
    FormAction,
    check_form,
    check_tool_form,
)
from mplex.dialog.node import Node
from mplex.dialog.spec import check_screen
from mplex.errors import SpecError
from tests.dialog.form_strategies import forms

Json = dict[str, Any]


def form(*fields: Json, **members: Any) -> Json:
    """Return a form."""
    return {"kind": "form", "fields": list(fields), **members}


def field(kind: str, name: str = "a", **members: Any) -> Json:
    """Return a field."""
    return {"kind": kind, "name": name, **members}


def read(kind: str, zone: Any = None, **members: Any) -> Any:
    """Return a checked field of a kind."""
    return read_field(Node(field(kind, **members), "field"), Setting(zone))


def items(*values: Any) -> list[Json]:
    """Return entries of a collection."""
    return [{"label": "L", "value": value} for value in values]


def target(**members: Any) -> Json:
    """Return a target of a secret."""
    return field("secret", target={"mode": "create", "path": "/a", **members})


def deep(levels: int) -> Json:
    """Return a tree that deep."""
    node: Json = {"value": "0"}
    for level in range(1, levels):
        node = {"value": str(level), "children": [node]}
    return field("tree", items=[node])


FIELD = "screen.fields[0]"
OK = field("text")
TWO = items("x", "x")
COLUMN = [{"key": "k"}]

WRONG: list[tuple[object, str, str]] = [
    # The form.
    ([], "screen", "must be an object"),
    (form(OK, tabs=[{"label": "t", "fields": [field("text", "b")]}]), "screen", "both fields and"),
    (form(tabs=[{"label": "t"}]), "screen.tabs[0]", 'needs "fields"'),
    (form(tabs=[{"label": "t", "fields": None}]), "screen.tabs[0]", 'needs "fields"'),
    (form(tabs=[{"label": "t", "fields": {}}]), "screen.tabs[0].fields", "must be a list"),
    (
        form(tabs=[{"label": "t", "fields": [OK]}, {"label": "t", "fields": []}]),
        "screen.tabs[1].label",
        '"t" is already the label of screen.tabs[0]',
    ),
    (
        form(tabs=[{"fields": [OK]}, {"fields": []}]),
        "screen.tabs[1].label",
        "is already the label",
    ),
    (form(OK, actions={}), "screen.actions", "must be a list"),
    (form(OK, actions=[{"label": "Go"}]), "screen.actions[0]", 'needs "value"'),
    (form(OK, actions=[{"value": ""}]), "screen.actions[0].value", "must not be empty"),
    (form(OK, actions=[{"value": 1}]), "screen.actions[0].value", "must be a string"),
    (form(OK, actions=TWO), "screen.actions[1].value", '"x" is already the value of screen.act'),
    (form(OK, actions=["go"]), "screen.actions[0]", "must be an object"),
    (
        form(OK, actions=[{"value": "x", "primary": 1}]),
        "screen.actions[0].primary",
        "true or false",
    ),
    (form(OK, focus="b"), "screen.focus", "neither a field nor an action"),
    (
        form(OK, actions=[{"value": "rm", "destructive": True}], focus="rm"),
        "screen.focus",
        "is destructive",
    ),
    (form(OK, escape="maybe"), "screen.escape", 'allowed are "cancel", "ask"'),
    (form(OK, size="xl"), "screen.size", "allowed are"),
    (form(OK, width=-1), "screen.width", "must not be less than 0"),
    (form(OK, values={"b": "x"}), "screen.values.b", "is not a field of this form"),
    (form(OK, values={"a": 1}), "screen.values.a", 'a number that a field of kind "text"'),
    (form(target(), values={"a": "x"}), "screen.values.a", "can't have"),
    (form(OK, given={"a": "x"}), "screen.given.a", "is a field of this form"),
    (form(OK, titel="x"), "screen.titel", "is not a known member"),
    # Fields of every kind.
    (form("text"), FIELD, "must be an object"),
    (form({"name": "a"}), FIELD, 'needs "kind"'),
    (form(field("textarea")), f"{FIELD}.kind", '"text", "password", "secret"'),
    (form({"kind": "text"}), FIELD, 'needs "name"'),
    (form(field("text", "")), f"{FIELD}.name", "must not be empty"),
    (form(field("text", None)), FIELD, 'needs "name"'),
    (form({"kind": "progress"}), FIELD, 'needs "name"'),
    (form(OK, OK), "screen.fields[1].name", '"a" is already the name of screen.fields[0]'),
    (
        form(tabs=[{"label": "1", "fields": [OK]}, {"label": "2", "fields": [OK]}]),
        "screen.tabs[1].fields[0].name",
        "is already the name of screen.tabs[0].fields[0]",
    ),
    (form(field("text", label=3)), f"{FIELD}.label", "must be a string"),
    (form(field("text", require=True)), f"{FIELD}.require", "is not a known member"),
    (form(field("text", required="yes")), f"{FIELD}.required", "must be true or false"),
    # Conditions.
    (form(field("text", show_if={"b": 1})), f"{FIELD}.show_if.b", "is not the name of a field"),
    (form(field("text", show_if={"a": 1})), f"{FIELD}.show_if", "depends on itself"),
    (
        form(field("text", show_if={"b": 1}), field("text", "b", show_if={"a": 1})),
        f"{FIELD}.show_if",
        "depends on itself",
    ),
    (
        form(field("progress"), field("text", "b", show_if={"a": 1})),
        "screen.fields[1].show_if.a",
        "never has an answer",
    ),
    (
        form(target(), field("text", "b", show_if={"a": "x"})),
        "screen.fields[1].show_if.a",
        "is a secret",
    ),
    (form(field("text", show_if={"b": []})), f"{FIELD}.show_if.b", "is an empty list"),
    # Bounds.
    (form(field("number", min=2, max=1)), FIELD, "a min of 2, which is more than its max of 1"),
    (form(field("slider", min=200)), FIELD, "a min of 200, which is more than its max of 100"),
    (form(field("number", min="1")), f"{FIELD}.min", "must be a number"),
    (form(field("number", max=float("inf"))), f"{FIELD}.max", "must be a finite number"),
    (form(field("number", max=10**400)), f"{FIELD}.max", "is out of range"),
    (form(field("slider", step=0)), f"{FIELD}.step", "must be more than 0"),
    # Options.
    (form(field("select")), FIELD, 'needs "options"'),
    (form(field("select", options=[])), f"{FIELD}.options", "has 0 options; 1 to 1000"),
    (form(field("select", options=[{}])), f"{FIELD}.options[0]", 'needs a "label"'),
    (form(field("choice")), FIELD, 'needs "options"'),
    (form(field("choice", options=None)), FIELD, 'needs "options"'),
    (form(field("choice", options=[])), f"{FIELD}.options", "has 0 options"),
    (form(field("choice", options=[{"value": "x"}])), f"{FIELD}.options[0]", 'needs "label"'),
    (
        form(field("choice", options=[{"label": " "}])),
        f"{FIELD}.options[0].label",
        "must not be empty",
    ),
    (
        form(field("choice", options=[{"label": 1}])),
        f"{FIELD}.options[0].label",
        "must be a string",
    ),
    (
        form(field("choice", options=["x", "x"])),
        f"{FIELD}.options[1].value",
        "is already the value",
    ),
    (form(field("file", start="here")), f"{FIELD}.start", "begins with / or ~/"),
    # Collections.
    (form(field("list")), FIELD, 'needs "items"'),
    (form(field("list", items=None)), FIELD, 'needs "items"'),
    (form(field("list", items=items(1))), f"{FIELD}.items[0].value", "must be a string"),
    (form(field("list", items=items(""))), f"{FIELD}.items[0].value", "must not be empty"),
    (form(field("list", items=[{"label": "L"}])), f"{FIELD}.items[0]", 'needs "value"'),
    (form(field("list", items=[""])), f"{FIELD}.items[0]", "must not be empty"),
    (form(field("list", items=TWO)), f"{FIELD}.items[1].value", "is already the value of"),
    (form(field("tree")), FIELD, 'needs "items"'),
    (form(field("tree", items=["x"])), f"{FIELD}.items[0]", "must be an object"),
    (
        form(field("tree", items=[{"value": "x", "children": [{"value": "x"}]}])),
        f"{FIELD}.items[0].children[0].value",
        f"is already the value of {FIELD}.items[0]",
    ),
    (
        form(field("tree", items=[{"value": "x", "children": 1}])),
        f"{FIELD}.items[0].children",
        "list",
    ),
    (form(deep(33)), f"{FIELD}.items[0]" + ".children[0]" * 31 + ".children", "is too deep; 32"),
    (form(field("table", rows=[])), FIELD, 'needs "columns"'),
    (form(field("table", columns=COLUMN)), FIELD, 'needs "rows"'),
    (form(field("table", columns=COLUMN * 65, rows=[])), f"{FIELD}.columns", "at most 64"),
    (
        form(field("table", columns=COLUMN * 2, rows=[])),
        f"{FIELD}.columns[1].key",
        '"k" is already the key',
    ),
    (form(field("table", columns=COLUMN, rows=["x"])), f"{FIELD}.rows[0]", "must be an object"),
    (form(field("table", columns=COLUMN, rows=[{}])), f"{FIELD}.rows[0]", 'needs "value"'),
    (
        form(field("table", columns=COLUMN, rows=[{"value": "x"}, {"value": "x"}])),
        f"{FIELD}.rows[1].value",
        "is already the value",
    ),
    (
        form(field("table", columns=COLUMN, rows=[{"value": "x", "values": {"k": []}}])),
        f"{FIELD}.rows[0].values.k",
        "must be a string, number",
    ),
    (
        form(field("table", columns=[{"key": "k", "align": "top"}], rows=[])),
        f"{FIELD}.columns[0].align",
        'allowed are "left"',
    ),
    (form(field("image_grid")), FIELD, 'needs "images"'),
    (form(field("image_grid", images=[{"src": "/a"}])), f"{FIELD}.images[0]", 'needs "value"'),
    (form(field("image_grid", images=TWO)), f"{FIELD}.images[1].value", "is already the value"),
    (form(field("gallery")), FIELD, 'needs "items"'),
    (form(field("gallery", items=[])), f"{FIELD}.items", "has 0 items"),
    (form(field("gallery", items=[{"src": "/a"}])), f"{FIELD}.items[0]", 'needs "value"'),
    (form(field("gallery", items=TWO)), f"{FIELD}.items[1].value", "is already the value"),
    (form(field("gallery", items=items("x"), actions=7)), f"{FIELD}.actions", "must be a list"),
    (
        form(field("gallery", items=items("x"), actions=[{"label": "A"}])),
        f"{FIELD}.actions[0]",
        'needs "value"',
    ),
    (
        form(field("gallery", items=items("x"), actions=TWO)),
        f"{FIELD}.actions[1].value",
        "is already the value",
    ),
    (form(field("compare")), FIELD, 'needs "variants"'),
    (form(field("compare", variants=items("x"))), f"{FIELD}.variants", "has 1 variants; 2 to 12"),
    (
        form(field("compare", variants=[{"content": "x"}, {"value": "y"}])),
        f"{FIELD}.variants[0]",
        'needs "value"',
    ),
    (form(field("compare", variants=TWO)), f"{FIELD}.variants[1].value", "is already the value"),
    # What is shown.
    (form({"kind": "static_text"}), FIELD, 'needs "text"'),
    (form({"kind": "static_text", "text": "x", "tone": "loud"}), f"{FIELD}.tone", "allowed are"),
    (form({"kind": "mermaid"}), FIELD, 'needs "source"'),
    (form({"kind": "wireframe"}), FIELD, 'needs "panels"'),
    (form({"kind": "image", "src": 7}), f"{FIELD}.src", "must be a path, an address"),
    (form({"kind": "image", "src": {"name": "x"}}), f"{FIELD}.src", 'needs "media", "path"'),
    (form(field("annotated_image", mode="line")), f"{FIELD}.mode", "allowed are"),
    # Targets.
    (form(field("secret")), FIELD, 'needs "target"'),
    (form(field("secret", target=None)), FIELD, 'needs "target"'),
    (form(field("secret", target="/a")), f"{FIELD}.target", "must be an object"),
    (form(field("text", target=[])), f"{FIELD}.target", "must be an object"),
    (form(target(mode="append")), f"{FIELD}.target.mode", 'allowed are "create", "substitute"'),
    (form(field("secret", target={"path": "/a"})), f"{FIELD}.target", 'needs "mode"'),
    (form(field("secret", target={"mode": "create"})), f"{FIELD}.target", 'needs "path"'),
    (form(target(path=7)), f"{FIELD}.target.path", "must be a string"),
    (form(target(path="")), f"{FIELD}.target.path", "must have 1 to 4096 characters"),
    (form(target(path="/" * 4097)), f"{FIELD}.target.path", "has 4097 characters; at most 4096"),
    (form(target(path="/a\nb")), f"{FIELD}.target.path", "control characters"),
    (form(target(path="notes/key")), f"{FIELD}.target.path", "must be absolute or begin with ~/"),
    (form(target(path="~alice/key")), f"{FIELD}.target.path", "must be absolute or begin with ~/"),
    (form(target(perm=600)), f"{FIELD}.target.perm", "must be a string"),
    (form(target(perm="rw")), f"{FIELD}.target.perm", "must be an octal mode"),
    (form(target(overwrite="false")), f"{FIELD}.target.overwrite", "must be true or false"),
    (form(target(placeholder=1)), f"{FIELD}.target.placeholder", "must be a string"),
    (form(target(mode="substitute")), f"{FIELD}.target", 'needs "placeholder"'),
    # Limits.
    (
        form(*(field("text", f"f{n}") for n in range(201))),
        "screen.fields",
        "has 201 fields; at most 200",
    ),
    (
        form(
            tabs=[
                {"label": str(tab), "fields": [field("text", f"f{tab}_{n}") for n in range(150)]}
                for tab in (0, 1)
            ]
        ),
        "screen",
        "has 300 fields; at most 200",
    ),
    (form(field("list", items=[str(n) for n in range(5001)])), f"{FIELD}.items", "5001 items"),
    (form({"kind": "markdown", "text": "x" * 200_001}), f"{FIELD}.text", "at most 200000"),
    (form(*({"kind": "markdown", "text": "ä" * 180_000},) * 4), "screen", "too much text"),
    (form(OK, remarks=[[]] * 100_000), "screen", "has too many parts"),
    (form(field("image", src="x" * 4097)), f"{FIELD}.src", "at most 4096"),
]


@pytest.mark.parametrize(("data", "where", "message"), WRONG, ids=range(len(WRONG)))
def test_what_is_wrong_is_refused_with_its_place_and_why(
    data: object, where: str, message: str
) -> None:
    with pytest.raises(SpecError) as caught:
        check_form(data)
    assert caught.value.where == where
    assert message in str(caught.value)


def test_a_form_is_a_screen_like_the_others() -> None:
    assert check_screen(form(OK)).kind == "form"
    assert check_screen({"kind": "message"}).kind == "message"
    with pytest.raises(SpecError, match='allowed are "choice", "text", "message", "form"'):
        check_screen({"kind": "formular"})


@pytest.mark.parametrize("opening", ["[", '{"a":'])
def test_no_depth_of_nesting_breaks_the_check(opening: str) -> None:
    value: Any = 1
    for _ in range(100_000):
        value = [value] if opening == "[" else {"a": value}
    with pytest.raises(SpecError, match="is nested too deeply; 100 levels"):
        check_form(form(OK, extra=value))


def test_the_tool_has_only_its_own_kinds_and_needs_a_field() -> None:
    assert len(AIUI_KINDS) == 23
    for kind in set(FIELD_KINDS) - set(AIUI_KINDS):
        with pytest.raises(SpecError, match="kind: is"):
            check_tool_form(form(field(kind)))
    for empty in (form(), form(tabs=[{"label": "t", "fields": []}]), form(text="x")):
        with pytest.raises(SpecError, match="has no fields"):
            check_tool_form(empty)
    assert check_tool_form(form(OK)).fields


@given(forms())
@settings(deadline=None, max_examples=150)
def test_what_is_checked_reads_back_the_same(data: Json) -> None:
    screen = check_form(data)
    again = json.loads(json.dumps(screen.to_data()))
    assert check_form(again).to_data() == screen.to_data()
    assert json.dumps(check_form(again).to_data()) == json.dumps(screen.to_data())


@pytest.mark.parametrize("kind", FIELD_KINDS)
def test_the_example_of_each_kind_is_valid_and_every_member_is_there(kind: str) -> None:
    row = FIELD_KINDS[kind]
    found = read_field(Node({"kind": kind, **row.example}, "field"))
    assert set(found.data) >= {member.name for member in row.members}
    assert bool(found.name) == row.has_name


def test_null_means_that_a_member_is_not_given() -> None:
    assert (
        read("text", label=None, default=None, required=None, target=None).data == read("text").data
    )


def test_members_that_are_not_known_are_ignored() -> None:
    assert read("text", remark={"anything": []}).data == read("text").data


def test_without_actions_there_are_cancel_and_submit() -> None:
    cancel, submit = check_form(form(OK)).actions
    assert cancel == FormAction(CANCEL_ACTION, "Cancel", skip_validation=True)
    assert submit == FormAction(SUBMIT, "Submit", "primary")
    named = check_form(form(OK, submit_label="Send", cancel_label="No", actions=[]))
    assert [action.label for action in named.actions] == ["No", "Send"]
    own = check_form(form(OK, submit_label="Send", actions=[{"value": "go"}]))
    assert own.actions == (FormAction("go", "go"),)


@pytest.mark.parametrize(
    ("action", "affirmative", "commits"),
    [
        (FormAction("go", "Go"), True, True),
        (FormAction("go", "Go", skip_validation=True), False, False),
        (FormAction("go", "Go", skip_validation=True, writes_targets=True), False, True),
        (FormAction(SUBMIT, "Go", skip_validation=True), False, True),
        (FormAction(SUBMIT, "Go"), True, True),
        (FormAction(CANCEL_ACTION, "No"), False, False),
        (FormAction(CANCEL_ACTION, "No", writes_targets=True), False, False),
        (FormAction(BACK, "Back", skip_validation=True), False, False),
    ],
)
def test_what_an_action_does(action: FormAction, affirmative: bool, commits: bool) -> None:
    assert (action.affirmative, action.commits) == (affirmative, commits)


def test_of_several_styles_the_gravest_holds() -> None:
    actions = [
        {"value": "a", "primary": True, "success": True, "destructive": True},
        {"value": "b", "primary": True, "success": True},
        {"value": "c", "primary": True},
    ]
    styles = [action.style for action in check_form(form(OK, actions=actions)).actions]
    assert styles == ["destructive", "success", "primary"]


PARIS = timezone(timedelta(hours=2))

DEFAULTS: list[tuple[str, Json, Any]] = [
    ("text", {"default": "a\nb\r\nc"}, "a b c"),
    ("text", {"default": "a\nb", "multiline": True}, "a\nb"),
    ("text", {"default": 5}, "5"),
    ("text", {"default": True}, ""),
    ("number", {}, None),
    ("number", {"default": 7, "max": 5}, 5),
    ("number", {"default": -7, "min": -5.5}, -5.5),
    ("number", {"default": "7"}, None),
    ("number", {"default": False}, None),
    ("number", {"default": float("nan")}, None),
    ("number", {"default": float("inf"), "max": 9}, 9),
    ("slider", {}, 0),
    ("slider", {"min": 3}, 3),
    ("slider", {"default": 400}, 100),
    ("slider", {"default": -1}, 0),
    ("slider", {"default": "x", "min": 2}, 2),
    ("select", {"options": ["a", "b"]}, "a"),
    ("select", {"options": ["a", "b"], "default": "b"}, "b"),
    ("select", {"options": ["a", "b"], "default": "c"}, "a"),
    ("select", {"options": [{"label": "x", "value": 1}], "default": True}, 1),
    ("select", {"options": ["a"], "default": ["a"]}, "a"),
    ("checkbox", {}, False),
    ("checkbox", {"default": True}, True),
    ("checkbox", {"default": "yes"}, False),
    ("date", {"default": "2026-06-01"}, "2026-06-01"),
    ("date", {"default": "2026-06-01T09:30Z"}, "2026-06-01"),
    ("date", {"default": "2026-02-30"}, ""),
    ("date", {"default": "20260601"}, ""),
    ("date", {"default": "2026-W01-1"}, ""),
    ("date", {"default": 20260601}, ""),
    ("datetime", {"default": "2026-06-01T09:30"}, "2026-06-01T09:30"),
    ("datetime", {"default": "2026-06-01 09:30:59.123"}, "2026-06-01T09:30"),
    ("datetime", {"default": "2026-06-01T09:30Z"}, "2026-06-01T11:30"),
    ("datetime", {"default": "2026-06-01T23:30-05:00"}, "2026-06-02T06:30"),
    ("datetime", {"default": "2026-06-01T09:30+0530"}, "2026-06-01T06:00"),
    ("datetime", {"default": "2026-06-01"}, ""),
    ("datetime", {"default": "2026-06-01T24:30"}, ""),
    ("datetime", {"default": "9999-12-31T23:30Z"}, ""),
    ("datetime", {"default": "0001-01-01T00:00+14:00"}, ""),
    ("date_range", {"default": {"from": "2026-06-01"}}, {"from": "2026-06-01", "to": ""}),
    ("date_range", {"default": "x"}, {"from": "", "to": ""}),
    ("color", {}, "#000000"),
    ("color", {"default": "#AbC"}, "#aabbcc"),
    ("color", {"default": "#12AB9f"}, "#12ab9f"),
    ("color", {"default": "red"}, "#000000"),
    ("color", {"default": "#12ab9"}, "#000000"),
    (
        "annotated_image",
        {"default": {"point": {"x": 2, "y": -1}}},
        {"point": {"x": 1, "y": 0}, "region": None},
    ),
    (
        "annotated_image",
        {"default": {"point": {"x": 0.123456, "y": 0}}},
        {"point": {"x": 0.1235, "y": 0}, "region": None},
    ),
    (
        "annotated_image",
        {"default": {"region": {"x": 0, "y": 0, "w": 1, "h": 1}}},
        {"point": None, "region": None},
    ),
    (
        "annotated_image",
        {"mode": "region", "default": {"region": {"x": 0.5, "y": 0, "w": 1, "h": 1}}},
        {"point": None, "region": {"x": 0.5, "y": 0, "w": 0.5, "h": 1}},
    ),
    (
        "annotated_image",
        {"mode": "both", "default": {"region": {"x": 0, "y": 0, "w": 0.009, "h": 1}}},
        {"point": None, "region": None},
    ),
]


@pytest.mark.parametrize(("kind", "members", "default"), DEFAULTS)
def test_defaults_are_made_valid_before_they_are_seen(
    kind: str, members: Json, default: Any
) -> None:
    found = read(kind, PARIS, **members)["default"]
    assert found == default
    assert type(found) is type(default)


def test_without_a_zone_a_moment_is_converted_to_the_clock_of_this_process(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("TZ", "XYZ-3")
    time.tzset()
    try:
        assert read("datetime", default="2026-06-01T09:30Z")["default"] == "2026-06-01T12:30"
    finally:
        monkeypatch.undo()
        time.tzset()


@pytest.mark.parametrize(
    ("kind", "members", "selected"),
    [
        ("list", {"items": ["a", "b"], "selectable": True}, ["a"]),
        ("list", {"items": ["a", "b"], "selectable": True, "multi_select": True}, ["a", "b"]),
        ("list", {"items": ["a", "b"]}, []),
        ("tree", {"items": [{"value": "b", "children": [{"value": "a"}]}]}, ["a"]),
        ("image_grid", {"images": [{"value": "a"}], "multi_select": True}, ["a"]),
        ("table", {"columns": COLUMN, "rows": [{"value": "b"}]}, ["b"]),
    ],
)
def test_what_is_selected_at_first_is_offered_once_and_at_most_one(
    kind: str, members: Json, selected: list[str]
) -> None:
    found = read(kind, default_selected=["x", "a", 7, "a", "b"], **members)
    assert found["default_selected"] == selected


def test_what_is_left_out_in_a_collection_is_filled_in() -> None:
    assert read("list", items=["a"])["items"] == [
        {"value": "a", "label": "a", "description": "", "thumbnail": None}
    ]
    rows = [{"value": "r", "values": {"x": 1, "k": True}}]
    assert read("table", columns=COLUMN, rows=rows)["rows"] == [
        {"value": "r", "values": {"k": "true"}}
    ]
    tree = read("tree", items=[{"value": "a"}], default_expanded=["x", "a"])
    assert tree["items"] == [{"value": "a", "label": "a", "description": "", "children": []}]
    assert tree["default_expanded"] == ["a"]
    assert read("tree", items=[])["default_expanded"] is None
    compare = read("compare", variants=[{"value": "x"}, {"value": "y", "label": "Why"}])
    assert [each["label"] for each in compare["variants"]] == ["A", "Why"]
    assert compare["columns"] == 2
    gallery = read("gallery", items=items("x"))
    assert [each["value"] for each in gallery["actions"]] == ["approve", "revise", "skip"]
    assert [each["success"] for each in gallery["actions"]] == [True, False, False]


def test_a_table_without_columns_has_those_of_its_rows() -> None:
    rows = [
        {"value": "a", "values": {"name": "Ann", "age": 31}},
        {"value": "b", "values": {"age": None, " ": 1, "x" * 201: 2, "city": "Köln"}},
        {"value": "c"},
    ]
    data = read("table", columns=[], rows=rows)
    assert data["columns"] == [
        {"key": "name", "label": "name", "align": "left"},
        {"key": "age", "label": "age", "align": "right"},
        {"key": "city", "label": "city", "align": "left"},
    ]
    assert data["rows"][2]["values"] == {"name": None, "age": None, "city": None}
    again = read("table", **{name: data[name] for name in ("columns", "rows")})
    assert again.data == data.data
    wide = [{"value": "a", "values": {f"k{n}": n for n in range(99)}}]
    assert len(read("table", columns=[], rows=wide)["columns"]) == 64
    assert read("table", columns=[], rows=[])["columns"] == []


def test_whole_numbers_are_taken_into_their_bounds() -> None:
    assert read("image_grid", images=[], columns=99)["columns"] == 12
    assert read("image_grid", images=[], columns=0)["columns"] == 1
    assert read("image_grid", images=[])["columns"] == 3
    panel = {"col_span": 20, "row_span": 0}
    wire = read("wireframe", panels=[panel], gap=100, columns=2.0)
    assert (wire["gap"], wire["columns"]) == (64, 2)
    assert (wire["panels"][0]["col_span"], wire["panels"][0]["row_span"]) == (12, 1)


def test_a_list_is_never_required_since_nothing_enforces_it() -> None:
    assert read("list", items=["a"], required=True)["required"] is False
    assert read("choice", options=["a"])["required"] is True
    assert read("text", required=True)["required"] is True


def test_what_is_shown_now_follows_from_conditions_in_any_order() -> None:
    screen = check_form(
        form(
            field("text", "c", show_if={"b": True}),
            field("checkbox", "b", show_if={"a": ["x", "y"]}),
            field("select", "a", options=["x", "y", "z"]),
            {"kind": "static_text", "text": "t", "show_if": {"before": 1}},
            given={"before": 1},
        )
    )
    assert screen.visible({"a": "x", "b": True, "c": ""}) == {0, 1, 2, 3, "a", "b", "c"}
    assert screen.visible({"a": "x", "b": False, "c": ""}) == {1, 2, 3, "a", "b"}
    # What is hidden has no value, whatever was typed there before.
    assert screen.visible({"a": "z", "b": True, "c": ""}) == {2, 3, "a"}


def test_a_condition_follows_what_was_chosen_of_several() -> None:
    screen = check_form(
        form(
            field("choice", options=["x", "y"], multi_select=True),
            field("text", "b", show_if={"a": "y"}),
        )
    )
    assert "b" in screen.visible({"a": {"answers": ["x", "y"]}})
    assert "b" not in screen.visible({"a": {"answers": ["x"]}})


def test_drafts_are_kept_as_they_were_reported() -> None:
    screen = check_form(form(OK, field("number", "n", max=5), values={"a": "x", "n": 7}))
    assert screen.values == {"a": "x", "n": 7}
    assert check_form(screen.to_data()).values == screen.values


def test_the_largest_table_fits_a_line_of_the_socket() -> None:
    rows = [
        {"value": f"row {n}", "values": {"k": "cell " * 5, "n": n}}
        for n in range(caps.FORM_ITEMS_MAX)
    ]
    screen = check_form(form(field("table", columns=[*COLUMN, {"key": "n"}], rows=rows)))
    assert len(json.dumps(screen.to_data())) < 1 << 20
