"""`show_if`: which earlier answers a screen or a field depends on.

A condition is a conjunction of clauses. A field without an answer holds no clause, so a condition
can only become true through something the person did.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from mplex.dialog.node import Node, Scalar


class Clause(NamedTuple):
    """One clause: the answer of `field` must be one of `accepted`; `where` is its place."""

    field: str
    accepted: tuple[Scalar, ...]
    where: str


Condition = tuple[Clause, ...]

CHOSEN = ("selected", "answers", "value")
"""Where an answer of several parts has what was chosen."""


def read_condition(node: Node) -> Condition:
    """Read the object `{field id: scalar or list of scalars}`."""
    return tuple(
        Clause(field, _accepted(expected), expected.where)
        for field, expected in node.entries().items()
    )


def _accepted(node: Node) -> tuple[Scalar, ...]:
    if not isinstance(node.value, list):
        return (node.scalar(),)
    if not node.value:
        raise node.fail("is an empty list, which no answer can satisfy")
    return tuple(item.scalar() for item in node.items("values", 1, len(node.value)))


def holds(condition: Condition, answers: Mapping[str, object]) -> bool:
    """Say whether every clause holds for the answers given so far.

    An answer with several chosen values (`{"selected": [...]}`, `{"answers": [...]}`) holds a
    clause through any of them, one that was written to a file (`{"value": ...}`) through its value.
    """
    return all(
        clause.field in answers
        and any(
            same(answer, value)
            for answer in _parts(answers[clause.field])
            for value in clause.accepted
        )
        for clause in condition
    )


def _parts(answer: object) -> Iterator[object]:
    """Yield what of an answer can be compared with a scalar."""
    if isinstance(answer, Mapping):
        answer = next((answer[name] for name in CHOSEN if name in answer), None)
    if isinstance(answer, list):
        yield from answer
    else:
        yield answer


def same(left: object, right: Scalar) -> bool:
    """Compare as JSON does: true is not 1, and 1 is 1.0."""
    return isinstance(left, bool) == isinstance(right, bool) and left == right
