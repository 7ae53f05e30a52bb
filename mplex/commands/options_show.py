"""show-options and show-window-options."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from mplex.commands.command import Args, Command
from mplex.commands.context import Context
from mplex.commands.option_scope import flagged_scope, options_for, scoped
from mplex.commands.quoting import quote
from mplex.errors import OptionError
from mplex.options import Option, Options, find_option, format_value, split_index

_QUOTED = frozenset({"string", "style", "command", "array"})


def show_options(context: Context, args: Args) -> None:
    """Print options: those set at the target, with -A inherited ones too, with -g the global."""
    _show(context, args, window=False)


def show_window_options(context: Context, args: Args) -> None:
    """Print a window's options."""
    _show(context, args, window=True)


def _show(context: Context, args: Args, *, window: bool) -> None:
    name = args.word(0)
    if name is None:
        options = scoped(context, args, flagged_scope(args, window=window))
        everything = args.has("gA") or options is context.tree.options
        for key, _ in options.items(inherited=everything):
            _print(context, args, options, find_option(key), None)
        return
    name = context.expand(name, args.target)
    _, index = split_index(name)
    try:
        option = find_option(name)
        options = options_for(context, args, option, window=window)
        unset = option.scope == "user" and not options.known(option.name)
        if unset or (index is not None and option.kind != "array"):
            raise OptionError(f"invalid option: {name}")
    except OptionError:
        if args.has("q"):
            return
        raise
    if args.has("gA") or options is context.tree.options or option.name in options.local:
        _print(context, args, options, option, index)


def _print(
    context: Context, args: Args, options: Options, option: Option, index: int | None
) -> None:
    inherited = option.name not in options.local and options.parent is not None
    mark = "*" if inherited and args.has("A") else ""
    for name, value in _values(options, option, index):
        text = format_value(value)
        if args.has("v"):
            if name or text:
                context.out(text)
        elif name:
            shown = quote(text) if option.kind in _QUOTED else text
            context.out(f"{name}{mark} {shown}")
        else:
            context.out(f"{option.name}{mark}")


def _values(options: Options, option: Option, index: int | None) -> Iterator[tuple[str, Any]]:
    """Give name and value, for an array those of each element; an empty array has no name."""
    if option.kind != "array":
        yield option.name, options.get(option.name)
        return
    elements = options.elements(option.name)
    if index is not None:
        yield f"{option.name}[{index}]", elements.get(index, "")
        return
    for number in sorted(elements):
        yield f"{option.name}[{number}]", elements[number]
    if not elements:
        yield "", ""


COMMANDS = (
    Command(
        "show-options", "show", "Agpqsvw t:target-pane", "[option]", 0, 1,
        "Print options; -A with inherited ones, -v values only.",
        show_options, target="pane?", hidden="H", readonly=True,
    ),
    Command(
        "show-window-options", "showw", "gv t:target-window", "[option]", 0, 1,
        "Print a window's options, as show-options -w.",
        show_window_options, target="window?", readonly=True,
    ),
)  # fmt: skip
