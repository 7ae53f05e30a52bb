"""The commands that tell about mplex itself: list-commands, show-messages, display-message."""

from __future__ import annotations

import time

from mplex.commands.command import Args, Command
from mplex.commands.context import Context
from mplex.commands.listing import Row, list_rows
from mplex.commands.targets import client_or_none
from mplex.commands.variables import VARIABLES
from mplex.errors import CommandError

COMMAND_LINE = (
    "#{command_list_name}#{?command_list_alias, (#{command_list_alias}),} #{command_list_usage}"
)
MESSAGE = (
    "[#{session_name}] #{window_index}:#{window_name}, current pane #{pane_index} - "
    "(%H:%M %d-%b-%y)"
)
MAX_MILLISECONDS = 2**31 - 1


def list_commands(context: Context, args: Args) -> None:
    """List the commands and their flags, or one of them."""
    wanted = args.word(0)
    table = context.queue.table
    rows = (
        Row(
            context.current,
            {
                "command_list_name": command.name,
                "command_list_alias": command.alias,
                "command_list_usage": command.usage,
            },
        )
        for command in ([table.find(wanted)] if wanted is not None else table)
    )
    list_rows(context, args, COMMAND_LINE, rows)


def display_message(context: Context, args: Args) -> None:
    """Show a message in the status row, or print it with -p."""
    template = args.get("F")
    if template is not None and args.words:
        raise CommandError("only one of -F or argument must be given")
    if args.has("I"):
        _fill_pane(context, args)
        return
    delay = args.number("d", 0, MAX_MILLISECONDS, "delay")
    if args.has("a"):
        for variable in VARIABLES:
            value = context.expand(f"#{{{variable.name}}}", args.target)
            context.out(f"{variable.name}={value}")
        return
    if template is None:
        template = args.word(0) if args.words else MESSAGE
    client = client_or_none(context, args.get("c"))
    text = context.expand(template or "", args.target, client=client, time=time.time())
    if args.has("p"):
        context.out(text)
    elif client is not None:
        client.message(text, None if delay is None else delay / 1000)


def _fill_pane(context: Context, args: Args) -> None:
    """Let a pane that has no program show what comes on standard input."""
    pane = args.target.pane
    if pane is None or pane.pty is not None:
        raise CommandError("pane is not empty")
    if context.connection is None:
        raise CommandError("no standard input here")
    resume = context.pause()

    def show(data: bytes) -> None:
        pane.stream.feed(data.replace(b"\n", b"\r\n"))
        context.server.redraw(pane.window)
        resume()

    context.connection.read_stdin(show)


def show_messages(context: Context, args: Args) -> None:
    """Print the message log, the latest message first; a person is told when it is empty."""
    if context.client is not None and not context.server.messages:
        context.out("no messages")
    for when, text in reversed(context.server.messages):
        context.out(f"{time.strftime('%H:%M', time.localtime(when))}: {text}")


COMMANDS = (
    Command(
        "list-commands", "lscm", "F:format", "[command]", 0, 1,
        "List the commands and their flags.",
        list_commands, readonly=True,
    ),
    Command(
        "display-message", "display", "aIp c:target-client d:delay F:format t:target-pane",
        "[message]", 0, 1,
        "Show a message in the status row; -p print it, -a print all format variables.",
        display_message, target="pane?", hidden="Nv", readonly=True,
    ),
    Command(
        "show-messages", "showmsgs", "t:target-client", "", 0, 0,
        "Print the message log.",
        show_messages, hidden="JT", readonly=True,
    ),
)  # fmt: skip
