"""Runs a flow whose budget may be below the smallest of a spec: `SECONDS BACKEND SPEC [INTERRUPT]`.

A program of its own, started by tests that let the time run out, or interrupt the flow from another
thread: as soon as there is a file INTERRUPT.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from threading import Thread

from flow.backends.backend import Place
from flow.controller import PlexerController
from flow.document import read_json, write_json
from flow.driver import PlexerFlow
from flow.spec import validate_flow_spec
from mplex.protocol.address import control_path, socket_path
from tests.support.waiting import wait_until


def main(seconds: str, backend: str, path: str, interrupt: str = "") -> None:
    """Ask, and print the outcome as `mplex-ctl show` does."""
    spec = validate_flow_spec(read_json(path))._replace(timeout=float(seconds))
    place = Place(control_path(socket_path(None, None, os.environ)))
    with PlexerController(place, backend) as controller:
        if interrupt:
            Thread(target=interrupt_when, args=(Path(interrupt), controller), daemon=True).start()
        outcome = PlexerFlow(spec, controller).run()
    write_json(outcome)


def interrupt_when(file: Path, controller: PlexerController) -> None:
    """Interrupt a flow when a file is there."""
    wait_until("the file that interrupts", file.exists)
    controller.interrupt()


if __name__ == "__main__":
    main(*sys.argv[1:])
