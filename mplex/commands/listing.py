"""What the list-* commands share: one line for each thing that passes the filter."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from mplex.commands.command import Args
from mplex.commands.context import ClientApi, Context
from mplex.model.target import Target


class Row(NamedTuple):
    """One thing to list: where it is, whose it is, and facts that only it has."""

    target: Target
    extra: Mapping[str, str] | None = None
    client: ClientApi | None = None


def list_rows(context: Context, args: Args, template: str, rows: Iterable[Row]) -> None:
    """Print each row with -F or `template` where the filter -f, if given, is true."""
    template = args.get("F") or template
    wanted = args.get("f")
    for number, (target, extra, client) in enumerate(rows):
        facts = {"line": str(number), **(extra or {})}
        if wanted is None or is_true(context.expand(wanted, target, facts, client=client)):
            context.out(context.expand(template, target, facts, client=client))


def is_true(text: str) -> bool:
    """Say whether an expanded condition holds: it is neither empty nor "0"."""
    return text not in ("", "0")
