"""A forest of nodes as a flat list, and which of them are in sight.

One idea: nodes stand in the order in which they are read, each with its depth and where its own
descendants end, so that folding one away is skipping a range. No node is ever visited by recursion:
a spec may be thousands deep.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from mplex.dialog.fields.item_text import ItemText, option_text


class TreeNode(NamedTuple):
    """One node; `end` is the index behind its last descendant."""

    value: str
    text: ItemText
    depth: int
    parent: int
    """The index of its parent, -1 for a root."""
    end: int

    def folded(self) -> str:
        """Return what a filter looks at."""
        return f"{self.text.label} {self.text.description}".casefold()


def flatten(items: Sequence[Mapping[str, Any]]) -> list[TreeNode]:
    """Return all nodes of a forest in reading order."""
    rows: list[tuple[Mapping[str, Any], int, int]] = []
    stack = [(item, 0, -1) for item in reversed(items)]
    while stack:
        item, depth, parent = stack.pop()
        index = len(rows)
        rows.append((item, depth, parent))
        stack += [(child, depth + 1, index) for child in reversed(item.get("children") or ())]
    ends = list(range(1, len(rows) + 1))
    for index in range(len(rows) - 1, -1, -1):
        parent = rows[index][2]
        if parent >= 0:
            ends[parent] = max(ends[parent], ends[index])
    return [
        TreeNode(
            str(item.get("value") or ""),
            option_text(item),
            depth,
            parent,
            ends[index],
        )
        for index, (item, depth, parent) in enumerate(rows)
    ]


def in_sight(nodes: Sequence[TreeNode], opened: Collection[int]) -> list[int]:
    """Return the nodes of which all ancestors are open."""
    found, index = [], 0
    while index < len(nodes):
        found.append(index)
        index = index + 1 if index in opened else nodes[index].end
    return found


def with_ancestors(nodes: Sequence[TreeNode], found: Sequence[int]) -> list[int]:
    """Return the nodes and everything above them, in reading order."""
    kept: set[int] = set()
    for index in found:
        while index >= 0 and index not in kept:
            kept.add(index)
            index = nodes[index].parent
    return sorted(kept)


def ancestors(nodes: Sequence[TreeNode], index: int) -> Iterator[int]:
    """Yield the nodes above one, from its parent up."""
    index = nodes[index].parent
    while index >= 0:
        yield index
        index = nodes[index].parent
