"""A secret reaches the one who asked for it, once, and is nowhere else: no file, log or pane."""

from __future__ import annotations

import array
import contextlib
import os
import select
import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from flow.backends.backend import Place
from flow.backends.native import NativeBackend
from mplex.dialog.answer import OK
from tests.integration.dialogs.room import Control, Room
from tests.support.processes import open_files
from tests.support.server import Server
from tests.support.terminal import Terminal
from tests.support.waiting import LIMIT

SECRET = "correct-horse-battery"
PIECES = (SECRET, SECRET[::-1], SECRET.encode().hex())
RIGHTS = socket.CMSG_SPACE(253 * 4)


def form(folder: Path) -> dict[str, Any]:
    """Return a form with a secret and a name beside it."""
    return {
        "kind": "form",
        "title": "Token",
        "fields": [
            {"kind": "text", "name": "city", "label": "City"},
            {
                "kind": "secret",
                "name": "token",
                "label": "Token",
                "target": {"mode": "create", "path": str(folder / "token")},
            },
        ],
    }


class Tap:
    """A socket between an asker and the server that passes everything on and keeps the bytes."""

    def __init__(self, path: Path, server: Path, *, descriptors: bool) -> None:
        self.path = path
        self.seen = bytearray()
        self._server = server
        self._pass = descriptors
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(path))
        self._listener.listen()
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop listening."""
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self._thread.join(LIMIT)

    def _serve(self) -> None:
        with contextlib.suppress(OSError):
            asker, _ = self._listener.accept()
            with asker, socket.socket(socket.AF_UNIX) as server:
                server.connect(str(self._server))
                self._relay(asker, server)

    def _relay(self, asker: socket.socket, server: socket.socket) -> None:
        others = {asker: server, server: asker}
        while True:
            for ready in select.select(list(others), [], [])[0]:
                data, beside, _, _ = ready.recvmsg(65536, RIGHTS)
                if not data:
                    return
                self.seen += data
                found = array.array("i")
                for _, _, numbers in beside:
                    found.frombytes(numbers)
                rights = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, found)]
                others[ready].sendmsg([data], rights if found and self._pass else [])
                for number in found:
                    os.close(number)


class Sealed:
    """A server that logs all it can, and somebody at a terminal of it."""

    def __init__(self, server: Server) -> None:
        self.server = server
        server.configure(f"set -g history-file {server.house.home}/history\n")
        self.terminal: Terminal = server.terminal("-vv", "new-session", "exec cat")
        self.terminal.wait_for_text("[0]")

    def fill_in(self) -> None:
        """Type the secret into the form and submit it."""
        self.terminal.wait_for_text("❖ Token")
        self.terminal.send(f"Ulm\t{SECRET}")
        self.terminal.wait_for_text("•")
        self.terminal.send("\x1b\r")
        self.terminal.wait_for_no_text("❖")

    def places(self) -> Iterator[tuple[str, bytes]]:
        """Yield everything that could have kept the secret, with its name."""
        yield from self.files()
        yield "terminal", bytes(self.terminal.output)
        for argv in (
            ("capture-pane", "-p", "-e", "-S", "-", "-E", "-"),
            ("show-messages",),
            ("list-buffers",),
            ("show-options", "-g"),
            ("show-environment", "-g"),
        ):
            yield argv[0], self.server.ok(*argv).encode()
        yield "list", repr(self.server.call("list")).encode()
        for name in ("cmdline", "environ"):
            yield name, Path(f"/proc/{self.server.pid}/{name}").read_bytes()

    def files(self) -> Iterator[tuple[str, bytes]]:
        """Yield every file of the house: logs, histories, configurations."""
        for path in self.server.house.folder.rglob("*"):
            if path.is_file():
                yield str(path), path.read_bytes()


def keeping(places: Iterator[tuple[str, bytes]]) -> list[str]:
    """Return the names of the places that have kept any form of the secret."""
    return [name for name, content in places if any(each.encode() in content for each in PIECES)]


@pytest.fixture
def sealed(server: Server) -> Sealed:
    return Sealed(server)


@contextlib.contextmanager
def asking(sealed: Sealed, *, descriptors: bool) -> Iterator[tuple[NativeBackend, Tap]]:
    """Return a backend that asks through a tap."""
    tap = Tap(sealed.server.house.runtime / "tap", sealed.server.control, descriptors=descriptors)
    backend = NativeBackend(Place(str(tap.path)))
    try:
        yield backend, tap
    finally:
        backend.close()
        tap.close()


def ask(backend: NativeBackend, sealed: Sealed) -> Any:
    """Ask in a thread of its own while the person fills in; return the answer."""
    answers: list[Any] = []
    screen = form(sealed.server.house.home)
    thread = threading.Thread(target=lambda: answers.append(backend.ask(screen, 60)))
    thread.start()
    sealed.fill_in()
    thread.join(LIMIT)
    return answers[0]


def test_the_secret_is_where_it_was_asked_for_and_nowhere_else(sealed: Sealed) -> None:
    with asking(sealed, descriptors=True) as (backend, tap):
        answer = ask(backend, sealed)
        assert answer.status == OK
        assert answer.value["values"] == {"city": "Ulm"}
        assert {name: each.reveal() for name, each in answer.secrets.items()} == {"token": SECRET}
        assert SECRET not in repr(answer)
        assert b'"secrets":{"token":0}' in tap.seen.replace(b" ", b"")
        assert b"Ulm" in tap.seen
        assert not any(piece.encode() in tap.seen for piece in PIECES)
        assert keeping(sealed.places()) == []
    log = Path(f"{sealed.server.socket}.log").read_text()
    assert "show from pid" in log and "result from pid" in log
    sealed.server.run("kill-server")
    sealed.server.wait_for_end()
    assert keeping(sealed.files()) == []


def test_behind_a_relay_there_is_no_secret_and_the_answer_is_whole(sealed: Sealed) -> None:
    with asking(sealed, descriptors=False) as (backend, tap):
        answer = ask(backend, sealed)
        assert answer.value["values"] == {"city": "Ulm"}
        assert dict(answer.secrets) == {}
        assert not any(piece.encode() in tap.seen for piece in PIECES)


def test_no_descriptor_of_a_secret_stays_in_the_server(sealed: Sealed) -> None:
    pid = sealed.server.pid
    control = Control(sealed.server.control)

    def pipes() -> list[str]:
        return [link for link in open_files(pid) if link.startswith(("pipe:", "/memfd:"))]

    before = pipes()
    for _ in range(5):
        flow = control.show(form(sealed.server.house.home))
        sealed.fill_in()
        # Read without room for descriptors, as programs do that do not know of them.
        assert control.result(flow)["secrets"] == {"token": 0}
        assert "secrets" not in control.result(flow)
    assert pipes() == before
    control.close()


def test_somebody_else_never_gets_it(sealed: Sealed) -> None:
    control, thief = Control(sealed.server.control), Control(sealed.server.control)
    flow = control.show(form(sealed.server.house.home))
    stolen = thief.post("result", flow=flow, wait=LIMIT)
    sealed.fill_in()
    answer = thief.read()
    assert answer is not None and answer["id"] == stolen
    assert "secrets" not in answer["result"]
    assert control.result(flow)["secrets"] == {"token": 0}
    for each in (control, thief):
        each.close()


def test_a_secret_may_be_long(room: Room) -> None:
    backend = NativeBackend(Place(str(room.server.control), target=room.session))
    answers: list[Any] = []
    screen = form(room.server.house.home)
    thread = threading.Thread(target=lambda: answers.append(backend.ask(screen, 60)))
    thread.start()
    room.see("❖ Token")
    room.type("\t\x1b[200~" + "k" * 90_000 + "\x1b[201~")
    room.see("•")
    room.type("\x1b\r")
    thread.join(LIMIT)
    backend.close()
    assert answers[0].secrets["token"].reveal() == "k" * 90_000
