"""A peer of the control socket that floods waits its turn, and one that has gone asks nothing."""

from __future__ import annotations

import json
import os
import socket
from collections.abc import Iterator
from typing import Any, cast

import pytest

from mplex.server import control
from mplex.server.asker import Peer
from mplex.server.connection import Connection
from mplex.server.control import ControlPeer, Desk
from mplex.server.flow_record import Respond
from mplex.server.loop import Loop
from tests.support.turns import turn


class FakeDesk:
    """Answers `hello` and notes what it was asked for."""

    def __init__(self) -> None:
        self.served: list[str] = []
        self.gone = 0

    def serve_hello(self, params: dict[str, Any], peer: ControlPeer, respond: Respond) -> None:
        self.served.append("hello")
        respond({})

    def serve_show(self, params: dict[str, Any], peer: ControlPeer, respond: Respond) -> None:
        self.served.append("show")
        respond({"flow": "1"})

    def control_gone(self, peer: ControlPeer) -> None:
        self.gone += 1


class Line:
    """The asker's end of a control connection, and a loop that is turned by hand."""

    def __init__(self) -> None:
        self.loop = Loop()
        ours, self.socket = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
        ours.setblocking(False)
        self.socket.setblocking(False)
        self.connection = Connection(self.loop, ours)
        self.desk = FakeDesk()
        peer = Peer(os.getpid(), os.getuid(), os.getgid())
        ControlPeer(cast(Desk, self.desk), self.connection, peer, self.loop)

    def ask(self, *methods: str) -> None:
        lines = [{"jsonrpc": "2.0", "id": n, "method": each} for n, each in enumerate(methods)]
        self.socket.sendall(b"".join(json.dumps(line).encode() + b"\n" for line in lines))

    def answered(self) -> list[int]:
        return [json.loads(line)["id"] for line in self.socket.recv(1 << 16).splitlines()]


@pytest.fixture
def line() -> Iterator[Line]:
    line = Line()
    yield line
    line.connection.drop()
    line.socket.close()
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
    line.ask("hello", "show")
    line.socket.close()
    turn(line.loop)
    assert line.desk.served == ["hello"]
    assert line.desk.gone == 1
