"""A connection sends descriptors beside the very bytes they belong to, and closes its own."""

from __future__ import annotations

import array
import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from mplex.dialog.answer import Secret
from mplex.server import secret_pipes
from mplex.server.connection import Connection
from mplex.server.loop import Loop
from mplex.server.secret_pipes import open_secret, open_secrets
from tests.support.turns import turn

Pair = tuple[Loop, Connection, socket.socket]


@pytest.fixture
def pair() -> Iterator[Pair]:
    loop = Loop()
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
    ours.setblocking(False)
    connection = Connection(loop, ours)
    yield loop, connection, theirs
    connection.drop()
    theirs.close()
    loop.close()


def descriptors() -> int:
    """Return how many descriptors this process has."""
    return len(os.listdir("/proc/self/fd"))


def piped(text: str) -> int:
    return open_secret(Secret(text))


def receive(sock: socket.socket, size: int = 1 << 20) -> tuple[bytes, list[str]]:
    """Return what comes, and what the descriptors beside it hold."""
    data, beside, _, _ = sock.recvmsg(size, socket.CMSG_SPACE(253 * 4), socket.MSG_CMSG_CLOEXEC)
    found = array.array("i")
    for _, _, numbers in beside:
        found.frombytes(numbers[: len(numbers) - len(numbers) % 4])
    return data, [read(number) for number in found]


def read(descriptor: int) -> str:
    assert not os.get_inheritable(descriptor)
    with open(descriptor, "rb") as file:
        return file.read().decode()


def test_descriptors_come_with_their_line_and_are_closed_here(pair: Pair) -> None:
    _, connection, theirs = pair
    before = descriptors()
    connection.send(b"one\n")
    connection.send(b"two\n", [piped("alpha"), piped("beta")])
    connection.send(b"three\n")
    assert descriptors() == before
    got = b""
    while not got.endswith(b"three\n"):
        data, secrets = receive(theirs)
        got += data
        if secrets:
            assert got.startswith(b"one\ntwo\n")
            assert secrets == ["alpha", "beta"]
    assert got == b"one\ntwo\nthree\n"


def test_a_slow_peer_gets_them_where_they_belong(pair: Pair) -> None:
    loop, connection, theirs = pair
    before = descriptors()
    connection.send(b"x" * 3_000_000)
    assert connection.busy
    connection.send(b"A\n", [piped("alpha")])
    connection.send(b"y" * 1000)
    connection.send(b"B\n", [piped("beta")])
    got, found = b"", []
    while not got.endswith(b"B\n"):
        turn(loop)
        data, secrets = receive(theirs)
        got += data
        found += [(secret, range(len(got) - len(data), len(got))) for secret in secrets]
    assert got == b"x" * 3_000_000 + b"A\n" + b"y" * 1000 + b"B\n"
    assert [secret for secret, _ in found] == ["alpha", "beta"]
    assert 3_000_000 in found[0][1] and 3_001_002 in found[1][1]
    assert descriptors() == before


def test_what_cannot_be_sent_any_more_is_closed(pair: Pair) -> None:
    _, connection, _ = pair
    before = descriptors()
    connection.send(b"x" * 3_000_000)
    connection.send(b"A\n", [piped("alpha")])
    assert descriptors() == before + 1
    connection.drop()
    connection.send(b"B\n", [piped("beta")])
    # The connection's own socket has gone as well.
    assert descriptors() == before - 1


@pytest.mark.parametrize("size", [0, 1, 4096, 65536, 65537, 1_000_000])
def test_a_secret_of_any_size_can_be_read_once(size: int) -> None:
    text = "ü" * (size // 2) + "x" * (size % 2)
    descriptor = piped(text)
    assert read(os.dup(descriptor)) == text
    assert read(descriptor) == ""


def test_a_secret_has_no_name_in_any_folder() -> None:
    for text in ("short", "long" * 50_000):
        descriptor = piped(text)
        place = os.readlink(f"/proc/self/fd/{descriptor}")
        assert place.startswith(("pipe:", "/memfd:"))
        assert not Path(place).exists()
        os.close(descriptor)


def test_secrets_are_told_by_name_in_their_order() -> None:
    places, found = open_secrets({"a": Secret("1"), "b": Secret("2")})
    assert [read(found[places[name]]) for name in ("a", "b")] == ["1", "2"]


def test_without_descriptors_no_secret_is_half_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    opened = iter([secret_pipes.open_secret])

    def scarce(secret: Secret) -> int:
        for real in opened:
            return real(secret)
        raise OSError("too many open files")

    before = descriptors()
    monkeypatch.setattr(secret_pipes, "open_secret", scarce)
    assert open_secrets({"a": Secret("1"), "b": Secret("2")}) == ({}, [])
    assert descriptors() == before
