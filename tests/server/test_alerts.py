"""Notifications: what is told where, how urgent it is, and that a flood of them harms nobody."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

from mplex.model.pane import Pane
from mplex.server.alerts import LEFT_OUT_PAUSE, NOTICE_BURST, NOTICE_RATE, Alerts, Notice
from mplex.server.rate import SOURCES_MAX, Rate
from tests.server.fake_clock import FakeClock


class FakeAttached:
    """A client that notes what it is told; it has the focus unless a test takes it away."""

    def __init__(self, bell_action: str = "any") -> None:
        self.name = "/dev/pts/1"
        self.focused = True
        self.window = object()
        self.messages: list[str] = []
        self.bells = 0
        self.notices: list[tuple[str, str, int]] = []
        options = SimpleNamespace(text=lambda name: bell_action)
        self.session = SimpleNamespace(options=options)
        self.stage = SimpleNamespace(show_message=lambda text, seconds: self.messages.append(text))

    def bell(self) -> None:
        self.bells += 1

    def notify_out(self, title: str, body: str, urgency: int = 1) -> None:
        self.notices.append((title, body, urgency))


class NotifyTests:
    """`Alerts.notify`."""

    def setup_method(self) -> None:
        self.clock = FakeClock()
        self.client = FakeAttached()
        self.log: list[str] = []
        self.marks = 0
        self.alerts = Alerts(
            self.clock, lambda: cast("Any", [self.client]), self.marked, self.log.append
        )

    def marked(self) -> None:
        self.marks += 1

    def test_it_is_told_in_the_status_row_and_the_log(self) -> None:
        notice = Notice("Build done", "3 warnings", "main")
        assert self.alerts.notify(None, notice, ring=True)
        assert self.client.messages == self.log == ["Build done: main - 3 warnings"]
        assert self.client.bells == 1
        assert self.client.notices == []

    def test_a_terminal_in_the_background_is_told_how_urgent_it_is(self) -> None:
        self.client.focused = False
        self.alerts.notify(None, Notice("Disk full", "/var", level="error"))
        assert self.client.notices == [("Disk full", "/var", 2)]
        assert self.log == ["error: Disk full: /var"]

    def test_the_window_it_comes_from_is_marked_unless_it_is_seen(self) -> None:
        hidden = SimpleNamespace(id=1, window=SimpleNamespace(bell=False))
        self.alerts.notify(cast("Pane", hidden), Notice("x"))
        assert hidden.window.bell and self.marks == 1
        seen = SimpleNamespace(id=2, window=self.client.window)
        self.alerts.notify(cast("Pane", seen), Notice("x"))
        assert self.marks == 1

    def test_no_bell_rings_where_none_is_wanted(self) -> None:
        self.client = FakeAttached(bell_action="none")
        self.alerts.notify(None, Notice("x"), ring=True)
        self.alerts.notify(None, Notice("y"))
        assert self.client.bells == 0
        assert self.log == ["x", "y"]

    def test_of_a_thousand_the_first_are_told_and_the_rest_counted(self) -> None:
        self.client.focused = False
        told = [self.alerts.notify(None, Notice(str(n)), ring=True) for n in range(1000)]
        assert told == [True] * NOTICE_BURST + [False] * (1000 - NOTICE_BURST)
        assert len(self.log) == len(self.client.messages) == NOTICE_BURST
        assert self.client.bells == len(self.client.notices) == 1
        self.clock.advance(LEFT_OUT_PAUSE + 0.1)
        assert self.log[-1] == f"{1000 - NOTICE_BURST} more notifications were left out"
        assert self.clock.waiting == 0
        assert self.alerts.notify(None, Notice("later"))

    def test_the_next_client_on_a_terminal_begins_anew(self) -> None:
        self.client.focused = False
        self.alerts.notify(None, Notice("one"))
        self.alerts.notify(None, Notice("two"))
        self.alerts.client_gone(cast("Any", self.client))
        self.alerts.notify(None, Notice("three"))
        assert [title for title, _, _ in self.client.notices] == ["one", "three"]

    def test_a_pane_that_floods_silences_nobody_else(self) -> None:
        pane = cast("Pane", SimpleNamespace(id=1, window=self.client.window))
        for _ in range(100):
            self.alerts.notify(pane, Notice("again"))
        assert self.alerts.notify(None, Notice("important"))


def test_a_rate_lets_a_burst_through_and_then_so_many_a_second() -> None:
    clock = FakeClock()
    rate = Rate(clock, 3, NOTICE_RATE)
    assert [rate.allows("a") for _ in range(5)] == [True, True, True, False, False]
    clock.advance(1 / NOTICE_RATE)
    assert [rate.allows("a"), rate.allows("a")] == [True, False]
    clock.advance(1000)
    assert [rate.allows("a") for _ in range(4)] == [True, True, True, False]


def test_a_rate_does_not_grow_with_its_sources() -> None:
    rate = Rate(FakeClock(), 1, 1)
    for source in range(10 * SOURCES_MAX):
        assert rate.allows(source)
    assert not rate.allows(10 * SOURCES_MAX - 1)
    assert len(rate._accounts) == SOURCES_MAX
