"""Key tables: which commands a key runs, with tmux's defaults.

Keys are kept under their canonical names ("C-b", "MouseDown1Pane"; see `key_names`). Which table is
asked when is the server's business.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from mplex.commands.command import Args, CommandTable
from mplex.commands.copy_keys import COPY_BINDINGS
from mplex.commands.default_keys import DEFAULT_BINDINGS
from mplex.commands.key_names import canonical_key
from mplex.commands.parser import Argument, Block, ParsedCommand, parse_strict, split_argv
from mplex.commands.printing import print_commands
from mplex.errors import CommandError


class Binding(NamedTuple):
    """What one key of a table does."""

    key: str
    commands: tuple[ParsedCommand, ...]
    note: str = ""
    repeat: bool = False
    """The key may be pressed again within `repeat-time` without the prefix."""


class KeyTables:
    """All key tables by name; binding a key in an unknown table makes the table.

    The defaults are read when they are first looked at: reading them takes longer than it may take
    a server to get its first shell to the screen.
    """

    def __init__(self, commands: CommandTable) -> None:
        self.commands = commands

    @cached_property
    def defaults(self) -> dict[str, dict[str, Binding]]:
        """The tables as they ship."""
        return default_bindings(self.commands)

    @cached_property
    def tables(self) -> dict[str, dict[str, Binding]]:
        """The tables as they are now."""
        return {name: dict(bindings) for name, bindings in self.defaults.items()}

    def warm_up(self) -> None:
        """Read the defaults now, so that the first key does not have to wait for it.

        It may be done in another thread: what is read never changes.
        """
        self.defaults.keys()

    def lookup(self, table: str, key: str) -> Binding | None:
        """Return what the key called `key` does in `table`; "Any" stands in for other keys."""
        bindings = self.tables.get(table, {})
        return bindings.get(key) or bindings.get("Any")

    def bind(self, table: str, binding: Binding) -> None:
        """Bind a key whose name is canonical; without commands only a note there is changes."""
        bindings = self.tables.setdefault(table, {})
        old = bindings.get(binding.key)
        if binding.commands:
            bindings[binding.key] = binding
        elif old is not None:
            bindings[binding.key] = old._replace(note=binding.note or old.note)

    def unbind(self, table: str, key: str) -> None:
        """Forget what a key does; harmless when it does nothing."""
        self.table(table).pop(key, None)

    def unbind_all(self, table: str) -> None:
        """Forget a whole table."""
        self.table(table)
        del self.tables[table]

    def reset(self, table: str, key: str) -> None:
        """Give a key its default binding back."""
        default = self.defaults.get(table, {}).get(key)
        if default is None:
            self.unbind(table, key)
        else:
            self.tables.setdefault(table, {})[key] = default

    def table(self, name: str) -> dict[str, Binding]:
        """Return a table's bindings by key; CommandError when there is no such table."""
        try:
            return self.tables[name]
        except KeyError:
            raise CommandError(f"table {name} doesn't exist") from None

    def text(self, binding: Binding, joint: str = "\\;") -> str:
        """Write a binding's commands in full, as list-keys shows them."""
        return print_commands(binding.commands, self.commands, joint)


def default_bindings(commands: CommandTable) -> dict[str, dict[str, Binding]]:
    """Read the default bindings; a key bound twice is an error of theirs."""
    tables: dict[str, dict[str, Binding]] = {"root": {}, "prefix": {}}
    bind = commands.find("bind-key")
    for parsed in parse_strict(DEFAULT_BINDINGS + COPY_BINDINGS):
        table, binding = read_binding(bind.parse(parsed.args))
        bindings = tables.setdefault(table, {})
        if binding.key in bindings:
            raise CommandError(f"key {binding.key} is bound twice in table {table}")
        bindings[binding.key] = binding
    return tables


def read_binding(args: Args) -> tuple[str, Binding]:
    """Return the table and the binding that the arguments of bind-key describe."""
    key = canonical_key(str(args.words[0]))
    note = args.get("N") or ""
    return table_name(args), Binding(key, bound_commands(args.words[1:]), note, args.has("r"))


def table_name(args: Args) -> str:
    """Return the table that -T and -n of bind-key and unbind-key mean."""
    return args.get("T") or ("root" if args.has("n") else "prefix")


def bound_commands(words: Sequence[Argument]) -> tuple[ParsedCommand, ...]:
    """Return the commands given as a block, as one text, or as separate words."""
    if len(words) == 1:
        word = words[0]
        return word.commands if isinstance(word, Block) else tuple(parse_strict(word))
    return tuple(split_argv(words))
