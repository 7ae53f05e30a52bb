"""Flows of forms as specs: what is accepted, and what every refusal says."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings

from flow.forms_spec import FormFlow
from flow.spec import FlowSpec, validate_flow_spec
from mplex.dialog.field_kinds import FIELD_KINDS
from mplex.dialog.form_spec import CANCEL_ACTION, SUBMIT
from mplex.errors import SpecError
from tests.flow.form_flows import DEPLOY, flow, form_flows, screen, text
from tests.flow.specs import RANDOM_JSON

PROGRESS = {"kind": "progress", "name": "p"}
SECRET = {"kind": "secret", "name": "s", "target": {"mode": "create", "path": "/a"}}

WRONG: list[tuple[object, str, str]] = [
    ({"v": 2}, "", 'needs "screens"'),
    ({"v": 2, "screens": []}, "screens", "has 0 screens; 1 to 32"),
    (flow(*(screen(f"s{n}") for n in range(33))), "screens", "has 33 screens"),
    (flow(screen("a"), timeout=4), "timeout", "5 to 86400 seconds"),
    (flow(screen("a"), timeout=86_401), "timeout", "5 to 86400 seconds"),
    (flow(screen("a"), title=7), "title", "must be a string"),
    (flow(screen("a"), start="b"), "start", '"b" is not the id of a screen'),
    (flow(screen("a"), screenz=[]), "", ""),
    (flow("a"), "screens[0]", "must be an object"),
    (flow({"body": "B"}), "screens[0]", 'needs "id"'),
    (flow(screen("a b")), "screens[0].id", "white space"),
    (flow(screen("$done")), "screens[0].id", "is reserved"),
    (flow(screen("a"), screen("a")), "screens[1].id", '"a" is already the id of screens[0]'),
    (flow({"id": "a"}), "screens[0]", "shows nothing"),
    (flow({"id": "a", "body": " ", "fields": []}), "screens[0]", "shows nothing"),
    (flow(screen("a", body=3)), "screens[0].body", "must be a string"),
    (flow(screen("a", back="no")), "screens[0].back", "must be true or false"),
    (flow(screen("a", {"kind": "text"})), "screens[0].fields[0]", 'needs "name"'),
    (flow(screen("a", {"type": "text", "id": "x"})), "screens[0].fields[0]", 'needs "kind"'),
    (flow(screen("a", text("x", multilin=True))), "screens[0].fields[0].multilin", "not a known"),
    (
        flow(screen("a", text("x")), screen("b", tabs=[{"label": "t", "fields": [text("x")]}])),
        "screens[1].tabs[0].fields[0].name",
        '"x" is already the name of screens[0].fields[0]',
    ),
    (flow(screen("a", actions=[{"label": "x"}])), "screens[0].actions[0]", 'needs "value"'),
    (
        flow(screen("a", actions=[{"value": "__back__"}])),
        "screens[0].actions[0].value",
        "is reserved",
    ),
    (flow(screen("a", focus="x")), "screens[0].focus", "neither a field nor an action"),
    (flow(screen("a", next="b")), "screens[0].next", "neither a screen nor $done"),
    (flow(screen("a", next=7)), "screens[0].next", "must be a screen id"),
    (flow(screen("a", next={"go": "a"})), "screens[0].next.go", "is not an action of this screen"),
    (
        flow(screen("a", actions=[{"value": "go"}], next={"go": "b"})),
        "screens[0].next.go",
        "neither a screen",
    ),
    (
        flow(screen("a", actions=[{"value": CANCEL_ACTION}], next={CANCEL_ACTION: "a"})),
        f"screens[0].next.{CANCEL_ACTION}",
        "is not an action of this screen",
    ),
    (flow(screen("a", show_if={"x": 1})), "screens[0].show_if.x", "is not the name of a field"),
    (
        flow(screen("a", text("x"), show_if={"x": 1})),
        "screens[0].show_if.x",
        "is asked on this very screen",
    ),
    (
        flow(screen("a", text("x", show_if={"y": 1}))),
        "screens[0].fields[0].show_if.y",
        "is not the name of a field",
    ),
    (
        flow(screen("a", text("x", show_if={"x": 1}))),
        "screens[0].fields[0].show_if",
        "depends on itself",
    ),
    (
        flow(screen("a", SECRET), screen("b", show_if={"s": "x"})),
        "screens[1].show_if.s",
        "is a secret",
    ),
    (
        flow(screen("a", PROGRESS), screen("b", text("x", show_if={"p": 1}))),
        "screens[1].fields[0].show_if.p",
        "never has an answer",
    ),
]
WRONG = [row for row in WRONG if row[2]]


@pytest.mark.parametrize(("data", "where", "message"), WRONG, ids=range(len(WRONG)))
def test_what_is_wrong_is_refused_with_its_place_and_why(
    data: object, where: str, message: str
) -> None:
    with pytest.raises(SpecError) as caught:
        validate_flow_spec(data)
    assert caught.value.where == where
    assert message in str(caught.value)


def checked(data: object) -> FormFlow:
    """Return a checked flow of forms."""
    found = validate_flow_spec(data)
    assert isinstance(found, FormFlow)
    return found


def test_the_version_says_which_kind_of_flow_it_is() -> None:
    assert isinstance(validate_flow_spec(DEPLOY), FormFlow)
    assert isinstance(validate_flow_spec({"screens": [{"id": "a", "body": "B"}]}), FlowSpec)


def test_what_is_left_out_has_its_default() -> None:
    found = checked(flow(screen("a"), screen("b")))
    assert (found.title, found.timeout, found.start) == ("", 7200, "a")
    assert all(step.back and step.show_if == () for step in found.screens)


def labels(found: FormFlow) -> list[list[str]]:
    """Return the labels of all buttons."""
    return [[action.label for action in step.form.actions] for step in found.screens]


def test_screens_without_actions_get_the_way_on_and_the_way_out() -> None:
    found = checked(
        flow(
            screen("a"),
            screen("b", text("x"), next="$done", cancel_label="Stop"),
            screen("c", submit_label="Finish"),
            screen("d", PROGRESS),
            screen("e"),
        )
    )
    assert labels(found) == [
        ["Cancel", "Continue"],
        ["Stop", "Submit"],
        ["Cancel", "Finish"],
        ["Cancel"],
        ["Cancel", "OK"],
    ]
    assert [step.is_progress for step in found.screens] == [False, False, False, True, False]


def test_the_built_in_submit_may_be_routed() -> None:
    found = checked(flow(screen("a", next={SUBMIT: "c"}), screen("b"), screen("c")))
    assert found.after(found.screens[0], SUBMIT) == "c"
    assert found.after(found.screens[1], SUBMIT) == "c"
    assert found.after(found.screens[2], SUBMIT) == "$done"


def test_conditions_may_name_fields_of_any_screen() -> None:
    found = checked(
        flow(
            screen("a", text("x"), text("y", show_if={"x": "1"})),
            screen("b", text("z", show_if={"x": "1", "y": ["2", "3"]}), show_if={"x": "1"}),
        )
    )
    assert [clause.field for clause in found.screens[1].form.fields[0].show_if] == ["x", "y"]


def test_every_kind_of_field_may_stand_in_a_flow() -> None:
    fields = [{"kind": kind, **row.example} for kind, row in FIELD_KINDS.items()]
    assert len(checked(flow(screen("a", *fields))).screens[0].form.fields) == len(FIELD_KINDS)


@given(form_flows())
@settings(deadline=None, max_examples=60)
def test_random_flows_are_accepted(data: dict[str, Any]) -> None:
    assert len(checked(data).screens) == len(data["screens"])


@given(RANDOM_JSON)
@settings(deadline=None, max_examples=100)
def test_whatever_is_no_flow_is_refused_in_words(data: object) -> None:
    try:
        validate_flow_spec({"v": 2, "screens": [data]})
    except SpecError as error:
        assert error.where.startswith("screens")
