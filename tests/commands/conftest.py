"""Fixtures of the command tests."""

from __future__ import annotations

import pytest

from tests.commands.fakes import Home


@pytest.fixture
def home() -> Home:
    """A server with one session "0" of one window and pane, 80x24, and no client."""
    home = Home()
    home.run("new-session", "-d", "-x", "80", "-y", "24", "-n", "one")
    return home
