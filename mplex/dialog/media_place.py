"""Where in a form something could not be shown, in the words of `media_warnings`.

One idea: a warning says the field and the item before the file and the reason, so that the program
that asks need not guess which of its pictures was not seen. What was wrong is said by others.
"""

from __future__ import annotations

from typing import Final

from mplex.dialog.field import Field
from mplex.dialog.plain_text import plain_line

LONGEST: Final = 60
"""Characters of a name, a label or a value."""


def placed_warning(field: Field, warning: str, item: str = "") -> str:
    """Return a warning behind its place: `field "logo", item "b": b.png: it is empty`.

    A field without a name is told by its kind and its label; one without either is not told.
    """
    label = field.text("label").strip()
    parts = []
    if field.name:
        parts.append(f"field {_quoted(field.name)}")
    elif label:
        parts.append(f"{field.kind} {_quoted(label)}")
    if item:
        parts.append(f"item {_quoted(item)}")
    return ": ".join(part for part in (", ".join(parts), warning) if part)


def _quoted(said: str) -> str:
    line = plain_line(said)
    return f'"{line if len(line) <= LONGEST else line[: LONGEST - 1] + "…"}"'
