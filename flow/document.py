"""JSON documents from files and standard input, with errors that name the place in the text.

What a document has to contain is `flow.spec`'s business.
"""

from __future__ import annotations

import json
import sys

from mplex.errors import SpecError, UsageError

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
