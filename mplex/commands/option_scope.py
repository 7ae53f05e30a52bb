"""Finds which options a set-option or show-options means: whose, and whether the global ones."""

from __future__ import annotations

from mplex.commands.command import Args
from mplex.commands.context import Context
from mplex.errors import CommandError
from mplex.options import Option, Options


def options_for(context: Context, args: Args, option: Option, *, window: bool = False) -> Options:
    """Return where `option` is to be set or read.

    The table knows the scope of its options, so -s and -w only matter for user options; -p picks
    the pane for an option that can be set on panes. `window` is what set-window-option adds.

    Raises:
        CommandError: the target that would hold it does not exist.
    """
    scope = option.scope
    if scope == "user":
        scope = flagged_scope(args, window=window)
    elif scope == "pane" and not args.has("pU"):
        scope = "window"
    return scoped(context, args, scope)


def flagged_scope(args: Args, *, window: bool = False) -> str:
    """Return the scope that the flags -s, -w and -p ask for."""
    if args.has("s"):
        return "server"
    if args.has("p"):
        return "pane"
    return "window" if window or args.has("w") else "session"


def scoped(context: Context, args: Args, scope: str) -> Options:
    """Return the options of the target in `scope`, or with -g the global ones."""
    session, window, pane = args.target
    if scope == "server":
        return context.tree.options
    if scope == "session":
        if args.has("g"):
            return context.tree.session_options
        found = session.options if session is not None else None
    elif args.has("g"):
        return context.tree.window_options
    elif scope == "window":
        found = window.options if window is not None else None
    else:
        found = pane.options if pane is not None else None
    if found is None:
        text = args.get("t")
        raise CommandError(f"no such {scope}: {text}" if text else f"no current {scope}")
    return found
