"""vttest in an attached client: every screen as it was when somebody read and approved it.

`GOLDEN=write` writes the golden files anew, then read them: vttest says on each screen what it has
to look like.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from mplex.geometry import Size
from tests.support.golden import compare, screen_golden
from tests.support.server import Server
from tests.support.terminal import Terminal
from tests.vttest.scripts import SCRIPTS, Script

GOLDEN = Path(__file__).parent / "golden"
VERSION = "2.7 (20221229)"
"""Other versions have other screens."""
MENU = "Enter choice number"
PROMPT = re.compile(rb"push <return>|enter choice number", re.IGNORECASE)
QUIET = 0.6
"""Seconds without output after which a screen that nobody knows yet counts as finished."""
MOST_SCREENS = 40


def version() -> str:
    """Return the version of the vttest that is installed, "" when none is."""
    if shutil.which("vttest") is None:
        return ""
    return subprocess.run(["vttest", "-V"], capture_output=True, text=True, check=True).stdout


class Walk:
    """A vttest in a pane, and the screens it has shown."""

    def __init__(self, server: Server, path: Path) -> None:
        server.configure("set -g status off\n")
        size = Size(24, 80)
        self.terminal: Terminal = server.terminal("new-session", "vttest 24x80.80", size=size)
        self.terminal.wait_for_text(MENU)
        self.log = server.house.home / "output"
        self.log.touch()
        server.ok("pipe-pane", f"exec cat >>{self.log}")
        self.path = path
        self.writing = os.environ.get("GOLDEN") == "write"
        self.known = [] if self.writing else path.read_text("utf-8").split("\n\n")
        self.screens: list[str] = []

    def prompts(self) -> int:
        """Return how often vttest has asked to go on."""
        return len(PROMPT.findall(self.log.read_bytes()))

    def press(self, keys: str) -> None:
        """Send keys and wait for the screen that follows."""
        before = self.prompts()
        self.terminal.send(keys)
        if self.writing:
            while self.terminal.pump(QUIET):
                pass
        else:
            self.expect(self.known[len(self.screens)], before)
        self.screens.append(screen_golden(self.terminal))

    def expect(self, wanted: str, prompts: int) -> None:
        """Wait until the known screen is there and vttest waits for a key again."""
        wanted = wanted.rstrip("\n")
        asks = PROMPT.search(wanted.encode()) is not None

        def there() -> bool:
            asked = not asks or self.prompts() > prompts
            return asked and screen_golden(self.terminal) == wanted

        try:
            self.terminal.wait_until(f"screen {len(self.screens)} of {self.path.name}", there)
        except AssertionError as error:
            compared = "\n\n".join([*self.screens, screen_golden(self.terminal)])
            compare(self.path, compared)
            raise error

    def menu(self) -> bool:
        """Say whether a menu is shown."""
        return MENU in self.terminal.screen_text()


@pytest.mark.skipif(VERSION not in version(), reason=f"the screens are vttest {VERSION}'s")
@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_every_screen_is_as_approved(server: Server, script: Script) -> None:
    walk = Walk(server, GOLDEN / f"{script.name}.txt")
    for key in script.keys.split():
        walk.press(f"{key}\r")
        for _ in range(MOST_SCREENS):
            if walk.menu():
                break
            walk.press("\r")
        assert walk.menu()
    compare(walk.path, "\n\n".join(walk.screens))
