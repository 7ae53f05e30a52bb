"""Peers of the control socket: floods wait their turn, who has gone asks nothing, who only listens
is answered, and who leaves too much lying goes."""

from __future__ import annotations

import json
import os
import socket
from collections.abc import Iterator
from typing import Any, cast

import pytest

from mplex.protocol.methods import METHODS, Method
from mplex.server import connection, control
from mplex.server.asker import Peer
from mplex.server.connection import Connection
from mplex.server.control import SERVES, ControlPeer, Desk
from mplex.server.crowd import Crowd
from mplex.server.flow_record import Respond
from mplex.server.loop import Loop
from tests.support.turns import turn


class FakeDesk:
    """Answers `hello` and notes what it was asked for."""

    def __init__(self) -> None:
        self.served: list[str] = []
        self.later: list[Respond] = []
        self.gone = 0

    def serve_hello(self, params: dict[str, Any], peer: ControlPeer, respond: Respond) -> None:
        self.served.append("hello")
        respond({})

    def serve_show(self, params: dict[str, Any], peer: ControlPeer, respond: Respond) -> None:
        self.served.append("show")
        respond({"flow": "1"})

    def serve_result(self, params: dict[str, Any], peer: ControlPeer, respond: Respond) -> None:
        self.served.append("result")
        self.later.append(respond)

    def serve_list(self, params: dict[str, Any], peer: ControlPeer, respond: Respond) -> None:
        respond({"long": "x" * 500_000})

    def control_gone(self, peer: ControlPeer) -> None:
        self.gone += 1


class Line:
    """The asker's end of a control connection, and a loop that is turned by hand."""

    def __init__(self, loop: Loop | None = None, crowd: Crowd | None = None) -> None:
        self.loop = loop or Loop()
        ours, self.socket = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
        ours.setblocking(False)
        self.socket.setblocking(False)
        self.connection = Connection(self.loop, ours)
        self.desk = FakeDesk()
        peer = Peer(os.getpid(), os.getuid(), os.getgid())
        ControlPeer(cast(Desk, self.desk), self.connection, peer, self.loop, crowd or Crowd())

    def ask(self, *methods: str, **params: object) -> None:
        lines = [
            {"jsonrpc": "2.0", "id": n, "method": each, "params": params}
            for n, each in enumerate(methods)
        ]
        self.socket.sendall(b"".join(json.dumps(line).encode() + b"\n" for line in lines))

    def answered(self) -> list[int]:
        return [json.loads(line)["id"] for line in self.socket.recv(1 << 16).splitlines()]

    def error(self) -> dict[str, Any]:
        """Return the error of the one answer."""
        error = json.loads(self.socket.recv(1 << 16))["error"]
        assert isinstance(error, dict)
        return error

    def hung_up_on(self) -> bool:
        """Say whether the server has hung up, after all that it sent."""
        try:
            while self.socket.recv(1 << 20):
                pass
        except BlockingIOError:
            return False
        return True

    def close(self) -> None:
        """Let go of both ends."""
        self.connection.drop()
        self.socket.close()


@pytest.fixture
def line() -> Iterator[Line]:
    line = Line()
    yield line
    line.close()
    line.loop.close()


def test_a_flood_leaves_turns_to_others(line: Line, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(control, "TURN", 0)
    line.ask("hello", "hello", "hello")
    turn(line.loop)
    assert line.desk.served == ["hello"]
    line.ask("hello")
    turn(line.loop)
    turn(line.loop)
    assert len(line.desk.served) == 3
    turn(line.loop)
    turn(line.loop)
    assert line.answered() == [0, 1, 2, 0]


def test_what_a_peer_asked_before_it_hung_up_is_not_served_after(line: Line) -> None:
    line.ask("hello", "show", screen={})
    line.socket.close()
    turn(line.loop)
    assert line.desk.served == ["hello"]
    assert line.desk.gone == 1


class ListeningTests:
    """A peer that has said all it has to say, as `printf ... | nc -N` does."""

    def test_it_gets_the_answer_that_it_waits_for(self, line: Line) -> None:
        line.ask("result", flow="f")
        turn(line.loop)
        line.socket.shutdown(socket.SHUT_WR)
        turn(line.loop)
        assert line.desk.gone == 0
        line.desk.later[0]({"done": True})
        assert line.answered() == [0]
        assert line.hung_up_on()
        assert line.desk.gone == 1

    def test_it_gets_a_long_answer_whole(self, line: Line) -> None:
        line.ask("list")
        line.socket.shutdown(socket.SHUT_WR)
        got = b""
        turn(line.loop)
        while piece := line.socket.recv(1 << 16):
            got += piece
            turn(line.loop)
            if got.endswith(b"\n"):
                break
        assert len(json.loads(got)["result"]["long"]) == 500_000
        turn(line.loop)
        assert line.hung_up_on()

    def test_one_that_waits_for_nothing_is_hung_up_on(self, line: Line) -> None:
        line.ask("show", screen={})
        line.socket.shutdown(socket.SHUT_WR)
        turn(line.loop)
        turn(line.loop)
        assert line.answered() == [0]
        assert line.desk.gone == 1

    def test_one_that_goes_while_it_waits_is_noticed(
        self, line: Line, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(connection, "HANG_UP_EVERY", 0.0)
        line.ask("result", flow="f")
        turn(line.loop)
        line.socket.shutdown(socket.SHUT_WR)
        turn(line.loop)
        turn(line.loop)
        assert line.desk.gone == 0
        line.socket.close()
        turn(line.loop)
        turn(line.loop)
        assert line.desk.gone == 1


class CrowdTests:
    """What holds for all peers together."""

    def setup_method(self) -> None:
        self.loop = Loop()
        self.lines: list[Line] = []

    def teardown_method(self) -> None:
        for line in self.lines:
            line.close()
        self.loop.close()

    def enter(self, crowd: Crowd) -> Line:
        line = Line(self.loop, crowd)
        self.lines.append(line)
        return line

    def test_one_too_many_is_told_and_the_others_stay(self) -> None:
        crowd = Crowd(most=2)
        first, second, third = (self.enter(crowd) for _ in range(3))
        error = third.error()
        assert error["data"]["word"] == "busy"
        assert error["data"]["hint"]
        assert "2 programs" in error["message"]
        assert third.hung_up_on()
        assert third.desk.gone == 0
        for line in (first, second):
            line.ask("hello")
            turn(self.loop)
            assert line.answered() == [0]
        first.socket.close()
        turn(self.loop)
        fourth = self.enter(crowd)
        fourth.ask("hello")
        turn(self.loop)
        assert fourth.answered() == [0]

    def test_unfinished_lines_of_all_are_bounded(self) -> None:
        crowd = Crowd(held=1000)
        small, oldest, older = (self.enter(crowd) for _ in range(3))
        for line, count in ((small, 10), (oldest, 400), (older, 400)):
            line.socket.sendall(b"x" * count)
            turn(self.loop)
        newest = self.enter(crowd)
        newest.socket.sendall(b"x" * 400)
        turn(self.loop)
        error = oldest.error()
        assert error["data"]["word"] == "busy"
        assert "unfinished" in error["message"]
        assert oldest.hung_up_on()
        assert oldest.desk.gone == 1
        for line in (small, older, newest):
            assert not line.hung_up_on()

    def test_a_line_that_ends_counts_no_more(self) -> None:
        crowd = Crowd(held=1000)
        line, other = self.enter(crowd), self.enter(crowd)
        for _ in range(5):
            line.socket.sendall(b"x" * 900)
            turn(self.loop)
            line.socket.sendall(b"\n")
            turn(self.loop)
        other.socket.sendall(b"x" * 900)
        turn(self.loop)
        assert not line.hung_up_on()
        assert not other.hung_up_on()

    def test_answers_that_are_not_taken_count_too(self) -> None:
        crowd = Crowd(held=1_000_000)
        first, second = self.enter(crowd), self.enter(crowd)
        for line in (first, second):
            line.ask("list", "list")
            turn(self.loop)
        assert first.desk.gone == 1
        assert second.desk.gone == 0


class MethodTests:
    """Wrong parameters of any method are told with what it takes."""

    @pytest.mark.parametrize("method", METHODS, ids=lambda method: method.name)
    def test_what_is_needed_is_said(self, line: Line, method: Method) -> None:
        needed = [param.name for param in method.params if param.needed] or method.one_of
        if not needed:
            return
        line.ask(method.name)
        turn(line.loop)
        error = line.error()
        assert error["data"]["where"] == needed[0]
        assert error["data"]["hint"] == method.usage

    @pytest.mark.parametrize(
        ("method", "params", "where", "says"),
        [
            ("result", {"flow": 1}, "flow", "must be a string, not a number"),
            ("result", {"flow": "f", "wait": "9"}, "wait", "must be a number, not a string"),
            ("result", {"flow": "f", "wait": True}, "wait", "must be a number, not true"),
            ("cancel", {}, "flow", 'is needed, or "run"'),
            ("cancel", {"run": 5}, "run", "must be a string"),
            ("update", {"flow": "f", "done": "yes"}, "done", "must be true or false"),
            ("update", {"flow": "f", "fields": []}, "fields", "must be an object, not a list"),
            ("show", {"screen": "x"}, "screen", "must be an object, not a string"),
            ("show", {"screen": {}, "queue": 1}, "queue", "must be true or false"),
            ("command", {"argv": "ls"}, "argv", "must be a list, not a string"),
            ("notify", {"title": "t", "level": []}, "level", "must be a string, not a list"),
            ("result", {"flows": "f"}, "flows", "is not a known member"),
            ("show", {"scren": {}}, "scren", "is not a known member"),
        ],
    )
    def test_a_wrong_type_or_name_is_said(
        self, line: Line, method: str, params: dict[str, Any], where: str, says: str
    ) -> None:
        line.ask(method, **params)
        turn(line.loop)
        error = line.error()
        assert error["data"]["word"] == "invalid_spec"
        assert error["data"]["where"] == where
        assert says in error["message"]
        assert error["data"]["hint"]
        assert line.desk.served == []

    def test_the_usage_names_every_parameter(self) -> None:
        usages = {method.name: method.usage for method in METHODS}
        assert usages["result"] == "result takes {flow, wait?}"
        assert usages["cancel"] == "cancel takes {flow} or {run}"
        assert usages["update"] == ("update takes {flow, fields?, done?} or {run, fields?, done?}")
        assert usages["list"] == "list takes {}"

    def test_every_method_is_served(self) -> None:
        assert list(SERVES) == [method.name for method in METHODS]

    def test_what_is_not_known_is_ignored(self, line: Line) -> None:
        line.ask("hello", remark="for people")
        turn(line.loop)
        assert line.answered() == [0]
