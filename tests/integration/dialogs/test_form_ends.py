"""Forms on a real server: each way that one can end, and the reason that its asker hears."""

from __future__ import annotations

import os
import signal
from typing import Any

import pytest

from mplex.geometry import Size
from tests.integration.dialogs.room import CHOICE, Control, Room
from tests.support.server import Server
from tests.support.waiting import LIMIT

FORM: dict[str, Any] = {
    "kind": "form",
    "title": "Settings",
    "fields": [
        {"kind": "text", "name": "city", "label": "City"},
        {"kind": "text", "name": "street", "label": "Street"},
    ],
}
CANCELLED = {"done": True, "status": "cancelled", "value": None}


def titled(title: str) -> dict[str, Any]:
    return {**FORM, "title": title}


def submitted(**values: str) -> dict[str, Any]:
    value = {"action": "__submit__", "values": {"city": "", "street": "", **values}}
    return {"done": True, "status": "ok", "value": value}


def test_a_form_is_filled_in_and_submitted(room: Room) -> None:
    control = room.control()
    flow = control.show(FORM)
    room.see("❖ Settings")
    room.type("Ulm\tMain St")
    room.see("Main St")
    room.type("\x1b\r")
    assert control.result(flow) == submitted(city="Ulm", street="Main St")
    room.see_nothing_of()
    assert room.keys() == b""


def test_a_paste_goes_into_the_field_and_presses_nothing(room: Room) -> None:
    control = room.control()
    flow = control.show(FORM)
    room.see("❖")
    room.type("\x1b[200~Ulm\r\n\x1b[201~")
    room.see("Ulm")
    assert control.result(flow, wait=0) == {"done": False}
    room.type("\x1b\r")
    assert "Ulm" in control.result(flow)["value"]["values"]["city"]


def test_the_persons_own_cancel_has_no_reason(room: Room) -> None:
    control = room.control()
    flow = control.show(FORM)
    room.see("❖")
    room.type("\x1b")
    assert control.result(flow) == CANCELLED


def test_a_form_whose_time_is_over_is_ttl_expired(room: Room) -> None:
    control = room.control()
    flow = control.show(FORM, timeout=1)
    end = {**CANCELLED, "status": "timeout", "reason": "ttl_expired"}
    assert control.result(flow) == end
    room.see_nothing_of()


def test_the_last_two_minutes_are_counted_down(room: Room) -> None:
    control = room.control()
    control.show(FORM, timeout=61)
    room.see("❖")
    shown: set[str] = set()

    def counted() -> bool:
        shown.add(room.terminal.screen_text())
        return len(shown) > 2

    room.terminal.wait_until("the countdown to go on by itself", counted)
    assert room.terminal.find("1:0") or room.terminal.find("0:5")


def test_dialog_ttl_bounds_every_form(room: Room) -> None:
    room.server.ok("set-option", "-g", "dialog-ttl", "60")
    try:
        control = room.control()
        control.show(FORM, timeout=9999)
        room.see("❖")
        room.terminal.wait_until("a countdown", lambda: room.terminal.find("0:5"))
    finally:
        room.server.ok("set-option", "-gu", "dialog-ttl")
    assert room.server.run("set-option", "-g", "dialog-ttl", "59").returncode == 1
    assert room.server.run("set-option", "-g", "dialog-ttl", "604801").returncode == 1


def test_the_seventeenth_form_evicts_the_first(room: Room) -> None:
    controls = [room.control() for _ in range(17)]
    where = {"target": room.session, "queue": True}
    flows = [
        control.show(titled(f"Form {number}"), **where)
        for number, control in enumerate(controls[:16])
    ]
    room.see("❖ Form 0")
    with_question = room.control().refusal("show", screen=CHOICE, **where)
    assert with_question["data"]["word"] == "flow_limit"
    waiting = controls[0].post("result", flow=flows[0], wait=LIMIT)
    last = controls[16].show(titled("Form 16"), **where)
    answer = controls[0].read()
    assert answer == {"jsonrpc": "2.0", "id": waiting, "result": {**CANCELLED, "reason": "evicted"}}
    room.see("❖ Form 1")
    assert controls[16].result(last, wait=0) == {"done": False}
    assert controls[1].result(flows[1], wait=0) == {"done": False}


def test_a_form_of_a_session_that_ends_has_no_client(room: Room) -> None:
    control = room.control()
    flow = control.show(FORM, target=room.session)
    room.see("❖")
    waiting = control.post("result", flow=flow, wait=LIMIT)
    room.server.ok("kill-session", "-t", f"={room.session}")
    answer = control.read()
    assert answer is not None and answer["id"] == waiting
    assert answer["result"] == {**CANCELLED, "reason": "no_client"}


def test_nobody_to_ask_is_an_error_at_once(room: Room) -> None:
    refusal = room.control().refusal("show", screen=FORM, target="keep")
    assert refusal["data"]["word"] == "no_client"


def kill_server(server: Server) -> None:
    server.run("kill-server")


def terminate(server: Server) -> None:
    os.kill(server.pid, signal.SIGTERM)


def last_session(server: Server) -> None:
    server.run("kill-session")


@pytest.mark.parametrize("end", [kill_server, terminate, last_session])
def test_every_asker_hears_that_the_server_ends(server: Server, end: Any) -> None:
    terminal = server.terminal("new-session", "exec cat")
    terminal.wait_for_text("[0]")
    controls = [Control(server.control) for _ in range(3)]
    flows = [control.show(FORM, queue=True) for control in controls]
    terminal.wait_for_text("❖ Settings")
    for control, flow in zip(controls, flows, strict=True):
        control.post("result", flow=flow, wait=LIMIT)
    end(server)
    for control in controls:
        answer = control.read()
        assert answer is not None
        assert answer["result"] == {**CANCELLED, "reason": "host_exiting"}
        assert control.read() is None
        control.close()
    server.wait_for_end()


def test_a_form_goes_with_its_asker(room: Room) -> None:
    control = room.control()
    control.show(FORM)
    room.see("❖")
    control.close()
    room.see_nothing_of()


def test_an_answer_can_be_fetched_again(room: Room) -> None:
    control = room.control()
    flow = control.show(FORM)
    room.see("❖")
    room.type("Ulm\x1b\r")
    assert control.result(flow) == control.result(flow) == submitted(city="Ulm")


def test_a_wrong_form_says_where_and_shows_nothing(room: Room) -> None:
    wrong = {**FORM, "fields": [{"kind": "text", "name": "a"}, {"kind": "text", "name": "a"}]}
    refusal = room.control().refusal("show", screen=wrong)
    assert refusal["data"]["word"] == "invalid_spec"
    assert refusal["data"]["where"].startswith("screen.fields[1]")
    assert room.terminal.find("❖") is None


# What comes and goes around a form changes nothing of it.


def test_detach_and_reattach_keep_what_was_typed(room: Room) -> None:
    secret = {
        "kind": "secret",
        "name": "token",
        "label": "Token",
        "target": {"mode": "create", "path": "/tmp/mplex-never/token"},
    }
    control = room.control()
    flow = control.show({**FORM, "fields": [*FORM["fields"], secret]}, target=room.session)
    room.see("❖")
    room.type("Ulm\tMain\ts3cret")
    room.see("Main")
    room.terminal.wait_until("the secret", lambda: "•" in room.terminal.screen_text())
    room.detach()
    assert control.result(flow, wait=0) == {"done": False}
    room.attach(Size(20, 60))
    room.see("Main")
    room.see("Ulm")
    room.see("••••••")
    room.type("\x1b\r")
    end = control.result(flow)
    assert end["value"]["values"] == {"city": "Ulm", "street": "Main"}
    assert end["secrets"] == {"token": 0}
    assert room.keys() == b""


def test_a_resize_keeps_what_was_typed(room: Room) -> None:
    control = room.control()
    flow = control.show(FORM)
    room.see("❖")
    room.type("Ulm")
    for size in (Size(5, 20), Size(40, 132), Size(24, 80)):
        room.resize(size)
        room.see("❖")
    room.see("Ulm")
    room.type("\x1b\r")
    assert control.result(flow) == submitted(city="Ulm")


def test_another_client_of_the_session_takes_the_form_over(room: Room) -> None:
    control = room.control()
    flow = control.show(FORM, target=room.session)
    room.see("❖")
    room.type("Ulm")
    room.see("Ulm")
    first = room.terminal
    second = room.attach()
    second.wait_for_text("[room")
    assert second.find("❖") is None
    first.close()
    second.wait_for_text("Ulm")
    room.type("m\x1b\r")
    assert control.result(flow) == submitted(city="Ulmm")


def test_keys_of_somebody_who_types_go_on_to_the_pane(room: Room) -> None:
    control = room.control()
    room.type("ls")
    room.pane_gets(b"ls")
    flow = control.show(FORM)
    room.type(" -l")
    room.pane_gets(b"ls -l")
    assert control.result(flow, wait=0) == {"done": False}
    room.terminal.wait_until(
        "the form to take keys", lambda: room.terminal.find("❖") and not room.terminal.find("waits")
    )
    room.type("Ulm\x1b\r")
    assert control.result(flow) == submitted(city="Ulm")
    assert room.keys() == b"ls -l"


def test_forms_wait_their_turn(room: Room) -> None:
    controls = [room.control(), room.control()]
    flows = [
        control.show(titled(title), target=room.session, queue=True)
        for control, title in zip(controls, ("First", "Second"), strict=True)
    ]
    room.see("❖ First")
    listed = controls[0].call("list")["flows"]
    mine = [each for each in listed if each["title"] in ("First", "Second")]
    assert [(each["kind"], each["queued"]) for each in mine] == [("form", False), ("form", True)]
    assert room.control().refusal("show", screen=FORM)["data"]["word"] == "busy"
    room.type("\x1b")
    assert controls[0].result(flows[0]) == CANCELLED
    room.see("❖ Second")


# Progress.


def test_a_driver_moves_a_bar_and_ends_it(room: Room) -> None:
    screen = {
        "kind": "form",
        "title": "Build",
        "fields": [{"kind": "progress", "name": "bar", "label": "Building"}],
        "actions": [{"label": "Cancel", "value": "__cancel__"}],
    }
    control, driver = room.control(), room.control()
    flow = control.show(screen, run="build-1")
    room.see("Building")
    waiting = control.post("result", flow=flow, wait=LIMIT)
    change = {"value": 0.5, "text": "linking", "label": "Still building"}
    assert driver.call("update", run="build-1", fields={"bar": change}) == {"done": False}
    room.see("linking")
    room.see("Still building")
    room.see("50%")
    assert driver.call("update", run="build-1", done=True) == {"done": True}
    answer = control.read()
    assert answer is not None and answer["id"] == waiting
    assert answer["result"]["value"] == {"action": None, "values": {}}
    assert driver.refusal("update", run="other")["data"]["word"] == "unknown_flow"


def test_a_driver_hears_that_the_person_has_cancelled(room: Room) -> None:
    screen = {
        "kind": "form",
        "title": "Build",
        "fields": [{"kind": "progress", "name": "bar", "label": "Building"}],
        "actions": [{"label": "Stop", "value": "__cancel__"}],
    }
    control = room.control()
    flow = control.show(screen)
    room.see("Building")
    room.type("\x1b")
    assert control.result(flow) == CANCELLED
    assert control.call("update", flow=flow, fields={"bar": {"value": 1}}) == {"done": True}
