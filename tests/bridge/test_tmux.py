"""The bridge of an agent that runs in tmux: popups and menus there, which go when they must."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.bridge.mcp_host import Host, bridge
from tests.bridge.test_plexer_show import outcome_of
from tests.flow.desks import TmuxDesk
from tests.flow.specs import Json, choice, flow, screen, text
from tests.support.environment import House
from tests.support.waiting import LIMIT

ASK: Json = flow(screen("one", fields=[text("name", label="Your name")]))


@pytest.fixture
def desk(house: House) -> Iterator[TmuxDesk]:
    """Somebody attached to tmux."""
    desk = TmuxDesk(house)
    yield desk
    desk.close()


@pytest.fixture
def host(desk: TmuxDesk) -> Iterator[Host]:
    """A host in the pane of the desk."""
    with Host(bridge(desk.house, **desk.environ())) as host:
        yield host


def test_a_flow_in_tmux(host: Host, desk: TmuxDesk) -> None:
    spec = flow(screen("one", fields=[choice("pick", "a", "b"), text("name", label="Your name")]))
    call = host.start({"spec": spec})
    desk.choose("pick", 1)
    desk.type("Your name", "Ada")
    outcome = {"status": "done", "answers": {"pick": "b", "name": "Ada"}, "action": None}
    assert outcome_of(call.result(LIMIT)) == outcome


def test_a_cancelled_call_takes_its_popup_away(host: Host, desk: TmuxDesk) -> None:
    call = host.start({"spec": ASK})
    desk.see("Your name")
    call.cancel()
    desk.terminal.wait_for_no_text("Your name")
    again = host.start({"spec": ASK})
    desk.type("Your name", "Ada")
    assert outcome_of(again.result(LIMIT))["answers"] == {"name": "Ada"}


def test_a_bridge_that_is_left_takes_its_popup_away(house: House, desk: TmuxDesk) -> None:
    with Host(bridge(house, **desk.environ()), "legacy") as host:
        host.start({"spec": ASK})
        desk.see("Your name")
    desk.terminal.wait_for_no_text("Your name")


def test_calls_at_once_are_asked_one_after_the_other(host: Host, desk: TmuxDesk) -> None:
    specs = [
        flow(screen("one", title=f"{name}?", fields=[choice("pick", "a", "b"), text("name")]))
        for name in ("First", "Second")
    ]
    calls = []
    for spec in specs:
        calls.append(host.start({"spec": spec}))
        desk.see("First?")
    for call, title, name in zip(calls, ("First?", "Second?"), ("Ada", "Bob"), strict=True):
        desk.choose(title, 1)
        desk.type("name", name)
        assert outcome_of(call.result(LIMIT))["answers"] == {"pick": "b", "name": name}


def test_a_call_waits_for_a_popup_of_somebody_else(host: Host, desk: TmuxDesk) -> None:
    desk.tmux.ok("run-shell", "-b", "tmux display-popup -E 'echo blocked; read x'")
    desk.terminal.wait_for_text("blocked")
    call = host.start({"spec": ASK})
    # One that does not wait in line is refused when the first has looked, too.
    desk.show(ASK)
    assert desk.status() == 3
    desk.terminal.send("\r")
    desk.type("Your name", "Ada")
    assert outcome_of(call.result(LIMIT))["answers"] == {"name": "Ada"}


def test_a_call_that_waits_can_be_cancelled(host: Host, desk: TmuxDesk) -> None:
    first = host.start({"spec": flow(screen("one", title="First?", fields=[text("name")]))})
    desk.see("First?")
    host.start({"spec": ASK}).cancel()
    desk.type("name", "Ada")
    assert outcome_of(first.result(LIMIT))["answers"] == {"name": "Ada"}
    again = host.start({"spec": flow(screen("one", title="Third?", fields=[text("name")]))})
    desk.see("Third?")
    desk.type("name", "Cy")
    assert outcome_of(again.result(LIMIT))["answers"] == {"name": "Cy"}
