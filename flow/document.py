"""JSON in and out: documents from files and standard input, results to standard output.

Errors name the place in the text. What a document has to contain is `flow.spec`'s business.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from typing import TextIO

from mplex.errors import MplexError, SpecError, UsageError

STDIN = "-"
"""The file name that means standard input."""


def read_json(name: str) -> object:
    """Read the file `name`, or standard input for "-".

    Raises `UsageError` when it cannot be read, `SpecError` when it is not JSON in UTF-8.
    """
    try:
        data = _read(name)
    except OSError as error:
        raise UsageError(f"cannot read {name}: {error.strerror or error}") from error
    except ValueError as error:
        # A null character in the name.
        raise UsageError(f"cannot read {name!r}: {error}") from error
    shown = "standard input" if name == STDIN else name
    try:
        return parse_json(data.decode("utf-8-sig"), shown)
    except UnicodeDecodeError as error:
        raise SpecError(shown, f"is not UTF-8: see byte {error.start}") from error


def _read(name: str) -> bytes:
    if name == STDIN:
        if sys.stdin is None:
            raise UsageError("cannot read standard input: it is closed")
        return sys.stdin.buffer.read()
    with open(name, "rb") as file:
        return file.read()


def parse_json(text: str, name: str) -> object:
    """Parse JSON text; `name` says in a `SpecError` where it comes from."""
    try:
        value: object = json.loads(text)
    except json.JSONDecodeError as error:
        where = f"{name}:{error.lineno}:{error.colno}"
        raise SpecError(where, f"is not JSON: {error.msg}") from error
    except RecursionError as error:
        raise SpecError(name, "is nested too deeply") from error
    except ValueError as error:
        # A number with more digits than Python converts.
        raise SpecError(name, f"is not JSON: {error}") from error
    return value


def write_json(value: Mapping[str, object]) -> None:
    """Write an object as one line on standard output; raises `MplexError` when that fails."""
    write_line(sys.stdout, json.dumps(value, ensure_ascii=False))


def write_line(stream: TextIO | None, text: str) -> None:
    """Write a line in UTF-8, whatever the locale; a reader that has gone is no error.

    Raises `MplexError` when it cannot be written, for instance on a full disk.
    """
    if stream is None:
        return
    try:
        stream.flush()
        # A lone surrogate becomes an escape, which in a JSON string means just that surrogate.
        stream.buffer.write(f"{text}\n".encode("utf-8", "backslashreplace"))
        stream.buffer.flush()
    except BrokenPipeError:
        _abandon(stream)
    except OSError as error:
        _abandon(stream)
        raise MplexError(f"cannot write the result: {error.strerror or error}") from error


def _abandon(stream: TextIO) -> None:
    """Let what is left in a stream go nowhere: the interpreter flushes once more when it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
