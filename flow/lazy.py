"""What is loaded only when it is needed: flows, the tools with all their words, reading of media.

`mplex-ctl` starts for every call of a script, and none of them needs everything. Imports stand in
functions here.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Collection, Mapping
from typing import Any

from flow.backends.backend import Place


def show_flow(args: argparse.Namespace, place: Place) -> int:
    """Run a flow, print its outcome and return the exit status."""
    from flow.showing import show_flow as run

    return run(args, place)


def check_flow(path: str) -> int:
    """Check a flow, print what it has and return the exit status."""
    from flow.showing import check_flow as run

    return run(path)


def print_tools(args: argparse.Namespace) -> int:
    """Print the definitions of all tools; return the exit status."""
    from flow.bridge.calling import print_tools as run

    return run(args)


def print_schema(name: str) -> int:
    """Print a JSON schema of version 2 by its name; return the exit status."""
    from flow.bridge.form_schema import print_schema as run

    return run(name)


def call_tool(args: argparse.Namespace, place: Place) -> int:
    """Run one call of a tool and print its result; return the exit status."""
    from flow.bridge.calling import call_tool as run

    return run(args, place)


def list_tools() -> str:
    """Return a line for each tool, and what the exit status of a call means."""
    from flow.bridge.calling import list_tools as run

    return run()


def list_methods() -> str:
    """Return a line or two for each method of the control socket."""
    from mplex.protocol.methods import METHODS

    lines = [f"  {method.name} {method.takes}\n      {method.help}" for method in METHODS]
    return "\n".join(["methods, and the members of PARAMS:", *lines])


def show_progress(args: argparse.Namespace, place: Place) -> int:
    """Show a progress bar that lines on standard input move; return the exit status."""
    from flow.progress import show_progress as run

    return run(args, place)


def attach_media(
    screen: Mapping[str, Any], send: Callable[[bytes], str]
) -> tuple[dict[str, Any], list[str]]:
    """Return a form screen with its sources found, and what could not be; see `flow.media`."""
    from mplex.dialog.field_members import SOURCES

    if not has_any(SOURCES, screen):
        return dict(screen), []
    from flow.media import attach_media as attach

    return attach(screen, send)


def has_any(sources: Collection[str], part: object) -> bool:
    """Say whether a part of a screen has one of `sources` that is not resolved."""
    if isinstance(part, Mapping):
        return any(
            (name in sources and isinstance(value, str) and value) or has_any(sources, value)
            for name, value in part.items()
        )
    return isinstance(part, list) and any(has_any(sources, each) for each in part)
