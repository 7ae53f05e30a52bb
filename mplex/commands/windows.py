"""The commands that make, name, list and end windows."""

from __future__ import annotations

from mplex.commands import starting
from mplex.commands.command import Args, Command
from mplex.commands.context import Context
from mplex.commands.listing import Row, list_rows
from mplex.commands.targets import find_index
from mplex.commands.window_order import look_at, make_room
from mplex.errors import CommandError
from mplex.model.session import Session
from mplex.model.target import Target
from mplex.model.window import Window

WINDOW_LINE = (
    "#{window_index}: #{window_name}#{window_raw_flags} (#{window_panes} panes) "
    "[#{window_width}x#{window_height}] [layout #{window_layout}] #{window_id}"
    "#{?window_active, (active),}"
)
WINDOW_LINE_ALL = (
    "#{session_name}:#{window_index}: #{window_name}#{window_raw_flags} (#{window_panes} panes) "
    "[#{window_width}x#{window_height}] "
)


def new_window(context: Context, args: Args) -> None:
    """Make a window with one pane and, unless -d, look at it."""
    session, index = find_index(context, args.get("t"))
    name = args.get("n")
    if name is not None:
        name = context.expand(name, Target(session, None, None))
        if args.has("S") and _select_named(context, args, session, name):
            return
    if args.has("ab"):
        index = make_room(session, index, before=args.has("b"))
    old = session.windows.get(index) if index is not None else None
    if old is not None and not args.has("k"):
        raise CommandError(f"create window failed: index {index} in use")
    if old is not None:
        _replace(context, session, old)
    window = context.tree.new_window(session, index=index, name=name, size=session.current.size)
    try:
        starting.start(context, args, session, window.active)
    except CommandError:
        context.tree.remove_window(window)
        raise
    if old is not None:
        context.server.kill_window(old)
    if not args.has("d") or old is session.current:
        look_at(context, session, window)
    context.server.redraw_status()
    starting.print_new(context, args, Target(session, window, window.active), starting.PANE_FORMAT)


def _select_named(context: Context, args: Args, session: Session, name: str) -> bool:
    """Look at the window called `name` for -S; False when there is none."""
    found = [window for window in session.windows.values() if window.name == name]
    if len(found) > 1:
        raise CommandError(f"multiple windows named {name}")
    if found and not args.has("d"):
        look_at(context, session, found[0])
    return bool(found)


def _replace(context: Context, session: Session, old: Window) -> None:
    """Move a window that -k is about to end out of the way of the new one."""
    session.move(old, max(session.windows) + 1)


def kill_window(context: Context, args: Args) -> None:
    """End a window; -a ends all others of the session instead."""
    session, target, _ = args.target
    assert session is not None and target is not None
    if not args.has("a"):
        context.server.kill_window(target)
        return
    for window in list(session.windows.values()):
        if window is not target:
            context.server.kill_window(window)


def rename_window(context: Context, args: Args) -> None:
    """Name a window, which also ends its automatic renaming."""
    window = args.target.window
    assert window is not None
    window.rename(context.expand(str(args.words[0]), args.target))
    context.server.redraw_status()


def list_windows(context: Context, args: Args) -> None:
    """List the windows of a session, or of all with -a."""
    sessions = [args.target.session] if args.target.session else []
    if args.has("a"):
        sessions = sorted(context.tree.sessions.values(), key=lambda session: session.name)
    rows = (
        Row(Target(session, session.windows[index], session.windows[index].active))
        for session in sessions
        for index in sorted(session.windows)
    )
    list_rows(context, args, WINDOW_LINE_ALL if args.has("a") else WINDOW_LINE, rows)


COMMANDS = (
    Command(
        "new-window", "neww",
        f"abdkPS {starting.FLAGS} F:format n:window-name t:target-window", "[shell-command]",
        0, None,
        "Make a window; -a and -b place it after or before the target, -k replaces the target.",
        new_window,
    ),
    Command(
        "kill-window", "killw", "a t:target-window", "", 0, 0,
        "End a window; -a ends all others.",
        kill_window, target="window",
    ),
    Command(
        "rename-window", "renamew", "t:target-window", "new-name", 1, 1,
        "Name a window.",
        rename_window, target="window",
    ),
    Command(
        "list-windows", "lsw", "a F:format f:filter t:target-session", "", 0, 0,
        "List the windows of a session; -a of all sessions.",
        list_windows, target="session", readonly=True,
    ),
)  # fmt: skip
