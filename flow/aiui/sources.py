"""Reading a `src` or `thumbnail` of a call: a string. What it leads to is `flow.media`'s matter."""

from __future__ import annotations

from mplex.dialog.caps import FORM_DATA_URL_MAX
from mplex.dialog.node import Node


def read_source(node: Node) -> str:
    """Return a source; raises `SpecError` for what is none."""
    return node.text(FORM_DATA_URL_MAX)
