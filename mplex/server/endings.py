"""What ends with what: panes, windows, sessions, the clients on them, the server itself.

Whatever has gone, `settle` afterwards brings everything that looked at it in line: a client follows
its session to another window, goes on with another session or leaves; questions nobody can answer
end; a server without sessions stops. Nothing else decides that something ends.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from mplex.model.pane import Pane
from mplex.model.session import Session
from mplex.model.window import Window
from mplex.options import Options

if TYPE_CHECKING:
    from mplex.server.client import AttachedClient
    from mplex.server.flows import FlowTable
    from mplex.server.server import Server


class Endings:
    """Ends things for a server; `on_stop` is called once, when the server is to stop."""

    def __init__(self, server: Server, on_stop: Callable[[], None]) -> None:
        self._server = server
        self._on_stop = on_stop
        self._stopping = False

    def kill_pane(self, pane: Pane) -> None:
        """End a pane, with what becomes empty through it."""
        server = self._server
        self._forget(pane)
        if pane.id in server.tree.panes:
            window = server.tree.remove_pane(pane)
            if window is not None:
                server.layout_changed(window)
        self.settle()

    def kill_window(self, window: Window) -> None:
        """End a window and all of its panes."""
        for pane in list(window.panes):
            self._forget(pane)
        if window.id in self._server.tree.windows:
            self._server.tree.remove_window(window)
        self.settle()

    def kill_session(self, session: Session) -> None:
        """End a session and all of its windows."""
        self._remove_session(session)
        self.settle()

    def kill_server(self) -> None:
        """End everything."""
        for session in list(self._server.tree.sessions.values()):
            self._remove_session(session)
        for client in list(self._server.clients):
            client.exited("server exited")
        self.stop()

    def settle(self) -> None:
        """Bring clients, questions and the server itself in line with what exists."""
        server = self._server
        alive = server.tree.sessions
        if not alive and server.tree.options.flag("exit-empty") and not server.runner.awaited:
            # First of all, since who asked is to hear that the server goes, not just a session.
            self.stop()
        if server.asking is not None:
            self._settle_questions(server.asking.flows)
        for client in list(server.clients):
            if client.session.id not in alive:
                self._session_ended(client)
            elif client.window not in client.session.windows.values():
                client.select_window(client.session.current)
        for window in server.tree.windows.values():
            server.fit(window)
        server.focus_changed()
        server.redraw_status()

    def _settle_questions(self, flows: FlowTable) -> None:
        for flow in flows.pending:
            if flow.session_id not in self._server.tree.sessions:
                flows.session_gone(flow.session_id)

    def stop(self) -> None:
        """End the server; the loop sees to what is still to be sent."""
        if not self._stopping:
            self._stopping = True
            if self._server.asking is not None:
                self._server.asking.flows.host_exits()
            self._server.jobs.kill_all()
            self._server.loop.call_soon(self._on_stop)

    def _remove_session(self, session: Session) -> None:
        for window in list(session.windows.values()):
            for pane in list(window.panes):
                self._forget(pane)
        self._server.tree.remove_session(session)

    def _forget(self, pane: Pane) -> None:
        server = self._server
        server.panes.kill(pane)
        server.pictures.forget(pane)
        if server.marked is not None and server.marked.pane is pane:
            server.marked = None
        if pane.window.panes == [pane]:
            server.names.forget(pane.window)
            server.alerts.forget(pane.window)

    def _session_ended(self, client: AttachedClient) -> None:
        left = list(self._server.tree.sessions.values())
        following = next_session(client.session, left, client.session.options)
        if following is not None:
            client.switch(following)
        else:
            client.exited()


def next_session(gone: Session, left: Sequence[Session], options: Options) -> Session | None:
    """Return the session a client goes on with when its own has ended (`detach-on-destroy`)."""
    rule = options.text("detach-on-destroy")
    if rule == "no-detached":
        left = [session for session in left if not session.attached]
    if rule == "on" or not left:
        return None
    if rule in ("previous", "next"):
        names = sorted(left, key=lambda session: session.name)
        after = [session for session in names if session.name > gone.name]
        before = [session for session in names if session.name < gone.name]
        return (after or names)[0] if rule == "next" else (before or names)[-1]
    return max(left, key=lambda session: session.activity)
