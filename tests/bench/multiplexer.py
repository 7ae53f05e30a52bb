"""One multiplexer under test. Both speak tmux's command language, so one class drives either."""

from __future__ import annotations

import contextlib
import json
import select
import shlex
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tests.bench.client import Client, TooSlow
from tests.bench.workloads import COLS, ROWS
from tests.support.environment import House

AGENT = Path(__file__).with_name("agent.py")
BIN = Path(sys.executable).parent

CONFIG = """\
set -s escape-time 10
set -g default-terminal tmux-256color
set -g history-limit 10000
set -g status off
"""
"""The same for both: equal history, and no clock on the screen to be mistaken for output."""


SCENE = "panes{}"
"""The name of a scene's session."""


class Program(NamedTuple):
    """A multiplexer's name and its command."""

    name: str
    command: tuple[str, ...]


MPLEX = Program("mplex", (str(BIN / "mplex"),))
TMUX = Program("tmux", ("tmux",))


class Agent:
    """The program in one pane, at the other end of its socket."""

    def __init__(self, connection: socket.socket) -> None:
        self.connection = connection
        self._came = b""
        """Answers that have come and were not taken yet; two may come at once."""

    def order(self, do: str, **details: object) -> None:
        """Send an order."""
        self.connection.sendall(json.dumps({"do": do, **details}).encode() + b"\n")

    def answer(self, client: Client | None, limit: float) -> float:
        """Wait for the answer to an order while the client, if any, takes in what it is sent."""
        if b"\n" in self._came:
            ready = True
        elif client is None:
            ready = bool(select.select([self.connection], [], [], limit)[0])
        else:
            ready = client.pump(limit, [self.connection])
        if not ready:
            raise TooSlow(f"a pane did not finish in {limit} s")
        while b"\n" not in self._came:
            data = self.connection.recv(4096)
            if not data:
                raise TooSlow("the program in a pane has ended")
            self._came += data
        line, _, self._came = self._came.partition(b"\n")
        return float(json.loads(line)["seconds"])


class Scene(NamedTuple):
    """A session with agents in its panes, and a client attached to it."""

    client: Client
    agents: list[Agent]


class Multiplexer:
    """A private server of one program, started when first needed."""

    def __init__(self, program: Program, root: Path, files: Path) -> None:
        self.program = program
        self.name = program.name
        self.root = root
        self.files = files
        """The folder of the workloads."""
        self.house = House(root)
        self.house.environ["MPLEX_BENCH"] = program.name
        self.socket = self.house.folder / "s"
        self.config = self.house.write("bench.conf", CONFIG)
        self._scenes: dict[int, Scene] = {}
        self._alone: Agent | None = None

    def argv(self, *command: str) -> list[str]:
        """Return the words that run a command of this multiplexer."""
        return [*self.program.command, "-S", str(self.socket), "-f", str(self.config), *command]

    def run(self, *command: str, limit: float = 30) -> str:
        """Run a command and return its output."""
        return subprocess.run(
            self.argv(*command),
            env=self.house.environ,
            cwd=self.house.home,
            timeout=limit,
            check=True,
            capture_output=True,
            text=True,
        ).stdout.strip()

    def client(self, *command: str) -> Client:
        """Run a command in a terminal."""
        return Client(self.argv(*command), self.house.environ)

    def server_pid(self) -> int:
        """Return the server's process id."""
        return int(self.run("display-message", "-p", "#{pid}"))

    def scene(self, panes: int) -> Scene:
        """Return a session with that many agents side by side; it is kept for later rounds."""
        if panes not in self._scenes:
            self._scenes[panes] = self._make_scene(panes)
        return self._scenes[panes]

    def alone(self) -> Agent:
        """Return the agent of a session that no client is attached to; it is kept as well."""
        if self._alone is None:
            with self._listening("alone") as (listener, command):
                self._alone = self._make_session("alone", listener, command)
        return self._alone

    def _make_session(self, name: str, listener: socket.socket, command: str) -> Agent:
        size = ("-x", str(COLS), "-y", str(ROWS))
        self.run("new-session", "-d", "-s", name, *size, command)
        return _accept(listener)

    def _make_scene(self, panes: int) -> Scene:
        name = SCENE.format(panes)
        with self._listening(name) as (listener, command):
            agents = [self._make_session(name, listener, command)]
            for _ in range(panes - 1):
                self.run("split-window", "-d", "-h", "-t", f"{name}:", command)
                agents.append(_accept(listener))
        client = self.client("attach-session", "-t", name)
        client.wait_for_output()
        client.settle()
        return Scene(client, agents)

    @contextlib.contextmanager
    def _listening(self, name: str) -> Iterator[tuple[socket.socket, str]]:
        """Listen for agents; gives the listener and the command that starts an agent."""
        path = self.house.folder / f"agents-{name}"
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(str(path))
            listener.listen()
            listener.settimeout(20)
            words = [sys.executable, "-I", "-S", str(AGENT), str(path)]
            yield listener, "exec " + shlex.join(words)

    @contextlib.contextmanager
    def fresh(self) -> Iterator[Multiplexer]:
        """Give another one of the same program, without a server yet; end it after use."""
        other = Multiplexer(self.program, self.root, self.files)
        try:
            yield other
        finally:
            other.close()

    def close(self) -> None:
        """End the clients, the server and everything in its panes."""
        if self._alone is not None:
            self._alone.connection.close()
        for scene in self._scenes.values():
            scene.client.close()
            for agent in scene.agents:
                agent.connection.close()
        self.house.close()


def _accept(listener: socket.socket) -> Agent:
    try:
        connection, _ = listener.accept()
    except TimeoutError:
        raise TooSlow("the program in a pane did not start") from None
    return Agent(connection)
