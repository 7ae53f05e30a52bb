"""Finds what -t and -s of a command name, as the command's row in the table says.

The search itself is `mplex.model.target`; this adds what only a running command knows: the
current target, the mouse and the mark, and which client a name stands for.
"""

from __future__ import annotations

from mplex.commands.command import NO_TARGET, Args, Command
from mplex.commands.context import ClientApi, Context
from mplex.errors import CommandError, TargetError
from mplex.model.session import Session
from mplex.model.target import Target, find_target
from mplex.model.target import find_client as search_client


def resolve(context: Context, command: Command, args: Args) -> None:
    """Fill in `args.target` and `args.source`.

    Raises:
        TargetError: what is named does not exist.
    """
    if command.source:
        default = None if args.get("s") is not None else live_mark(context)
        if command.marked and default:
            args.source = default
        else:
            args.source = find(context, args.get("s"), command.source)
    if command.target:
        args.target = find(context, args.get("t"), command.target)


def find(context: Context, text: str | None, kind: str) -> Target:
    """Return the target `text`; with a "?" after the kind, nothing instead of an error."""
    mouse = context.mouse.target if context.mouse else None
    try:
        return find_target(
            context.tree,
            text,
            kind.rstrip("?"),
            context.current,
            mouse=mouse,
            marked=live_mark(context),
        )
    except TargetError:
        if kind.endswith("?"):
            return NO_TARGET if text is not None else context.current
        raise


def live_mark(context: Context) -> Target | None:
    """Return the marked pane if it is still there."""
    mark = context.server.marked
    if mark is None or mark.pane is None or mark.pane.id not in context.tree.panes:
        return None
    window = mark.pane.window
    return Target(context.tree.session_of(window), window, mark.pane)


def find_index(context: Context, text: str | None) -> tuple[Session, int | None]:
    """Return the session and free or taken window index that `text` names; None is "the next".

    An existing window may be named too; it stands for its index.
    """
    name, colon, index = (text or "").rpartition(":")
    if text and index and not _is_index(index):
        return _index_of_window(context, text)
    session = find(context, name if colon and name else None, "session").session
    if session is None:
        raise TargetError(f"can't find session: {name}")
    if not index:
        return session, None
    if index.isdigit():
        return session, int(index)
    number = int(index[1:] or "1")
    base = session.index_of(session.current)
    return session, base + number if index[0] == "+" else base - number


def _is_index(text: str) -> bool:
    return text.isdigit() or (text[:1] in ("+", "-") and (text[1:].isdigit() or not text[1:]))


def _index_of_window(context: Context, text: str) -> tuple[Session, int | None]:
    """A name: of a window, else of a session in which the next free index is meant."""
    lone = ":" not in text and text != "=" and text[0] not in "@%{~"
    try:
        target = find(context, f":{text}" if lone else text, "window")
    except TargetError:
        if not lone:
            raise
        target = find(context, text, "session")._replace(window=None)
    assert target.session is not None
    return target.session, target.session.index_of(target.window) if target.window else None


def find_client(context: Context, name: str | None) -> ClientApi:
    """Return the client called `name` (its tty's path, or the end of it), or the one at hand.

    Raises:
        TargetError: no client has that name.
        CommandError: nobody is attached.
    """
    if name is None:
        return context.need_client()
    return search_client(context.server.clients, name)


def client_or_none(context: Context, name: str | None) -> ClientApi | None:
    """Return the client as `find_client` does, or None when nobody is attached."""
    try:
        return find_client(context, name)
    except TargetError:
        raise
    except CommandError:
        return None
