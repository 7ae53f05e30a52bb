"""When the name of a window is looked at: after output, once more, and then no more."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from mplex.server.names import NAME_TIME, WindowNames
from tests.server.fake_clock import FakeClock


class WindowNamesTests:
    """One window whose program gets going late."""

    def setup_method(self) -> None:
        self.clock = FakeClock()
        self.window: Any = SimpleNamespace(id=1, automatic_rename=True, name="sh")
        self.program = "sh"
        self.looks = 0
        self.names = WindowNames(self.clock, self.expand, lambda: None)

    def expand(self, window: Any) -> str:
        self.looks += 1
        return self.program

    def pass_time(self, seconds: float) -> None:
        for _ in range(100):
            self.clock.advance(seconds / 100)

    def test_a_program_that_starts_slowly_still_gives_its_name(self) -> None:
        self.names.touch(self.window)
        self.pass_time(NAME_TIME / 2)
        assert (self.looks, self.window.name) == (1, "sh")
        self.program = "cat"
        self.pass_time(NAME_TIME)
        assert self.window.name == "cat"

    def test_after_that_nobody_looks(self) -> None:
        self.names.touch(self.window)
        self.pass_time(100 * NAME_TIME)
        assert self.looks == 2

    def test_output_without_end_is_looked_at_twice_a_second(self) -> None:
        for _ in range(1000):
            self.names.touch(self.window)
            self.clock.advance(NAME_TIME / 100)
        assert 9 <= self.looks <= 11
