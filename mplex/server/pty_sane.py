"""Giving a terminal back whose client died before it could: lines, echo and signals as usual.

What the client had found there only it knew, so this is what a login sets.
"""

from __future__ import annotations

import contextlib
import termios

_INPUT = termios.BRKINT | termios.ICRNL | termios.IXON
_OUTPUT = termios.OPOST | termios.ONLCR
_LOCAL = termios.ECHO | termios.ICANON | termios.ISIG | termios.IEXTEN


def make_sane(fd: int) -> None:
    """Have the terminal edit lines and echo again; one that is gone needs nothing."""
    with contextlib.suppress(termios.error, OSError):
        attributes = termios.tcgetattr(fd)
        attributes[0] |= _INPUT
        attributes[1] |= _OUTPUT
        attributes[3] |= _LOCAL
        termios.tcsetattr(fd, termios.TCSANOW, attributes)
