"""The schemas: they accept what the validator accepts, and refuse what a schema can refuse."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings

from flow.bridge.ending import FLOW_STATUS
from flow.bridge.schema import FIELD_REQUIRED, FLOW_SPEC, OUTCOME, OUTCOMES
from flow.bridge.tools import SHOW_ARGUMENTS, SHOW_HELP, TOOLS, find_tool
from flow.document import parse_json
from flow.fields import FIELD_TYPES
from flow.spec import validate_flow_spec
from mplex.errors import SpecError
from tests.flow.specs import DEPLOY, Json, actions, choice, flow, info, screen, text, valid_specs

CHECK = jsonschema.Draft202012Validator(FLOW_SPEC)


def test_the_schemas_are_schemas() -> None:
    for tool in TOOLS:
        jsonschema.Draft202012Validator.check_schema(tool.arguments)
        jsonschema.Draft202012Validator.check_schema(tool.result)


@given(valid_specs())
@settings(max_examples=50)
def test_a_valid_spec_fits_the_schema(spec: Json) -> None:
    validate_flow_spec(spec)
    CHECK.validate(spec)


def full() -> Json:
    """Return a spec that uses every member there is."""
    fields = [choice("env", {"label": "Prod", "value": 1}), text("tag"), info("note", "Careful.")]
    return {**flow(screen("one", fields=fields, actions=actions("go"))), "timeout": 60, "v": 1}


def put(*path: str | int, value: object) -> Callable[[Json], None]:
    """Return a change that puts a value at a place."""

    def change(spec: Json) -> None:
        at: Any = spec
        for step in path[:-1]:
            at = at[step]
        at[path[-1]] = value

    return change


def drop(*path: str | int) -> Callable[[Json], None]:
    """Return a change that takes a member away."""

    def change(spec: Json) -> None:
        at: Any = spec
        for step in path[:-1]:
            at = at[step]
        del at[path[-1]]

    return change


ONE = ("screens", 0)
FIELD = (*ONE, "fields", 0)
WRONG = {
    "version": put("v", value=2),
    "timeout too short": put("timeout", value=4),
    "timeout too long": put("timeout", value=601),
    "timeout no number": put("timeout", value="60"),
    "title too long": put("title", value="x" * 201),
    "no screens": put("screens", value=[]),
    "33 screens": put("screens", value=[screen(f"s{n}") for n in range(33)]),
    "screens missing": drop("screens"),
    "screen without id": drop(*ONE, "id"),
    "id with a space": put(*ONE, "id", value="a b"),
    "id empty": put(*ONE, "id", value=""),
    "id too long": put(*ONE, "id", value="x" * 65),
    "body too long": put(*ONE, "body", value="x" * 2001),
    "13 fields": put(*ONE, "fields", value=[text(f"f{n}") for n in range(13)]),
    "13 actions": put(*ONE, "actions", value=actions(*(f"a{n}" for n in range(13)))),
    "action without label": drop(*ONE, "actions", 0, "label"),
    "action with a blank label": put(*ONE, "actions", 0, "label", value=" "),
    "next is a list": put(*ONE, "next", value=["$done"]),
    "next to nothing": put(*ONE, "next", value={"go": None}),
    "condition on an object": put(*ONE, "show_if", value={"env": {}}),
    "condition on nothing": put(*ONE, "show_if", value={"env": []}),
    "field of an unknown type": put(*FIELD, "type", value="checkbox"),
    "field without a type": drop(*FIELD, "type"),
    "choice without options": drop(*FIELD, "options"),
    "choice of none": put(*FIELD, "options", value=[]),
    "choice of 13": put(*FIELD, "options", value=[str(n) for n in range(13)]),
    "option without label": drop(*FIELD, "options", 0, "label"),
    "option that is a number": put(*FIELD, "options", 0, value=1),
    "value that is a list": put(*FIELD, "options", 0, "value", value=[]),
    "default below 0": put(*FIELD, "default", value=-1),
    "default no number": put(*FIELD, "default", value="0"),
    "initial too long": put(*ONE, "fields", 1, "initial", value="x" * 2001),
    "info without text": drop(*ONE, "fields", 2, "text"),
    "info of blanks": put(*ONE, "fields", 2, "text", value=" "),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_the_validator_refuses_the_schema_refuses(name: str) -> None:
    spec = copy.deepcopy(full())
    validate_flow_spec(spec)
    CHECK.validate(spec)
    WRONG[name](spec)
    with pytest.raises(SpecError):
        validate_flow_spec(spec)
    assert not CHECK.is_valid(spec)


def test_every_type_of_field_is_in_the_schema() -> None:
    assert set(FIELD_REQUIRED) == set(FIELD_TYPES)


def test_every_end_is_in_the_schema() -> None:
    assert set(OUTCOMES) == set(FLOW_STATUS)
    outcome = {"status": "done", "answers": {"env": "prod"}, "action": None}
    jsonschema.validate(outcome, OUTCOME)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({"status": "yes", "answers": {}}, OUTCOME)


def test_the_example_in_the_help_is_right() -> None:
    example = SHOW_HELP.partition("Example: ")[2].partition("\nResult: ")
    arguments, outcome = parse_json(example[0], "example"), parse_json(example[2], "result")
    jsonschema.validate(arguments, SHOW_ARGUMENTS)
    jsonschema.validate(outcome, OUTCOME)
    assert find_tool("plexer_show").check(arguments).spec.title == "Deploy"


def test_arguments_of_the_tool_are_checked_with_their_place() -> None:
    tool = find_tool("plexer_show")
    for arguments, complaint in (
        (None, 'needs "spec"'),
        ([], "must be an object"),
        ({"spec": DEPLOY, "timeout": 3}, "timeout: is 3; 5 to 600"),
        ({"spec": DEPLOY, "target": 7}, "target: must be a string"),
        ({"spec": "{"}, "spec:1:2: is not JSON"),
        ({"spec": {}}, 'needs "screens"'),
    ):
        with pytest.raises(SpecError, match=complaint):
            tool.check(arguments)


def test_a_spec_may_come_as_text_and_the_timeout_beside_it() -> None:
    tool = find_tool("plexer_show")
    call = tool.check({"spec": '{"screens": [{"id": "a", "body": "b"}]}', "timeout": 9})
    assert (call.spec.start, call.spec.timeout, call.target) == ("a", 9, None)
