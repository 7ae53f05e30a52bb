"""The files that were picked in a dialog of this process, by the names of their fields.

They are opened when the answer comes; what may be read of them is `mplex.dialog.picked_file`'s
matter, as in a server.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mplex.dialog.answer import OK, Answer
from mplex.dialog.picked_file import PickedFile
from mplex.errors import MplexError, Refused

FILE_KIND = "file"


class LocalFiles:
    """The files that were picked in the last form."""

    def __init__(self) -> None:
        self._files: dict[str, PickedFile | MplexError] = {}

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
                    self._files[name] = PickedFile(path)
                except MplexError as error:
                    self._files[name] = error

    def fetch(self, field: str, offset: int) -> tuple[bytes, bool]:
        """Return a piece of a file and whether it is the last.

        Raises `Refused` when nothing was picked, or it can't be opened or read.
        """
        file = self._files.get(field)
        if file is None:
            raise Refused("no file was picked")
        if isinstance(file, MplexError):
            raise file
        data = file.read(offset)
        return data, offset + len(data) >= file.size

    def close(self) -> None:
        """Close all of them."""
        files, self._files = self._files, {}
        for file in files.values():
            if isinstance(file, PickedFile):
                file.close()


def _file_fields(screen: Mapping[str, Any]) -> list[str]:
    groups = [screen.get("fields"), *(tab.get("fields") for tab in screen.get("tabs") or ())]
    fields = [field for group in groups for field in group or ()]
    return [field["name"] for field in fields if field.get("kind") == FILE_KIND]
