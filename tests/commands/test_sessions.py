"""Commands on sessions and clients that need somebody attached, or somebody who wants to be."""

from __future__ import annotations

import pytest

from mplex.geometry import Size
from tests.commands.fakes import FakeConnection, Home, Outcome


def from_shell(home: Home, *argv: str, terminal: bool = True, **environ: str) -> Outcome:
    """Run a command as a shell in a terminal does."""
    connection = FakeConnection(home.server, terminal=terminal)
    context = home.context(connection=connection, environ=environ)
    return home.run(*argv, context=context)


def test_a_new_session_takes_the_terminal(home: Home) -> None:
    from_shell(home, "new-session", "-s", "work", DISPLAY=":0", OTHER="x")
    session = home.client.session
    assert session.name == "work"
    assert session.current.size == Size(24, 80)
    assert session.environ == {"DISPLAY": ":0"}
    assert session.cwd == "/tmp"


def test_no_terminal_no_session(home: Home) -> None:
    outcome = from_shell(home, "new-session", "-s", "work", terminal=False)
    assert outcome.errors == ["open terminal failed: not a terminal"]
    assert len(home.tree.sessions) == 1


def test_sessions_do_not_nest(home: Home) -> None:
    outcome = from_shell(home, "attach-session", MPLEX="/tmp/mplex/default,1,0")
    assert outcome.errors == ["sessions should be nested with care, unset $MPLEX to force"]
    assert from_shell(home, "new-session", "-d", MPLEX="x,1,0").errors == []


def test_attach_or_create(home: Home) -> None:
    from_shell(home, "new-session", "-A", "-s", "0")
    assert len(home.tree.sessions) == 1
    first = home.client
    from_shell(home, "new-session", "-A", "-D", "-s", "0")
    assert first.log == ["detach detached"]
    assert home.client is not first


def test_attaching_to_a_window_and_read_only(home: Home) -> None:
    home.run("new-window", "-d", "-n", "two")
    from_shell(home, "attach-session", "-r", "-t", "0:two")
    assert home.client.window.name == "two"
    assert home.client.readonly


def test_attaching_detaches_others(home: Home) -> None:
    first = home.attach()
    from_shell(home, "attach-session", "-x")
    assert first.log == ["detach detached hangup"]


def test_environment_is_refreshed_on_attach(home: Home) -> None:
    from_shell(home, "attach-session", SSH_AUTH_SOCK="/tmp/agent")
    assert home.tree.sessions[0].environ["SSH_AUTH_SOCK"] == "/tmp/agent"
    from_shell(home, "attach-session", "-E", SSH_AUTH_SOCK="/tmp/other")
    assert home.tree.sessions[0].environ["SSH_AUTH_SOCK"] == "/tmp/agent"


def test_switching_sessions(home: Home) -> None:
    for name in ("a", "b"):
        home.run("new-session", "-d", "-s", name)
    client = home.attach("0")
    for flags, name in (("-n", "a"), ("-n", "b"), ("-n", "0"), ("-p", "b"), ("-l", "0")):
        home.key(f"switch-client {flags}")
        assert client.session.name == name
    home.key("switch-client -t a")
    assert client.session.name == "a"
    home.key("switch-client -T copy-mode")
    assert client.key_table == "copy-mode"
    home.key("switch-client -t b ; rename-window named")
    assert home.output("list-windows", "-t", "b", "-F", "#W") == ["named"]


def test_a_new_session_from_a_key_switches(home: Home) -> None:
    client = home.attach()
    home.key("new-session -s other")
    assert client.session.name == "other"


@pytest.mark.parametrize(
    ("words", "left"),
    [("", 0), ("-t /dev/pts/9", 2), ("-t pts/10", 2), ("-a -t pts/9", 1), ("-s b", 2)],
)
def test_detaching(home: Home, words: str, left: int) -> None:
    home.run("new-session", "-d", "-s", "b")
    home.attach("0")
    home.attach("0")
    home.attach("b")
    if not words:
        home.run("detach-client", "-s", "0")
        home.run("detach-client")
    else:
        home.run("detach-client", *words.split())
    assert len(home.server.clients) == left


def test_replacing_a_client_by_a_command(home: Home) -> None:
    client = home.attach()
    home.run("detach-client", "-E", "echo #{session_name}")
    assert client.log == ["replace echo 0"]


def test_refreshing(home: Home) -> None:
    client = home.attach()
    for words in ("", "-U 3", "-c", "-R"):
        home.run("refresh-client", *words.split())
    home.run("suspend-client")
    assert client.log == ["redraw all", "pan U 3", "pan c 1", "pan R 1", "suspend"]
    assert home.error("refresh-client", "-U", "x") == "adjustment invalid"
    assert home.error("refresh-client", "-t", "nope") == "can't find client: nope"


def test_messages(home: Home) -> None:
    client = home.attach()
    home.run("display-message", "-d", "100", "in #{window_name}")
    assert client.messages == ["in one"]
    home.server.log("something")
    assert home.output("show-messages")[0].endswith(": something")
    assert "pane_id=%0" in home.output("display-message", "-a")


def test_listing_clients(home: Home) -> None:
    home.attach()
    assert home.output("list-clients")[0].startswith("/dev/pts/9: 0 [80x25 xterm]")
    assert home.output("list-clients", "-t", "0", "-F", "#{client_tty}") == ["/dev/pts/9"]


def test_clearing_alerts(home: Home) -> None:
    window = home.tree.windows[0]
    window.bell = True
    home.run("kill-session", "-C")
    assert not window.bell
    assert home.tree.sessions
    home.run("kill-server")
    assert home.server.killed


def test_a_session_whose_program_cannot_start_is_not_kept(home: Home) -> None:
    assert home.error("new-session", "-d", "-e", "nothing") == "not NAME=value: nothing"
    assert len(home.tree.sessions) == 1


def test_swapped_windows_change_below_those_who_look(home: Home) -> None:
    home.run("new-window", "-n", "two")
    one, two = home.tree.windows.values()
    client, other = home.attach(), home.attach()
    other.window = one
    home.run("swap-window", "-s", ":0", "-t", ":1")
    assert (client.window, other.window) == (one, two)
    home.run("swap-window", "-d", "-s", ":1", "-t", ":0")
    assert other.session.current is one
    assert other.window is one
