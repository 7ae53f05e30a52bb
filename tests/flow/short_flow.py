"""Runs a flow with a budget below the smallest that a spec may have: `SECONDS BACKEND SPEC`.

A program of its own, started by tests that let the time run out.
"""

from __future__ import annotations

import os
import sys

from flow.backends.backend import Place
from flow.controller import PlexerController
from flow.document import read_json, write_json
from flow.driver import PlexerFlow
from flow.spec import validate_flow_spec
from mplex.protocol.address import control_path, socket_path


def main(seconds: str, backend: str, path: str) -> None:
    """Ask, and print the outcome as `mplex-ctl show` does."""
    spec = validate_flow_spec(read_json(path))._replace(timeout=float(seconds))
    place = Place(control_path(socket_path(None, None, os.environ)))
    with PlexerController(place, backend) as controller:
        outcome = PlexerFlow(spec, controller).run()
    write_json(outcome)


if __name__ == "__main__":
    main(*sys.argv[1:])
