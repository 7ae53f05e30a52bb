"""Flows of forms at a terminal, in every backend: the same keys give the same bytes."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.flow.desks import DESKS, Desk
from tests.flow.form_flows import flow, screen, text
from tests.support.environment import House
from tests.support.waiting import LIMIT

SUBMIT = "\x1b\r"
"""Alt+Enter: the first affirmative button, from anywhere."""
ESCAPE = "\x1b"
SHIFT_TAB = "\x1b[Z"

TWO = flow(
    screen(
        "a",
        {"kind": "checkbox", "name": "more", "label": "More"},
        text("why", label="Reason", show_if={"more": True}),
    ),
    screen("b", text("tag", label="Tag")),
    title="Two",
)


@pytest.fixture(scope="module", params=DESKS)
def desk(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Desk]:
    made: Desk = DESKS[request.param](House(tmp_path_factory.mktemp("forms")))
    yield made
    made.close()


@pytest.fixture(autouse=True)
def nothing_left(desk: Desk) -> Iterator[None]:
    yield
    desk.clear()


def outcome(desk: Desk) -> Any:
    """Return what the asking program wrote."""
    return json.loads(desk.written())


def test_back_keeps_what_was_typed_on_both_screens(desk: Desk) -> None:
    desk.show(TWO)
    desk.press("More", " ")
    desk.press("Reason", f"\tbecause{SUBMIT}")
    # Back is the first of the buttons, and the last stop before the field from the other side.
    desk.press("Tag", "v2\t\r")
    desk.see("because")
    desk.press("Reason", f"\t!{SUBMIT}")
    desk.see("v2")
    desk.press("Tag", SUBMIT)
    assert outcome(desk) == {
        "status": "done",
        "answers": {"more": True, "why": "because!", "tag": "v2"},
        "action": None,
    }
    assert desk.status() == 0


def test_a_field_that_is_hidden_is_no_answer(desk: Desk) -> None:
    desk.show(TWO)
    desk.press("More", " ")
    desk.press("Reason", f"\tx{SHIFT_TAB} ")
    desk.terminal.wait_for_no_text("Reason")
    desk.press("More", SUBMIT)
    desk.press("Tag", SUBMIT)
    assert outcome(desk)["answers"] == {"more": False, "tag": ""}


def test_a_refusal_ends_it_with_what_was_submitted(desk: Desk) -> None:
    desk.show(TWO)
    desk.press("More", SUBMIT)
    desk.press("Tag", ESCAPE)
    assert outcome(desk) == {"status": "cancelled", "at": "b", "answers": {"more": False}}
    assert desk.status() == 1


def test_a_secret_goes_into_its_file_and_nowhere_else(desk: Desk, tmp_path: Path) -> None:
    path = tmp_path / "token"
    target = {"mode": "create", "path": str(path)}
    desk.show(
        flow(screen("a", {"kind": "secret", "name": "s", "label": "Token", "target": target}))
    )
    desk.see("Token")
    desk.terminal.wait_for_text("token")
    desk.press("Token", f"s3cret{SUBMIT}")
    answers = outcome(desk)["answers"]
    expected = {"written": True, "target": str(path), "bytes": 6, "mode": "0600"}
    assert answers == {"s": expected}
    assert path.read_text() == "s3cret"
    assert "s3cret" not in desk.written() + desk.terminal.screen_text()


def test_a_progress_screen_can_be_cancelled(desk: Desk) -> None:
    bar = {"kind": "progress", "name": "p", "label": "Build", "value": 0.5, "text": "compiling"}
    desk.show(flow(screen("a", bar), screen("b")))
    desk.press("compiling", ESCAPE)
    assert outcome(desk) == {"status": "cancelled", "at": "a", "answers": {}}


@pytest.mark.parametrize("desk", ["native"], indirect=True)
def test_whoever_updates_a_progress_screen_ends_it(desk: Desk) -> None:
    bar = {"kind": "progress", "name": "p", "label": "Build", "text": "compiling"}
    desk.show(flow(screen("a", bar), screen("b", body="It is built.")))
    desk.see("compiling")
    (pending,) = ctl(desk, "list")["flows"]
    change = {"flow": pending["flow"], "fields": {"p": {"value": 0.75, "text": "linking"}}}
    ctl(desk, "call", "update", json.dumps(change))
    desk.see("linking")
    ctl(desk, "call", "update", json.dumps({"flow": pending["flow"], "done": True}))
    desk.press("It is built.", SUBMIT)
    assert outcome(desk) == {"status": "done", "answers": {}, "action": None}


def ctl(desk: Desk, *argv: str) -> Any:
    """Run mplex-ctl beside the flow and return what it prints."""
    ran = subprocess.run(
        [sys.executable, "-m", "mplex.ctl", *argv],
        env={**desk.house.environ, **desk.environ()},
        capture_output=True,
        check=True,
        timeout=LIMIT,
    )
    return json.loads(ran.stdout)
