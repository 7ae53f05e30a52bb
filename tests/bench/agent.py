"""The program in a measured pane: `agent.py SOCKET`. Takes orders from a socket, not the terminal.

Each order is a JSON line and is answered by one. Times are taken here, next to the pty: a workload
is done when the multiplexer has answered the cursor position report sent behind it, so it has
worked through every byte. Standard library only; it must start fast and weigh nothing.
"""

from __future__ import annotations

import json
import os
import select
import socket
import subprocess
import sys
import termios
import time
from collections.abc import Callable
from typing import Any

Order = dict[str, Any]

TTY = 0
END = b"\x04"
"""The key that ends echoing."""


def write(data: bytes, chunk: int = 65536) -> None:
    """Write all of `data` to the terminal, `chunk` bytes a time."""
    view = memoryview(data)
    start = 0
    while start < len(view):
        start += os.write(1, view[start : start + chunk])


def translate(on: bool) -> None:
    """Have the terminal make CR LF of LF, or not: a recording has gone through a terminal."""
    mode = termios.tcgetattr(TTY)
    mode[1] = mode[1] | termios.OPOST if on else mode[1] & ~termios.OPOST
    termios.tcsetattr(TTY, termios.TCSADRAIN, mode)


def settle() -> None:
    """Wait until the terminal has worked through everything written so far."""
    write(b"\x1b[6n")
    answer = b""
    while not answer.endswith(b"R"):
        answer += os.read(TTY, 64)


def print_file(order: Order) -> float:
    """Print a file and return the seconds until it is worked through."""
    with open(order["path"], "rb") as file:
        data = file.read()
    if order.get("recorded"):
        translate(False)
    start = time.perf_counter()
    write(data, order.get("chunk", 65536))
    settle()
    seconds = time.perf_counter() - start
    translate(True)
    write(order.get("leave", "").encode())
    settle()
    return seconds


def run_program(order: Order) -> float:
    """Run a program that prints, and return the seconds until its output is worked through."""
    start = time.perf_counter()
    subprocess.run(order["argv"], check=True)
    settle()
    return time.perf_counter() - start


def echo(order: Order) -> float:
    """Print each key at the left edge as it comes, until the end key."""
    # What was echoed last time is wiped, since a cell that does not change need not be sent.
    write(b"\r \r")
    while True:
        key = os.read(TTY, 64)
        if END in key:
            return 0.0
        os.write(1, b"\r" + key[-1:])


def flood(order: Order) -> float:
    """Print a file over and over until the next order comes; return the seconds it took."""
    with open(order["path"], "rb") as file:
        data = file.read()
    start = time.perf_counter()
    while not select.select([CONTROL], [], [], 0)[0]:
        write(data)
    return time.perf_counter() - start


ORDERS: dict[str, Callable[[Order], float]] = {
    "print": print_file,
    "run": run_program,
    "echo": echo,
    "flood": flood,
}
CONTROL = socket.socket(socket.AF_UNIX)


def main() -> None:
    """Make the terminal's input raw, connect, and serve orders until the other end goes."""
    mode = termios.tcgetattr(TTY)
    mode[3] &= ~(termios.ICANON | termios.ECHO | termios.ISIG)
    mode[6][termios.VMIN], mode[6][termios.VTIME] = 1, 0
    termios.tcsetattr(TTY, termios.TCSANOW, mode)
    CONTROL.connect(sys.argv[1])
    for line in CONTROL.makefile("rb", buffering=0):
        order = json.loads(line)
        seconds = ORDERS[order["do"]](order)
        CONTROL.sendall(json.dumps({"seconds": seconds}).encode() + b"\n")


if __name__ == "__main__":
    main()
