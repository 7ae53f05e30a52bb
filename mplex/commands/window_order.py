"""The commands that choose between windows, and that change their order."""

from __future__ import annotations

from mplex.commands.command import Args, Command
from mplex.commands.context import ClientApi, Context
from mplex.commands.targets import find, find_index
from mplex.errors import CommandError
from mplex.model.session import Session
from mplex.model.window import Window


def make_room(session: Session, index: int | None, *, before: bool) -> int:
    """Free the index after (or before) the window at `index`, moving later ones up by one."""
    if index is None or index not in session.windows:
        index = session.index_of(session.current) if index is None else index
    return session.make_room(index if before else index + 1)


def select_window(context: Context, args: Args) -> None:
    """Look at a window: the target, or with -n -p -l the next, previous or last one."""
    session, window, _ = args.target
    assert session is not None and window is not None
    if args.has("npl"):
        _go(context, session, "n" if args.has("n") else "p" if args.has("p") else "l")
    elif args.has("T") and window is session.current:
        _go(context, session, "l")
    else:
        look_at(context, session, window)


def next_window(context: Context, args: Args) -> None:
    """Look at the next window; with -a the next one with an alert."""
    assert args.target.session is not None
    _go(context, args.target.session, "n", alerts=args.has("a"))


def previous_window(context: Context, args: Args) -> None:
    """Look at the previous window; with -a the previous one with an alert."""
    assert args.target.session is not None
    _go(context, args.target.session, "p", alerts=args.has("a"))


def last_window(context: Context, args: Args) -> None:
    """Look at the window that was current before."""
    assert args.target.session is not None
    _go(context, args.target.session, "l")


def _go(context: Context, session: Session, where: str, *, alerts: bool = False) -> None:
    seen = viewed(context, session)
    if where == "n":
        found, word = session.next(seen, alerts), "next"
    elif where == "p":
        found, word = session.previous(seen, alerts), "previous"
    else:
        found, word = session.last_before(seen), "last"
    if found is None:
        raise CommandError(f"no {word} window")
    look_at(context, session, found)


def viewed(context: Context, session: Session) -> Window:
    """Return the window that the person sees, if somebody looks at `session`, else the current."""
    client = viewer(context, session)
    return client.window if client is not None else session.current


def viewer(context: Context, session: Session) -> ClientApi | None:
    """Return the client that a change of window is for: the one that asked, else the likeliest.

    For a shell command that is the client that looks at the shell's pane, or else the one of the
    session that was used last; None when nobody looks at `session`.
    """
    client = context.client
    if client is None:
        current = context.current
        pane = current.pane if current.session is session else None
        client = context.server.client_for(session, pane) or context.server.client_for(session)
    return client if client is not None and client.session is session else None


def look_at(context: Context, session: Session, window: Window) -> None:
    """Make `window` current for its session, for the person who looks, and for what follows."""
    client = viewer(context, session)
    session.select(window)
    if client is not None:
        client.select_window(window)
    context.focus(session, window)
    context.server.redraw(window)
    context.server.redraw_status()


def move_window(context: Context, args: Args) -> None:
    """Move a window to another index or session; -r renumbers all of a session's windows."""
    if args.has("r"):
        session = find(context, args.get("t"), "session").session
        assert session is not None
        session.renumber()
        context.server.redraw_status()
        return
    source, window, _ = args.source
    assert source is not None and window is not None
    session, index = find_index(context, args.get("t"))
    if args.has("ab"):
        index = make_room(session, index, before=args.has("b"))
    if index is None:
        index = session.free_index()
    old = session.windows.get(index)
    if old is window:
        raise CommandError(f"same index: {index}")
    if old is not None and not args.has("k"):
        raise CommandError(f"index in use: {index}")
    if old is not None:
        context.server.kill_window(old)
    context.tree.move_window(window, session, index)
    if not args.has("d"):
        look_at(context, session, window)
    elif session.current is window and session.last_windows:
        session.current = session.last_windows.pop(0)
    if source.options.flag("renumber-windows"):
        source.renumber()
    context.server.redraw_status()


def swap_window(context: Context, args: Args) -> None:
    """Exchange two windows; everybody goes on looking at the same index, or -d at the window."""
    source, one, _ = args.source
    target, two, _ = args.target
    assert source is not None and target is not None and one is not None and two is not None
    if one is two:
        return
    other = {one: two, two: one}
    looking = [client for client in context.server.clients if client.window in other]
    context.tree.swap_windows(one, two)
    for client in looking:
        client.show_window(other[client.window])
    if args.has("d"):
        look_at(context, target, one)
        if source is not target:
            look_at(context, source, two)
    context.server.redraw()
    context.server.redraw_status()


def rotate_window(context: Context, args: Args) -> None:
    """Move every pane one place up, or down with -D."""
    session, window, _ = args.target
    assert session is not None and window is not None
    zoomed = window.zoomed and args.has("Z")
    window.unzoom()
    window.rotate(args.has("D"))
    if zoomed:
        window.zoom(window.active)
    context.focus(session, window)
    context.server.layout_changed(window)


COMMANDS = (
    Command(
        "select-window", "selectw", "lnpT t:target-window", "", 0, 0,
        "Look at a window; -T goes back to the last one when it is current already.",
        select_window, target="window", readonly=True,
    ),
    Command(
        "next-window", "next", "a t:target-session", "", 0, 0,
        "Look at the next window; -a the next one with an alert.",
        next_window, target="session", readonly=True,
    ),
    Command(
        "previous-window", "prev", "a t:target-session", "", 0, 0,
        "Look at the previous window; -a the previous one with an alert.",
        previous_window, target="session", readonly=True,
    ),
    Command(
        "last-window", "last", "t:target-session", "", 0, 0,
        "Look at the window that was current before.",
        last_window, target="session", readonly=True,
    ),
    Command(
        "move-window", "movew", "abdkr s:src-window t:dst-window", "", 0, 0,
        "Move a window to another index; -r renumbers all windows.",
        move_window, source="window",
    ),
    Command(
        "swap-window", "swapw", "d s:src-window t:dst-window", "", 0, 0,
        "Exchange two windows.",
        swap_window, target="window", source="window", marked=True,
    ),
    Command(
        "rotate-window", "rotatew", "DUZ t:target-window", "", 0, 0,
        "Move every pane of a window one place on.",
        rotate_window, target="window",
    ),
)  # fmt: skip
