"""Every way a flow can end that is not the person's own answer, and what the script hears."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
from collections.abc import Iterator, Sequence

import pytest

from mplex.dialog.caps import MPLEX_FLOW_MAX
from mplex.geometry import Size
from mplex.protocol.framing import encode
from mplex.protocol.messages import PROTOCOL_VERSION, Hello
from tests.integration.dialogs.conftest import MakeRoom
from tests.integration.dialogs.room import CHOICE, TEXT, Control, Json, Room
from tests.support.server import Server
from tests.support.waiting import wait_until

ASK: Json = {
    "screens": [
        {
            "id": "first",
            "title": "First",
            "fields": [{"id": "a", "type": "choice", "label": "A", "options": ["x", "y"]}],
        },
        {
            "id": "second",
            "title": "Second",
            "fields": [{"id": "b", "type": "text", "label": "B", "initial": "dflt"}],
        },
    ]
}
WITHOUT_OPTIONS = {
    "screens": [
        {"id": "s", "fields": [{"id": "f", "type": "choice", "label": "l", "options": []}]},
    ]
}


def test_a_timeout_is_no_answer(room: Room) -> None:
    asking = room.ask(ASK, "--timeout", "5")
    room.type("j\r")
    room.see("B: dflt")
    end = asking.end()
    assert end.status == 124
    assert end.outcome == {"status": "timeout", "at": "second", "answers": {"a": "y"}}
    room.see_nothing_of()


def test_the_server_ends_a_question_by_itself(room: Room) -> None:
    control = room.control()
    flow = control.show(CHOICE, timeout=1)
    room.see("north")
    assert control.result(flow) == {"done": True, "status": "timeout", "value": None}
    room.see_nothing_of()
    flow = control.show({**TEXT, "initial": "dflt"}, timeout=1)
    assert control.result(flow) == {"done": True, "status": "timeout", "value": None}
    room.see_nothing_of()


def test_a_flow_that_runs_in_a_circle_is_an_error(room: Room) -> None:
    never = {"a": "never"}
    spec = {
        "screens": [
            ASK["screens"][0],
            {"id": "to", "body": "to", "show_if": never, "next": "fro"},
            {"id": "fro", "body": "fro", "show_if": never, "next": "to"},
        ]
    }
    asking = room.ask(spec)
    room.type("\r")
    end = asking.end()
    assert end.status == 3
    assert end.outcome is not None
    assert end.outcome.pop("error").startswith("more than 64 screen visits")
    assert end.outcome == {"status": "error", "at": "fro", "answers": {"a": "x"}}
    room.see_nothing_of()


def test_a_busy_client_refuses_and_keeps_its_question(room: Room) -> None:
    first = room.ask(ASK)
    second = room.run_ctl("show", room.write_spec(ASK), "-t", room.session).end()
    assert (second.status, second.outcome) == (3, None)
    assert "busy" in second.complaint
    room.type("j\r")
    room.see("B: dflt")
    room.type("\r")
    assert first.end().outcome == {
        "status": "done",
        "answers": {"a": "y", "b": "dflt"},
        "action": None,
    }


def test_a_client_is_busy_between_two_screens_of_a_flow(room: Room) -> None:
    one, other = room.control(), room.control()
    flow = one.show(CHOICE, run="one", target=room.session)
    room.see("north")
    room.type("\r")
    one.result(flow)
    for run in ({"run": "other"}, {}):
        error = other.refusal("show", screen=CHOICE, target=room.session, **run)
        assert error["data"]["word"] == "busy"
    flow = one.show(CHOICE, run="one", target=room.session)
    room.type("\r")
    assert one.result(flow)["status"] == "ok"
    one.close()
    # An asker that hangs up leaves the keyboard to the next one.
    room.terminal.wait_until(
        "the client to be free",
        lambda: "result" in other.ask("show", screen=CHOICE, target=room.session),
    )


def test_nobody_attached_is_a_refusal(room: Room) -> None:
    room.detach()
    end = room.run_ctl("show", room.write_spec(ASK), "-t", room.session).end()
    assert (end.status, end.outcome) == (3, None)
    assert f"no client is attached to session {room.session}" in end.complaint
    end = room.run_ctl("show", room.write_spec(ASK)).end()
    assert (end.status, end.outcome) == (3, None)
    assert "no client is attached to this server" in end.complaint


def test_no_such_target_or_client_is_a_refusal(room: Room) -> None:
    for where in (("-t", "nowhere"), ("-t", "%9999"), ("--client", "/dev/pts/9999")):
        end = room.run_ctl("show", room.write_spec(ASK), *where).end()
        assert (end.status, end.outcome) == (3, None)
        assert where[1] in end.complaint


@contextlib.contextmanager
def attached(server: Server, session: str, names: Sequence[str]) -> Iterator[None]:
    """Attach clients of these names without terminals: they greet, and read nothing."""
    with contextlib.ExitStack() as stack:
        for number, name in enumerate(names):
            client = stack.enter_context(socket.socket(socket.AF_UNIX))
            client.connect(str(server.socket))
            argv = ["attach-session", "-t", session]
            hello = Hello(PROTOCOL_VERSION, argv, "/", {}, "xterm", name, 24, 80, 1000 + number)
            client.sendall(encode(hello))
        yield


def test_there_are_only_so_many_questions(server: Server) -> None:
    server.ok("new-session", "-d", "-s", "crowd", "exec cat")
    names = [f"/dev/pts/n{number}" for number in range(MPLEX_FLOW_MAX + 1)]
    control = Control(server.control)
    with attached(server, "crowd", names):
        wait_until("all to be attached", lambda: len(control.call("list")["clients"]) == len(names))
        flows = [control.show(CHOICE, client=name) for name in names[:-1]]
        error = control.refusal("show", screen=CHOICE, client=names[-1])
        assert error["data"]["word"] == "flow_limit"
        assert str(MPLEX_FLOW_MAX) in error["message"]
        control.call("cancel", flow=flows[0])
        control.show(CHOICE, client=names[-1])
        error = control.refusal("show", screen=CHOICE, client=names[0])
        assert error["data"]["word"] == "flow_limit"
    control.close()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_cancels(room: Room, number: int) -> None:
    asking = room.ask(ASK)
    room.type("\r")
    room.see("B: dflt")
    asking.kill(number)
    end = asking.end()
    assert end.status == 1
    assert end.outcome == {"status": "cancelled", "at": "second", "answers": {"a": "x"}}
    room.see_nothing_of()
    room.type("k")
    room.pane_gets(b"k")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_is_nobodys_decision_in_a_form(room: Room, number: int) -> None:
    field = {"kind": "text", "name": "tag", "label": "Tag"}
    asking = room.ask({"v": 2, "screens": [{"id": "one", "fields": [field]}]})
    asking.kill(number)
    end = asking.end()
    assert end.status == 3
    expected = {"status": "cancelled", "at": "one", "answers": {}, "reason": "channel_dropped"}
    assert end.outcome == expected
    room.see_nothing_of()


def test_the_end_of_the_server_is_nobodys_decision_in_a_form(server: Server) -> None:
    room = Room(server, "own", Size(24, 80))
    field = {"kind": "text", "name": "tag", "label": "Tag"}
    asking = room.ask({"v": 2, "screens": [{"id": "one", "fields": [field]}]})
    os.kill(server.pid, signal.SIGKILL)
    end = asking.end()
    assert end.outcome is not None
    assert (end.status, end.outcome["reason"]) == (3, "channel_dropped")
    room.close()


def test_a_killed_driver_takes_its_dialog_with_it(room: Room) -> None:
    asking = room.ask(ASK)
    asking.kill()
    assert asking.end().outcome is None
    room.see_nothing_of()
    room.type("free\r")
    room.pane_gets(b"free\r")


def test_the_end_of_the_session_is_the_end_of_its_question(room: Room) -> None:
    asking = room.ask(ASK)
    room.server.ok("kill-session", "-t", room.session)
    end = asking.end()
    assert (end.status, end.outcome) == (3, None)
    assert "the session with the question has ended" in end.complaint


def test_the_end_of_the_server_is_no_answer(server: Server) -> None:
    room = Room(server, "own", Size(24, 80))
    asking = room.ask(ASK)
    os.kill(server.pid, signal.SIGKILL)
    end = asking.end()
    assert (end.status, end.outcome) == (4, None)
    assert "lost server" in end.complaint
    end = room.run_ctl("show", room.write_spec(ASK)).end()
    assert (end.status, end.outcome) == (4, None)
    assert "no server" in end.complaint
    room.close()


@pytest.mark.parametrize(
    ("spec", "where"),
    [
        (WITHOUT_OPTIONS, "screens[0].fields[0].options"),
        ({"screens": [{"id": "s", "body": "b"}, {"id": "t"}]}, "screens[1]"),
        ({"v": 3, "screens": [{"id": "s", "body": "b"}]}, "v"),
        ({"screens": [{"id": "s", "body": "b", "next": "elsewhere"}]}, "screens[0].next"),
        ("{", ".json:1:2: is not JSON"),
        ([], ""),
    ],
)
def test_a_wrong_spec_is_told_with_its_place_and_shows_nothing(
    room: Room, spec: object, where: str
) -> None:
    shown = len(room.terminal.output)
    end = room.run_ctl("show", room.write_spec(spec), "-t", room.session).end()
    assert (end.status, end.outcome) == (2, None)
    assert where in end.complaint
    room.terminal.drain()
    assert "❖".encode() not in room.terminal.output[shown:]


@pytest.mark.parametrize(
    "argv",
    [
        (),
        ("show",),
        ("show", "no-such-file.json"),
        ("show", "x", "--timeout", "4"),
        ("show", "x", "--timeout", "601"),
        ("shew", "x"),
        ("call", "hello", "[]"),
        ("call", "helo"),
    ],
)
def test_wrong_usage_is_told(room: Room, argv: tuple[str, ...]) -> None:
    end = room.run_ctl(*argv).end()
    assert (end.status, end.outcome) == (2, None)
    assert end.complaint.startswith("mplex-ctl: ")


def test_a_spec_comes_from_standard_input(make_room: MakeRoom) -> None:
    room = make_room()
    end = room.server.ctl("show", "-", "--timeout", "5", "-t", room.session, stdin='{"screens":[]}')
    assert end.returncode == 2
    assert "screens" in end.stderr
