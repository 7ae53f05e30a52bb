"""What -t names: the same tree here and in a real tmux, the same targets, the same answers."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from mplex.errors import TargetError
from mplex.model.session import Session
from mplex.model.target import Target, find_client, find_target
from mplex.model.tree import Tree
from tests.model.trees import SIZE
from tests.support.tmux import TmuxServer

WORDS = (
    # Nothing, and ids.
    "", "$0", "$1", "$9", "@0", "@3", "@4", "@99", "%0", "%5", "%99", "$x", "@", "%-1",
    # Sessions.
    "work", "wo", "w", "=work", "=wo", "*rk", "pl?y", "play", "p", "work:", "=play:", "nope:", ":",
    # Windows.
    "edit", "ed", "=ed", "=edit", "e*t", "logs", "log", "0", "2", "3", "7", ":2", ":=2", ":edit",
    ":+", ":-", ":+2", ":-2", ":+x", "+", "-", "!", "^", "$", ":!", ":^", ":$", "{last}", "{next}",
    "{previous}", "{start}", "{end}", ":{last}", ":{end}", "work:edit", "play:0", "play:edit",
    "play:shell", "work:0", "work:9", "work:@1", "play:@1", "wo:ed", "work:lo", "work:l*",
    # Panes.
    ":.0", ":.1", ":.2", ":.9", ".1", ".+", ".-", ".!", ".{last}", ".{next}", ".{previous}",
    ".{top}", ".{bottom}", ".{left}", ".{right}", ".{top-left}", ".{top-right}", ".{bottom-left}",
    ".{bottom-right}", ".{up-of}", ".{down-of}", ".{left-of}", ".{right-of}", "work:edit.1",
    "work:edit.%1", "work:edit.%5", "play:.0", "edit.0", "logs.0", "edit.9", "nope.0", "edit.+",
    "1", "top-left", "{right}", "{up-of}", "{down-of}", "work:.%1", ":.%1", ".top", "play:0.0",
)  # fmt: skip

STRICTER = {":+x", "=wo", "=work", "=edit", "work:edit.%5"}
"""Where tmux takes a bad number for 0, a start for an exact name, or a pane of another window for
one of this; and where it knows no exact name for a pane's window."""


class Twin(NamedTuple):
    """The same sessions, windows and panes here and in tmux."""

    tree: Tree
    current: Target
    tmux: TmuxServer
    environ: dict[str, str]
    """That of a program in the current pane in tmux."""


def build(tmux: TmuxServer) -> Twin:
    """Make the session `work` with windows edit (three panes), logs, log, shell; and `play`."""
    tree = Tree()
    work = tree.new_session("work", SIZE, "/", {})
    tmux.ok("new-session", "-d", "-s", "work", "-n", "edit", "-x80", "-y24", "cat")
    edit = tree.new_window(work, name="edit", size=SIZE)
    for at, horizontal in ((0, True), (1, False)):
        edit.select(tree.new_pane(edit, edit.panes[at], horizontal=horizontal))
        tmux.ok("split-window", "-t", f":.{at}", "-h" if horizontal else "-v", "cat")
    for name, index in (("logs", 2), ("log", 3), ("2", 5)):
        work.select(tree.new_window(work, name=name, index=index, size=SIZE))
        tmux.ok("new-window", "-n", name, "-t", f"work:{index}", "cat")
    play = tree.new_session("play", SIZE, "/", {})
    tree.new_window(play, name="shell", size=SIZE)
    tmux.ok("new-session", "-d", "-s", "play", "-n", "shell", "-x80", "-y24", "cat")
    for index in (3, 0):
        work.select(work.windows[index])
        tmux.ok("select-window", "-t", f"work:{index}")
    for pane in tree.panes:
        tmux.ok("set-option", "-p", "-t", f"%{pane}", "@id", f"%{pane}")
    current = Target(work, work.current, work.current.active)
    return Twin(tree, current, tmux, {"TMUX": f"{tmux.socket},{tmux.pid},0", "TMUX_PANE": "%2"})


def here(twin: Twin, text: str, kind: str) -> str:
    """Return the id of the session, window or pane that is found here, "" for none."""
    try:
        session, window, pane = find_target(twin.tree, text, kind, twin.current)
    except TargetError:
        return ""
    assert session is not None and window is not None and pane is not None
    assert pane in window.panes and window in session.windows.values()
    return {"session": f"${session.id}", "window": f"@{window.id}", "pane": f"%{pane.id}"}[kind]


def there(twin: Twin, text: str, kind: str) -> str:
    """Return the id of what tmux finds."""
    argv = {
        "session": ["list-windows", "-F", "#{session_id}"],
        "window": ["list-panes", "-F", "#{window_id}"],
        "pane": ["show-options", "-pv"],
    }[kind]
    argv += ["-t", text] + ["@id"] * (kind == "pane")
    return twin.tmux.run(*argv, environ=twin.environ).stdout.partition("\n")[0]


@pytest.mark.parametrize("kind", ["session", "window", "pane"])
def test_targets_are_tmuxs(tmux: TmuxServer, kind: str) -> None:
    twin = build(tmux)
    words = set(WORDS) - STRICTER
    found = {word: here(twin, word, kind) for word in words}
    assert found == {word: there(twin, word, kind) for word in words}
    assert len(set(found.values())) > 2


def tree_of_two() -> tuple[Tree, Session, Session]:
    tree = Tree()
    one, two = (tree.new_session(name, SIZE, "/", {}) for name in ("one", "two"))
    for session in (one, two):
        tree.new_window(session, size=SIZE)
    one.activity, two.activity = 10, 20
    return tree, one, two


NOWHERE = Target(None, None, None)


def test_without_a_current_target_the_session_used_last_counts() -> None:
    tree, one, two = tree_of_two()
    assert find_target(tree, None, "session", NOWHERE).session is two
    two.attached = 1
    assert find_target(tree, None, "pane", NOWHERE, prefer_unattached=True).session is one
    with pytest.raises(TargetError, match="no current target"):
        find_target(Tree(), None, "pane", NOWHERE)


def test_mouse_and_mark() -> None:
    tree, one, two = tree_of_two()
    there = Target(one, one.current, None)
    for text in ("=", "{mouse}"):
        found = find_target(tree, text, "pane", NOWHERE, mouse=there)
        assert found == (one, one.current, one.current.active)
        with pytest.raises(TargetError, match="no mouse target"):
            find_target(tree, text, "pane", NOWHERE)
    mark = Target(two, two.current, two.current.active)
    for text in ("~", "{marked}"):
        assert find_target(tree, text, "pane", NOWHERE, marked=mark) is mark
        with pytest.raises(TargetError, match="no marked target"):
            find_target(tree, text, "pane", NOWHERE)


def test_an_exact_name_is_never_taken_for_a_start() -> None:
    tree, one, _two = tree_of_two()
    current = Target(one, one.current, one.current.active)
    for kind in ("session", "window", "pane"):
        with pytest.raises(TargetError):
            find_target(tree, "=on", kind, current)
    assert find_target(tree, "=two", "pane", current).session is not one


class FakeClient(NamedTuple):
    name: str
    tty: str
    session: Session | None


def test_clients_are_found_by_name_and_terminal() -> None:
    tree, one, two = tree_of_two()
    clients = [FakeClient("client-1", "", two), FakeClient("/dev/pts/7", "/dev/pts/7", one)]
    assert find_client(clients, "client-1:") is clients[0]
    assert find_client(clients, "pts/7") is clients[1]
    for text in ("", "pts", "client"):
        with pytest.raises(TargetError, match="can't find client"):
            find_client(clients, text)
    assert find_target(tree, "pts/7", "client", NOWHERE, clients=clients).session is one
    assert find_target(tree, "client-1", "session", NOWHERE, clients=clients).session is two


@pytest.mark.parametrize(
    ("text", "kind", "message"),
    [
        ("nope", "session", "can't find session: nope"),
        ("=on", "session", "can't find session: on"),
        ("nope", "window", "can't find window: nope"),
        ("one:=nope", "pane", "can't find window: nope"),
        ("nope", "pane", "can't find pane: nope"),
        ("one:.7", "pane", "can't find pane: 7"),
        ("one:.%99999999999999999999", "pane", "can't find pane"),
        (":+99999999999999999999999", "window", "can't find window"),
    ],
)
def test_what_is_not_there_is_named(text: str, kind: str, message: str) -> None:
    tree, one, _two = tree_of_two()
    with pytest.raises(TargetError, match=message):
        find_target(tree, text, kind, Target(one, one.current, one.current.active))
