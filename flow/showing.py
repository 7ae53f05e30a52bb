"""`mplex-ctl show` and `validate` once their arguments are read: a flow is checked, or run.

Loaded when one of the two is asked for: the rules of all kinds of fields come with it, and other
commands need none of them.
"""

from __future__ import annotations

import argparse

from flow.backends.backend import Place
from flow.bridge.ending import DONE, exit_status
from flow.controller import PlexerController
from flow.document import read_json, write_json
from flow.driver import Outcome
from flow.run import Run, field_count, new_run, with_timeout
from flow.spec import AnyFlow, validate_flow_spec
from flow.stopping import Interrupted, stoppable
from mplex.dialog.node import Node


def show_flow(args: argparse.Namespace, place: Place) -> int:
    """Run a flow at `place`, print its outcome and return the exit status."""
    spec = validate_flow_spec(read_json(args.spec))
    if args.timeout is not None:
        spec = with_timeout(spec, Node(args.timeout, "--timeout"))
    with PlexerController(place, args.backend) as controller:
        outcome = _run(new_run(spec, controller))
    write_json(outcome)
    return exit_status(outcome)


def _run(flow: Run) -> Outcome:
    """Run a flow; a signal that asks the command to stop cancels it."""
    try:
        with stoppable():
            return flow.run()
    except Interrupted:
        return flow.stopped()


def check_flow(path: str) -> int:
    """Check a flow, print what it has and return the exit status."""
    write_json(_summary(validate_flow_spec(read_json(path))))
    return DONE


def _summary(spec: AnyFlow) -> dict[str, object]:
    return {
        "valid": True,
        "title": spec.title,
        "timeout": spec.timeout,
        "start": spec.start,
        "screens": len(spec.screens),
        "fields": field_count(spec),
    }
