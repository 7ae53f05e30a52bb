"""One command: what the server is told, what is printed, and how it goes wrong."""

from __future__ import annotations

import os
import socket
import subprocess
from pathlib import Path

import pytest

from mplex import __version__
from mplex.client import connection
from mplex.client.connection import Connection
from mplex.compiled import emulator_kind
from mplex.errors import NoServer, ProtocolError
from mplex.protocol.messages import (
    PROTOCOL_VERSION,
    Exit,
    Hello,
    ReadStdin,
    Refuse,
    Stderr,
    Stdin,
    Stdout,
)
from tests.client.conftest import ClientHouse, FakeServer
from tests.support.waiting import LIMIT


def end(process: subprocess.Popen[str]) -> tuple[int, str, str]:
    out, err = process.communicate(timeout=LIMIT)
    return process.returncode, out, err


def test_a_command_is_sent_and_its_output_printed(clients: ClientHouse) -> None:
    process = clients.run("-f", "my.conf", "-vv", "list-sessions", "-F", "#S")
    peer = clients.server.accept()
    hello = peer.greet()
    assert hello.argv == ["list-sessions", "-F", "#S"]
    assert hello.cwd == str(clients.house.home)
    assert hello.environ["HOME"] == str(clients.house.home)
    assert (hello.term, hello.tty, hello.pid) == ("xterm-256color", "", process.pid)
    assert hello.flags["config_files"] == [f"{clients.house.home}/my.conf"]
    assert hello.flags["verbose"] == 2
    peer.send(Stdout(b"one\n"), Stderr(b"careful\n"), Stdout(b"two\n"), Exit(3, "no such thing"))
    assert end(process) == (3, "one\ntwo\n", "careful\nno such thing\n")


def test_a_command_on_a_terminal_tells_its_path_and_size(clients: ClientHouse) -> None:
    client = clients.client(rows=30, cols=90)
    peer = clients.server.accept()
    hello = peer.greet()
    assert hello.argv == ["new-session"]
    assert (hello.tty, hello.rows, hello.cols) == (os.ttyname(client.slave), 30, 90)
    peer.send(Exit(0, ""))
    assert client.wait_for_end() == 0
    assert client.restored()


def test_standard_input_is_sent_when_the_server_asks(clients: ClientHouse) -> None:
    process = clients.run("load-buffer", "-", stdin=subprocess.PIPE)
    assert process.stdin is not None
    process.stdin.write("line\n")
    process.stdin.close()
    process.stdin = None
    peer = clients.server.accept()
    peer.greet()
    peer.send(ReadStdin())
    received = b""
    while (message := peer.receive()) != Stdin(b""):
        assert isinstance(message, Stdin)
        received += message.data
    assert received == b"line\n"
    peer.send(Exit(0, ""))
    assert end(process) == (0, "", "")


def test_the_servers_sentence_is_printed_when_it_refuses(clients: ClientHouse) -> None:
    process = clients.run("list-sessions")
    clients.server.accept().send(Refuse("protocol version mismatch (client 1, server 7)"))
    assert end(process) == (1, "", "protocol version mismatch (client 1, server 7)\n")


def test_a_sentence_is_read_even_if_the_server_has_hung_up(clients: ClientHouse) -> None:
    process = clients.run("list-sessions")
    peer = clients.server.accept()
    peer.send(Refuse("not you"))
    peer.close()
    assert end(process) == (1, "", "not you\n")


def test_a_server_that_talks_something_else_gives_a_sentence(clients: ClientHouse) -> None:
    process = clients.run("list-sessions")
    clients.server.accept().socket.sendall(b"SSH-2.0-OpenSSH_9.2\r\n")
    status, _, err = end(process)
    assert status == 1
    assert err.startswith(f"server on {clients.socket}: the other end does not speak mplex")


def test_a_server_that_says_nothing_gives_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "GREETING_SECONDS", 0.05)
    server = FakeServer(tmp_path / "socket")
    client = Connection(str(tmp_path / "socket"))
    client.send(Hello(PROTOCOL_VERSION, ["list-sessions"]))
    with pytest.raises(ProtocolError, match="no answer within"):
        client.next_message()
    client.close()
    server.close()


def test_a_server_that_dies_meanwhile_is_lost(clients: ClientHouse) -> None:
    process = clients.run("list-sessions")
    peer = clients.server.accept()
    peer.greet()
    peer.close()
    assert end(process) == (1, "", "lost server\n")


@pytest.mark.parametrize("stale", [False, True])
def test_without_a_server_a_command_says_so(clients: ClientHouse, stale: bool) -> None:
    clients.server.close()
    if not stale:
        clients.socket.unlink()
    expected = f"no server running on {clients.socket}\n"
    for argv in (["list-sessions"], ["-N", "new-session"], ["-N", "attach-session"]):
        assert end(clients.run(*argv)) == (1, "", expected)


def test_what_can_not_be_connected_to_is_named(tmp_path: Path) -> None:
    path = f"{tmp_path}/{'x' * 120}"
    with pytest.raises(NoServer, match="error connecting to"):
        Connection(path)
    datagram = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    datagram.bind(str(tmp_path / "other"))
    with pytest.raises(NoServer, match="error connecting to"):
        Connection(str(tmp_path / "other"))
    datagram.close()


def test_flags_that_need_no_server(clients: ClientHouse) -> None:
    assert end(clients.run("-V")) == (0, f"mplex {__version__} ({emulator_kind()})\n", "")
    status, out, _ = end(clients.run("--help"))
    assert status == 0
    assert out.startswith("usage: mplex")
    assert end(clients.run("-c", "echo $0 hi; exit 4")) == (4, "sh hi\n", "")


@pytest.mark.parametrize(
    ("argv", "sentence"),
    [
        (["-x"], "unknown flag -x"),
        (["-L"], "-L expects an argument"),
        (["-vx"], "unknown flag -x"),
    ],
)
def test_wrong_flags_are_refused(clients: ClientHouse, argv: list[str], sentence: str) -> None:
    status, out, err = end(clients.run(*argv))
    assert (status, out) == (1, "")
    assert err.splitlines()[0] == sentence
