"""A private mplex server for one test, driven as a user would: through the command line.

The server starts itself with the first command that needs one, as it does for a user; nothing of it
runs inside the test's process.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from mplex.geometry import Size
from tests.support.environment import House
from tests.support.terminal import Terminal
from tests.support.waiting import LIMIT, wait_until

MPLEX = (str(Path(sys.executable).with_name("mplex")),)
MPLEX_CTL = (str(Path(sys.executable).with_name("mplex-ctl")),)


class Server:
    """The mplex server on the default socket of a house, and the terminals attached to it."""

    program: tuple[str, ...] = MPLEX

    def __init__(self, house: House) -> None:
        self.house = house
        self.terminals: list[Terminal] = []

    @property
    def socket(self) -> Path:
        """The path of the server's socket; the control socket's has `.ctl` behind it."""
        return self.house.runtime / "mplex" / "default"

    @property
    def control(self) -> Path:
        """The path of the server's control socket."""
        return Path(f"{self.socket}.ctl")

    # Commands.

    def run(
        self,
        *argv: str,
        stdin: str = "",
        environ: Mapping[str, str] | None = None,
        cwd: str | Path | None = None,
        timeout: float = LIMIT,
        program: tuple[str, ...] | None = None,
    ) -> subprocess.CompletedProcess[str]:
        """Run `mplex ARGV...` without a terminal and return what it printed and its status."""
        return subprocess.run(
            [*(program or self.program), *argv],
            input=stdin,
            env={**self.house.environ, **(environ or {})},
            cwd=cwd or self.house.home,
            timeout=timeout,
            capture_output=True,
            text=True,
            check=False,
        )

    def ctl(self, *argv: str, **keywords: Any) -> subprocess.CompletedProcess[str]:
        """Run `mplex-ctl ARGV...` without a terminal; keywords as for `run`."""
        return self.run(*argv, program=MPLEX_CTL, **keywords)

    def ok(self, *argv: str, **keywords: Any) -> str:
        """Run a command that must succeed and return its output without the last newline."""
        done = self.run(*argv, **keywords)
        assert done.returncode == 0, f"mplex {' '.join(argv)}: {done.stderr or done.stdout}"
        return done.stdout.removesuffix("\n")

    def display(self, template: str, target: str | None = None) -> str:
        """Return a format expanded for a target, as `display-message -p` prints it."""
        where = ["-t", target] if target else []
        return self.ok("display-message", "-p", *where, template)

    def call(self, method: str, **params: object) -> Any:
        """Return the result of one method of the control socket."""
        done = self.ctl("call", method, json.dumps(params))
        assert done.returncode == 0, f"{method}: {done.stderr or done.stdout}"
        return json.loads(done.stdout)

    def configure(self, text: str) -> None:
        """Write the configuration that the server reads when it starts."""
        self.house.write(".config/mplex/mplex.conf", text)

    # Terminals.

    def terminal(
        self,
        *argv: str,
        size: Size = Size(24, 80),  # noqa: B008  an immutable value.
        environ: Mapping[str, str] | None = None,
        program: tuple[str, ...] | None = None,
    ) -> Terminal:
        """Run `mplex ARGV...` (or another `program`) in a terminal of its own."""
        terminal = Terminal(
            [*(program or self.program), *argv],
            environ={**self.house.environ, **(environ or {})},
            size=size,
            cwd=str(self.house.home),
        )
        self.terminals.append(terminal)
        return terminal

    def start_ctl(self, *argv: str) -> subprocess.Popen[str]:
        """Start `mplex-ctl ARGV...` beside the test, its output in pipes."""
        return subprocess.Popen(
            [*MPLEX_CTL, *argv],
            env=self.house.environ,
            cwd=self.house.home,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            # The terminal of whoever runs the tests is not for questions.
            start_new_session=True,
        )

    # The server itself.

    @property
    def pid(self) -> int:
        """The server's process id."""
        return int(self.display("#{pid}"))

    def wait_for_end(self, timeout: float = LIMIT) -> None:
        """Wait until the server has ended and its sockets are gone."""
        sockets = (self.socket, self.control)
        wait_until(
            "the server's end", lambda: not any(path.exists() for path in sockets), timeout=timeout
        )

    def close(self) -> None:
        """Close the terminals and end the server, whatever state it is in."""
        for terminal in self.terminals:
            terminal.close()
        self.house.close()
