"""new-session and attach-session: the two ways to get a session onto a terminal."""

from __future__ import annotations

from mplex.commands import starting
from mplex.commands.command import Args, Command, parse_number
from mplex.commands.context import Context
from mplex.commands.targets import find
from mplex.errors import CommandError
from mplex.geometry import Size
from mplex.model.session import Session
from mplex.model.target import Target
from mplex.model.tree import session_name
from mplex.model.window import Window
from mplex.ui.status_row import STATUS_ROWS

MAX_SIZE = 10_000
"""Rows or columns a window may have; tmux's number."""


def new_session(context: Context, args: Args) -> None:
    """Make a session with one window and, unless -d, show it."""
    detached = args.has("d")
    name = args.get("s")
    if name is not None:
        name = context.expand(name)
        if not name:
            raise CommandError("invalid session: ")
        existing = named(context, name)
        if existing and args.has("A"):
            attach_to(context, args, existing, detach_others=args.has("DX"))
            return
    if not detached:
        check_terminal(context)
    session = _make(context, args, name)
    context.focus(session)
    if not detached:
        context.attach(session, readonly="read-only" in (args.get("f") or "").split(","))
    starting.print_new(context, args, context.current, "#{session_name}:")


def _make(context: Context, args: Args, name: str | None) -> Session:
    size = _wanted_size(context, args)
    folder = args.get("c")
    cwd = context.expand(folder) if folder is not None else context.cwd
    environ = {} if args.has("E") else updated_environ(context)
    environ.update(starting.extra_environ(args))
    title = args.get("n")
    if title is not None:
        title = context.expand(title)
    session = context.tree.new_session(name, size, cwd, environ)
    if args.has("xy"):
        session.options.set("default-size", f"{size.cols}x{size.rows}")
    try:
        window = context.tree.new_window(session, name=title, size=size)
        context.server.spawn(window.active, args.texts(), cwd=cwd)
    except CommandError:
        context.server.kill_session(session)
        raise
    return session


def _wanted_size(context: Context, args: Args) -> Size:
    """Return -x and -y, else the asking terminal's size without its status rows."""
    client = context.client or context.connection
    terminal = client.size if client is not None and client.size.rows > 1 else None
    options = context.tree.session_options
    if terminal is not None:
        taken = STATUS_ROWS[options.text("status")]
        terminal = Size(max(1, terminal.rows - taken), terminal.cols)
    cols, _, rows = options.text("default-size").partition("x")
    size = Size(int(rows), int(cols))
    if terminal is not None and not args.has("d"):
        size = terminal
    return Size(
        _length(args.get("y"), size.rows, terminal and terminal.rows, "height"),
        _length(args.get("x"), size.cols, terminal and terminal.cols, "width"),
    )


def _length(text: str | None, default: int, terminal: int | None, what: str) -> int:
    if text == "-":
        return terminal or default
    return default if text is None else parse_number(text, 1, MAX_SIZE, what)


def updated_environ(context: Context) -> dict[str, str]:
    """Return what a new session takes from the asker's environment (`update-environment`)."""
    names = context.tree.session_options.strings("update-environment")
    return {name: context.environ[name] for name in names if name in context.environ}


def named(context: Context, name: str) -> Session | None:
    """Return the session with exactly this name, as sessions spell it."""
    return context.tree.find_session(session_name(name))


def check_terminal(context: Context) -> None:
    """Make sure that there is a terminal to show a session on.

    Raises:
        CommandError: there is none, or it is a pane of a session already.
    """
    if context.client is not None:
        return
    if context.connection is None or not context.connection.terminal:
        raise CommandError("open terminal failed: not a terminal")
    if context.environ.get("MPLEX"):
        raise CommandError("sessions should be nested with care, unset $MPLEX to force")


def attach_session(context: Context, args: Args) -> None:
    """Show an existing session."""
    if not context.tree.sessions:
        raise CommandError("no sessions")
    text = args.get("t")
    kind = "pane" if text and any(mark in text for mark in ":.%@") else "session"
    session, window, pane = find(context, text, kind)
    assert session is not None
    if kind == "session":
        attach_to(context, args, session, detach_others=args.has("dx"))
        return
    attach_to(context, args, session, window, detach_others=args.has("dx"))
    if window is not None and pane is not None:
        session.select(window)
        window.select(pane)
        context.server.redraw(window)


def attach_to(
    context: Context,
    args: Args,
    session: Session,
    window: Window | None = None,
    *,
    detach_others: bool,
) -> None:
    """Show `session` to whoever asked, with the flags that new-session -A shares."""
    check_terminal(context)
    folder = args.get("c")
    if folder is not None:
        session.cwd = context.expand(folder, Target(session, None, None))
    if not args.has("E"):
        session.environ.update(updated_environ(context))
    if detach_others:
        for client in list(context.server.clients):
            if client.session is session and client is not context.client:
                client.detach(hangup=args.has("xX"))
    readonly = args.has("r") or "read-only" in (args.get("f") or "").split(",")
    context.attach(session, window, readonly=readonly)


COMMANDS = (
    Command(
        "new-session",
        "new",
        "AdDEPX c:start-directory e:environment F:format f:flags n:window-name s:session-name "
        "x:width y:height",
        "[shell-command]",
        0,
        None,
        "Make a session and show it; with -A show the one of that name if there is one.",
        new_session,
        starts=True,
    ),
    Command(
        "attach-session",
        "attach",
        "dErx c:working-directory f:flags t:target-session",
        "",
        0,
        0,
        "Show a session on this terminal; -d detaches everybody else, -r takes no keys.",
        attach_session,
        readonly=True,
        starts=True,
    ),
)
