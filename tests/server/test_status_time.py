"""When a status row can change by itself, and the clock that wakes the server for it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from mplex.commands.variables import VARIABLES
from mplex.options import OPTIONS, Options
from mplex.server.status import StatusLine
from mplex.server.status_time import MINUTE, TOLD, period, wait
from mplex.server.ticking import StatusClock
from tests.server.fake_clock import FakeClock

CLOCK = "%H:%M"

PERIODS = (
    ("", 0),
    ("[#{session_name}] #S", 0),
    ("100%% %Z", 0),
    ("#[fg=red,bold]#{?client_prefix,#[reverse],}#W", 0),
    ("%H:%M %d-%b-%y", MINUTE),
    ("%-I:%M %p", MINUTE),
    ("#{?window_bigger,%A,}", MINUTE),
    ("%H:%M:%S", None),
    ("%ES", None),
    ("%c", None),
    ("%T", None),
    ("#(uptime)", None),
    ("#{pane_current_command}", None),
    ("#{?pane_in_mode,#{pane_current_path},}", None),
    ("#{E:@mine}", None),
    ("#{@mine}", None),
    ("#{T:status-left}", None),
    ("#{t:start_time}", None),
    ("#{C:prompt}", None),
    ("#{", None),
)


@pytest.mark.parametrize(("text", "expected"), PERIODS)
def test_how_often_a_format_may_change_by_itself(text: str, expected: int | None) -> None:
    assert period(text) == expected


def test_the_defaults_change_with_the_minute_only() -> None:
    names = ("status-left", "status-right", "window-status-format", "pane-border-format")
    texts = [str(option.default) for option in OPTIONS if option.name in names]
    assert len(texts) == len(names)
    assert {period(text) for text in texts} == {0, MINUTE}


def test_what_events_tell_are_variables() -> None:
    assert TOLD <= {variable.name for variable in VARIABLES}


@pytest.mark.parametrize(
    ("texts", "interval", "now", "expected"),
    (
        (["#S"], 15, 100.0, 0),
        (["#S", CLOCK], 0, 100.0, 0),
        ([], 15, 100.0, 0),
        (["#S", CLOCK], 15, 100.0, 20),
        ([CLOCK], 15, 119.5, 0.5),
        ([CLOCK], 15, 120.0, 60),
        ([CLOCK], 50, 100.0, 50),
        ([CLOCK], 300, 100.0, 200),
        ([CLOCK, "#(date)"], 15, 100.0, 5),
        (["%S"], 1, 100.25, 0.75),
    ),
)
def test_how_long_the_server_may_sleep(
    texts: list[str], interval: float, now: float, expected: float
) -> None:
    assert wait(texts, interval, now) == expected


class Ticks:
    """A status clock whose waiting time a test sets."""

    def __init__(self) -> None:
        self.clock = FakeClock()
        self.wait = 10.0
        self.times: list[float] = []
        self.status = StatusClock(
            self.clock, lambda: self.wait, lambda: self.times.append(self.clock.now - 1000)
        )


def test_the_clock_ticks_again_and_again() -> None:
    ticks = Ticks()
    ticks.status.start()
    ticks.clock.advance(35)
    assert ticks.times == [10, 20, 30]


def test_starting_again_follows_what_is_so_now() -> None:
    ticks = Ticks()
    ticks.status.start()
    ticks.wait = 3
    ticks.status.start()
    ticks.clock.advance(4)
    ticks.wait = 0
    ticks.status.start()
    ticks.clock.advance(100)
    assert ticks.times == [3]


def test_starting_again_makes_no_second_timer() -> None:
    ticks = Ticks()
    ticks.status.start()
    ticks.status.start()
    assert len(ticks.clock.timers) == 1


def test_what_is_not_shown_wakes_nobody() -> None:
    session, window = Options("session"), Options("window")
    server: Any = SimpleNamespace(tree=SimpleNamespace(session_options=session))
    looked_at = SimpleNamespace(options=session, windows={0: SimpleNamespace(options=window)})
    clients: Any = [SimpleNamespace(session=looked_at)]
    status = StatusLine(server)
    session.set("status-right", "%H:%M")
    window.set("pane-border-format", "%H:%M:%S")
    assert 0 < status.wait(clients) <= 60
    session.set("status", "off")
    assert status.wait(clients) == 0
    window.set("pane-border-status", "top")
    assert 0 < status.wait(clients) <= 15
