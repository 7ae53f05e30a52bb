"""Fixtures of the bridge: a server with a person at it, and hosts that call the tool."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from mplex.geometry import Size
from tests.bridge.mcp_host import Host, bridge
from tests.integration.dialogs.room import Room
from tests.support.environment import House
from tests.support.server import Server

MakeHost = Callable[..., Host]


@pytest.fixture(scope="module")
def shared_server(run_folder: Path) -> Iterator[Server]:
    """A server that every test of the module uses."""
    server = Server(House(run_folder))
    server.ok("new-session", "-d", "-s", "keep", "exec cat")
    yield server
    server.close()


@pytest.fixture
def room(shared_server: Server, request: pytest.FixtureRequest) -> Iterator[Room]:
    """A session with a recorder of keys, and a terminal that is attached to it."""
    name = "".join(char if char.isalnum() else "-" for char in request.node.name)[:40]
    room = Room(shared_server, name, Size(24, 80))
    yield room
    room.close()


@pytest.fixture
def make_host(shared_server: Server) -> Iterator[MakeHost]:
    """Makes hosts, each with a bridge of its own; they leave at the end."""
    hosts: list[Host] = []

    def make(era: str = "auto", *args: str, **more: object) -> Host:
        host = Host(bridge(shared_server.house, *args), era, **more)  # type: ignore[arg-type]
        hosts.append(host)
        return host.__enter__()

    yield make
    for host in hosts:
        host.close()
