"""Decides who hears what a command list said: the status row, an overlay, or the caller itself.

For a key or a prompt the person at the client sees it; everyone else reads `output` and `errors`
of the context.
"""

from __future__ import annotations

from collections.abc import Sequence

from mplex.commands.context import Context
from mplex.ui.text_view import TextView

_AT_THE_CLIENT = frozenset({"key", "prompt", "job"})


def deliver(context: Context) -> None:
    """Show output and errors to the client of a key, prompt or background job."""
    if context.caller not in _AT_THE_CLIENT:
        return
    if context.output:
        text = b"".join(context.output).decode("utf-8", "replace")
        command = context.command
        show_lines(context, text.splitlines(), command.name if command is not None else "")
    if len(context.errors) > 1 and not context.output and context.client is not None:
        # More than one would be cut on one row, as the errors of a reloaded configuration are.
        for error in context.errors:
            context.server.log(error)
        show_lines(context, context.errors, "errors")
    elif context.errors:
        text = "; ".join(context.errors)
        if context.client is not None:
            context.client.message(text[:1].upper() + text[1:])
        else:
            context.server.log(text)
    context.output.clear()
    context.errors.clear()


def show_lines(context: Context, lines: Sequence[str], title: str) -> None:
    """Show lines to the client in an overlay; without a client they go to the message log."""
    if context.client is not None and lines:
        context.client.open_overlay(TextView(lines, title=title, theme=context.client.theme))
        return
    for line in lines:
        context.server.log(line)
