"""Targets: writing what was typed into a file that the person has approved.

One idea: either the file holds the whole new content with the right mode, or nothing has changed.
So content goes to a temporary file beside the destination and takes its place in one step. Errors
are part of the outcome and never repeat the value. When a target is written is `flow.settle`'s
matter, how it looks in a dialog a widget's.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any

from mplex.dialog.target import (
    CREATE,
    CREATE_PERM,
    SUBSTITUTE,
    mode_problem,
    path_problem,
    perm_problem,
    shown_perm,
)
from mplex.errors import MplexError

FILE_MAX = 16 << 20
"""Bytes of a file in which something is substituted."""

FOLDER_MODE = 0o700
"""Mode of the folders that are made on the way to a new file: what lands there may be secret."""

EMPTY = "refusing to write an empty value"
ABSENT = "there is no value to write"

_NO_LINKS = (errno.EPERM, errno.EOPNOTSUPP, errno.ENOSYS, errno.EMLINK)
"""What a file system says that has no hard links."""


class TargetWriteError(MplexError):
    """A target that was not written; the message is a sentence without the value."""

    code = "target_write"


def write_target(target: Mapping[str, Any], value: str | None) -> dict[str, object]:
    """Write a value to its target and return `{written, target, bytes, mode?, error?}`.

    `target` has `mode`, `path` and perhaps `perm`, `overwrite`, `placeholder`, and `shown`, the
    destination that was approved. What goes wrong is the outcome's `error`; nothing is raised.
    """
    path = str(target.get("path") or "")
    try:
        path = destination(target)
        data = _encoded(value)
        mode = _WRITERS[_mode_of(target)](path, data, target)
    except TargetWriteError as error:
        return not_written(path, str(error))
    except (OSError, ValueError) as error:
        return not_written(path, f"cannot write {path!r}: {_reason(error)}")
    return {"written": True, "target": path, "bytes": len(data), "mode": shown_perm(mode)}


def not_written(path: str, error: str) -> dict[str, object]:
    """Return the outcome of a target that was not written, and why."""
    return {"written": False, "target": path, "bytes": 0, "error": error}


def destination(target: Mapping[str, Any]) -> str:
    """Return the absolute path that a target means on this host, links on the way resolved.

    The last part of a path is resolved only for `substitute`, which follows links. Raises
    `TargetWriteError` for a path that names no stable place, or another one than was approved.
    """
    expanded = expand(str(target.get("path") or ""))
    folder, name = os.path.split(expanded)
    if name in ("", ".", ".."):
        raise TargetWriteError("the path names a folder, not a file")
    if target.get("mode") == SUBSTITUTE:
        found = os.path.realpath(expanded)
    else:
        found = os.path.join(os.path.realpath(folder), name)
    shown = target.get("shown")
    if shown and shown != found:
        raise TargetWriteError("the path leads somewhere else than where it was approved")
    return found


def snag_of(target: Mapping[str, Any], path: str) -> str:
    """Return what would keep `path` from being written just now, "" for nothing that is known.

    The person hears of it before anything is typed; what holds is decided when it is written.
    """
    if target.get("mode") == SUBSTITUTE:
        return "" if os.path.isfile(path) else "there is no such file"
    try:
        found = os.lstat(path).st_mode
    except OSError:
        return ""
    if stat.S_ISLNK(found):
        return "a link is there, which is never replaced"
    if not stat.S_ISREG(found):
        return "a folder is there" if stat.S_ISDIR(found) else "what is there is no regular file"
    return "" if target.get("overwrite") else "a file is there already, and stays"


def expand(path: str) -> str:
    """Return an absolute path for one that is absolute or begins with `~/`.

    Raises `TargetWriteError` for every other one: it names no stable place.
    """
    problem = path_problem(path)
    if problem:
        raise TargetWriteError(f"the path {problem}")
    if path.startswith("~/"):
        home = os.path.expanduser("~")
        if not os.path.isabs(home):
            raise TargetWriteError("there is no home folder that ~/ could mean")
        return os.path.join(home, path[2:].lstrip("/"))
    return path


def _encoded(value: str | None) -> bytes:
    if value is None:
        raise TargetWriteError(ABSENT)
    if not value:
        raise TargetWriteError(EMPTY)
    try:
        return value.encode()
    except UnicodeEncodeError:
        # Without its cause, which would quote the value.
        raise TargetWriteError("the value has halves of characters, which no file holds") from None


def _mode_of(target: Mapping[str, Any]) -> str:
    problem = mode_problem(target.get("mode"))
    if problem:
        raise TargetWriteError(f"the mode {problem}")
    return str(target["mode"])


def _perm(target: Mapping[str, Any], default: int) -> int:
    """Return the permissions that a target asks for, as a number."""
    perm = target.get("perm")
    if perm is None or perm == "":
        return default
    problem = perm_problem(perm)
    if problem:
        raise TargetWriteError(f"perm {problem}")
    return int(perm, 8)


def _create(path: str, data: bytes, target: Mapping[str, Any]) -> int:
    """Put a new file in place; return its mode."""
    mode = _perm(target, CREATE_PERM)
    overwrite = target.get("overwrite") is True
    _check_free(path, overwrite)
    with _folders(os.path.dirname(path)), _temporary(path, data, mode) as temporary:
        _check_free(path, overwrite)
        if overwrite:
            # A link that was put there just now is replaced, and never followed.
            os.rename(temporary, path)
        else:
            take_place(temporary, path)
    return mode


def _check_free(path: str, overwrite: bool) -> None:
    try:
        found = os.lstat(path).st_mode
    except FileNotFoundError:
        return
    if stat.S_ISLNK(found):
        raise TargetWriteError("the destination is a symbolic link, which create never follows")
    if stat.S_ISDIR(found):
        raise TargetWriteError("the destination is a folder")
    if not stat.S_ISREG(found):
        raise TargetWriteError("the destination is not a regular file")
    if not overwrite:
        raise TargetWriteError("the file exists already, and overwrite is not set")


def take_place(temporary: str, path: str) -> None:
    """Give a file its name unless something has that name already."""
    try:
        os.link(temporary, path)
    except FileExistsError:
        raise TargetWriteError("the file exists already, and overwrite is not set") from None
    except OSError as error:
        if error.errno not in _NO_LINKS:
            raise
        _reserve(path)
        _or_unlink(path, lambda: os.rename(temporary, path))


def _reserve(path: str) -> None:
    try:
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, CREATE_PERM))
    except FileExistsError:
        raise TargetWriteError("the file exists already, and overwrite is not set") from None


def _or_unlink(path: str, step: Callable[[], None]) -> None:
    try:
        step()
    except BaseException:
        os.unlink(path)
        raise


def _substitute(path: str, data: bytes, target: Mapping[str, Any]) -> int:
    """Replace the placeholder in an existing file; return the file's mode."""
    placeholder = target.get("placeholder")
    if not isinstance(placeholder, str) or not placeholder:
        raise TargetWriteError("substitute needs a placeholder, the text that is replaced")
    content, before = _read(path)
    changed = _replaced(content, placeholder, data)
    mode = _perm(target, stat.S_IMODE(before.st_mode))
    with _temporary(path, changed, mode, before) as temporary:
        if _identity(os.stat(path)) != _identity(before):
            raise TargetWriteError("the file was changed by somebody else at the same time")
        os.rename(temporary, path)
    return mode


def _read(path: str) -> tuple[bytes, os.stat_result]:
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW)
    except FileNotFoundError:
        raise TargetWriteError("there is no such file to substitute in") from None
    try:
        found = os.fstat(descriptor)
        if not stat.S_ISREG(found.st_mode):
            raise TargetWriteError("the destination is not a regular file")
        with open(descriptor, "rb", closefd=False) as file:
            content = file.read(FILE_MAX + 1)
    finally:
        os.close(descriptor)
    if len(content) > FILE_MAX:
        raise TargetWriteError(f"the file has more than {FILE_MAX >> 20} MiB")
    return content, found


def _replaced(content: bytes, placeholder: str, data: bytes) -> bytes:
    try:
        content.decode()
    except UnicodeDecodeError:
        # Without its cause, which would quote the file.
        raise TargetWriteError("the file is not UTF-8 text") from None
    try:
        wanted = placeholder.encode()
    except UnicodeEncodeError:
        raise TargetWriteError("the placeholder does not occur in the file") from None
    first = content.find(wanted)
    if first < 0:
        raise TargetWriteError("the placeholder does not occur in the file")
    if content.find(wanted, first + 1) >= 0:
        raise TargetWriteError("the placeholder occurs more than once in the file")
    return content[:first] + data + content[first + len(wanted) :]


def _identity(found: os.stat_result) -> tuple[int, int, int, int]:
    return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns


@contextmanager
def _temporary(
    path: str, data: bytes, mode: int, before: os.stat_result | None = None
) -> Iterator[str]:
    """Write data to a file beside `path`, safe on disk; what is left of it goes at the end."""
    folder = os.path.dirname(path)
    name = os.path.join(folder, f".{os.urandom(8).hex()}.tmp")
    descriptor = os.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, CREATE_PERM)
    try:
        with open(descriptor, "wb") as file:
            if before is not None:
                _keep_owner(descriptor, before)
            os.fchmod(descriptor, mode)
            file.write(data)
            file.flush()
            os.fsync(descriptor)
        yield name
        _sync_folder(folder)
    finally:
        with suppress(FileNotFoundError):
            os.unlink(name)


def _keep_owner(descriptor: int, before: os.stat_result) -> None:
    """Give a new file the owner and group of the one that it replaces."""
    made = os.fstat(descriptor)
    if (made.st_uid, made.st_gid) == (before.st_uid, before.st_gid):
        return
    try:
        os.fchown(descriptor, before.st_uid, before.st_gid)
    except PermissionError:
        raise TargetWriteError("the file's owner or group is one that we can't keep") from None


def _sync_folder(folder: str) -> None:
    """Make a new name in a folder last; a file system that can't do that is no error."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


@contextmanager
def _folders(folder: str) -> Iterator[None]:
    """Make a folder and those above it; those that were made go again when the writing fails."""
    missing = []
    at = folder
    while not os.path.isdir(at):
        missing.append(at)
        at = os.path.dirname(at)
    made: list[str] = []
    try:
        for each in reversed(missing):
            with suppress(FileExistsError):
                os.mkdir(each, FOLDER_MODE)
                made.append(each)
        yield
    except BaseException:
        for each in reversed(made):
            # Somebody else may have put something into it meanwhile.
            with suppress(OSError):
                os.rmdir(each)
        raise


def _reason(error: OSError | ValueError) -> str:
    return (error.strerror or "it failed") if isinstance(error, OSError) else "the path is wrong"


_WRITERS: dict[str, Callable[[str, bytes, Mapping[str, Any]], int]] = {
    CREATE: _create,
    SUBSTITUTE: _substitute,
}
