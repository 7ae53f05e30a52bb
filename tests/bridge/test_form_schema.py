"""The schemas of version 2: they accept what the check accepts, and refuse what a schema can."""

from __future__ import annotations

import copy
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings

from flow.bridge.form_schema import (
    SHOW_SPEC,
    brief_field,
    field_schema,
    screen_schema,
    value_schema,
    whole_schema,
)
from flow.bridge.tools import SHOW_ARGUMENTS, SHOW_HELP, find_tool
from flow.document import parse_json
from flow.spec import validate_flow_spec
from mplex.dialog.field_kinds import FIELD_KINDS, read_field
from mplex.dialog.form_spec import check_form
from mplex.dialog.node import Node
from mplex.errors import SpecError
from tests.dialog.form_strategies import forms
from tests.flow.form_flows import DEPLOY, form_flows
from tests.flow.specs import DEPLOY as DEPLOY_1

Json = dict[str, Any]
WHOLE = jsonschema.Draft202012Validator(whole_schema())
BRIEF = jsonschema.Draft202012Validator(SHOW_SPEC)
SCREEN = jsonschema.Draft202012Validator(screen_schema())


@pytest.mark.parametrize("schema", [whole_schema(), screen_schema(), SHOW_SPEC, brief_field()])
def test_the_schemas_are_schemas(schema: Json) -> None:
    jsonschema.Draft202012Validator.check_schema(schema)


@given(form_flows())
@settings(deadline=None, max_examples=50)
def test_a_valid_flow_fits_both_schemas(data: Json) -> None:
    validate_flow_spec(data)
    WHOLE.validate(data)
    BRIEF.validate(data)


@given(forms())
@settings(deadline=None, max_examples=50)
def test_a_valid_form_fits_the_schema_also_as_it_reads_back(data: Json) -> None:
    SCREEN.validate(data)
    SCREEN.validate(check_form(data).to_data())


def test_what_plexer_show_takes_is_either_version() -> None:
    BRIEF.validate(DEPLOY)
    BRIEF.validate(DEPLOY_1)
    WHOLE.validate(DEPLOY)
    assert not WHOLE.is_valid(DEPLOY_1)
    assert not BRIEF.is_valid({"v": 3, "screens": []})


def test_the_example_in_the_help_is_right() -> None:
    example = SHOW_HELP.partition("Forms: ")[2].partition("\n")[0]
    arguments = parse_json(example, "example")
    jsonschema.validate(arguments, SHOW_ARGUMENTS)
    spec = find_tool("plexer_show").check(arguments).spec
    assert [step.id for step in spec.screens] == ["where", "sure"]


@pytest.mark.parametrize("kind", FIELD_KINDS)
def test_null_stands_for_every_member_that_may_be_left_out(kind: str) -> None:
    schema = field_schema(FIELD_KINDS[kind])
    needed = set(schema["required"])  # type: ignore[call-overload]
    empty = {name: None for name in schema["properties"] if name not in needed}  # type: ignore[attr-defined]
    field = {**empty, "kind": kind, **FIELD_KINDS[kind].example}
    read_field(Node(field))
    data = {"kind": "form", "fields": [field], "tabs": None, "actions": None, "title": None}
    check_form(data)
    SCREEN.validate(data)


def put(*path: str | int, value: object) -> Any:
    """Return a change that puts a value at a place."""

    def change(spec: Any) -> None:
        for step in path[:-1]:
            spec = spec[step]
        spec[path[-1]] = value

    return change


FIELD = ("screens", 0, "fields", 0)
WRONG = {
    "no screens": put("screens", value=[]),
    "a timeout too short": put("timeout", value=4),
    "a timeout too long": put("timeout", value=86_401),
    "a body that is no text": put("screens", 0, "body", value=7),
    "an id with a space": put("screens", 0, "id", value="a b"),
    "an unknown kind": put(*FIELD, "kind", value="textarea"),
    "a field without a name": put(*FIELD, "name", value=""),
    "no options": put(*FIELD, "options", value=[]),
    "a condition on nothing": put("screens", 0, "fields", 1, "show_if", value={"env": []}),
    "an action without a value": put("screens", 1, "actions", 0, value={"label": "x"}),
    "a secret without a target": put(*FIELD, value={"kind": "secret", "name": "s"}),
    "a target of an unknown mode": put(
        *FIELD, value={"kind": "secret", "name": "s", "target": {"mode": "x", "path": "/a"}}
    ),
    "a relative path": put(
        *FIELD, value={"kind": "text", "name": "s", "target": {"mode": "create", "path": "a"}}
    ),
    "a list without items": put(*FIELD, value={"kind": "list", "name": "s"}),
    "a comparison of one": put(
        *FIELD, value={"kind": "compare", "name": "s", "variants": [{"value": "x"}]}
    ),
    "a step of nothing": put(*FIELD, value={"kind": "number", "name": "s", "step": 0}),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_the_check_refuses_the_whole_schema_refuses(name: str) -> None:
    spec = copy.deepcopy(DEPLOY)
    WRONG[name](spec)
    with pytest.raises(SpecError):
        validate_flow_spec(spec)
    assert not WHOLE.is_valid(spec)


@pytest.mark.parametrize("kind", FIELD_KINDS)
def test_values_have_schemas_too(kind: str) -> None:
    schema = value_schema(FIELD_KINDS[kind])
    assert (schema is None) == (FIELD_KINDS[kind].value is None)
    if schema is not None:
        jsonschema.Draft202012Validator.check_schema(schema)
        outcome = {"written": True, "target": "/a", "bytes": 1, "mode": "0600"}
        if kind != "secret":
            assert not jsonschema.Draft202012Validator(schema).is_valid(outcome)
