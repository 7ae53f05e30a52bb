"""What is in a folder, and whether a file can be picked; the file picker's only look at the disk.

One idea: a folder is scanned once and no entry is looked at more closely before it is in view, so
that a huge one opens quickly. Nothing here raises: what can't be read is said in a sentence.
"""

from __future__ import annotations

import os
import stat
from datetime import datetime
from typing import Final, NamedTuple

ENTRIES: Final = 20_000
"""Entries of one folder that are listed; the rest is reached by typing its path."""
UP: Final = ".."
_UNITS: Final = ("B", "kB", "MB", "GB", "TB")


class Entry(NamedTuple):
    """One entry of a folder."""

    name: str
    folder: bool
    folded: str
    """The name case-folded, for sorting and filtering."""

    @property
    def hidden(self) -> bool:
        """Whether it is shown only on request."""
        return self.name.startswith(".") and self.name != UP


class Listing(NamedTuple):
    """A folder as it was when it was scanned."""

    path: str
    entries: tuple[Entry, ...] = ()
    """Folders first, each sorted by name; the first leads upwards, except in the root."""
    problem: str = ""
    """Why it could not be read."""
    cut: bool = False
    """Whether it has more than `ENTRIES` entries."""


class Facts(NamedTuple):
    """What a row says about an entry besides its name."""

    size: str = ""
    date: str = ""


def read_folder(path: str) -> Listing:
    """Scan a folder; one that can't be read has a problem and only the way up."""
    up = () if os.path.dirname(path) == path else (Entry(UP, True, ""),)
    found: list[Entry] = []
    try:
        with os.scandir(path) as entries:
            for entry in entries:
                if len(found) == ENTRIES:
                    return Listing(path, (*up, *_sorted(found)), cut=True)
                found.append(Entry(entry.name, _is_folder(entry), entry.name.casefold()))
    except (OSError, ValueError) as error:
        return Listing(path, up, problem=_reason(error))
    return Listing(path, (*up, *_sorted(found)))


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
        mode = os.stat(path).st_mode
    except (OSError, ValueError) as error:
        return _reason(error)
    if not stat.S_ISREG(mode):
        return "not a regular file"
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


def _sorted(entries: list[Entry]) -> list[Entry]:
    entries.sort(key=lambda entry: (not entry.folder, entry.folded, entry.name))
    return entries


def _reason(error: OSError | ValueError) -> str:
    if isinstance(error, FileNotFoundError):
        return "it does not exist"
    text = error.strerror if isinstance(error, OSError) else str(error)
    return (text or type(error).__name__).lower()
