"""Moving borders: after the window, to a wanted size, by the mouse, or evenly.

The arithmetic follows tmux, cell for cell. Making and removing leaves is in
`mplex.model.layout_split`.
"""

from __future__ import annotations

from typing import NamedTuple

from mplex.geometry import Size
from mplex.model.layout import Axis, LayoutNode, adjust, place, spare


class BorderHandle(NamedTuple):
    """A border that can be dragged: the one after `node`, in a split along `axis`."""

    node: LayoutNode
    axis: Axis


def resize(root: LayoutNode, size: Size) -> None:
    """Fit the tree into a window of `size`, as far as its panes' minimum allows."""
    for axis, wanted in ((Axis.COLS, size.cols), (Axis.ROWS, size.rows)):
        change = max(wanted - root.extent(axis), -spare(root, axis))
        if change:
            adjust(root, axis, change)
    place(root)


def _split_around(leaf: LayoutNode, axis: Axis) -> LayoutNode | None:
    """Return the nearest node from `leaf` up that has siblings along `axis`."""
    node = leaf
    while node.parent is not None:
        if node.parent.split is axis:
            return node
        node = node.parent
    return None


def resize_leaf(root: LayoutNode, leaf: LayoutNode, axis: Axis, change: int) -> None:
    """Move the border after the leaf (the one before it, if it is last) by `change` cells."""
    node = _split_around(leaf, axis)
    if node is not None and node.parent is not None:
        siblings = node.parent.children
        if node is siblings[-1]:
            node = siblings[-2]
        move_border(root, BorderHandle(node, axis), change, both=True)


def resize_leaf_to(root: LayoutNode, leaf: LayoutNode, axis: Axis, cells: int) -> None:
    """Give the leaf `cells` along `axis`, as far as there is room."""
    node = _split_around(leaf, axis)
    if node is not None and node.parent is not None:
        change = cells - node.extent(axis)
        resize_leaf(root, leaf, axis, -change if node is node.parent.children[-1] else change)


def move_border(root: LayoutNode, handle: BorderHandle, change: int, *, both: bool) -> None:
    """Move the border after a node by `change` cells, taking from the next node with spare ones.

    `both` lets a growing node take from nodes before it when those after it have nothing left.
    """
    node, axis = handle
    if node.parent is None:
        return
    siblings = node.parent.children
    at = siblings.index(node)
    after, before = siblings[at + 1 :], siblings[:at][::-1]
    if not after:
        return
    while change:
        if change > 0:
            givers, taker = after + (before if both else []), node
        else:
            givers, taker = [node, *before], after[0]
        giver = next((giver for giver in givers if spare(giver, axis)), None)
        if giver is None:
            break
        cells = min(abs(change), spare(giver, axis))
        adjust(taker, axis, cells)
        adjust(giver, axis, -cells)
        change += -cells if change > 0 else cells
    place(root)


def spread(node: LayoutNode) -> bool:
    """Make a split's children equal, the last one with the rest; say whether a size changed."""
    axis = node.split
    count = len(node.children)
    if axis is None or count < 2:
        return False
    each, rest = divmod(node.extent(axis) - (count - 1), count)
    if each < 1:
        return False
    sizes = [each] * (count - 1) + [each + rest]
    least = [child.extent(axis) - spare(child, axis) for child in node.children]
    if any(size < low for size, low in zip(sizes, least, strict=True)):
        sizes = _raised(sizes, least)
    changed = False
    for child, size in zip(node.children, sizes, strict=True):
        changed = changed or size != child.extent(axis)
        adjust(child, axis, size - child.extent(axis))
    return changed


def _raised(sizes: list[int], least: list[int]) -> list[int]:
    """Raise sizes to their minimum, taking the cells from the largest that are above theirs."""
    raised = [max(size, low) for size, low in zip(sizes, least, strict=True)]
    for _cell in range(sum(raised) - sum(sizes)):
        _most, n = max((raised[n], n) for n in range(len(raised)) if raised[n] > least[n])
        raised[n] -= 1
    return raised


def border_at(node: LayoutNode, row: int, col: int) -> BorderHandle | None:
    """Return the border at a cell of the window, None if a pane is there."""
    axis = node.split
    position = col if axis is Axis.COLS else row
    for child in node.children:
        rect = child.rect
        if rect.contains(row, col):
            return border_at(child, row, col)
        if axis and position == (rect.right if axis is Axis.COLS else rect.bottom):
            return BorderHandle(child, axis) if child is not node.children[-1] else None
    return None
