"""source-file: the commands of files, and of standard input."""

from __future__ import annotations

import glob
import os

from mplex.commands.command import Args, Command
from mplex.commands.context import MAX_SOURCE_DEPTH, Context
from mplex.commands.parser import ParsedCommand
from mplex.commands.printing import check_commands, print_command
from mplex.commands.templates import parse_text
from mplex.errors import CommandError, UsageError

MAX_FILE_BYTES = 16 << 20


def source_file(context: Context, args: Args) -> None:
    """Run the commands of files; -n only checks them, -q ignores missing ones, -v shows them."""
    if context.source_depth >= MAX_SOURCE_DEPTH:
        raise CommandError("too many nested files")
    paths = args.texts()
    if args.has("F"):
        paths = [context.expand(path) for path in paths]
    if "-" in paths:
        _source_stdin(context, args)
        paths = [path for path in paths if path != "-"]
    commands: list[ParsedCommand] = []
    for path in paths:
        for found in _matching(context, args, path):
            commands += _read(context, args, found)
    _run(context, commands)


def _run(context: Context, commands: list[ParsedCommand]) -> None:
    """Run the commands; what they source lies one level deeper."""
    if not commands:
        return
    context.source_depth += 1

    def leave() -> None:
        context.source_depth -= 1

    context.queue.insert(commands, leave)


def _source_stdin(context: Context, args: Args) -> None:
    if context.connection is None:
        raise CommandError("no standard input here: -")
    resume = context.pause()

    def loaded(data: bytes) -> None:
        _run(context, _parse(context, args, data.decode("utf-8", "surrogateescape"), "-"))
        resume()

    context.connection.read_stdin(loaded)


def _matching(context: Context, args: Args, path: str) -> list[str]:
    pattern = os.path.join(context.cwd or os.path.expanduser("~"), os.path.expanduser(path))
    found = sorted(glob.glob(pattern))
    if not found and not args.has("q"):
        context.error(f"{pattern}: No such file or directory")
    return found


def _read(context: Context, args: Args, path: str) -> list[ParsedCommand]:
    try:
        with open(path, encoding="utf-8", errors="surrogateescape") as file:
            text = file.read(MAX_FILE_BYTES)
    except OSError as error:
        context.error(f"{path}: {error.strerror or error}")
        return []
    return _parse(context, args, text, path)


def _parse(context: Context, args: Args, text: str, source: str) -> list[ParsedCommand]:
    parsed = parse_text(text, context, source)
    place, context.place = context.place, ""
    for error in parsed.errors:
        context.error(error.message)
    for command in parsed.commands:
        if args.has("v"):
            context.out(f"{command.place}: {print_command(command, context.queue.table)}")
        if args.has("n"):
            _check(context, command)
    context.place = place
    return [] if args.has("n") else parsed.commands


def _check(context: Context, command: ParsedCommand) -> None:
    try:
        check_commands([command], context.queue.table)
    except UsageError as error:
        context.error(f"{command.place}: {error.message}")


COMMANDS = (
    Command(
        "source-file", "source", "Fnqv", "path ...", 1, None,
        "Run the commands in files; * and ? stand for parts of names.",
        source_file,
    ),
)  # fmt: skip
