"""Fixtures for dialogs: one server for a module, a room of its own for every test."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from mplex.geometry import Size
from tests.integration.dialogs.room import Room
from tests.support.environment import House
from tests.support.patient import PATIENT
from tests.support.server import Server

MakeRoom = Callable[..., Room]
_NUMBERS = itertools.count(1)


@pytest.fixture(scope="module")
def shared_server(run_folder: Path) -> Iterator[Server]:
    """A server that every test of the module uses: what one does to it, the next ones feel."""
    server = Server(House(run_folder))
    server.ok("new-session", "-d", "-s", "keep", "exec cat", program=PATIENT)
    yield server
    server.close()


@pytest.fixture
def make_room(shared_server: Server) -> Iterator[MakeRoom]:
    """Makes rooms: a session with a recorder of keys in its pane, and a client attached to it."""
    rooms: list[Room] = []

    def make(size: Size = Size(24, 80)) -> Room:  # noqa: B008  an immutable value.
        room = Room(shared_server, f"room{next(_NUMBERS)}", size)
        rooms.append(room)
        return room

    yield make
    for room in rooms:
        room.close()


@pytest.fixture
def room(make_room: MakeRoom) -> Room:
    """A room with a terminal of 24 rows and 80 columns."""
    return make_room()
