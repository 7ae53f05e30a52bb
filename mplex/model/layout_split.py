"""Making and removing leaves: where the cells of a new pane come from, and go to.

The arithmetic follows tmux, cell for cell. Moving borders is in `mplex.model.layout_resize`.
"""

from __future__ import annotations

from mplex.errors import CommandError
from mplex.geometry import Size
from mplex.model.layout import MAX_DEPTH, PANE_MINIMUM, Axis, LayoutNode, adjust, place, spare


def split(
    root: LayoutNode, at: LayoutNode, axis: Axis, pane: int, cells: int | None, before: bool
) -> LayoutNode:
    """Split the node `at` along `axis` and give the pane with id `pane` a leaf there.

    `cells` is the new pane's size along the axis (None: half); `at` may be the root, for a pane
    that spans the whole window. Returns the root, perhaps a new one. Raises CommandError.
    """
    whole = at.extent(axis)
    if _depth(at) >= MAX_DEPTH:
        raise CommandError("create pane failed: too many splits within splits")
    if whole < 2 * PANE_MINIMUM + 1:
        raise CommandError("create pane failed: pane too small")
    second = _second_size(whole, cells, before)
    kept = second if before else whole - 1 - second
    if at.split is not None and not _fits(at, axis, kept):
        raise CommandError("create pane failed: pane too small")
    size = Size(at.rows, whole - 1 - kept) if axis is Axis.COLS else Size(whole - 1 - kept, at.cols)
    new = LayoutNode(size, pane=pane)
    if at.parent is not None and at.parent.split is axis:
        at.parent.add(new, at.parent.children.index(at) + (not before))
        at.set_extent(axis, kept)
    elif at.split is axis:
        at.set_extent(axis, kept)
        fit_children(at)
        at.set_extent(axis, whole)
        at.add(new, 0 if before else None)
    else:
        root = _wrap(root, at, axis)
        parent = at.parent
        assert parent is not None
        parent.add(new, 0 if before else None)
        at.set_extent(axis, kept)
        fit_children(at)
    place(root)
    return root


def _depth(node: LayoutNode) -> int:
    depth = 0
    while node.parent is not None:
        depth += 1
        node = node.parent
    return depth


def _second_size(whole: int, cells: int | None, before: bool) -> int:
    """Return the size of the right or lower part of a node of `whole` cells that is split."""
    if cells is None:
        wanted = (whole + 1) // 2 - 1
    else:
        wanted = whole - cells - 1 if before else cells
    return max(PANE_MINIMUM, min(wanted, whole - 1 - PANE_MINIMUM))


def _wrap(root: LayoutNode, at: LayoutNode, axis: Axis) -> LayoutNode:
    """Put a split along `axis` in the place of `at`, with `at` its only child; return the root."""
    node = LayoutNode(at.size, split=axis)
    node.row, node.col = at.row, at.col
    if at.parent is None:
        root = node
    else:
        at.parent.replace(at, node)
    node.add(at)
    return root


def _new_size(child: LayoutNode, axis: Axis, before: int, after: int, left: int, room: int) -> int:
    """Return a child's share when its parent goes from `before` to `after` cells.

    `left` children including this one have `room` cells to share.
    """
    if left == 1:
        return room
    extent = child.extent(axis)
    kept = max((PANE_MINIMUM + 1) * (left - 1), extent - spare(child, axis))
    return max(PANE_MINIMUM, min(extent * after // before, room - kept))


def _fits(node: LayoutNode, axis: Axis, cells: int) -> bool:
    """Say whether the node and all below it can have `cells` along `axis`."""
    if node.split is None:
        return cells >= PANE_MINIMUM
    if node.split is not axis:
        return all(_fits(child, axis, cells) for child in node.children)
    room = cells
    if room < 2 * len(node.children) - 1:
        return False
    for left, child in zip(range(len(node.children), 0, -1), node.children, strict=True):
        size = _new_size(child, axis, node.extent(axis), cells, left, room)
        taken = size + (left > 1)
        if taken > room or not _fits(child, axis, size):
            return False
        room -= taken
    return True


def fit_children(node: LayoutNode) -> None:
    """Make the children fill the node, each in proportion to its size."""
    if node.split is None:
        return
    axis = node.split
    before = sum(child.extent(axis) for child in node.children) + len(node.children) - 1
    room = node.extent(axis)
    for left, child in zip(range(len(node.children), 0, -1), node.children, strict=True):
        child.set_extent(axis.other, node.extent(axis.other))
        child.set_extent(axis, _new_size(child, axis, before, node.extent(axis), left, room))
        room -= child.extent(axis) + 1
        fit_children(child)


def close(root: LayoutNode, leaf: LayoutNode) -> LayoutNode | None:
    """Take a leaf out; the node before it (else after) gets its cells. None if nothing is left."""
    parent = leaf.parent
    if parent is None or parent.split is None:
        return None
    at = parent.children.index(leaf)
    neighbour = parent.children[at - 1 if at else 1]
    adjust(neighbour, parent.split, leaf.extent(parent.split) + 1)
    parent.children.remove(leaf)
    if len(parent.children) == 1:
        root = _unwrap(root, parent)
    place(root)
    return root


def _unwrap(root: LayoutNode, parent: LayoutNode) -> LayoutNode:
    """Replace a split by its only child; return the root."""
    child = parent.children[0]
    if parent.parent is None:
        child.parent = None
        child.row = child.col = 0
        return child
    parent.parent.replace(parent, child)
    return root
