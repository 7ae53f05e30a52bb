"""The native backend over a real socket: what it says, and how every end reaches the driver."""

from __future__ import annotations

import socket
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest import TestCase, mock

import pytest

from flow.backends import native
from flow.backends.backend import Notice, Place
from flow.controller import PlexerController
from flow.driver import PlexerFlow
from flow.spec import validate_flow_spec
from mplex.dialog.answer import CANCEL, EXPIRED, OK, Answer
from mplex.errors import NoServer, ProtocolError, Refused, SpecError, UsageError
from tests.flow.fake_control import HANG_UP, PENDING, FakeControl, Json, done
from tests.flow.specs import DEPLOY
from tests.support.waiting import LIMIT

MESSAGE: Json = {"kind": "message", "text": "hello"}


def shown(_params: Json) -> Json:
    """Answer `show`."""
    return {"flow": "f1"}


def results(*answers: Json) -> Callable[[Json], Json]:
    """Answer each `result` with the next of these."""
    rest = iter(answers)
    return lambda _params: next(rest)


@contextmanager
def server(**methods: Callable[[Json], Any]) -> Iterator[FakeControl]:
    """Run a control server with these methods."""
    with tempfile.TemporaryDirectory() as folder:
        with FakeControl(Path(folder) / "s.ctl", **{"show": shown, **methods}) as control:
            yield control


def asking(control: FakeControl, **place: Any) -> PlexerController:
    """Return a controller that asks there."""
    return PlexerController(Place(control.path, **place))


class NativeAskTests(TestCase):
    """One screen through the control socket."""

    def test_what_is_shown_is_what_was_asked(self) -> None:
        with server(result=results(done("ok"))) as control:
            with asking(control, target="%3", client="/dev/pts/9") as controller:
                assert controller.ask(MESSAGE, 42.5) == Answer(OK, None)
            (params,) = control.params("show")
            run = params.pop("run")
            assert isinstance(run, str) and run
            assert params == {
                "screen": MESSAGE,
                "timeout": 42.5,
                "target": "%3",
                "client": "/dev/pts/9",
            }

    def test_the_server_chooses_the_client_when_none_is_named(self) -> None:
        with server(result=results(done("ok"))) as control, asking(control) as controller:
            controller.ask(MESSAGE, 10)
            assert set(control.params("show")[0]) == {"screen", "timeout", "run"}

    def test_only_the_first_question_of_a_flow_rings(self) -> None:
        with server(result=results(done("ok"), done("ok"))) as control:
            with asking(control, notify=True, queue=True) as controller:
                controller.ask(MESSAGE, 10)
                controller.ask(MESSAGE, 10)
            shown = control.params("show")
            assert [params.get("notify") for params in shown] == [True, None]
            assert [params.get("queue") for params in shown] == [True, True]

    def test_a_notice_that_was_only_counted_or_logged_was_not_shown(self) -> None:
        for told in ({"left_out": True}, {"unseen": True}):
            with self.subTest(told=told), server(notify=lambda params, told=told: told) as control:
                with asking(control) as controller, self.assertRaises(Refused):
                    controller.notify(Notice("Done"))
        with server(notify=lambda params: {}) as control, asking(control) as controller:
            controller.notify(Notice("Done"))

    def test_every_end_becomes_its_answer(self) -> None:
        for end, answer in (
            (done("ok", 2), Answer(OK, 2)),
            (done("ok", "text"), Answer(OK, "text")),
            (done("ok", ""), Answer(OK, "")),
            (done("ok"), Answer(OK, None)),
            (done("cancelled"), CANCEL),
            (done("timeout"), EXPIRED),
            (done("cancelled", 1), CANCEL),
        ):
            with self.subTest(end=end), server(result=results(end)) as control:
                with asking(control) as controller:
                    assert controller.ask(MESSAGE, 10) == answer

    def test_the_answer_is_waited_for(self) -> None:
        with server(result=results(PENDING, PENDING, done("ok", 1))) as control:
            with asking(control) as controller, mock.patch.object(native, "PLEXER_FLOW_POLL", 0.01):
                assert controller.ask(MESSAGE, 30) == Answer(OK, 1)
            waits = [params["wait"] for params in control.params("result")]
            assert len(waits) == 3 and all(0 < wait <= native.WAIT for wait in waits)
            assert {params["flow"] for params in control.params("result")} == {"f1"}

    def test_a_server_that_does_not_hold_the_request_open_is_polled(self) -> None:
        pauses: list[float] = []
        with server(result=results(PENDING, done("ok"))) as control, asking(control) as controller:
            with mock.patch.object(native, "sleep", pauses.append):
                controller.ask(MESSAGE, 30)
        assert len(pauses) == 1 and 0 < pauses[0] <= 0.25

    def test_a_screen_that_the_server_forgets_to_end_is_taken_back(self) -> None:
        with server(result=lambda _params: PENDING, cancel=lambda _params: {}) as control:
            with asking(control) as controller, mock.patch.object(native, "GRACE", 0.05):
                assert controller.ask(MESSAGE, 0.05) == EXPIRED
            assert control.params("cancel") == [{"flow": "f1"}]

    def test_one_connection_and_one_run_serve_a_whole_flow(self) -> None:
        ends = results(done("ok", 1), done("ok", "v2"), done("ok", 0))
        with server(result=ends) as control:
            with asking(control) as controller:
                outcome = PlexerFlow(validate_flow_spec(DEPLOY), controller).run()
            answers = {"env": "prod", "tag": "v2"}
            assert outcome == {"status": "done", "answers": answers, "action": "go"}
            assert control.connections == 1
            assert len({params["run"] for params in control.params("show")}) == 1
            assert control.hung_up.wait(LIMIT), "the end of the connection ends the run"

    def test_two_flows_are_two_runs(self) -> None:
        with server(result=lambda _params: done("ok")) as control:
            for _ in range(2):
                with asking(control) as controller:
                    controller.ask(MESSAGE, 10)
            assert len({params["run"] for params in control.params("show")}) == 2

    def test_an_interrupt_hangs_up(self) -> None:
        def interrupt(*_args: object, **_keywords: object) -> Json:
            raise KeyboardInterrupt

        with server() as control:
            with pytest.raises(KeyboardInterrupt), asking(control) as controller:
                with mock.patch.object(native, "sleep", interrupt):
                    control._methods["result"] = lambda _params: PENDING
                    controller.ask(MESSAGE, 10)
            assert control.hung_up.wait(LIMIT)

    def test_refusals_keep_their_word_and_hint(self) -> None:
        def refuse(_params: Json) -> Json:
            raise Refused("client 1 is busy", code="busy", hint="later")

        with server(show=refuse) as control, asking(control) as controller:
            with pytest.raises(Refused) as caught:
                controller.ask(MESSAGE, 10)
        assert (caught.value.code, str(caught.value)) == ("busy", "client 1 is busy")
        assert caught.value.hint == "later"

    def test_a_wrong_screen_is_refused_before_anybody_is_asked(self) -> None:
        with server() as control, asking(control) as controller:
            with pytest.raises(SpecError) as caught:
                controller.ask({"kind": "choice", "options": []}, 10)
            assert caught.value.where == "screen.options"
            assert control.requests == []

    def test_nobody_listening_is_said_with_what_was_looked_for(self) -> None:
        with pytest.raises(NoServer) as caught:
            PlexerController(Place("/nowhere/s.ctl")).ask(MESSAGE, 10)
        assert "/nowhere/s.ctl" in str(caught.value)
        assert "native" in str(caught.value)

    def test_a_server_that_dies_is_no_answer(self) -> None:
        with server(result=lambda _params: HANG_UP) as control, asking(control) as controller:
            with pytest.raises(NoServer):
                controller.ask(MESSAGE, 10)

    def test_a_server_that_is_silent_is_no_answer(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = f"{folder}/s.ctl"
            with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as listener:
                listener.bind(path)
                listener.listen()
                with mock.patch.object(native, "SILENCE", 0.05), pytest.raises(NoServer) as caught:
                    PlexerController(Place(path)).ask(MESSAGE, 10)
        assert "does not answer" in str(caught.value)

    def test_nonsense_is_no_answer(self) -> None:
        for end in (
            {"done": True},
            {"done": True, "status": "fine"},
            {"done": True, "status": ["ok"]},
            done("ok", True),
            done("ok", 1.5),
            done("ok", [1]),
        ):
            with self.subTest(end=end), server(result=results(end)) as control:
                with asking(control) as controller, pytest.raises(ProtocolError):
                    controller.ask(MESSAGE, 10)
        with server(show=lambda _params: {}) as control, asking(control) as controller:
            with pytest.raises(ProtocolError):
                controller.ask(MESSAGE, 10)

    def test_an_unknown_backend_is_refused(self) -> None:
        with pytest.raises(UsageError) as caught:
            PlexerController(Place("/x"), "telepathy")
        assert "native" in caught.value.hint
