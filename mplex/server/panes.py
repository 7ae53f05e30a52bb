"""The life of a pane: its program started, its output shown, its events heard, its end.

Everything that a program in a pane can cause passes here, so here it is bounded: reading has a
budget (`pty_process`), events come from the emulator as a bounded list, and none of them is trusted
with more than the options allow. Drawing and keys are elsewhere.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Mapping
from typing import Protocol

from mplex.commands.context import ClientApi
from mplex.commands.environment import program_environ
from mplex.geometry import Size
from mplex.log import Log
from mplex.model.pane import Pane
from mplex.model.tree import Tree
from mplex.model.window import Window
from mplex.server.environment import default_term, pane_environ, program_for, usable_shell
from mplex.server.jobs import Job, Jobs
from mplex.server.pty_process import PtyHost, PtyProcess
from mplex.vt.state import never

log = Log("mplex.panes")
EPITAPH = "remain-on-exit-format"
CLIPBOARD_MAX = 1 << 20
"""Characters a program may put on the clipboard at once."""


class House(Protocol):
    """The server, as the panes need it."""

    tree: Tree
    socket_path: str
    pid: int

    def write(self, pane: Pane, data: bytes) -> None:
        """Give `data` to the pane's process as it is."""

    def pane_changed(self, pane: Pane) -> None:
        """What a pane shows has changed."""

    def pane_ended(self, pane: Pane) -> None:
        """A pane is to be taken away."""

    def redraw_status(self) -> None:
        """Titles or names have changed."""

    def copy(self, data: bytes, client: ClientApi | None, name: str | None = None) -> None:
        """Add a paste buffer and pass it to the clipboard."""

    def pane_alert(self, pane: Pane, kind: str) -> None:
        """A bell rang, or something happened in a watched window."""

    def pane_notified(self, pane: Pane, title: str, body: str) -> None:
        """A program in a pane wants the person to know something."""

    def pane_text(self, pane: Pane, option: str) -> str:
        """Return an option of a pane with its formats expanded."""

    def pane_passthrough(self, pane: Pane, data: bytes) -> None:
        """A program wants to talk to the terminal itself."""


class PaneKeeper:
    """Starts and ends the programs of panes and hears what they print."""

    def __init__(self, house: House, ptys: PtyHost, jobs: Jobs) -> None:
        self._house = house
        self._ptys = ptys
        self._jobs = jobs
        self._pipes: dict[int, tuple[Job, bool]] = {}

    def spawn(
        self,
        pane: Pane,
        argv: list[str],
        *,
        cwd: str,
        environ: Mapping[str, str] | None = None,
        pixels: tuple[int, int] = (0, 0),
    ) -> None:
        """Start a program in `pane`; CommandError when it cannot be started."""
        house, tree = self._house, self._house.tree
        session = tree.session_of(pane.window)
        options = session.options
        self.kill(pane)
        merged = {**program_environ(tree, session), **(environ or {})}
        shell = usable_shell(options.text("default-shell"), merged.get("SHELL", ""))
        program = program_for(argv, shell=shell, default_command=options.text("default-command"))
        term = tree.options.text("default-terminal") or default_term(merged)
        location = f"{house.socket_path},{house.pid},{session.id}"
        full = pane_environ(merged, term=term, location=location, pane_id=pane.id)
        full["SHELL"] = shell
        cwd = cwd or session.cwd or os.path.expanduser("~")
        full["PWD"] = cwd
        process = self._ptys.spawn(
            program.path, program.argv, cwd=cwd, environ=full, size=pane.size
        )
        pane.argv, pane.cwd, pane.term = list(argv), cwd, term
        log.info("pane %%%d: pid %d runs %s", pane.id, process.pid, program.path)
        pane.started(process)
        process.on_output = lambda data: self._output(pane, data)
        pane.screen.tired = process.late
        process.on_turn = lambda: self._turn(pane)
        process.on_exit = lambda status, number: self._exited(pane, process, status, number)
        self.resized(pane, pixels)
        process.start()

    def kill(self, pane: Pane) -> None:
        """Hang up on the pane's program; one that ignores that lives on without a terminal."""
        self.pipe(pane, "", output=False, input=False)
        process = pane.pty
        if not isinstance(process, PtyProcess):
            return
        process.on_exit = lambda status, number: None
        process.on_output = lambda data: False
        process.on_turn = lambda: None
        process.kill(signal.SIGHUP)
        process.kill(signal.SIGCONT)
        process.close()

    def resized(self, pane: Pane, pixels: tuple[int, int] | None = None) -> None:
        """Tell the pane's program its size: through the terminal, and in band if it wants that."""
        process = pane.pty
        if isinstance(process, PtyProcess):
            process.resize(pane.size, pixels)
            if pixels and all(pixels):
                pane.screen.cell_width, pane.screen.cell_height = pixels
            process.write(pane.screen.take_replies())

    def pipe(self, pane: Pane, command: str, *, output: bool, input: bool) -> None:
        """Connect a pane to a shell command: its output to the command, the command's to it."""
        previous = self._pipes.pop(pane.id, None)
        if previous is not None:
            previous[0].end_input()
        if not command:
            return
        job = self._jobs.run(
            command,
            cwd=pane.cwd,
            environ=self._house.tree.environ,
            on_done=lambda status, data: self._pipe_done(pane, job),
            on_output=lambda data: self._house.write(pane, data),
            with_input=output,
            output=input,
        )
        self._pipes[pane.id] = (job, output)

    def piped(self, pane: Pane) -> bool:
        """Say whether the pane's output goes to a command."""
        return pane.id in self._pipes

    def _pipe_done(self, pane: Pane, job: Job) -> None:
        if self._pipes.get(pane.id, (None, False))[0] is job:
            del self._pipes[pane.id]

    def _output(self, pane: Pane, data: bytes) -> bool:
        """Show a piece of output; tell whether that was too much for one turn."""
        pane.stream.feed(data)
        piped = self._pipes.get(pane.id)
        if data and piped is not None and piped[1]:
            piped[0].write(data)
        return pane.screen.behind

    def _turn(self, pane: Pane) -> None:
        """Pass on what the emulator collected during one turn of reading."""
        screen = pane.screen
        replies = screen.take_replies()
        if replies and isinstance(pane.pty, PtyProcess):
            pane.pty.reply(replies)
        for event in screen.take_events():
            handler = EVENTS.get(event[0])
            if handler is not None:
                handler(self, pane, *event[1:])
        self._house.pane_changed(pane)

    def _exited(
        self, pane: Pane, process: PtyProcess, status: int | None, number: int | None
    ) -> None:
        if pane.pty is not process:
            return
        log.info(
            "pane %%%d: pid %d ended (status %s, signal %s)", pane.id, process.pid, status, number
        )
        pane.ended(status, number, time.time())
        # Nobody goes on with what is put off any more.
        pane.screen.tired = never
        keep = pane.options.text("remain-on-exit")
        if keep == "on" or (keep == "failed" and status != 0):
            pane.stream.feed(_epitaph(pane.size, self._house.pane_text(pane, EPITAPH)))
            self._house.pane_changed(pane)
        else:
            self._house.pane_ended(pane)

    def _bell(self, pane: Pane, *_: str) -> None:
        self._house.pane_alert(pane, "bell")

    def _title(self, pane: Pane, *_: str) -> None:
        self._house.redraw_status()

    def _rename(self, pane: Pane, name: str = "", *_: str) -> None:
        window: Window = pane.window
        if window.options.flag("allow-rename") and name:
            window.rename(name)
            self._house.redraw_status()

    def _clipboard(self, pane: Pane, selection: str = "c", data: str = "", *_: str) -> None:
        if data == "?" or self._house.tree.options.text("set-clipboard") != "on":
            # Reading the clipboard is never granted: any file a person looks at could ask for it.
            return
        if data:
            content = data[:CLIPBOARD_MAX].encode("utf-8", "surrogateescape")
            self._house.copy(content, None)

    def _notify(self, pane: Pane, title: str = "", body: str = "", *_: str) -> None:
        self._house.pane_notified(pane, title, body)

    def _passthrough(self, pane: Pane, data: str = "", *_: str) -> None:
        if pane.options.text("allow-passthrough") != "off":
            self._house.pane_passthrough(pane, data.encode("utf-8", "replace"))


EVENTS: dict[str, Callable[..., None]] = {
    "bell": PaneKeeper._bell,
    "title": PaneKeeper._title,
    "rename": PaneKeeper._rename,
    "clipboard": PaneKeeper._clipboard,
    "notify": PaneKeeper._notify,
    "passthrough": PaneKeeper._passthrough,
}
"""What the emulator reports, and who hears it; anything else is stored on the screen itself."""


def _epitaph(size: Size, text: str) -> bytes:
    """Return what a dead pane is fed to say `text` in its last row, on its main screen."""
    shown = "".join(char for char in text if char.isprintable())[: size.cols]
    return f"\x1b[?1049l\x1b[!p\x1b[r\x1b[{size.rows};1H\r\n\x1b[K{shown}\x1b[?25l".encode()
