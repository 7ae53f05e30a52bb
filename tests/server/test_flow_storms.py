"""Whatever happens in whatever order: each record ends once, nobody waits for ever, none stays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from mplex.dialog.answer import CANCEL, OK, REASONS, STATUSES, Answer, Secret
from mplex.dialog.caps import MPLEX_FLOW_MAX
from mplex.errors import MplexError
from mplex.server.flow_record import Flow, FlowClient
from mplex.server.flows import FlowTable
from mplex.server.question import Question
from tests.server.fake_clock import FakeClock
from tests.server.form_table import FORM, PICKER, PROGRESS_FORM, SECRET_FORM, FakeForm, Heard
from tests.server.test_flows import CHOICE, FakeClient
from tests.server.test_queue import QueueingClient

SCREENS = (FORM, CHOICE, PROGRESS_FORM, SECRET_FORM, PICKER)
OWNERS = ("a", "b", "c")
ACTS = (
    "show",
    "show",
    "show",
    "answer",
    "cancel",
    "refuse",
    "result",
    "update",
    "wait",
    "peer_gone",
    "detach",
    "attach",
    "session_gone",
)
steps = st.lists(
    st.tuples(st.sampled_from(ACTS), st.integers(0, 11), st.integers(0, 11)), max_size=60
)


class Visitor(QueueingClient):
    """A client that comes and goes; away it hears nothing of being free."""

    attached = True

    def drop_question(self, question: Question, keep_for: str) -> None:
        if self.attached:
            super().drop_question(question, keep_for)
        else:
            FakeClient.drop_question(self, question, keep_for)


class Storm:
    """A table with three askers and three clients of two sessions, and what each was told."""

    def __init__(self) -> None:
        self.clock = FakeClock()
        self.table = FlowTable(self.clock, self.make, ttl=lambda: 500)
        self.away: list[Visitor] = []
        self.clients = [
            Visitor(self.table, f"/dev/pts/{number}", number % 2) for number in range(3)
        ]
        self.flows: list[str] = []
        self.told: list[Heard] = []

    def make(self, flow: Flow, client: FlowClient, on_answer: Callable[[Answer], None]) -> Question:
        """Make a question with a form that remembers."""
        return Question(None, None, on_answer, title=flow.title, form=FakeForm())

    def act(self, what: str, first: int, second: int) -> None:
        """Let one thing happen; what is refused has not happened."""
        flow = self.flows[first % len(self.flows)] if self.flows else "none"
        owner = OWNERS[second % len(OWNERS)]
        client = self.clients[first % len(self.clients)] if self.clients else None
        try:
            self._act(what, first, second, flow, owner, client)
        except MplexError:
            pass

    def _act(
        self,
        what: str,
        first: int,
        second: int,
        flow: str,
        owner: str,
        client: Visitor | None,
    ) -> None:
        if what == "show" and client is not None:
            run = ("", "run")[second % 2]
            params: dict[str, Any] = {"screen": SCREENS[second % len(SCREENS)], "queue": first > 2}
            params |= {"run": run} if run else {}
            self.flows.append(self.table.show(params, owner, "asker", client)["flow"])
        elif what in ("answer", "refuse") and client is not None and client.question is not None:
            secrets = {"token": Secret("x")}
            answer = Answer(OK, {"action": "a", "values": {"picked": "/etc/hostname"}}, "", secrets)
            client.question.answer(answer if what == "answer" else CANCEL)
        elif what == "cancel":
            self.table.cancel({"flow": flow})
        elif what == "result":
            heard = Heard()
            self.table.result({"flow": flow, "wait": 5 * second}, owner, heard)
            self.told.append(heard)
        elif what == "update":
            self.table.update({"flow": flow, "done": second > 8})
        elif what == "wait":
            self.clock.advance(40 * second)
        elif what == "peer_gone":
            self.table.peer_gone(owner)
        elif what == "detach" and client is not None:
            self.clients.remove(client)
            self.away.append(client)
            client.attached, client.kept_for = False, ""
            self.table.client_gone(client, self.clients)
        elif what == "attach" and self.away:
            back = self.away.pop()
            self.clients.append(back)
            back.attached = True
            self.table.client_came(back)
        elif what == "session_gone" and second == 0:
            self.table.session_gone(first % 2)

    def check(self) -> None:
        """Look at what holds at any time."""
        pending = self.table.pending
        assert len(pending) <= MPLEX_FLOW_MAX
        assert sum(bool(flow.fields("file")) for flow in pending) <= 1
        shown = [client.question for client in self.clients if client.question is not None]
        assert len({id(question) for question in shown}) == len(shown)
        assert {id(flow.question) for flow in pending if flow.client} == {
            id(each) for each in shown
        }
        assert not any(client.question for client in self.away)
        for flow in self.table:
            assert (flow.question is None) == (not flow.pending)

    def check_what_was_told(self) -> None:
        """Look at every answer to every call."""
        for heard in self.told:
            assert len(heard.ends) == 1
            end = heard.ends[0]
            if isinstance(end, MplexError) or not end["done"]:
                continue
            assert end["status"] in STATUSES
            assert end.get("reason") is None or end["reason"] in REASONS
            assert end["status"] != OK or "reason" not in end


@settings(max_examples=150)
@given(steps)
def test_a_storm_of_everything_ends_in_order(story: list[tuple[str, int, int]]) -> None:
    storm = Storm()
    for step in story:
        storm.act(*step)
        storm.check()
    storm.table.host_exits()
    assert all(flow.form is None for flow in storm.table.pending)
    for owner in OWNERS:
        storm.table.peer_gone(owner)
        storm.check()
    storm.clock.advance(1000)
    assert len(storm.table) == 0
    assert storm.clock.waiting == 0
    storm.check_what_was_told()
