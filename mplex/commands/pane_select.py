"""select-pane and last-pane: which pane has the keyboard, the mark, and a title."""

from __future__ import annotations

from mplex.commands.command import Args, Command
from mplex.commands.context import Context
from mplex.errors import CommandError
from mplex.model.pane import Pane
from mplex.model.target import Target


def select_pane(context: Context, args: Args) -> None:
    """Make a pane active, or change its mark, title, style or input."""
    pane = args.target.pane
    assert pane is not None
    if args.has("l"):
        _select_last(context, args)
    elif args.has("mM"):
        _mark(context, args)
    elif args.has("TP") or (args.has("de") and not args.has("LRUD")):
        _change(context, args, pane)
    else:
        _select(context, args, pane)


def last_pane(context: Context, args: Args) -> None:
    """Make the pane active that was before; -d and -e stop and allow its input."""
    _select_last(context, args)


def _select_last(context: Context, args: Args) -> None:
    session, window, _ = args.target
    assert window is not None
    pane = next(iter(window.last_panes), None)
    if pane is None and len(window.panes) == 2:
        pane = next(each for each in window.panes if each is not window.active)
    if pane is None:
        raise CommandError("no last pane")
    if args.has("de"):
        pane.input_off = args.has("d")
        context.server.redraw(window)
        return
    _activate(context, args, Target(session, window, pane))


def _mark(context: Context, args: Args) -> None:
    """Mark the pane, or take the mark away when it has it or with -M."""
    marked = context.server.marked
    same = marked is not None and marked.pane is args.target.pane
    context.server.marked = None if args.has("M") or same else args.target
    context.server.redraw()


def _change(context: Context, args: Args, pane: Pane) -> None:
    title = args.get("T")
    if title is not None:
        pane.title = context.expand(title, args.target)
    style = args.get("P")
    if style is not None:
        pane.options.set("window-style", style)
        pane.options.set("window-active-style", style)
    if args.has("de"):
        pane.input_off = args.has("d")
    context.server.redraw(pane.window)
    context.server.redraw_status()


def _select(context: Context, args: Args, pane: Pane) -> None:
    session, window, _ = args.target
    assert window is not None
    direction = next((letter for letter in "LRUD" if args.has(letter)), "")
    found = window.neighbour(pane, direction) if direction else pane
    if found is not None:
        _activate(context, args, Target(session, window, found))


def _activate(context: Context, args: Args, target: Target) -> None:
    session, window, pane = target
    assert window is not None and pane is not None
    window.select(pane, keep_zoom=args.has("Z"))
    context.focus(session, window, pane)
    context.server.layout_changed(window)


COMMANDS = (
    Command(
        "select-pane", "selectp", "DdeLlMmRUZ T:title t:target-pane", "", 0, 0,
        "Make a pane active; -m marks it, -T names it, -d and -e stop and allow its input.",
        select_pane, target="pane", hidden="P:style g", readonly=True,
    ),
    Command(
        "last-pane", "lastp", "deZ t:target-window", "", 0, 0,
        "Make the pane active that was active before.",
        last_pane, target="window", readonly=True,
    ),
)  # fmt: skip
