"""run-shell and if-shell: the commands that wait for a program, or don't."""

from __future__ import annotations

import os
from collections.abc import Callable

from mplex.commands.command import Args, Command
from mplex.commands.context import Context
from mplex.commands.environment import program_environ
from mplex.commands.listing import is_true
from mplex.commands.report import show_lines
from mplex.commands.templates import commands_of
from mplex.errors import CommandError, MplexError
from mplex.model.target import Target

MAX_DELAY = 1e9


def run_shell(context: Context, args: Args) -> None:
    """Run a shell command, or with -C commands of ours; -b does not wait, -d starts later."""
    seconds = _delay(args)
    if not args.words and not args.has("d"):
        return
    resume = nothing if args.has("b") else context.pause()

    def begin() -> None:
        if not args.words:
            resume()
        elif args.has("C"):
            run_template(context, args, 0, now=not args.has("b"))
            resume()
        else:
            command = context.expand(str(args.words[0]), args.target)
            folder = args.get("c")
            folder = context.expand(folder, args.target) if folder is not None else ""
            start_job(
                context, args.target, command, lambda *ended: done(command, *ended), folder=folder
            )

    def done(command: str, status: int, output: bytes) -> None:
        lines = output.decode("utf-8", "surrogateescape").splitlines()
        if status:
            how = f"returned {status}" if status > 0 else f"terminated by signal {-status}"
            lines.append(f"'{command}' {how}")
        if args.has("b"):
            show_lines(context, lines, command)
        else:
            for line in lines:
                context.out(line)
            context.status = status if status >= 0 else 128 - status
        resume()

    if seconds:
        context.server.call_later(seconds, begin)
    else:
        begin()


def nothing() -> None:
    """Do nothing: what a command that does not wait has to call at its end."""


def _delay(args: Args) -> float:
    text = args.get("d")
    try:
        seconds = float(text) if text is not None else 0.0
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds <= MAX_DELAY:
        raise CommandError(f"invalid delay time: {text}")
    return seconds


def run_template(context: Context, args: Args, index: int, *, now: bool) -> None:
    """Run the commands in the word at `index`: next in the queue, or apart from it."""
    if index >= len(args.words):
        return
    try:
        commands = commands_of(context, args.words[index])
    except MplexError as error:
        context.error(error.message)
        return
    if now:
        context.insert(commands)
    else:
        context.queue.run_apart(commands)


def start_job(
    context: Context,
    target: Target,
    command: str,
    on_done: Callable[[int, bytes], None],
    *,
    folder: str = "",
    stdin: bytes = b"",
) -> None:
    """Run a shell command with the environment of the target's session.

    It runs in `folder`, else where a shell gave the command, else in the session's folder.
    """
    if not folder:
        folder = context.cwd
        if target.session is not None and (context.caller != "cli" or not folder):
            folder = target.session.cwd
    context.server.run_job(
        command,
        cwd=folder or os.path.expanduser("~"),
        environ=program_environ(context.tree, target.session),
        on_done=on_done,
        stdin=stdin,
    )


def if_shell(context: Context, args: Args) -> None:
    """Run one template if a shell command succeeds (-F: a format is true), else the other."""
    condition = context.expand(str(args.words[0]), args.target)
    if args.has("F"):
        run_template(context, args, 1 if is_true(condition) else 2, now=True)
        return
    resume = nothing if args.has("b") else context.pause()

    def done(status: int, output: bytes) -> None:
        run_template(context, args, 2 if status else 1, now=not args.has("b"))
        resume()

    start_job(context, args.target, condition, done)


COMMANDS = (
    Command(
        "run-shell", "run", "bC c:start-directory d:delay t:target-pane", "[shell-command]", 0, 1,
        "Run a shell command and show its output; -b in the background, -C an mplex command.",
        run_shell, target="pane?", blocks=True,
    ),
    Command(
        "if-shell", "if", "bF t:target-pane", "shell-command command [command]", 2, 3,
        "Run a command if a shell command succeeds or -F a format is true, else another.",
        if_shell, target="pane?", blocks=True,
    ),
)  # fmt: skip
