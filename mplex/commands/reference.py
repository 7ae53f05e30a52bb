"""The manual's reference pages as Markdown: commands, keys, options and format variables.

Everything comes from the tables; there is no text about a single command, key or option in here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mplex.commands.command import Command
from mplex.commands.key_names import key_order
from mplex.commands.key_tables import Binding, KeyTables
from mplex.commands.table import COMMANDS
from mplex.commands.variables import VARIABLES
from mplex.options import OPTIONS, Option, format_value

_TABLES = (
    (
        "prefix",
        "After the prefix",
        "The prefix is `C-b`, until the option `prefix` says otherwise.",
    ),
    (
        "root",
        "Mouse, and without the prefix",
        "A program that asked for the mouse gets it instead.",
    ),
    ("copy-mode", "Copy mode, emacs keys", "Used while the option `mode-keys` is `emacs`."),
    ("copy-mode-vi", "Copy mode, vi keys", "Used while the option `mode-keys` is `vi`."),
)
_SCOPES = (
    ("server", "Server options", "Set with `set-option -s`."),
    ("session", "Session options", "Set with `set-option`, for all sessions with `-g`."),
    ("window", "Window options", "Set with `set-option -w`, for all windows with `-g`."),
    ("pane", "Pane options", "Window options that can also be set for one pane, with `-p`."),
)


def commands_markdown() -> str:
    """Return the page of all commands."""
    parts = [
        "# Commands",
        "Every command can be given to `mplex` in a shell, typed at the prompt (`C-b :`), bound "
        "to a key or put in a configuration file. A unique beginning of a name is enough.",
    ]
    for command in COMMANDS:
        parts += [f"## {command.name}", *_command(command)]
    return _page(parts)


def _command(command: Command) -> Iterable[str]:
    yield f"```\n{command.name} {command.usage}".rstrip() + "\n```"
    alias = f" Short: `{command.alias}`." if command.alias else ""
    yield f"{command.help}{alias}"


def keys_markdown() -> str:
    """Return the page of all default key bindings."""
    tables = KeyTables(COMMANDS)
    parts = [
        "# Keys",
        "`bind-key` changes them and `list-keys` shows them. `C-` is Ctrl, `M-` Alt, `S-` Shift. "
        "Keys marked with ↻ may be repeated without the prefix for a moment.",
    ]
    for name, title, note in _TABLES:
        bindings = sorted(tables.tables[name].values(), key=lambda each: key_order(each.key))
        rows = [_binding(tables, binding) for binding in bindings]
        parts += [f"## {title}", note, _grid(("Key", "What it does", "Command"), rows)]
    return _page(parts)


def _binding(tables: KeyTables, binding: Binding) -> tuple[str, str, str]:
    text = tables.text(binding, ";")
    short = text if len(text) <= 100 else text[:99] + "…"
    mark = " ↻" if binding.repeat else ""
    return f"{_code(binding.key)}{mark}", _cell(binding.note), _code(short)


def options_markdown() -> str:
    """Return the page of all options."""
    parts = ["# Options", "`show-options` prints them. The first column of values is the default."]
    for scope, title, note in _SCOPES:
        rows = [_option(option) for option in OPTIONS if option.scope == scope]
        parts += [f"## {title}", note, _grid(("Option", "Default", "Takes", "Meaning"), rows)]
    return _page(parts)


def _option(option: Option) -> tuple[str, str, str, str]:
    default = option.default
    text = " ".join(default) if isinstance(default, tuple) else format_value(default)
    takes = ", ".join(option.choices) or option.kind
    if option.unit:
        takes += f" ({option.unit})"
    return f"`{option.name}`", _code(text) if text else "", _cell(takes), _cell(option.help)


def formats_markdown() -> str:
    """Return the page of all format variables."""
    rows = [(f"`{each.name}`", _cell(each.help)) for each in VARIABLES]
    return _page(["# Format variables", _grid(("Variable", "Meaning"), rows)])


def _page(parts: Iterable[str]) -> str:
    return "\n\n".join(parts) + "\n"


def _grid(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


def _code(text: str) -> str:
    """Return text as Markdown code; backquotes in it need a longer fence."""
    fence = "``" if "`" in text else "`"
    pad = " " if "`" in text else ""
    return f"{fence}{pad}{_cell(text)}{pad}{fence}"
