"""Two hundred flows, one after the other: nothing of them is left."""

from __future__ import annotations

import os

from tests.bridge.mcp_host import Host
from tests.bridge.test_plexer_show import named, outcome_of
from tests.integration.dialogs.room import Room
from tests.support.environment import processes_of
from tests.support.waiting import LIMIT, wait_until

FLOWS = 200
SLACK = 4
"""Threads and descriptors that come and go with the last flows; a leak would have 200."""
WARM = 5
"""Flows after which everything that is made once has been made."""


class Traces:
    """What flows could leave behind: files, processes, open descriptors, threads, records."""

    def __init__(self, room: Room) -> None:
        house = room.server.house
        self._room = room
        self.files = sorted(str(path) for path in house.folder.rglob("*"))
        self.processes = sorted(processes_of(str(house.folder)))
        self.descriptors = {pid: len(os.listdir(f"/proc/{pid}/fd")) for pid in self.processes}
        self.threads = {pid: len(os.listdir(f"/proc/{pid}/task")) for pid in self.processes}
        self.flows = [
            flow for flow in room.server.call("list")["flows"] if flow["title"].startswith("Flow")
        ]

    def beyond(self, before: Traces) -> str:
        """Return what is here that was not there before, "" for nothing."""
        found = [f"{set(self.files) - set(before.files)}"] * (self.files != before.files)
        found += [f"{self.processes}"] * (self.processes != before.processes)
        found += [f"{self.flows}"] * bool(self.flows)
        for now, then in (
            (self.descriptors, before.descriptors),
            (self.threads, before.threads),
        ):
            found += [
                f"{pid}: {then[pid]} to {now[pid]}"
                for pid in now
                if pid in then and now[pid] > then[pid] + SLACK
            ]
        return "; ".join(found)


def ask(host: Host, room: Room, number: int) -> None:
    """Have one flow asked and answered."""
    call = host.start({"spec": named(f"Flow {number}."), "target": room.session})
    room.see(f"Flow {number}.")
    room.type("\r")
    assert outcome_of(call.result(LIMIT))["status"] == "done"


def test_nothing_is_left_of_many_flows(host: Host, room: Room) -> None:
    for number in range(WARM):
        ask(host, room, number)
    before = Traces(room)
    for number in range(WARM, FLOWS + WARM):
        ask(host, room, number)
    wait_until(
        "no more traces than before",
        lambda: not Traces(room).beyond(before),
        shown=lambda: Traces(room).beyond(before),
    )
