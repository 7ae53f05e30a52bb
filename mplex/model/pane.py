"""A pane: one emulated screen, and the program that prints on it.

The process belongs to the server; the pane knows it through `PtyHandle` only, so it could as well
live in another process. What the screen shows is read from `screen`; drawing is not done here.
"""

from __future__ import annotations

import shlex
import signal
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol

from mplex.geometry import Size
from mplex.options import Options
from mplex.vt.screen import Screen
from mplex.vt.stream import ByteStream

if TYPE_CHECKING:
    from mplex.model.window import Window

MAX_TITLE_CHARS = 1_000


class PtyHandle(Protocol):
    """The program of a pane, as far as a pane and commands need it."""

    pid: int
    tty: str

    def write(self, data: bytes) -> None:
        """Send bytes to the program's terminal."""

    def resize(self, size: Size) -> None:
        """Tell the program's terminal its size."""

    def kill(self, signal: int = signal.SIGHUP) -> None:
        """Send a signal to the program's process group."""

    def foreground_command(self) -> str:
        """Return the name of the program in the foreground, "" if unknown."""

    def foreground_cwd(self) -> str:
        """Return the working directory of the program in the foreground, "" if unknown."""


class Pane:
    """One pane of a window. Its id is never used again."""

    def __init__(
        self, id: int, window: Window, size: Size, *, history: int, host: str = ""
    ) -> None:
        self.id = id
        self.window = window
        self.size = size
        """What the layout gives it (or the whole window while it is zoomed)."""
        self.screen = Screen(size.cols, size.rows, history)
        self.stream = ByteStream(self.screen)
        self.options = Options("pane", window.options)
        self.pty: PtyHandle | None = None
        self.argv: list[str] = []
        self.cwd = ""
        """Where the program was started."""
        self.term = ""
        """The TERM it was told."""
        self.environ: dict[str, str] = {}
        self.dead = False
        self.exit_status: int | None = None
        self.exit_signal: int | None = None
        self.exited_at: float | None = None
        self.mode: Any = None
        """The mode that covers the screen, such as copy mode; it follows resizes."""
        self.active_point = 0
        """Larger the later the pane was made active; decides between neighbours."""
        self.input_off = False
        self.created = time.time()
        self._host = host
        self._given_title: tuple[str, str] | None = None

    def __repr__(self) -> str:
        return f"<Pane %{self.id}>"

    @property
    def command(self) -> str:
        """The shell command or program it was started with; "" for the default shell."""
        return self.argv[0] if len(self.argv) == 1 else shlex.join(self.argv)

    @property
    def pid(self) -> int:
        """The process id of its first program, 0 without one."""
        return self.pty.pid if self.pty else 0

    @property
    def tty(self) -> str:
        """The path of its terminal, "" without one."""
        return self.pty.tty if self.pty else ""

    @property
    def title(self) -> str:
        """The title given by the user or, if that was later, by the program; else the host."""
        shown = self.screen.title
        if self._given_title is not None and self._given_title[1] == shown:
            return self._given_title[0]
        return shown or self._host

    @title.setter
    def title(self, text: str) -> None:
        self._given_title = (text[:MAX_TITLE_CHARS], self.screen.title)

    @property
    def synchronized(self) -> bool:
        """Keys typed into one such pane of a window go to all of them."""
        return self.options.flag("synchronize-panes")

    def take_options(self) -> None:
        """Let the screen do what the pane's options allow."""
        screen, options = self.screen, self.options
        screen.titles_allowed = options.flag("allow-set-title")
        screen.alternate_allowed = options.flag("alternate-screen")
        screen.clears_into_history = options.flag("scroll-on-clear")

    def started(self, pty: PtyHandle) -> None:
        """Take a running program."""
        self.pty = pty
        self.dead = False
        self.exit_status = self.exit_signal = self.exited_at = None

    def ended(self, status: int | None, signal: int | None, now: float) -> None:
        """Note that the program is gone: with an exit status, or killed by a signal."""
        self.pty = None
        self.dead = True
        self.exit_status, self.exit_signal, self.exited_at = status, signal, now

    def resize(self, size: Size) -> None:
        """Give the pane and its screen a new size; the server tells the terminal."""
        if size != self.size:
            self.size = size
            if self.mode is not None:
                self.mode.before_resize()
            self.screen.resize(size.rows, size.cols)
            if self.mode is not None:
                self.mode.after_resize()

    def respawn(self, argv: Sequence[str], cwd: str, environ: dict[str, str]) -> None:
        """Note what is to be run next, and forget how the last program ended."""
        self.argv, self.cwd, self.environ = list(argv), cwd, dict(environ)
        self.dead = False
        self.exit_status = self.exit_signal = self.exited_at = None
