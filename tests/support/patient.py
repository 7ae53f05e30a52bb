"""`mplex` with a server whose short pauses are long, for tests that have to do something in them.

Whether somebody still types is told by fractions of a second, within which a test on a slow machine
may not even have got its turn. How long those really are is for tests with a clock of their own.
"""

from __future__ import annotations

import sys

from mplex.cli import main
from mplex.server import question, stage

PATIENT = (sys.executable, "-m", "tests.support.patient")
"""The program; only the command that starts a server has to be run by it."""

PAUSES = {
    "TYPING_WINDOW": 20.0,
    "TYPING_PAUSE": 1.5,
    "LINGER": 4.0,
    "HOLD_MAX": 6.0,
    "HELD_GAP": 0.0,
}
"""Seconds, by the names they have in the modules of the server."""

if __name__ == "__main__":
    for module in (question, stage):
        for name in PAUSES.keys() & vars(module).keys():
            setattr(module, name, PAUSES[name])
    sys.exit(main())
