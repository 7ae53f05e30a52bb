"""Where no terminal can be reached: flows through the host's own forms, in both eras."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import anyio
import pytest
from mcp.client import ClientRequestContext
from mcp.types import (
    INVALID_REQUEST,
    ElicitRequestFormParams,
    ElicitRequestParams,
    ElicitResult,
    ErrorData,
)

from flow.backends.backend import Place
from flow.bridge import forms
from flow.bridge.elicitation import HostFlow
from flow.bridge.forms import form_of, message_of
from flow.bridge.host import Bridge
from flow.controller import PlexerController
from flow.spec import validate_flow_spec
from mplex.dialog.spec import AskScreen
from tests.bridge.mcp_host import ERAS, Host
from tests.bridge.test_plexer_show import outcome_of, text_of
from tests.flow.specs import DEPLOY, Json, choice, flow, screen, text

Reply = ElicitResult | ErrorData


class Person:
    """Somebody at the host who gives prepared replies to its forms, and keeps the forms."""

    def __init__(self, *replies: Reply | Json | str) -> None:
        self.asked: list[ElicitRequestFormParams] = []
        self._replies = list(replies)

    async def __call__(
        self, context: ClientRequestContext, params: ElicitRequestParams
    ) -> ElicitResult | ErrorData:
        """Reply to one form."""
        assert isinstance(params, ElicitRequestFormParams)
        self.asked.append(params)
        reply = self._replies.pop(0)
        if reply == "never":
            await anyio.sleep_forever()
        if isinstance(reply, dict):
            return ElicitResult(action="accept", content=reply)
        assert not isinstance(reply, str)
        return reply


DECLINE = ElicitResult(action="decline")
CANCEL = ElicitResult(action="cancel")


def nowhere() -> Any:
    """Return a server whose terminal cannot be reached."""
    place = Place("/nonexistent/socket.ctl")
    return Bridge(lambda call: PlexerController(place)).server()


@pytest.fixture
def slow_person(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let replies count as a person's, however fast they come."""
    monkeypatch.setattr(forms, "READING", 0.0)


@pytest.fixture(params=ERAS)
def era(request: pytest.FixtureRequest) -> str:
    """An era of the protocol."""
    return str(request.param)


@pytest.fixture
def ask(era: str) -> Iterator[Any]:
    """Calls the tool for a spec with a person at the host."""

    def call(person: Person | None, spec: Json, **more: Any) -> Any:
        with Host(nowhere(), era, person) as host:
            return host.call({"spec": spec, **more})

    yield call


def test_a_flow_is_done_with_the_same_outcome(ask: Any) -> None:
    person = Person({"answer": "2"}, {"answer": "v1.2"}, {"answer": "1"})
    assert outcome_of(ask(person, DEPLOY)) == {
        "status": "done",
        "answers": {"env": "prod", "tag": "v1.2"},
        "action": "go",
    }
    first, second, third = person.asked
    assert first.message == "Where\n\nPick a target.\n\nProd deploys page the team."
    assert first.requested_schema["properties"]["answer"]["title"] == "Environment"
    assert second.requested_schema["properties"]["answer"]["default"] == "v1"
    assert [each["title"] for each in third.requested_schema["properties"]["answer"]["oneOf"]] == [
        "Deploy",
        "Back",
    ]


@pytest.mark.usefixtures("slow_person")
@pytest.mark.parametrize("refusal", [DECLINE, CANCEL])
def test_a_person_refuses(ask: Any, refusal: ElicitResult) -> None:
    outcome = outcome_of(ask(Person({"answer": "1"}, refusal), DEPLOY))
    assert outcome == {"status": "cancelled", "at": "main", "answers": {"env": "staging"}}


@pytest.mark.parametrize("refusal", [DECLINE, CANCEL])
def test_a_host_that_refuses_by_itself_is_no_person(ask: Any, refusal: ElicitResult) -> None:
    result = ask(Person(refusal), DEPLOY)
    assert result.is_error
    assert "nobody was asked" in text_of(result)


def test_a_host_without_forms_is_told_what_to_start(ask: Any) -> None:
    result = ask(None, DEPLOY)
    assert result.is_error
    assert "no server running on /nonexistent/socket.ctl" in text_of(result)
    assert "start `mplex` in a terminal" in text_of(result)


def test_a_host_that_fails_answers_nothing() -> None:
    person = Person(ErrorData(code=INVALID_REQUEST, message="no screen"))
    with Host(nowhere(), "legacy", person) as host:
        result = host.call({"spec": DEPLOY})
    assert result.is_error
    assert "the host cannot ask: no screen" in text_of(result)


def test_content_that_does_not_fit_is_asked_for_again(ask: Any) -> None:
    spec = flow(screen("one", fields=[choice("pick", "a", "b")]))
    person = Person({"answer": "3"}, {}, {"answer": "2"})
    assert outcome_of(ask(person, spec))["answers"] == {"pick": "b"}
    assert "Please choose one of 1 to 2." in person.asked[1].message


def test_a_host_that_never_fits_is_given_up(ask: Any) -> None:
    spec = flow(screen("one", fields=[choice("pick", "a", "b")]))
    result = ask(Person(*({"answer": "7"} for _ in range(3))), spec)
    assert result.is_error
    assert "fills in the form wrong" in text_of(result)


def test_a_text_may_be_empty_and_a_message_is_acknowledged(ask: Any) -> None:
    spec = flow(screen("news"), screen("one", fields=[text("note", initial="x")]))
    person = Person({}, {"answer": ""})
    assert outcome_of(ask(person, spec))["answers"] == {"note": ""}
    assert person.asked[0].requested_schema["properties"] == {}


def test_time_runs_out_at_the_host() -> None:
    with Host(nowhere(), "legacy", Person("never")) as host:
        outcome = outcome_of(host.call({"spec": DEPLOY, "timeout": 5}))
    assert outcome == {"status": "timeout", "at": "main", "answers": {}}


def test_an_answer_that_comes_too_late_is_none() -> None:
    spec = validate_flow_spec(DEPLOY)
    ctx: Any = SimpleNamespace(protocol_version="2026-07-28")
    reply = ElicitResult(action="accept", content={"answer": "1"})
    asked = anyio.run(HostFlow(ctx, spec, None, now=lambda: 1000.0).run, None)
    on_time, late = (
        anyio.run(
            HostFlow(ctx, spec, asked.request_state, now=lambda now=now: now).run, {"answer": reply}
        )
        for now in (1299.0, 1301.0)
    )
    assert on_time.input_requests
    assert late == {"status": "timeout", "at": "main", "answers": {}}


CHOICE = AskScreen("choice", "Where\x1b[2J", "a\nb", "Env", ("one\x07", "two"), 1)


def test_what_a_spec_says_is_plain_text() -> None:
    assert message_of(CHOICE) == "Where[2J\n\na\nb"
    assert message_of(CHOICE._replace(text="a\tb")).endswith("a   b")
    question = form_of(CHOICE, titled=True)["properties"]
    assert "\x07" not in str(question)


def test_older_hosts_get_the_older_form() -> None:
    assert form_of(CHOICE, titled=False) == {
        "type": "object",
        "properties": {
            "answer": {
                "type": "string",
                "title": "Env",
                "default": "2",
                "enum": ["1", "2"],
                "enumNames": ["one", "two"],
            }
        },
        "required": ["answer"],
    }
