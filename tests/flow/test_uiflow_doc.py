"""`docs/uiflow.md` against the code: its limits, its tables, its examples."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any
from unittest import TestCase

import flow.spec as flow_spec
import mplex.dialog.caps as dialog_caps
from flow.backends.registry import BACKENDS
from flow.bridge.ending import FLOW_STATUS
from flow.fields import FIELD_TYPES
from flow.spec import SCREEN_MEMBERS, SPEC_MEMBERS, validate_flow_spec
from mplex.dialog.answer import CANCEL, EXPIRED
from mplex.dialog.dialog_keys import DIALOG_KEYS, OPTION_KEYS
from mplex.dialog.spec import SCREEN_KINDS, check_screen
from mplex.errors import NoServer, Refused, SpecError
from mplex.term.keys import key_name
from tests.dialog.screens import dialog, rows
from tests.flow.scripted import run
from tests.flow.specs import DEPLOY, actions, flow, screen

PAGE = (Path(__file__).parents[2] / "docs" / "uiflow.md").read_text(encoding="utf-8")


def table(head: str) -> list[list[str]]:
    """Return the cells of the table whose first head cell begins with `head`."""
    lines = PAGE.splitlines()
    start = next(n for n, line in enumerate(lines) if line.startswith(f"| {head}"))
    found = []
    for line in lines[start + 2 :]:
        if not line.startswith("|"):
            break
        found.append([cell.strip() for cell in line.strip("|").split("|")])
    return found


def words(cell: str) -> tuple[str, ...]:
    """Return what stands in backquotes in a cell."""
    return tuple(re.findall(r"`([^`]*)`", cell))


def examples() -> list[Any]:
    """Return the JSON examples of the page."""
    return [json.loads(block) for block in re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)]


class UiflowDocTests(TestCase):
    """Nothing on the page may differ from the code."""

    def test_every_limit_is_there_with_its_value(self) -> None:
        page = {words(cells[0])[0]: float(cells[1]) for cells in table("constant")}
        caps = vars(dialog_caps)
        code = {name: value for name, value in caps.items() if "PLEX" in name}
        assert page == code
        assert all(getattr(flow_spec, name) == value for name, value in code.items())

    def test_the_spec_example_is_valid_and_the_one_the_tests_use(self) -> None:
        specs = [example for example in examples() if "screens" in example]
        assert specs == [DEPLOY]
        validate_flow_spec(specs[0])

    def test_the_outcome_examples_are_what_runs_give(self) -> None:
        circle = flow(screen("main", body="B", actions=actions("again"), next="main"))
        outcomes = [
            run(DEPLOY, 1, "v2", 0),
            run(DEPLOY, 1, CANCEL),
            run(DEPLOY, 1, EXPIRED),
            run(circle, *([0] * 64)),
        ]
        assert [example for example in examples() if "status" in example] == outcomes

    def test_the_screen_example_is_a_screen(self) -> None:
        (example,) = [example for example in examples() if "kind" in example]
        assert check_screen(example).to_data() == example

    def test_the_members_are_all_named(self) -> None:
        page = [name for cells in table("member") for name in words(cells[0])]
        assert page == list(SPEC_MEMBERS)
        second = PAGE[PAGE.index("**A screen.**") :]
        listed = re.findall(r"^\| (`.*?) \|", second[: second.index("**A field.**")], re.MULTILINE)
        assert [name for cell in listed for name in words(cell)] == list(SCREEN_MEMBERS)

    def test_the_field_types_are_all_there_with_their_members(self) -> None:
        rows_found = table("type")
        assert [words(cells[0])[0] for cells in rows_found] == list(FIELD_TYPES)
        for cells in rows_found:
            assert set(FIELD_TYPES[words(cells[0])[0]].members) <= set(words(cells[1]))

    def test_the_kinds_of_screen_are_all_there(self) -> None:
        page = [(words(cells[0])[0], words(cells[1]), cells[2]) for cells in table("kind")]
        assert page == [tuple(kind) for kind in SCREEN_KINDS]

    def test_the_keys_are_all_there(self) -> None:
        page = [(words(cells[0]), cells[1]) for cells in table("keys in a dialog")]
        assert page == [(tuple(map(key_name, row.keys)), row.help) for row in DIALOG_KEYS]
        assert OPTION_KEYS == "1234567890ab" and "`1` to `9`, `0`, `a` and `b`" in PAGE

    def test_the_backends_are_all_there(self) -> None:
        page = [(words(cells[0])[0], cells[1]) for cells in table("backend")]
        assert page == [(kind.name, kind.help) for kind in BACKENDS]

    def test_the_exit_statuses_are_right(self) -> None:
        page = {int(cells[0]): cells[1] for cells in table("exit status")}
        found = {word: status for status, cell in page.items() for word in words(cell)}
        assert found == FLOW_STATUS
        assert "spec" in page[SpecError.exit_status]
        assert "refused" in page[Refused.exit_status]
        assert page[NoServer.exit_status] == "no server"

    def test_the_picture_is_what_is_drawn(self) -> None:
        screen_shown = DEPLOY["screens"][0]
        drawn = rows(
            dialog(
                title="Where",
                text="Pick a target.\n\nProd deploys page the team.",
                label="Environment",
                options=screen_shown["fields"][0]["options"],
            )
        )
        assert "\n".join(drawn) in PAGE
