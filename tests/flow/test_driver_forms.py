"""`FormRun`: what is asked, with what, and how a flow of forms ends."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from flow.run import new_run, with_timeout
from flow.spec import validate_flow_spec
from mplex.dialog.answer import CANCEL, CANCELLED, EVICTED, EXPIRED, OK, Answer, Secret
from mplex.dialog.caps import FORM_VISITS_MAX
from mplex.dialog.form_spec import BACK, CANCEL_ACTION, SUBMIT
from mplex.dialog.node import Node
from mplex.errors import ProtocolError, Refused, SpecError
from tests.flow.form_flows import (
    DEPLOY,
    FormScript,
    back,
    flow,
    form_flows,
    play,
    press,
    run,
    screen,
    text,
)

CHECKBOX = {"kind": "checkbox", "name": "more"}
PROGRESS = {"kind": "progress", "name": "p", "label": "Build"}
TWO = flow(screen("a", text("x")), screen("b", text("y")))


def values(form: Any) -> list[str]:
    """Return the values of a form's buttons."""
    return [action.value for action in form.actions]


def test_all_screens_are_asked_in_their_order() -> None:
    outcome, asked = run(DEPLOY, press(env="prod", tag="v2"), press("go", page=True))
    assert outcome == {
        "status": "done",
        "answers": {"env": "prod", "tag": "v2", "page": True},
        "action": "go",
    }
    assert [form.title for form in asked] == ["Deploy", "Deploy"]
    assert asked[0].text == "Build 214 is green."
    assert dict(asked[1].given) == {"env": "prod", "tag": "v2"}


def test_a_screen_whose_condition_fails_is_skipped() -> None:
    outcome, asked = run(DEPLOY, press(env="staging"))
    assert outcome == {"status": "done", "answers": {"env": "staging"}, "action": None}
    assert len(asked) == 1


def test_an_action_leads_where_next_says() -> None:
    outcome, _ = run(DEPLOY, press(env="prod", tag="v1"), press("later", page=False))
    answers = {"env": "prod", "tag": "v1", "page": False}
    assert outcome == {"status": "cancelled", "at": "sure", "answers": answers}


@pytest.mark.parametrize("refusal", [CANCEL, press(CANCEL_ACTION, y="2")])
def test_a_refusal_ends_it_with_what_was_answered_before(refusal: Answer) -> None:
    outcome, _ = run(TWO, press(x="1"), refusal)
    assert outcome == {"status": "cancelled", "at": "b", "answers": {"x": "1"}}


@pytest.mark.parametrize(
    ("end", "expected"),
    [
        (EXPIRED, {"status": "timeout", "reason": "ttl_expired"}),
        (Answer(CANCELLED, reason=EVICTED), {"status": "cancelled", "reason": "evicted"}),
    ],
)
def test_an_end_that_nobody_decided_has_its_reason(end: Answer, expected: dict[str, str]) -> None:
    outcome, _ = run(TWO, press(x="1"), end)
    assert outcome == {"at": "b", "answers": {"x": "1"}, **expected}


def test_the_first_screen_has_no_button_back_and_the_next_has_one() -> None:
    _, asked = run(TWO, press(x="1"), press(y="2"))
    assert values(asked[0]) == [CANCEL_ACTION, SUBMIT]
    assert values(asked[1]) == [BACK, CANCEL_ACTION, SUBMIT]
    assert not asked[1].actions[0].affirmative and not asked[1].actions[0].commits


def test_a_screen_may_do_without_back() -> None:
    _, asked = run(flow(screen("a"), screen("b", back=False)), press(), press())
    assert values(asked[1]) == [CANCEL_ACTION, SUBMIT]


def test_back_keeps_what_was_typed_on_both_screens() -> None:
    outcome, asked = run(TWO, press(x="1"), back(y="half"), press(x="2"), press(y="done"))
    assert [dict(form.values) for form in asked] == [{}, {}, {"x": "1"}, {"y": "half"}]
    assert values(asked[2]) == [CANCEL_ACTION, SUBMIT]
    assert outcome == {"status": "done", "answers": {"x": "2", "y": "done"}, "action": None}


def test_what_was_gone_back_from_is_no_answer() -> None:
    data = flow(screen("a", CHECKBOX), screen("b", text("y")), screen("c", text("z")))
    outcome, asked = run(data, press(more=True), press(y="1"), back(z="2"), back(y="1"), CANCEL)
    assert outcome == {"status": "cancelled", "at": "a", "answers": {}}
    assert dict(asked[3].given) == {"more": True}
    assert dict(asked[4].given) == {}


def test_back_leads_past_screens_that_were_skipped() -> None:
    data = flow(
        screen("a", CHECKBOX),
        screen("b", text("y"), show_if={"more": True}),
        screen("c", text("z")),
    )
    outcome, asked = run(
        data, press(more=False), back(z=""), press(more=True), press(y="1"), press(z="2")
    )
    assert [form.fields[0].name for form in asked] == ["more", "z", "more", "y", "z"]
    assert outcome["answers"] == {"more": True, "y": "1", "z": "2"}


def test_a_screen_that_comes_again_shows_what_was_said_there() -> None:
    data = flow(
        screen("a", text("x")),
        screen("b", actions=[{"value": "edit"}, {"value": "ok"}], next={"edit": "a"}),
    )
    outcome, asked = run(data, press(x="1"), press("edit"), press(x="2"), press("ok"))
    assert dict(asked[2].values) == {"x": "1"}
    assert outcome == {"status": "done", "answers": {"x": "2"}, "action": "ok"}


def test_back_leads_to_a_screen_although_its_condition_has_lost_its_answer() -> None:
    data = flow(
        screen("a", CHECKBOX, next="b"),
        screen("b", text("y"), show_if={"more": True}, next="c"),
        screen("c", actions=[{"value": "again"}, {"value": "on"}], next={"again": "a"}),
        screen("d"),
    )
    _, asked = run(
        data,
        press(more=True),
        press(y="1"),
        press("again"),
        back(more=True),
        back(),
        CANCEL,
    )
    assert [form.fields[0].name if form.fields else "" for form in asked] == [
        "more",
        "y",
        "",
        "more",
        "",
        "y",
    ]


def test_time_is_for_the_whole_flow() -> None:
    script = FormScript([press(x="1"), press(y="2")], seconds=70)
    assert play({**TWO, "timeout": 100}, script)["status"] == "done"
    assert script.timeouts == [100, 30]
    script = FormScript([press(x="1")], seconds=100)
    expected = {"status": "timeout", "at": "b", "answers": {"x": "1"}, "reason": "ttl_expired"}
    assert play({**TWO, "timeout": 100}, script) == expected


def test_a_circle_ends() -> None:
    data = flow(screen("a", next="a"))
    outcome, _ = run(data, *[press()] * FORM_VISITS_MAX)
    assert outcome["status"] == "error"
    assert "runs in a circle" in str(outcome["error"])
    assert outcome["at"] == "a"
    skipped = flow(screen("a", CHECKBOX, next="b"), screen("b", show_if={"more": True}, next="b"))
    outcome, _ = run(skipped, press(more=False))
    assert outcome["status"] == "error"


def test_a_progress_screen_is_ended_by_whoever_updates_it_and_never_returned_to() -> None:
    data = flow(screen("a", text("x")), screen("b", PROGRESS), screen("c", text("z")))
    ended = Answer(OK, {"action": None, "values": {}})
    outcome, asked = run(data, press(x="1"), ended, back(z=""), press(x="2"), ended, press(z="3"))
    assert outcome == {"status": "done", "answers": {"x": "2", "z": "3"}, "action": None}
    assert values(asked[1]) == [BACK, CANCEL_ACTION]
    assert [form.fields[0].name for form in asked] == ["x", "p", "z", "x", "p", "z"]
    outcome, _ = run(data, press(x="1"), CANCEL)
    assert outcome == {"status": "cancelled", "at": "b", "answers": {"x": "1"}}


def test_what_could_not_be_shown_is_reported_once() -> None:
    def warned(action: str, *warnings: str) -> Answer:
        value = {"action": action, "values": {}, "media_warnings": list(warnings)}
        return Answer(OK, value)

    data = flow(screen("a"), screen("b"))
    outcome, _ = run(data, warned(SUBMIT, "one", "two"), warned(SUBMIT, "two"))
    assert outcome["media_warnings"] == ["one", "two"]
    ended = Answer(CANCELLED, {"media_warnings": ["three"]})
    assert run(data, ended)[0]["media_warnings"] == ["three"]


def target(path: Path, **members: Any) -> dict[str, Any]:
    """Return where something is written to."""
    return {"mode": "create", "path": str(path), **members}


def secret_flow(path: Path) -> dict[str, Any]:
    """Return a flow that asks for a secret and something else to write, and then on."""
    return flow(
        screen(
            "a",
            {"kind": "secret", "name": "token", "target": target(path / "token")},
            text("note", target=target(path / "note")),
        ),
        screen("b", text("y")),
    )


def secret(value: str, **others: Any) -> Answer:
    """Return an answer with a secret."""
    answer = press(**others)
    return answer._replace(secrets={"token": Secret(value)})


def test_targets_are_written_when_the_flow_is_done_and_not_before(tmp_path: Path) -> None:
    seen: list[bool] = []

    def look(form: Any) -> Answer:
        seen.append((tmp_path / "token").exists() or (tmp_path / "note").exists())
        return back(y="") if len(seen) == 1 else press(y="1")

    data = secret_flow(tmp_path)
    outcome, asked = run(data, secret("old", note="n"), look, secret("new", note="m"), look)
    assert seen == [False, False]
    assert (tmp_path / "token").read_text() == "new"
    assert (tmp_path / "note").read_text() == "m"
    answers = outcome["answers"]
    assert isinstance(answers, dict)
    assert answers["token"] == {
        "written": True,
        "target": str(tmp_path / "token"),
        "bytes": 3,
        "mode": "0600",
    }
    assert answers["note"]["value"] == "m" and answers["note"]["written"]
    assert asked[0].fields[0]["target"]["shown"] == str(tmp_path / "token")
    assert dict(asked[2].values) == {"note": "n"}
    assert "new" not in repr(outcome)


def test_a_flow_that_is_not_done_writes_nothing_and_says_so(tmp_path: Path) -> None:
    outcome, _ = run(secret_flow(tmp_path), secret("s3cret", note="n"), CANCEL)
    assert list(tmp_path.iterdir()) == []
    answers = outcome["answers"]
    assert isinstance(answers, dict)
    assert answers["token"]["written"] is False
    assert "ended before" in answers["token"]["error"]
    assert (answers["note"]["value"], answers["note"]["written"]) == ("n", False)
    assert "s3cret" not in repr(outcome)


def test_an_action_that_skips_validation_writes_nothing(tmp_path: Path) -> None:
    data = secret_flow(tmp_path)
    data["screens"][0]["actions"] = [{"value": "later", "skip_validation": True}]
    skipped = Answer(
        OK, {"action": "later", "values": {"note": "n"}}, secrets={"token": Secret("s")}
    )
    outcome, _ = run(data, skipped, press(y="1"))
    assert list(tmp_path.iterdir()) == []
    answers = outcome["answers"]
    assert isinstance(answers, dict)
    assert "does not commit target writes" in answers["token"]["error"]


@pytest.mark.parametrize(
    "answer",
    [
        Answer(OK),
        Answer(OK, 7),
        Answer(OK, {"action": 7, "values": {}}),
        Answer(OK, {"action": "go", "values": {}}),
        Answer(OK, {"action": BACK, "values": {}}),
        Answer(OK, {"action": SUBMIT, "values": []}),
        press(y="1"),
        press(x=7),
    ],
)
def test_an_answer_that_the_form_cannot_give_is_refused(answer: Answer) -> None:
    with pytest.raises(ProtocolError, match="a form was answered with"):
        run(TWO, answer)


def test_what_the_controller_raises_passes_through() -> None:
    def refuse(form: Any) -> Answer:
        raise Refused("busy", code="busy")

    with pytest.raises(Refused):
        new_run(validate_flow_spec(TWO), FormScript([refuse])).run()


def test_a_run_that_is_stopped_from_outside_has_an_outcome() -> None:
    script = FormScript([press(x="1")])
    stopped = new_run(validate_flow_spec(TWO), script)
    with pytest.raises(StopIteration):
        stopped.run()
    assert stopped.answers == {"x": "1"}
    assert stopped.ended(CANCELLED) == {"status": "cancelled", "at": "b", "answers": {"x": "1"}}


def test_another_budget_keeps_to_the_limits_of_the_version() -> None:
    assert with_timeout(validate_flow_spec(TWO), Node(86_400)).timeout == 86_400
    with pytest.raises(SpecError, match="5 to 600"):
        with_timeout(validate_flow_spec({"screens": [screen("a")]}), Node(601))


@given(form_flows(), st.randoms(use_true_random=False))
@settings(deadline=None, max_examples=60)
def test_every_flow_ends_whatever_buttons_are_pressed(data: dict[str, Any], random: Any) -> None:
    def answer(form: Any) -> Answer:
        return press(random.choice(values(form)))

    def replies() -> Any:
        while True:
            yield answer

    with patch("flow.driver_forms.FORM_VISITS_MAX", 20):
        outcome = play(data, FormScript(replies()))
    assert outcome["status"] in ("done", "cancelled", "error")
