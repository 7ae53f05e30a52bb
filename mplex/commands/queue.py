"""Runs command lists: one after the other, at once, unless a command asks to wait.

A command that fails ends its group (what was joined to it by `;`), and the next line goes on, as
in tmux. Nothing here blocks: `pause` gives the caller back its thread, and the returned function
goes on with the list. Who hears the output is decided in `report`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from typing import NamedTuple

from mplex.commands.command import Args, Command, CommandTable
from mplex.commands.context import Context
from mplex.commands.parser import Argument, ParsedCommand, parse, split_argv
from mplex.commands.report import deliver
from mplex.commands.table import COMMANDS
from mplex.commands.targets import resolve
from mplex.commands.templates import parse_text
from mplex.errors import MplexError, UsageError
from mplex.log import Log

log = Log("mplex.commands")
OnDone = Callable[[int], None]


class _Item(NamedTuple):
    command: ParsedCommand | None
    group: tuple[int, int] = (0, 0)
    """Which list it came from, and its group there."""
    on_end: Callable[[], None] | None = None
    """Called in place of a command, at the end of a list."""


class CommandQueue:
    """The commands of one context that are still to run."""

    def __init__(self, context: Context, table: CommandTable = COMMANDS) -> None:
        self.context = context
        self.table = table
        self._items: deque[_Item] = deque()
        self._lists = 0
        self._paused = False
        self._running = False
        self._on_done: OnDone = lambda status: None
        context.queue = self

    def run(self, commands: Sequence[ParsedCommand], on_done: OnDone) -> None:
        """Run `commands`; `on_done` gets the status when the last one has ended."""
        self._on_done = on_done
        self.insert(commands)
        self._go_on()

    def insert(
        self, commands: Sequence[ParsedCommand], on_end: Callable[[], None] | None = None
    ) -> None:
        """Run `commands` right after the present one; they are groups of their own."""
        self._lists += 1
        if on_end is not None:
            self._items.appendleft(_Item(None, on_end=on_end))
        items = [_Item(command, (self._lists, command.group)) for command in commands]
        self._items.extendleft(reversed(items))

    def run_apart(self, commands: Sequence[ParsedCommand]) -> None:
        """Run `commands` now and on their own, for a background job's sake."""
        CommandQueue(self.context.copy("job"), self.table).run(commands, lambda status: None)

    def pause(self) -> Callable[[], None]:
        """Stop after the present command until the returned function is called."""
        self._paused = True
        done = False

        def resume() -> None:
            nonlocal done
            if not done:
                done = True
                self._paused = False
                self._go_on()

        return resume

    def _go_on(self) -> None:
        if self._running:  # A command resumed within its own run; the loop below goes on.
            return
        self._running = True
        try:
            while self._items and not self._paused:
                self._run_one(self._items.popleft())
        finally:
            self._running = False
        if not self._paused:
            deliver(self.context)
            on_done, self._on_done = self._on_done, lambda status: None
            on_done(self.context.status)

    def _run_one(self, item: _Item) -> None:
        if item.command is None:
            if item.on_end is not None:
                item.on_end()
            return
        context = self.context
        context.place = item.command.place
        try:
            command, args = self._prepare(item.command)
            context.command = command
            command.run(context, args)
        except MplexError as error:
            self._failed(item, error.message, error.hint)
        except Exception as error:
            # Whoever waits for a command hears of a bug in it, too; the log has the place.
            name = item.command.name
            log.exception(error, "command %s", name)
            hint = "the log beside the server's socket says more"
            self._failed(item, f"mplex made a mistake in {name}", hint)

    def _failed(self, item: _Item, message: str, hint: str) -> None:
        """Report an error and leave out what was joined to the command."""
        self.context.error(message, hint)
        self._items = deque(left for left in self._items if left.group != item.group)
        # A command that failed waits for nothing any more.
        self._paused = False

    def _prepare(self, parsed: ParsedCommand) -> tuple[Command, Args]:
        command, args = look_up(self.table, parsed, self.context)
        client = self.context.client
        if client is not None and client.readonly and not command.readonly:
            raise UsageError("client is read-only")
        resolve(self.context, command, args)
        return command, args


def look_up(table: CommandTable, parsed: ParsedCommand, context: Context) -> tuple[Command, Args]:
    """Return the table's entry and the sorted arguments of a parsed command.

    Raises:
        UsageError: no such command, or wrong arguments.
    """
    name, words = _without_alias(parsed, context)
    command = table.find(name)
    return command, command.parse(words)


def _without_alias(parsed: ParsedCommand, context: Context) -> tuple[str, tuple[Argument, ...]]:
    """Replace a name that `command-alias` defines; aliases do not nest."""
    for alias in context.tree.options.get("command-alias"):
        name, _, text = alias.partition("=")
        if name == parsed.name and (commands := parse(text).commands):
            return commands[0].name, (*commands[0].args, *parsed.args)
    return parsed.name, parsed.args


def run_commands(commands: Sequence[ParsedCommand], context: Context, on_done: OnDone) -> None:
    """Run parsed commands; `on_done` gets 0, or 1 when any of them failed."""
    CommandQueue(context).run(commands, on_done)


def run_text(text: str, context: Context, on_done: OnDone, source: str = "") -> None:
    """Parse and run command text; lines with errors are reported and left out."""
    parsed = parse_text(text, context, source)
    for error in parsed.errors:
        context.error(error.message, error.hint)
    run_commands(parsed.commands, context, on_done)


def run_argv(argv: Sequence[str], context: Context, on_done: OnDone) -> None:
    """Run the commands of a shell's arguments, with `;` between them."""
    run_commands(split_argv(argv), context, on_done)
