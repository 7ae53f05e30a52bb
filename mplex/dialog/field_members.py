"""How one member of a field is read: its check, its default, its schema and its help in one row.

A reader takes a `Node` and returns the value as widgets get it, or raises `SpecError` with the
place. null stands for a member that is not given. Which kind has which members is in
`field_kinds`; what holds between several members of a kind is checked there, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import tzinfo
from math import isfinite
from typing import Any, NamedTuple

from mplex.dialog.caps import (
    FORM_DATA_URL_MAX,
    FORM_LABEL_MAX,
    FORM_NUMBER_MAX,
    FORM_VALUE_MAX,
)
from mplex.dialog.json_schema import Schema, optional
from mplex.dialog.node import Node, describe, quote
from mplex.errors import SpecError

SCALAR_MAX = 10**30
"""The largest magnitude of a number that is only shown and reported."""

Data = dict[str, Any]
Reader = Callable[[Node], Any]


class Setting(NamedTuple):
    """What a check takes from the world around it."""

    zone: tzinfo | None = None
    """The person's time zone; None for that of this process."""


class Member(NamedTuple):
    """One member of a field, or of an entry of a collection."""

    name: str
    read: Reader
    schema: Schema
    help: str
    default: Any = None
    needed: bool = False


def text(
    name: str,
    help_text: str,
    limit: int = FORM_LABEL_MAX,
    *,
    needed: bool = False,
    blank: bool = True,
) -> Member:
    """Return a member that is a string, "" when it is not given."""
    schema: Schema = {"type": "string", "maxLength": limit}
    if not blank:
        schema["pattern"] = r"\S"

    def read(node: Node) -> str:
        return node.text(limit, blank=blank)

    return Member(name, read, schema, help_text, "", needed)


def flag(name: str, help_text: str, *, default: bool = False) -> Member:
    """Return a member that is true or false."""
    return Member(name, read_flag, {"type": "boolean"}, help_text, default)


def read_flag(node: Node) -> bool:
    """Return true or false."""
    if not isinstance(node.value, bool):
        raise node.fail(f"must be true or false, not {describe(node.value)}")
    return node.value


def word(name: str, words: Sequence[str], help_text: str, *, needed: bool = False) -> Member:
    """Return a member that is one of some words; the first is its default."""
    schema: Schema = {"type": "string", "enum": list(words)}
    return Member(name, lambda node: node.one_of(words), schema, help_text, words[0], needed)


def number(name: str, help_text: str, default: float | None = None) -> Member:
    """Return a member that is a finite number."""
    return Member(name, read_number, {"type": "number"}, help_text, default)


def read_number(node: Node) -> float:
    """Return a number of a magnitude that can be computed with exactly."""
    value = node.value
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise node.fail(f"must be a number, not {describe(value)}")
    if isinstance(value, float) and not isfinite(value):
        raise node.fail("must be a finite number")
    if abs(value) > FORM_NUMBER_MAX:
        raise node.fail(f"is out of range; at most {FORM_NUMBER_MAX} are allowed")
    return value


def step(name: str = "step") -> Member:
    """Return the member that says by how much a number goes up and down."""
    help_text = "how far one key press goes; more than 0"
    return Member(name, _read_step, {"type": "number", "exclusiveMinimum": 0}, help_text, 1)


def _read_step(node: Node) -> float:
    value = read_number(node)
    if value <= 0:
        raise node.fail("must be more than 0")
    return value


def whole(name: str, low: int, high: int, help_text: str, default: int | None = None) -> Member:
    """Return a member that is a whole number; one beyond its bounds is taken for the bound."""

    def read(node: Node) -> int:
        value = read_number(node)
        if value != int(value):
            raise node.fail("must be a whole number")
        return min(max(int(value), low), high)

    return Member(name, read, {"type": "integer"}, f"{help_text}; {low} to {high}", default)


def hint(name: str) -> Member:
    """Return a size in pixels: accepted, and only a hint in a terminal."""
    help_text = "a size in pixels; a hint that a terminal may use or not"
    return Member(name, _read_hint, {"type": "number", "minimum": 0}, help_text)


def _read_hint(node: Node) -> float:
    value = read_number(node)
    if value < 0:
        raise node.fail("must not be less than 0")
    return value


def raw(name: str, help_text: str, default: Any = None) -> Member:
    """Return a member that is taken as it is: the kind makes something valid of it."""
    return Member(name, lambda node: node.value, {}, help_text, default)


def strings(name: str, help_text: str, default: list[str] | None = None) -> Member:
    """Return a member that is a list of strings; what else is in the list is left out."""
    schema: Schema = {"type": "array"}
    return Member(name, _read_strings, schema, help_text, default)


def read_scalar(node: Node) -> str | float | bool:
    """Return a string, a number of a sensible size, true or false."""
    value = node.scalar()
    if isinstance(value, str):
        return node.text(FORM_VALUE_MAX)
    if value is None:
        raise node.fail("must be a string, a number, true or false, not null")
    if abs(value) > SCALAR_MAX:
        raise node.fail("is out of range")
    return value


def _read_strings(node: Node) -> list[str]:
    if not isinstance(node.value, list):
        raise node.fail(f"must be a list of values, not {describe(node.value)}")
    return list(dict.fromkeys(value for value in node.value if isinstance(value, str)))


SOURCE_SCHEMA: Schema = {"type": ["string", "object"]}

SOURCE_TEXTS = ("media", "path", "url", "name", "problem")
SOURCE_NUMBERS = ("width", "height", "seconds")


SOURCES = ("src", "thumbnail")
"""The names of the members that say where a picture or a clip is."""


def source(name: str, help_text: str) -> Member:
    """Return a member that says where a picture or a clip is."""
    return Member(name, read_source, SOURCE_SCHEMA, help_text)


def read_source(node: Node) -> str | Data:
    """Return a path or an address as it stands, or what the asker has made of one.

    The resolved form is an object with `media`, `path`, `url` or `problem`, and with `name`.
    """
    if isinstance(node.value, str):
        is_data = node.value[:5].lower() == "data:"
        return node.text(FORM_DATA_URL_MAX if is_data else FORM_VALUE_MAX)
    if not isinstance(node.value, dict):
        raise node.fail(f"must be a path, an address or an object, not {describe(node.value)}")
    members = node.members(SOURCE_TEXTS + SOURCE_NUMBERS)
    if not any(name in members for name in ("media", "path", "url", "problem")):
        raise node.fail('needs "media", "path", "url" or "problem"')
    found: Data = {"name": ""}
    for name, member in members.items():
        if member.value is not None:
            is_text = name in SOURCE_TEXTS
            found[name] = member.text(FORM_VALUE_MAX) if is_text else read_number(member)
    return found


def read_members(node: Node, members: Sequence[Member], *, skip: Sequence[str] = ()) -> Data:
    """Read an object by its table of members; all of them are in what is returned.

    `skip` names members that are known here and read by somebody else.
    """
    given = node.members([*skip, *(member.name for member in members)])
    found: Data = {}
    for member in members:
        part = given.get(member.name)
        if part is not None and part.value is not None:
            found[member.name] = member.read(part)
        elif member.needed:
            raise node.fail(f"needs {quote(member.name)}: {member.help}")
        else:
            is_list = isinstance(member.default, list)
            found[member.name] = list(member.default) if is_list else member.default
    return found


def object_schema(members: Iterable[Member]) -> Schema:
    """Return the JSON schema of an object with these members."""
    members = tuple(members)
    properties = {
        member.name: {
            **(member.schema if member.needed else optional(member.schema)),
            "description": member.help,
        }
        for member in members
    }
    schema: Schema = {"type": "object", "properties": properties}
    needed = [member.name for member in members if member.needed]
    return {**schema, "required": needed} if needed else schema


class Entries:
    """A reader of a collection: a list of objects, each with a `value` of its own.

    With `bare` a string stands for an entry with that label and value.
    """

    def __init__(
        self,
        what: str,
        members: Sequence[Member],
        low: int,
        high: int,
        *,
        bare: bool = False,
        unique: bool = True,
    ) -> None:
        self.what = what
        self.members = tuple(members)
        self.low = low
        self.high = high
        self.bare = bare
        self.unique = unique

    def __call__(self, node: Node) -> list[Data]:
        """Return the entries as plain objects."""
        nodes = node.items(self.what, self.low, self.high)
        entries = [self._read(each) for each in nodes]
        if self.unique:
            check_unique(
                [(entry["value"], each) for entry, each in zip(entries, nodes, strict=True)]
            )
        return entries

    def _read(self, node: Node) -> Data:
        if self.bare and isinstance(node.value, str):
            label = node.text(FORM_VALUE_MAX, blank=False)
            return read_members(Node({"label": label, "value": label}, node.where), self.members)
        return read_members(node, self.members)

    def schema(self) -> Schema:
        """Return the JSON schema of the list."""
        entry = object_schema(self.members)
        item: Schema = {"anyOf": [{"type": "string"}, entry]} if self.bare else entry
        schema: Schema = {"type": "array", "items": item, "maxItems": self.high}
        return {**schema, "minItems": self.low} if self.low else schema


def entries(name: str, reader: Entries, help_text: str, *, default: Any = None) -> Member:
    """Return a member that is a collection; without a default it must be given."""
    return Member(name, reader, reader.schema(), help_text, default, default is None)


def check_unique(named: Iterable[tuple[object, Node]], member: str = "value") -> None:
    """Refuse a value that an earlier entry already has."""
    seen: dict[tuple[bool, object], Node] = {}
    for value, node in named:
        # JSON tells true from 1.
        key = (isinstance(value, bool), value)
        if key in seen:
            shown = quote(value) if isinstance(value, str) else str(value)
            where = f"{node.where}.{member}"
            raise SpecError(where, f"{shown} is already the {member} of {seen[key].where}")
        seen[key] = node


def identity(help_text: str) -> Member:
    """Return the member `value` of an entry: what is reported, a string that is not empty."""
    return text("value", help_text, FORM_VALUE_MAX, needed=True, blank=False)
