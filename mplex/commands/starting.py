"""What the commands that start a program in a pane share: -c, -e, the command, and -P."""

from __future__ import annotations

from mplex.commands.command import Args
from mplex.commands.context import Context
from mplex.errors import CommandError
from mplex.model.pane import Pane
from mplex.model.session import Session
from mplex.model.target import Target

PANE_FORMAT = "#{session_name}:#{window_index}.#{pane_index}"
"""What -P prints for a new pane."""
FLAGS = "c:start-directory e:environment"
"""The flags that `start` reads."""


def start(context: Context, args: Args, session: Session, pane: Pane) -> None:
    """Start the command in `args.words`, or the default one, in `pane`."""
    target = Target(session, pane.window, pane)
    context.server.spawn(
        pane,
        args.texts(),
        cwd=start_folder(context, args, session, target),
        environ=extra_environ(args),
    )


def start_folder(context: Context, args: Args, session: Session, target: Target) -> str:
    """Return -c expanded, else the folder of the shell that asked, else the session's."""
    given = args.get("c")
    if given is not None:
        return context.expand(given, target)
    if context.caller == "cli" and context.client is None and context.cwd:
        return context.cwd
    return session.cwd


def extra_environ(args: Args) -> dict[str, str]:
    """Return the variables given with -e; CommandError for one that is not NAME=value."""
    environ: dict[str, str] = {}
    for text in args.all("e"):
        name, equals, value = text.partition("=")
        if not name or not equals:
            raise CommandError(f"not NAME=value: {text}")
        environ[name] = value
    return environ


def print_new(context: Context, args: Args, target: Target, template: str) -> None:
    """With -P print where the new thing is, in the format -F or `template`."""
    if args.has("P"):
        context.out(context.expand(args.get("F") or template, target))
