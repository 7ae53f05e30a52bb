"""The spec of a flow: `validate_flow_spec` reads it whole before anything is shown.

A spec that passes can run to an outcome: every limit holds, every id is unique, every target and
every condition names something that exists. Version 1 is read here, its page for readers is
`docs/uiflow.md`; version 2, whose screens are forms, is read by `flow.forms_spec`.
"""

from __future__ import annotations

from typing import NamedTuple

from flow.fields import Field, InfoField, Members, read_field, required
from flow.forms_spec import FormFlow, read_form_flow
from flow.routing import (
    CANCEL,
    DONE,
    ENDS,
    Targets,
    check_targets,
    check_unique_ids,
    follow,
    read_targets,
)
from mplex.dialog.caps import (
    FORM_VERSION,
    MPLEX_FLOW_KEEP,
    MPLEX_FLOW_MAX,
    PLEXER_FLOW_ACTIONS_MAX,
    PLEXER_FLOW_ANSWER_MAX,
    PLEXER_FLOW_FIELDS_MAX,
    PLEXER_FLOW_ID_MAX,
    PLEXER_FLOW_LABEL_MAX,
    PLEXER_FLOW_OPTIONS_MAX,
    PLEXER_FLOW_POLL,
    PLEXER_FLOW_SCREENS_MAX,
    PLEXER_FLOW_TEXT_MAX,
    PLEXER_FLOW_TIMEOUT_DEFAULT,
    PLEXER_FLOW_TIMEOUT_MAX,
    PLEXER_FLOW_TIMEOUT_MIN,
    PLEXER_FLOW_TITLE_MAX,
    PLEXER_FLOW_VERSION,
    PLEXER_FLOW_VISITS_MAX,
)
from mplex.dialog.condition import Condition, read_condition
from mplex.dialog.node import Node, describe, quote
from mplex.errors import SpecError

__all__ = [
    "CANCEL",
    "DONE",
    "MPLEX_FLOW_KEEP",
    "MPLEX_FLOW_MAX",
    "PLEXER_FLOW_ACTIONS_MAX",
    "PLEXER_FLOW_ANSWER_MAX",
    "PLEXER_FLOW_FIELDS_MAX",
    "PLEXER_FLOW_ID_MAX",
    "PLEXER_FLOW_LABEL_MAX",
    "PLEXER_FLOW_OPTIONS_MAX",
    "PLEXER_FLOW_POLL",
    "PLEXER_FLOW_SCREENS_MAX",
    "PLEXER_FLOW_TEXT_MAX",
    "PLEXER_FLOW_TIMEOUT_DEFAULT",
    "PLEXER_FLOW_TIMEOUT_MAX",
    "PLEXER_FLOW_TIMEOUT_MIN",
    "PLEXER_FLOW_TITLE_MAX",
    "PLEXER_FLOW_VERSION",
    "PLEXER_FLOW_VISITS_MAX",
    "Action",
    "AnyFlow",
    "FlowSpec",
    "Screen",
    "validate_flow_spec",
]

SPEC_MEMBERS = ("v", "title", "timeout", "start", "screens")
SCREEN_MEMBERS = ("id", "title", "body", "fields", "actions", "next", "show_if")
ACTION_MEMBERS = ("id", "label")


class Action(NamedTuple):
    """A button of a screen."""

    id: str
    label: str


class Screen(NamedTuple):
    """One screen of a flow."""

    id: str
    title: str
    body: str
    fields: tuple[Field, ...]
    actions: tuple[Action, ...]
    show_if: Condition
    targets: Targets


class FlowSpec(NamedTuple):
    """A valid flow."""

    title: str
    timeout: float
    start: str
    screens: tuple[Screen, ...]

    def after(self, screen: Screen, action: str | None) -> str:
        """Return the target that follows a screen: a screen id, `$done` or `$cancel`."""
        return follow(screen.targets, action, screen.id, [each.id for each in self.screens])


AnyFlow = FlowSpec | FormFlow
"""A valid flow of either version."""


def validate_flow_spec(data: object) -> AnyFlow:
    """Check a whole flow spec and return it typed.

    Raises `SpecError` for the first thing that breaks the contract; its `where` is the place in the
    JSON (`screens[1].fields[0].options`), its message says what is allowed there.
    """
    node = Node(data)
    if not isinstance(data, dict):
        raise node.fail(f"a flow spec must be a JSON object, not {describe(data)}")
    members = node.members(SPEC_MEMBERS)
    if _read_version(members) == FORM_VERSION:
        return read_form_flow(node)
    title = members["title"].text(PLEXER_FLOW_TITLE_MAX) if "title" in members else ""
    nodes = required(node, members, "screens", f"a list of 1 to {PLEXER_FLOW_SCREENS_MAX} screens")
    screen_nodes = nodes.items("screens", 1, PLEXER_FLOW_SCREENS_MAX)
    screens = tuple(_read_screen(item) for item in screen_nodes)
    check_unique_ids((screen.id, item) for screen, item in zip(screens, screen_nodes, strict=True))
    _check_fields(screens, screen_nodes)
    known = {screen.id for screen in screens}
    for screen, item in zip(screens, screen_nodes, strict=True):
        actions = {action.id for action in screen.actions}
        check_targets(screen.targets, item.where, actions, known)
    start = _read_start(members, screens)
    return FlowSpec(title, _read_timeout(members), start, screens)


def _read_version(members: Members) -> int:
    if "v" not in members:
        return PLEXER_FLOW_VERSION
    version = members["v"]
    known = (PLEXER_FLOW_VERSION, FORM_VERSION)
    if type(version.value) is not int or version.value not in known:
        raise version.fail(f"must be {known[0]} or {known[1]}, the only known versions")
    return version.value


def _read_timeout(members: Members) -> float:
    if "timeout" not in members:
        return PLEXER_FLOW_TIMEOUT_DEFAULT
    return members["timeout"].seconds(PLEXER_FLOW_TIMEOUT_MIN, PLEXER_FLOW_TIMEOUT_MAX)


def _read_start(members: Members, screens: tuple[Screen, ...]) -> str:
    if "start" not in members:
        return screens[0].id
    start = members["start"].identifier()
    if start not in {screen.id for screen in screens}:
        raise members["start"].fail(f"{quote(start)} is not the id of a screen")
    return start


def _read_screen(node: Node) -> Screen:
    members = node.members(SCREEN_MEMBERS)
    identifier = required(node, members, "id", "an id").identifier()
    if identifier in ENDS:
        raise members["id"].fail(f"{identifier} is reserved for the end of a flow")
    body = members["body"].text(PLEXER_FLOW_TEXT_MAX) if "body" in members else ""
    fields = _items(members, "fields", PLEXER_FLOW_FIELDS_MAX)
    actions = _items(members, "actions", PLEXER_FLOW_ACTIONS_MAX)
    if not (body or fields or actions):
        raise node.fail("shows nothing: it needs a body, fields or actions")
    return Screen(
        id=identifier,
        title=members["title"].text(PLEXER_FLOW_TITLE_MAX) if "title" in members else "",
        body=body,
        fields=tuple(read_field(item) for item in fields),
        actions=_read_actions(actions),
        show_if=read_condition(members["show_if"]) if "show_if" in members else (),
        targets=read_targets(members["next"]) if "next" in members else {},
    )


def _items(members: Members, name: str, limit: int) -> list[Node]:
    return members[name].items(name, 0, limit) if name in members else []


def _read_actions(nodes: list[Node]) -> tuple[Action, ...]:
    actions = tuple(_read_action(node) for node in nodes)
    check_unique_ids((action.id, node) for action, node in zip(actions, nodes, strict=True))
    return actions


def _read_action(node: Node) -> Action:
    members = node.members(ACTION_MEMBERS)
    label = required(node, members, "label", "the text of the button")
    return Action(
        required(node, members, "id", "an id").identifier(),
        label.text(PLEXER_FLOW_LABEL_MAX, blank=False),
    )


def _check_fields(screens: tuple[Screen, ...], nodes: list[Node]) -> None:
    """Field ids are unique in the whole flow, and conditions name fields that get answers."""
    named = [
        (field.id, Node(field, f"{node.where}.fields[{index}]"))
        for screen, node in zip(screens, nodes, strict=True)
        for index, field in enumerate(screen.fields)
    ]
    check_unique_ids(named)
    fields = {name: node.value for name, node in named}
    for screen in screens:
        for clause in screen.show_if + sum((field.show_if for field in screen.fields), ()):
            if clause.field not in fields:
                raise SpecError(clause.where, f"{quote(clause.field)} is not the id of a field")
            if isinstance(fields[clause.field], InfoField):
                raise SpecError(
                    clause.where,
                    f"{quote(clause.field)} is an info field, which never has an answer",
                )
