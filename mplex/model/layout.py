"""The split tree of a window: who is beside whom, and how many cells each has.

One idea: a node is either a leaf (one pane, known by its id) or a row or column of nodes with one
border cell between neighbours, so sizes along the split add up and sizes across it are equal. The
arithmetic follows tmux, cell for cell, so that layouts look and save as they do there.

A tree never becomes smaller than its panes need (one cell each); in a window smaller than that it
hangs over the edge, and whoever draws clips. Presets live in `mplex.model.layout_presets`, the text
form in `mplex.model.layout_text`; panes and windows are not known here.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import NamedTuple

from mplex.errors import CommandError
from mplex.geometry import Rect, Size

PANE_MINIMUM = 1
"""Cells that a pane keeps in each direction."""
MAX_DEPTH = 100
"""How deep splits nest; walking the tree is recursive."""


class Axis(Enum):
    """The direction in which a node lines up its children."""

    COLS = "cols"
    """Side by side: tmux's left-right cell, `{}` in a layout string."""
    ROWS = "rows"
    """Stacked: tmux's top-bottom cell, `[]` in a layout string."""

    @property
    def other(self) -> Axis:
        """The direction across."""
        return Axis.ROWS if self is Axis.COLS else Axis.COLS


class LayoutNode:
    """A leaf with a pane's id, or a split with at least two children. Compared by identity."""

    __slots__ = ("children", "col", "cols", "pane", "parent", "row", "rows", "split")

    def __init__(self, size: Size, *, pane: int | None = None, split: Axis | None = None) -> None:
        self.row = 0
        self.col = 0
        self.rows, self.cols = size
        self.pane = pane
        self.split = split
        self.parent: LayoutNode | None = None
        self.children: list[LayoutNode] = []

    @property
    def rect(self) -> Rect:
        """Where the node is, relative to the window."""
        return Rect(self.row, self.col, self.rows, self.cols)

    @property
    def size(self) -> Size:
        """How large the node is."""
        return Size(self.rows, self.cols)

    def extent(self, axis: Axis) -> int:
        """Return the size along `axis` in cells."""
        return self.cols if axis is Axis.COLS else self.rows

    def set_extent(self, axis: Axis, cells: int) -> None:
        """Set the node's own size along `axis`; its children stay as they are."""
        if axis is Axis.COLS:
            self.cols = cells
        else:
            self.rows = cells

    def add(self, child: LayoutNode, at: int | None = None) -> LayoutNode:
        """Insert `child` at position `at` (the end by default) and return it."""
        child.parent = self
        self.children.insert(len(self.children) if at is None else at, child)
        return child

    def replace(self, old: LayoutNode, new: LayoutNode) -> None:
        """Put `new` where the child `old` is."""
        self.children[self.children.index(old)] = new
        new.parent = self

    def leaves(self) -> Iterator[LayoutNode]:
        """Yield the leaves in layout order: left to right, top to bottom, depth first."""
        if self.split is None:
            yield self
        for child in self.children:
            yield from child.leaves()

    def leaf_of(self, pane: int) -> LayoutNode:
        """Return the leaf of the pane with that id; KeyError if it has none."""
        for leaf in self.leaves():
            if leaf.pane == pane:
                return leaf
        raise KeyError(pane)


class BorderHandle(NamedTuple):
    """A border that can be dragged: the one after `node`, in a split along `axis`."""

    node: LayoutNode
    axis: Axis


def place(root: LayoutNode) -> None:
    """Set the positions of all nodes under `root` from their sizes."""
    row, col = root.row, root.col
    for child in root.children:
        child.row, child.col = row, col
        place(child)
        if root.split is Axis.COLS:
            col += child.cols + 1
        else:
            row += child.rows + 1


def spare(node: LayoutNode, axis: Axis) -> int:
    """Return how many cells the node can give up along `axis`."""
    if node.split is None:
        return max(0, node.extent(axis) - PANE_MINIMUM)
    spares = [spare(child, axis) for child in node.children]
    return sum(spares) if node.split is axis else min(spares)


def adjust(node: LayoutNode, axis: Axis, change: int, *, evenly: bool = True) -> None:
    """Grow or shrink a node along `axis`, and what is in it.

    The first split along `axis` shares the change out cell by cell among its children; below that
    the first child that can takes all. A shrinking `change` has to be within `spare`.
    """
    node.set_extent(axis, node.extent(axis) + change)
    if node.split is not axis:
        for child in node.children:
            adjust(child, axis, change, evenly=evenly)
        return
    shares = _even_shares(node, axis, change) if evenly else _first_shares(node, axis, change)
    for child, share in zip(node.children, shares, strict=True):
        if share:
            adjust(child, axis, share, evenly=False)


def _even_shares(node: LayoutNode, axis: Axis, change: int) -> list[int]:
    """Deal `change` out one cell at a time, skipping children that have nothing to give."""
    count = len(node.children)
    if change >= 0:
        return [change // count + (n < change % count) for n in range(count)]
    left = [spare(child, axis) for child in node.children]
    shares = [0] * count
    while change < 0 and any(left):
        for n in range(count):
            if change < 0 and left[n]:
                left[n] -= 1
                shares[n] -= 1
                change += 1
    return shares


def _first_shares(node: LayoutNode, axis: Axis, change: int) -> list[int]:
    """Give all of `change` to the first child, and what it cannot give to the next."""
    shares = [0] * len(node.children)
    if change >= 0:
        shares[0] = change
        return shares
    for n, child in enumerate(node.children):
        shares[n] = max(change, -spare(child, axis))
        change -= shares[n]
    return shares


def resize(root: LayoutNode, size: Size) -> None:
    """Fit the tree into a window of `size`, as far as its panes' minimum allows."""
    for axis, wanted in ((Axis.COLS, size.cols), (Axis.ROWS, size.rows)):
        change = max(wanted - root.extent(axis), -spare(root, axis))
        if change:
            adjust(root, axis, change)
    place(root)


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
