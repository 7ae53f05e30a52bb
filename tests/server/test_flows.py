"""The flow table: every record ends once and with a word, whatever happens to asker and client."""

from __future__ import annotations

from typing import Any

import pytest

from mplex.dialog.answer import Answer
from mplex.dialog.caps import MPLEX_FLOW_KEEP, MPLEX_FLOW_MAX
from mplex.errors import MplexError, Refused, SpecError
from mplex.server.flow_record import Flow, FlowClient
from mplex.server.flows import FlowTable
from mplex.server.question import LINGER, Question
from tests.server.fake_clock import FakeClock

CHOICE = {"kind": "choice", "title": "Where", "options": ["here", "there"]}


class FakeClient:
    """A client that keeps questions as the stage does."""

    def __init__(self, name: str = "/dev/pts/1", session_id: int = 0) -> None:
        self.name = name
        self.session_id = session_id
        self.readonly = False
        self.question: Question | None = None
        self.run = ""
        self.kept_for = ""
        self.changes = 0
        self.progress: list[str] = []

    @property
    def busy_with(self) -> str | None:
        if self.question is not None:
            return self.run
        return self.kept_for or None

    def show_question(self, question: Question, run: str) -> None:
        self.question, self.run, self.kept_for = question, run, ""

    def drop_question(self, question: Question, keep_for: str) -> None:
        assert self.question is question
        self.question, self.kept_for = None, keep_for

    def question_changed(self) -> None:
        self.changes += 1

    def show_progress(self, text: str) -> None:
        self.progress.append(text)

    def end_run(self, run: str) -> None:
        if self.kept_for == run:
            self.kept_for = ""

    def answer(self, status: str, value: Any = None) -> None:
        assert self.question is not None
        self.question.answer(Answer(status, value))


def make_question(flow: Flow, client: FlowClient, on_answer: Any) -> Question:
    return Question(None, None, on_answer, title=flow.title)


class MplexFlowServerTests:
    """The server's side of `show`, `result` and `cancel`."""

    def setup_method(self) -> None:
        self.clock = FakeClock()
        self.table = FlowTable(self.clock, make_question)
        self.client = FakeClient()
        self.heard: list[Any] = []

    def show(self, owner: object = "asker", client: FakeClient | None = None, **more: Any) -> str:
        params = {"screen": CHOICE, **more}
        flow = self.table.show(params, owner, "deploy.sh in %1", client or self.client)["flow"]
        assert isinstance(flow, str)
        return flow

    def result(self, flow: str, wait: float = 0, owner: object = "asker") -> Any:
        self.table.result({"flow": flow, "wait": wait}, owner, self.heard.append)
        return self.heard[-1] if self.heard else None

    def test_an_answer_is_told(self) -> None:
        flow = self.show()
        assert self.result(flow) == {"done": False}
        self.client.answer("ok", 1)
        assert self.result(flow) == {"done": True, "status": "ok", "value": 1}
        assert self.client.question is None

    def test_a_cancel_is_an_end_without_a_value(self) -> None:
        flow = self.show()
        self.client.answer("cancelled")
        assert self.result(flow) == {"done": True, "status": "cancelled", "value": None}

    def test_a_waiting_result_is_answered_at_once(self) -> None:
        flow = self.show()
        self.result(flow, wait=30)
        assert self.heard == []
        self.client.answer("ok", 0)
        assert self.heard == [{"done": True, "status": "ok", "value": 0}]
        self.clock.advance(60)
        assert len(self.heard) == 1

    def test_a_waiting_result_gives_up_after_its_time(self) -> None:
        flow = self.show()
        self.result(flow, wait=2)
        self.clock.advance(1.9)
        assert self.heard == []
        self.clock.advance(0.2)
        assert self.heard == [{"done": False}]
        self.client.answer("ok", 0)
        assert len(self.heard) == 1

    def test_time_runs_out_on_the_server(self) -> None:
        flow = self.show(timeout=7)
        self.clock.advance(6.9)
        assert self.client.question is not None
        self.clock.advance(0.2)
        assert self.client.question is None
        assert self.result(flow) == {"done": True, "status": "timeout", "value": None}

    def test_an_answer_after_the_end_changes_nothing(self) -> None:
        flow = self.show(timeout=7)
        question = self.client.question
        assert question is not None
        self.clock.advance(8)
        question.answer(Answer("ok", 1))
        assert self.result(flow)["status"] == "timeout"

    def test_a_busy_client_refuses(self) -> None:
        self.show()
        with pytest.raises(Refused) as refused:
            self.show(owner="another")
        assert refused.value.code == "busy"
        assert len(self.table) == 1

    def test_a_run_does_not_stack_on_itself(self) -> None:
        self.show(run="r1")
        with pytest.raises(Refused) as refused:
            self.show(run="r1")
        assert refused.value.code == "busy"

    def test_two_clients_are_asked_at_once(self) -> None:
        self.show()
        self.show(client=FakeClient("/dev/pts/2"))
        assert len(self.table.pending) == 2

    def test_too_many_questions_are_refused(self) -> None:
        for number in range(MPLEX_FLOW_MAX):
            self.show(client=FakeClient(f"/dev/pts/{number}"))
        with pytest.raises(Refused) as refused:
            self.show(client=FakeClient("/dev/pts/one-more"))
        assert refused.value.code == "flow_limit"
        assert str(MPLEX_FLOW_MAX) in refused.value.message

    def test_answered_questions_do_not_count(self) -> None:
        for _ in range(MPLEX_FLOW_MAX + 3):
            self.show()
            self.client.answer("ok", 0)
        assert self.table.pending == []

    def test_cancel_takes_the_dialog_off(self) -> None:
        flow = self.show()
        self.result(flow, wait=9)
        assert self.table.cancel({"flow": flow}) == {}
        assert self.client.question is None
        assert isinstance(self.heard[0], MplexError)
        assert self.heard[0].code == "unknown_flow"
        with pytest.raises(Refused):
            self.result(flow)

    def test_cancel_of_a_run_takes_all_of_it(self) -> None:
        self.show(run="r1")
        self.table.cancel({"run": "r1"})
        assert self.client.question is None
        assert len(self.table) == 0

    def test_an_unknown_flow_is_said_to_be_unknown(self) -> None:
        for params in ({"flow": "nope"}, {}, {"flow": 7}, {"flow": ["x"]}):
            with pytest.raises(Refused) as refused:
                self.table.result(params, "asker", self.heard.append)
            assert refused.value.code == "unknown_flow"

    def test_the_dialog_goes_with_its_asker(self) -> None:
        self.show()
        self.table.peer_gone("somebody else")
        assert self.client.question is not None
        self.table.peer_gone("asker")
        assert self.client.question is None
        assert len(self.table) == 0
        assert self.clock.waiting == 0

    def test_an_answer_outlives_its_asker_for_a_while(self) -> None:
        flow = self.show()
        self.client.answer("ok", 1)
        self.table.peer_gone("asker")
        self.clock.advance(MPLEX_FLOW_KEEP - 1)
        assert self.result(flow, owner="other") == {"done": True, "status": "ok", "value": 1}
        self.clock.advance(2)
        assert len(self.table) == 0

    def test_an_answer_nobody_has_fetched_lasts_as_long_as_the_question_could_have(self) -> None:
        flow = self.show(timeout=600)
        self.client.answer("ok", 1)
        self.clock.advance(600 + MPLEX_FLOW_KEEP - 1)
        assert self.result(flow) == {"done": True, "status": "ok", "value": 1}
        self.clock.advance(MPLEX_FLOW_KEEP - 1)
        assert self.result(flow)["value"] == 1
        self.clock.advance(2)
        assert len(self.table) == 0

    def test_an_answer_is_the_askers_and_of_those_who_have_its_whole_id(self) -> None:
        flow = self.show()
        (listed,) = self.table
        assert flow.startswith(listed.name)
        assert len(listed.name) < len(flow)
        for wait in (0, 30):
            with pytest.raises(Refused) as refused:
                self.result(listed.name, wait=wait, owner="nosy")
            assert refused.value.code == "forbidden"
        self.client.answer("ok", 1)
        with pytest.raises(Refused) as refused:
            self.result(listed.name, owner="nosy")
        assert refused.value.code == "forbidden"
        assert self.result(listed.name)["value"] == 1
        assert self.result(flow, owner="watcher")["value"] == 1

    def test_what_everybody_sees_of_an_id_cancels(self) -> None:
        self.show()
        (listed,) = self.table
        assert self.table.cancel({"flow": listed.name}) == {}
        assert len(self.table) == 0

    def test_a_fetched_answer_goes_with_its_asker(self) -> None:
        flow = self.show()
        self.client.answer("ok", 1)
        self.result(flow)
        self.table.peer_gone("asker")
        assert len(self.table) == 0
        assert self.clock.waiting == 0

    def test_a_waiter_that_hangs_up_leaves_nothing(self) -> None:
        flow = self.show()
        self.result(flow, wait=30, owner="watcher")
        self.table.peer_gone("watcher")
        assert self.client.question is not None
        self.client.answer("ok", 0)
        assert self.heard == [{"done": False}]

    def test_a_detached_client_leaves_the_question_for_the_next(self) -> None:
        flow = self.show(timeout=60)
        question = self.client.question
        self.table.client_gone(self.client)
        other = FakeClient("/dev/pts/9", session_id=5)
        self.table.client_came(other)
        assert other.question is None
        back = FakeClient("/dev/pts/3")
        self.table.client_came(back)
        assert back.question is question
        back.answer("ok", 1)
        assert self.result(flow)["value"] == 1

    def test_another_client_of_the_session_takes_the_question_over(self) -> None:
        flow = self.show()
        question = self.client.question
        watcher, elsewhere, other = FakeClient("w"), FakeClient("e", session_id=5), FakeClient("o")
        watcher.readonly = True
        self.table.client_gone(self.client, [watcher, elsewhere, other])
        assert [each.question for each in (self.client, watcher, elsewhere)] == [None] * 3
        assert other.question is question
        other.answer("ok", 1)
        assert self.result(flow)["value"] == 1

    def test_a_question_waits_for_a_client_that_is_busy(self) -> None:
        other = FakeClient("/dev/pts/2")
        moved = self.show(owner="one")
        question = self.client.question
        self.show(owner="two", client=other, run="r")
        self.table.client_gone(self.client, [other])
        assert other.question is not question
        other.answer("ok", 0)
        assert other.question is None
        self.table.peer_gone("two")
        assert other.question is question
        other.answer("ok", 1)
        assert self.result(moved)["value"] == 1

    def test_a_question_nobody_comes_back_to_times_out(self) -> None:
        flow = self.show(timeout=9)
        self.table.client_gone(self.client)
        self.clock.advance(10)
        assert self.result(flow)["status"] == "timeout"

    def test_the_end_of_the_session_is_an_error_not_an_answer(self) -> None:
        flow = self.show()
        self.result(flow, wait=20)
        self.table.session_gone(0)
        assert isinstance(self.heard[0], Refused)
        assert self.heard[0].code == "no_client"
        assert self.client.question is None

    def test_the_keyboard_is_kept_for_the_next_screen_of_a_run(self) -> None:
        self.show(run="r1")
        self.client.answer("ok", 0)
        assert self.client.kept_for == "r1"
        with pytest.raises(Refused):
            self.show(owner="another")
        self.show(run="r1")
        assert self.client.question is not None

    def test_the_keyboard_is_given_back_when_the_driver_ends(self) -> None:
        flow = self.show(run="r1")
        self.client.answer("ok", 0)
        self.result(flow)
        self.table.peer_gone("asker")
        assert self.client.kept_for == ""
        assert LINGER <= 1.0

    def test_nothing_is_kept_without_a_run(self) -> None:
        self.show()
        self.client.answer("ok", 0)
        assert self.client.kept_for == ""

    @pytest.mark.parametrize(
        ("params", "where"),
        [
            ({"screen": None}, "screen"),
            ({"screen": {"kind": "choice", "options": []}}, "screen.options"),
            ({"timeout": 0}, "timeout"),
            ({"timeout": True}, "timeout"),
            ({"timeout": 601}, "timeout"),
            ({"timeout": float("nan")}, "timeout"),
            ({"timeout": "5"}, "timeout"),
            ({"run": ""}, "run"),
            ({"run": 5}, "run"),
            ({"run": "x" * 65}, "run"),
        ],
    )
    def test_wrong_parameters_say_where(self, params: dict[str, Any], where: str) -> None:
        with pytest.raises(SpecError) as error:
            self.show(**params)
        assert error.value.where == where
        assert self.client.question is None
        assert len(self.table) == 0

    @pytest.mark.parametrize("wait", [-1, "1", True, None, float("nan")])
    def test_a_wrong_wait_says_so(self, wait: Any) -> None:
        flow = self.show()
        with pytest.raises(SpecError) as error:
            self.table.result({"flow": flow, "wait": wait}, "asker", self.heard.append)
        assert error.value.where == "wait"

    def test_two_hundred_flows_leave_nothing_behind(self) -> None:
        for _ in range(200):
            flow = self.show()
            self.client.answer("ok", 0)
            self.result(flow)
        self.table.peer_gone("asker")
        assert len(self.table) == 0
        assert self.clock.waiting == 0
