"""One form in one tmux popup, in which a program of ours draws it.

The form, the answer and every secret go over a socket in a folder of our own; the words of tmux's
command line are the program and that socket's path, and nothing of a spec. Hanging up ends the
program, and so the popup, whoever is killed.
"""

from __future__ import annotations

import base64
import os
import select
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from contextlib import suppress
from time import monotonic
from typing import Any

from flow.backends.backend import Changes
from flow.backends.popup_link import Link, accept, listen
from flow.backends.tmux_server import Tmux, TmuxClient
from flow.backends.tmux_staging import POPUP_SUFFIX, PREFIX
from mplex.dialog.answer import EXPIRED, STATUSES, Answer, Secret
from mplex.dialog.player import MEDIA_PLAYER, REMOTE
from mplex.errors import MplexError, NoServer, ProtocolError, Refused

START_SECONDS = 30.0
"""Seconds that the program in the popup may take to start."""

GRACE = 1.0
"""Seconds in which the program ends by itself."""

LOOK = 0.1
"""Seconds between two looks at whether tmux has ended meanwhile."""

START = (
    "import sys; sys.path[0] = {root!r}; from flow.backends.popup import main; main(sys.argv[1:])"
)
"""The program: its folder stands in for the current one, where anything might lie."""

PASSED_ON = (
    *("LANG", "LC_ALL", "LC_TIME", "NO_COLOR", "COLORTERM"),
    MEDIA_PLAYER,
    *REMOTE,
)
"""What the program has to know of the asker's environment."""


class PopupGone(Exception):
    """The popup was closed, and not by an answer."""


class TmuxForm:
    """One form on one client; a context manager that leaves nothing of it behind."""

    def __init__(self, tmux: Tmux, client: TmuxClient) -> None:
        self._tmux = tmux
        self._client = client
        self._process: subprocess.Popen[bytes] | None = None
        self._link: Link | None = None
        self._interrupted = False
        self._folder = tempfile.mkdtemp(prefix=PREFIX, suffix=POPUP_SUFFIX)
        try:
            self._listener = listen(os.path.join(self._folder, "ask"))
        except OSError as error:
            shutil.rmtree(self._folder, ignore_errors=True)
            raise Refused(
                f"cannot make a socket in {tempfile.gettempdir()}: {error}",
                hint="set TMPDIR to a folder with a short path",
            ) from error

    def __enter__(self) -> TmuxForm:
        return self

    def __exit__(self, *exc_info: object) -> None:
        self._end()
        self._listener.close()
        shutil.rmtree(self._folder, ignore_errors=True)

    def ask(
        self,
        screen: Mapping[str, Any],
        asker: str,
        media: Mapping[str, bytes],
        deadline: float,
        on_shown: Callable[[], None],
    ) -> Answer:
        """Show the form and wait for the answer; `on_shown` is called when it is on the screen.

        Raises `Refused` when it can't be shown (`busy`, ...), `PopupGone`, `NoServer` when it is
        interrupted.
        """
        self._process = self._tmux.start(self._command())
        link = self._link = self._connected(deadline)
        if link is None:
            return EXPIRED
        link.send(
            {
                "screen": dict(screen),
                "asker": asker,
                "timeout": max(0.1, deadline - monotonic()),
                "media": {name: base64.b64encode(data).decode() for name, data in media.items()},
                "environ": {name: os.environ[name] for name in PASSED_ON if name in os.environ},
            }
        )
        while self._readable(link, deadline + GRACE):
            message = link.receive()
            if self._interrupted:
                raise NoServer("interrupted")
            if message is None:
                raise PopupGone
            if "error" in message:
                raise Refused(str(message["error"]), code=str(message.get("code") or "refused"))
            if "shown" in message:
                on_shown()
            if "status" in message:
                return read_answer(message)
        return EXPIRED

    def update(self, changes: Changes, done: bool) -> bool:
        """Change the form, or end it; say whether it is still there."""
        link = self._link
        changed = {name: dict(change) for name, change in changes.items()}
        return link is not None and link.send({"changes": changed, "done": done})

    def interrupt(self) -> None:
        """Make the thread that waits here raise `NoServer`."""
        self._interrupted = True
        if self._link is not None:
            self._link.close()
        elif self._process is not None:
            self._process.kill()

    def _command(self) -> list[str]:
        words = ["display-popup", "-E", "-c", self._client.name, "-w", "100%", "-h", "100%"]
        if self._tmux.knows("display-popup", "B"):
            # The form has a frame of its own.
            words.append("-B")
        root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
        program = START.format(root=root)
        return [*words, sys.executable, "-c", program, os.path.join(self._folder, "ask")]

    def _connected(self, deadline: float) -> Link | None:
        """Wait for the program in the popup; None when time is up before."""
        assert self._process is not None
        until = min(deadline, monotonic() + START_SECONDS)
        while monotonic() < until:
            if select.select([self._listener], [], [], LOOK)[0]:
                link = accept(self._listener)
                if link is not None:
                    return link
            if self._interrupted:
                raise NoServer("interrupted")
            if self._process.poll() is not None and not _waits(self._listener):
                self._raise_not_shown(self._process)
        if until < deadline:
            raise Refused("the dialog's program did not start in tmux's popup", code="tmux")
        return None

    def _raise_not_shown(self, process: subprocess.Popen[bytes]) -> None:
        error = process.communicate()[1].decode(errors="replace").strip()
        if error:
            raise Refused(f"tmux: {error}", code="tmux")
        raise Refused(
            f"client {self._client.name} is busy with another menu or popup",
            code="busy",
            hint="ask again when it is closed",
        )

    def _readable(self, link: Link, until: float) -> bool:
        """Wait until something came; False when time is up."""
        return bool(select.select([link], [], [], max(0.0, until - monotonic()))[0])

    def _end(self) -> None:
        """Hang up, and see to it that the popup goes."""
        if self._link is not None:
            self._link.close()
        process = self._process
        if process is None:
            return
        try:
            process.communicate(timeout=GRACE)
        except subprocess.TimeoutExpired:
            if self._link is not None:
                # Ours is the one on the screen: its program was connected, and does not end.
                with suppress(MplexError):
                    self._tmux.run(("display-popup", "-C", "-c", self._client.name))
            process.kill()
            process.communicate()


def _waits(listener: socket.socket) -> bool:
    return bool(select.select([listener], [], [], 0)[0])


def read_answer(message: Mapping[str, Any]) -> Answer:
    """Return the answer in a message; raises `ProtocolError` when it is none."""
    status, secrets = message.get("status"), message.get("secrets")
    if status not in STATUSES:
        raise ProtocolError("a popup ended in a way that is not known")
    found = secrets if isinstance(secrets, dict) else {}
    return Answer(
        str(status),
        message.get("value"),
        str(message.get("reason") or ""),
        {name: Secret(str(value)) for name, value in found.items()},
    )
