"""The staging files of one question in tmux: what is asked, and the answer once there is one.

They lie in the system's temporary folder as `tai-flow-*.prompt` and `tai-flow-*.answer`, readable
by their owner only, and go with the question. Names are drawn anew for each file, so nobody can
put an answer there beforehand. Leftovers of a driver that was killed are swept by a later one.
"""

from __future__ import annotations

import os
import re
import secrets
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path
from stat import S_ISREG
from time import time

from mplex.errors import Refused

PREFIX = "tai-flow-"
SUFFIXES = (".prompt", ".answer")
POPUP_SUFFIX = ".popup"
"""How the folder of a form's socket ends."""

STALE = 24 * 3600
"""Seconds after which a file is nobody's any more; no question lasts that long."""

ANSWER_BYTES = 1 << 16
"""Bytes of an answer that are read; the longest valid one has an eighth of them."""

_PLAIN_PATH = re.compile(r"[A-Za-z0-9_./-]+")


class Staging:
    """The files of one question; a context manager that removes them."""

    def __init__(self) -> None:
        """Choose names; raises `Refused` where the folder's own name is not safe to pass on."""
        folder = tempfile.gettempdir()
        if not _PLAIN_PATH.fullmatch(folder):
            raise Refused(
                f"tmux can't be given files in {folder!r}",
                hint="set TMPDIR to a folder whose path has letters, digits, '.', '_' and '-' only",
            )
        self.token = secrets.token_hex(8)
        self.prompt = f"{folder}/{PREFIX}{self.token}.prompt"
        self.answer = f"{folder}/{PREFIX}{secrets.token_hex(8)}.answer"

    def __enter__(self) -> Staging:
        self._write("")
        return self

    def __exit__(self, *exc_info: object) -> None:
        # Without its prompt nothing writes an answer any more, so the prompt goes first.
        for path in (self.prompt, self.answer):
            Path(path).unlink(missing_ok=True)

    def write(self, text: str) -> None:
        """Put what is shown into the prompt file."""
        Path(self.prompt).unlink(missing_ok=True)
        self._write(text)

    def _write(self, text: str) -> None:
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL
        try:
            with open(os.open(self.prompt, flags, 0o600), "wb") as file:
                file.write(text.encode())
        except OSError as error:
            raise Refused(f"cannot write {self.prompt}: {error.strerror}") from error

    def read(self) -> str | None:
        """Return the answer, None while there is none; raises `Refused` for a file not ours."""
        try:
            descriptor = os.open(self.answer, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        except FileNotFoundError:
            return None
        except OSError as error:
            raise Refused(f"cannot read {self.answer}: {error.strerror}") from error
        with open(descriptor, "rb") as file:
            found = os.fstat(descriptor)
            if not S_ISREG(found.st_mode) or found.st_uid != os.getuid():
                raise Refused(f"{self.answer} is not ours", hint="somebody else has put it there")
            return file.read(ANSWER_BYTES).decode("utf-8", "replace")


def sweep() -> None:
    """Remove our own staging files and folders that are older than a day."""
    oldest = time() - STALE
    with os.scandir(tempfile.gettempdir()) as entries:
        for entry in entries:
            if not entry.name.startswith(PREFIX):
                continue
            is_folder = entry.name.endswith(POPUP_SUFFIX)
            if not is_folder and not entry.name.endswith(SUFFIXES):
                continue
            # Another driver may sweep at the same time.
            with suppress(FileNotFoundError):
                found = entry.stat(follow_symlinks=False)
                if found.st_uid != os.getuid() or found.st_mtime >= oldest:
                    continue
                if is_folder and entry.is_dir(follow_symlinks=False):
                    shutil.rmtree(entry.path, ignore_errors=True)
                else:
                    os.unlink(entry.path)
