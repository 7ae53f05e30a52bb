"""The commands on attached clients: list, detach, switch, suspend, refresh."""

from __future__ import annotations

from mplex.commands.command import Args, Command
from mplex.commands.context import ClientApi, Context
from mplex.commands.listing import Row, list_rows
from mplex.commands.session_start import updated_environ
from mplex.commands.targets import find, find_client
from mplex.errors import CommandError
from mplex.model.session import Session
from mplex.model.target import Target

CLIENT_LINE = (
    "#{client_name}: #{session_name} [#{client_width}x#{client_height} #{client_termname}] "
    "#{?client_flags,(,}#{client_flags}#{?client_flags,),}"
)


def list_clients(context: Context, args: Args) -> None:
    """List the attached clients, or those of one session."""
    wanted = find(context, args.get("t"), "session").session if args.has("t") else None
    rows = (
        Row(Target(client.session, client.window, client.window.active), client=client)
        for client in context.server.clients
        if wanted is None or client.session is wanted
    )
    list_rows(context, args, CLIENT_LINE, rows)


def detach_client(context: Context, args: Args) -> None:
    """Detach a client, all of a session's with -s, or all but one with -a."""
    chosen = _clients_to_detach(context, args)
    for client in chosen:
        command = args.get("E")
        if command is not None:
            client.replace(context.expand(command, client=client))
        else:
            client.detach(f"detached (from session {client.session.name})", hangup=args.has("P"))


def _clients_to_detach(context: Context, args: Args) -> list[ClientApi]:
    if args.has("s"):
        session = find(context, args.get("s"), "session").session
        return [client for client in context.server.clients if client.session is session]
    client = find_client(context, args.get("t"))
    if args.has("a"):
        return [other for other in context.server.clients if other is not client]
    return [client]


def suspend_client(context: Context, args: Args) -> None:
    """Stop a client as C-z stops a program."""
    find_client(context, args.get("t")).suspend()


def refresh_client(context: Context, args: Args) -> None:
    """Draw a client anew; -S only its status row; -U -D -L -R -c move what it sees of a window."""
    client = find_client(context, args.get("t"))
    moved = next((letter for letter in "cLRUD" if args.has(letter)), "")
    if moved:
        amount = args.word(0) or "1"
        if not amount.isdigit() or int(amount) < 1:
            raise CommandError("adjustment invalid")
        client.pan(moved, int(amount))
    elif args.has("S"):
        context.server.redraw_status()
    else:
        client.redraw_all()


def switch_client(context: Context, args: Args) -> None:
    """Show another session to a client: named, next, previous or last; or use a key table."""
    client = find_client(context, args.get("c"))
    if args.has("r"):
        client.readonly = not client.readonly
    table = args.get("T")
    if table is not None:
        context.server.key_tables.table(table)
        client.set_key_table(table)
        return
    if args.has("npl"):
        client.switch(_session_by_flag(context, args, client))
    else:
        _switch_to_target(context, args, client)
    context.current = Target(client.session, client.window, client.window.active)
    client.redraw()


def _switch_to_target(context: Context, args: Args, client: ClientApi) -> None:
    text = args.get("t")
    if text is None and args.has("r"):
        return
    exact = text is not None and any(mark in text for mark in ":.%@")
    session, window, pane = find(context, text, "pane" if exact else "session")
    assert session is not None
    if exact and window is not None and pane is not None:
        if not args.has("Z"):
            window.unzoom()
        window.select(pane)
        session.select(window)
        client.switch(session, window)
        context.server.layout_changed(window)
    else:
        client.switch(session)
    if not args.has("E") and client is context.client:
        session.environ.update(updated_environ(context))


def _session_by_flag(context: Context, args: Args, client: ClientApi) -> Session:
    if args.has("l"):
        last = client.last_session
        if last is None or last.id not in context.tree.sessions:
            raise CommandError("can't find last session")
        return last
    sessions = sorted(context.tree.sessions.values(), key=lambda session: session.name)
    if len(sessions) == 1:
        raise CommandError(f"can't find {'next' if args.has('n') else 'previous'} session")
    step = 1 if args.has("n") else -1
    return sessions[(sessions.index(client.session) + step) % len(sessions)]


COMMANDS = (
    Command(
        "list-clients", "lsc", "F:format f:filter t:target-session", "", 0, 0,
        "List the attached clients.",
        list_clients, readonly=True,
    ),
    Command(
        "detach-client", "detach", "aP E:shell-command s:target-session t:target-client", "", 0, 0,
        "Detach a client; -a all others, -s all of a session, -P also ends its parent process.",
        detach_client, readonly=True,
    ),
    Command(
        "suspend-client", "suspendc", "t:target-client", "", 0, 0,
        "Suspend a client; the shell's fg brings it back.",
        suspend_client, readonly=True,
    ),
    Command(
        "refresh-client", "refresh", "cDLRSU t:target-client", "[adjustment]", 0, 1,
        "Draw a client anew, or move the part of a large window that it sees.",
        refresh_client, readonly=True,
    ),
    Command(
        "switch-client", "switchc", "ElnprZ c:target-client t:target-session T:key-table", "", 0, 0,
        "Show another session to a client, or look its next key up in another table.",
        switch_client, readonly=True,
    ),
)  # fmt: skip
