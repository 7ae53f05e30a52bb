"""The named layouts: a fresh tree from a list of panes.

Every preset is a row of `PRESETS`, in the order in which next-layout walks through them. The order
and the sizes are tmux's. Nothing here looks at the layout that was there before.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from mplex.geometry import Size
from mplex.model.layout import PANE_MINIMUM, Axis, LayoutNode, adjust, place
from mplex.model.layout_resize import spread


class MainSizes(NamedTuple):
    """The options that main layouts read, each cells (`80`) or percent (`50%`)."""

    main_height: str = "24"
    main_width: str = "80"
    other_height: str = "0"
    other_width: str = "0"


class Preset(NamedTuple):
    """A named layout."""

    name: str
    help: str
    arrange: Callable[[Sequence[int], Size, MainSizes], LayoutNode]


def cells_of(text: str, whole: int) -> int | None:
    """Return `80` or `50%` of `whole` as cells, None if it is no number or more than `whole`."""
    number = text.removesuffix("%")
    if not (number.isascii() and number.isdigit()) or len(number) > 9:
        return None
    cells = whole * int(number) // 100 if text.endswith("%") else int(number)
    return cells if cells <= whole and (text == number or int(number) <= 100) else None


def _line(panes: Sequence[int], size: Size, axis: Axis) -> LayoutNode:
    """Return a split of equal leaves, a leaf for one pane; larger than `size` if need be."""
    if len(panes) == 1:
        return LayoutNode(size, pane=panes[0])
    node = LayoutNode(size, split=axis)
    node.set_extent(axis, max(node.extent(axis), len(panes) * (PANE_MINIMUM + 1) - 1))
    for pane in panes:
        leaf = node.add(LayoutNode(node.size, pane=pane))
        leaf.set_extent(axis, PANE_MINIMUM)
    spread(node)
    return node


def _main_sizes(whole: int, main_text: str, other_text: str, default: int) -> tuple[int, int]:
    """Return the sizes of the main pane and of the rest, which share `whole` and a border."""
    room = whole - 1
    main = cells_of(main_text, room)
    if main is None:
        main = default
    if main + PANE_MINIMUM >= room:
        return max(PANE_MINIMUM, room - PANE_MINIMUM), PANE_MINIMUM
    other = cells_of(other_text, room) or 0
    if other == 0 or room - other < main:
        return main, room - main
    return room - other, other


def _main(
    panes: Sequence[int], size: Size, sizes: MainSizes, axis: Axis, mirrored: bool
) -> LayoutNode:
    """Return one large pane and the others in a line across `axis`."""
    if len(panes) == 1:
        return LayoutNode(size, pane=panes[0])
    if axis is Axis.ROWS:
        main, other = _main_sizes(size.rows, sizes.main_height, sizes.other_height, 24)
        others = _line(panes[1:], Size(other, size.cols), axis.other)
        leaf = LayoutNode(Size(main, others.cols), pane=panes[0])
        root = LayoutNode(Size(main + other + 1, others.cols), split=axis)
    else:
        main, other = _main_sizes(size.cols, sizes.main_width, sizes.other_width, 80)
        others = _line(panes[1:], Size(size.rows, other), axis.other)
        leaf = LayoutNode(Size(others.rows, main), pane=panes[0])
        root = LayoutNode(Size(others.rows, main + other + 1), split=axis)
    for node in (others, leaf) if mirrored else (leaf, others):
        root.add(node)
    return root


def _tiled(panes: Sequence[int], size: Size, _sizes: MainSizes) -> LayoutNode:
    """Return a grid, as square as the number of panes allows; the last row may have fewer."""
    count = len(panes)
    if count == 1:
        return LayoutNode(size, pane=panes[0])
    rows = columns = 1
    while rows * columns < count:
        rows += 1
        if rows * columns < count:
            columns += 1
    width = max(PANE_MINIMUM, (size.cols - (columns - 1)) // columns)
    height = max(PANE_MINIMUM, (size.rows - (rows - 1)) // rows)
    whole = Size(max(size.rows, (height + 1) * rows - 1), max(size.cols, (width + 1) * columns - 1))
    root = LayoutNode(whole, split=Axis.ROWS)
    for start in range(0, count, columns):
        root.add(_tiled_row(panes[start : start + columns], Size(height, whole.cols), width))
    used = (height + 1) * len(root.children) - 1
    adjust(root.children[-1], Axis.ROWS, whole.rows - used)
    return root


def _tiled_row(panes: Sequence[int], size: Size, width: int) -> LayoutNode:
    """Return a row of leaves `width` wide, the last of which takes the rest."""
    if len(panes) == 1:
        return LayoutNode(size, pane=panes[0])
    row = LayoutNode(size, split=Axis.COLS)
    for pane in panes:
        row.add(LayoutNode(Size(size.rows, width), pane=pane))
    row.children[-1].cols += size.cols - ((width + 1) * len(panes) - 1)
    return row


PRESETS: tuple[Preset, ...] = (
    Preset(
        "even-horizontal",
        "All panes side by side, equally wide.",
        lambda panes, size, _sizes: _line(panes, size, Axis.COLS),
    ),
    Preset(
        "even-vertical",
        "All panes stacked, equally high.",
        lambda panes, size, _sizes: _line(panes, size, Axis.ROWS),
    ),
    Preset(
        "main-horizontal",
        "A large pane at the top, the others side by side below it.",
        lambda panes, size, sizes: _main(panes, size, sizes, Axis.ROWS, False),
    ),
    Preset(
        "main-horizontal-mirrored",
        "A large pane at the bottom, the others side by side above it.",
        lambda panes, size, sizes: _main(panes, size, sizes, Axis.ROWS, True),
    ),
    Preset(
        "main-vertical",
        "A large pane at the left, the others stacked at its right.",
        lambda panes, size, sizes: _main(panes, size, sizes, Axis.COLS, False),
    ),
    Preset(
        "main-vertical-mirrored",
        "A large pane at the right, the others stacked at its left.",
        lambda panes, size, sizes: _main(panes, size, sizes, Axis.COLS, True),
    ),
    Preset("tiled", "A grid of panes of about the same size.", _tiled),
)
"""The presets in the order of next-layout."""


def find_preset(name: str) -> int | None:
    """Return the index of the preset called `name` or the only one that starts so, else None."""
    exact = [n for n, preset in enumerate(PRESETS) if preset.name == name]
    found = exact or [n for n, preset in enumerate(PRESETS) if preset.name.startswith(name)]
    return found[0] if name and len(found) == 1 else None


def arrange(preset: int, panes: Sequence[int], size: Size, sizes: MainSizes) -> LayoutNode:
    """Return the tree that preset number `preset` makes of the panes (ids, in order)."""
    root = PRESETS[preset].arrange(panes, size, sizes)
    place(root)
    return root
