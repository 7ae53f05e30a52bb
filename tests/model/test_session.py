"""Sessions and the tree: indexes, the current window, moving things about."""

from __future__ import annotations

import pytest

from mplex.errors import CommandError
from mplex.geometry import Size
from mplex.model.session import Session
from mplex.model.tree import Tree
from tests.model.trees import SIZE, make_session, make_window


def names(session: Session) -> dict[int, int]:
    return {index: window.id for index, window in session.windows.items()}


def test_sessions_are_named_by_number_and_names_are_cleaned() -> None:
    tree = Tree()
    assert make_session(tree).name == "0"
    assert make_session(tree, "a:b.c").name == "a_b_c"
    assert make_session(tree, "3").name == "3"
    assert make_session(tree).name == "4"
    with pytest.raises(CommandError, match="duplicate session: a_b_c"):
        make_session(tree, "a.b:c")
    with pytest.raises(CommandError, match="invalid session"):
        make_session(tree, "")


def test_a_session_is_renamed_but_not_onto_another() -> None:
    tree = Tree()
    first = make_session(tree, "a")
    make_session(tree, "b")
    tree.rename_session(first, "a")
    tree.rename_session(first, "c")
    assert tree.find_session("c") is first
    with pytest.raises(CommandError, match="duplicate session: b"):
        tree.rename_session(first, "b")


def test_windows_take_the_first_free_index_from_base_index() -> None:
    tree = Tree()
    tree.session_options.set("base-index", "1")
    session = make_session(tree, windows=2)
    tree.new_window(session, index=5, size=SIZE)
    tree.new_window(session, size=SIZE)
    assert names(session) == {1: 0, 2: 1, 3: 3, 5: 2}
    with pytest.raises(CommandError, match="create window failed: index in use: 5"):
        tree.new_window(session, index=5, size=SIZE)
    assert len(tree.windows) == len(tree.panes) == 4


def test_selecting_remembers_and_clears_alerts() -> None:
    session = make_session(Tree(), windows=3)
    first, second, third = session.windows.values()
    third.bell = True
    session.select(third)
    session.select(second)
    session.select(third)
    assert session.last_windows == [second, first]
    assert not third.alerted
    assert session.stack() == [third, second, first]


def test_next_and_previous_go_around_and_can_look_for_alerts() -> None:
    session = make_session(Tree(), windows=4)
    first, second, third, fourth = session.windows.values()
    assert session.next(fourth) is first
    assert session.previous(first) is fourth
    assert session.next(first, alerts=True) is None
    third.activity = True
    assert session.next(first, alerts=True) is third
    assert session.previous(second, alerts=True) is third


def test_a_lone_window_has_no_next() -> None:
    session = make_session(Tree())
    assert session.next(session.current) is None


def test_the_last_window_follows_a_closed_one_and_a_session_without_windows_goes() -> None:
    tree = Tree()
    session = make_session(tree, windows=3)
    first, second, third = session.windows.values()
    session.select(third)
    first.bell = True
    tree.remove_window(third)
    assert session.current is first and not first.alerted
    tree.remove_pane(first.active)
    assert session.current is second
    assert tree.remove_pane(second.active) is None
    assert (tree.sessions, tree.windows, tree.panes) == ({}, {}, {})
    with pytest.raises(CommandError, match="is gone"):
        tree.session_of(second)


def test_gaps_close_when_wanted() -> None:
    tree = Tree()
    session = make_session(tree, windows=3)
    session.options.set("renumber-windows", "on")
    tree.remove_window(session.windows[1])
    assert names(session) == {0: 0, 1: 2}


def test_windows_move_swap_and_make_room() -> None:
    session = make_session(Tree(), windows=3)
    first, second, third = session.windows.values()
    session.move(first, 7)
    assert names(session) == {1: 1, 2: 2, 7: 0}
    with pytest.raises(CommandError, match="index in use: 2"):
        session.move(first, 2)
    session.select(second)
    session.swap(1, 7)
    assert names(session) == {1: 0, 2: 2, 7: 1}
    assert (session.current, session.last_windows) == (first, [second])
    assert session.make_room(1) == 1
    assert names(session) == {2: 0, 3: 2, 7: 1}
    session.renumber()
    assert list(session.windows) == [0, 1, 2]


def test_windows_move_and_swap_between_sessions() -> None:
    tree = Tree()
    one, two = make_session(tree, "one", windows=2), make_session(tree, "two")
    a, b = one.windows.values()
    c = two.current
    tree.swap_windows(a, c)
    assert (one.windows[0], two.windows[0]) == (c, a)
    assert two.current is a
    tree.move_window(a, one, 5)
    assert list(tree.sessions.values()) == [one]
    assert one.windows == {0: c, 1: b, 5: a}


def test_a_pane_breaks_out_and_joins_again() -> None:
    tree, window = make_window(2)
    session = tree.session_of(window)
    first, second = window.panes
    broken = tree.break_pane(second, session, name="out")
    assert (broken.panes, broken.name, second.window) == ([second], "out", broken)
    assert second.size == Size(24, 80)
    second.options.set("synchronize-panes", "on")
    tree.join_pane(second, first, horizontal=False, size=5)
    assert list(tree.windows) == [window.id]
    assert window.panes == [first, second]
    assert second.size == Size(5, 80)
    window.options.set("remain-on-exit", "on")
    assert second.options.get("remain-on-exit") == "on"


def test_breaking_a_lone_pane_moves_its_window() -> None:
    tree = Tree()
    one, two = make_session(tree, "one", windows=2), make_session(tree, "two")
    window = one.windows[1]
    assert tree.break_pane(window.active, two, index=3) is window
    assert two.windows[3] is window and list(one.windows) == [0]


def test_joining_without_room_changes_nothing() -> None:
    tree, window = make_window(3, Size(2, 11))
    small = tree.new_window(tree.session_of(window), size=Size(1, 1))
    first, second, third = window.panes
    window.select(third)
    before = window.layout_string()
    for beside in (small.active, first):
        with pytest.raises(CommandError, match="too small"):
            tree.join_pane(second, beside, horizontal=False)
        assert window.layout_string() == before
        assert (window.active, window.last_panes) == (third, [first])


def test_panes_swap_between_windows() -> None:
    tree = Tree()
    session = make_session(tree, windows=2)
    one, two = session.windows.values()
    first, second = one.active, two.active
    other = tree.new_pane(one, first, horizontal=True)
    two.resize(Size(10, 10))
    tree.swap_panes(first, second)
    assert (one.panes, two.panes) == ([second, other], [first])
    assert (one.active, two.active) == (second, first)
    assert (first.window, second.window) == (two, one)
    assert (first.size, second.size) == (Size(10, 10), Size(24, 40))
    assert first.options.parent is two.options


def test_removing_a_session_removes_all_in_it() -> None:
    tree = Tree()
    make_session(tree, windows=2)
    kept = make_session(tree)
    tree.remove_session(tree.sessions[0])
    assert list(tree.sessions.values()) == [kept]
    assert list(tree.windows) == [2] and list(tree.panes) == [2]


@pytest.mark.parametrize("on", [False, True])
def test_new_panes_answer_checksums_where_the_option_says_so(on: bool) -> None:
    tree = Tree()
    if on:
        tree.options.set("checksum-reports", "on")
    make_session(tree)
    (pane,) = tree.panes.values()
    pane.screen.feed("\x1b[1;1;1;1;1;1*y")
    assert pane.screen.take_replies() == (b"\x1bP1!~FFE0\x1b\\" if on else b"")
