"""Forms in the flow table: every end with its reason, secrets once, pictures and files."""

from __future__ import annotations

import base64
from pathlib import Path
from typing import Any

import pytest

from mplex.dialog import picked_file
from mplex.dialog.answer import CANCEL, OK, Answer, Secret
from mplex.dialog.caps import MPLEX_FLOW_KEEP, MPLEX_FLOW_MAX, PIECE
from mplex.errors import MplexError, Refused, SpecError
from mplex.server.flows import ABANDONED_AFTER, WAIT_MAX
from tests.server.form_table import FORM, PICKER, PROGRESS_FORM, SECRET_FORM, FormTable
from tests.server.test_flows import CHOICE, FakeClient

SUBMITTED = Answer(OK, {"action": "__submit__", "values": {"city": "Ulm"}})


def ended(reason: str = "", status: str = "cancelled") -> dict[str, Any]:
    end = {"done": True, "status": status, "value": None}
    return {**end, "reason": reason} if reason else end


class EndTests:
    """How a form ends, and what is told of it."""

    def setup_method(self) -> None:
        self.at = FormTable()

    def test_an_answer_is_told_with_its_values(self) -> None:
        flow = self.at.show(FORM)
        self.at.answer(SUBMITTED)
        assert self.at.result(flow) == {
            "done": True,
            "status": "ok",
            "value": {"action": "__submit__", "values": {"city": "Ulm"}},
        }

    def test_the_persons_own_cancel_has_no_reason(self) -> None:
        flow = self.at.show(FORM)
        self.at.answer(CANCEL)
        assert self.at.result(flow) == ended()

    def test_a_form_lives_as_long_as_the_option_says(self) -> None:
        flow = self.at.show(FORM)
        self.at.result(flow, wait=WAIT_MAX)
        for _ in range(7199 // 50):
            self.at.result(flow, wait=WAIT_MAX)
            self.at.clock.advance(50)
        assert self.at.client.question is not None
        self.at.clock.advance(51)
        assert self.at.result(flow) == ended("ttl_expired", "timeout")

    @pytest.mark.parametrize(("asked", "lives"), [(30, 30), (7201, 90), (None, 90), (604800, 90)])
    def test_no_form_lives_longer_than_the_option_says(
        self, asked: float | None, lives: float
    ) -> None:
        at = FormTable(ttl=90)
        flow = at.show(FORM, timeout=asked)
        assert at.forms["Settings"].deadline == at.clock.time() + lives
        at.clock.advance(lives - 1)
        assert at.result(flow) == {"done": False}
        at.clock.advance(2)
        assert at.result(flow) == ended("ttl_expired", "timeout")

    @pytest.mark.parametrize(("asked", "lives"), [(604800, 604800), (None, 90)])
    def test_progress_is_shown_as_long_as_it_is_asked_for(
        self, asked: float | None, lives: float
    ) -> None:
        at = FormTable(ttl=90)
        at.show(PROGRESS_FORM, timeout=asked)
        assert at.forms["Build"].deadline == at.clock.time() + lives

    @pytest.mark.parametrize("timeout", [0, -1, True, "9", float("nan"), 604801])
    def test_a_wrong_lifetime_says_so(self, timeout: Any) -> None:
        with pytest.raises(SpecError) as error:
            self.at.show(FORM, timeout=timeout)
        assert error.value.where == "timeout"
        assert len(self.at.table) == 0

    def test_the_oldest_form_goes_for_the_seventeenth(self) -> None:
        clients = [FakeClient(f"/dev/pts/{number}") for number in range(MPLEX_FLOW_MAX + 1)]
        first, second, *_ = [
            self.at.show({**FORM, "title": str(number)}, client)
            for number, client in enumerate(clients)
        ]
        assert len(self.at.table.pending) == MPLEX_FLOW_MAX
        assert self.at.result(first) == ended("evicted")
        assert clients[0].question is None
        assert self.at.forms["0"].wiped
        assert self.at.result(second) == {"done": False}

    def test_the_seventeenth_in_a_queue_takes_its_place_at_the_end(self) -> None:
        flows = [
            self.at.show({**FORM, "title": str(number)}, queue=True, owner=number)
            for number in range(MPLEX_FLOW_MAX + 1)
        ]
        assert self.at.result(flows[0]) == ended("evicted")
        assert self.at.client.question is not None
        assert self.at.client.question.title == "1"

    def test_a_refused_form_evicts_nobody(self) -> None:
        flows = [self.at.show(FORM, queue=True) for _ in range(MPLEX_FLOW_MAX)]
        with pytest.raises(Refused, match="busy"):
            self.at.show(FORM)
        assert self.at.result(flows[0]) == {"done": False}

    def test_forms_never_evict_questions_and_questions_nothing(self) -> None:
        for number in range(MPLEX_FLOW_MAX - 1):
            self.at.show(CHOICE, FakeClient(f"/dev/pts/{number}"))
        form = self.at.show(FORM, FakeClient("form"))
        with pytest.raises(Refused) as refused:
            self.at.show(CHOICE, FakeClient("one-more"))
        assert refused.value.code == "flow_limit"
        assert self.at.result(form) == {"done": False}
        self.at.show(FORM, FakeClient("another"))
        assert self.at.result(form) == ended("evicted")
        assert len(self.at.table.pending) == MPLEX_FLOW_MAX

    def test_a_server_full_of_questions_refuses_a_form(self) -> None:
        for number in range(MPLEX_FLOW_MAX):
            self.at.show(CHOICE, FakeClient(f"/dev/pts/{number}"))
        with pytest.raises(Refused) as refused:
            self.at.show(FORM, FakeClient("form"))
        assert refused.value.code == "flow_limit"

    def test_an_asker_that_stops_asking_has_abandoned_its_form(self) -> None:
        flow = self.at.show(FORM)
        self.at.clock.advance(ABANDONED_AFTER - 1)
        assert self.at.result(flow) == {"done": False}
        self.at.clock.advance(ABANDONED_AFTER - 1)
        assert self.at.client.question is not None
        self.at.clock.advance(2)
        assert self.at.client.question is None
        assert self.at.result(flow) == ended("abandoned")

    def test_a_call_that_waits_is_asking(self) -> None:
        at = FormTable()
        flow = at.show(FORM)
        at.clock.advance(ABANDONED_AFTER - 1)
        at.result(flow, wait=WAIT_MAX)
        at.clock.advance(WAIT_MAX + ABANDONED_AFTER - 1)
        assert at.client.question is not None
        at.clock.advance(2)
        assert at.result(flow) == ended("abandoned")

    def test_a_watcher_that_hangs_up_leaves_the_asker_its_time(self) -> None:
        flow = self.at.show(FORM)
        self.at.result(flow, wait=WAIT_MAX, owner="watcher")
        self.at.table.peer_gone("watcher")
        self.at.clock.advance(ABANDONED_AFTER + 1)
        assert self.at.result(flow) == ended("abandoned")

    def test_a_question_is_never_abandoned(self) -> None:
        flow = self.at.show(CHOICE, timeout=600)
        self.at.result(flow)
        self.at.clock.advance(599)
        assert self.at.client.question is not None

    def test_the_end_of_the_session_is_no_client(self) -> None:
        flow = self.at.show(FORM)
        self.at.result(flow, wait=20)
        self.at.table.session_gone(0)
        assert self.at.heard.ends == [ended("no_client")]

    def test_the_end_of_the_server_is_host_exiting(self) -> None:
        form = self.at.show(FORM)
        queued = self.at.show(FORM, queue=True)
        self.at.result(form, wait=20)
        self.at.result(queued, wait=20)
        question = self.at.show(CHOICE, FakeClient("other"))
        self.at.table.host_exits()
        assert self.at.heard.ends == [ended("host_exiting")] * 2
        assert self.at.result(question) == {"done": False}

    def test_an_answer_can_be_fetched_again_for_a_while(self) -> None:
        flow = self.at.show(FORM)
        self.at.answer(SUBMITTED)
        self.at.clock.advance(MPLEX_FLOW_KEEP - 1)
        first = self.at.result(flow)
        self.at.clock.advance(MPLEX_FLOW_KEEP - 1)
        assert self.at.result(flow) == first
        self.at.clock.advance(2)
        with pytest.raises(Refused):
            self.at.result(flow)
        assert self.at.clock.waiting == 0

    def test_media_warnings_are_told_with_every_end(self) -> None:
        first = self.at.show(FORM)
        self.at.forms["Settings"].warnings = ["foo.png: too large", "foo.png: too large"]
        self.at.answer(SUBMITTED)
        assert self.at.result(first)["value"]["media_warnings"] == ["foo.png: too large"]
        second = self.at.show(FORM)
        self.at.forms["Settings"].warnings = ["foo.png: too large"]
        self.at.answer(CANCEL)
        assert self.at.result(second) == {**ended(), "media_warnings": ["foo.png: too large"]}

    def test_the_dialog_is_wiped_when_it_is_over_and_not_before(self) -> None:
        self.at.show(FORM)
        form = self.at.forms["Settings"]
        self.at.table.client_gone(self.at.client)
        assert not form.wiped
        back = FakeClient("back")
        self.at.table.client_came(back)
        self.at.answer(SUBMITTED, back)
        assert form.wiped

    def test_nothing_is_left_of_a_form_whose_asker_has_gone(self) -> None:
        self.at.show(FORM)
        self.at.table.peer_gone("asker")
        assert len(self.at.table) == 0
        assert self.at.clock.waiting == 0

    def test_nothing_is_left_of_many_forms(self) -> None:
        for _ in range(200):
            flow = self.at.show(FORM)
            self.at.answer(SUBMITTED)
            self.at.result(flow)
        self.at.table.peer_gone("asker")
        assert len(self.at.table) == 0
        assert self.at.clock.waiting == 0


class SecretTests:
    """Write-only values go to the asker, once."""

    def setup_method(self) -> None:
        self.at = FormTable()
        self.flow = self.at.show(SECRET_FORM)

    def submit(self) -> None:
        value = {"action": "__submit__", "values": {}}
        self.at.answer(Answer(OK, value, secrets={"token": Secret("hunter2")}))

    def test_a_secret_is_handed_out_once_and_never_in_the_record(self) -> None:
        self.submit()
        assert "hunter2" not in repr(self.at.result(self.flow))
        self.at.result(self.flow)
        assert self.at.heard.secrets == [{"token": "hunter2"}, {}]

    def test_a_waiting_asker_gets_it_and_a_watcher_does_not(self) -> None:
        self.at.result(self.flow, wait=9, owner="watcher")
        self.at.result(self.flow, wait=9)
        self.submit()
        assert self.at.heard.secrets == [{}, {"token": "hunter2"}]

    def test_nobody_else_can_fetch_it(self) -> None:
        self.submit()
        self.at.result(self.flow, owner="thief")
        assert self.at.heard.secrets == [{}]
        self.at.result(self.flow)
        assert self.at.heard.secrets[-1] == {"token": "hunter2"}

    def test_it_goes_with_its_asker(self) -> None:
        self.submit()
        self.at.table.peer_gone("asker")
        self.at.result(self.flow, owner="asker")
        assert self.at.heard.secrets == [{}]

    def test_it_is_in_no_text_of_the_record(self) -> None:
        self.submit()
        (flow,) = self.at.table
        assert "hunter2" not in repr(vars(flow))

    def test_a_form_has_no_more_secrets_than_one_message_carries(self) -> None:
        target = {"mode": "create", "path": "/tmp/x"}
        fields = [{"kind": "secret", "name": f"s{n}", "target": target} for n in range(129)]
        with pytest.raises(SpecError, match="128 secrets"):
            self.at.show({**SECRET_FORM, "fields": fields}, FakeClient("other"))


class UpdateTests:
    """Progress fields that a driver changes."""

    def setup_method(self) -> None:
        self.at = FormTable()
        self.flow = self.at.show(PROGRESS_FORM, run="r1")
        self.form = self.at.forms["Build"]

    def test_a_change_is_shown(self) -> None:
        change = {"bar": {"value": 0.5, "text": "half", "log": ["a", "b"], "label": "Still"}}
        assert self.at.table.update({"flow": self.flow, "fields": change}) == {"done": False}
        assert self.form.updates == [change]
        assert self.at.client.changes == 1

    def test_a_run_names_its_form(self) -> None:
        self.at.table.update({"run": "r1", "fields": {"bar": {"value": None}}})
        assert self.form.updates == [{"bar": {"value": None}}]

    def test_members_that_are_not_known_are_ignored(self) -> None:
        self.at.table.update({"run": "r1", "fields": {"bar": {"text": "x", "colour": "red"}}})
        assert self.form.updates == [{"bar": {"text": "x"}}]

    def test_the_driver_ends_it(self) -> None:
        assert self.at.table.update({"run": "r1", "done": True}) == {"done": True}
        end = self.at.result(self.flow)
        assert end["status"] == "ok"
        assert end["value"] == {"action": None, "values": {}}

    @pytest.mark.parametrize(
        "fields",
        [
            [{"kind": "static_text", "text": "Drop it?"}],
            [{"kind": "progress", "name": "bar"}, {"kind": "text", "name": "why"}],
        ],
    )
    def test_nobody_ends_a_form_in_the_persons_place(self, fields: list[dict[str, Any]]) -> None:
        screen = {"kind": "form", "title": "Sure?", "fields": fields}
        flow = self.at.show(screen, queue=True)
        with pytest.raises(SpecError, match="done"):
            self.at.table.update({"flow": flow, "done": True})
        assert self.at.result(flow) == {"done": False}

    def test_a_driver_hears_that_the_person_cancelled(self) -> None:
        self.at.answer(CANCEL)
        params = {"flow": self.flow, "fields": {"bar": {"value": 1}}, "done": True}
        assert self.at.table.update(params) == {"done": True}
        assert self.form.updates == []
        assert self.at.result(self.flow) == ended()

    def test_an_update_is_a_sign_of_life(self) -> None:
        for _ in range(4):
            self.at.clock.advance(ABANDONED_AFTER - 1)
            self.at.table.update({"flow": self.flow})
        assert self.at.client.question is not None

    @pytest.mark.parametrize(
        ("fields", "where"),
        [
            ([], "fields"),
            ({"bar": 5}, "fields.bar"),
            ({"city": {}}, "fields.city"),
            ({"bar": {"value": "much"}}, "fields.bar.value"),
            ({"bar": {"value": True}}, "fields.bar.value"),
            ({"bar": {"value": float("inf")}}, "fields.bar.value"),
            ({"bar": {"value": float("nan")}}, "fields.bar.value"),
            ({"bar": {"value": 10**400}}, "fields.bar.value"),
            ({"bar": {"value": -0.1}}, "fields.bar.value"),
            ({"bar": {"text": 5}}, "fields.bar.text"),
            ({"bar": {"label": "x" * 2001}}, "fields.bar.label"),
            ({"bar": {"log": "line"}}, "fields.bar.log"),
            ({"bar": {"log": ["x"] * 501}}, "fields.bar.log"),
            ({"bar": {"log": ["x" * 2001]}}, "fields.bar.log"),
        ],
    )
    def test_a_wrong_change_says_where(self, fields: Any, where: str) -> None:
        with pytest.raises(SpecError) as error:
            self.at.table.update({"flow": self.flow, "fields": fields})
        assert error.value.where == where
        assert self.form.updates == []

    def test_only_forms_change(self) -> None:
        flow = self.at.show(CHOICE, FakeClient("other"))
        with pytest.raises(SpecError, match="no form"):
            self.at.table.update({"flow": flow})
        for params in ({}, {"run": "nobody"}, {"flow": "nope"}):
            with pytest.raises(Refused) as refused:
                self.at.table.update(params)
            assert refused.value.code == "unknown_flow"


class PickTests:
    """Picked files and the one picker."""

    @pytest.fixture(autouse=True)
    def picker(self, tmp_path: Path) -> None:
        self.at = FormTable()
        self.path = tmp_path / "notes.bin"
        self.content = bytes(range(256)) * 4096
        self.path.write_bytes(self.content)

    def pick(self, path: str) -> str:
        flow = self.at.show(PICKER)
        self.at.answer(Answer(OK, {"action": "__submit__", "values": {"picked": path}}))
        return flow

    def fetched(self, flow: str) -> bytes:
        data, last = b"", False
        while not last:
            piece = self.at.table.fetch({"flow": flow, "offset": len(data)}, "asker")
            assert piece["size"] == len(self.content)
            data += base64.b64decode(piece["data"])
            last = piece["last"]
        return data

    def test_a_picked_file_comes_in_pieces_and_the_person_sees_it(self) -> None:
        flow = self.pick(str(self.path))
        assert self.fetched(flow) == self.content
        assert len(self.at.client.progress) == 2
        assert "notes.bin" in self.at.client.progress[0]
        assert " 50%" in self.at.client.progress[0]
        assert "100%" in self.at.client.progress[1]

    def test_what_was_picked_cannot_be_swapped(self) -> None:
        flow = self.pick(str(self.path))
        self.path.unlink()
        self.path.write_bytes(b"something else")
        assert self.fetched(flow) == self.content

    def test_only_the_asker_may_have_it(self) -> None:
        flow = self.pick(str(self.path))
        with pytest.raises(Refused) as refused:
            self.at.table.fetch({"flow": flow}, "thief")
        assert refused.value.code == "forbidden"
        self.at.table.peer_gone("asker")
        with pytest.raises(Refused):
            self.at.table.fetch({"flow": flow}, "asker")

    @pytest.mark.parametrize("more", [{"field": "other"}, {"field": 5}, {"field": "city"}])
    def test_no_other_field_and_no_path_is_read(self, more: dict[str, Any]) -> None:
        flow = self.pick(str(self.path))
        with pytest.raises(Refused) as refused:
            self.at.table.fetch({"flow": flow, **more}, "asker")
        assert refused.value.code == "forbidden"

    def test_a_flow_without_a_pick_has_no_file(self) -> None:
        for answer in (CANCEL, Answer(OK, {"action": "x", "values": {"picked": ""}})):
            flow = self.at.show(PICKER)
            self.at.answer(answer)
            with pytest.raises(Refused) as refused:
                self.at.table.fetch({"flow": flow}, "asker")
            assert refused.value.code == "forbidden"

    def test_why_a_file_cannot_be_read_is_told(self) -> None:
        for path, why in (
            (str(self.path.parent), "not a regular file"),
            (str(self.path.parent / "gone"), "No such file"),
            ("/dev/zero", "not a regular file"),
        ):
            flow = self.pick(path)
            with pytest.raises(MplexError, match=why):
                self.at.table.fetch({"flow": flow}, "asker")

    def test_a_file_that_is_too_large_is_refused(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(picked_file, "FILE_MAX", len(self.content) - 1)
        flow = self.pick(str(self.path))
        with pytest.raises(MplexError, match="larger than"):
            self.at.table.fetch({"flow": flow}, "asker")

    def test_a_file_that_shrinks_is_said_so(self) -> None:
        flow = self.pick(str(self.path))
        self.at.table.fetch({"flow": flow}, "asker")
        self.path.write_bytes(b"")
        with pytest.raises(MplexError, match="shorter"):
            self.at.table.fetch({"flow": flow, "offset": PIECE}, "asker")

    def test_what_is_added_meanwhile_is_not_sent(self) -> None:
        flow = self.pick(str(self.path))
        with self.path.open("ab") as file:
            file.write(b"more")
        assert self.fetched(flow) == self.content
        past = self.at.table.fetch({"flow": flow, "offset": 1 << 40}, "asker")
        assert (past["data"], past["last"]) == ("", True)

    @pytest.mark.parametrize("offset", [-1, True, 0.5, "0", 1 << 63])
    def test_a_wrong_offset_says_so(self, offset: Any) -> None:
        flow = self.pick(str(self.path))
        with pytest.raises(SpecError) as error:
            self.at.table.fetch({"flow": flow, "offset": offset}, "asker")
        assert error.value.where == "offset"

    def test_one_file_is_picked_at_a_time(self) -> None:
        first = self.at.show(PICKER)
        with pytest.raises(Refused, match="deploy.sh asks 'Which\\?'") as refused:
            self.at.show(PICKER, FakeClient("other"), queue=True)
        assert refused.value.code == "busy"
        self.at.show(FORM, FakeClient("third"))
        self.at.answer(CANCEL)
        assert self.at.result(first) == ended()
        self.at.show(PICKER)

    def test_descriptors_do_not_wait_for_an_asker_that_has_gone(self) -> None:
        before = len(list(Path("/proc/self/fd").iterdir()))
        self.pick(str(self.path))
        self.at.table.peer_gone("asker")
        assert len(self.at.table) == 1
        assert len(list(Path("/proc/self/fd").iterdir())) == before

    def test_descriptors_are_closed_when_the_answer_was_kept_long_enough(self) -> None:
        before = len(list(Path("/proc/self/fd").iterdir()))
        flow = self.pick(str(self.path))
        self.at.result(flow)
        self.at.clock.advance(MPLEX_FLOW_KEEP + 1)
        assert len(self.at.table) == 0
        assert len(list(Path("/proc/self/fd").iterdir())) == before

    def test_descriptors_are_closed_with_the_record(self) -> None:
        before = len(list(Path("/proc/self/fd").iterdir()))
        for _ in range(20):
            flow = self.pick(str(self.path))
            self.at.result(flow)
        assert len(list(Path("/proc/self/fd").iterdir())) == before + 20
        self.at.table.peer_gone("asker")
        assert len(list(Path("/proc/self/fd").iterdir())) == before
