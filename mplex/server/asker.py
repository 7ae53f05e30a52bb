"""Who asks: the program and the pane behind a control connection, told by the kernel.

The peer's pid comes with the socket; from it the chain of parents leads to the pane whose program
started it. Nothing that the asker says about itself is used.
"""

from __future__ import annotations

import os
import socket
import struct
from collections.abc import Mapping
from typing import NamedTuple

CHAIN_LIMIT = 64
"""Parents looked at; deeper process trees than this do not occur."""
GO_BETWEENS = frozenset({"mplex-ctl", "mplex-mcp"})
"""Our own programs ask for somebody else, whose name is the telling one."""
INTERPRETERS = ("python", "sh", "bash", "dash", "zsh", "fish", "ksh", "node", "perl", "ruby")


class Peer(NamedTuple):
    """The process at the other end of a Unix socket."""

    pid: int
    uid: int
    gid: int


class Asker(NamedTuple):
    """A program that asks, and the id of the pane it runs in (None: in none of ours)."""

    program: str
    pane: int | None

    def __str__(self) -> str:
        return self.program if self.pane is None else f"{self.program} in %{self.pane}"


def peer_of(connection: socket.socket) -> Peer:
    """Return who is at the other end, as the kernel says (SO_PEERCRED)."""
    size = struct.calcsize("3i")
    return Peer(
        *struct.unpack("3i", connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, size))
    )


def parent_of(pid: int) -> int:
    """Return a process's parent, 0 when there is none or it is gone."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:
            # The name in brackets may hold anything, so count from its end.
            return int(file.read().rpartition(b")")[2].split()[1])
    except (OSError, ValueError, IndexError):
        return 0


def program_of(pid: int) -> str:
    """Return what a person would call a process: the script where an interpreter runs one."""
    try:
        with open(f"/proc/{pid}/cmdline", "rb") as file:
            argv = file.read().decode(errors="replace").split("\0")
    except OSError:
        return "unknown"
    name = os.path.basename(argv[0]).lstrip("-")
    if name.rstrip("0123456789.") in INTERPRETERS:
        if argv[1:3][:1] == ["-m"] and len(argv) > 2:
            return argv[2]
        script = next((word for word in argv[1:] if word and not word.startswith("-")), "")
        if script and "-c" not in argv[1:3]:
            return os.path.basename(script)
    return name or "unknown"


def asker_of(peer: Peer, panes: Mapping[int, int]) -> Asker:
    """Name the program behind `peer`; `panes` maps the pid of each pane's program to its id."""
    chain = [peer.pid]
    while len(chain) < CHAIN_LIMIT and chain[-1] > 1 and chain[-1] not in panes:
        chain.append(parent_of(chain[-1]))
    pane = panes.get(chain[-1])
    program = program_of(peer.pid)
    if program in GO_BETWEENS | {"mplex.ctl"} and len(chain) > 1 and chain[1] > 1:
        caller = program_of(chain[1])
        if caller.rstrip("0123456789.") not in INTERPRETERS and caller != "unknown":
            program = caller
        elif program == "mplex.ctl":
            program = "mplex-ctl"
    return Asker(program, pane)
