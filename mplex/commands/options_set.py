"""set-option and set-window-option."""

from __future__ import annotations

from mplex.commands.command import Args, Command
from mplex.commands.context import Context
from mplex.commands.key_names import canonical_key
from mplex.commands.option_scope import options_for
from mplex.commands.parser import Block
from mplex.commands.printing import print_commands
from mplex.errors import CommandError, OptionError
from mplex.options import WITHOUT_EFFECT, Option, Options, find_option, split_index

STATUS_COLOURS = {"status-fg": "fg", "status-bg": "bg"}
"""Names from older configurations for one part of `status-style`."""


def set_option(context: Context, args: Args) -> None:
    """Set, append to (-a) or unset (-u) an option."""
    _set(context, args, window=False)


def set_window_option(context: Context, args: Args) -> None:
    """Set a window's option."""
    _set(context, args, window=True)


def _set(context: Context, args: Args, *, window: bool) -> None:
    name = context.expand(str(args.words[0]), args.target)
    if split_index(name)[0] in WITHOUT_EFFECT:
        return
    colour = STATUS_COLOURS.get(name)
    if colour is not None:
        name = "status-style"
    try:
        option = find_option(name)
    except OptionError:
        if args.has("q"):
            return
        raise
    options = options_for(context, args, option, window=window)
    value = _value(context, args)
    if value is not None and args.has("F"):
        value = context.expand(value, args.target)
    if colour is not None and value is not None:
        parts = options.text(name).split(",")
        kept = [part for part in parts if part and not part.startswith(f"{colour}=")]
        value = ",".join([*kept, f"{colour}={value}"])
    if option.kind == "key" and value:
        value = "None" if value.lower() == "none" else canonical_key(value)
    full_name = _full_name(option, name)
    if args.has("uU"):
        _unset(args, option, options, full_name)
    else:
        if args.has("o") and _is_set(options, full_name):
            if not args.has("q"):
                raise CommandError(f"already set: {name}")
            return
        if value is None and option.scope == "user":
            raise CommandError("empty value")
        options.set(full_name, value, append=args.has("a"))
    context.server.redraw()
    context.server.redraw_status()


def _value(context: Context, args: Args) -> str | None:
    """Return the value as text; a block becomes the text of its commands."""
    given = args.words[1] if len(args.words) > 1 else None
    if isinstance(given, Block):
        return print_commands(given.commands, context.queue.table, ";")
    return given


def _full_name(option: Option, name: str) -> str:
    _, index = split_index(name)
    return option.name if index is None else f"{option.name}[{index}]"


def _is_set(options: Options, name: str) -> bool:
    plain, index = split_index(name)
    return plain in options.local and (index is None or index in options.elements(plain))


def _unset(args: Args, option: Option, options: Options, name: str) -> None:
    """Unset here; -U on every pane of the window as well."""
    options.unset(name)
    window = args.target.window
    if args.has("U") and option.scope in ("pane", "user") and window is not None:
        window.options.unset(name)
        for pane in window.panes:
            pane.options.unset(name)


COMMANDS = (
    Command(
        "set-option", "set", "aFgopqsuUw t:target-pane", "option [value]", 1, 2,
        "Set an option; -g globally, -a append, -u unset, -o only if it is not set yet.",
        set_option, target="pane?", blocks=True,
    ),
    Command(
        "set-window-option", "setw", "aFgoqu t:target-window", "option [value]", 1, 2,
        "Set a window's option, as set-option -w.",
        set_window_option, target="window?", blocks=True,
    ),
)  # fmt: skip
