"""A client lends the server its terminal: nothing passes through it, and it gets it back whole."""

from __future__ import annotations

import os
import signal
import socket
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from mplex.protocol.framing import FrameDecoder, encode
from mplex.protocol.messages import (
    PROTOCOL_VERSION,
    Attach,
    Handover,
    Hello,
    Input,
    Message,
    Output,
    Refuse,
    Resize,
)
from tests.support.server import Server
from tests.support.terminal import Terminal
from tests.support.waiting import LIMIT, wait_until

READY = "READY"


def client_pid(server: Server) -> int:
    """Return the process id of the only client."""
    return int(server.ok("list-clients", "-F", "#{client_pid}"))


def shell(server: Server) -> Terminal:
    """Return a terminal with a shell that has job control, at its prompt."""
    terminal = server.terminal(
        "-i", program=("/bin/bash", "--norc", "--noprofile"), environ={"PS1": "outside$ "}
    )
    terminal.wait_for_text("outside$")
    return terminal


def attach(terminal: Terminal, server: Server) -> None:
    """Start mplex from a shell and wait for what its pane shows."""
    terminal.send(f"{server.program[0]} new-session -A -s work 'echo {READY}; exec cat'\r")
    wait_for_pane(terminal)


def wait_for_pane(terminal: Terminal) -> None:
    """Wait for what the pane shows, which is nowhere in what was typed."""
    terminal.wait_until(READY, lambda: any(row.strip() == READY for row in terminal.rows()))


def the_shell_reads(terminal: Terminal) -> None:
    """Type a command that only the shell outside can run."""
    terminal.send("echo in the sh''ell\r")
    terminal.wait_for_text("in the shell")


def bring_back(terminal: Terminal) -> None:
    """Bring a client to the foreground, and see that its pane gets the keys."""
    terminal.send("fg\r")
    wait_for_pane(terminal)
    terminal.send("brought back\r")
    terminal.wait_for_text("brought back")


def test_keys_and_frames_do_not_pass_through_the_client(server: Server) -> None:
    terminal = server.terminal("new-session", f"echo {READY}; exec cat")
    terminal.wait_for_text(READY)
    pid = client_pid(server)
    os.kill(pid, signal.SIGSTOP)
    try:
        terminal.send("straight\r")
        terminal.wait_for_text("straight")
    finally:
        os.kill(pid, signal.SIGCONT)


def test_a_client_that_is_killed_leaves_no_modes_behind(server: Server) -> None:
    terminal = shell(server)
    attach(terminal, server)
    os.kill(client_pid(server), signal.SIGKILL)
    terminal.wait_until("the main screen", lambda: not terminal.screen.alternate)
    assert terminal.screen.mouse_mode == 0


@pytest.mark.parametrize(
    ("number", "words"), [(signal.SIGTERM, "[terminated]"), (signal.SIGHUP, "[hung up]")]
)
def test_a_client_that_is_ended_tidies_up_after_the_server(
    server: Server, number: signal.Signals, words: str
) -> None:
    terminal = shell(server)
    attach(terminal, server)
    os.kill(client_pid(server), number)
    terminal.wait_for_text(words)
    assert not terminal.screen.alternate
    the_shell_reads(terminal)


def test_a_suspended_client_leaves_the_keys_to_the_shell(server: Server) -> None:
    terminal = shell(server)
    attach(terminal, server)
    server.ok("suspend-client")
    terminal.wait_for_text("Stopped")
    the_shell_reads(terminal)
    server.ok("send-keys", "-t", "work:", "meanwhile", "Enter")
    terminal.send("fg\r")
    terminal.wait_for_text("meanwhile")
    terminal.send("again\r")
    terminal.wait_for_text("again")


def test_what_is_read_with_the_key_that_suspends_is_not_the_panes(server: Server) -> None:
    terminal = shell(server)
    attach(terminal, server)
    terminal.send("\x02\x1anot for the pane\r")
    terminal.wait_for_text("Stopped")
    bring_back(terminal)
    assert "not for" not in server.ok("capture-pane", "-p", "-t", "work:")


def test_a_suspended_client_continued_in_the_background_waits(server: Server) -> None:
    terminal = shell(server)
    attach(terminal, server)
    server.ok("suspend-client")
    terminal.wait_for_text("Stopped")
    terminal.send("bg\r")
    terminal.wait_for_text("&")
    stat = Path(f"/proc/{client_pid(server)}/stat")
    wait_until("the client being stopped", lambda: stat.read_text().rpartition(")")[2][1] == "T")
    the_shell_reads(terminal)
    bring_back(terminal)


def test_a_client_that_is_detached_at_once_hears_of_it(server: Server) -> None:
    server.ok("new-session", "-d", "-s", "other")
    for _ in range(5):
        terminal = server.terminal("new-session", ";", "detach-client")
        assert terminal.wait_for_end() == 0
        assert "[detached (from session" in terminal.screen_text()


def test_what_follows_a_detach_is_the_shells(server: Server) -> None:
    terminal = shell(server)
    attach(terminal, server)
    terminal.send("\x02d")
    terminal.wait_for_text("[detached")
    the_shell_reads(terminal)


def test_a_client_in_the_background_waits_for_the_foreground(server: Server) -> None:
    terminal = shell(server)
    server.ok("new-session", "-d", "-s", "work", f"echo {READY}; exec cat")
    terminal.send(f"{server.program[0]} attach-session -t work &\r")
    wait_until("the client", lambda: server.ok("list-clients") != "")
    the_shell_reads(terminal)
    bring_back(terminal)


def test_a_terminal_that_takes_nothing_holds_nobody_up(server: Server) -> None:
    terminal = server.terminal("new-session", "-s", "work", f"echo {READY}; exec cat")
    terminal.wait_for_text(READY)
    # Nobody reads the terminal while the pane floods.
    server.ok("new-window", "-t", "work", "yes flood | head -100000; echo END; exec cat")
    wait_until("the flood's end", lambda: "END" in server.ok("capture-pane", "-p", "-t", "work:1"))
    terminal.wait_for_text("END")


def test_the_servers_end_gives_the_terminal_back(server: Server) -> None:
    terminal = shell(server)
    attach(terminal, server)
    server.ok("kill-server")
    terminal.wait_for_text("[server exited]")
    assert not terminal.screen.alternate


class Speaker:
    """A client that speaks the protocol by hand."""

    def __init__(self, server: Server) -> None:
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(LIMIT)
        self.socket.connect(str(server.socket))
        self._decoder = FrameDecoder()
        self._messages: list[Message] = []

    def hello(self, **flags: object) -> None:
        argv = ["attach-session", "-t", "work"]
        self.send(Hello(PROTOCOL_VERSION, argv, "/", {}, "xterm", "/dev/tty", 24, 80, 1, flags))

    def send(self, message: Message) -> None:
        self.socket.sendall(encode(message))

    def wait_for(self, kind: type[Message]) -> Message:
        """Return the next message of a kind; what comes before is dropped."""
        while True:
            while self._messages:
                message = self._messages.pop(0)
                if isinstance(message, kind):
                    return message
            data = self.socket.recv(65536)
            assert data, f"hung up before {kind.__name__}"
            self._messages += self._decoder.feed(data)


@contextmanager
def speaker(server: Server) -> Iterator[Speaker]:
    server.ok("new-session", "-d", "-s", "work", f"echo {READY}; exec cat")
    found = Speaker(server)
    try:
        yield found
    finally:
        found.socket.close()


def test_a_client_that_lends_nothing_is_relayed_at_once(server: Server) -> None:
    with speaker(server) as client:
        client.hello()
        begin = client.wait_for(Attach)
        assert isinstance(begin, Attach)
        assert not begin.direct
        client.wait_for(Output)


def test_a_client_that_could_lend_and_does_not_is_relayed(server: Server) -> None:
    with speaker(server) as client:
        client.hello(direct=True)
        begin = client.wait_for(Attach)
        assert isinstance(begin, Attach)
        assert begin.direct
        client.send(Resize(24, 80))
        client.wait_for(Output)
        client.send(Input(b"relayed\r"))
        wait_until("the echo", lambda: "relayed" in server.ok("capture-pane", "-p", "-t", "work:"))


def test_a_handover_without_a_terminal_is_refused(server: Server) -> None:
    with speaker(server) as client:
        client.hello(direct=True)
        client.wait_for(Attach)
        client.send(Handover())
        refused = client.wait_for(Refuse)
        assert isinstance(refused, Refuse)
        assert "no terminal came with it" in refused.message
    assert "work" in server.ok("list-sessions")


def test_a_handover_of_something_else_is_refused(server: Server) -> None:
    with speaker(server) as client, tempfile.TemporaryFile() as file:
        client.hello(direct=True)
        client.wait_for(Attach)
        raw = client.socket
        raw.settimeout(None)
        number = file.fileno().to_bytes(4, sys.byteorder)
        raw.sendmsg([encode(Handover())], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, number)])
        raw.settimeout(LIMIT)
        client.wait_for(Refuse)
        assert str(file.name) not in _files(server)


def _files(server: Server) -> list[str]:
    folder = f"/proc/{server.pid}/fd"
    return [os.readlink(f"{folder}/{name}") for name in os.listdir(folder)]
