"""The commands that run other things: shell commands, conditions, files; and wait-for."""

from __future__ import annotations

import glob
import os

from mplex.commands.command import Args, Command
from mplex.commands.context import Context
from mplex.commands.environment import program_environ
from mplex.commands.later import commands_of
from mplex.commands.listing import is_true
from mplex.commands.targets import client_or_none
from mplex.errors import CommandError, MplexError
from mplex.model.target import Target


def job_folder(context: Context, target: Target) -> str:
    """Return the folder in which shell commands run."""
    if target.session is not None and context.caller != "cli":
        return target.session.cwd
    return context.cwd or os.path.expanduser("~")


def run_shell(context: Context, args: Args) -> None:
    """Run a shell command, or with -C commands of ours; -b does not wait, -d waits before."""
    seconds = _delay(args)
    command = args.word(0)
    if command is None and not args.has("d"):
        return
    background = args.has("b")
    resume = None if background else context.pause()

    def begin() -> None:
        if command is None:
            finish()
        elif args.has("C"):
            _run_ours(context, args, background=background)
            finish()
        else:
            _run_job(context, args, context.expand(command, args.target), finish)

    def finish() -> None:
        if resume is not None:
            resume()

    if seconds:
        context.server.call_later(seconds, begin)
    else:
        begin()


def _delay(args: Args) -> float:
    text = args.get("d")
    try:
        seconds = float(text) if text is not None else 0.0
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds < 1e9:
        raise CommandError(f"invalid delay time: {text}")
    return seconds


def _run_ours(context: Context, args: Args, *, background: bool) -> None:
    try:
        commands = commands_of(context, args.words[0])
    except MplexError as error:
        context.error(error.message)
        return
    if background and args.has("d"):
        context.queue.run_apart(commands)
    else:
        context.insert(commands)


def _run_job(context: Context, args: Args, command: str, finish) -> None:  # type: ignore[no-untyped-def]
    background = args.has("b")

    def done(status: int, output: bytes) -> None:
        text = output.decode("utf-8", "surrogateescape")
        lines = text.splitlines()
        if status:
            ending = f"returned {status}" if status > 0 else f"terminated by signal {-status}"
            lines.append(f"'{command}' {ending}")
        if background:
            for line in lines:
                context.server.log(line)
        else:
            for line in lines:
                context.out(line)
            context.status = status & 0xFF if status > 0 else 128 - status
        finish()

    environ = program_environ(context.tree, args.target.session)
    folder = job_folder(context, args.target)
    context.server.run_job(command, cwd=folder, environ=environ, on_done=done)
