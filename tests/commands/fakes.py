"""A server, a client and a connection without ptys or sockets, over the real model.

They note what commands ask of them, so that tests can look; time and shell commands move only when
a test says so.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from mplex.commands.context import ClientApi, Context, MouseHit
from mplex.commands.key_tables import KeyTables
from mplex.commands.queue import run_argv, run_text
from mplex.commands.table import COMMANDS
from mplex.commands.wait_for import Channels
from mplex.geometry import Point, Rect, Size
from mplex.model.pane import Pane
from mplex.model.session import Session
from mplex.model.target import Target
from mplex.model.tree import Tree
from mplex.model.window import Window
from mplex.term.keys import Key, MouseEvent, key_name
from mplex.ui.overlay import Overlay
from mplex.ui.prompt_request import PromptRequest
from mplex.ui.theme import Theme


class FakePty:
    """A program that does nothing."""

    pid = 4321
    tty = "/dev/pts/fake"

    def write(self, data: bytes) -> None: ...
    def resize(self, size: Size) -> None: ...
    def kill(self, signal: int = 1) -> None: ...
    def foreground_command(self) -> str:
        return "sh"

    def foreground_cwd(self) -> str:
        return "/tmp"


@dataclass
class Job:
    """A shell command that a test has to end."""

    command: str
    cwd: str
    environ: Mapping[str, str]
    on_done: Callable[[int, bytes], None]
    stdin: bytes


@dataclass
class Timer:
    """A call that a test has to make."""

    seconds: float
    callback: Callable[[], None]
    cancelled: bool = False

    def cancel(self) -> None:
        self.cancelled = True

    def fire(self) -> None:
        if not self.cancelled:
            self.callback()


class FakeClient:
    """A terminal that notes what it is shown."""

    def __init__(self, server: FakeServer, session: Session, name: str = "/dev/pts/9") -> None:
        self.server = server
        self.name = self.tty = name
        self.pid = 77
        self.size = Size(25, 80)
        self.termname = "xterm"
        self.session = session
        self.window = session.current
        self.readonly = False
        self.created = self.activity = 0.0
        self.key_table = "root"
        self.last_session: Session | None = None
        self.features: Any = None
        self.prefix_active = False
        self.offset: Point | None = None
        self.theme = Theme()
        self.messages: list[str] = []
        self.prompts: list[PromptRequest] = []
        self.overlays: list[Overlay] = []
        self.log: list[str] = []
        self.pressed: list[Key] = []

    @property
    def pane_area(self) -> Size:
        return Size(self.size.rows - 1, self.size.cols)

    def pane_rect(self, pane: Pane) -> Rect:
        return self.window.rects().get(pane, Rect(0, 0, 1, 1))

    def close_overlay(self, overlay: Overlay) -> None:
        if overlay in self.overlays:
            self.overlays.remove(overlay)
            overlay.on_close(None)

    def switch(self, session: Session, window: Window | None = None) -> None:
        if session is not self.session:
            self.last_session, self.session = self.session, session
        self.window = window or session.current

    def select_window(self, window: Window) -> None:
        self.session.select(window)
        self.window = window

    def show_window(self, window: Window) -> None:
        self.window = window

    def detach(self, message: str = "detached", *, hangup: bool = False) -> None:
        self.log.append(f"detach {message}{' hangup' if hangup else ''}")
        self.server.clients.remove(self)

    def replace(self, command: str) -> None:
        self.log.append(f"replace {command}")

    def suspend(self) -> None:
        self.log.append("suspend")

    def pan(self, direction: str, cells: int) -> None:
        self.log.append(f"pan {direction} {cells}")

    def press(self, key: Key) -> None:
        self.pressed.append(key)

    def message(self, text: str, seconds: float | None = None) -> None:
        self.messages.append(text)

    def open_prompt(self, prompt: PromptRequest) -> None:
        self.prompts.append(prompt)

    def open_overlay(self, overlay: Overlay) -> None:
        self.overlays.append(overlay)

    def set_key_table(self, name: str) -> None:
        self.key_table = name

    def redraw(self) -> None: ...
    def redraw_all(self) -> None:
        self.log.append("redraw all")

    def copy_out(self, data: bytes) -> None:
        self.log.append(f"clipboard {data!r}")


class FakeConnection:
    """A shell's mplex process."""

    def __init__(self, server: FakeServer, stdin: bytes = b"", *, terminal: bool = True) -> None:
        self.server = server
        self.stdin = stdin
        self.terminal = terminal
        self.size = Size(25, 80)

    def read_stdin(self, on_data: Callable[[bytes], None]) -> None:
        on_data(self.stdin)

    def attach(
        self, session: Session, window: Window | None = None, *, readonly: bool = False
    ) -> ClientApi:
        client = FakeClient(self.server, session)
        client.readonly = readonly
        client.window = window or session.current
        self.server.clients.append(client)
        return client


class FakeServer:
    """A server whose panes run nothing."""

    def __init__(self) -> None:
        self.tree = Tree({"HOME": "/home/me", "PATH": "/bin"}, host="host")
        self.key_tables = KeyTables(COMMANDS)
        self.clients: list[FakeClient] = []
        self.socket_path = "/tmp/mplex/default"
        self.pid = 99
        self.version = "0.1.0"
        self.started = 0.0
        self.messages: list[tuple[float, str]] = []
        self.config_files: Sequence[str] = ()
        self.marked: Target | None = None
        self.channels = Channels()
        self.prompt_history: dict[str, list[str]] = {}
        self.jobs: list[Job] = []
        self.timers: list[Timer] = []
        self.sent: list[str] = []
        """What panes were given: "%0 key C-c", "%0 bytes b'x'"."""
        self.pipes: dict[Pane, str] = {}
        self.killed = False

    def spawn(
        self,
        pane: Pane,
        argv: list[str],
        *,
        cwd: str,
        environ: dict[str, str] | None = None,
    ) -> None:
        pane.respawn(argv, cwd, environ or {})
        pane.started(FakePty())

    def kill_pane(self, pane: Pane) -> None:
        self.tree.remove_pane(pane)

    def kill_window(self, window: Window) -> None:
        self.tree.remove_window(window)

    def kill_session(self, session: Session) -> None:
        self.tree.remove_session(session)

    def kill_server(self) -> None:
        self.killed = True

    def layout_changed(self, window: Window) -> None: ...
    def redraw(self, window: Window | None = None) -> None: ...
    def redraw_status(self) -> None: ...

    def write(self, pane: Pane, data: bytes) -> None:
        self.sent.append(f"%{pane.id} bytes {data!r}")

    def send_key(self, pane: Pane, key: Key) -> None:
        self.sent.append(f"%{pane.id} key {key_name(key)}")

    def paste(self, pane: Pane, data: bytes, bracketed: bool) -> None:
        self.sent.append(f"%{pane.id} paste {data!r}{' bracketed' if bracketed else ''}")

    def send_mouse(self, pane: Pane, event: MouseEvent) -> None:
        self.sent.append(f"%{pane.id} mouse {event.action}")

    def pipe(self, pane: Pane, command: str, *, output: bool, input: bool) -> None:
        self.pipes.pop(pane, None)
        if command:
            self.pipes[pane] = f"{command} {'O' * output}{'I' * input}"

    def is_piped(self, pane: Pane) -> bool:
        return pane in self.pipes

    def drag_border(self, client: ClientApi, hit: MouseHit) -> None:
        self.sent.append("drag border")

    def copy(self, data: bytes, client: ClientApi | None, name: str | None = None) -> None:
        self.tree.buffers.add(data, name)
        if client is not None:
            client.copy_out(data)

    def run_job(
        self,
        command: str,
        *,
        cwd: str,
        environ: Mapping[str, str],
        on_done: Callable[[int, bytes], None],
        on_line: Callable[[bytes], None] | None = None,
        stdin: bytes = b"",
    ) -> None:
        self.jobs.append(Job(command, cwd, environ, on_done, stdin))

    def call_later(self, seconds: float, callback: Callable[[], None]) -> Timer:
        timer = Timer(seconds, callback)
        self.timers.append(timer)
        return timer

    def client_for(self, session: Session | None, pane: Pane | None = None) -> FakeClient | None:
        matching = [client for client in self.clients if session in (None, client.session)]
        found = matching or self.clients
        return found[-1] if found else None

    def log(self, text: str) -> None:
        self.messages.append((0.0, text))


@dataclass
class Outcome:
    """What a command list said, and whether it has ended."""

    context: Context
    statuses: list[int] = field(default_factory=list)

    @property
    def done(self) -> bool:
        return bool(self.statuses)

    @property
    def out(self) -> str:
        return b"".join(self.context.output).decode()

    @property
    def errors(self) -> list[str]:
        return self.context.errors


class Home:
    """A fake server and quick ways to run commands on it."""

    def __init__(self) -> None:
        self.server = FakeServer()

    @property
    def tree(self) -> Tree:
        return self.server.tree

    @property
    def client(self) -> FakeClient:
        return self.server.clients[-1]

    def attach(self, target: str = "") -> FakeClient:
        """Attach a client to the session `target`, or to the first one."""
        sessions = list(self.tree.sessions.values())
        session = next((each for each in sessions if each.name == target), sessions[0])
        client = FakeClient(self.server, session, f"/dev/pts/{9 + len(self.server.clients)}")
        self.server.clients.append(client)
        session.attached += 1
        return client

    def context(self, caller: str = "cli", **more: Any) -> Context:
        sessions = list(self.tree.sessions.values())
        current = Target(None, None, None)
        if sessions:
            window = sessions[0].current
            current = Target(sessions[0], window, window.active)
        more.setdefault("current", None if more.get("client") else current)
        more.setdefault("cwd", "/tmp")
        return Context(self.server, caller=caller, **more)

    def run(self, *argv: str, context: Context | None = None, **more: Any) -> Outcome:
        """Run the words of a shell command."""
        outcome = Outcome(context or self.context(**more))
        run_argv(argv, outcome.context, outcome.statuses.append)
        return outcome

    def text(self, text: str, source: str = "", **more: Any) -> Outcome:
        """Run command text."""
        outcome = Outcome(self.context(**more))
        run_text(text, outcome.context, outcome.statuses.append, source)
        return outcome

    def key(self, text: str, **more: Any) -> Outcome:
        """Run command text as a key of the last client would."""
        return self.text(text, caller="key", client=self.client, **more)

    def output(self, *argv: str) -> list[str]:
        """Run a command that has to succeed; return its lines."""
        outcome = self.run(*argv)
        assert outcome.errors == []
        return outcome.out.splitlines()

    def error(self, *argv: str) -> str:
        """Run a command that has to fail; return the first line it says."""
        outcome = self.run(*argv)
        assert outcome.statuses == [1]
        return outcome.errors[0]
