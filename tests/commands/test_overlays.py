"""Menus, pane numbers, the clock and the choosers, driven as their overlays are."""

from __future__ import annotations

import pytest

from mplex.geometry import Size
from mplex.term.keys import Key, KeyEvent
from mplex.ui.menu import Menu, MenuItem
from mplex.ui.overlay import Close, Overlay
from mplex.ui.pane_numbers import PaneNumbers
from tests.commands.fakes import FakeClient, Home


@pytest.fixture
def client(home: Home) -> FakeClient:
    return home.attach()


def labels(overlay: Overlay) -> list[str]:
    assert isinstance(overlay, Menu)
    overlay.layout(Size(25, 80))
    return [item.label for item in overlay._items]


def type_key(client: FakeClient, text: str) -> None:
    """Give a key to the topmost overlay, as the server does."""
    overlay = client.overlays[-1]
    overlay.layout(Size(25, 80))
    result = overlay.on_key(KeyEvent(Key(text), text.encode(), text))
    if isinstance(result, Close):
        client.overlays.remove(overlay)
        overlay.on_close(result.value)


def test_a_menu_runs_what_is_chosen(home: Home, client: FakeClient) -> None:
    outcome = home.key(
        "display-menu -T '#{window_name}' A a { rename-window a } '' '#{?0,x,}' x { kill-server }"
        " '-B' b { rename-window b } '#{pane_id}' c \"rename-window c\" ; display-message end"
    )
    assert labels(client.overlays[0]) == ["A", "", "-B", "%0"]
    assert not outcome.done
    type_key(client, "c")
    assert home.tree.windows[0].name == "c"
    assert client.messages == ["end"]


def test_a_menu_left_goes_on(home: Home, client: FakeClient) -> None:
    outcome = home.key("display-menu A a { kill-server }")
    type_key(client, "q")
    assert outcome.statuses == [0]
    assert not home.server.killed


def test_a_menu_needs_whole_items(home: Home, client: FakeClient) -> None:
    assert home.error("display-menu", "A", "a") == "not enough arguments"


@pytest.mark.parametrize("key", ["<", ">"])
def test_the_menus_of_the_prefix_table(home: Home, client: FakeClient, key: str) -> None:
    binding = home.server.key_tables.lookup("prefix", key)
    assert binding is not None
    home.key(home.server.key_tables.text(binding, ";"))
    assert len(labels(client.overlays[0])) > 8


def test_pane_numbers(home: Home, client: FakeClient) -> None:
    home.run("split-window")
    outcome = home.key("display-panes")
    assert isinstance(client.overlays[0], PaneNumbers)
    type_key(client, "0")
    assert home.tree.windows[0].active.id == 0
    assert outcome.done
    assert home.server.timers[0].cancelled


def test_pane_numbers_go_by_themselves(home: Home, client: FakeClient) -> None:
    outcome = home.key("display-panes -d 500 { kill-pane -t '%%' }")
    (timer,) = home.server.timers
    assert timer.seconds == 0.5
    timer.fire()
    assert client.overlays == []
    assert outcome.done


def test_the_clock(home: Home, client: FakeClient) -> None:
    home.run("clock-mode")
    overlay = client.overlays[0]
    assert overlay.layout(Size(25, 80)) == (0, 0, 24, 80)
    type_key(client, "x")
    assert client.overlays == []


def test_choosing_a_window(home: Home, client: FakeClient) -> None:
    home.run("new-session", "-d", "-s", "work", "-n", "two")
    home.key("choose-tree -w")
    assert labels(client.overlays[0]) == [
        "0: 1 windows (attached)",
        "  0: one* (1 panes)",
        "work: 1 windows",
        "  0: two* (1 panes)",
    ]
    type_key(client, "3")
    assert client.session.name == "work"


def test_choosing_with_a_template_and_a_filter(home: Home, client: FakeClient) -> None:
    home.run("new-session", "-d", "-s", "work")
    home.key("choose-tree -s -f '#{==:#{session_name},work}' { rename-session -t '%%' done }")
    type_key(client, "0")
    assert {each.name for each in home.tree.sessions.values()} == {"0", "done"}


def test_choosing_a_buffer_and_a_client(home: Home, client: FakeClient) -> None:
    home.run("set-buffer", "one")
    home.run("set-buffer", "two")
    home.key("choose-buffer")
    type_key(client, "1")
    assert home.server.sent == ["%0 paste b'one' bracketed"]
    home.key("choose-client")
    type_key(client, "0")
    assert home.server.clients == []


def test_nothing_to_choose_from(home: Home, client: FakeClient) -> None:
    assert home.error("choose-buffer") == "nothing to choose from"


def test_finding_a_window(home: Home, client: FakeClient) -> None:
    home.run("new-window", "-d", "-n", "two")
    home.run("new-window", "-d", "-n", "three")
    home.tree.panes[1].stream.feed(b"needle")
    home.key("find-window needle")
    assert client.window.name == "two"
    home.key("find-window -N t*")
    assert len(labels(client.overlays[0])) == 2
    type_key(client, "1")
    assert client.window.name == "three"
    assert home.error("find-window", "nowhere") == "no windows matching: nowhere"
    assert home.error("find-window", "-r", "(").startswith("invalid expression: (")


def test_items_of_menus_are_menu_items(home: Home, client: FakeClient) -> None:
    home.key("display-menu A a { kill-pane }")
    overlay = client.overlays[0]
    assert isinstance(overlay, Menu)
    assert all(isinstance(item, MenuItem) for item in overlay._items)


def test_an_empty_message_log_says_so_to_a_person_only(home: Home, client: FakeClient) -> None:
    assert home.output("show-messages") == []
    home.key("show-messages")
    (overlay,) = client.overlays
    rect = overlay.layout(Size(25, 80))
    assert overlay.render(rect.size).texts[0].rstrip() == "no messages"
