"""The commands that move panes: swap them, break them out, join them to another window."""

from __future__ import annotations

from mplex.commands import starting
from mplex.commands.command import Args, Command
from mplex.commands.context import Context
from mplex.commands.panes import split_size
from mplex.commands.targets import find_index
from mplex.commands.window_order import look_at, make_room
from mplex.model.target import Target
from mplex.model.window import clean_name


def swap_pane(context: Context, args: Args) -> None:
    """Exchange two panes, or with -U and -D a pane with the one before or after it."""
    _, window, target = args.target
    source = args.source.pane
    assert window is not None and target is not None and source is not None
    if args.has("UD"):
        step = -1 if args.has("U") else 1
        source = window.panes[(window.panes.index(target) + step) % len(window.panes)]
    if source is target:
        return
    windows = {id(each): each for each in (source.window, target.window)}.values()
    zoomed = args.has("Z") and any(each.zoomed for each in windows)
    active = [each.active for each in windows]
    context.tree.swap_panes(source, target)
    apart = source.window is not target.window
    if args.has("d"):
        if source in active and apart:
            target.window.select(target)
        if target in active or (source in active and not apart):
            source.window.select(source)
    else:
        target.window.select(target)
        if apart:
            source.window.select(source)
    if zoomed:
        window.zoom(window.active)
    for each in windows:
        context.server.layout_changed(each)


def break_pane(context: Context, args: Args) -> None:
    """Make a pane a window of its own and, unless -d, look at it."""
    home, window, pane = args.source
    assert home is not None and window is not None and pane is not None
    session, index = find_index(context, args.get("t"))
    if args.has("ab"):
        index = make_room(session, index, before=args.has("b"))
    name = args.get("n")
    if name is not None:
        name = context.expand(name, args.source)
    moved = context.tree.break_pane(pane, session, index=index, name=name)
    if name is None and moved is not window:
        template = moved.options.text("automatic-rename-format")
        moved.name = clean_name(context.expand(template, Target(session, moved, pane)))
    if not args.has("d"):
        look_at(context, session, moved)
    context.server.layout_changed(moved)
    if window is not moved:
        context.server.layout_changed(window)
    context.server.redraw_status()
    starting.print_new(context, args, Target(session, moved, pane), starting.PANE_FORMAT)


def join_pane(context: Context, args: Args) -> None:
    """Move a pane into a half of another one and, unless -d, make it active."""
    session, window, target = args.target
    pane = args.source.pane
    assert session is not None and window is not None and target is not None
    assert pane is not None
    cells, percent = split_size(args)
    left = pane.window
    context.tree.join_pane(
        pane,
        target,
        horizontal=args.has("h"),
        size=cells,
        percent=percent,
        before=args.has("b"),
        full=args.has("f"),
    )
    if not args.has("d"):
        window.select(pane)
        look_at(context, session, window)
    context.server.layout_changed(window)
    if left is not window and left.id in context.tree.windows:
        context.server.layout_changed(left)
    context.server.redraw_status()


_JOIN_FLAGS = "bdfhv l:size s:src-pane t:dst-pane"

COMMANDS = (
    Command(
        "swap-pane", "swapp", "dDUZ s:src-pane t:dst-pane", "", 0, 0,
        "Exchange two panes; -U and -D with the one before or after.",
        swap_pane, target="pane", source="pane", marked=True,
    ),
    Command(
        "break-pane", "breakp", "abdP F:format n:window-name s:src-pane t:dst-window", "", 0, 0,
        "Make a pane a window of its own.",
        break_pane, source="pane",
    ),
    Command(
        "join-pane", "joinp", _JOIN_FLAGS, "", 0, 0,
        "Move a pane into a half of another one.",
        join_pane, target="pane", source="pane", marked=True, hidden="p:percentage",
    ),
    Command(
        "move-pane", "movep", _JOIN_FLAGS, "", 0, 0,
        "Move a pane into a half of another one, as join-pane.",
        join_pane, target="pane", source="pane", marked=True, hidden="p:percentage",
    ),
)  # fmt: skip
