"""A person at an attached terminal, and those who ask: `Room`, `Asking` and the raw `Control`.

The pane of a room holds a program in raw mode that writes every byte it gets to a file, so that a
test can say exactly which keys went to the pane.
"""

from __future__ import annotations

import contextlib
import json
import signal
import socket
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from mplex.geometry import Point, Size
from mplex.ui.theme import DIALOG_MARK
from tests.support.server import MPLEX_CTL, Server
from tests.support.terminal import Terminal
from tests.support.waiting import LIMIT

Json = dict[str, Any]

RECORDER = "stty raw -echo; printf ready; exec cat >>{}"
WAITING = "waits until you stop typing"

CHOICE: Json = {
    "kind": "choice",
    "title": "Where",
    "options": ["north", "east", "south", "west"],
    "default": 1,
}
MESSAGE: Json = {"kind": "message", "title": "News", "text": "It is done."}
TEXT: Json = {"kind": "text", "title": "Name", "label": "Tag"}


class Ended(NamedTuple):
    """How `mplex-ctl show` ended: exit status, the object it printed (None: none), its stderr."""

    status: int
    outcome: Json | None
    complaint: str


class Asking:
    """A running `mplex-ctl`."""

    def __init__(self, argv: list[str], environ: Mapping[str, str], cwd: Path) -> None:
        self.process = subprocess.Popen(
            [*MPLEX_CTL, *argv],
            env=dict(environ),
            cwd=cwd,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def end(self) -> Ended:
        """Wait for its end."""
        out, err = self.process.communicate(timeout=LIMIT)
        assert out.count("\n") <= 1, f"more than one line: {out!r}"
        return Ended(self.process.returncode, json.loads(out) if out else None, err)

    def kill(self, number: int = signal.SIGKILL) -> None:
        """Send it a signal."""
        self.process.send_signal(number)

    def close(self) -> None:
        """End it, whatever it does."""
        if self.process.poll() is None:
            self.process.kill()
        with contextlib.suppress(ValueError):
            self.process.communicate(timeout=LIMIT)


class Control:
    """A connection to the control socket, bytes by hand."""

    def __init__(self, path: Path) -> None:
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.settimeout(LIMIT)
        try:
            self._socket.connect(str(path))
        except OSError:
            self._socket.close()
            raise
        self._file = self._socket.makefile("rb")
        self._last = 0

    def send(self, data: bytes) -> None:
        """Send these very bytes."""
        self._socket.sendall(data)

    def post(self, method: str, **params: object) -> int:
        """Send a request and return its id, without waiting for an answer."""
        self._last += 1
        body = {"jsonrpc": "2.0", "id": self._last, "method": method, "params": params}
        self.send(json.dumps(body).encode() + b"\n")
        return self._last

    def read(self) -> Json | None:
        """Return the next object from the server, None when it has hung up."""
        line = self._file.readline()
        if not line:
            return None
        answer = json.loads(line)
        assert isinstance(answer, dict)
        return answer

    def ask(self, method: str, **params: object) -> Json:
        """Return the whole response to a request."""
        number = self.post(method, **params)
        answer = self.read()
        assert answer is not None and answer["id"] == number, answer
        return answer

    def call(self, method: str, **params: object) -> Json:
        """Return the result of a request that must succeed."""
        answer = self.ask(method, **params)
        assert "result" in answer, answer
        result = answer["result"]
        assert isinstance(result, dict)
        return result

    def refusal(self, method: str, **params: object) -> Json:
        """Return the error of a request that must fail."""
        answer = self.ask(method, **params)
        assert "error" in answer, answer
        error = answer["error"]
        assert isinstance(error, dict)
        return error

    def show(self, screen: Json, **params: object) -> str:
        """Show a screen and return its flow."""
        return str(self.call("show", screen=screen, **params)["flow"])

    def result(self, flow: str, wait: float = LIMIT) -> Json:
        """Return how a flow ended, waiting for it."""
        return self.call("result", flow=flow, wait=wait)

    def close_sending(self) -> None:
        """Hang up one way: nothing more will be asked."""
        self._socket.shutdown(socket.SHUT_WR)

    def close(self) -> None:
        """Hang up."""
        self._file.close()
        self._socket.close()


class Room:
    """A session of its own, somebody attached to it, and whoever asks them."""

    def __init__(self, server: Server, session: str, size: Size) -> None:
        self.server = server
        self.session = session
        self._record = server.house.home / f"keys-{session}"
        self._open: list[Asking | Control] = []
        self._specs = 0
        self.terminal = server.terminal(
            "new-session", "-s", session, RECORDER.format(self._record.name), size=size
        )
        self.terminal.wait_for_text("ready")

    # Who asks.

    def write_spec(self, spec: object) -> str:
        """Write a spec (a str as it is) to a file and return its name."""
        self._specs += 1
        text = spec if isinstance(spec, str) else json.dumps(spec)
        return str(self.server.house.write(f"{self.session}-{self._specs}.json", text))

    def run_ctl(self, *argv: str, environ: Mapping[str, str] | None = None) -> Asking:
        """Start `mplex-ctl`."""
        house = self.server.house
        asking = Asking(list(argv), {**house.environ, **(environ or {})}, house.home)
        self._open.append(asking)
        return asking

    def ask(self, spec: object, *argv: str, seen: str = DIALOG_MARK) -> Asking:
        """Start `mplex-ctl show` for this room and wait until `seen` is on the screen."""
        asking = self.run_ctl("show", self.write_spec(spec), "-t", self.session, *argv)
        self.see(seen)
        return asking

    def control(self) -> Control:
        """Connect to the control socket."""
        control = Control(self.server.control)
        self._open.append(control)
        return control

    # The person.

    def type(self, keys: str | bytes) -> None:
        """Type."""
        self.terminal.send(keys)

    def see(self, text: str) -> Point:
        """Wait until `text` is on the screen and return where."""
        return self.terminal.wait_for_text(text)

    def see_nothing_of(self, text: str = DIALOG_MARK) -> None:
        """Wait until `text` is off the screen."""
        self.terminal.wait_for_no_text(text)

    def click(self, point: Point) -> None:
        """Press and release the left button."""
        self.mouse(0, point)
        self.mouse(0, point, release=True)

    def mouse(self, button: int, point: Point, *, release: bool = False) -> None:
        """Send one mouse report; buttons 64 and 65 are the wheel up and down."""
        final = "m" if release else "M"
        self.type(f"\x1b[<{button};{point.col + 1};{point.row + 1}{final}")

    def resize(self, size: Size) -> None:
        """Give the terminal another size and wait until the server knows it."""
        self.terminal.resize(*size)
        sizes = ("list-clients", "-t", self.session, "-F", "#{client_height},#{client_width}")
        self.terminal.wait_until(
            f"the client to have {size}",
            lambda: self.server.ok(*sizes) == f"{size.rows},{size.cols}",
        )

    def attach(self, size: Size = Size(24, 80)) -> Terminal:  # noqa: B008  an immutable value.
        """Attach one more terminal to the session; it becomes the room's."""
        self.terminal = self.server.terminal("attach-session", "-t", self.session, size=size)
        return self.terminal

    def detach(self) -> None:
        """Detach the terminal and see its client end."""
        self.server.ok("detach-client", "-s", self.session)
        assert self.terminal.wait_for_end() == 0

    # The pane.

    def keys(self) -> bytes:
        """Return every byte that the pane has got so far."""
        return self._record.read_bytes() if self._record.exists() else b""

    def pane_gets(self, data: bytes) -> None:
        """Wait until the pane has got just these bytes since the room began."""
        self.terminal.wait_until(
            f"the pane to have {data!r}, not {self.keys()!r}", lambda: len(self.keys()) >= len(data)
        )
        assert self.keys() == data

    def forget(self) -> None:
        """End everybody who asks, and what they ask with them."""
        while self._open:
            self._open.pop().close()

    def close(self) -> None:
        """End all that is left of the test."""
        self.forget()
        with contextlib.suppress(OSError):
            control = Control(self.server.control)
            control.ask("command", argv=["kill-session", "-t", f"={self.session}"])
            control.close()
        self.terminal.close()


def box_of(terminal: Terminal) -> tuple[Point, Point]:
    """Return the corners of the dialog's box once all of its sides line up."""
    found = terminal.wait_until("a box whose sides line up", lambda: _corners(terminal))
    assert found is not None
    return found


def _corners(terminal: Terminal) -> tuple[Point, Point] | None:
    """Return the corners of the box, None when it is not whole."""
    texts = [text.ljust(terminal.size.cols) for text in terminal.screen.visible()[0]]
    head = f"╭─ {DIALOG_MARK}"
    top = next((row for row, text in enumerate(texts) if head in text and "╮" in text), None)
    if top is None:
        return None
    left, right = texts[top].index("╭"), texts[top].index("╮")
    for row in range(top + 1, len(texts)):
        if texts[row][left] == "╰" and texts[row][right] == "╯":
            return Point(top, left), Point(row, right)
        if texts[row][left] != "│" or texts[row][right] not in "│▲▼":
            return None
    return None
