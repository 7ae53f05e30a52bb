"""display-menu, display-panes and clock-mode: what is drawn over a client's panes for a moment."""

from __future__ import annotations

import time
from collections.abc import Sequence

from mplex.commands.command import Args, Command
from mplex.commands.context import ClientApi, Context
from mplex.commands.parser import Argument
from mplex.commands.shell import nothing
from mplex.commands.targets import find_client
from mplex.commands.templates import commands_of
from mplex.errors import CommandError, MplexError
from mplex.geometry import Point, Rect, Size
from mplex.model.pane import Pane
from mplex.model.target import Target
from mplex.ui.clock import Clock
from mplex.ui.menu import Menu, MenuItem
from mplex.ui.pane_numbers import NumberedPane, PaneNumbers

MAX_MILLISECONDS = 2**31 - 1
MAX_SECONDS = 86_400.0


def display_menu(context: Context, args: Args) -> None:
    """Show a menu of (name, key, command); an empty name is a separator without the others."""
    client = find_client(context, args.get("c"))
    items = _items(context, args.words, args.target)
    if not any(item.label for item in items):
        return
    resume = context.pause()
    target = args.target

    def chosen(template: object) -> None:
        if isinstance(template, tuple):
            context.focus(*target)
            run_chosen(context, template[0])
        resume()

    client.open_overlay(
        Menu(
            items,
            chosen,
            title=context.expand(args.get("T") or "", target),
            at=_menu_place(context, args, client),
            theme=client.theme,
        )
    )


def _items(context: Context, words: Sequence[Argument], target: Target) -> list[MenuItem]:
    """Return the items; a name that expands to nothing leaves its item out."""
    items: list[MenuItem] = []
    left = list(words)
    while left:
        name = str(left.pop(0))
        if not name:
            if items and items[-1].label:
                items.append(MenuItem(""))
            continue
        if len(left) < 2:
            raise CommandError("not enough arguments")
        key, command = str(left.pop(0)), left.pop(0)
        label = context.expand(name, target)
        if label:
            items.append(MenuItem(label, key, (command,)))
    while items and not items[-1].label:
        items.pop()
    return items


def _menu_place(context: Context, args: Args, client: ClientApi) -> Point | None:
    """Return where -x and -y put the menu: cells, or a letter for a place; None is centred."""
    area = client.pane_rect(client.window.active)
    hit = context.mouse
    mouse = hit.screen if hit is not None else None
    bottom = Point(client.size.rows - 1, 0)
    places = {
        "M": mouse,
        "P": Point(area.row, area.col),
        "W": mouse or bottom,
        "S": bottom,
        "R": Point(0, client.size.cols - 1),
    }
    x, y = args.get("x"), args.get("y")
    if x in (None, "C") and y in (None, "C"):
        return None
    return Point(_coordinate(context, y, places, 0), _coordinate(context, x, places, 1))


def _coordinate(
    context: Context, text: str | None, places: dict[str, Point | None], axis: int
) -> int:
    if text in places:
        return (places[text] or Point(0, 0))[axis]
    expanded = context.expand(text or "0")
    return int(expanded) if expanded.isdigit() else 0


def run_chosen(context: Context, template: Argument, *values: str, apart: bool = False) -> None:
    """Run the commands of what was chosen from an overlay: next in the queue, or apart from it."""
    try:
        commands = commands_of(context, template, values)
    except MplexError as error:
        context.error(error.message)
        return
    if apart:
        context.queue.run_apart(commands)
    else:
        context.insert(commands)


def display_panes(context: Context, args: Args) -> None:
    """Show the panes' numbers; typing one selects its pane or runs the template with its id."""
    client = find_client(context, args.get("t"))
    options = client.session.options
    delay = args.number("d", 0, MAX_MILLISECONDS, "delay")
    seconds = (options.number("display-panes-time") if delay is None else delay) / 1000
    window = client.window
    panes = {window.index_of(pane): pane for pane in window.rects()}
    template: Argument = args.words[0] if args.words else "select-pane -t '%%'"
    resume = nothing if args.has("b") else context.pause()

    def chosen(number: int | None) -> None:
        timer.cancel()
        pane = panes.get(number) if number is not None else None
        if pane is not None and pane.id in context.tree.panes:
            context.focus(client.session, window, pane)
            run_chosen(context, template, f"%{pane.id}", apart=args.has("b"))
        resume()

    numbered = [_numbered(client, number, pane) for number, pane in panes.items()]
    overlay = PaneNumbers(numbered, chosen, theme=client.theme)
    timer = context.server.call_later(seconds or MAX_SECONDS, lambda: client.close_overlay(overlay))
    client.open_overlay(overlay)


def _numbered(client: ClientApi, number: int, pane: Pane) -> NumberedPane:
    active = pane is client.window.active
    return NumberedPane(client.pane_rect(pane), number, active, pane.size)


def clock_mode(context: Context, args: Args) -> None:
    """Show the time over a pane until a key is pressed."""
    pane = args.target.pane
    assert pane is not None
    client = context.need_client()
    style = pane.window.options.text("clock-mode-style")
    form = "%H:%M" if style == "24" else "%I:%M"

    def place(size: Size) -> Rect:
        return client.pane_rect(pane).clip(size)

    client.open_overlay(Clock(lambda: time.strftime(form), place, style=client.theme["clock"]))


COMMANDS = (
    Command(
        "display-menu", "menu",
        "c:target-client t:target-pane T:title x:position y:position",
        "name key command ...", 1, None,
        "Show a menu; each item is a name, a key and a command.",
        display_menu, target="pane", blocks=True, hidden="O", readonly=True,
    ),
    Command(
        "display-panes", "displayp", "b d:duration t:target-client", "[template]", 0, 1,
        "Show the panes' numbers to choose one.",
        display_panes, blocks=True, hidden="N", readonly=True,
    ),
    Command(
        "clock-mode", "", "t:target-pane", "", 0, 0,
        "Show the time over a pane.",
        clock_mode, target="pane", readonly=True,
    ),
)  # fmt: skip
