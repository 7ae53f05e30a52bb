"""An attached client: bytes both ways, and the terminal given back on every way out."""

from __future__ import annotations

import select
import signal
import subprocess
import sys

import pytest

from mplex.client import attach
from mplex.client.restore import restore_sequence
from mplex.geometry import Size
from mplex.protocol.messages import (
    Attach,
    Bye,
    Detached,
    Exit,
    Input,
    Output,
    Refuse,
    Resize,
    Resumed,
    Suspend,
)
from mplex.term.setup import QUERIES
from tests.client.conftest import ClientHouse
from tests.support.environment import ROOT
from tests.support.terminal import Terminal
from tests.support.waiting import LIMIT, wait_until

RESTORE = restore_sequence("xterm-256color")


def test_bytes_go_both_ways_unread(clients: ClientHouse) -> None:
    client, peer = clients.attached()
    client.type(b"\x02d\x1b[A\x03\x1a\xff")
    received = b""
    while len(received) < 8:
        message = peer.receive()
        received += message.data if isinstance(message, Input) else b""
    assert received == b"\x02d\x1b[A\x03\x1a\xff"
    peer.send(Output(b"\x1b[1mhi\n"), Output(b"there\xff"))
    client.wait_for(b"\x1b[1mhi\nthere\xff")


def test_the_size_is_told_at_once_and_when_it_changes(clients: ClientHouse) -> None:
    client, peer = clients.attached()
    assert peer.receive_until(Resize(24, 80))
    client.resize(30, 100)
    client.process.send_signal(signal.SIGWINCH)
    assert peer.receive_until(Resize(30, 100))


@pytest.mark.parametrize(
    ("message", "words", "status"),
    [
        (Detached("detached", ""), b"[detached (from session work)]", 0),
        (Detached("detached", "detached (from session new)"), b"[detached (from session new)]", 0),
        (Detached("exited", ""), b"[exited]", 0),
        (Detached("server-exited", ""), b"[server exited]", 0),
        (Exit(3, ""), b"[exited]", 3),
        (Exit(0, "terminated"), b"[terminated]", 0),
        (Refuse("too many clients"), b"[too many clients]", 1),
    ],
)
def test_when_the_server_ends_it_the_terminal_is_given_back(
    clients: ClientHouse, message: Detached | Exit | Refuse, words: bytes, status: int
) -> None:
    client, peer = clients.attached()
    peer.send(Output(b"last words"), message)
    assert client.wait_for_end() == status
    assert client.restored()
    assert client.output.endswith(b"last words" + words + b"\r\n")
    assert RESTORE not in client.output


PATIENT = "import mplex.term.answers as a\na.PATIENCE = 1000"


@pytest.mark.parametrize("pieces", [(b"\x1b[?64;1;22c",), (b"\x1b[?2026;2$y\x1b[?6", b"4;22c")])
def test_answers_on_their_way_are_not_left_for_the_shell(
    clients: ClientHouse, pieces: tuple[bytes, ...]
) -> None:
    client, peer = clients.attached(code=PATIENT)
    peer.send(Output(QUERIES.encode()), Detached("detached", ""))
    client.wait_for(b"\x1b[c")
    for piece in pieces:
        assert client.process.poll() is None
        assert client.is_raw()
        client.type(piece)
    assert client.wait_for_end() == 0
    assert client.restored()
    assert not select.select([client.slave], [], [], 0)[0], "nothing is left to be read"
    assert b"64" not in client.output


def test_an_answer_that_has_come_is_not_awaited(clients: ClientHouse) -> None:
    client, peer = clients.attached(code=PATIENT)
    peer.send(Output(QUERIES.encode()))
    client.wait_for(b"\x1b[c")
    client.type(b"\x1b[?64;1;22c")
    peer.receive_until(Input(b"\x1b[?64;1;22c"))
    peer.send(Detached("detached", ""))
    assert client.wait_for_end() == 0


def test_a_terminal_that_does_not_answer_is_left_all_the_same(clients: ClientHouse) -> None:
    client, peer = clients.attached(code="import mplex.term.answers as a\na.PATIENCE = 0.05")
    peer.send(Output(QUERIES.encode()), Detached("detached", ""))
    assert client.wait_for_end() == 0
    assert client.restored()


def test_a_dead_server_is_told_apart(clients: ClientHouse) -> None:
    client, peer = clients.attached()
    peer.send(Output(b"\x1b[?1049h\x1b[?1003hpicture"))
    client.wait_for(b"picture")
    peer.close()
    assert client.wait_for_end() == 1
    assert client.restored()
    assert client.output.endswith(RESTORE + b"[lost server]\r\n")


def test_a_server_that_turns_to_rubbish_gives_a_sentence(clients: ClientHouse) -> None:
    client, peer = clients.attached()
    peer.socket.sendall(b"\xff" * 100)
    assert client.wait_for_end() == 1
    assert client.restored()
    assert RESTORE in client.output
    assert b"does not speak mplex" in client.output


@pytest.mark.parametrize(
    ("number", "words"), [(signal.SIGTERM, b"[terminated]"), (signal.SIGHUP, b"[hung up]")]
)
def test_signals_give_the_terminal_back(clients: ClientHouse, number: int, words: bytes) -> None:
    client, peer = clients.attached()
    client.process.send_signal(number)
    assert client.wait_for_end() == 1
    assert client.restored()
    assert client.output.endswith(RESTORE + words + b"\r\n")
    peer.receive_until(Bye())


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGQUIT, signal.SIGTSTP])
def test_signals_of_job_control_from_elsewhere_do_nothing(
    clients: ClientHouse, number: int
) -> None:
    client, peer = clients.attached()
    client.process.send_signal(number)
    client.type(b"x")
    peer.receive_until(Input(b"x"))
    assert client.process.poll() is None


def test_a_bug_gives_the_terminal_back_before_it_is_reported(clients: ClientHouse) -> None:
    code = "import mplex.client.attach as a\na._Pump._on_signals = lambda self, numbers: 1 / 0"
    client, peer = clients.attached(code=code)
    client.process.send_signal(signal.SIGWINCH)
    assert client.wait_for_end() == 1
    assert client.restored()
    assert RESTORE in client.output
    assert b"ZeroDivisionError" in client.output
    assert peer.receive() is not None


def test_a_client_whose_terminal_hangs_up_leaves(clients: ClientHouse) -> None:
    client = Terminal(clients.argv("attach-session"), environ=clients.house.environ)
    peer = clients.server.accept()
    peer.attach()
    peer.receive_until(Resize(24, 80))
    client.hang_up()
    peer.receive_until(Bye())
    client.close()


def test_a_terminal_that_takes_nothing_keeps_nothing_else_waiting(clients: ClientHouse) -> None:
    client, peer = clients.attached()
    peer.socket.settimeout(0.5)
    sent = 0
    with pytest.raises(TimeoutError):
        while sent < 64 << 20:
            peer.send(Output(b"x" * 50_000))
            sent += 50_000
    # What was taken lies in the socket and in the client's backlog, both of them bounded.
    assert sent < 4 * attach.BACKLOG + (2 << 20)
    peer.socket.settimeout(LIMIT)
    client.type(b"q")
    peer.receive_until(Input(b"q"))
    client.process.send_signal(signal.SIGTERM)
    client.wait_for_end()
    assert client.restored()


def test_suspended_by_the_server_and_continued_by_the_shell(clients: ClientHouse) -> None:
    shell = Terminal(
        ["bash", "--norc", "--noprofile", "-i"],
        environ={**clients.house.environ, "PS1": "$ "},
        size=Size(24, 80),
    )
    shell.wait_for_text("$ ")
    shell.send(" ".join(clients.argv("attach-session")) + "\r")
    peer = clients.server.accept()
    peer.attach()
    peer.receive_until(Resize(24, 80))
    peer.send(Output(b"the picture"), Suspend())
    shell.wait_for_text("Stopped")
    shell.send("stty -a; echo sa''ne\r")
    shell.wait_for_text("sane")
    assert any(" icanon" in row and "-icanon" not in row for row in shell.rows())
    shell.send("fg\r")
    messages = peer.receive_until(Resumed())
    assert not any(isinstance(message, Input) for message in messages)
    peer.receive_until(Resize(24, 80))
    peer.send(Detached("detached", ""))
    shell.wait_for_text("[detached (from session work)]")
    shell.close()


def test_hangup_takes_the_parent_along(clients: ClientHouse) -> None:
    client = clients.client(
        "attach-session",
        code="import os, signal, sys\n"
        "signal.signal(signal.SIGHUP, lambda *_: (print('parent gone'), os._exit(7)))\n"
        "pid = os.fork()\n"
        "if pid: os.waitpid(pid, 0); sys.exit(0)",
    )
    peer = clients.server.accept()
    peer.attach()
    peer.send(Detached("hangup", ""))
    assert client.wait_for_end() == 7
    assert b"[detached]" in client.output


def loaded(code: str) -> set[str]:
    """Return the modules that a Python has loaded after running `code`."""
    done = subprocess.run(
        [sys.executable, "-c", f"{code}; import sys; print(*sys.modules)"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return set(done.stdout.split())


def test_attaching_costs_no_heavy_imports() -> None:
    heavy = {"typing", "dataclasses", "asyncio", "json", "socket", "re", "argparse", "subprocess"}
    already = loaded("pass")
    assert not (heavy - already) & loaded("import mplex.client.request")
    assert "mplex.client.attach" in loaded("import mplex.client.request")


def test_the_terminal_stays_as_it_is_until_the_server_says_attach(clients: ClientHouse) -> None:
    client = clients.client("attach-session")
    peer = clients.server.accept()
    peer.greet()
    assert client.restored()
    peer.send(Attach("work"))
    wait_until("the terminal to be raw", client.is_raw)
