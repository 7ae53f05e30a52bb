"""Listening sockets: what is replaced, what is left alone, who is let in."""

from __future__ import annotations

import errno
import os
import socket
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from mplex.errors import MplexError
from mplex.server import listener
from mplex.server.asker import Peer
from mplex.server.listener import Listener
from tests.server.fake_clock import FakeClock


class FakeLoop(FakeClock):
    """A loop in which a test says what can be read."""

    def __init__(self) -> None:
        super().__init__()
        self.readers: dict[int, object] = {}

    def add_reader(self, fd: int, callback: object) -> None:
        self.readers[fd] = callback

    def remove_reader(self, fd: int) -> None:
        self.readers.pop(fd, None)

    def turn(self) -> None:
        for callback in list(self.readers.values()):
            callback()  # type: ignore[operator]


class Door:
    """A listener on a path, and who has come in."""

    def __init__(self, path: Path) -> None:
        self.path = str(path)
        self.loop = FakeLoop()
        self.came: list[Peer] = []
        self.listener = Listener(self.loop, self.path, self._accept)  # type: ignore[arg-type]

    def _accept(self, peer_socket: socket.socket, peer: Peer) -> None:
        peer_socket.close()
        self.came.append(peer)

    def knock(self) -> None:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as knocking:
            knocking.connect(self.path)
            self.loop.turn()


@pytest.fixture
def door(tmp_path: Path) -> Iterator[Door]:
    door = Door(tmp_path / "s")
    yield door
    door.listener.close()


def test_the_socket_is_its_owners_alone_and_goes_with_the_listener(door: Door) -> None:
    assert stat.S_IMODE(os.stat(door.path).st_mode) == 0o600
    door.knock()
    assert [peer.uid for peer in door.came] == [os.getuid()]
    door.listener.close()
    assert not os.path.exists(door.path)


def test_a_dead_servers_socket_is_replaced(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as dead:
        dead.bind(str(tmp_path / "s"))
    door = Door(tmp_path / "s")
    door.knock()
    door.listener.close()
    assert len(door.came) == 1


def test_a_file_in_its_place_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "s").write_text("precious")
    with pytest.raises(MplexError, match="can't listen on") as caught:
        Door(tmp_path / "s")
    assert caught.value.hint
    assert (tmp_path / "s").read_text() == "precious"


def test_a_socket_that_another_server_has_put_there_is_left_alone(door: Door) -> None:
    os.unlink(door.path)
    other = Door(Path(door.path))
    door.listener.close()
    assert os.path.exists(other.path)
    other.listener.close()


def test_another_user_is_not_let_in(door: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listener, "peer_of", lambda _socket: Peer(1, os.getuid() + 1, 1))
    door.knock()
    assert door.came == []


def test_without_a_descriptor_left_it_rests_and_comes_back(
    door: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_socket: socket.socket) -> object:
        raise OSError(errno.EMFILE, "Too many open files")

    with monkeypatch.context() as patch:
        patch.setattr(socket.socket, "accept", full)
        door.knock()
        assert door.loop.readers == {}
    door.loop.advance(listener.ACCEPT_PAUSE)
    door.loop.turn()
    door.knock()
    assert len(door.came) == 2
