"""What processes do and have; above all whether they have come to rest.

A screen that stands still may only be a slow machine's. A process that waits for keys, a timer or
another process sleeps; one that has something to do runs, or waits for a disk or for its turn. That
tells "done" from "not begun yet" at any speed.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable
from pathlib import Path

BUSY = "RD"
"""States of a thread that has something to do. A stopped one has not: mc stops its own shell."""


def family(roots: Iterable[int]) -> list[int]:
    """Return processes and all that descend from them."""
    children: dict[int, list[int]] = {}
    for path in Path("/proc").iterdir():
        if path.name.isdigit():
            with contextlib.suppress(OSError):
                parent = int(_fields(path)[1])
                children.setdefault(parent, []).append(int(path.name))
    found = list(dict.fromkeys(roots))
    for pid in found:
        found += children.get(pid, [])
    return found


def resting(roots: Iterable[int]) -> bool:
    """Say whether every thread of processes and of all that descend from them sleeps."""
    for pid in family(roots):
        with contextlib.suppress(OSError):
            for thread in Path(f"/proc/{pid}/task").iterdir():
                if _fields(thread)[0] in BUSY:
                    return False
    return True


def open_files(pid: int) -> list[str]:
    """Return what a process has open; what it closes while we look is left out."""
    found = []
    for descriptor in os.listdir(f"/proc/{pid}/fd"):
        with contextlib.suppress(FileNotFoundError):
            found.append(os.readlink(f"/proc/{pid}/fd/{descriptor}"))
    return found


def command_line(pid: int) -> list[bytes]:
    """Return the words that a process was started with, none when it has ended."""
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
    return []


def _fields(path: Path) -> list[str]:
    """Return the fields of a `stat` file behind the name, which may hold anything."""
    return (path / "stat").read_text(errors="replace").rpartition(")")[2].split()
