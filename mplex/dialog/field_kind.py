"""What a row of the table of field kinds says (`field_kinds.FIELD_KINDS`).

The rows stand in modules of their own: inputs, collections, and what is only shown.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from mplex.dialog.field import Field
from mplex.dialog.field_members import Data, Member, Setting
from mplex.dialog.json_schema import Schema
from mplex.dialog.node import Node

Finish = Callable[[Node, Data, Setting], None]
"""Checks what holds between the members of a field, and makes its defaults valid in place."""


def nothing_more(node: Node, data: Data, setting: Setting) -> None:
    """Leave the members as they were read."""


def anything(field: Field, value: Any) -> bool:
    """Accept every value of the right shape."""
    return True


class FieldKind(NamedTuple):
    """One kind of field: a row of `FIELD_KINDS`."""

    name: str
    help: str
    members: tuple[Member, ...]
    """Its own members, besides those that every field has."""
    example: Data
    """The members of a field of this kind as a page would show it, without its kind."""
    value: Schema | None = None
    """The shape of what it reports; None for a kind that reports nothing."""
    reports: str = ""
    """The same in words."""
    finish: Finish = nothing_more
    fits: Callable[[Field, Any], bool] = anything
    """Whether a value of the right shape is one that this field can report."""
    aiui: bool = True
    """Whether the tool `form` has it."""
    named: bool = False
    """Whether it needs a name although it reports nothing."""

    @property
    def has_name(self) -> bool:
        """Whether a field of this kind must have a name of its own."""
        return self.named or self.value is not None

    @property
    def target(self) -> bool:
        """Whether its value may be written to a file."""
        return self.value is not None
