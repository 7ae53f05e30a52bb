"""`validate_flow_spec`: what is accepted, and what every refusal says."""

from __future__ import annotations

import copy
from typing import Any
from unittest import TestCase

import pytest
from hypothesis import given, settings

from flow.fields import ChoiceField, InfoField, Option, TextField
from flow.spec import Action, validate_flow_spec
from mplex.dialog.condition import Clause
from mplex.errors import SpecError
from tests.flow.specs import (
    DEPLOY,
    RANDOM_JSON,
    Json,
    actions,
    choice,
    flow,
    info,
    screen,
    text,
    valid_specs,
)


def one(**members: Any) -> Json:
    """Return a spec of one screen with these members."""
    return flow(screen("a", **members))


def with_field(field: Any) -> Json:
    """Return a spec with one field."""
    return one(fields=[field])


BODY: Json = {"body": "x"}

REFUSED: tuple[tuple[object, str, str], ...] = (
    # The whole document.
    ([], "", "must be a JSON object, not a list"),
    (None, "", "not null"),
    ("{}", "", "not a string"),
    ({}, "", 'needs "screens"'),
    (flow(screen("a"), v=3), "v", "must be 1"),
    (flow(screen("a"), v=True), "v", "must be 1"),
    (flow(screen("a"), v="1"), "v", "must be 1"),
    (flow(screen("a"), v=None), "v", "must be 1"),
    (flow(screen("a"), title=3), "title", "must be a string, not a number"),
    (flow(screen("a"), title="x" * 201), "title", "at most 200"),
    (flow(screen("a"), timeout=4.9), "timeout", "5 to 600"),
    (flow(screen("a"), timeout=601), "timeout", "5 to 600"),
    (flow(screen("a"), timeout=10**5000), "timeout", "5 to 600"),
    (flow(screen("a"), timeout=float("nan")), "timeout", "5 to 600"),
    (flow(screen("a"), timeout=float("inf")), "timeout", "5 to 600"),
    (flow(screen("a"), timeout=True), "timeout", "not true"),
    (flow(screen("a"), timeout="60"), "timeout", "not a string"),
    (flow(screen("a"), start="b"), "start", "not the id of a screen"),
    (flow(screen("a"), start=0), "start", "must be a string"),
    ({"screens": {}}, "screens", "must be a list of screens, not an object"),
    ({"screens": []}, "screens", "1 to 32"),
    (flow(*(screen(f"s{n}") for n in range(33))), "screens", "has 33 screens; 1 to 32"),
    # Screens.
    ({"screens": ["a"]}, "screens[0]", "must be an object"),
    (flow(BODY), "screens[0]", 'needs "id"'),
    (flow(screen("a"), screen("a")), "screens[1].id", "already the id of screens[0]"),
    (flow(screen("")), "screens[0].id", "must not be empty"),
    (flow(screen("a b")), "screens[0].id", "white space"),
    (flow(screen("a\u3000b")), "screens[0].id", "white space"),
    (flow(screen("a\n")), "screens[0].id", "white space"),
    (flow(screen("x" * 65)), "screens[0].id", "at most 64"),
    (flow(screen("$done")), "screens[0].id", "reserved"),
    (flow(screen("$cancel")), "screens[0].id", "reserved"),
    (flow({"id": 1, "body": "x"}), "screens[0].id", "must be a string"),
    (flow({"id": "a"}), "screens[0]", "shows nothing"),
    (one(body=""), "screens[0]", "shows nothing"),
    (one(title="only", fields=[], actions=[]), "screens[0]", "shows nothing"),
    (one(body="x" * 2001), "screens[0].body", "at most 2000"),
    (one(body="\ud800"), "screens[0].body", "Unicode"),
    (one(title="x" * 201, **BODY), "screens[0].title", "at most 200"),
    (one(fields={}), "screens[0].fields", "must be a list of fields"),
    (one(fields=[text(f"f{n}") for n in range(13)]), "screens[0].fields", "at most 12"),
    (one(bodyy="x"), "screens[0].bodyy", "not a known member"),
    # Fields.
    (with_field("x"), "screens[0].fields[0]", "must be an object"),
    (with_field({"type": "text"}), "screens[0].fields[0]", 'needs "id"'),
    (with_field({"id": "f"}), "screens[0].fields[0]", 'needs "type"'),
    (with_field({"id": "f", "type": "date"}), "screens[0].fields[0].type", '"choice"'),
    (with_field({"id": "f", "type": 3}), "screens[0].fields[0].type", "one of"),
    (with_field(text("f g")), "screens[0].fields[0].id", "white space"),
    (with_field(text("f", label="x" * 201)), "screens[0].fields[0].label", "at most 200"),
    (with_field(text("f", initial="x" * 2001)), "screens[0].fields[0].initial", "at most 2000"),
    (with_field(text("f", initial=1)), "screens[0].fields[0].initial", "must be a string"),
    (with_field({"id": "f", "type": "info"}), "screens[0].fields[0]", 'needs "text"'),
    (with_field(info("f", "")), "screens[0].fields[0].text", "must not be empty"),
    (with_field(info("f", "x" * 2001)), "screens[0].fields[0].text", "at most 2000"),
    (with_field({"id": "f", "type": "choice"}), "screens[0].fields[0]", 'needs "options"'),
    (with_field(choice("f") | {"options": []}), "screens[0].fields[0].options", "1 to 12"),
    (with_field(choice("f") | {"options": "ab"}), "screens[0].fields[0].options", "a list"),
    (with_field(choice("f", *"abcdefghijklm")), "screens[0].fields[0].options", "1 to 12"),
    (with_field(choice("f", 3)), "screens[0].fields[0].options[0]", "a string or an object"),
    (with_field(choice("f", "a", " ")), "screens[0].fields[0].options[1]", "not be empty"),
    (with_field(choice("f", "x" * 201)), "screens[0].fields[0].options[0]", "at most 200"),
    (with_field(choice("f", {"value": 1})), "screens[0].fields[0].options[0]", 'needs "label"'),
    (
        with_field(choice("f", {"label": "a", "value": [1]})),
        "screens[0].fields[0].options[0].value",
        "must be a string, number, boolean or null, not a list",
    ),
    (
        with_field(choice("f", {"label": "a", "value": float("nan")})),
        "screens[0].fields[0].options[0].value",
        "finite",
    ),
    (with_field(choice("f", default=2)), "screens[0].fields[0].default", "is 2; 0 to 1"),
    (with_field(choice("f", default=-1)), "screens[0].fields[0].default", "0 to 1"),
    (with_field(choice("f", default=True)), "screens[0].fields[0].default", "not true"),
    (with_field(choice("f", default=0.0)), "screens[0].fields[0].default", "whole number"),
    (with_field(choice("f", default="a")), "screens[0].fields[0].default", "whole number"),
    (one(fields=[text("f"), text("f")]), "screens[0].fields[1].id", "screens[0].fields[0]"),
    (
        flow(screen("a", fields=[text("f")]), screen("b", fields=[info("f", "x")])),
        "screens[1].fields[0].id",
        "already the id of screens[0].fields[0]",
    ),
    # Actions and where they lead.
    (one(actions="go"), "screens[0].actions", "must be a list"),
    (one(actions=actions(*"abcdefghijklm")), "screens[0].actions", "at most 12"),
    (one(actions=[{"id": "go"}]), "screens[0].actions[0]", 'needs "label"'),
    (one(actions=[{"label": "Go"}]), "screens[0].actions[0]", 'needs "id"'),
    (one(actions=[{"id": "g", "label": " "}]), "screens[0].actions[0].label", "not be empty"),
    (one(actions=actions("x", "x")), "screens[0].actions[1].id", "screens[0].actions[0]"),
    (one(next="b", **BODY), "screens[0].next", '"b" is neither a screen nor $done'),
    (one(next="$Done", **BODY), "screens[0].next", "neither"),
    (one(next="", **BODY), "screens[0].next", "must not be empty"),
    (one(next=1, **BODY), "screens[0].next", "a screen id, $done, $cancel or an object"),
    (one(next=None, **BODY), "screens[0].next", "not null"),
    (one(actions=actions("go"), next={"go": "b"}), "screens[0].next.go", "neither"),
    (one(actions=actions("go"), next={"stop": "$done"}), "screens[0].next.stop", "not an action"),
    (one(actions=actions("go"), next={"go": None}), "screens[0].next.go", "must be a string"),
    (one(next={"go": "$done"}, **BODY), "screens[0].next.go", "not an action of this screen"),
    # Conditions.
    (one(show_if={"f": 1}, **BODY), "screens[0].show_if.f", '"f" is not the id of a field'),
    (one(show_if=[], **BODY), "screens[0].show_if", "must be an object"),
    (one(show_if="f", **BODY), "screens[0].show_if", "must be an object"),
    (with_field(text("f", show_if={"g": 1})), "screens[0].fields[0].show_if.g", "not the id"),
    (with_field(text("f", show_if={"f": {}})), "screens[0].fields[0].show_if.f", "boolean or null"),
    (with_field(text("f", show_if={"f": [[]]})), "screens[0].fields[0].show_if.f[0]", "not a list"),
    (with_field(text("f", show_if={"f": []})), "screens[0].fields[0].show_if.f", "empty list"),
    (one(fields=[info("i", "x")], show_if={"i": 1}), "screens[0].show_if.i", "never has an answer"),
    (
        with_field(text("f", show_if={"a b": 1})),
        'screens[0].fields[0].show_if["a b"]',
        "not the id",
    ),
)


class PlexerFlowSpecTests(TestCase):
    """The spec format, version 1."""

    def test_the_example_is_read_whole(self) -> None:
        spec = validate_flow_spec(DEPLOY)
        main = spec.screens[0]
        assert (spec.title, spec.timeout, spec.start) == ("Deploy", 300, "main")
        assert (main.id, main.title, main.body, main.show_if) == (
            "main",
            "Where",
            "Pick a target.",
            (),
        )
        where = "screens[0].fields[1].show_if.env"
        assert main.fields == (
            ChoiceField(
                "env", "Environment", (), (Option("staging", "staging"), Option("prod", "prod")), 0
            ),
            TextField("tag", "Tag", (Clause("env", ("prod",), where),), "v1"),
            InfoField("note", "", (), "Prod deploys page the team."),
        )
        assert main.actions == (Action("go", "Deploy"), Action("back", "Back"))
        assert main.targets == {"go": "$done", "back": "$cancel"}

    def test_what_is_left_out_has_its_default(self) -> None:
        spec = validate_flow_spec(flow(screen("a", fields=[choice("f"), text("g")]), screen("b")))
        first, second = spec.screens[0].fields
        assert (spec.title, spec.timeout, spec.start) == ("", 300, "a")
        assert isinstance(first, ChoiceField) and first.default == 0
        assert isinstance(second, TextField) and second.initial == ""
        assert (first.label, second.label) == ("f", "g"), "a field without a label shows its id"
        assert spec.after(spec.screens[0], None) == "b"
        assert spec.after(spec.screens[1], None) == "$done"

    def test_everything_wrong_is_refused_with_its_place(self) -> None:
        for data, where, words in REFUSED:
            with self.subTest(where=where, words=words):
                with pytest.raises(SpecError) as caught:
                    validate_flow_spec(data)
                assert caught.value.where == where
                assert words in str(caught.value)
                assert len(str(caught.value)) < 300

    def test_every_limit_can_be_reached(self) -> None:
        fields = [text(f"f{n:063d}", label="l" * 200, initial="i" * 2000) for n in range(12)]
        options = [{"label": "o" * 200, "value": n} for n in range(12)]
        wide = screen("a" * 64, title="t" * 200, body="b" * 2000, fields=fields, next="s1")
        wide["actions"] = actions(*"abcdefghijkl")
        rest = [screen(f"s{n}", fields=[choice(f"c{n}", *options, default=11)]) for n in range(31)]
        spec = validate_flow_spec(flow(wide, *rest, title="t" * 200, timeout=600))
        assert len(spec.screens) == 32
        assert validate_flow_spec(flow(screen("a"), timeout=5)).timeout == 5
        assert validate_flow_spec(flow(screen("a"), timeout=7.5)).timeout == 7.5

    def test_option_values_are_any_scalars(self) -> None:
        values = ["x", "", 0, -1.5, True, False, None, 10**30]
        options = [{"label": f"{value!r}x", "value": value} for value in values]
        field = (
            validate_flow_spec(with_field(choice("f", *options, {"label": "l"}))).screens[0].fields
        )
        assert isinstance(field[0], ChoiceField)
        recorded = [option.value for option in field[0].options]
        assert list(map(repr, recorded)) == list(map(repr, [*values, "l"]))

    def test_unknown_members_are_ignored_but_typing_mistakes_are_not(self) -> None:
        data = copy.deepcopy(DEPLOY) | {"comment": "x", "x-origin": 3}
        data["screens"][0]["icon"] = "rocket"
        assert validate_flow_spec(data) == validate_flow_spec(DEPLOY)
        data["screens"][0]["show_iff"] = {"env": "prod"}
        with pytest.raises(SpecError) as caught:
            validate_flow_spec(data)
        assert (caught.value.where, caught.value.hint) == (
            "screens[0].show_iff",
            'did you mean "show_if"?',
        )

    def test_a_spec_is_not_changed(self) -> None:
        data = copy.deepcopy(DEPLOY)
        validate_flow_spec(data)
        assert data == DEPLOY

    @given(RANDOM_JSON)
    @settings(deadline=None, max_examples=200)
    def test_anything_else_is_refused_by_name(self, data: object) -> None:
        try:
            validate_flow_spec(data)
        except SpecError as error:
            assert error.code == "invalid_spec"
            assert error.message

    @given(valid_specs())
    @settings(deadline=None, max_examples=50)
    def test_random_valid_specs_are_accepted(self, data: Json) -> None:
        spec = validate_flow_spec(data)
        assert [each.id for each in spec.screens] == [each["id"] for each in data["screens"]]
