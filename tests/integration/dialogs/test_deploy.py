"""The Deploy example of the contract, down every path a person can take."""

from __future__ import annotations

import pytest

from tests.flow.specs import DEPLOY
from tests.integration.dialogs.room import Json, Room

ENV, TAG, ACTION = "Environment", "Tag: ", "1  Deploy"
STAGING = [(ENV, "\r")]
PROD = [(ENV, "j\r"), (TAG, ".2\r")]
IN_PROD = {"env": "prod", "tag": "v1.2"}


@pytest.mark.parametrize(
    ("path", "status", "outcome"),
    [
        (
            [*STAGING, (ACTION, "\r")],
            0,
            {"status": "done", "answers": {"env": "staging"}, "action": "go"},
        ),
        ([*PROD, (ACTION, "\r")], 0, {"status": "done", "answers": IN_PROD, "action": "go"}),
        (
            [*STAGING, (ACTION, "2\r")],
            1,
            {"status": "cancelled", "at": "main", "answers": {"env": "staging"}},
        ),
        ([*PROD, (ACTION, "j\r")], 1, {"status": "cancelled", "at": "main", "answers": IN_PROD}),
        ([(ENV, "\x1b")], 1, {"status": "cancelled", "at": "main", "answers": {}}),
        (
            [(ENV, "j\r"), (TAG, "x\x1b")],
            1,
            {"status": "cancelled", "at": "main", "answers": {"env": "prod"}},
        ),
        ([*PROD, (ACTION, "\x1b")], 1, {"status": "cancelled", "at": "main", "answers": IN_PROD}),
    ],
    ids=[
        "staging",
        "prod",
        "staging-back",
        "prod-back",
        "escape-first",
        "escape-text",
        "escape-action",
    ],
)
def test_deploy(room: Room, path: list[tuple[str, str]], status: int, outcome: Json) -> None:
    asking = room.ask(DEPLOY)
    for shown, keys in path:
        room.see(shown)
        room.type(keys)
    end = asking.end()
    assert (end.status, end.outcome, end.complaint) == (status, outcome, "")
    room.see_nothing_of()
    assert room.keys() == b""


def test_the_first_question_has_the_context(room: Room) -> None:
    asking = room.ask(DEPLOY)
    for text in ("❖ Where", "Pick a target.", "Prod deploys page the team.", "Environment"):
        assert room.terminal.find(text), text
    room.type("j\r")
    room.see("Tag: v1")
    for text in ("❖ Where", "Pick a target.", "Prod deploys page the team.", "Environment"):
        assert not room.terminal.find(text), text
    room.type("\r")
    room.see("❖ Where")
    assert not room.terminal.find("Pick a target.")
    room.type("\r")
    assert asking.end().status == 0


def test_validate_says_that_it_is_right(room: Room) -> None:
    end = room.run_ctl("validate", room.write_spec(DEPLOY)).end()
    assert end.status == 0
    assert end.outcome == {
        "valid": True,
        "title": "Deploy",
        "timeout": 300.0,
        "start": "main",
        "screens": 1,
        "fields": 3,
    }
