"""What a `target` may say: the one set of rules for the file that a value is written to.

A spec is checked by them when it is read and a target again before it is written; a dialog tells
the person by the same words what will happen. Each rule returns what is wrong, "" for nothing; how
that becomes an error is the caller's matter, and so is everything that a file system says.
"""

from __future__ import annotations

import re

from mplex.dialog.caps import FORM_VALUE_MAX

CREATE = "create"
SUBSTITUTE = "substitute"
MODES = (CREATE, SUBSTITUTE)

PATH_MAX = FORM_VALUE_MAX
"""Characters of a path."""

CREATE_PERM = 0o600
"""The permissions of a new file when the target names none."""

PERM_PATTERN = "^0?[0-7]{3}$"
PATH_PATTERN = "^(/|~/)"
"""The rules as far as a schema can say them."""

_PERM = re.compile(PERM_PATTERN.replace("$", r"\Z"))


def path_problem(path: str) -> str:
    """Say what is wrong with a path: it has to name one stable place on the asker's host."""
    if not 0 < len(path) <= PATH_MAX:
        return f"must have 1 to {PATH_MAX} characters"
    if any(ord(char) < 0x20 or 0x7F <= ord(char) < 0xA0 for char in path):
        return "must not have control characters"
    if not path.startswith(("/", "~/")):
        return "must be absolute or begin with ~/"
    return ""


def perm_problem(perm: object) -> str:
    """Say what is wrong with the permissions that a target names."""
    if isinstance(perm, str) and _PERM.match(perm):
        return ""
    return 'must be an octal mode as a string, such as "0600"'


def mode_problem(mode: object) -> str:
    """Say what is wrong with a mode."""
    return "" if mode in MODES else f'must be "{CREATE}" or "{SUBSTITUTE}"'


def shown_perm(perm: int) -> str:
    """Return permissions as a target names them."""
    return f"{perm:04o}"
