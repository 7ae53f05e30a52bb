"""Where a source leads: a file of this host, an address, or the data itself.

One idea: what a source is follows from how it begins, and every way has the same cap. Nothing is
decoded here; the network is `media_web`'s matter.
"""

from __future__ import annotations

import os
import stat
from base64 import b64decode
from binascii import Error as Base64Error
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import unquote, unquote_to_bytes, urlsplit

from flow.media_web import MediaProblem, Reader

MAX_BYTES = 10 << 20
"""Bytes of a picture as it comes."""

CLIP_ENDINGS = (".mp4", ".mov", ".m4v", ".webm", ".mp3", ".m4a", ".wav", ".aac", ".ogg", ".flac")
"""What the names of clips end in; with others a source is taken for a picture."""

KEPT_CLIPS = 16
"""Clips from data: URLs that are kept as files, for as long as this program runs."""

NAME_MAX = 200
"""Characters of a name."""


def is_clip(written: str) -> bool:
    """Say whether a source is a clip, by its type or by what its name ends in."""
    if _is_data(written):
        return written[5:11].lower() in ("audio/", "video/")
    return name_of(written).lower().endswith(CLIP_ENDINGS)


def name_of(written: str) -> str:
    """Return what to call a source: the name of its file, or the type of its data."""
    if _is_data(written):
        return written[5 : NAME_MAX + 5].partition(",")[0].partition(";")[0] or "data"
    path = unquote(urlsplit_path(written)) if _is_web(written) else written
    return (path.rstrip("/").rpartition("/")[2] or written)[:NAME_MAX]


def names_of(sources: Iterable[str]) -> dict[str, str]:
    """Return what to call each of some sources, so that no two have one name.

    Files of one name are told apart by the folders that they are in, data by a number.
    """
    alike: dict[str, list[str]] = {}
    for written in dict.fromkeys(sources):
        alike.setdefault(name_of(written), []).append(written)
    names: dict[str, str] = {}
    for name, group in alike.items():
        found = [name] if len(group) == 1 else _told_apart(name, group)
        names |= zip(group, found, strict=True)
    return names


def _told_apart(name: str, group: list[str]) -> list[str]:
    parts = [written.split("/") for written in group if not _is_data(written)]
    for count in range(2, max(map(len, parts), default=0)):
        ends = ["/".join(each[-count:]) for each in parts]
        if len(ends) == len(group) == len(set(ends)) and max(map(len, ends)) <= NAME_MAX:
            return ends
    return [f"{name} ({number})" for number in range(1, len(group) + 1)]


def urlsplit_path(url: str) -> str:
    """Return the path of an address, or all of it when it can't be read."""
    try:
        return urlsplit(url).path
    except ValueError:
        return url


def read_picture(written: str, reader: Reader) -> bytes:
    """Return the bytes of a picture.

    Raises:
        MediaProblem: there are none to be had, or too many.
    """
    if _is_data(written):
        return _data(written)
    if _is_web(written):
        return reader.read(written, MAX_BYTES)
    return _read_file(_path(written))


def find_clip(written: str, reader: Reader) -> dict[str, str]:
    """Return `{"path": ...}` or `{"url": ...}` of what a player can be given.

    Raises:
        MediaProblem: there is no such file, or the address is not a public one.
    """
    if _is_web(written):
        reader.check(written)
        return {"url": written}
    path = _scratch_file(written) if _is_data(written) else _path(written)
    with _opened(path):
        return {"path": path}


def _is_data(written: str) -> bool:
    return written[:5].lower() == "data:"


def _is_web(written: str) -> bool:
    return written[:8].lower().startswith(("http://", "https://"))


def _path(written: str) -> str:
    """Return the absolute path that a source means."""
    if written == "~" or written.startswith("~/"):
        written = os.path.expanduser(written)
    if not written.startswith("/"):
        raise MediaProblem("it is no absolute path, ~/ path, http(s) address or data: URL")
    if "\0" in written:
        raise MediaProblem("it is no path")
    return os.path.normpath(written)


@contextmanager
def _opened(path: str) -> Iterator[int]:
    """Open a regular file for reading; a pipe or a device is none, and would block."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except (OSError, ValueError) as error:
        raise MediaProblem(_why(error)) from None
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise MediaProblem("it is no regular file")
        yield descriptor
    finally:
        os.close(descriptor)


def _why(error: Exception) -> str:
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        return "there is no such file"
    reason = error.strerror if isinstance(error, OSError) else str(error)
    return f"it can't be read: {(reason or type(error).__name__).lower()}"


def _read_file(path: str) -> bytes:
    with _opened(path) as descriptor:
        if os.fstat(descriptor).st_size > MAX_BYTES:
            raise MediaProblem(too_large())
        try:
            with open(descriptor, "rb", closefd=False) as file:
                data = file.read(MAX_BYTES + 1)
        except OSError as error:
            raise MediaProblem(_why(error)) from None
    if len(data) > MAX_BYTES:
        raise MediaProblem(too_large())
    return data


def too_large() -> str:
    """Return what is said of a picture beyond the cap."""
    return f"it is larger than {MAX_BYTES >> 20} MB"


def _data(written: str) -> bytes:
    """Return the bytes in a data: URL (RFC 2397)."""
    head, comma, body = written.partition(",")
    if not comma:
        raise MediaProblem("it is no complete data: URL")
    if len(body) > 3 * MAX_BYTES:
        raise MediaProblem(too_large())
    raw = unquote_to_bytes(body)
    if head.lower().endswith(";base64"):
        try:
            raw = b64decode(b"".join(raw.split()) + b"==", validate=False)
        except Base64Error:
            raise MediaProblem("its base64 is broken") from None
    if len(raw) > MAX_BYTES:
        raise MediaProblem(too_large())
    return raw


_scratch: deque[Path] = deque()
_folders: list[TemporaryDirectory[str]] = []


def _scratch_file(written: str) -> str:
    """Write the clip of a data: URL into a file of this program, which goes with it."""
    data = _data(written)
    try:
        if not _folders:
            _folders.append(TemporaryDirectory(prefix="mplex-clips-"))
        kind = "".join(char for char in name_of(written).rpartition("/")[2] if char.isalnum())
        path = Path(_folders[0].name, f"clip-{os.urandom(6).hex()}.{kind or 'bin'}")
        path.write_bytes(data)
        _scratch.append(path)
        while len(_scratch) > KEPT_CLIPS:
            _scratch.popleft().unlink(missing_ok=True)
    except OSError as error:
        raise MediaProblem(_why(error)) from None
    return str(path)
