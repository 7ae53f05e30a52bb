"""Fixtures of the bridge: a server with a person at it, and hosts that call the tool."""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from mplex.geometry import Size
from tests.bridge.mcp_host import ERAS, Host, bridge
from tests.integration.dialogs.room import Room
from tests.support.environment import House
from tests.support.patient import PATIENT
from tests.support.server import Server

MakeHost = Callable[..., Host]
_NUMBERS = itertools.count(1)


@pytest.fixture(scope="module")
def shared_server(run_folder: Path) -> Iterator[Server]:
    """A server that every test of the module uses."""
    server = Server(House(run_folder))
    server.ok("new-session", "-d", "-s", "keep", "exec cat", program=PATIENT)
    yield server
    server.close()


@pytest.fixture
def room(shared_server: Server) -> Iterator[Room]:
    """A session with a recorder of keys, and a terminal that is attached to it."""
    room = Room(shared_server, f"room{next(_NUMBERS)}", Size(24, 80))
    yield room
    room.close()


@pytest.fixture
def make_host(shared_server: Server) -> Iterator[MakeHost]:
    """Makes hosts, each with a bridge of its own; they leave at the end."""
    with contextlib.ExitStack() as stack:

        def make(era: str = "auto", *args: str) -> Host:
            return stack.enter_context(Host(bridge(shared_server.house, *args), era))

        yield make


@pytest.fixture(scope="module", params=ERAS)
def host(request: pytest.FixtureRequest, shared_server: Server) -> Iterator[Host]:
    """A host of each era of the protocol, used by all tests of a module."""
    with Host(bridge(shared_server.house), request.param) as host:
        yield host
