"""choose-tree, choose-buffer, choose-client and find-window: menus of what there is.

Each row of a menu is a thing and the target text that names it, which takes the place of `%%` in
the command's template.
"""

from __future__ import annotations

import fnmatch
import itertools
import re
import string
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from mplex.commands.buffers import buffer_rows
from mplex.commands.command import Args, Command
from mplex.commands.context import Context
from mplex.commands.listing import Row, is_true
from mplex.commands.menus import run_chosen
from mplex.commands.targets import client_or_none
from mplex.errors import CommandError
from mplex.model.pane import Pane
from mplex.model.session import Session
from mplex.model.target import Target
from mplex.model.window import Window
from mplex.ui.menu import Menu, MenuItem
from mplex.vt.clusters import expand

KEYS = string.digits + string.ascii_lowercase.translate(str.maketrans("", "", "gjkq"))
"""Keys for the rows of a menu; those that move in it are left out."""
SESSION_ROW = "#{session_name}: #{session_windows} windows#{?session_attached, (attached),}"
WINDOW_ROW = "#{window_index}: #{window_name}#{window_flags} (#{window_panes} panes)"
PANE_ROW = '#{pane_index}: #{pane_current_command} "#{pane_title}"#{?pane_active, *,}'
BUFFER_ROW = "#{buffer_name}: #{buffer_size} bytes: #{buffer_sample}"
CLIENT_ROW = "#{client_name}: session #{session_name} [#{client_width}x#{client_height}]"


class _Choice(NamedTuple):
    row: Row
    name: str
    """What takes the place of `%%`."""
    form: str
    """The format of the menu row."""


def _open(
    context: Context, args: Args, choices: Iterable[_Choice], template: str, title: str
) -> None:
    """Show `choices` that pass the filter, and run the template with the chosen one's name."""
    client = context.need_client()
    wanted = args.get("f")
    shown = [
        choice
        for choice in choices
        if wanted is None or is_true(_expand(context, wanted, choice.row))
    ]
    if not shown:
        raise CommandError("nothing to choose from")
    keys = itertools.chain(KEYS, itertools.repeat(""))
    items = [
        MenuItem(_expand(context, args.get("F") or choice.form, choice.row), key, choice.name)
        for choice, key in zip(shown, keys, strict=False)
    ]
    resume = context.pause()

    def chosen(name: object) -> None:
        if isinstance(name, str):
            run_chosen(context, args.words[0] if args.words else template, name)
        resume()

    client.open_overlay(Menu(items, chosen, title=title, theme=client.theme))


def _expand(context: Context, form: str, row: Row) -> str:
    return context.expand(form, row.target, row.extra, client=row.client)


def choose_tree(context: Context, args: Args) -> None:
    """Choose a session (-s), a window (-w), or a pane among everything there is."""
    if args.has("s"):
        title = "sessions"
    else:
        title = "windows" if args.has("w") else "panes"
    choices = _tree(context, title)
    _open(context, args, choices, "switch-client -Zt '%%'", title)


def _tree(context: Context, depth: str) -> Iterator[_Choice]:
    for session in sorted(context.tree.sessions.values(), key=lambda each: each.name):
        target = Target(session, session.current, session.current.active)
        yield _Choice(Row(target), f"={session.name}:", SESSION_ROW)
        if depth == "sessions":
            continue
        for index, window in session.windows.items():
            name = f"={session.name}:{index}."
            yield _Choice(Row(Target(session, window, window.active)), name, f"  {WINDOW_ROW}")
            if depth == "panes" and len(window.panes) > 1:
                for pane in window.panes:
                    row = Row(Target(session, window, pane))
                    yield _Choice(row, f"%{pane.id}", f"    {PANE_ROW}")


def choose_buffer(context: Context, args: Args) -> None:
    """Choose a paste buffer and paste it."""
    rows = buffer_rows(context)
    choices = [_Choice(row, (row.extra or {})["buffer_name"], BUFFER_ROW) for row in rows]
    _open(context, args, choices, "paste-buffer -pb '%%'", "buffers")


def choose_client(context: Context, args: Args) -> None:
    """Choose a client and detach it."""
    choices = [
        _Choice(
            Row(Target(client.session, client.window, client.window.active), client=client),
            client.name,
            CLIENT_ROW,
        )
        for client in context.server.clients
    ]
    _open(context, args, choices, "detach-client -t '%%'", "clients")


def find_window(context: Context, args: Args) -> None:
    """Go to the window whose content, name or title matches; choose when there are several."""
    found = list(_matching(context, args))
    if not found:
        raise CommandError(f"no windows matching: {args.words[0]}")
    zoom = " ; resize-pane -Z" if args.has("Z") else ""
    template = f"switch-client -t '%%'{zoom}"
    client = client_or_none(context, None)
    if len(found) > 1 and client is not None:
        args.words.clear()
        _open(context, args, found, template, "matching windows")
        return
    session, window, pane = found[0].row.target
    assert session is not None and window is not None and pane is not None
    window.select(pane)
    session.select(window)
    if client is not None:
        client.switch(session, window)
    if args.has("Z"):
        window.zoom(pane)
    context.focus(session, window, pane)
    context.server.layout_changed(window)


def _matching(context: Context, args: Args) -> Iterator[_Choice]:
    places = "".join(place for place in "CNT" if args.has(place)) or "CNT"
    matches = _matcher(str(args.words[0]), regex=args.has("r"), fold=args.has("i"))
    for session in sorted(context.tree.sessions.values(), key=_by_name):
        for window in session.windows.values():
            for pane in window.panes:
                if any(map(matches, _facts(window, pane, places))):
                    form = f"#{{session_name}}:{WINDOW_ROW}"
                    yield _Choice(Row(Target(session, window, pane)), f"%{pane.id}", form)
                    break


def _by_name(session: Session) -> str:
    return session.name


def _matcher(text: str, *, regex: bool, fold: bool) -> Callable[[str], object]:
    try:
        pattern = text if regex else fnmatch.translate(f"*{text}*")
        return re.compile(pattern, re.IGNORECASE if fold else 0).search
    except re.error as error:
        raise CommandError(f"invalid expression: {text}: {error}") from None


def _facts(window: Window, pane: Pane, places: str) -> list[str]:
    """Return the texts to search: name (N), title (T), and visible lines (C)."""
    facts = [window.name] if "N" in places else []
    facts += [pane.title] if "T" in places else []
    return facts + ([expand(text) for text in pane.screen.visible()[0]] if "C" in places else [])


_CHOOSE_FLAGS = "F:format f:filter t:target-pane"
_IGNORED = "GNrZ K:key-format O:sort-order"
"""What tmux's choosers take and these menus, which have fewer parts, do not need."""

COMMANDS = (
    Command(
        "choose-tree", "", f"sw {_CHOOSE_FLAGS}", "[template]", 0, 1,
        "Choose a session (-s), a window (-w) or a pane, and switch to it.",
        choose_tree, target="pane", blocks=True, hidden=_IGNORED, readonly=True,
    ),
    Command(
        "choose-buffer", "", _CHOOSE_FLAGS, "[template]", 0, 1,
        "Choose a paste buffer, and paste it.",
        choose_buffer, target="pane", blocks=True, hidden=_IGNORED,
    ),
    Command(
        "choose-client", "", _CHOOSE_FLAGS, "[template]", 0, 1,
        "Choose a client, and detach it.",
        choose_client, target="pane", blocks=True, hidden=_IGNORED, readonly=True,
    ),
    Command(
        "find-window", "findw", "CiNrTZ t:target-pane", "match-string", 1, 1,
        "Go to a window whose content (-C), name (-N) or title (-T) matches.",
        find_window, target="pane", readonly=True,
    ),
)  # fmt: skip
