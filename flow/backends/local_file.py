"""A file that was picked in a dialog of this process: opened at once, read in pieces.

It is opened when the answer comes, so that nothing that happens to its path afterwards changes what
is read.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from mplex.dialog.answer import OK, Answer
from mplex.errors import MplexError, Refused

PIECE = 512 << 10
"""Bytes of a piece."""

FILE_KIND = "file"


class LocalFiles:
    """The files that were picked in the last form, by the names of their fields."""

    def __init__(self) -> None:
        self._open: dict[str, int] = {}
        self._problems: dict[str, MplexError] = {}

    def take(self, screen: Mapping[str, Any], answer: Answer) -> None:
        """Open what was picked, and close what was picked before."""
        self.close()
        values = answer.value.get("values") if isinstance(answer.value, dict) else None
        if answer.status != OK or not isinstance(values, dict):
            return
        for name in _file_fields(screen):
            path = values.get(name)
            if isinstance(path, str) and path:
                try:
                    self._open[name] = _opened(path)
                except MplexError as error:
                    self._problems[name] = error

    def fetch(self, field: str, offset: int) -> tuple[bytes, bool]:
        """Return a piece of a file and whether it is the last; raises `Refused`."""
        if field in self._problems:
            raise self._problems[field]
        if field not in self._open:
            raise Refused("no file was picked")
        try:
            data = os.pread(self._open[field], PIECE, offset)
            size = os.fstat(self._open[field]).st_size
        except OSError as error:
            raise Refused(f"cannot read the file: {error.strerror}") from error
        return data, offset + len(data) >= size

    def close(self) -> None:
        """Close all of them."""
        for descriptor in self._open.values():
            with suppress(OSError):
                os.close(descriptor)
        self._open, self._problems = {}, {}


def _file_fields(screen: Mapping[str, Any]) -> list[str]:
    groups = [screen.get("fields"), *(tab.get("fields") for tab in screen.get("tabs") or ())]
    fields = [field for group in groups for field in group or ()]
    return [field["name"] for field in fields if field.get("kind") == FILE_KIND]


def _opened(path: str) -> int:
    try:
        # A pipe without a writer would keep a blocking open waiting for ever.
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise Refused(f"cannot read {path}: {reason}") from error
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise Refused(f"{path} is not a regular file")
    return descriptor
