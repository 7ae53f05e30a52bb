"""Reading a tool's arguments: names in both spellings, types, limits, and where something is wrong.

Agents write `submit_label` or `submitLabel`, leave members out or send null, and some hosts send a
list as a string of JSON; all of that means the same here. What a tool needs is its own matter.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isfinite
from typing import Any

from flow.document import parse_json
from mplex.dialog.caps import FORM_VALUE_MAX
from mplex.dialog.node import Node, describe, quote
from mplex.errors import SpecError

SHORT = 1000
"""Characters of a title, a label or a name."""

LONG = 200_000
"""Characters of a text, a document, or a source."""

ENTRIES_MAX = 5000
"""Entries of a list."""

ALIASES = {
    "multi_select": "multiSelect",
    "allow_other": "allowOther",
    "submit_label": "submitLabel",
    "cancel_label": "cancelLabel",
    "confirm_label": "confirmLabel",
    "sync_scroll": "syncScroll",
}
"""The other spelling of an argument's name."""

SIZES = ("s", "m", "l")


class Arguments:
    """An object's members by their one name; those that are null count as left out."""

    def __init__(self, node: Node, known: Sequence[str]) -> None:
        """Read an object; raises `SpecError` when it is none, or has a name twice or mistyped."""
        self.node = node
        both = [*known, *(ALIASES[name] for name in known if name in ALIASES)]
        self._given = {
            name: value for name, value in node.members(both).items() if value.value is not None
        }
        for name, alias in ALIASES.items():
            if alias in self._given and name in known:
                if name in self._given:
                    raise self._given[alias].fail(f"is given as {name}, too")
                self._given[name] = self._given.pop(alias)

    def __contains__(self, name: str) -> bool:
        return name in self._given

    def __getitem__(self, name: str) -> Node:
        """Return a member; raises `SpecError` when it is not there."""
        if name not in self._given:
            raise self.node.fail(f"needs {quote(name)}")
        return self._given[name]

    def text(self, name: str, limit: int = SHORT, default: str = "") -> str:
        """Return a string, or the default when it is not there."""
        return self._given[name].text(limit) if name in self else default

    def flag(self, name: str, default: bool = False) -> bool:
        """Return a boolean."""
        if name not in self:
            return default
        value = self._given[name].value
        if not isinstance(value, bool):
            raise self._given[name].fail(f"must be true or false, not {describe(value)}")
        return value

    def number(self, name: str, low: float, high: float) -> float | None:
        """Return a number between `low` and `high`, None when it is not there."""
        if name not in self:
            return None
        node, value = self._given[name], self._given[name].value
        if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value):
            raise node.fail(f"must be a number, not {describe(value)}")
        if not low <= value <= high:
            raise node.fail(f"must be between {low:g} and {high:g}")
        return value

    def whole(self, name: str, low: int, high: int) -> int | None:
        """Return a whole number between `low` and `high`, None when it is not there."""
        value = self.number(name, low, high)
        if value is not None and value != int(value):
            raise self._given[name].fail("must be a whole number")
        return None if value is None else int(value)

    def one_of(self, name: str, words: Sequence[str]) -> str:
        """Return one of some words, "" when it is not there."""
        return self._given[name].one_of(words) if name in self else ""

    def entries(self, name: str, low: int, known: Sequence[str]) -> list[Arguments]:
        """Return a list of objects with at least `low` of them."""
        return [Arguments(node, known) for node in self.nodes(name, low)]

    def nodes(self, name: str, low: int = 0) -> list[Node]:
        """Return a list's elements; a list that came as a string of JSON is read."""
        node = unpacked(self[name])
        if isinstance(node.value, list) and len(node.value) < low:
            least = "one" if low == 1 else str(low)
            raise node.fail(f"has {len(node.value)} entries; it needs at least {least}")
        return node.items("entries", low, ENTRIES_MAX)

    def data(self, name: str) -> Any:
        """Return a member as it came, None when it is not there."""
        return unpacked(self._given[name]).value if name in self else None

    def part(self, name: str, known: Sequence[str]) -> Arguments | None:
        """Return a member that is an object, None when it is not there."""
        return Arguments(unpacked(self._given[name]), known) if name in self else None


def unpacked(node: Node) -> Node:
    """Return a node whose list or object came as a string of JSON as that list or object."""
    value = node.value
    if isinstance(value, str) and value.lstrip()[:1] in ("[", "{"):
        return Node(parse_json(value, node.where), node.where)
    return node


def values_of(entries: Sequence[Arguments], *, fallback: str = "") -> Iterator[str]:
    """Yield each entry's `value`, a non-empty string that no entry before has.

    `fallback` names the member that stands in for a value left out.
    """
    seen: dict[str, str] = {}
    for entry in entries:
        name = "value" if "value" in entry or not fallback else fallback
        if name not in entry:
            raise SpecError(f"{entry.node.where}.value", "must be a non-empty string")
        value = entry[name].text(FORM_VALUE_MAX, blank=False)
        if value in seen:
            where = f"{entry.node.where}.{name}"
            raise SpecError(where, f"{quote(value)} is already the value of {seen[value]}")
        seen[value] = entry.node.where
        yield value


def letters(index: int) -> str:
    """Return A, B, ... Z, AA, AB, ... for a place in a list."""
    name = ""
    index += 1
    while index:
        index, rest = divmod(index - 1, 26)
        name = chr(ord("A") + rest) + name
    return name
