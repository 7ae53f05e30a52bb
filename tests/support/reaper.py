"""`python -m tests.support.reaper FOLDER`: cleans up behind a test run, however it ends.

Its standard input is a pipe that the test run holds open. When the pipe closes, the run is over or
was killed; whatever still lives in FOLDER is killed and the folder removed.
"""

from __future__ import annotations

import signal
import sys

from tests.support.environment import sweep


def main() -> None:
    """Wait for the end of the run, then sweep the folder named on the command line."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    sys.stdin.buffer.read()
    sweep(sys.argv[1])


if __name__ == "__main__":
    main()
