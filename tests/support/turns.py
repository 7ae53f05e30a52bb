"""Turns of the server's event loop, one at a time, for tests that look in between."""

from __future__ import annotations

from mplex.server.loop import Loop


def turn(loop: Loop) -> None:
    """Do what is ready and come back at once."""
    loop.call_soon(loop.stop)
    loop.run_forever()
