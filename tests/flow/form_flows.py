"""Flows of forms for the tests, and a controller that answers them from a script."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from hypothesis import strategies as st

from flow.driver import Outcome
from flow.run import new_run
from flow.spec import validate_flow_spec
from mplex.dialog.answer import OK, Answer
from mplex.dialog.form_spec import BACK, SUBMIT, FormScreen, check_form
from tests.dialog.form_strategies import ACTIONS, TEXTS, fields, sometimes, values
from tests.flow.scripted import Clock

Json = dict[str, Any]

DEPLOY: Json = {
    "v": 2,
    "title": "Deploy",
    "screens": [
        {
            "id": "where",
            "body": "Build 214 is green.",
            "fields": [
                {
                    "kind": "select",
                    "name": "env",
                    "label": "Environment",
                    "options": ["staging", "prod"],
                },
                {
                    "kind": "text",
                    "name": "tag",
                    "label": "Tag",
                    "default": "v1",
                    "show_if": {"env": "prod"},
                },
            ],
        },
        {
            "id": "sure",
            "show_if": {"env": "prod"},
            "fields": [{"kind": "checkbox", "name": "page", "label": "Page the team"}],
            "actions": [
                {"value": "go", "label": "Deploy", "primary": True},
                {"value": "later", "label": "Not now", "skip_validation": True},
            ],
            "next": {"go": "$done", "later": "$cancel"},
        },
    ],
}


def flow(*screens: Json, **members: Any) -> Json:
    """Return a spec."""
    return {"v": 2, "screens": list(screens), **members}


def screen(name: str, *fields_: Json, **members: Any) -> Json:
    """Return a screen; without anything to show it has a body."""
    found: Json = {"id": name, **members}
    if fields_:
        found["fields"] = list(fields_)
    elif not members.keys() & {"body", "tabs", "actions"}:
        found["body"] = "B"
    return found


def text(name: str, **members: Any) -> Json:
    """Return a line of text."""
    return {"kind": "text", "name": name, **members}


def press(action: str = SUBMIT, /, **values_: Any) -> Answer:
    """Return an answer to a form."""
    return Answer(OK, {"action": action, "values": values_})


def back(**values_: Any) -> Answer:
    """Return an answer that goes one screen back."""
    return press(BACK, **values_)


Reply = Answer | Callable[[FormScreen], Answer]


class FormScript:
    """Answers each form with the next reply, and keeps what was asked."""

    def __init__(self, replies: Iterable[Reply], seconds: float = 0.0) -> None:
        self.clock = Clock()
        self.asked: list[FormScreen] = []
        self.timeouts: list[float] = []
        self._replies = iter(replies)
        self._seconds = seconds

    def ask(self, data: dict[str, object], timeout: float) -> Answer:
        """Take a form that has to be valid, let time pass, and give the next reply."""
        self.asked.append(check_form(data))
        self.timeouts.append(timeout)
        self.clock.now += self._seconds
        reply = next(self._replies)
        return reply if isinstance(reply, Answer) else reply(self.asked[-1])


def play(data: object, script: FormScript) -> Outcome:
    """Run a spec to its outcome."""
    return new_run(validate_flow_spec(data), script, clock=script.clock).run()


def run(data: object, *replies: Reply) -> tuple[Outcome, list[FormScreen]]:
    """Run a spec with these replies; every one of them has to be asked for."""
    script = FormScript(replies)
    outcome = play(data, script)
    assert len(script.asked) == len(replies), f"asked only {script.asked}"
    return outcome, script.asked


@st.composite
def form_flows(draw: Callable[[st.SearchStrategy[Any]], Any]) -> Json:
    """Draw a valid flow of forms."""
    names = draw(values(1, 4))
    switches: list[str] = []
    screens = []
    for name in names:
        found: Json = {"id": name, "body": "B" + draw(TEXTS)}
        found |= draw(sometimes(title=TEXTS, header=TEXTS, back=st.booleans(), actions=ACTIONS))
        if switches and draw(st.booleans()):
            found["show_if"] = {draw(st.sampled_from(switches)): draw(st.booleans())}
        found["fields"] = [
            draw(fields(name=f"{name}-{index}")) for index in range(draw(st.integers(0, 4)))
        ]
        switches += [each["name"] for each in found["fields"] if each["kind"] == "checkbox"]
        actions = [each["value"] for each in found.get("actions", [])]
        target = st.sampled_from([*names, "$done", "$cancel"])
        if draw(st.booleans()):
            found["next"] = draw(target)
        elif actions:
            found["next"] = {draw(st.sampled_from(actions)): draw(target)}
        screens.append(found)
    return {"v": 2, "screens": screens, **draw(sometimes(timeout=st.integers(5, 86400)))}
