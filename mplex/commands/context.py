"""The context of one list of commands: who asked, where it acts, what it said.

A `Context` is made for a key binding, a shell's arguments, a config file or a request, and lives
until that list has run. What commands can ask of the server is in `api`, passed on from here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from mplex.commands.api import (
    Cancel,
    ClientApi,
    ConnectionApi,
    MouseHit,
    QueueApi,
    ServerApi,
)
from mplex.commands.formats import expand
from mplex.commands.variables import FormatContext, variables
from mplex.errors import CommandError
from mplex.model.pane import Pane
from mplex.model.session import Session
from mplex.model.target import Target
from mplex.model.tree import Tree
from mplex.model.window import Window
from mplex.term.keys import Key

if TYPE_CHECKING:
    from mplex.commands.command import Command
    from mplex.commands.parser import ParsedCommand

__all__ = [
    "Cancel",
    "ClientApi",
    "ConnectionApi",
    "Context",
    "MouseHit",
    "ServerApi",
    "current_of",
]

MAX_SOURCE_DEPTH = 50
"""How deep files may source each other; tmux's number."""


class Context:
    """One list of commands being run: who asked, where it acts, and what came of it."""

    queue: QueueApi
    """Set by the queue that takes the context."""
    command: Command | None = None
    """The entry of the running command."""
    place: str = ""
    """Where the running command was written, "file:line", or ""."""

    def __init__(
        self,
        server: ServerApi,
        *,
        client: ClientApi | None = None,
        caller: str = "control",
        connection: ConnectionApi | None = None,
        cwd: str = "",
        environ: Mapping[str, str] | None = None,
        current: Target | None = None,
        mouse: MouseHit | None = None,
        key: Key | None = None,
    ) -> None:
        self.server = server
        self.client = client
        self.caller = caller
        self.connection = connection
        self.cwd = cwd
        self.environ = dict(environ or {})
        self.mouse = mouse
        self.current = current or current_of(client)
        if mouse is not None and mouse.session is not None:
            self.current = mouse.target
        self.key = key
        self.status = 0
        self.output: list[bytes] = []
        self.errors: list[str] = []
        self.source_depth = 0

    @property
    def tree(self) -> Tree:
        """The server's sessions, windows and panes."""
        return self.server.tree

    def out(self, text: str) -> None:
        """Add a line of output."""
        self.output.append(text.encode("utf-8", "surrogateescape") + b"\n")

    def write(self, data: bytes) -> None:
        """Add output as it is."""
        self.output.append(data)

    def error(self, text: str, hint: str = "") -> None:
        """Add an error, with its place in a config file, and fail; a shell also gets the hint."""
        self.status = 1
        self.errors.append(f"{self.place}: {text}" if self.place else text)
        if hint and self.caller == "cli" and not self.place:
            self.errors.append(hint)

    def expand(
        self,
        template: str,
        target: Target | None = None,
        extra: Mapping[str, str] | None = None,
        *,
        client: ClientApi | None = None,
        time: float | None = None,
    ) -> str:
        """Expand the formats of `template` for `target`, or for the current target.

        With `time`, the template first goes through strftime at that time.
        """
        session, window, pane = target or self.current
        facts = FormatContext(
            tree=self.tree,
            session=session,
            window=window,
            pane=pane,
            client=client or self.client,
            server=self.server,
            extra={**self.mouse_facts(), **(extra or {})},
        )
        return expand(template, variables(facts), now=time)

    def mouse_facts(self) -> dict[str, str]:
        """Return the mouse_* format variables of the event being handled."""
        if self.mouse is None:
            return {}
        event = self.mouse.event
        return {
            "mouse_x": str(event.col),
            "mouse_y": str(event.row),
            "mouse_status_range": self.mouse.status_range,
        }

    def pause(self) -> Callable[[], None]:
        """Stop the queue until the returned function is called; calling it twice is harmless."""
        return self.queue.pause()

    def insert(self, commands: Sequence[ParsedCommand]) -> None:
        """Run `commands` right after the present command."""
        self.queue.insert(commands)

    def need_client(self) -> ClientApi:
        """Return the client that acts here, or the one most likely meant.

        Raises:
            CommandError: nobody is attached.
        """
        found = self.client or self.server.client_for(self.current.session)
        if found is None:
            raise CommandError("no current client")
        return found

    def copy(self, caller: str) -> Context:
        """Return a context for commands that run apart, with output of its own."""
        return Context(
            self.server,
            client=self.client,
            caller=caller,
            connection=self.connection,
            cwd=self.cwd,
            environ=self.environ,
            current=self.current,
            mouse=self.mouse,
            key=self.key,
        )

    def attach(
        self, session: Session, window: Window | None = None, *, readonly: bool = False
    ) -> None:
        """Show `session` to whoever asked: the shell's terminal, or the client that is there."""
        if self.client is not None:
            self.client.switch(session, window)
        elif self.connection is not None and self.connection.terminal:
            self.client = self.connection.attach(session, window, readonly=readonly)
        else:
            raise CommandError("open terminal failed: not a terminal")
        self.focus(session, window)

    def focus(
        self, session: Session | None, window: Window | None = None, pane: Pane | None = None
    ) -> None:
        """Make this the current target of the commands that follow."""
        window = window or (session.current if session else None)
        self.current = Target(session, window, pane or (window.active if window else None))


def current_of(client: ClientApi | None) -> Target:
    """Return the target that a client's commands act on by default."""
    if client is None:
        return Target(None, None, None)
    return Target(client.session, client.window, client.window.active)
