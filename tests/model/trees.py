"""Small trees to test with."""

from __future__ import annotations

from mplex.geometry import Size
from mplex.model.pane import Pane
from mplex.model.session import Session
from mplex.model.tree import Tree
from mplex.model.window import Window

SIZE = Size(24, 80)


def make_session(tree: Tree, name: str | None = None, *, windows: int = 1) -> Session:
    """Add a session with some windows of one pane each."""
    session = tree.new_session(name, SIZE, "/", {})
    for _n in range(windows):
        tree.new_window(session, size=SIZE)
    return session


def make_window(panes: int = 1, size: Size = SIZE) -> tuple[Tree, Window]:
    """Return a tree with one window, and that, split into panes without regard to their shape."""
    tree = Tree(host="box")
    window = tree.new_window(tree.new_session(None, size, "/", {}), size=size)
    while len(window.panes) < panes:
        beside = max(window.panes, key=lambda pane: pane.size.rows * pane.size.cols)
        tree.new_pane(window, beside, horizontal=beside.size.cols > 2 * beside.size.rows)
    return tree, window


def pane_of(tree: Tree, text: str) -> Pane:
    """Return the pane with an id such as `%3`."""
    return tree.panes[int(text.removeprefix("%"))]
