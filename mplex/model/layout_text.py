"""Layouts as text: tmux's form, `b25d,80x24,0,0{40x24,0,0,1,39x24,41,0,2}`.

A checksum of four hexadecimal digits, then cells: columns x rows, column, row, and either the
pane's id or the cells inside, in `{}` side by side and in `[]` stacked. Only reading and writing
lives here.
"""

from __future__ import annotations

import re

from mplex.errors import CommandError
from mplex.geometry import Size
from mplex.model.layout import MAX_DEPTH, Axis, LayoutNode, place

MAX_LAYOUT_CHARS = 65_536
MAX_CELL_SIZE = 10_000

_CELL = r"(\d{1,5})x(\d{1,5}),(\d{1,5}),(\d{1,5})(?:,(\d{1,9})(?![\dx]))?"
_BRACKETS = {Axis.COLS: ("{", "}"), Axis.ROWS: ("[", "]")}
_OPENING = {"{": Axis.COLS, "[": Axis.ROWS}


def checksum(text: str) -> int:
    """Return tmux's 16-bit checksum of a layout: rotate right, add the character."""
    total = 0
    for char in text:
        total = ((total >> 1) + ((total & 1) << 15) + ord(char)) & 0xFFFF
    return total


def print_layout(root: LayoutNode) -> str:
    """Return the layout with its checksum."""
    text = _print_node(root)
    return f"{checksum(text):04x},{text}"


def _print_node(node: LayoutNode) -> str:
    text = f"{node.cols}x{node.rows},{node.col},{node.row}"
    if node.split is None:
        return text if node.pane is None else f"{text},{node.pane}"
    opening, closing = _BRACKETS[node.split]
    return text + opening + ",".join(_print_node(child) for child in node.children) + closing


def parse_layout(text: str) -> LayoutNode:
    """Read a layout. The ids in it are kept in the leaves; the caller assigns panes.

    Raises CommandError for a wrong checksum, bad syntax, or sizes that do not add up.
    """
    head, _, body = text.partition(",")
    if len(text) > MAX_LAYOUT_CHARS or not re.fullmatch(r"[0-9a-fA-F]{4}", head):
        raise _invalid(text)
    if not body.isascii() or checksum(body) != int(head, 16):
        raise _invalid(text)
    root, end = _parse_node(body, 0, 0)
    if end != len(body):
        raise _invalid(text)
    _mend_root(root)
    if not _adds_up(root):
        raise CommandError("size mismatch after applying layout")
    root.row = root.col = 0
    place(root)
    return root


def _invalid(text: str) -> CommandError:
    shown = text if len(text) <= 100 else text[:100] + "..."
    return CommandError(f"invalid layout: {shown}")


def _parse_node(text: str, at: int, depth: int) -> tuple[LayoutNode, int]:
    match = re.compile(_CELL).match(text, at)
    if not match or depth > MAX_DEPTH:
        raise _invalid(text)
    cols, rows = int(match[1]), int(match[2])
    if not (1 <= cols <= MAX_CELL_SIZE and 1 <= rows <= MAX_CELL_SIZE):
        raise _invalid(text)
    node = LayoutNode(Size(rows, cols), pane=int(match[5]) if match[5] else None)
    at = match.end()
    axis = _OPENING.get(text[at : at + 1])
    if axis is None:
        return node, at
    node.split, node.pane = axis, None
    separator = ","
    while separator == ",":
        child, at = _parse_node(text, at + 1, depth + 1)
        node.add(child)
        separator = text[at : at + 1]
    if separator != _BRACKETS[axis][1] or len(node.children) < 2:
        raise _invalid(text)
    return node, at + 1


def _mend_root(root: LayoutNode) -> None:
    """Set the root's size from its children: old versions of tmux wrote it wrong."""
    if root.split is None:
        return
    axis = root.split
    along = sum(child.extent(axis) for child in root.children) + len(root.children) - 1
    root.set_extent(axis, along)
    root.set_extent(axis.other, root.children[-1].extent(axis.other))


def _adds_up(node: LayoutNode) -> bool:
    if node.split is None:
        return True
    axis = node.split
    along = sum(child.extent(axis) for child in node.children) + len(node.children) - 1
    return along == node.extent(axis) and all(
        child.extent(axis.other) == node.extent(axis.other) and _adds_up(child)
        for child in node.children
    )
