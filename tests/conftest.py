"""Fixtures for all tests: a house for a test's processes, and a server or a tmux in it."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.support.environment import House, make_root
from tests.support.server import Server
from tests.support.tmux import TmuxServer
from tests.support.waiting import LIMIT

# A busy machine is slow, and that is no fault of what is tested.
# Where a run decides over somebody's change, it draws the same examples as the last one.
settings.register_profile(
    "mplex",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    print_blob=True,
    derandomize=bool(os.environ.get("CI")),
)
settings.load_profile("mplex")


# Whoever runs the tests in the background has these ignored, and what is ignored is inherited by
# every program that a test starts; but the tests are about what they do.
signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGQUIT, signal.SIG_DFL)

# What is compared with programs of a house has its time as well.
os.environ["TZ"] = "UTC"
time.tzset()


@pytest.fixture(scope="session")
def run_folder() -> Iterator[Path]:
    """The folder that holds every house of this run; it goes with the run, however that ends."""
    root, reaper = make_root()
    yield root
    assert reaper.stdin is not None
    reaper.stdin.close()
    reaper.wait(timeout=LIMIT)


@pytest.fixture
def house(run_folder: Path) -> Iterator[House]:
    """A private home, runtime folder and environment."""
    house = House(run_folder)
    yield house
    house.close()


@pytest.fixture
def server(house: House) -> Iterator[Server]:
    """A private mplex server; it starts with the first command that needs one."""
    server = Server(house)
    yield server
    server.close()


@pytest.fixture
def tmux(house: House) -> Iterator[TmuxServer]:
    """A private tmux server, to compare with."""
    server = TmuxServer(house)
    yield server
    server.close()
