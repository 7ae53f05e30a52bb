"""A person at a terminal, once for every backend: what is asked there is answered by keys.

A desk starts a program that asks, shows the terminal on which the question appears, and tells what
the program wrote and how it ended. The program's output goes to files, so that it looks the same to
all three.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from mplex.dialog.box import WAITING
from mplex.geometry import Size
from tests.support.environment import House, processes_of
from tests.support.patient import PATIENT
from tests.support.processes import command_line
from tests.support.server import Server
from tests.support.terminal import Terminal
from tests.support.tmux import TmuxServer

SHORT_FLOW = f"{sys.executable} -m tests.flow.short_flow"
DOWN = "\x1b[B"
SIZE = Size(24, 80)


class Desk:
    """What all desks share; `terminal` is where the question appears."""

    backend = ""

    def __init__(self, house: House, size: Size = SIZE) -> None:
        self.house = house
        self.size = size
        self.terminal: Terminal
        self._processes: list[subprocess.Popen[bytes]] = []

    # The program that asks.

    def show(self, spec: object, *argv: str) -> None:
        """Run `mplex-ctl show` with this backend."""
        self.start(spec, f"mplex-ctl show --backend {self.backend} {' '.join(argv)}")

    def show_shortly(self, spec: object, seconds: float) -> None:
        """Run a flow whose time is over soon."""
        self.start(spec, f"{SHORT_FLOW} {seconds} {self.backend}")

    def show_interrupted(self, spec: object, file: str) -> None:
        """Run a flow that another thread interrupts when there is a file of this name."""
        self.file(file).unlink(missing_ok=True)
        self.start(spec, f"{SHORT_FLOW} 600 {self.backend}", file)

    def start(self, spec: object, command: str, last: str = "") -> None:
        """Run a command with the path of a spec behind it, and perhaps a last word."""
        path = self.house.write("spec.json", json.dumps(spec))
        self.file("status").unlink(missing_ok=True)
        self.run(f"{command} {path} {last} >out 2>err; echo $? >part; mv part status")

    def run(self, script: str) -> None:
        """Run a shell script that asks."""
        self._processes.append(
            subprocess.Popen(
                ["sh", "-c", script],
                env={**self.house.environ, **self.environ()},
                cwd=self.house.home,
                stdin=subprocess.DEVNULL,
                start_new_session=True,
            )
        )

    def environ(self) -> Mapping[str, str]:
        """Return what leads a program to this desk."""
        return {}

    def asker(self) -> int:
        """Return the process id of the program that asks."""
        found = self._askers()
        assert found, "nobody asks"
        return found[0]

    def _askers(self) -> list[int]:
        found = []
        for pid in processes_of(str(self.house.folder)):
            words = command_line(pid)[1:3]
            if any(word.endswith((b"/mplex-ctl", b"short_flow")) for word in words):
                found.append(pid)
        return found

    def stop_asking(self, number: signal.Signals = signal.SIGTERM) -> None:
        """Send the program that asks a signal."""
        os.kill(self.asker(), number)

    def file(self, name: str) -> Path:
        """Return the path of a file in the folder of the program."""
        return self.house.home / name

    def status(self) -> int:
        """Wait for the program's end and return its exit status."""
        self.terminal.wait_until("the end of the asking program", self.file("status").exists)
        return int(self.file("status").read_text())

    def written(self) -> str:
        """Wait for the program's end and return what it wrote on standard output."""
        assert self.status() is not None
        return self.file("out").read_text(encoding="utf-8")

    def complaint(self) -> str:
        """Wait for the program's end and return what it wrote on standard error."""
        assert self.status() is not None
        return self.file("err").read_text(encoding="utf-8")

    def clear(self) -> None:
        """Leave a free terminal behind, whatever is still asked."""
        for pid in self._askers():
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGTERM)
        self.terminal.wait_until("nobody who asks", lambda: not self._askers())

    # The person.

    def see(self, text: str) -> None:
        """Wait for a text on the screen, in a question that has the keyboard."""
        self.terminal.wait_until(
            f"{text!r} in a question that takes keys",
            lambda: self.terminal.find(text) and not self.terminal.find(WAITING),
        )

    def choose(self, seen: str, index: int) -> None:
        """Wait for a text on the screen, and choose an option by its index."""
        self.see(seen)
        self.terminal.send(DOWN * index + "\r")

    def type(self, seen: str, text: str) -> None:
        """Wait for a text on the screen, replace what may stand in the line, and answer."""
        self.see(seen)
        self.see("Enter answer")
        self.terminal.send(f"\x15{text}\r")

    def press(self, seen: str, keys: str) -> None:
        """Wait for a text on the screen and press keys."""
        self.see(seen)
        self.terminal.send(keys)

    def close(self) -> None:
        """End whatever runs here."""
        self.house.close()
        for process in self._processes:
            process.wait()


class NativeDesk(Desk):
    """An attached client of mplex."""

    backend = "native"

    def __init__(self, house: House, size: Size = SIZE) -> None:
        super().__init__(house, size)
        self.server = Server(house)
        self.terminal = self.server.terminal("new-session", "exec sh", size=size, program=PATIENT)
        self.terminal.wait_for_text("$ ")

    def close(self) -> None:
        """End the server."""
        self.server.close()
        super().close()


class TmuxDesk(Desk):
    """An attached client of tmux; `tmux` is its server."""

    backend = "tmux"

    def __init__(self, house: House, size: Size = SIZE) -> None:
        super().__init__(house, size)
        self.tmux = TmuxServer(house)
        self.terminal = self.tmux.terminal("new-session", "exec sh", size=size)
        self.terminal.wait_for_text("$ ")
        self._environ = {
            "TMUX": self.tmux.display("#{socket_path},#{pid},0"),
            "TMUX_PANE": self.tmux.display("#{pane_id}"),
        }

    def environ(self) -> Mapping[str, str]:
        """Return what a program in the first pane has."""
        return self._environ

    def clear(self) -> None:
        """Take a menu away, too, which nobody else can."""
        super().clear()
        self.terminal.send("\x03")

    def close(self) -> None:
        """End the server."""
        self.tmux.close()
        super().close()


class TtyDesk(Desk):
    """A terminal with nothing but a shell in it, which runs the program that asks."""

    backend = "tty"

    def __init__(self, house: House, size: Size = SIZE) -> None:
        super().__init__(house, size)
        self.terminal = Terminal(["sh"], environ=house.environ, size=size, cwd=str(house.home))
        self.terminal.wait_for_text("$ ")

    def run(self, script: str) -> None:
        """Type the script, as the person would."""
        self.terminal.send(f"clear; {script}\r")

    def close(self) -> None:
        """End the shell."""
        self.terminal.close()
        super().close()


DESKS: dict[str, type[Any]] = {desk.backend: desk for desk in (NativeDesk, TmuxDesk, TtyDesk)}

__all__ = ["DESKS", "DOWN", "Desk", "NativeDesk", "TmuxDesk", "TtyDesk"]
