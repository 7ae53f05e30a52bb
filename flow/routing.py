"""Where a flow goes after a screen: the words for its ends, and `next` as it stands in a spec.

Shared by both versions of the spec. When a target is followed is the drivers' matter.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from mplex.dialog.node import Node, describe, quote
from mplex.errors import SpecError

DONE = "$done"
"""The target that ends a flow with status `done`."""

CANCEL = "$cancel"
"""The target that ends a flow with status `cancelled`."""

ENDS = (DONE, CANCEL)

Targets = dict[str | None, str]
"""Where to go after an action; None is the target when no action was taken or none fits."""


def read_targets(node: Node) -> Targets:
    """Read `next`: one target, or a target for each action."""
    if isinstance(node.value, str):
        return {None: node.identifier()}
    if not isinstance(node.value, dict):
        allowed = f"a screen id, {DONE}, {CANCEL} or an object from action ids to these"
        raise node.fail(f"must be {allowed}, not {describe(node.value)}")
    return {action: target.identifier() for action, target in node.entries().items()}


def check_targets(
    targets: Targets, where: str, actions: Collection[str], screens: Collection[str]
) -> None:
    """Refuse a target that is no screen, and one for an action that the screen does not have.

    `where` is the place of the screen.
    """
    for action, target in targets.items():
        place = f"{where}.next" if action is None else f"{where}.next.{action}"
        if action is not None and action not in actions:
            raise SpecError(place, f"{quote(action)} is not an action of this screen")
        if target not in screens and target not in ENDS:
            raise SpecError(place, f"{quote(target)} is neither a screen nor {DONE} or {CANCEL}")


def check_unique_ids(named: Iterable[tuple[str, Node]]) -> None:
    """Refuse an id that an earlier neighbour already has."""
    seen: dict[str, Node] = {}
    for name, node in named:
        if name in seen:
            raise SpecError(
                f"{node.where}.id", f"{quote(name)} is already the id of {seen[name].where}"
            )
        seen[name] = node


def follow(targets: Targets, action: str | None, screen: str, order: Sequence[str]) -> str:
    """Return the target after a screen: a screen's id or an end; `order` are all screens' ids."""
    target = targets.get(action) or targets.get(None)
    if target:
        return target
    following = order.index(screen) + 1
    return order[following] if following < len(order) else DONE
