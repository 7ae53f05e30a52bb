"""A file that the person has picked: opened at once, then read in pieces by the one who asked.

The descriptor is what was picked; the path is not looked at again, so nothing that happens to the
path afterwards changes what is sent. A server reads it for its asker, a dialog in the asker's own
terminal for itself; who may have the pieces is theirs to decide.
"""

from __future__ import annotations

import os
import stat

from mplex.dialog.caps import PIECE
from mplex.dialog.plain_text import plain_line
from mplex.errors import Refused

FILE_MAX = 512 << 20
"""Bytes of the largest file that is sent."""
BAR_CELLS = 20
UNITS = ("bytes", "kB", "MB")


class PickedFile:
    """One open file, at most `FILE_MAX` bytes."""

    def __init__(self, path: str) -> None:
        """Open it; raises Refused when it is no file, too large, or may not be read."""
        self.name = plain_line(os.path.basename(path))
        try:
            # A pipe without a writer would keep a blocking open waiting for ever.
            self._fd = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC)
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else str(error)
            raise Refused(f"can't open {self.name}: {reason}") from None
        found = os.fstat(self._fd)
        self.size = found.st_size
        problem = ""
        if not stat.S_ISREG(found.st_mode):
            problem = f"{self.name} is not a regular file"
        elif self.size > FILE_MAX:
            problem = f"{self.name} is larger than {shown_size(FILE_MAX)}"
        if problem:
            self.close()
            raise Refused(problem)

    def close(self) -> None:
        """Close it; harmless when it is closed."""
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1

    def read(self, offset: int) -> bytes:
        """Return the piece that begins at a byte, empty behind the last one.

        Raises Refused when it can't be read, or has become shorter than it was.
        """
        wanted = max(0, min(PIECE, self.size - offset))
        try:
            data = os.pread(self._fd, wanted, offset) if wanted else b""
        except OSError as error:
            raise Refused(f"can't read {self.name}: {error.strerror}") from None
        if wanted and not data:
            raise Refused(f"{self.name} has become shorter while it was copied")
        return data

    def progress(self, offset: int) -> str:
        """Return a bar that shows how much has been read before a byte."""
        share = min(1.0, offset / self.size) if self.size else 1.0
        full = int(share * BAR_CELLS)
        bar = "█" * full + "░" * (BAR_CELLS - full)
        return f"{bar} {share:4.0%} of {shown_size(self.size)}"


def shown_size(size: int) -> str:
    """Return a number of bytes as people write it."""
    amount, unit = float(size), UNITS[0]
    for unit in UNITS:
        if amount < 1000 or unit == UNITS[-1]:
            break
        amount /= 1024
    return f"{amount:.0f} {unit}" if unit == UNITS[0] else f"{amount:.1f} {unit}"
