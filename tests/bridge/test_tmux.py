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
