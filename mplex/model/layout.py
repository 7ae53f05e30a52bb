"""The split tree of a window: who is beside whom, and how many cells each has.

One idea: a node is either a leaf (one pane, known by its id) or a row or column of nodes with one
border cell between neighbours, so sizes along the split add up and sizes across it are equal. The
arithmetic follows tmux, cell for cell, so that layouts look and save as they do there.

A tree never becomes smaller than its panes need (one cell each); in a window smaller than that it
hangs over the edge, and whoever draws clips. What is done to a tree is in the modules
`layout_split` and `layout_resize`, presets are in `layout_presets`, the text form is in
`layout_text`; panes and windows are not known here.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum

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
