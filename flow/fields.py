"""The field types of a flow screen: what each may say in the spec.

`FIELD_TYPES` is the one table; a new type is a class, a reader and a row. How a field is asked is
the driver's matter, how it looks the server's.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from mplex.dialog.caps import (
    PLEXER_FLOW_ANSWER_MAX,
    PLEXER_FLOW_LABEL_MAX,
    PLEXER_FLOW_OPTIONS_MAX,
    PLEXER_FLOW_TEXT_MAX,
)
from mplex.dialog.condition import Condition, read_condition
from mplex.dialog.node import Node, Scalar


class Option(NamedTuple):
    """One option of a choice: what is shown, and what is recorded."""

    label: str
    value: Scalar


class ChoiceField(NamedTuple):
    """A single choice; the answer is the chosen option's value."""

    id: str
    label: str
    show_if: Condition
    options: tuple[Option, ...]
    default: int


class TextField(NamedTuple):
    """One line of free text; the answer is the text."""

    id: str
    label: str
    show_if: Condition
    initial: str


class InfoField(NamedTuple):
    """Text that is shown and never asked."""

    id: str
    label: str
    show_if: Condition
    text: str


Field = ChoiceField | TextField | InfoField
Members = dict[str, Node]


class Common(NamedTuple):
    """What every field type has."""

    id: str
    label: str
    show_if: Condition


class FieldType(NamedTuple):
    """A row of `FIELD_TYPES`."""

    name: str
    members: tuple[str, ...]
    """The members that only this type has."""
    read: Callable[[Node, Common, Members], Field]
    help: str


def read_field(node: Node) -> Field:
    """Check one field of a screen; its references to other fields are checked by the caller."""
    members = node.members(FIELD_MEMBERS)
    common = Common(
        id=required(node, members, "id", "an id").identifier(),
        label=members["label"].text(PLEXER_FLOW_LABEL_MAX) if "label" in members else "",
        show_if=read_condition(members["show_if"]) if "show_if" in members else (),
    )
    names = tuple(FIELD_TYPES)
    type_name = required(node, members, "type", f"one of {', '.join(names)}").one_of(names)
    return FIELD_TYPES[type_name].read(node, common, members)


def required(node: Node, members: Members, name: str, allowed: str) -> Node:
    """Return a member that must be there."""
    if name not in members:
        raise node.fail(f'needs "{name}": {allowed}')
    return members[name]


def _read_choice(node: Node, common: Common, members: Members) -> ChoiceField:
    allowed = f"a list of 1 to {PLEXER_FLOW_OPTIONS_MAX} strings or objects"
    items = required(node, members, "options", allowed).items("options", 1, PLEXER_FLOW_OPTIONS_MAX)
    options = tuple(_read_option(item) for item in items)
    default = members["default"].index(len(options)) if "default" in members else 0
    return ChoiceField(common.id, common.label or common.id, common.show_if, options, default)


def _read_option(node: Node) -> Option:
    if isinstance(node.value, str):
        label = node.text(PLEXER_FLOW_LABEL_MAX, blank=False)
        return Option(label, label)
    if not isinstance(node.value, dict):
        raise node.fail("must be a string or an object with a label and a value")
    members = node.members(("label", "value"))
    label = required(node, members, "label", "what is shown").text(
        PLEXER_FLOW_LABEL_MAX, blank=False
    )
    return Option(label, members["value"].scalar() if "value" in members else label)


def _read_text(node: Node, common: Common, members: Members) -> TextField:
    initial = members["initial"].text(PLEXER_FLOW_ANSWER_MAX) if "initial" in members else ""
    return TextField(common.id, common.label or common.id, common.show_if, initial)


def _read_info(node: Node, common: Common, members: Members) -> InfoField:
    text = required(node, members, "text", "what is shown").text(PLEXER_FLOW_TEXT_MAX, blank=False)
    return InfoField(common.id, common.label, common.show_if, text)


FIELD_TYPES = {
    row.name: row
    for row in (
        FieldType("choice", ("options", "default"), _read_choice, "one of 1 to 12 options"),
        FieldType("text", ("initial",), _read_text, "one line of text"),
        FieldType("info", ("text",), _read_info, "shown, never asked"),
    )
}

FIELD_MEMBERS = ("id", "type", "label", "show_if") + tuple(
    member for row in FIELD_TYPES.values() for member in row.members
)
