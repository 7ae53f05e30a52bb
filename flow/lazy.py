"""What is loaded only when it is needed: the tools with all their words, and reading of media.

`mplex-ctl` starts for every call of a script; most calls need neither. Imports stand in functions
here.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from typing import Any

from flow.backends.backend import Place
from mplex.dialog.field_members import SOURCES


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


def show_progress(args: argparse.Namespace, place: Place) -> int:
    """Show a progress bar that lines on standard input move; return the exit status."""
    from flow.progress import show_progress as run

    return run(args, place)


def attach_media(
    screen: Mapping[str, Any], send: Callable[[bytes], str]
) -> tuple[dict[str, Any], list[str]]:
    """Return a form screen with its sources found, and what could not be; see `flow.media`."""
    if not has_media(screen):
        return dict(screen), []
    from flow.media import attach_media as attach

    return attach(screen, send)


def has_media(part: object) -> bool:
    """Say whether a part of a screen has a source that is not resolved."""
    if isinstance(part, Mapping):
        return any(
            (name in SOURCES and isinstance(value, str) and value) or has_media(value)
            for name, value in part.items()
        )
    return isinstance(part, list) and any(map(has_media, part))
