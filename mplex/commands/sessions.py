"""The commands on whole sessions, and on the server as such."""

from __future__ import annotations

from mplex.commands.command import Args, Command
from mplex.commands.context import Context
from mplex.commands.listing import Row, list_rows
from mplex.model.target import Target

SESSION_LINE = (
    "#{session_name}: #{session_windows} windows (created #{t:session_created})"
    "#{?session_attached, (attached),}"
)


def has_session(context: Context, args: Args) -> None:
    """Fail unless the target exists; finding it was all there is to do."""


def kill_session(context: Context, args: Args) -> None:
    """End a session; -a ends all others instead, -C only clears its alerts."""
    target = args.target.session
    assert target is not None
    if args.has("C"):
        for window in target.windows.values():
            window.clear_alerts()
        context.server.redraw_status()
        return
    if not args.has("a"):
        context.server.kill_session(target)
        return
    for session in list(context.tree.sessions.values()):
        if session is not target:
            context.server.kill_session(session)


def rename_session(context: Context, args: Args) -> None:
    """Give a session another name."""
    session = args.target.session
    assert session is not None
    context.tree.rename_session(session, context.expand(str(args.words[0]), args.target))
    context.server.redraw_status()


def list_sessions(context: Context, args: Args) -> None:
    """List the sessions by name."""
    sessions = sorted(context.tree.sessions.values(), key=lambda session: session.name)
    rows = (Row(Target(each, each.current, each.current.active)) for each in sessions)
    list_rows(context, args, SESSION_LINE, rows)


def start_server(context: Context, args: Args) -> None:
    """Do nothing: the server runs when it hears this."""


def kill_server(context: Context, args: Args) -> None:
    """End the server and every session."""
    context.server.kill_server()


COMMANDS = (
    Command(
        "has-session", "has", "t:target-session", "", 0, 0,
        "Succeed if the session exists.",
        has_session, target="session", readonly=True,
    ),
    Command(
        "kill-session", "", "aC t:target-session", "", 0, 0,
        "End a session; -a ends all others, -C only clears its alerts.",
        kill_session, target="session",
    ),
    Command(
        "rename-session", "rename", "t:target-session", "new-name", 1, 1,
        "Give a session another name.",
        rename_session, target="session",
    ),
    Command(
        "list-sessions", "ls", "F:format f:filter", "", 0, 0,
        "List the sessions.",
        list_sessions, readonly=True,
    ),
    Command(
        "start-server", "start", "", "", 0, 0,
        "Start the server if it does not run yet.",
        start_server, starts=True, readonly=True,
    ),
    Command(
        "kill-server", "", "", "", 0, 0,
        "End the server, all sessions and their programs.",
        kill_server,
    ),
)  # fmt: skip
