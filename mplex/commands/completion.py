"""Completion at the command prompt: commands, flags, options, targets, layouts, keys.

What a word can become depends on the command it belongs to; everything is read from the tables
that define the things, so nothing is listed twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from mplex.commands.command import Command, CommandTable
from mplex.commands.context import ClientApi, Context
from mplex.errors import UsageError
from mplex.model.layout_presets import PRESETS
from mplex.options import OPTIONS

Completer = Callable[[str], list[str]]
_OPTION_COMMANDS = frozenset(
    {"set-option", "show-options", "set-window-option", "show-window-options"}
)
_WITH_COMMAND = frozenset({"list-commands", "bind-key", "confirm-before"})


def completer(context: Context, client: ClientApi, kind: str) -> Completer | None:
    """Return the completion for a prompt of type `kind`; None where there is nothing to offer."""
    if kind == "command":
        return lambda text: complete_command(context, client, text)
    if kind in ("target", "window-target"):
        windows = kind == "window-target"
        return lambda text: _starting(text, targets(context, client, windows=windows))
    return None


def complete_command(context: Context, client: ClientApi, text: str) -> list[str]:
    """Return what the last word of a command line can become, each whole and sorted."""
    table = context.queue.table
    words = text.rpartition(";")[2].lstrip().split(" ")
    last = words[-1]
    if len(words) == 1:
        return _starting(last, _command_names(context, table))
    try:
        command = table.find(words[0])
    except UsageError:
        return []
    return _starting(last, _arguments(context, client, command, words))


def _arguments(
    context: Context, client: ClientApi, command: Command, words: list[str]
) -> Iterable[str]:
    last, before = words[-1], words[-2]
    valued = command.value_flags
    if len(before) == 2 and before[0] == "-" and before[1] in valued:
        return _flag_values(context, client, before[1], valued[before[1]])
    if last.startswith("-"):
        return [f"-{letter}" for letter in command.plain_flags + "".join(valued)]
    if command.name in _OPTION_COMMANDS:
        return _option_words(before)
    if command.name == "select-layout":
        return [preset.name for preset in PRESETS]
    if command.name in _WITH_COMMAND:
        return _command_names(context, context.queue.table)
    return []


def _option_words(before: str) -> Iterable[str]:
    """Return the options, or the values that the option before takes."""
    for option in OPTIONS:
        if option.name == before:
            return ("on", "off") if option.kind == "flag" else option.choices
    return [option.name for option in OPTIONS]


def _flag_values(context: Context, client: ClientApi, flag: str, word: str) -> Iterable[str]:
    if "client" in word:
        return [each.name for each in context.server.clients]
    if "session" in word:
        return targets(context, client, windows=False)
    if "window" in word or "pane" in word:
        return [*targets(context, client, windows=True), *targets(context, client, windows=False)]
    if word == "key-table":
        return context.server.key_tables.tables
    if word == "buffer-name":
        return [buffer.name for buffer in context.tree.buffers.list()]
    return []


def targets(context: Context, client: ClientApi, *, windows: bool) -> list[str]:
    """Return the names of sessions, or of the windows of the client's session."""
    if not windows:
        return [f"{session.name}:" for session in context.tree.sessions.values()]
    session = client.session
    return [f"{session.name}:{index}" for index in session.windows] + [
        f":{index}" for index in session.windows
    ]


def _command_names(context: Context, table: CommandTable) -> list[str]:
    aliases = (alias.partition("=")[0] for alias in context.tree.options.get("command-alias"))
    return [*(command.name for command in table), *aliases]


def _starting(text: str, words: Iterable[str]) -> list[str]:
    return sorted({word for word in words if word.startswith(text)})
