"""The contract of a backend, held by all three: same spec, same keys, same bytes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.flow.desks import DESKS, Desk
from tests.flow.specs import DEPLOY, actions, choice, flow, info, screen, text
from tests.support.environment import House

ESCAPE, CTRL_C = "\x1b", "\x03"


class Case(NamedTuple):
    """A spec, what the person does (a method of `Desk`, what is seen, what is done), the end."""

    name: str
    spec: Any
    steps: tuple[tuple[str, str, Any], ...]
    outcome: dict[str, object]
    status: int = 0


VALUES = flow(
    screen(
        "a", fields=[choice("n", {"label": "one", "value": 1}, {"label": "none", "value": None})]
    ),
    screen("b", show_if={"n": 1}, body="never seen"),
    screen(
        "c",
        fields=[
            choice("yes", {"label": "aye", "value": True}, {"label": "nay", "value": False}),
            text("why", label="Why not", show_if={"yes": False}),
        ],
    ),
)
TALK = flow(
    screen("hello", title="Hello", body="First words."),
    screen("note", fields=[info("i", "Read this."), text("t", label="Your words")]),
    screen("go", title="Well", actions=actions("go", "stop"), next={"stop": "$cancel"}),
)
PICK = flow(screen("p", title="Pick", fields=[choice("c", "left", "right")]))
WORDS = flow(screen("w", fields=[text("t", label="Some words")]))
NEWS = flow(screen("n", body="It has happened."))
HOSTILE = 'it\'s "#{pane_id}" $(touch owned) `touch owned` 100% #[reverse];'


def cancelled(at: str, **answers: object) -> dict[str, object]:
    """Return the outcome of a refused flow."""
    return {"status": "cancelled", "at": at, "answers": answers}


def done(action: str | None = None, **answers: object) -> dict[str, object]:
    """Return the outcome of a finished flow."""
    return {"status": "done", "answers": answers, "action": action}


CASES = (
    Case(
        "the example of the docs",
        DEPLOY,
        (("choose", "staging", 1), ("type", "Tag", "v2"), ("choose", "Back", 0)),
        done("go", env="prod", tag="v2"),
    ),
    Case(
        "values and conditions",
        VALUES,
        (("choose", "none", 1), ("choose", "nay", 1), ("type", "Why not", "日本 é 😀")),
        done(n=None, yes=False, why="日本 é 😀"),
    ),
    Case(
        "a message, an empty text, and an action that leads to the end",
        TALK,
        (("press", "First words.", "\r"), ("type", "Read this.", ""), ("choose", "STOP", 1)),
        cancelled("go", t=""),
        1,
    ),
    Case("Escape in a choice", PICK, (("press", "right", ESCAPE),), cancelled("p"), 1),
    Case("q in a choice", PICK, (("press", "right", "q"),), cancelled("p"), 1),
    Case("C-c in a choice", PICK, (("press", "right", CTRL_C),), cancelled("p"), 1),
    Case(
        "Escape in a text", WORDS, (("press", "Enter answer", "abc" + ESCAPE),), cancelled("w"), 1
    ),
    Case("C-c in a text", WORDS, (("press", "Enter answer", "abc" + CTRL_C),), cancelled("w"), 1),
    Case("Escape in a message", NEWS, (("press", "Enter OK", ESCAPE),), cancelled("n"), 1),
    Case("q in a message", NEWS, (("press", "Enter OK", "q"),), cancelled("n"), 1),
    Case(
        "strings that mean something elsewhere",
        flow(
            screen(
                "h",
                title=HOSTILE,
                fields=[
                    choice("c", "plain", HOSTILE, label="-q"),
                    text("t", label=HOSTILE),
                ],
            )
        ),
        (("choose", HOSTILE, 1), ("type", HOSTILE, HOSTILE)),
        done(c=HOSTILE, t=HOSTILE),
    ),
)


@pytest.fixture(scope="module", params=DESKS)
def shared_desk(request: pytest.FixtureRequest, run_folder: Path) -> Iterator[Desk]:
    """A person at a terminal with one of the backends, for all tests of this module."""
    found: Desk = DESKS[request.param](House(run_folder))
    yield found
    found.close()


@pytest.fixture
def desk(shared_desk: Desk) -> Iterator[Desk]:
    """The person, with nothing asked before and after."""
    yield shared_desk
    shared_desk.clear()


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name.replace(" ", "-"))
def test_the_same_keys_give_the_same_bytes(desk: Desk, case: Case) -> None:
    desk.show(case.spec)
    for action, seen, what in case.steps:
        getattr(desk, action)(seen, what)
    assert desk.written() == json.dumps(case.outcome, ensure_ascii=False) + "\n"
    assert desk.complaint() == ""
    assert desk.status() == case.status
    assert not (desk.house.home / "owned").exists()


def test_time_runs_out_and_the_question_goes(desk: Desk) -> None:
    desk.show_shortly(WORDS, 3)
    desk.terminal.wait_for_text("Some words")
    assert json.loads(desk.written()) == {"status": "timeout", "at": "w", "answers": {}}
    desk.terminal.wait_for_no_text("Some words")
    desk.terminal.send("echo still $((40 + 2))\r")
    desk.terminal.wait_for_text("still 42")


def test_a_choice_whose_time_runs_out_is_no_answer(desk: Desk) -> None:
    desk.show_shortly(PICK, 3)
    desk.terminal.wait_for_text("right")
    assert json.loads(desk.written())["status"] == "timeout"


def test_a_program_that_is_stopped_takes_its_question_away(desk: Desk) -> None:
    desk.show(WORDS)
    desk.terminal.wait_for_text("Enter answer")
    desk.stop_asking()
    assert json.loads(desk.written()) == cancelled("w")
    desk.terminal.wait_for_no_text("Enter answer")


def test_another_thread_takes_the_question_away(desk: Desk) -> None:
    desk.show_interrupted(WORDS, "now")
    desk.terminal.wait_for_text("Some words")
    desk.file("now").touch()
    assert desk.status() == 1
    assert "NoServer" in desk.complaint() and desk.written() == ""
    desk.terminal.wait_for_no_text("Some words")


def test_a_paste_presses_nothing(desk: Desk) -> None:
    desk.show(flow(NEWS["screens"][0], WORDS["screens"][0]))
    desk.press("Enter OK", "\x1b[200~\r\nq\r\x1b[201~")
    desk.press("Enter OK", "\r")
    desk.press("Enter answer", "\x1b[200~two\nlines\x1b[201~")
    desk.terminal.wait_for_text("two lines")
    desk.terminal.send("\r")
    assert json.loads(desk.written()) == done(t="two lines")
