"""What is in a folder, and whether a file can be picked; the file picker's only look at the disk.

One idea: a folder is read in pieces, and no entry is looked at more closely before it is in view,
so that a huge one opens at once and no key waits for it. Nothing here raises: what can't be read is
said in a sentence.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from datetime import datetime
from itertools import islice
from typing import Final, NamedTuple

from mplex.dialog.picked_file import FILE_MAX, shown_size

ENTRIES: Final = 20_000
"""Entries of one folder that are listed; the rest is reached by typing its path."""
PIECE: Final = 1000
"""Entries that are read at a time, which takes some milliseconds."""
UP: Final = ".."
_UNITS: Final = ("B", "kB", "MB", "GB", "TB")


class Entry(NamedTuple):
    """One entry of a folder; in their natural order folders come first, sorted by name."""

    rank: int
    """0 for the way up, 1 for a folder, 2 for everything else."""
    folded: str
    """The name case-folded, for sorting and filtering."""
    name: str
    hidden: bool = False
    """Whether it is shown only on request."""

    @property
    def folder(self) -> bool:
        """Whether it can be opened."""
        return self.rank < 2


WAY_UP: Final = Entry(0, "", UP)


class FolderReader:
    """A folder, as far as it has been read."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.entries: list[Entry] = [] if os.path.dirname(path) == path else [WAY_UP]
        """What was read, in order; the first leads upwards, except in the root."""
        self.problem = ""
        """Why it could not be read."""
        self.cut = False
        """Whether it has more than `ENTRIES` entries."""
        self.done = False
        """Whether there is nothing more to read."""
        self._left = ENTRIES
        self._scanned = self._scan()

    def _scan(self) -> Iterator[Entry]:
        with os.scandir(self.path) as found:
            for each in found:
                name = each.name
                rank = 1 if _is_folder(each) else 2
                yield Entry(rank, name.casefold(), name, name.startswith("."))

    def read(self, count: int = PIECE) -> None:
        """Read so many more entries."""
        before = len(self.entries)
        try:
            self.entries += islice(self._scanned, min(count, self._left))
            read = len(self.entries) - before
            self._left -= read
            self.done = read < count
            self.cut = not self._left and next(self._scanned, None) is not None
        except (OSError, ValueError) as error:
            self.problem, self.done = _reason(error), True
        # Sorting what is nearly sorted takes hardly any time.
        self.entries.sort()
        if self.done or self.cut:
            self.close()

    def close(self) -> None:
        """Read no more."""
        self.done = True
        self._scanned = iter(())


class Facts(NamedTuple):
    """What a row says about an entry besides its name."""

    size: str = ""
    date: str = ""


def facts_of(path: str, folder: bool) -> Facts:
    """Return size and date of an entry as texts, empty when they can't be had."""
    try:
        found = os.stat(path)
        date = datetime.fromtimestamp(found.st_mtime).strftime("%Y-%m-%d %H:%M")
    except (OSError, ValueError, OverflowError):
        return Facts()
    return Facts("" if folder else size_text(found.st_size), date)


def size_text(size: int) -> str:
    """Return a size in at most 8 columns: `999 B`, `1.5 kB`, `123 MB`."""
    amount, unit = float(size), 0
    while amount >= 999.5 and unit < len(_UNITS) - 1:
        amount, unit = amount / 1000, unit + 1
    if unit and amount < 9.95:
        return f"{amount:.1f} {_UNITS[unit]}"
    return f"{amount:.0f} {_UNITS[unit]}"


def pick_problem(path: str) -> str:
    """Return why a path is no file that can be picked, "" when it is one."""
    try:
        path.encode()
    except UnicodeEncodeError:
        return "its name is not UTF-8"
    try:
        found = os.stat(path)
    except (OSError, ValueError) as error:
        return _reason(error)
    if not stat.S_ISREG(found.st_mode):
        return "not a regular file"
    if found.st_size > FILE_MAX:
        return f"larger than {shown_size(FILE_MAX)}, the most that is sent"
    return "" if os.access(path, os.R_OK) else "not readable"


def absolute(text: str, base: str) -> str:
    """Return a typed path as an absolute one; `~` is the home folder, others start at `base`."""
    return os.path.join(base, os.path.expanduser(text))


def home_shortened(path: str) -> str:
    """Return a path with `~` for the home folder."""
    home = os.path.expanduser("~").rstrip("/")
    if home and (path == home or path.startswith(home + "/")):
        return "~" + path[len(home) :]
    return path


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:
        return False


def _reason(error: OSError | ValueError) -> str:
    if isinstance(error, FileNotFoundError):
        return "it does not exist"
    text = error.strerror if isinstance(error, OSError) else str(error)
    return (text or type(error).__name__).lower()
