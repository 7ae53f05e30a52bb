"""The tool `upload`: the person picks a file of theirs, and it arrives in a folder of ours.

The file comes in pieces, goes into a temporary file first, and takes its name only when it is whole
and the name is free. Everything that goes wrong is part of the result.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import NamedTuple

from flow.aiui import schema
from flow.aiui.arguments import Arguments
from flow.aiui.common import ASKING, Asking, Json, framed, read_asking
from flow.targets import TargetWriteError, expand, take_place
from mplex.dialog.answer import OK, TIMEOUT, Answer
from mplex.dialog.form_spec import CANCEL_ACTION
from mplex.dialog.node import Node
from mplex.errors import MplexError

FIELD = "file"

PICKER_SECONDS = 600.0
"""Seconds that the picker waits."""

BYTES_MAX = 512 << 20
"""Bytes of a file."""

NAME_BYTES_MAX = 200
"""Bytes of a file's name."""

ENDING_MAX = 20
"""Characters of an ending that is kept when a name is shortened."""

UNUSABLE = "upload.bin"
"""The name of a file whose own can't be used."""

MODE = 0o600

HELP = """\
Get a file from the person's machine: they pick it in a file picker, and it is written to \
target_dir/<its name> here (mode 0600, never overwriting). Call it when they want to hand you a \
file ('take this PDF'); do not ask which file or where to: they pick, you infer target_dir, \
usually your project folder. One picker at a time; it waits 10 minutes.
Result: {"status": "ok", "path", "filename", "bytes"} or {"status": "error", "error": "..."}; a \
picker that was cancelled is an error, too. Do not repeat it unasked."""

ARGUMENTS = schema.thing(
    {
        "target_dir": schema.text(
            "The folder on this host, absolute or ~/; your working folder if left out. It must "
            "exist."
        ),
        "session": schema.ASKING_SCHEMA["session"],
        "target": schema.ASKING_SCHEMA["target"],
    }
)

RESULT = schema.thing(
    {
        "status": schema.words("ok", "error"),
        "path": schema.text(),
        "filename": schema.text(),
        "bytes": {"type": "integer"},
        "error": schema.text(),
    },
    "status",
)

Piece = tuple[bytes, bool]
"""Some bytes of a file, and whether they are its last."""

_picking = threading.Lock()


class Upload(NamedTuple):
    """A checked call."""

    target_dir: str
    asking: Asking


class UploadFailed(MplexError):
    """An upload that came to nothing; the message says why."""

    code = "upload"


def check(arguments: object) -> Upload:
    """Check the arguments' types; what the folder is like is part of the result."""
    given = Arguments(Node({} if arguments is None else arguments), ("target_dir", *ASKING))
    asking = read_asking(given)._replace(timeout=PICKER_SECONDS)
    return Upload(given.text("target_dir", 1 << 13), asking)


@contextmanager
def only_one() -> Iterator[None]:
    """Hold the one picker; raises `UploadFailed` while somebody else has it."""
    if not _picking.acquire(blocking=False):
        raise UploadFailed("another upload is already waiting for the user")
    try:
        yield
    finally:
        _picking.release()


def folder_of(call: Upload) -> str:
    """Return the folder that a file goes to; raises `UploadFailed` when it can't go there."""
    try:
        folder = os.path.realpath(expand(call.target_dir or os.getcwd()))
    except (TargetWriteError, OSError) as error:
        raise UploadFailed(str(error).replace("the path", "target_dir")) from error
    if not os.path.exists(folder):
        raise UploadFailed(f"target_dir does not exist: {folder}")
    if not os.path.isdir(folder):
        raise UploadFailed(f"target_dir is not a folder: {folder}")
    if not os.access(folder, os.W_OK | os.X_OK):
        raise UploadFailed(f"target_dir can't be written to: {folder}")
    return folder


def screen(call: Upload) -> Json:
    """Return the screen of a call: a file picker that says where the file goes."""
    shown: Json = {
        "kind": "form",
        "title": "Choose a file to hand over",
        "text": f"It is copied to {call.target_dir or os.getcwd()} on {os.uname().nodename}.",
        "fields": [{"kind": "file", "name": FIELD, "label": "File", "required": True}],
        "submit_label": "Hand over",
    }
    return framed(shown, call.asking)


def picked(answer: Answer) -> str:
    """Return the path of the file that was picked; raises `UploadFailed` when none was."""
    if answer.status == TIMEOUT:
        raise UploadFailed("nobody picked a file in time")
    if answer.reason:
        raise UploadFailed(f"the picker went away ({answer.reason})")
    value = answer.value if answer.status == OK and isinstance(answer.value, dict) else {}
    values = value.get("values") if value.get("action") != CANCEL_ACTION else None
    path = values.get(FIELD) if isinstance(values, dict) else None
    if not isinstance(path, str) or not path:
        raise UploadFailed("cancelled: no file was selected")
    return path


def safe_name(path: str) -> str:
    """Return the last part of a path as a name that a file can have anywhere."""
    name = path.replace("\\", "/").rstrip("/").rpartition("/")[2]
    name = "".join(char for char in name if char.isprintable()).strip()
    name = name.encode("utf-8", "ignore").decode()
    root, dot, ending = name.rpartition(".")
    if len(ending) > ENDING_MAX or not root:
        root, dot, ending = name, "", ""
    while len(f"{root}{dot}{ending}".encode()) > NAME_BYTES_MAX:
        root = root[:-1]
    name = f"{root}{dot}{ending}"
    return name if name.strip(". ") else UNUSABLE


def receive(folder: str, name: str, fetch: Callable[[int], Piece]) -> Json:
    """Write the pieces of a file into a folder and return the result.

    `fetch` takes the offset of the next piece. Raises `UploadFailed`; nothing is left then.
    """
    path = os.path.join(folder, name)
    if os.path.lexists(path):
        raise UploadFailed(f"{path} exists already; it was not overwritten")
    half = os.path.join(folder, f".{os.urandom(8).hex()}.part")
    try:
        count = _write(half, fetch)
        take_place(half, path)
    except TargetWriteError:
        raise UploadFailed(f"{path} exists already; it was not overwritten") from None
    except OSError as error:
        raise UploadFailed(f"cannot write {path}: {error.strerror or error}") from error
    finally:
        with suppress(OSError):
            os.unlink(half)
    return {"status": "ok", "path": path, "filename": name, "bytes": count}


def _write(path: str, fetch: Callable[[int], Piece]) -> int:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, MODE)
    count = 0
    with open(descriptor, "wb") as file:
        os.fchmod(descriptor, MODE)
        last = False
        while not last:
            data, last = fetch(count)
            count += len(data)
            if count > BYTES_MAX:
                raise UploadFailed(f"the file has more than {BYTES_MAX >> 20} MiB")
            if not data and not last:
                raise UploadFailed("the file ended before its end")
            file.write(data)
        file.flush()
        os.fsync(descriptor)
    return count


def failed(why: str) -> Json:
    """Return the result of an upload that came to nothing."""
    return {"status": "error", "error": why}
