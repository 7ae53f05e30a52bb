"""The world a test's processes live in: private folders, a clean environment, and a sure end.

One root folder in /tmp for the whole run (short, since a socket path has at most 107 bytes), one
subfolder for each test's house. Every process started from a house carries `MARK` in its
environment, so that whatever forks, detaches or hangs is found and killed by it. If the test run
itself is killed, `tests.support.reaper`, which holds the end of a pipe, does it in its place.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.support.waiting import INTERVAL, LIMIT

MARK = "MPLEX_TEST_HOUSE"
ROOT = Path(__file__).resolve().parents[2]
"""The project's top folder."""

_NUMBERS = itertools.count(1)


class House:
    """A private home, runtime folder and environment for one test's processes."""

    def __init__(self, root: Path) -> None:
        self.folder = root / str(next(_NUMBERS))
        self.home = self.folder / "home"
        self.runtime = self.folder / "run"
        for folder in (self.folder, self.home, self.runtime):
            folder.mkdir(mode=0o700)
        self.environ = {
            "HOME": str(self.home),
            "XDG_RUNTIME_DIR": str(self.runtime),
            "TMPDIR": str(self.folder),
            "PATH": f"{Path(sys.executable).parent}:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin",
            "PYTHONPATH": str(ROOT),
            "SHELL": "/bin/sh",
            "PS1": "$ ",
            "TERM": "xterm-256color",
            "COLORTERM": "truecolor",
            "LANG": "C.UTF-8",
            "LC_ALL": "C.UTF-8",
            "TZ": "UTC",
            MARK: str(self.folder),
        }

    def write(self, name: str, text: str) -> Path:
        """Write a file into the house's home folder and return its path."""
        path = self.home / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    def close(self) -> None:
        """Kill every process of the house and remove its folders."""
        sweep(str(self.folder))


def make_root() -> tuple[Path, subprocess.Popen[bytes]]:
    """Make the run's root folder, and start the process that outlives us to remove it."""
    root = Path(tempfile.mkdtemp(prefix="mplex-", dir="/tmp"))
    reaper = subprocess.Popen(
        [sys.executable, "-m", "tests.support.reaper", str(root)],
        stdin=subprocess.PIPE,
        cwd=ROOT,
        start_new_session=True,
    )
    return root, reaper


def processes_of(folder: str) -> list[int]:
    """Return the ids of all processes whose `MARK` is `folder` or lies in it."""
    found = []
    entry = f"{MARK}={folder}".encode()
    for path in Path("/proc").iterdir():
        if not path.name.isdigit() or int(path.name) == os.getpid():
            continue
        with contextlib.suppress(OSError):
            for variable in (path / "environ").read_bytes().split(b"\0"):
                if variable == entry or variable.startswith(entry + b"/"):
                    found.append(int(path.name))
    return found


def sweep(folder: str) -> None:
    """Kill all processes that belong to `folder`, also those that start meanwhile; remove it."""
    deadline = time.monotonic() + LIMIT
    while time.monotonic() < deadline:
        pids = processes_of(folder)
        for pid in pids:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        if not any(_alive(pid) for pid in pids):
            break
        # Who has been killed needs a turn to die.
        select.select([], [], [], INTERVAL)
    shutil.rmtree(folder, ignore_errors=True)


def _alive(pid: int) -> bool:
    """Say whether the process still runs, zombies not counted."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False
