"""The server: everything it owns in one place, and what commands may do with it.

This is composition: each part (panes, flows, alerts, sizes, redraw, key routing) has a module of
its own, and this class implements the `ServerApi` of `mplex.commands.context` by handing on. State
that is to outlive a process is in `mplex.model`, as data.
"""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import mplex
from mplex.commands.context import ClientApi, MouseHit
from mplex.commands.formats import expand
from mplex.commands.key_tables import KeyTables
from mplex.commands.table import COMMANDS
from mplex.commands.variables import FormatContext, automatic_name, variables
from mplex.commands.wait_for import Channels
from mplex.errors import MplexError
from mplex.log import Log
from mplex.model.pane import Pane
from mplex.model.session import Session
from mplex.model.target import Target
from mplex.model.tree import Tree
from mplex.model.window import Window
from mplex.server import lazy
from mplex.server.alerts import Alerts, Notice
from mplex.server.client import AttachedClient
from mplex.server.endings import Endings
from mplex.server.environment import take_habits
from mplex.server.focus import Focus
from mplex.server.jobs import Jobs
from mplex.server.key_router import KeyRouter
from mplex.server.loop import Handle, Loop
from mplex.server.names import WindowNames, first_name
from mplex.server.outer_colours import OuterColours
from mplex.server.panes import PaneKeeper
from mplex.server.pty_process import PtyHost
from mplex.server.redraw import Redraw
from mplex.server.runner import Runner
from mplex.server.scene import HeldPictures
from mplex.server.shell_output import ShellOutput
from mplex.server.sizes import wanted_size
from mplex.server.status import StatusLine
from mplex.server.ticking import EdgeScroll, StatusClock
from mplex.server.warming import Warming
from mplex.term.key_encoder import encode_key, encode_mouse, encode_paste, plain_key
from mplex.term.keys import Key, MouseEvent, ReplyEvent
from mplex.term.mouse_encoder import encode_wheel_as_keys
from mplex.vt.widths import override_widths

if TYPE_CHECKING:
    from mplex.server.asking import Asking

log = Log("mplex.server")


class Server:
    """All sessions, all clients, and the loop that serves them."""

    def __init__(
        self,
        loop: Loop,
        socket_path: str,
        *,
        config_files: list[str] | None = None,
        on_stop: Callable[[], None] = lambda: None,
    ) -> None:
        self.loop = loop
        self.socket_path = socket_path
        self.config_files = list(config_files or [])
        self.pid = os.getpid()
        self.version = mplex.__version__
        self.started = time.time()
        self.tree = Tree(dict(os.environ))
        take_habits(self.tree)
        self.key_tables = KeyTables(COMMANDS)
        self.clients: list[AttachedClient] = []
        self.messages: deque[tuple[float, str]] = deque()
        self.marked: Target | None = None
        self.channels = Channels()
        self.prompt_history: dict[str, list[str]] = {}
        self.config_errors: list[str] = []
        self.ptys = PtyHost(loop)
        self.jobs = Jobs(loop)
        self.panes = PaneKeeper(self, self.ptys, self.jobs)
        self.redraws = Redraw(loop)
        self.router = KeyRouter(self)
        self.runner = Runner(self)
        self.status = StatusLine(self)
        self.pictures = HeldPictures(loop.time, self._release)
        self.asking: Asking | None = None
        """What belongs to questions; None until a program first connects to ask one."""
        self.alerts = Alerts(loop, lambda: self.clients, self.redraw_status, self.log)
        self.names = WindowNames(loop, self._automatic_name, self.redraw_status)
        self.shell_output = ShellOutput(
            loop, self.jobs, lambda: self.tree.environ, self._status_interval, self.redraw_status
        )
        self.colours = OuterColours()
        self.focus = Focus(self.write, lambda: self.tree.options.flag("focus-events"))
        self.edge_scroll = EdgeScroll(loop, lambda pane: self.redraw(pane.window))
        self.clock = StatusClock(loop, lambda: self.status.wait(self.clients), self._redraw_status)
        self.endings = Endings(self, on_stop)
        self.warming = Warming(loop, self.key_tables.warm_up)
        self._unsettled_options = False
        for options in (self.tree.options, self.tree.session_options, self.tree.window_options):
            options.on_change.append(self._option_changed)

    def ask(self) -> Asking:
        """Return what belongs to questions, made when it is first needed."""
        self.asking = self.asking or lazy.make_asking(self)
        return self.asking

    # What commands may do: `ServerApi`.

    def spawn(
        self,
        pane: Pane,
        argv: list[str],
        *,
        cwd: str,
        environ: dict[str, str] | None = None,
    ) -> None:
        """Start a process in `pane`; see `ServerApi`."""
        client = self.client_for(None, pane)
        pixels = client.pixels if isinstance(client, AttachedClient) else (0, 0)
        self.colours.apply(pane.screen)
        self.panes.spawn(pane, argv, cwd=cwd, environ=environ, pixels=pixels)
        if not pane.window.name:
            pane.window.name = first_name(argv, pane.window, self.tree)
        self.names.touch(pane.window)
        self.loop.call_soon(self.settle)

    def kill_pane(self, pane: Pane) -> None:
        """End a pane, with what becomes empty through it."""
        self.endings.kill_pane(pane)

    def kill_window(self, window: Window) -> None:
        """End a window and all of its panes."""
        self.endings.kill_window(window)

    def kill_session(self, session: Session) -> None:
        """End a session and all of its windows."""
        self.endings.kill_session(session)

    def kill_server(self) -> None:
        """End everything."""
        self.endings.kill_server()

    def layout_changed(self, window: Window) -> None:
        """Give the ptys their new sizes and redraw."""
        for pane in window.panes:
            self.panes.resized(pane)
        self.redraw(window)
        self.redraw_status()

    def redraw(self, window: Window | None = None) -> None:
        """Redraw the clients that look at `window`, or all."""
        for client in self.clients:
            if window is None or client.window is window:
                client.redraw()

    def redraw_status(self) -> None:
        """Work every status row out again."""
        self._redraw_status()
        self.clock.start()

    def _redraw_status(self) -> None:
        for client in self.clients:
            client.status_changed()

    def write(self, pane: Pane, data: bytes) -> None:
        """Give `data` to the pane's process as it is."""
        if pane.pty is not None and not pane.input_off:
            pane.pty.write(data)

    def send_key(self, pane: Pane, key: Key) -> None:
        """Give a key to the pane's process, encoded for the modes it has set."""
        data = plain_key(key, pane.screen)
        if not data:
            extended = self.tree.options.text("extended-keys")
            data = encode_key(key, pane.screen, pane.term, extended=extended)
        self.write(pane, data)

    def paste(self, pane: Pane, data: bytes, bracketed: bool) -> None:
        """Give `data` to the pane as a paste, in brackets if wanted and the pane asked for them."""
        self.write(pane, encode_paste(data, pane.screen) if bracketed else data)

    def send_mouse(self, pane: Pane, event: MouseEvent) -> None:
        """Give a mouse event in the pane's coordinates to its process, if it wants it."""
        data = encode_mouse(event, event.row, event.col, pane.screen)
        if not data and event.action.startswith("wheel"):
            data = encode_wheel_as_keys(event, pane.screen)
        self.write(pane, data)

    def pipe(self, pane: Pane, command: str, *, output: bool, input: bool) -> None:
        """Connect the pane to a shell command; "" ends the present one."""
        self.panes.pipe(pane, command, output=output, input=input)

    def is_piped(self, pane: Pane) -> bool:
        """Say whether the pane's output goes to a command."""
        return self.panes.piped(pane)

    def copy(self, data: bytes, client: ClientApi | None, name: str | None = None) -> None:
        """Add a paste buffer and pass it to the clipboard of `client`, or of all clients."""
        self.tree.buffers.add(data, name)
        for each in [client] if client is not None else list(self.clients):
            each.copy_out(data)

    def run_job(
        self,
        command: str,
        *,
        cwd: str,
        environ: Mapping[str, str],
        on_done: Callable[[int, bytes], None],
        stdin: bytes = b"",
    ) -> None:
        """Run a shell command; `on_done` gets its exit status and output."""
        job = self.jobs.run(
            command, cwd=cwd, environ=environ, on_done=on_done, with_input=bool(stdin)
        )
        if stdin:
            job.write(stdin)
            job.end_input()

    def call_later(self, seconds: float, callback: Callable[[], None]) -> Handle:
        """Call `callback` in `seconds`."""
        return self.loop.call_later(seconds, callback)

    def client_for(
        self, session: Session | None, pane: Pane | None = None, *, answering: bool = False
    ) -> AttachedClient | None:
        """Return the client used last, of those that look at the pane or session if any does.

        With `answering` only of those that are not read-only.
        """
        clients = [client for client in self._by_activity() if not (answering and client.readonly)]
        looking = [
            client
            for client in clients
            if pane is None or client.window is pane.window
            if session is None or client.session is session
        ]
        if not looking and pane is not None:
            session = session or self.session_of_pane(pane)
            looking = [client for client in clients if client.session is session]
        return looking[0] if looking else None

    def _by_activity(self) -> list[AttachedClient]:
        """Return the clients, the one used last first."""
        return sorted(self.clients, key=lambda client: client.activity, reverse=True)

    def log(self, text: str) -> None:
        """Add a line to the message log."""
        self.messages.append((time.time(), text))
        while len(self.messages) > self.tree.options.number("message-limit"):
            self.messages.popleft()

    # What the parts of the server tell each other.

    def client_came(self, client: AttachedClient) -> None:
        """A client has attached."""
        log.info("client %s attached to %s", client.name, client.session.name)
        self.clients.append(client)
        client.session.attached += 1
        client.session.last_attached = time.time()
        client.keyboard.set_default_table(client.session.options.text("key-table"))
        client.start()
        self.fit(client.window)
        self.show_questions(client)
        self._show_config_errors(client)
        self.clock.start()
        self.warming.client_came()

    def client_gone(self, client: AttachedClient) -> None:
        """A client has detached, or lost its terminal."""
        if client not in self.clients:
            return
        log.info("client %s left", client.name)
        self.clients.remove(client)
        self.redraws.forget(client)
        self.alerts.client_gone(client)
        if self.asking is not None:
            self.asking.flows.client_gone(client, self._by_activity())
        client.session.attached = max(0, client.session.attached - 1)
        session = client.session
        if session.id in self.tree.sessions:
            if session.options.text("destroy-unattached") == "on" and not session.attached:
                self.kill_session(session)
            self.fit(client.window)
        self.redraw_status()
        if not self.clients and self.tree.options.flag("exit-unattached"):
            self.kill_server()

    def client_resized(self, client: AttachedClient) -> None:
        """A client's terminal has another size."""
        for pane in client.window.panes:
            self.panes.resized(pane, client.pixels)
        self.fit(client.window)

    def client_used(self, client: AttachedClient) -> None:
        """Somebody typed at a client: its windows take its size, its session is the latest."""
        client.session.activity = client.activity
        if client.window.room != client.pane_area:
            self.fit(client.window)

    def client_switched(self, client: AttachedClient) -> None:
        """A client looks at another session."""
        previous = client.last_session
        if previous is not None:
            previous.attached = max(0, previous.attached - 1)
        client.session.attached += 1
        client.session.last_attached = time.time()
        client.keyboard.set_default_table(client.session.options.text("key-table"))
        self.show_questions(client)
        self.clock.start()

    def show_questions(self, client: AttachedClient) -> None:
        """Show a client the question that is next for it, if there is one."""
        if self.asking is not None:
            self.asking.flows.client_came(client)

    def client_replied(self, client: AttachedClient, reply: ReplyEvent) -> None:
        """A terminal told its colours: programs that ask are told the same."""
        if reply.kind == "osc" and reply.params[:1] in ((10,), (11,)):
            self.colours.told(int(reply.params[0]), str(reply.params[1]))
            for pane in self.tree.panes.values():
                self.colours.apply(pane.screen)

    def window_shown(self, client: AttachedClient) -> None:
        """A client looks at another window."""
        self.fit(client.window)
        self.focus_changed()
        self.redraw_status()

    def focus_changed(self) -> None:
        """Tell the programs in panes that have got or lost the focus."""
        self.focus.settle(self.clients)

    def fit(self, window: Window) -> None:
        """Give a window the size that its clients make it have."""
        if window.id not in self.tree.windows:
            return
        size = wanted_size(window, self.clients)
        if size is not None and size != window.room:
            window.resize(size)
            self.layout_changed(window)

    def pane_changed(self, pane: Pane) -> None:
        """What a pane shows has changed."""
        window = pane.window
        if not window.zoomed or window.active is pane:
            for client in self.clients:
                if client.window is window:
                    if client.awaits_echo and pane is window.active:
                        client.awaits_echo = False
                        self.ptys.relax()
                        client.draw(only=pane)
                    else:
                        client.redraw()
        # Somebody may be waiting for the above.
        window.activity_time = time.time()
        self.names.touch(window)
        self.alerts.output(window)
        self.warming.output()

    def pane_ended(self, pane: Pane) -> None:
        """A program has ended and its pane goes."""
        self.kill_pane(pane)

    def pane_text(self, pane: Pane, option: str) -> str:
        """Return an option of a pane with its formats expanded."""
        return expand(pane.options.text(option), variables(self._facts(pane)))

    def pane_alert(self, pane: Pane, kind: str) -> None:
        """A program has rung the bell."""
        self.alerts.alert(pane.window, kind)

    def pane_notified(self, pane: Pane, title: str, body: str) -> None:
        """A program wants the person to know something."""
        self.alerts.notify(pane, Notice(title, body))

    def pane_passthrough(self, pane: Pane, data: bytes) -> None:
        """A program wants to talk to the terminal itself; only a pane that is seen may."""
        for client in self.clients:
            if client.window is pane.window:
                client.pass_through(data)

    def send_key_to(self, pane: Pane, key: Key, *, synchronised: bool) -> None:
        """Give a typed key to a pane, and to the others of a window that types into all."""
        targets = [pane]
        if synchronised and pane.synchronized:
            targets = [each for each in pane.window.panes if each.synchronized and not each.mode]
        for each in targets:
            self.send_key(each, key)

    def paste_to(self, pane: Pane, data: bytes) -> None:
        """Give a pasted block to a pane, and to the others of a window that types into all."""
        targets = pane.window.panes if pane.synchronized else [pane]
        for each in targets:
            self.paste(each, data, True)

    def drag_border(self, client: ClientApi, hit: MouseHit | None) -> None:
        """Let the mouse move the border it was pressed on, until the button is released."""
        if not isinstance(client, AttachedClient) or hit is None or hit.window is None:
            return
        window = hit.window
        start = client.view.window_point(*client.mouse.pressed_at)
        handle = window.border_at(start.row, start.col)
        if handle is None:
            return

        def drag(event: MouseEvent) -> None:
            at = client.view.window_point(event.row, event.col)
            window.drag_border(handle, at.row, at.col)
            self.layout_changed(window)

        client.drag = drag
        drag(hit.event)

    def mode_table(self, pane: Pane) -> str:
        """Return the key table of the mode a pane is in."""
        name: str = getattr(pane.mode, "name", "copy-mode")
        if name != "copy-mode":
            return name
        return "copy-mode-vi" if pane.window.options.text("mode-keys") == "vi" else "copy-mode"

    def settle(self) -> None:
        """Bring clients, questions and the server itself in line with what exists."""
        self.endings.settle()

    def child_ended(self) -> None:
        """SIGCHLD: some program or job has ended."""
        self.ptys.reap()
        self.jobs.reap()
        if self.asking is not None:
            self.asking.player.reap()

    def pane_of_pid(self) -> dict[int, int]:
        """Return the pane ids by the pid of their programs."""
        return {pane.pty.pid: pane.id for pane in self.tree.panes.values() if pane.pty is not None}

    def session_of_pane(self, pane: Pane) -> Session | None:
        """Return the session a pane is in, None for a pane that is gone."""
        try:
            return self.tree.session_of(pane.window)
        except MplexError:
            return None

    def _automatic_name(self, window: Window) -> str:
        return automatic_name(self._facts(window.active))

    def _facts(self, pane: Pane) -> FormatContext:
        return FormatContext(
            tree=self.tree,
            session=self.session_of_pane(pane),
            window=pane.window,
            pane=pane,
            client=None,
            server=self,
            extra={},
        )

    def _release(self, seconds: float, pane: Pane) -> None:
        self.loop.call_later(seconds, lambda: self.redraw(pane.window))

    def _status_interval(self) -> float:
        return self.tree.session_options.number("status-interval") or 15

    def _option_changed(self, *details: object) -> None:
        if not self._unsettled_options:
            self._unsettled_options = True
            self.loop.call_soon(self._options_settled)

    def _options_settled(self) -> None:
        self._unsettled_options = False
        for client in self.clients:
            client.keyboard.set_default_table(client.session.options.text("key-table"))
        widths_changed = override_widths(self.tree.options.strings("codepoint-widths"))
        for window in self.tree.windows.values():
            for pane in window.panes:
                pane.take_options()
                if widths_changed:
                    pane.screen.widths_changed()
            window.resize(window.room)
            self.layout_changed(window)
            self.fit(window)
        self.clock.start()

    def _show_config_errors(self, client: AttachedClient) -> None:
        errors, self.config_errors = self.config_errors, []
        if errors:
            self.runner.show_text(client, errors, "configuration")
