"""Questions that wait their turn: order, ends while waiting, and keys meant for the one before."""

from __future__ import annotations

from typing import Any

import pytest

from mplex.dialog.answer import Answer
from mplex.dialog.flow_screen import MplexFlowScreen
from mplex.dialog.spec import check_screen
from mplex.errors import Refused, SpecError
from mplex.geometry import Size
from mplex.server.flows import FlowTable
from mplex.server.question import TYPING_PAUSE, Question
from mplex.server.stage import Stage
from mplex.term.keys import Key, KeyEvent
from mplex.ui.prompt import make_prompt
from tests.server.fake_clock import FakeClock
from tests.server.test_flows import CHOICE, FakeClient, make_question


class QueueingClient(FakeClient):
    """A client that says when it is free, as the stage does."""

    def __init__(self, table: FlowTable, name: str = "/dev/pts/1", session_id: int = 0) -> None:
        super().__init__(name, session_id)
        self._table = table

    def drop_question(self, question: Question, keep_for: str) -> None:
        super().drop_question(question, keep_for)
        if not keep_for:
            self._table.client_came(self)

    def end_run(self, run: str) -> None:
        held = self.kept_for
        super().end_run(run)
        if held and not self.kept_for:
            self._table.client_came(self)

    @property
    def title(self) -> str:
        """The title of the question it shows."""
        return self.question.title if self.question else ""


class QueueTests:
    """`show` with `queue`."""

    def setup_method(self) -> None:
        self.clock = FakeClock()
        self.changes = 0
        self.table = FlowTable(self.clock, make_question, self.changed)
        self.client = QueueingClient(self.table)

    def changed(self) -> None:
        self.changes += 1

    def show(self, title: str, owner: object = "asker", **more: Any) -> str:
        params = {"screen": {**CHOICE, "title": title}, "queue": True, **more}
        return str(self.table.show(params, owner, "deploy.sh", self.client)["flow"])

    def end_of(self, flow: str) -> Any:
        heard: list[Any] = []
        self.table.result({"flow": flow}, "asker", heard.append)
        return heard[0]

    def test_questions_are_shown_in_the_order_they_came(self) -> None:
        flows = [self.show(title) for title in ("one", "two", "three")]
        for flow, title in zip(flows, ("one", "two", "three"), strict=True):
            assert self.client.title == title
            self.client.answer("ok", 1)
            assert self.end_of(flow) == {"done": True, "status": "ok", "value": 1}
        assert self.client.question is None

    def test_they_are_counted(self) -> None:
        other = QueueingClient(self.table, "/dev/pts/2")
        counts = []
        for title in ("one", "two", "three"):
            self.show(title)
            counts.append(self.table.count_on(self.client))
        assert (counts, self.table.count_on(other)) == ([1, 2, 3], 0)
        assert self.changes == 2
        self.client.answer("ok", 0)
        assert self.table.count_on(self.client) == 2

    def test_without_queue_a_busy_client_refuses(self) -> None:
        self.show("one")
        with pytest.raises(Refused, match="busy"):
            self.show("two", queue=False)

    @pytest.mark.parametrize("value", [1, "yes", None])
    def test_queue_is_a_flag(self, value: object) -> None:
        with pytest.raises(SpecError, match="queue: must be true or false"):
            self.show("one", queue=value)

    def test_a_run_goes_on_before_the_queue(self) -> None:
        self.show("one", run="a")
        self.show("other", run="b", owner="other")
        self.client.answer("ok", 0)
        assert self.client.question is None
        self.show("two", run="a")
        assert self.client.title == "two"
        self.client.answer("ok", 0)
        self.client.end_run("a")
        assert self.client.title == "other"

    def test_time_runs_out_while_it_waits(self) -> None:
        self.show("one", timeout=100)
        waiting = self.show("two", timeout=5)
        self.clock.advance(6)
        assert self.end_of(waiting) == {"done": True, "status": "timeout", "value": None}
        assert self.client.title == "one"
        self.client.answer("ok", 0)
        assert self.client.question is None

    def test_an_asker_that_goes_leaves_the_queue(self) -> None:
        self.show("one")
        self.show("two", owner="other")
        self.show("three")
        changes = self.changes
        self.table.peer_gone("other")
        assert self.table.count_on(self.client) == 2
        assert self.changes == changes + 1
        self.client.answer("ok", 0)
        assert self.client.title == "three"

    def test_the_queue_of_a_client_that_goes_moves_to_the_next_on_its_session(self) -> None:
        self.show("one")
        self.show("two")
        other = QueueingClient(self.table, "/dev/pts/2")
        self.client.session_id = 99
        self.table.client_gone(self.client, [other])
        assert other.title == "one"
        assert self.table.count_on(other) == 2
        other.answer("ok", 0)
        assert other.title == "two"

    def test_all_that_waits_for_somebody_becomes_the_queue_of_who_comes(self) -> None:
        self.show("one")
        self.show("two")
        self.client.session_id = 99
        self.table.client_gone(self.client)
        changes = self.changes
        back, second = (QueueingClient(self.table, f"/dev/pts/{number}") for number in (3, 4))
        self.table.client_came(back)
        self.table.client_came(second)
        assert (back.title, self.table.count_on(back)) == ("one", 2)
        assert second.question is None
        assert self.changes > changes

    def test_another_client_of_the_session_does_not_take_a_queued_question(self) -> None:
        self.show("one")
        self.show("two")
        other = QueueingClient(self.table, "/dev/pts/2")
        self.table.client_came(other)
        assert other.question is None


ENTER = KeyEvent(Key("Enter"), b"\r", "")


class FollowingTests:
    """A question that comes right after another one."""

    def setup_method(self) -> None:
        self.clock = FakeClock()
        self.answers: list[Answer] = []
        self.stage = Stage(self.clock, Size(24, 80), make_prompt, lambda: None)
        dialog = MplexFlowScreen(check_screen(CHOICE), "deploy.sh")
        self.first = Question(None, None, self.answers.append, title="one")
        self.second = Question(dialog, None, self.answers.append, title="two")
        self.stage.on_free = lambda: self.stage.show_question(self.second, "")
        self.stage.show_question(self.first, "")
        self.stage.drop_question(self.first, "")

    def test_keys_still_under_way_answer_nothing_and_reach_no_pane(self) -> None:
        for _ in range(3):
            assert self.second.armed
            self.second.on_key(ENTER)
            self.clock.advance(TYPING_PAUSE * 0.9)
        assert self.answers == []

    def test_after_a_pause_it_can_be_answered(self) -> None:
        self.clock.advance(TYPING_PAUSE)
        self.second.on_key(ENTER)
        assert self.answers == [Answer("ok", 0)]
