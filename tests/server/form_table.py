"""Forms for the flow table's tests: a table on a fake clock, and a dialog that only remembers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mplex.dialog.answer import Answer, Secret
from mplex.errors import MplexError
from mplex.server.flow_record import NO_SECRETS, Flow, FlowClient
from mplex.server.flows import FlowTable
from mplex.server.question import Question
from tests.server.fake_clock import FakeClock
from tests.server.test_flows import FakeClient

FORM = {"kind": "form", "title": "Settings", "fields": [{"kind": "text", "name": "city"}]}
SECRET_FORM = {
    "kind": "form",
    "title": "Token",
    "fields": [
        {
            "kind": "secret",
            "name": "token",
            "target": {"mode": "create", "path": "/tmp/nowhere/token"},
        }
    ],
}
PROGRESS_FORM = {
    "kind": "form",
    "title": "Build",
    "fields": [{"kind": "progress", "name": "bar", "label": "Building"}],
}
PICKER = {"kind": "form", "title": "Which?", "fields": [{"kind": "file", "name": "picked"}]}


class FakeForm:
    """What the table knows of a form's dialog."""

    def __init__(self) -> None:
        self.deadline: float | None = None
        self.warnings: list[str] = []
        self.updates: list[Mapping[str, Mapping[str, Any]]] = []
        self.wiped = False

    def update(self, fields: Mapping[str, Mapping[str, Any]]) -> None:
        """Remember what is new."""
        self.updates.append(fields)

    def wipe(self) -> None:
        """Remember that all is to be forgotten."""
        self.wiped = True


class Heard:
    """What the answers to `result` calls were, and the secrets beside them."""

    def __init__(self) -> None:
        self.ends: list[Any] = []
        self.secrets: list[dict[str, str]] = []

    def __call__(
        self, what: dict[str, Any] | MplexError, secrets: Mapping[str, Secret] = NO_SECRETS
    ) -> None:
        """Note one answer."""
        self.ends.append(what)
        self.secrets.append({name: secret.reveal() for name, secret in secrets.items()})


class FormTable:
    """A flow table with one client, and the forms shown by their titles."""

    def __init__(self, ttl: float = 7200) -> None:
        self.clock = FakeClock()
        self.client = FakeClient()
        self.forms: dict[str, FakeForm] = {}
        self.heard = Heard()
        self.table = FlowTable(self.clock, self._make, ttl=lambda: ttl)

    def show(
        self,
        screen: Mapping[str, Any],
        client: FakeClient | None = None,
        owner: object = "asker",
        **more: Any,
    ) -> str:
        """Show a screen and return its flow."""
        params = {"screen": screen, **more}
        return str(self.table.show(params, owner, "deploy.sh", client or self.client)["flow"])

    def result(self, flow: str, wait: float = 0, owner: object = "asker") -> Any:
        """Return the last answer to a `result` call, after one more."""
        self.table.result({"flow": flow, "wait": wait}, owner, self.heard)
        return self.heard.ends[-1] if self.heard.ends else None

    def answer(self, answer: Answer, client: FakeClient | None = None) -> None:
        """Let the person at a client give an answer."""
        question = (client or self.client).question
        assert question is not None
        question.answer(answer)

    def _make(self, flow: Flow, client: FlowClient, on_answer: Any) -> Question:
        form = FakeForm()
        self.forms[flow.title] = form
        return Question(None, None, on_answer, title=flow.title, form=form)
