"""Decides who hears what a command list said: the status row, an overlay, or the caller itself.

For a key or a prompt the person at the client sees it; everyone else reads `output` and `errors`
of the context.
"""

from __future__ import annotations

from mplex.commands.context import Context
from mplex.ui.text_view import TextView

_AT_THE_CLIENT = frozenset({"key", "prompt", "job"})


def deliver(context: Context) -> None:
    """Show output and errors to the client of a key or prompt, and forget them."""
    client = context.client
    if client is None or context.caller not in _AT_THE_CLIENT:
        return
    if context.output:
        text = b"".join(context.output).decode("utf-8", "replace")
        title = getattr(context, "command", None)
        client.open_overlay(TextView(text.splitlines(), title=title.name if title else ""))
    if context.errors:
        text = "; ".join(context.errors)
        context.server.log(text)
        client.message(text[:1].upper() + text[1:])
    context.output.clear()
    context.errors.clear()
