"""Reading a `src` or `thumbnail` of a call: a string. What it leads to is `flow.media`'s matter."""

from __future__ import annotations

from mplex.dialog.node import Node

SOURCE_MAX = 48 << 20
"""Characters of a source; a data: URL holds the picture itself."""


def read_source(node: Node) -> str:
    """Return a source; raises `SpecError` for what is none."""
    return node.text(SOURCE_MAX)
