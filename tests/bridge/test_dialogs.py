"""The dialog tools, end to end: an MCP host calls, a person at a terminal answers with keys."""

from __future__ import annotations

import json
import os
import signal
import stat
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from flow.aiui.table import TOOLS
from mplex.geometry import Size
from mplex.ui.theme import DIALOG_MARK
from tests.bridge.mcp_host import Host, Reports, bridge
from tests.integration.dialogs.room import Room
from tests.support.server import Server
from tests.support.waiting import LIMIT

Json = dict[str, Any]

RESULTS = {tool.name: tool.result for tool in TOOLS}

DOWN, TAB, ESCAPE, ENTER = "\x1b[B", "\t", "\x1b", "\r"
SUBMIT = "\x1b\r"
"""Alt and Enter: the main button, from anywhere."""

SEE = "see "

CONFIRM: Json = {"title": "Drop the table?", "message": "It has 3 rows.", "session": "billing"}
ASK: Json = {
    "question": "Which way?",
    "options": [
        {"label": "North", "value": "n", "description": "It is cold."},
        {"label": "South"},
        {"label": "East"},
    ],
}
FORM: Json = {
    "title": "New draft",
    "fields": [
        {"kind": "text", "name": "job", "label": "Job"},
        {"kind": "checkbox", "name": "now", "label": "At once"},
    ],
}
COMPARE: Json = {
    "title": "Which draft?",
    "variants": [{"value": "one", "content": "First text"}, {"value": "two", "content": "Second"}],
}
GALLERY: Json = {"title": "Review", "items": [{"value": "a", "label": "First"}]}


def call(host: Host, room: Room, name: str, arguments: Json, seen: str, *keys: str) -> Json:
    """Call a tool, answer with keys once `seen` is there, and return the checked result.

    A key that begins with `SEE` waits for the text behind that.
    """
    future = host.start({**arguments, "target": room.session}, name)
    room.see(seen)
    for each in keys:
        if each.startswith(SEE):
            room.see(each.removeprefix(SEE))
        else:
            room.type(each)
    result = future.result(LIMIT)
    assert not result.is_error, result
    found = result.structured_content
    assert found is not None
    assert json.loads(result.content[0].text) == found  # type: ignore[union-attr]
    jsonschema.validate(found, RESULTS[name])
    room.see_nothing_of(DIALOG_MARK)
    return dict(found)


def test_confirm(host: Host, room: Room) -> None:
    yes = {**CONFIRM, "confirm_label": "Drop it", "cancelLabel": "Keep it"}
    found = call(host, room, "confirm", yes, "Drop it", "d")
    assert found == {"cancelled": False, "confirmed": True}
    found = call(host, room, "confirm", yes, "Keep it", "k")
    assert found == {"cancelled": False, "confirmed": False}
    found = call(host, room, "confirm", yes, "billing", ESCAPE)
    assert found == {"cancelled": True, "confirmed": False}


def test_a_destructive_confirm_begins_at_no(host: Host, room: Room) -> None:
    found = call(host, room, "confirm", {**CONFIRM, "destructive": True}, "Drop the table", ENTER)
    assert found == {"cancelled": False, "confirmed": False}
    found = call(host, room, "confirm", CONFIRM, "Drop the table", ENTER)
    assert found == {"cancelled": False, "confirmed": True}


def test_ask(host: Host, room: Room) -> None:
    found = call(host, room, "ask", ASK, "It is cold", DOWN, ENTER)
    assert found == {"cancelled": False, "answers": ["South"]}
    found = call(host, room, "ask", ASK, "It is cold", ESCAPE)
    assert found == {"cancelled": True, "answers": []}


def test_several_answers_come_in_the_order_of_picking(host: Host, room: Room) -> None:
    arguments = {**ASK, "multi_select": True}
    found = call(host, room, "ask", arguments, "Which way", DOWN, " ", "\x1b[A", " ", SUBMIT)
    assert found == {"cancelled": False, "answers": ["South", "n"]}


def test_an_answer_of_one_s_own(host: Host, room: Room) -> None:
    arguments = {**ASK, "allow_other": True}
    found = call(host, room, "ask", arguments, "Which way", DOWN * 3, "up there", ENTER)
    assert found == {"cancelled": False, "answers": [], "other": "up there"}


def test_form(host: Host, room: Room) -> None:
    found = call(host, room, "form", FORM, "Job", "paint", TAB, " ", SUBMIT)
    assert found == {"cancelled": False, "action": None, "values": {"job": "paint", "now": True}}
    found = call(host, room, "form", FORM, "Job", "paint", ESCAPE, "see Throw", "y")
    assert found == {"cancelled": True, "values": {}}


def test_the_actions_of_a_form(host: Host, room: Room) -> None:
    actions = [
        {"label": "Zap", "value": "__cancel__"},
        {"label": "cancel", "value": "cancel", "skip_validation": True},
        {"label": "Publish", "value": "publish", "success": True},
    ]
    arguments = {**FORM, "actions": actions}
    values = {"job": "", "now": False}
    for label, expected in (
        ("Zap", {"cancelled": True, "values": {}}),
        ("cancel", {"cancelled": False, "action": "cancel", "values": values}),
        ("Publish", {"cancelled": False, "action": "publish", "values": values}),
    ):
        keys = (TAB, label[0].lower(), f"{SEE}▸{label}", ENTER)
        found = call(host, room, "form", arguments, "Publish", *keys)
        assert found == expected


def test_gallery(host: Host, room: Room) -> None:
    found = call(host, room, "gallery", GALLERY, "First", SUBMIT)
    assert found == {"cancelled": False, "decisions": {}}
    found = call(host, room, "gallery", GALLERY, "First", "1", SUBMIT)
    assert found == {"cancelled": False, "decisions": {"a": {"decision": "approve"}}}
    found = call(host, room, "gallery", GALLERY, "First", ESCAPE)
    assert found == {"cancelled": True, "decisions": {}}


def test_compare(host: Host, room: Room) -> None:
    found = call(host, room, "compare", COMPARE, "Second", "2", SUBMIT)
    assert found == {"cancelled": False, "selected": "two"}
    found = call(host, room, "compare", COMPARE, "Second", ESCAPE)
    assert found == {"cancelled": True}


def test_a_picture_that_is_not_there_is_told(host: Host, room: Room) -> None:
    arguments = {**CONFIRM, "image": {"src": "/nowhere/at/all.png"}}
    found = call(host, room, "confirm", arguments, "Drop the table", ESCAPE)
    [warning] = found.pop("media_warnings")
    assert "all.png" in warning
    assert found == {"cancelled": True, "confirmed": False}


def test_a_secret_goes_into_its_file_and_nowhere_else(
    host: Host, room: Room, tmp_path: Path
) -> None:
    path = tmp_path / "deep" / "token"
    target = {"mode": "create", "path": str(path), "shown": "/somewhere/else"}
    fields = [{"kind": "secret", "name": "token", "label": "Token", "target": target}]
    future = host.start({"title": "Key", "fields": fields, "target": room.session}, "form")
    room.see("Token")
    room.see("(new file, mode 0600)")
    room.type("hunter2")
    room.see("•" * 7)
    room.type(SUBMIT)
    result = future.result(LIMIT)
    found = result.structured_content
    outcome = {"written": True, "target": str(path), "bytes": 7, "mode": "0600"}
    assert found == {"cancelled": False, "action": None, "values": {"token": outcome}}
    assert path.read_text() == "hunter2"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert "hunter2" not in str(result)
    assert not room.terminal.find("hunter2")


def test_nobody_in_time(host: Host, room: Room) -> None:
    for name, arguments, expected in (
        ("confirm", CONFIRM, {"confirmed": False}),
        ("ask", ASK, {"answers": []}),
        ("form", FORM, {"values": {}}),
        ("gallery", GALLERY, {"decisions": {}}),
        ("compare", COMPARE, {}),
    ):
        found = call(host, room, name, {**arguments, "timeout": 5}, DIALOG_MARK)
        assert found == {"cancelled": True, "reason": "ttl_expired", **expected}


def test_notify(host: Host, room: Room) -> None:
    arguments = {"title": "Tests green", "body": "all 214", "target": room.session}
    result = host.call(arguments, "notify")
    assert result.structured_content == {"ok": True}
    room.see("Tests green")


def test_upload(host: Host, room: Room, tmp_path: Path) -> None:
    source, folder = room.server.house.home / "report.pdf", tmp_path / "in"
    data = os.urandom(1_500_000)
    source.write_bytes(data)
    folder.mkdir()
    arguments = {"target_dir": str(folder), "target": room.session}

    def upload(*keys: str) -> Json:
        future = host.start(arguments, "upload")
        room.see("Choose a file")
        for each in keys:
            room.type(each)
            if each == "report":
                room.see("report.pdf")
        found = future.result(LIMIT).structured_content
        room.see_nothing_of(DIALOG_MARK)
        assert found is not None
        jsonschema.validate(found, RESULTS["upload"])
        return dict(found)

    path = folder / "report.pdf"
    expected = {"status": "ok", "path": str(path), "filename": "report.pdf", "bytes": len(data)}
    assert upload("report", ENTER) == expected
    assert path.read_bytes() == data
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    again = upload("report", ENTER)
    assert again["status"] == "error"
    assert "exists already" in again["error"]
    refused = upload(ESCAPE)
    assert refused == {"status": "error", "error": "cancelled: no file was selected"}
    assert [each.name for each in folder.iterdir()] == ["report.pdf"]


def test_a_cancelled_call_takes_its_dialog_away(host: Host, room: Room) -> None:
    future = host.start({**CONFIRM, "target": room.session}, "confirm")
    room.see("Drop the table")
    future.cancel()
    room.see_nothing_of("Drop the table")


def test_a_host_hears_of_the_waiting(host: Host, room: Room) -> None:
    reports = Reports()
    future = host.start({**CONFIRM, "target": room.session}, "confirm", reports)
    room.see("Drop the table")
    room.terminal.wait_until("a report", lambda: len(reports) >= 1)
    room.type(ESCAPE)
    future.result(LIMIT)


@pytest.mark.parametrize(
    ("name", "arguments", "where"),
    [
        ("confirm", {}, 'needs "title"'),
        ("ask", {"question": "x", "options": []}, "options"),
        ("ask", {"question": "x", "options": [{"value": "a"}]}, "options[0]"),
        ("form", {"title": "x", "fields": []}, "field"),
        ("form", {"title": "x", "fields": [{"kind": "nope"}]}, "fields[0].kind"),
        ("gallery", {"items": [{"value": "a"}, {"value": "a"}]}, "items[1].value"),
        ("compare", {"variants": [{"value": "a"}]}, "variants"),
    ],
)
def test_a_wrong_spec_is_an_error_and_nothing_is_shown(
    host: Host, room: Room, name: str, arguments: Json, where: str
) -> None:
    result = host.call({**arguments, "target": room.session}, name)
    assert result.is_error
    text = result.content[0].text  # type: ignore[union-attr]
    assert text.startswith("invalid spec: ")
    assert where in text
    assert not room.terminal.find(DIALOG_MARK)


@pytest.mark.parametrize(
    ("number", "reason"), [(signal.SIGKILL, "channel_dropped"), (signal.SIGTERM, "host_exiting")]
)
def test_a_server_that_ends_is_no_answer(
    server: Server, number: signal.Signals, reason: str
) -> None:
    room = Room(server, "doomed", Size(24, 80))
    with Host(bridge(server.house)) as host:
        future = host.start({**CONFIRM, "target": "doomed"}, "confirm")
        room.see("Drop the table")
        os.kill(int(server.display("#{pid}")), number)
        found = future.result(LIMIT).structured_content
    assert found == {"cancelled": True, "confirmed": False, "reason": reason}
    room.close()


def test_a_detached_client_is_nobody_only_when_its_session_ends(host: Host, room: Room) -> None:
    future = host.start({**CONFIRM, "target": room.session}, "confirm")
    room.see("Drop the table")
    room.detach()
    room.attach()
    room.see("Drop the table")
    room.server.ok("kill-session", "-t", room.session)
    found = future.result(LIMIT).structured_content
    assert found == {"cancelled": True, "confirmed": False, "reason": "no_client"}
