"""Writes parsed commands in full: whole names, flags sorted, as list-keys shows them."""

from __future__ import annotations

from collections.abc import Sequence

from mplex.commands.command import CommandTable
from mplex.commands.parser import Argument, Block, ParsedCommand, join_commands
from mplex.commands.quoting import quote
from mplex.errors import UsageError


def print_commands(
    commands: Sequence[ParsedCommand], table: CommandTable, joint: str = "\\;"
) -> str:
    """Write `commands` in one line, joined by `joint`."""
    return join_commands(commands, lambda command: print_command(command, table), joint)


def print_command(parsed: ParsedCommand, table: CommandTable) -> str:
    """Write one command; one that the table does not know is written as it stands."""
    try:
        command = table.find(parsed.name)
        args = command.parse(parsed.args)
    except UsageError:
        return str(parsed)
    plain = "".join(sorted(letter for letter, values in args.flags.items() if not values))
    parts = [command.name, *([f"-{plain}"] if plain else [])]
    for letter, values in sorted(args.flags.items()):
        parts += [f"-{letter} {quote(value)}" for value in values]
    return " ".join([*parts, *(_print_argument(word, table) for word in args.words)])


def _print_argument(argument: Argument, table: CommandTable) -> str:
    if isinstance(argument, Block):
        return f"{{ {print_commands(argument.commands, table, ';')} }}"
    return quote(argument)


def check_commands(commands: Sequence[ParsedCommand], table: CommandTable) -> None:
    """Make sure that commands to be run later exist and have the right arguments.

    Raises:
        UsageError: one of them could never run.
    """
    for parsed in commands:
        args = table.find(parsed.name).parse(parsed.args)
        for word in args.words:
            if isinstance(word, Block):
                check_commands(word.commands, table)
