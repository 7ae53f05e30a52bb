"""`docs/dialog-spec.md` and the examples beside it against the code."""

from __future__ import annotations

import json
import re
from itertools import repeat
from pathlib import Path
from typing import Any

import pytest

from flow.document import read_json
from flow.forms_spec import FormFlow
from flow.spec import validate_flow_spec
from mplex.dialog.answer import CANCEL, EXPIRED, OK, REASONS, Answer
from mplex.dialog.caps import FORM_VISITS_MAX
from mplex.dialog.field_kinds import FIELD_KINDS, read_field, reports
from mplex.dialog.fields.kit import Kit
from mplex.dialog.fields.table import WIDGETS
from mplex.dialog.form_spec import FormScreen, check_form
from mplex.dialog.node import Node
from mplex.errors import SpecError
from mplex.ui.theme import Theme
from tests.flow.form_flows import DEPLOY, FormScript, play, press, run

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "dialog-spec.md").read_text(encoding="utf-8")
EXAMPLES = sorted((DOCS / "examples").glob("*.json"))


def blocks() -> list[Any]:
    """Return the JSON of the page, block by block."""
    return [json.loads(block) for block in re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)]


def test_the_flow_of_the_page_is_the_one_the_tests_use() -> None:
    assert [block for block in blocks() if "screens" in block] == [DEPLOY]


def test_the_outcomes_of_the_page_are_what_runs_give() -> None:
    first = press(env="prod", tag="v2")
    outcomes = [
        run(DEPLOY, first, press("go", page=True))[0],
        run(DEPLOY, first, CANCEL)[0],
        run(DEPLOY, first, EXPIRED)[0],
    ]
    assert [block for block in blocks() if "status" in block] == outcomes


def test_the_form_of_the_page_is_a_form() -> None:
    (form,) = [block for block in blocks() if block.get("kind") == "form"]
    assert check_form(form).fields


def test_every_kind_has_its_section_with_an_example_that_is_valid() -> None:
    found = {
        block["kind"]: block
        for block in blocks()
        if block.get("kind") in FIELD_KINDS and "screens" not in block
    }
    assert list(found) == list(FIELD_KINDS)
    for block in found.values():
        read_field(Node(block))
    for kind in FIELD_KINDS:
        assert f"\n### {kind}\n" in PAGE


def test_the_page_names_what_it_talks_of() -> None:
    assert all(f"`{reason}`" in PAGE for reason in REASONS)
    assert f"at most {FORM_VISITS_MAX} screens" in PAGE
    with pytest.raises(SpecError) as caught:
        bad = json.loads(json.dumps(DEPLOY))
        bad["screens"][0]["fields"][1]["multiline"] = "no"
        validate_flow_spec(bad)
    assert caught.value.where == "screens[0].fields[1].multiline"


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_each_example_is_a_valid_flow_that_the_page_shows(path: Path) -> None:
    assert isinstance(validate_flow_spec(read_json(str(path))), FormFlow)
    assert f"](examples/{path.name})" in PAGE


def as_it_comes(form: FormScreen) -> Answer:
    """Press the last button of a form with everything as it is at first."""
    kit = Kit(Theme())
    shown = {
        field.name: WIDGETS[field.kind](field, kit).value()
        for field in form.fields
        if reports(field) and field.kind != "secret"
    }
    visible = form.visible(shown)
    values = {name: value for name, value in shown.items() if name in visible}
    if any(field.kind == "progress" for field in form.fields):
        return Answer(OK, {"action": None, "values": values})
    return press(form.actions[-1].value, **values)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_each_example_can_be_answered(path: Path) -> None:
    data: Any = read_json(str(path))
    for screen in data["screens"]:
        # What is written to a file is no matter of a page.
        if "fields" in screen:
            fields = screen["fields"]
            screen["fields"] = [field for field in fields if field["kind"] != "secret"]
    outcome = play(data, FormScript(repeat(as_it_comes)))
    assert outcome["status"] == "done"
