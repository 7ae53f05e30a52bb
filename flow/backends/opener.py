"""Playing a clip on the terminal's own machine, by what the system opens files with.

Only where the terminal is on this machine: what plays somewhere else plays for nobody.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Mapping
from typing import Any

OPENERS = ("xdg-open", "open")

REMOTE = ("SSH_CONNECTION", "SSH_TTY", "SSH_CLIENT")
"""What the environment of somebody has who came over the network."""

ELSEWHERE = "this terminal is on another machine"
NO_OPENER = "there is no program here that opens clips"


def play(source: Mapping[str, Any]) -> str:
    """Open a clip, a file or an http(s) address; return why it can't be, "" when it plays."""
    clip = str(source.get("path") or source.get("url") or "")
    if any(os.environ.get(name) for name in REMOTE):
        return ELSEWHERE
    if not clip.startswith(("/", "http://", "https://")):
        return str(source.get("problem") or "it has no address that can be opened")
    program = next(filter(None, map(shutil.which, OPENERS)), None)
    if program is None:
        return NO_OPENER
    try:
        subprocess.Popen(
            [program, clip],
            cwd="/",
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
    except (OSError, ValueError):
        return f"{program} can't be run"
    return ""
