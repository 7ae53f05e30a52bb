"""What real programs print in a terminal of the measured size, recorded when the benchmark runs.

Each recording is a program, the keys typed to it, and nothing of the caller's environment. What
would make the terminal answer is taken out, since nobody reads the answers when it is replayed.
"""

from __future__ import annotations

import fcntl
import os
import re
import select
import struct
import subprocess
import termios
import time
from pathlib import Path
from typing import NamedTuple

from tests.bench.workloads import COLS, ROWS
from tests.support.environment import ROOT

QUIET = 0.06
"""Seconds without output after which a program waits for the next key."""
LIMIT = 2.0
"""Seconds a program may go on printing after a key (htop never stops)."""
REPEATS = 50
"""Times that a recording is repeated at most to make a workload."""

_QUERIES = re.compile(
    rb"\x1b\[[>=?]?[0-9;]*(?:c|n)|\x1b\[\??[0-9;]*\$p|\x1b\[[0-9;]*t|\x1b\[>[0-9;]*q|\x1b\[\?u"
    rb"|\x1b\][0-9;]*\?(?:\x07|\x1b\\)|\x1bP[+$]q[^\x1b]*\x1b\\"
)


class Recording(NamedTuple):
    """A program, and what is typed to it."""

    name: str
    argv: tuple[str, ...]
    keys: tuple[str, ...] = ()


SOURCE = str(ROOT / "mplex" / "options.py")

RECORDINGS = (
    Recording(
        "vim",
        ("vim", "-u", "NONE", "-N", "-n", "-i", "NONE", "-c", "syntax on | set nu ruler", SOURCE),
        (
            *["\x06"] * 6, *["\x02"] * 4, *["\x05"] * 20, *["\x19"] * 10, "/def\r", *["n"] * 10,
            "o", *"some words typed here", "\x1b", "dd", "p", "u", "G", "gg", ":vsplit\r",
            *["\x06"] * 4, *["j"] * 40, "V", *["j"] * 10, "\x1b", ":set hls\r", ":q\r", ":q!\r",
        ),
    ),
    Recording(
        "less",
        ("less", "-R", SOURCE),
        (*[" "] * 6, *["b"] * 3, *["j"] * 40, *["k"] * 40, "/self\r", *["n"] * 12, "G", "g", "q"),
    ),
    Recording(
        "htop",
        ("htop", "-d", "2"),
        ("", "", "", *["\x1b[B"] * 20, "t", "", *["\x1b[A"] * 10, "", "\x1b[6~", "", "M", "", "P",
         "", "I", "", "", "q"),
    ),
    Recording("ls", ("ls", "-lR", "--color=always", str(ROOT / "mplex"), str(ROOT / "tests"))),
    Recording("grep", ("grep", "-r", "--color=always", "--include=*.py", "e", str(ROOT / "mplex"))),
)  # fmt: skip


def make(recording: Recording, size: int, folder: Path) -> Path:
    """Write a recording, repeated until it has about `size` bytes, to a file in `folder`.

    Raises OSError when the program is missing or prints nothing.
    """
    data = record(recording, folder)
    if not data:
        raise OSError(f"{recording.name} printed nothing")
    path = folder / f"{recording.name}.txt"
    times = min(REPEATS, -(-size // len(data)))
    path.write_bytes((data * times)[: max(size, len(data))])
    return path


def record(recording: Recording, home: Path) -> bytes:
    """Run the program in a terminal, type the keys, and return what it printed."""
    master, slave = os.openpty()
    fcntl.ioctl(master, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLS, 0, 0))
    environ = {
        "PATH": os.environ.get("PATH", os.defpath),
        "HOME": str(home),
        "LANG": "C.UTF-8",
        "TERM": "tmux-256color",
    }
    child = subprocess.Popen(
        recording.argv, stdin=slave, stdout=slave, stderr=slave, env=environ,
        start_new_session=True, cwd=home,
    )  # fmt: skip
    os.close(slave)
    found = bytearray()
    try:
        running = _take(master, found)
        for key in recording.keys:
            if not running:
                break
            os.write(master, key.encode())
            running = _take(master, found)
        end = time.monotonic() + LIMIT
        while running and time.monotonic() < end:
            running = _take(master, found)
    finally:
        os.close(master)
        child.kill()
        child.wait()
    return _QUERIES.sub(b"", bytes(found))


def _take(master: int, found: bytearray) -> bool:
    """Read until the program is quiet; False when it has ended."""
    end = time.monotonic() + LIMIT
    while time.monotonic() < end and select.select([master], [], [], QUIET)[0]:
        try:
            data = os.read(master, 65536)
        except OSError:
            return False
        if not data:
            return False
        found += data
    return True
