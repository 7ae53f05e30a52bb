"""The commands that make, list, restart and end panes."""

from __future__ import annotations

from mplex.commands import starting
from mplex.commands.command import Args, Command, parse_number
from mplex.commands.context import Context
from mplex.commands.listing import Row, list_rows
from mplex.commands.session_start import MAX_SIZE
from mplex.errors import CommandError
from mplex.model.pane import Pane
from mplex.model.session import Session
from mplex.model.target import Target

_FACTS = (
    "[#{pane_width}x#{pane_height}] [history #{history_size}/#{history_limit}, "
    "#{history_bytes} bytes] #{pane_id}#{?pane_active, (active),}#{?pane_dead, (dead),}"
)
PANE_LINE = "#{pane_index}: " + _FACTS
PANE_LINE_SESSION = "#{window_index}.#{pane_index}: " + _FACTS
PANE_LINE_ALL = "#{session_name}:#{window_index}.#{pane_index}: " + _FACTS


def split_window(context: Context, args: Args) -> None:
    """Split a pane in two and start a program in the new half."""
    session, window, beside = args.target
    assert session is not None and window is not None and beside is not None
    cells, percent = split_size(args)
    pane = context.tree.new_pane(
        window,
        beside,
        horizontal=args.has("h"),
        size=cells,
        percent=percent,
        before=args.has("b"),
        full=args.has("f"),
    )
    try:
        starting.start(context, args, session, pane)
    except CommandError:
        context.tree.remove_pane(pane)
        raise
    if not args.has("d"):
        window.select(pane)
        context.focus(session, window, pane)
    if args.has("Z"):
        window.zoom(window.active)
    context.server.layout_changed(window)
    starting.print_new(context, args, Target(session, window, pane), starting.PANE_FORMAT)


def split_size(args: Args) -> tuple[int | None, int | None]:
    """Return the cells and the percentage that -l or -p ask for; one of them is None."""
    if args.has("p"):
        return None, args.number("p", 0, 100, "size")
    text = args.get("l")
    if text is None:
        return None, None
    if text.endswith("%"):
        return None, parse_number(text[:-1], 0, 100, "size")
    return parse_number(text, 0, MAX_SIZE, "size"), None


def kill_pane(context: Context, args: Args) -> None:
    """End a pane; -a ends all others of the window instead."""
    _, window, target = args.target
    assert window is not None and target is not None
    if not args.has("a"):
        context.server.kill_pane(target)
        return
    window.unzoom()
    for pane in list(window.panes):
        if pane is not target:
            context.server.kill_pane(pane)


def respawn_pane(context: Context, args: Args) -> None:
    """Start a pane's command, or another one, again; -k ends what runs."""
    session, _, pane = args.target
    assert session is not None and pane is not None
    if _runs(pane) and not args.has("k"):
        place = context.expand(starting.PANE_FORMAT, args.target)
        raise CommandError(f"respawn pane failed: pane {place} still active")
    _respawn(context, args, session, pane)
    context.server.redraw(pane.window)


def respawn_window(context: Context, args: Args) -> None:
    """Start a window's first command, or another one, again; its other panes go."""
    session, window, _ = args.target
    assert session is not None and window is not None
    if any(map(_runs, window.panes)) and not args.has("k"):
        place = context.expand("#{session_name}:#{window_index}", args.target)
        raise CommandError(f"respawn window failed: window {place} still active")
    window.unzoom()
    kept, *others = window.panes
    for pane in others:
        context.server.kill_pane(pane)
    _respawn(context, args, session, kept)
    context.server.layout_changed(window)


def _runs(pane: Pane) -> bool:
    return pane.pty is not None and not pane.dead


def _respawn(context: Context, args: Args, session: Session, pane: Pane) -> None:
    folder = args.get("c")
    cwd = pane.cwd if folder is None else context.expand(folder, args.target)
    pane.mode = None
    pane.screen.reset()
    pane.screen.clear_history()
    context.server.spawn(
        pane,
        args.texts() or pane.argv,
        cwd=cwd or session.cwd,
        environ={**pane.environ, **starting.extra_environ(args)},
    )


def list_panes(context: Context, args: Args) -> None:
    """List the panes of a window, of a session with -s, or of all with -a."""
    session, window, _ = args.target
    template = PANE_LINE
    sessions = [session] if session else []
    if args.has("a"):
        template = PANE_LINE_ALL
        sessions = sorted(context.tree.sessions.values(), key=lambda each: each.name)
    elif args.has("s"):
        template = PANE_LINE_SESSION
    rows = (
        Row(Target(each, each.windows[index], pane))
        for each in sessions
        for index in sorted(each.windows)
        if args.has("as") or each.windows[index] is window
        for pane in each.windows[index].panes
    )
    list_rows(context, args, template, rows)


COMMANDS = (
    Command(
        "split-window", "splitw",
        f"bdfhPvZ {starting.FLAGS} F:format l:size t:target-pane", "[shell-command]",
        0, None,
        "Split a pane: below, -h beside, -b before it, -f over the whole window.",
        split_window, target="pane", hidden="p:percentage",
    ),
    Command(
        "kill-pane", "killp", "a t:target-pane", "", 0, 0,
        "End a pane; -a ends all others of the window.",
        kill_pane, target="pane",
    ),
    Command(
        "respawn-pane", "respawnp", f"k {starting.FLAGS} t:target-pane", "[shell-command]",
        0, None,
        "Start a pane's command again; -k ends it first if it still runs.",
        respawn_pane, target="pane",
    ),
    Command(
        "respawn-window", "respawnw", f"k {starting.FLAGS} t:target-window", "[shell-command]",
        0, None,
        "Start a window's command again; -k ends it first if it still runs.",
        respawn_window, target="window",
    ),
    Command(
        "list-panes", "lsp", "as F:format f:filter t:target-window", "", 0, 0,
        "List the panes of a window; -s of a session, -a of all sessions.",
        list_panes, target="window", readonly=True,
    ),
)  # fmt: skip
