"""Characters that the terminal outside takes for another width than mplex does."""

from __future__ import annotations

import shlex

from tests.support.server import MPLEX, Server
from tests.support.tmux import TmuxServer
from tests.support.waiting import wait_until

CLUSTERS = "X🏳️‍🌈Y👨‍👩‍👧‍👦Z"


def test_nothing_old_is_left_in_the_cells_of_a_cluster(server: Server, tmux: TmuxServer) -> None:
    command = f"printf abcdefghi; read go; printf '\\033[H{CLUSTERS}'; exec cat"
    outer = {**server.house.environ, "TERM": "screen-256color"}
    words = ["env", *(f"{name}={value}" for name, value in outer.items()), *MPLEX, "new", command]
    tmux.ok("new-session", "-d", "-x", "40", "-y", "10", shlex.join(words))

    def shown(wanted: str) -> str:
        text = tmux.ok("capture-pane", "-p").partition("\n")[0]
        return text if wanted in text else ""

    wait_until("the first text", lambda: shown("abcdefghi"))
    server.ok("send-keys", "Enter")
    row = wait_until("the clusters", lambda: shown("Z"))
    assert not set("abcdefg") & set(row)


def test_the_user_knows_a_width_better(server: Server) -> None:
    server.ok("new-session", "-d", "exec cat")

    def column() -> str:
        return server.ok("display-message", "-p", "#{cursor_x}").strip()

    server.ok("send-keys", "-l", "──")
    wait_until("two narrow characters", lambda: column() == "2")
    server.ok("set-option", "-s", "codepoint-widths", "U+2500=2")
    server.ok("send-keys", "-l", "─")
    wait_until("a wide one", lambda: column() == "4")
    assert server.run("set-option", "-s", "codepoint-widths", "2500=2").returncode == 1
