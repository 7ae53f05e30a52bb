"""Forms through the native backend: reasons, secrets beside the line, a connection that goes."""

from __future__ import annotations

import os
import threading
from typing import Any

import pytest

from flow.backends.native import read_answer, read_secrets
from mplex.dialog.answer import CANCELLED, OK, TIMEOUT, Answer
from mplex.errors import NoServer, ProtocolError
from tests.flow.fake_control import HANG_UP, PENDING, Json
from tests.flow.test_native import MESSAGE, asking, results, server

FORM: Json = {"kind": "form", "title": "City", "fields": [{"kind": "text", "name": "city"}]}
VALUE = {"action": "__submit__", "values": {"city": "Ulm"}}


@pytest.mark.parametrize(
    ("end", "answer"),
    [
        ({"status": "ok", "value": VALUE}, Answer(OK, VALUE)),
        ({"status": "cancelled", "value": None}, Answer(CANCELLED)),
        ({"status": "cancelled", "reason": "evicted"}, Answer(CANCELLED, None, "evicted")),
        (
            {"status": "cancelled", "reason": "host_exiting"},
            Answer(CANCELLED, None, "host_exiting"),
        ),
        ({"status": "timeout", "reason": "ttl_expired"}, Answer(TIMEOUT, None, "ttl_expired")),
    ],
)
def test_every_end_of_a_form_keeps_its_reason(end: Json, answer: Answer) -> None:
    with server(result=results(PENDING, {"done": True, **end})) as control:
        with asking(control) as controller:
            assert controller.ask(FORM, 30) == answer


def test_a_connection_that_goes_while_a_form_waits_is_channel_dropped() -> None:
    with server(result=lambda _params: HANG_UP) as control, asking(control) as controller:
        assert controller.ask(FORM, 30) == Answer(CANCELLED, reason="channel_dropped")


def test_a_connection_that_goes_before_the_form_is_shown_is_an_error() -> None:
    with server(show=lambda _params: HANG_UP) as control, asking(control) as controller:
        with pytest.raises(NoServer):
            controller.ask(FORM, 30)


def test_a_question_of_version_one_still_loses_its_server() -> None:
    with server(result=lambda _params: HANG_UP) as control, asking(control) as controller:
        with pytest.raises(NoServer):
            controller.ask(MESSAGE, 30)


def test_who_interrupts_is_no_lost_connection() -> None:
    waiting = threading.Event()

    def wait(_params: Json) -> Any:
        waiting.set()
        controller.interrupt()
        return HANG_UP

    with server(result=wait) as control, asking(control) as controller:
        with pytest.raises(NoServer):
            controller.ask(FORM, 30)
    assert waiting.is_set()


def test_an_answer_that_is_no_answer_to_a_form_is_not_repeated() -> None:
    with pytest.raises(ProtocolError) as error:
        read_answer({"status": "ok", "value": "hunter2"}, form=True)
    assert "hunter2" not in str(error.value)


def test_every_descriptor_is_closed_whatever_it_holds() -> None:
    before = len(os.listdir("/proc/self/fd"))
    for content in (b"hunter2", b"\xff"):
        reading, writing = os.pipe()
        os.write(writing, content)
        os.close(writing)
        if content == b"hunter2":
            assert read_secrets({"a": 0, "b": 7}, [reading])["a"].reveal() == "hunter2"
        else:
            with pytest.raises(ProtocolError) as error:
                read_secrets({"a": 0}, [reading])
            assert error.value.__cause__ is None
    assert len(os.listdir("/proc/self/fd")) == before
