"""A window: panes arranged by a layout, one of them active.

One idea: every change ends in `_settle`, which gives each pane the size that the layout (or zoom)
says; so a pane's size and its rectangle agree at all times. The arithmetic is in
`mplex.model.layout` and its neighbours, looking for neighbours in `mplex.model.neighbours`.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Mapping
from typing import NamedTuple

from mplex.errors import CommandError
from mplex.geometry import Rect, Size
from mplex.model import layout_resize, layout_split
from mplex.model.layout import Axis, LayoutNode, place
from mplex.model.layout_presets import PRESETS, MainSizes, arrange, find_preset
from mplex.model.layout_resize import BorderHandle
from mplex.model.layout_text import parse_layout, print_layout
from mplex.model.neighbours import find_neighbour
from mplex.model.pane import Pane
from mplex.options import Options

_POINTS = itertools.count(1)
_RESIZES = {
    "L": (Axis.COLS, -1),
    "R": (Axis.COLS, 1),
    "U": (Axis.ROWS, -1),
    "D": (Axis.ROWS, 1),
}
MAX_NAME_CHARS = 1_000


class Split(NamedTuple):
    """How a new pane gets its place beside another."""

    horizontal: bool
    size: int | None = None
    """Cells for the new pane; None for half."""
    percent: int | None = None
    before: bool = False
    full: bool = False
    """Span the whole window."""


class Window:
    """One window of a session. Its id is never used again."""

    def __init__(self, id: int, size: Size, options: Options, name: str = "") -> None:
        self.id = id
        self.name = name
        self.options = options
        self.room = size
        """What its clients have room for."""
        self.size = size
        """As `room`, but never smaller than its panes need; clients then see a part of it."""
        self.panes: list[Pane] = []
        """In the order of their numbers: that of the layout, but for mirrored presets."""
        self.active: Pane
        self.last_panes: list[Pane] = []
        """Panes that were active before, the latest first."""
        self.layout: LayoutNode
        self.layout_preset = -1
        """The preset that was chosen last, as index into `PRESETS`; -1 for none."""
        self.old_layout = ""
        """The layout before the last select-layout, as text."""
        self.zoomed = False
        self.bell = False
        self.activity = False
        self.silence = False
        self.created = self.activity_time = time.time()
        self._rects: dict[Pane, Rect] = {}
        """What `rects` returned last; empty when it has to be worked out."""
        self._rects_status = ""
        """The value of pane-border-status for which that was."""

    def __repr__(self) -> str:
        return f"<Window @{self.id} {self.name!r}>"

    @property
    def automatic_rename(self) -> bool:
        """The window's name follows the program in its active pane."""
        return self.options.flag("automatic-rename")

    @property
    def alerted(self) -> bool:
        """A bell, activity or silence has not been looked at yet."""
        return self.bell or self.activity or self.silence

    def clear_alerts(self) -> None:
        """Forget the alerts: somebody looks."""
        self.bell = self.activity = self.silence = False

    def rename(self, name: str) -> None:
        """Give the window a name of its own, which switches automatic renaming off."""
        self.name = clean_name(name)
        self.options.set("automatic-rename", "off")

    def start(self, pane: Pane) -> None:
        """Make `pane` the first and only pane."""
        self.panes = [pane]
        self.layout = LayoutNode(self.size, pane=pane.id)
        self._activate(pane)
        self._settle()

    def restore(self, panes: list[Pane], layout: str, active: Pane) -> None:
        """Take panes whose ids are those in a layout string. Raises CommandError if they differ."""
        root = parse_layout(layout)
        if sorted(pane.id for pane in panes) != sorted(leaf.pane or 0 for leaf in root.leaves()):
            raise CommandError("layout and panes do not agree")
        self.panes, self.layout = list(panes), root
        self._activate(active)
        self._settle()

    def split(self, pane: Pane, beside: Pane, how: Split) -> None:
        """Give a new pane a place beside another. Raises CommandError when there is no room."""
        axis = Axis.COLS if how.horizontal else Axis.ROWS
        at = self.layout if how.full else self._leaf(beside)
        cells = how.size
        if cells is None and how.percent is not None:
            cells = at.extent(axis) * how.percent // 100
        self.layout = layout_split.split(self.layout, at, axis, pane.id, cells, how.before)
        self.zoomed = False
        if how.full:
            index = 0 if how.before else len(self.panes)
        else:
            index = self.panes.index(beside) + (not how.before)
        self.panes.insert(index, pane)
        self._settle()

    def move(self, pane: Pane, beside: Pane, how: Split) -> None:
        """Move a pane of the window beside another. CommandError, and no change, without room."""
        self.unzoom()
        panes, layout = list(self.panes), self.layout_string()
        active, last_panes = self.active, list(self.last_panes)
        self.remove(pane)
        try:
            self.split(pane, beside, how)
        except CommandError:
            self.panes, self.layout = panes, parse_layout(layout)
            raise
        finally:
            self.active, self.last_panes = active, last_panes
            self._settle()

    def remove(self, pane: Pane) -> bool:
        """Take a pane out; say whether any is left."""
        self.zoomed = False
        if len(self.panes) == 1:
            return False
        root = layout_split.close(self.layout, self._leaf(pane))
        assert root is not None
        self.layout = root
        index = self.panes.index(pane)
        self.panes.remove(pane)
        self.last_panes = [other for other in self.last_panes if other is not pane]
        if pane is self.active:
            after = self.panes[max(0, index - 1)]
            self._activate(self.last_panes[0] if self.last_panes else after)
            self.last_panes = [other for other in self.last_panes if other is not self.active]
        self._settle()
        return True

    def rects(self) -> Mapping[Pane, Rect]:
        """Return where the visible panes are, relative to the window, in pane order.

        A zoomed pane has it all. A title line (pane-border-status) takes a row of the panes at that
        edge of the window. It is worked out once per layout, since every frame asks.
        """
        status = self.options.get("pane-border-status")
        if not self._rects or self._rects_status != status:
            self._rects, self._rects_status = self._worked_out(), status
        return self._rects

    def _worked_out(self) -> dict[Pane, Rect]:
        if self.zoomed:
            return {self.active: self._titled(Rect(0, 0, *self.size), self.size)}
        leaves = {leaf.pane: leaf for leaf in self.layout.leaves()}
        return {pane: self._titled(leaves[pane.id].rect, self.size) for pane in self.panes}

    def resize(self, size: Size) -> None:
        """Make the window `size`, or as near to it as its panes can shrink."""
        self.room = Size(max(1, size.rows), max(1, size.cols))
        self._settle()

    def resize_pane(self, pane: Pane, direction: str, cells: int) -> None:
        """Move the border of a pane left, right, up or down (`L R U D`)."""
        axis, sign = _RESIZES[direction]
        self.unzoom()
        layout_resize.resize_leaf(self.layout, self._leaf(pane), axis, sign * cells)
        self._settle()

    def set_pane_size(self, pane: Pane, cols: int | None = None, rows: int | None = None) -> None:
        """Give a pane a size, as far as its neighbours allow."""
        self.unzoom()
        for axis, cells in ((Axis.COLS, cols), (Axis.ROWS, rows)):
            if cells is not None:
                layout_resize.resize_leaf_to(self.layout, self._leaf(pane), axis, max(1, cells))
        self._settle()

    def select_layout(self, text: str) -> None:
        """Arrange the panes as a preset (a unique start of its name) or a layout string says.

        Raises CommandError: no such preset, a broken string, or too few places in it.
        """
        preset = find_preset(text)
        if preset is not None:
            self._apply_preset(preset)
            return
        root = self._parsed(text)
        self.unzoom()
        self.old_layout = self.layout_string()
        self.layout = root
        self._settle()

    def next_layout(self) -> None:
        """Arrange the panes as the next preset says."""
        self._apply_preset((self.layout_preset + 1) % len(PRESETS))

    def previous_layout(self) -> None:
        """Arrange the panes as the previous preset says."""
        self._apply_preset((max(0, self.layout_preset) - 1) % len(PRESETS))

    def spread(self, pane: Pane) -> None:
        """Make a pane and those in line with it equally large, or else the lines around it."""
        self.unzoom()
        node = self._leaf(pane).parent
        while node is not None and not layout_resize.spread(node):
            node = node.parent
        place(self.layout)
        self._settle()

    def swap(self, pane: Pane, other: Pane) -> None:
        """Let two panes of the window change places; the active pane stays active."""
        self.unzoom()
        order = list(self.panes)
        first, second = order.index(pane), order.index(other)
        order[first], order[second] = other, pane
        self._reorder(order)

    def put(self, pane: Pane, at: Pane) -> None:
        """Let `pane`, of no window, take the place of `at`, which is of no window after that."""
        self.unzoom()
        self._leaf(at).pane = pane.id
        self.panes[self.panes.index(at)] = pane
        self.last_panes = [other for other in self.last_panes if other is not at]
        pane.window = self
        pane.options.parent = self.options
        if self.active is at:
            self._activate(pane)
        self._settle()

    def rotate(self, down: bool) -> None:
        """Move every pane to the place of the next one (of the previous one, if not `down`)."""
        self.unzoom()
        index = self.panes.index(self.active)
        by = -1 if down else 1
        self._reorder(self.panes[by:] + self.panes[:by])
        self.select(self.panes[index])

    def select(self, pane: Pane, *, keep_zoom: bool = False) -> None:
        """Make a pane the active one; a zoom ends, or with `keep_zoom` goes to that pane."""
        if pane is not self.active:
            zoomed = self.zoomed
            self.unzoom()
            previous = self.active
            self._activate(pane)
            kept = [other for other in self.last_panes if other not in (pane, previous)]
            self.last_panes = [previous, *kept]
            if zoomed and keep_zoom:
                self.zoom(pane)

    def zoom(self, pane: Pane) -> None:
        """Let a pane fill the window, if there are others to hide."""
        self.select(pane)
        self.zoomed = len(self.panes) > 1
        self._settle()

    def unzoom(self) -> None:
        """Show all panes again."""
        if self.zoomed:
            self.zoomed = False
            self._settle()

    def neighbour(self, pane: Pane, direction: str) -> Pane | None:
        """Return the pane left, right, above or below (`L R U D`), around the edge if need be.

        Of several, the one that was active last. None if the pane spans the window that way.
        """
        rects = {leaf.pane: leaf.rect for leaf in self.layout.leaves()}
        places = [(other, rects[other.id]) for other in self.panes if other is not pane]
        found = find_neighbour(rects[pane.id], places, self.layout.size, direction)
        return max(found, key=lambda other: other.active_point) if found else None

    def pane_at(self, row: int, col: int) -> Pane | None:
        """Return the visible pane at a cell of the window, None on a border."""
        for pane, rect in self.rects().items():
            if rect.contains(row, col):
                return pane
        return None

    def border_at(self, row: int, col: int) -> BorderHandle | None:
        """Return the border at a cell of the window, None in a pane or while zoomed."""
        return None if self.zoomed else layout_resize.border_at(self.layout, row, col)

    def drag_border(self, handle: BorderHandle, row: int, col: int) -> None:
        """Move a border to where (row, col) is; a border that is gone stays where it was."""
        node = handle.node
        while node.parent is not None:
            node = node.parent
        if node is not self.layout or self.zoomed:
            return
        rect = handle.node.rect
        change = col - rect.right if handle.axis is Axis.COLS else row - rect.bottom
        layout_resize.move_border(self.layout, handle, change, both=False)
        self._settle()

    def layout_string(self) -> str:
        """Return the layout in tmux's form, as if nothing were zoomed."""
        return print_layout(self.layout)

    def visible_layout_string(self) -> str:
        """Return the layout in tmux's form as it is shown: of the zoomed pane only."""
        if not self.zoomed:
            return self.layout_string()
        return print_layout(LayoutNode(self.size, pane=self.active.id))

    def index_of(self, pane: Pane) -> int:
        """Return a pane's number in the window, counted from pane-base-index."""
        return self.panes.index(pane) + self.options.number("pane-base-index")

    def _leaf(self, pane: Pane) -> LayoutNode:
        return self.layout.leaf_of(pane.id)

    def _reorder(self, order: list[Pane]) -> None:
        """Number the panes anew; the first in `order` gets the place of the first, and so on."""
        leaves = [self._leaf(pane) for pane in self.panes]
        for leaf, pane in zip(leaves, order, strict=True):
            leaf.pane = pane.id
        self.panes = order
        self._settle()

    def _activate(self, pane: Pane) -> None:
        self.active = pane
        pane.active_point = next(_POINTS)

    def _parsed(self, text: str) -> LayoutNode:
        """Return the tree of a layout string with the panes in it, closing places left over."""
        root = parse_layout(text)
        leaves = list(root.leaves())
        if len(leaves) < len(self.panes):
            raise CommandError(f"have {len(self.panes)} panes but need {len(leaves)}")
        while len(leaves) > len(self.panes):
            closed = layout_split.close(root, leaves.pop())
            assert closed is not None
            root = closed
        for leaf, pane in zip(leaves, self.panes, strict=True):
            leaf.pane = pane.id
        return root

    def _apply_preset(self, preset: int) -> None:
        self.unzoom()
        self.old_layout = self.layout_string()
        self.layout_preset = preset
        names = ("main-pane-height", "main-pane-width", "other-pane-height", "other-pane-width")
        sizes = MainSizes(*(self.options.text(name) for name in names))
        self.layout = arrange(preset, [pane.id for pane in self.panes], self.room, sizes)
        self._settle()

    def _titled(self, rect: Rect, whole: Size) -> Rect:
        """Take the title line off a pane at the edge where pane-border-status puts it."""
        status = self.options.get("pane-border-status")
        if rect.rows > 1 and status == "top" and rect.row == 0:
            return Rect(1, rect.col, rect.rows - 1, rect.cols)
        if rect.rows > 1 and status == "bottom" and rect.bottom == whole.rows:
            return rect._replace(rows=rect.rows - 1)
        return rect

    def _settle(self) -> None:
        """Fit the layout into the room there is, and give each pane the size of its place."""
        self._rects = {}
        if self.layout.size != self.room:
            layout_resize.resize(self.layout, self.room)
        self.size = self.room if self.zoomed else self.layout.size
        if self.zoomed:
            self.active.resize(self._titled(Rect(0, 0, *self.size), self.size).size)
            return
        leaves = {leaf.pane: leaf for leaf in self.layout.leaves()}
        for pane in self.panes:
            pane.resize(self._titled(leaves[pane.id].rect, self.layout.size).size)


def clean_name(name: str) -> str:
    """Return a window's name without control characters, cut to a sane length."""
    return "".join(char for char in name[:MAX_NAME_CHARS] if char.isprintable())
