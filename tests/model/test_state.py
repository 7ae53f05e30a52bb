"""The tree as plain data and back."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

from mplex.errors import CommandError
from mplex.geometry import Size
from mplex.model.tree import Tree
from tests.model.trees import make_session, make_window


def full_tree() -> Tree:
    """Return a tree with something of everything."""
    tree, window = make_window(4, Size(40, 100))
    tree.environ = {"HOME": "/root", "LANG": "C.UTF-8"}
    tree.options.set("buffer-limit", "7")
    tree.session_options.set("prefix", "C-a")
    tree.session_options.set("@theme", "dark")
    tree.window_options.set("mode-keys", "vi")
    session = tree.session_of(window)
    session.environ = {"SSH_AUTH_SOCK": "/tmp/agent"}
    session.options.set("update-environment", "A B C")
    session.options.unset("update-environment[1]")
    session.options.set("mouse", "off")
    other = tree.new_window(session, index=7, name="logs", size=Size(40, 100))
    session.select(other)
    session.select(window)
    for pane in window.panes:
        pane.respawn(["vi", f"file {pane.id}"], "/tmp", {"PANE": str(pane.id)})
        window.select(pane)
    window.panes[1].title = "mine"
    window.panes[2].options.set("remain-on-exit", "on")
    window.select_layout("main-vertical")
    window.zoom(window.panes[2])
    make_session(tree, "second", windows=2)
    tree.buffers.add(b"one \xff")
    tree.buffers.add(b"two", "named")
    tree.remove_session(make_session(tree, "gone"))
    return tree


def test_a_tree_is_built_again_from_its_data() -> None:
    tree = full_tree()
    data = json.loads(json.dumps(tree.to_data()))
    again = Tree.from_data(data)
    assert json.loads(json.dumps(again.to_data())) == data
    session, window = again.sessions[0], again.windows[0]
    assert session.current is window and session.last_windows == [again.windows[1]]
    assert window.zoomed and window.active.id == tree.windows[0].active.id
    assert window.panes[1].title == "mine"
    assert window.panes[0].command == "vi 'file 0'"
    assert window.layout_string() == tree.windows[0].layout_string()
    assert [pane.size for pane in window.panes] == [p.size for p in tree.windows[0].panes]
    assert session.options.elements("update-environment") == {0: "A", 2: "C"}
    assert not session.options.flag("mouse") and again.windows[2].options.get("mode-keys") == "vi"
    assert again.buffers.get("named").data == b"two" and again.buffers.get().data == b"one \xff"
    assert make_session(again).id == tree.next_ids["session"]


def test_an_option_that_is_unknown_by_now_is_left_out() -> None:
    data = full_tree().to_data()
    data["session_options"] = {"no-such-option": "1", "prefix": "C-a", "mouse": "perhaps"}
    again = Tree.from_data(data)
    assert again.session_options.local == {"prefix": "C-a"}


BREAKS: tuple[Callable[[dict[str, Any]], object], ...] = (
    lambda data: data.pop("sessions"),
    lambda data: data.update(version=99),
    lambda data: data.update(environ=[1]),
    lambda data: data["sessions"][0].update(current=3),
    lambda data: data["sessions"][0].update(windows=None),
    lambda data: data["sessions"][0]["windows"][0].update(layout="b25d,80x24,0,0,0"),
    lambda data: data["sessions"][0]["windows"][0].update(layout="x"),
    lambda data: data["sessions"][0]["windows"][0].update(size=[0, 0]),
    lambda data: data["sessions"][0]["windows"][0].update(size=[24]),
    lambda data: data["sessions"][0]["windows"][0].update(active=99),
    lambda data: data["sessions"][0]["windows"][0]["panes"].pop(),
    lambda data: data["sessions"][0]["windows"][1].update(index=0),
    lambda data: data["buffers"][0].update(data="?"),
)


@pytest.mark.parametrize("number", range(len(BREAKS)))
def test_broken_data_is_refused(number: int) -> None:
    data = copy.deepcopy(full_tree().to_data())
    BREAKS[number](data)
    with pytest.raises(CommandError):
        Tree.from_data(data)
