"""The control socket over raw bytes: whatever is sent, the next request is served."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from mplex.protocol.jsonrpc import MAX_LINE
from mplex.server.crowd import HELD_MAX, MEMBERS_MAX
from tests.integration.dialogs.room import CHOICE, TEXT, Control, Json, Room
from tests.support.server import Server
from tests.support.waiting import LIMIT


@pytest.fixture
def control(shared_server: Server) -> Iterator[Control]:
    """A connection; in the end the server must still serve another one."""
    pid = shared_server.call("hello")["pid"]
    control = Control(shared_server.control)
    yield control
    control.close()
    after = Control(shared_server.control)
    assert after.call("hello")["pid"] == pid
    after.close()


def test_hello(control: Control) -> None:
    answer = control.ask("hello", protocol=1)
    assert answer["jsonrpc"] == "2.0"
    assert set(answer["result"]) == {"protocol", "version", "pid", "session"}
    assert control.refusal("hello", protocol=2)["data"]["word"] == "protocol"


@pytest.mark.parametrize(
    ("line", "word"),
    [
        (b"garbage", "parse"),
        (b"\xff\xfe\x00", "parse"),
        (b"{", "parse"),
        (b"[" * 100_000, "parse"),
        (b'{"a":' * 50_000, "parse"),
        (b"1" * 10_000, "parse"),
        (b"null", "invalid_request"),
        (b"[]", "invalid_request"),
        (b'[{"jsonrpc":"2.0","id":1,"method":"hello"}]', "invalid_request"),
        (b"{}", "invalid_request"),
        (b'{"id":1,"method":5}', "invalid_request"),
        (b'{"id":{},"method":"hello"}', "invalid_request"),
        (b'{"id":1.5,"method":"hello"}', "invalid_request"),
        (b'{"id":true,"method":"hello"}', "invalid_request"),
        (b'{"id":1,"method":"hello","params":[]}', "invalid_params"),
        (b'{"id":1,"method":"hello","params":"x"}', "invalid_params"),
        (b'{"id":1,"method":"no-such"}', "method_not_found"),
        (b'{"id":1,"method":"serve_hello"}', "method_not_found"),
        (b'{"id":1,"method":""}', "method_not_found"),
        (b'{"id":1,"method":"\\ud800"}', "method_not_found"),
    ],
    ids=lambda value: value[:24].decode("latin-1") if isinstance(value, bytes) else value,
)
def test_a_bad_request_is_answered_and_the_next_one_served(
    control: Control, line: bytes, word: str
) -> None:
    control.send(line + b"\n")
    answer = control.read()
    assert answer is not None
    assert answer["error"]["data"]["word"] == word
    assert isinstance(answer["error"]["code"], int)
    assert answer["error"]["message"]
    assert "pid" in control.call("hello")


WRONG: list[tuple[str, Json, str]] = [
    ("show", {}, "invalid_spec"),
    ("show", {"screen": None}, "invalid_spec"),
    ("show", {"screen": []}, "invalid_spec"),
    ("show", {"screen": {"kind": "menu"}}, "invalid_spec"),
    ("show", {"screen": {"kind": "choice", "options": []}}, "invalid_spec"),
    ("show", {"screen": {"kind": "choice", "options": ["a"] * 13}}, "invalid_spec"),
    ("show", {"screen": {"kind": "choice", "options": ["a"], "default": 1}}, "invalid_spec"),
    ("show", {"screen": {"kind": "text", "initial": "x" * 2001}}, "invalid_spec"),
    ("show", {"screen": {"kind": "message", "text": 5}}, "invalid_spec"),
    ("show", {"screen": CHOICE, "timeout": 0}, "invalid_spec"),
    ("show", {"screen": CHOICE, "timeout": -1}, "invalid_spec"),
    ("show", {"screen": CHOICE, "timeout": 10**400}, "invalid_spec"),
    ("show", {"screen": CHOICE, "timeout": "5"}, "invalid_spec"),
    ("show", {"screen": CHOICE, "timeout": True}, "invalid_spec"),
    ("show", {"screen": CHOICE, "timeout": float("nan")}, "invalid_spec"),
    ("show", {"screen": CHOICE, "timeout": float("inf")}, "invalid_spec"),
    ("show", {"screen": CHOICE, "run": ""}, "invalid_spec"),
    ("show", {"screen": CHOICE, "run": 7}, "invalid_spec"),
    ("show", {"screen": CHOICE, "run": "r" * 65}, "invalid_spec"),
    ("show", {"screen": CHOICE, "target": 5}, "invalid_spec"),
    ("show", {"screen": CHOICE, "target": "x" * 300}, "invalid_spec"),
    ("show", {"screen": CHOICE, "target": "nowhere"}, "target"),
    ("show", {"screen": CHOICE, "client": 5}, "invalid_spec"),
    ("show", {"screen": CHOICE, "client": "nobody"}, "no_client"),
    ("result", {}, "invalid_spec"),
    ("result", {"flow": 5}, "invalid_spec"),
    ("result", {"flow": "no-such"}, "unknown_flow"),
    ("result", {"flow": "f" * 100_000}, "unknown_flow"),
    ("cancel", {}, "invalid_spec"),
    ("cancel", {"flow": None}, "invalid_spec"),
    ("cancel", {"run": 5}, "invalid_spec"),
    ("update", {"flow": "f", "done": 1}, "invalid_spec"),
    ("media", {}, "invalid_spec"),
    ("fetch", {"flow": "f", "offset": "0"}, "invalid_spec"),
    ("notify", {}, "invalid_spec"),
    ("notify", {"title": 5}, "invalid_spec"),
    ("notify", {"title": "t", "level": "loud"}, "invalid_spec"),
    ("notify", {"title": "t", "level": []}, "invalid_spec"),
    ("notify", {"title": "t", "pane": "%9999"}, "target"),
    ("command", {}, "invalid_spec"),
    ("command", {"argv": "ls"}, "invalid_spec"),
    ("command", {"argv": []}, "invalid_spec"),
    ("command", {"argv": [1]}, "invalid_spec"),
    ("command", {"argv": ["ls"], "target": "nowhere"}, "target"),
    ("hello", {"protocol": []}, "protocol"),
    ("hello", {"protocol": 10**4000}, "protocol"),
]


def test_wrong_parameters_are_told_by_a_word(room: Room, control: Control) -> None:
    for method, params, word in WRONG:
        error = control.refusal(method, **params)
        assert error["data"]["word"] == word, (method, params, error)
        assert len(json.dumps(error)) < 2000
        assert error["data"].get("where", "") or word != "invalid_spec", error
    assert control.call("list")["flows"] == []
    assert room.terminal.find("❖") is None


def test_a_wrong_wait_is_refused(room: Room) -> None:
    control = room.control()
    flow = control.show(CHOICE)
    waits: tuple[object, ...] = (-1, "1", True, None, [], float("nan"))
    for wait in waits:
        assert control.refusal("result", flow=flow, wait=wait)["data"]["where"] == "wait", wait


@pytest.mark.parametrize("wait", [10**400, float("inf"), 1e300], ids=["int", "inf", "float"])
def test_a_very_long_wait_is_a_long_one(room: Room, wait: float) -> None:
    control = room.control()
    flow = control.show(CHOICE)
    number = control.post("result", flow=flow, wait=wait)
    room.see("❖")
    room.type("\r")
    answer = control.read()
    assert answer is not None
    assert (answer["id"], answer["result"]["status"]) == (number, "ok")


def test_a_line_that_is_too_long_ends_the_connection(control: Control) -> None:
    control.send(b'{"id":1,"method":"hello","x":"' + b"x" * MAX_LINE)
    answer = control.read()
    assert answer is not None
    assert answer["error"]["data"].get("word", "protocol") == "protocol"
    assert control.read() is None


def test_a_long_line_is_served(control: Control) -> None:
    answer = control.ask("hello", padding="x" * (MAX_LINE - 200))
    assert "result" in answer


def test_unknown_members_are_ignored(control: Control) -> None:
    control.send(b'{"jsonrpc":"1.0","id":"a","method":"hello","params":{"new":1},"more":{}}\n')
    answer = control.read()
    assert answer is not None
    assert answer["id"] == "a"
    assert "result" in answer


def test_a_notification_gets_no_answer(control: Control) -> None:
    control.send(b'{"jsonrpc":"2.0","method":"hello"}\n{"method":"no-such"}\n')
    control.send(b'{"method":"show","params":{}}\n')
    assert control.ask("list")["id"] == 1


def test_two_requests_in_one_packet_and_one_in_many(control: Control) -> None:
    control.send(b'{"id":"a","method":"hello"}\n\r\n\n{"id":"b","method":"list"}\n')
    first, second = control.read(), control.read()
    assert first is not None and second is not None
    assert (first["id"], second["id"]) == ("a", "b")
    for byte in b'{"id":"c","method":"hello"}\n':
        control.send(bytes([byte]))
    third = control.read()
    assert third is not None
    assert third["id"] == "c"


def test_half_a_line_is_not_served(room: Room, control: Control) -> None:
    body = json.dumps({"id": 1, "method": "show", "params": {"screen": CHOICE}}).encode()
    control.send(body)
    control.close_sending()
    assert control.read() is None
    other = room.control()
    assert other.call("list")["flows"] == []
    assert room.terminal.find("❖") is None


def test_many_requests_at_once(control: Control) -> None:
    numbers = [control.post("list" if n % 2 else "hello") for n in range(500)]
    answers = [control.read() for _ in numbers]
    assert [answer and answer["id"] for answer in answers] == numbers
    assert all(answer and "result" in answer for answer in answers)


def test_requests_that_wait_are_limited_and_others_are_served(room: Room) -> None:
    control = room.control()
    flow = control.show(CHOICE)
    waiting = {control.post("result", flow=flow, wait=LIMIT) for _ in range(80)}
    refused: set[int] = set()
    while len(refused) < 80 - 64:
        answer = control.read()
        assert answer is not None
        assert answer["error"]["data"]["word"] == "busy"
        refused.add(answer["id"])
    room.see("❖")
    room.type("\r")
    for _ in range(64):
        answer = control.read()
        assert answer is not None
        assert answer["result"]["status"] == "ok"
        waiting.discard(answer["id"])
    assert waiting == refused
    assert "pid" in control.call("hello")


def test_a_result_may_be_asked_by_another_connection(room: Room) -> None:
    control, other = room.control(), room.control()
    flow = control.show(TEXT)
    number = other.post("result", flow=flow, wait=LIMIT)
    room.see("Tag:")
    room.type("yes\r")
    answer = other.read()
    assert answer is not None
    assert answer["id"] == number
    assert (
        answer["result"] == control.result(flow) == {"done": True, "status": "ok", "value": "yes"}
    )


def test_what_the_list_shows_opens_no_answer(room: Room) -> None:
    control, nosy = room.control(), room.control()
    flow = control.show(TEXT)
    (listed,) = (each["flow"] for each in nosy.call("list")["flows"])
    assert flow.startswith(listed) and flow != listed
    assert nosy.refusal("result", flow=listed, wait=LIMIT)["data"]["word"] == "forbidden"
    room.see("Tag:")
    room.type("mine\r")
    assert control.result(flow)["value"] == "mine"
    error = nosy.refusal("result", flow=listed)
    assert error["data"]["word"] == "forbidden"
    assert "mine" not in json.dumps(error)
    assert nosy.call("result", flow=flow)["value"] == "mine"


def test_what_the_list_shows_cancels(room: Room) -> None:
    control, other = room.control(), room.control()
    control.show(CHOICE)
    room.see("❖")
    other.call("cancel", flow=other.call("list")["flows"][0]["flow"])
    room.see_nothing_of()


def test_who_only_listens_gets_the_answer(room: Room) -> None:
    """As a shell script does it: all requests at once, then only reading."""
    control = room.control()
    flow = control.show(CHOICE)
    control.post("result", flow=flow, wait=LIMIT)
    control.close_sending()
    room.see("❖")
    room.type("\r")
    answer = control.read()
    assert answer is not None
    assert answer["result"]["status"] == "ok"
    assert control.read() is None


def test_who_listens_no_more_is_missed(room: Room) -> None:
    control = room.control()
    flow = control.show(CHOICE)
    control.post("result", flow=flow, wait=LIMIT)
    control.close_sending()
    room.see("❖")
    control.close()
    room.see_nothing_of()


def test_one_connection_too_many_is_told(room: Room) -> None:
    controls: list[Control] = []
    for _ in range(MEMBERS_MAX):
        controls.append(room.control())
        controls[-1].call("hello")
    last = room.control().read()
    assert last is not None
    assert last["error"]["data"]["word"] == "busy"
    ended = room.run_ctl("list").end()
    assert ended.status == 3
    assert "connected already" in ended.complaint
    flow = controls[0].show(CHOICE)
    room.see("❖")
    room.type("\r")
    assert controls[0].result(flow)["status"] == "ok"
    for control in controls[1:]:
        control.close()
    room.terminal.wait_until("room for one more", lambda: room.run_ctl("list").end().status == 0)


def test_unfinished_lines_of_many_end_the_oldest_and_nobody_else(room: Room) -> None:
    asker = room.control()
    flow = asker.show(CHOICE)
    piece = b"x" * (MAX_LINE - 1)
    hoard: list[Control] = []
    for _ in range(HELD_MAX // MAX_LINE + 2):
        hoard.append(room.control())
        hoard[-1].send(piece)
    first = hoard[0].read()
    assert first is not None
    assert first["error"]["data"]["word"] == "busy"
    assert hoard[0].read() is None
    room.see("❖")
    room.type("\r")
    assert asker.result(flow)["status"] == "ok"


def test_a_cancel_ends_who_waits(room: Room) -> None:
    control, other = room.control(), room.control()
    flow = control.show(CHOICE)
    number = other.post("result", flow=flow, wait=LIMIT)
    room.see("❖")
    assert control.call("cancel", flow=flow) == {}
    answer = other.read()
    assert answer is not None
    assert answer["id"] == number
    assert answer["error"]["data"]["word"] == "unknown_flow"
    assert control.refusal("result", flow=flow)["data"]["word"] == "unknown_flow"
    room.see_nothing_of()
    room.type("x")
    room.pane_gets(b"x")


def test_a_run_is_cancelled_as_a_whole(room: Room) -> None:
    control = room.control()
    first = control.show(CHOICE, run="r")
    room.see("❖")
    room.type("\r")
    control.result(first)
    control.show(TEXT, run="r")
    room.see("Tag:")
    assert control.call("cancel", run="r") == {}
    room.see_nothing_of()
    room.type("x")
    room.pane_gets(b"x")


def test_an_asker_that_hangs_up_while_it_waits(room: Room) -> None:
    control = room.control()
    flow = control.show(CHOICE)
    control.post("result", flow=flow, wait=LIMIT)
    room.see("❖")
    control.close()
    room.see_nothing_of()
    room.type("x")
    room.pane_gets(b"x")


def test_an_asker_that_never_reads(room: Room) -> None:
    """Answers pile up on one connection; the person and other askers notice nothing."""
    flood, control = room.control(), room.control()
    for _ in range(100):
        flood.post("command", argv=["list-keys"])
    flow = control.show(CHOICE)
    room.see("❖")
    room.type("\r")
    assert control.result(flow)["status"] == "ok"


def test_a_command_is_run(control: Control) -> None:
    done = control.call("command", argv=["display-message", "-p", "#{session_name}"], target="keep")
    assert done == {"stdout": "keep\n", "stderr": "", "status": 0}
    done = control.call("command", argv=["no-such-command"])
    assert done["status"] == 1
    assert "no-such-command" in done["stderr"]


UNWELCOME = (
    ["display-message", "-p", "\ud800"],
    ["rename-window", "\ud800"],
    ["set-buffer", "\ud800"],
    ["send-keys", "-l", "\ud800"],
    ["set-option", "status-left", "\ud800"],
    ["set-environment", "X\ud800", "\ud800\0"],
    ["run-shell", "echo \ud800"],
    ["new-window", "-d", "printf '\ud800\0'"],
    ["\ud800"],
    ["\0"],
)
"""Commands with halves of characters and with NULs, which cannot be part of any word."""


def test_half_a_character_in_a_command_breaks_nothing(room: Room) -> None:
    control = room.control()
    for argv in UNWELCOME:
        answer = control.ask("command", argv=argv, target=room.session)
        assert "result" in answer or answer["error"]["data"]["word"] == "invalid_spec", answer
    flow = control.show(CHOICE)
    room.see("❖")
    room.type("\r")
    assert control.result(flow)["status"] == "ok"


def test_a_notification_of_the_person_is_plain_text(room: Room) -> None:
    shown = len(room.terminal.output)
    room.control().call("notify", title="\x1b]0;PWNED\x07❖", body="of\x9b31m it")
    room.see("PWNED")
    written = bytes(room.terminal.output[shown:])
    for raw in (b"\x1b]0;PWNED", "❖".encode(), "\x9b".encode()):
        assert raw not in written
