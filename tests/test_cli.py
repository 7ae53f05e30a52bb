"""The `mplex` command and its server: one is started when it is needed, and only one."""

from __future__ import annotations

import os
import socket
import stat
import subprocess
import sys

import pytest

from mplex.cli import Flags, _starts_server
from mplex.protocol.address import lock_path
from tests.support.environment import processes_of
from tests.support.processes import open_files
from tests.support.server import MPLEX, Server
from tests.support.waiting import LIMIT, wait_until


@pytest.mark.parametrize(
    ("command", "starts"),
    [
        (["new-session", "-d"], True),
        (["new"], True),
        (["new-s"], True),
        (["start-server"], True),
        (["start", ";", "list-sessions"], True),
        (["set", "-g", "x", "y;", "new", "-d"], True),
        (["new-window"], False),
        (["attach-session"], True),
        (["a"], True),
        (["list-sessions"], False),
        (["display-message", "new"], False),
        (["display-message", "a\\;", "new"], False),
        (["s"], False),
    ],
)
def test_which_commands_start_a_server(command: list[str], starts: bool) -> None:
    assert _starts_server(command) is starts


def test_flags_stand_before_the_command_alone_or_together() -> None:
    flags = Flags(["-2uv", "-Lwork", "-f", "/a", "-f/b", "-v", "new", "-d", "-s", "x"])
    assert (flags.name, flags.path, flags.files) == ("work", None, ["/a", "/b"])
    assert flags.switches == "2uvv"
    assert flags.command == ["new", "-d", "-s", "x"]
    assert Flags(["-N", "--", "-odd"]).command == ["-odd"]


def test_a_server_is_started_and_belongs_to_nobody(server: Server) -> None:
    server.ok("new-session", "-d", "-s", "work")
    assert stat.S_ISSOCK(server.socket.stat().st_mode)
    assert server.socket.parent.stat().st_mode & 0o777 == 0o700
    pid = int(server.display("#{pid}"))
    assert os.getsid(pid) not in (os.getsid(0), os.getpid())
    assert os.readlink(f"/proc/{pid}/cwd") == "/"
    for fd in (0, 1, 2):
        assert os.readlink(f"/proc/{pid}/fd/{fd}") == os.devnull
    assert lock_path(str(server.socket)) not in open_files(pid)


def test_of_many_that_come_at_once_one_starts_the_server(server: Server) -> None:
    racing = [
        subprocess.Popen(
            [*MPLEX, "new-session", "-d", "-s", f"s{n}"],
            env=server.house.environ,
            stderr=subprocess.PIPE,
            text=True,
        )
        for n in range(4)
    ]
    for process in racing:
        _, errors = process.communicate(timeout=2 * LIMIT)
        assert (process.returncode, errors) == (0, "")
    names = server.ok("list-sessions", "-F", "#{session_name}").split()
    assert sorted(names) == ["s0", "s1", "s2", "s3"]


def test_a_socket_that_a_dead_server_left_is_replaced(server: Server) -> None:
    server.socket.parent.mkdir(mode=0o700)
    stale = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    stale.bind(str(server.socket))
    stale.close()
    assert "no server running" in server.run("list-sessions").stderr
    server.ok("new-session", "-d")
    assert server.ok("list-sessions").startswith("0:")


def test_what_is_no_socket_is_left_alone(server: Server) -> None:
    server.socket.parent.mkdir(mode=0o700)
    server.socket.write_text("precious")
    done = server.run("new-session", "-d")
    assert done.returncode == 1
    assert "is not a socket" in done.stderr
    assert server.socket.read_text() == "precious"


def test_a_folder_open_to_others_is_refused(server: Server) -> None:
    server.socket.parent.mkdir(mode=0o755)
    server.socket.parent.chmod(0o755)
    done = server.run("new-session", "-d")
    assert done.returncode == 1
    assert "unsafe permissions" in done.stderr
    assert f"chmod 700 {server.socket.parent}" in done.stderr


def test_a_server_that_can_not_start_says_why(server: Server) -> None:
    script = (
        "import sys, types\n"
        "main = types.ModuleType('mplex.server.main')\n"
        "main.serve = lambda *_: 1 / 0\n"
        "sys.modules['mplex.server.main'] = main\n"
        "import mplex.cli\n"
        "sys.exit(mplex.cli.main(['new-session', '-d']))"
    )
    done = server.run(program=(sys.executable, "-c", script))
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "server failed to start: division by zero\n"
    wait_until("no process left", lambda: not processes_of(str(server.house.folder)))
