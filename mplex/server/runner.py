"""Runs commands for whoever asks: a key, a shell, the config files, the control socket.

Makes the context that says who asked and where it acts, and hands the outcome to the asker. The
language and the commands are in `mplex.commands`.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from mplex.commands.context import ConnectionApi, Context, MouseHit
from mplex.commands.key_tables import Binding
from mplex.commands.queue import run_argv, run_commands, run_text
from mplex.errors import MplexError
from mplex.model.target import Target
from mplex.term.keys import Key
from mplex.ui.text_view import TextView

if TYPE_CHECKING:
    from mplex.server.client import AttachedClient
    from mplex.server.server import Server

CONFIG_MAX = 1 << 20
"""Bytes of a config file that are read."""


class Runner:
    """Runs command lists on behalf of somebody."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._config_done = False
        self._came = False
        """Somebody has sent the first command."""
        self._first: Callable[[], None] | None = None

    @property
    def awaited(self) -> bool:
        """Say whether somebody waits for the configuration, which may still make sessions."""
        return self._first is not None

    def run_binding(
        self, client: AttachedClient, binding: Binding, key: Key | None, hit: MouseHit | None
    ) -> None:
        """Run what a key is bound to."""
        context = Context(
            self._server,
            client=client,
            caller="key",
            cwd=client.session.cwd,
            environ=client.environ,
            mouse=hit,
            key=key,
        )
        run_commands(binding.commands, context, lambda status: self._server.settle())

    def run_shell_words(
        self,
        argv: Sequence[str],
        connection: ConnectionApi,
        *,
        cwd: str,
        environ: dict[str, str],
        on_done: Callable[[Context], None],
    ) -> None:
        """Run the arguments of an `mplex` in somebody's shell."""

        def run() -> None:
            context = Context(
                self._server,
                caller="cli",
                connection=connection,
                cwd=cwd,
                environ=environ,
                current=self.current_of(environ),
            )
            words = list(argv) or ["new-session"]
            self._guarded(lambda done: run_argv(words, context, done), context, on_done)

        if self._config_done or self._came:
            run()
        else:
            self._first = run
        self._came = True

    def run_control_words(
        self, argv: Sequence[str], target: Target, on_done: Callable[[Context], None]
    ) -> None:
        """Run a command that came over the control socket."""
        context = Context(
            self._server,
            caller="control",
            cwd=os.path.expanduser("~"),
            environ=dict(self._server.tree.environ),
            current=target,
        )
        self._guarded(lambda done: run_argv(argv, context, done), context, on_done)

    def load_config(self, paths: Sequence[str], *, explicit: bool) -> None:
        """Run the config files in order; each error is kept to be shown, the rest is still read.

        A file may run shell commands, which takes time. The first `mplex` waits until all is done;
        later ones do not, since such a command may well call `mplex` itself.
        """
        if not paths:
            self._config_done = True
            waiting, self._first = self._first, None
            if waiting is not None:
                waiting()
            return
        self._load(paths[0], explicit, lambda: self.load_config(paths[1:], explicit=explicit))

    def show_text(self, client: AttachedClient, lines: Sequence[str], title: str) -> None:
        """Show lines of text over a client's panes."""
        client.open_overlay(TextView(list(lines), title=title))

    def current_of(self, environ: dict[str, str]) -> Target:
        """Return the target a shell command acts on by default: its own pane, else the latest."""
        tree = self._server.tree
        number = environ.get("MPLEX_PANE", "").lstrip("%")
        own = environ.get("MPLEX", "").rpartition(",")[0].rpartition(",")[0]
        if number.isdigit() and own == self._server.socket_path:
            pane = tree.panes.get(int(number))
            if pane is not None:
                return Target(tree.session_of(pane.window), pane.window, pane)
        sessions = tree.sessions.values()
        session = max(sessions, key=lambda each: (bool(each.attached), each.activity), default=None)
        if session is None:
            return Target(None, None, None)
        return Target(session, session.current, session.current.active)

    def _load(self, path: str, explicit: bool, on_done: Callable[[], None]) -> None:
        errors = self._server.config_errors
        try:
            with open(os.path.expanduser(path), encoding="utf-8", errors="replace") as file:
                text = file.read(CONFIG_MAX)
        except FileNotFoundError:
            if explicit:
                errors.append(f"{path}: No such file or directory")
            on_done()
            return
        except OSError as error:
            errors.append(f"{path}: {error.strerror}")
            on_done()
            return
        context = Context(
            self._server,
            caller="config",
            cwd=os.path.dirname(os.path.abspath(os.path.expanduser(path))),
            environ=dict(self._server.tree.environ),
        )

        def done(status: int) -> None:
            errors.extend(context.errors)
            on_done()

        run_text(text, context, done, source=path)

    def _guarded(
        self,
        run: Callable[[Callable[[int], None]], None],
        context: Context,
        on_done: Callable[[Context], None],
    ) -> None:
        def done(status: int) -> None:
            context.status = status
            on_done(context)
            self._server.settle()

        try:
            run(done)
        except MplexError as error:
            context.error(error.message)
            done(1)
