"""The tmux around this process: its commands, what its version can do, its clients.

Every argument is guarded here against tmux's own command line, where a semicolon at the end of a
word ends a command. What is shown is not decided here.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from mplex.errors import NoServer, Refused

PATIENCE = 10.0
"""Seconds after which a tmux that does not answer counts as hung."""

Command = Sequence[str]


class Need(NamedTuple):
    """A row of `NEEDS`: a command of tmux, and the flags that it has to know."""

    command: str
    flags: str


NEEDS = (Need("display-menu", "cT"), Need("display-popup", "CEchw"), Need("run-shell", "bCd"))
"""What questions are made of; all of it came with one version."""

NEEDED_VERSION = "3.2"


class TmuxClient(NamedTuple):
    """An attached client."""

    name: str
    rows: int
    cols: int


class Tmux:
    """A running tmux server, by the path of its socket."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        """Find the server that $TMUX names.

        Raises `NoServer` when there is none, `Refused` for one that is too old.
        """
        socket, _, rest = environ.get("TMUX", "").partition(",")
        if not socket:
            raise NoServer("$TMUX is not set")
        program = shutil.which("tmux")
        if program is None:
            raise NoServer("there is no program tmux on the PATH")
        self.pane = environ.get("TMUX_PANE", "")
        self._session = f"${rest.rpartition(',')[2]}"
        self._argv = (program, "-u", "-S", socket)
        version = self._call(("display-message", "-p", "#{version}"))
        if version.returncode:
            raise NoServer(f"no tmux server answers on {socket}")
        self._check(version.stdout.strip())

    def _check(self, version: str) -> None:
        for need in NEEDS:
            flags = self._flags(need.command)
            missing = [flag for flag in need.flags if flag not in flags]
            if missing:
                what = f"{need.command} -{missing[0]}" if flags else need.command
                raise Refused(
                    f"tmux {version or '?'} has no {what}",
                    code="old_tmux",
                    hint=f"tmux {NEEDED_VERSION} or newer can ask; or use --backend tty",
                )

    def knows(self, command: str, flag: str) -> bool:
        """Say whether this tmux's command has a flag."""
        return flag in self._flags(command)

    def _flags(self, command: str) -> set[str]:
        usage = self._call(("list-commands", command)).stdout
        return {char for word in usage.split() if word[:2] == "[-" for char in word[2:]}

    def run(self, *commands: Command) -> str:
        """Run commands and return what they print; raises `Refused` with what tmux says."""
        done = self._call(*commands)
        if done.returncode:
            raise Refused(f"tmux: {done.stderr.strip() or f'{commands[0][0]} failed'}", code="tmux")
        return done.stdout

    def start(self, *commands: Command) -> subprocess.Popen[bytes]:
        """Start commands of which one stays as long as something is on the screen."""
        return subprocess.Popen(
            self._words(commands),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )

    def _call(self, *commands: Command) -> subprocess.CompletedProcess[str]:
        try:
            return subprocess.run(
                self._words(commands),
                stdin=subprocess.DEVNULL,
                capture_output=True,
                encoding="utf-8",
                errors="replace",
                timeout=PATIENCE,
                check=False,
            )
        except subprocess.TimeoutExpired as error:
            raise NoServer("the tmux server does not answer") from error

    def _words(self, commands: Sequence[Command]) -> list[str]:
        words = list(self._argv)
        for number, command in enumerate(commands):
            words += [";"] if number else []
            words += [argument(word) for word in command]
        return words

    def client(self, target: str | None, name: str | None) -> TmuxClient:
        """Return the client to ask: by its name, or who last used the session of the pane.

        `target` is a pane, window or session in tmux's words; None is the pane of this process.
        Raises `Refused` (`no_client`, or tmux's own words for a wrong target).
        """
        sessions = None if name else self._sessions(target or self.pane or self._session)
        template = (
            "#{client_activity} #{session_id} #{client_control_mode} "
            "#{client_height} #{client_width} #{client_name}"
        )
        found = []
        for line in self.run(("list-clients", "-F", template)).splitlines():
            activity, session, control, rows, cols, client = line.split(" ", 5)
            if control != "1" and (client == name if name else session in (sessions or ())):
                found.append((int(activity), TmuxClient(client, int(rows), int(cols))))
        if not found:
            who = f"client {name}" if name else "client on the session of the pane"
            raise Refused(f"no {who} is attached to tmux", code="no_client", hint="attach one")
        return max(found)[1]

    def _sessions(self, target: str) -> set[str]:
        """Return the sessions that show the window of a target."""
        window = self.run(("display-message", "-p", "-t", target, "#{window_id}")).strip()
        if not window:
            raise Refused(f"tmux can't find {target}", code="target")
        lines = self.run(("list-windows", "-a", "-F", "#{window_id} #{session_id}")).splitlines()
        return {session for at, session in map(str.split, lines) if at == window}


def argument(word: str) -> str:
    """Return a word for tmux's command line, which must not end a command with its last letter."""
    return word[:-1] + "\\;" if word.endswith(";") else word
