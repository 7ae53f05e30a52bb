"""The spec of a flow, version 1: `validate_flow_spec` reads it whole before anything is shown.

A spec that passes can run to an outcome: every limit holds, every id is unique, every target and
every condition names something that exists. The page for readers is `docs/uiflow.md`.
"""

from __future__ import annotations

from typing import NamedTuple

from mplex.dialog.condition import Condition, read_condition
from flow.fields import Field, InfoField, Members, read_field, required
from mplex.dialog.caps import (
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
    "FlowSpec",
    "Screen",
    "validate_flow_spec",
]

DONE = "$done"
"""The target that ends a flow with status `done`."""

CANCEL = "$cancel"
"""The target that ends a flow with status `cancelled`."""

ENDS = (DONE, CANCEL)

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
    targets: dict[str | None, str]
    """Where to go after an action id; None is the target when no action was taken or none fits."""


class FlowSpec(NamedTuple):
    """A valid flow."""

    title: str
    timeout: float
    start: str
    screens: tuple[Screen, ...]

    def position(self, screen_id: str) -> int:
        """Return where a screen stands in the order of the spec."""
        return next(index for index, screen in enumerate(self.screens) if screen.id == screen_id)

    def after(self, screen: Screen, action: str | None) -> str:
        """Return the target that follows a screen: a screen id, `$done` or `$cancel`."""
        target = screen.targets.get(action) or screen.targets.get(None)
        if target:
            return target
        following = self.position(screen.id) + 1
        return self.screens[following].id if following < len(self.screens) else DONE


def validate_flow_spec(data: object) -> FlowSpec:
    """Check a whole flow spec and return it typed.

    Raises `SpecError` for the first thing that breaks the contract; its `where` is the place in the
    JSON (`screens[1].fields[0].options`), its message says what is allowed there.
    """
    node = Node(data)
    if not isinstance(data, dict):
        raise node.fail(f"a flow spec must be a JSON object, not {describe(data)}")
    members = node.members(SPEC_MEMBERS)
    _check_version(members)
    title = members["title"].text(PLEXER_FLOW_TITLE_MAX) if "title" in members else ""
    nodes = required(node, members, "screens", f"a list of 1 to {PLEXER_FLOW_SCREENS_MAX} screens")
    screen_nodes = nodes.items("screens", 1, PLEXER_FLOW_SCREENS_MAX)
    screens = tuple(_read_screen(item) for item in screen_nodes)
    _check_unique([(screen.id, item) for screen, item in zip(screens, screen_nodes, strict=True)])
    _check_fields(screens, screen_nodes)
    _check_targets(screens, screen_nodes)
    start = _read_start(members, screens)
    return FlowSpec(title, _read_timeout(members), start, screens)


def _check_version(members: Members) -> None:
    if "v" not in members:
        return
    version = members["v"]
    if version.value != PLEXER_FLOW_VERSION or type(version.value) is not int:
        raise version.fail(f"must be {PLEXER_FLOW_VERSION}, the only known version")


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
        targets=_read_targets(members["next"]) if "next" in members else {},
    )


def _items(members: Members, name: str, limit: int) -> list[Node]:
    return members[name].items(name, 0, limit) if name in members else []


def _read_actions(nodes: list[Node]) -> tuple[Action, ...]:
    actions = tuple(_read_action(node) for node in nodes)
    _check_unique([(action.id, node) for action, node in zip(actions, nodes, strict=True)])
    return actions


def _read_action(node: Node) -> Action:
    members = node.members(ACTION_MEMBERS)
    label = required(node, members, "label", "the text of the button")
    return Action(
        required(node, members, "id", "an id").identifier(),
        label.text(PLEXER_FLOW_LABEL_MAX, blank=False),
    )


def _read_targets(node: Node) -> dict[str | None, str]:
    if isinstance(node.value, str):
        return {None: node.identifier()}
    if not isinstance(node.value, dict):
        allowed = f"a screen id, {DONE}, {CANCEL} or an object from action ids to these"
        raise node.fail(f"must be {allowed}, not {describe(node.value)}")
    return {action: target.identifier() for action, target in node.entries().items()}


def _check_unique(named: list[tuple[str, Node]]) -> None:
    """Refuse an id that an earlier neighbour already has."""
    seen: dict[str, Node] = {}
    for name, node in named:
        if name in seen:
            raise SpecError(
                f"{node.where}.id", f"{quote(name)} is already the id of {seen[name].where}"
            )
        seen[name] = node


def _check_fields(screens: tuple[Screen, ...], nodes: list[Node]) -> None:
    """Field ids are unique in the whole flow, and conditions name fields that get answers."""
    named = [
        (field.id, Node(field, f"{node.where}.fields[{index}]"))
        for screen, node in zip(screens, nodes, strict=True)
        for index, field in enumerate(screen.fields)
    ]
    _check_unique(named)
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


def _check_targets(screens: tuple[Screen, ...], nodes: list[Node]) -> None:
    """Every target is a screen or an end, and every routed action exists."""
    known = {screen.id for screen in screens} | set(ENDS)
    for screen, node in zip(screens, nodes, strict=True):
        actions = {action.id for action in screen.actions}
        for action, target in screen.targets.items():
            where = f"{node.where}.next" if action is None else f"{node.where}.next.{action}"
            if action is not None and action not in actions:
                raise SpecError(where, f"{quote(action)} is not an action of this screen")
            if target not in known:
                raise SpecError(
                    where, f"{quote(target)} is neither a screen nor {DONE} or {CANCEL}"
                )
