"""The commands that arrange a window's panes by a layout's name or text."""

from __future__ import annotations

from mplex.commands.command import Args, Command
from mplex.commands.context import Context
from mplex.model.layout_presets import PRESETS
from mplex.model.window import Window


def select_layout(context: Context, args: Args) -> None:
    """Arrange the panes: by name or text, -E evenly, -n and -p the next or previous layout."""
    _, window, pane = args.target
    assert window is not None and pane is not None
    old, window.old_layout = window.old_layout, window.layout_string()
    if args.has("n"):
        window.next_layout()
    elif args.has("p"):
        window.previous_layout()
    elif args.has("E"):
        window.spread(pane)
    elif args.has("o"):
        if old:
            window.select_layout(old)
    elif args.words:
        window.select_layout(str(args.words[0]))
    elif window.layout_preset >= 0:
        window.select_layout(PRESETS[window.layout_preset].name)
    context.server.layout_changed(window)


def next_layout(context: Context, args: Args) -> None:
    """Arrange the panes in the next of the named layouts."""
    _step(context, args.target.window, forward=True)


def previous_layout(context: Context, args: Args) -> None:
    """Arrange the panes in the previous of the named layouts."""
    _step(context, args.target.window, forward=False)


def _step(context: Context, window: Window | None, *, forward: bool) -> None:
    assert window is not None
    if forward:
        window.next_layout()
    else:
        window.previous_layout()
    context.server.layout_changed(window)


COMMANDS = (
    Command(
        "select-layout", "selectl", "Enop t:target-pane", "[layout-name]", 0, 1,
        "Arrange the panes; -E spreads them evenly, -o undoes the last change.",
        select_layout, target="pane",
    ),
    Command(
        "next-layout", "nextl", "t:target-window", "", 0, 0,
        "Arrange the panes in the next layout.",
        next_layout, target="window",
    ),
    Command(
        "previous-layout", "prevl", "t:target-window", "", 0, 0,
        "Arrange the panes in the previous layout.",
        previous_layout, target="window",
    ),
)  # fmt: skip
