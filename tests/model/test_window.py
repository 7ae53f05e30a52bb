"""A window: which pane is active, zoom, neighbours, borders, names."""

from __future__ import annotations

import pytest

from mplex.geometry import Rect, Size
from mplex.model.window import Window, clean_name
from tests.model.trees import make_window, pane_of
from tests.support.tmux import TmuxServer


def ids(window: Window) -> list[int]:
    return [pane.id for pane in window.panes]


def test_splits_go_before_or_after_in_layout_order() -> None:
    tree, window = make_window()
    tree.new_pane(window, window.panes[0], horizontal=True)
    tree.new_pane(window, window.panes[0], horizontal=True, before=True)
    tree.new_pane(window, window.panes[1], horizontal=False, full=True)
    tree.new_pane(window, window.panes[1], horizontal=False, full=True, before=True)
    assert ids(window) == [4, 2, 0, 1, 3]


def test_percent_is_of_what_is_split() -> None:
    tree, window = make_window(size=Size(24, 100))
    pane = tree.new_pane(window, window.active, horizontal=True, percent=30)
    assert pane.size == Size(24, 30)


def test_the_pane_that_was_active_last_follows_a_closed_one() -> None:
    tree, window = make_window(4)
    for text in ("%1", "%3", "%2"):
        window.select(pane_of(tree, text))
    tree.remove_pane(pane_of(tree, "%2"))
    assert window.active.id == 3
    tree.remove_pane(pane_of(tree, "%3"))
    assert window.active.id == 1
    assert [pane.id for pane in window.last_panes] == [0]


def test_zoom_shows_one_pane_and_hides_the_others_until_it_ends() -> None:
    tree, window = make_window(3)
    before = window.layout_string()
    pane = pane_of(tree, "%1")
    window.zoom(pane)
    assert window.rects() == {pane: Rect(0, 0, 24, 80)}
    assert pane.size == Size(24, 80)
    assert window.layout_string() == before
    assert window.visible_layout_string() == "b25e,80x24,0,0,1"
    assert window.border_at(0, 40) is None
    window.resize(Size(30, 100))
    assert pane.size == Size(30, 100)
    window.select(pane_of(tree, "%2"), keep_zoom=True)
    assert list(window.rects()) == [pane_of(tree, "%2")]
    window.select(pane)
    assert not window.zoomed and len(window.rects()) == 3


def test_a_lone_pane_is_not_zoomed() -> None:
    _tree, window = make_window()
    window.zoom(window.active)
    assert not window.zoomed


def test_swap_and_rotate_keep_the_active_place_or_pane() -> None:
    tree, window = make_window(3)
    order = ids(window)
    window.select(window.panes[0])
    window.swap(window.panes[0], window.panes[2])
    assert ids(window) == order[::-1]
    assert window.active is window.panes[2]
    window.rotate(down=True)
    assert ids(window) == [order[0], order[2], order[1]]
    assert window.active is window.panes[2]
    window.rotate(down=False)
    assert ids(window) == order[::-1]
    assert set(tree.panes) == set(order)


def test_next_and_previous_layout_walk_through_the_presets() -> None:
    _tree, window = make_window(3)
    window.next_layout()
    assert window.layout_preset == 0
    window.previous_layout()
    assert window.layout_preset == 6
    window.next_layout()
    assert window.layout_preset == 0


def test_the_border_under_a_cell_can_be_dragged() -> None:
    tree, window = make_window()
    right = tree.new_pane(window, window.active, horizontal=True)
    lower = tree.new_pane(window, right, horizontal=False)
    assert window.border_at(5, 5) is None
    handle = window.border_at(5, 40)
    assert handle is not None
    window.drag_border(handle, 9, 20)
    assert right.size == Size(12, 59)
    handle = window.border_at(12, 50)
    assert handle is not None
    window.drag_border(handle, 100, 0)
    assert lower.size == Size(1, 59)
    window.select_layout("tiled")
    before = window.layout_string()
    window.drag_border(handle, 3, 0)
    assert window.layout_string() == before


def test_the_pane_under_a_cell() -> None:
    tree, window = make_window()
    right = tree.new_pane(window, window.active, horizontal=True)
    assert window.pane_at(0, 0) is window.active
    assert window.pane_at(0, 40) is None
    assert window.pane_at(0, 41) is right


@pytest.mark.parametrize("direction", "LRUD")
def test_neighbours_are_tmuxs(tmux: TmuxServer, direction: str) -> None:
    tree, window = make_window(size=Size(40, 120))
    tmux.ok("new-session", "-d", "-x120", "-y40", "cat")
    tmux.ok("set-option", "-g", "window-size", "manual")
    for at, horizontal in ((0, True), (1, False), (0, False), (0, True), (3, True), (5, False)):
        window.select(window.panes[at])
        pane = tree.new_pane(window, window.panes[at], horizontal=horizontal)
        window.select(pane)
        tmux.ok("split-window", "-t", f":.{at}", "-h" if horizontal else "-v", "cat")
    assert window.layout_string() == tmux.display("#{window_layout}")
    for at in (0, 4, 2, 6, 1, 5, 3):
        window.select(window.panes[at])
        found = window.neighbour(window.panes[at], direction)
        window.select(found or window.panes[at])
        tmux.ok("select-pane", "-t", f":.{at}")
        tmux.run("select-pane", f"-{direction}")
        assert tmux.display("#{pane_id}") == f"%{window.active.id}"


def test_a_pane_that_spans_the_window_has_no_neighbour_that_way() -> None:
    tree, window = make_window()
    tree.new_pane(window, window.active, horizontal=True)
    assert window.neighbour(window.active, "U") is None
    assert window.neighbour(window.active, "L") is window.panes[1]


def test_a_name_given_stays() -> None:
    _tree, window = make_window()
    window.rename("ed\x1b[31mit\n")
    assert window.name == "ed[31mit"
    assert (window.options.local, window.automatic_rename) == ({"automatic-rename": False}, False)
    assert len(clean_name("x" * 5000)) == 1000


def test_a_title_given_holds_until_the_program_gives_one() -> None:
    _tree, window = make_window()
    pane = window.active
    assert pane.title == "box"
    pane.title = "mine"
    assert pane.title == "mine"
    pane.stream.feed(b"\x1b]2;its\x07")
    assert pane.title == "its"
    pane.title = "mine again"
    assert pane.title == "mine again"


def test_how_a_program_ended_is_known_until_the_next_starts() -> None:
    _tree, window = make_window()
    pane = window.active
    pane.ended(None, 9, 12.0)
    assert (pane.dead, pane.exit_signal, pane.exited_at, pane.pid) == (True, 9, 12.0, 0)
    pane.respawn(["vi", "a b"], "/tmp", {"A": "b"})
    assert (pane.dead, pane.exit_signal, pane.exited_at) == (False, None, None)
    assert pane.command == "vi 'a b'"
