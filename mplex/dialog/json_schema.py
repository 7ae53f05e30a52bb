"""The little of JSON Schema that values of fields are described with, and the check for it.

A field kind says the shape of its value once, as a schema: programs get to read it, and the same
schema decides here whether a value has that shape. Only the words that the table uses are known.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from math import isfinite
from typing import Any

Schema = dict[str, Any]

TYPES: dict[str, Callable[[object], bool]] = {
    "string": lambda value: isinstance(value, str),
    "boolean": lambda value: isinstance(value, bool),
    "number": lambda value: _is_number(value),
    "integer": lambda value: _is_number(value) and value == int(value),  # type: ignore[call-overload]
    "null": lambda value: value is None,
    "array": lambda value: isinstance(value, list),
    "object": lambda value: isinstance(value, dict),
}


def _is_number(value: object) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return isinstance(value, int) or isfinite(value)


def matches(schema: Mapping[str, Any], value: object) -> bool:
    """Say whether a value has the shape that a schema describes."""
    return all(WORDS[word](said, value, schema) for word, said in schema.items() if word in WORDS)


def _type(said: Any, value: object, schema: Mapping[str, Any]) -> bool:
    names = [said] if isinstance(said, str) else said
    return any(TYPES[name](value) for name in names)


def _properties(said: Any, value: object, schema: Mapping[str, Any]) -> bool:
    if not isinstance(value, dict):
        return True
    rest = schema.get("additionalProperties", {})
    for name, part in value.items():
        inner = said.get(name, rest)
        if inner is False or not matches(inner, part):
            return False
    return True


def _items(said: Any, value: object, schema: Mapping[str, Any]) -> bool:
    return not isinstance(value, list) or all(matches(said, part) for part in value)


def _unique(said: Any, value: object, schema: Mapping[str, Any]) -> bool:
    if not said or not isinstance(value, list):
        return True
    # Only lists of scalars are described so: true and 1 are two values, 1 and 1.0 are one.
    keys = {(isinstance(part, bool), part) for part in value if not isinstance(part, dict | list)}
    return len(keys) == len(value)


WORDS: dict[str, Callable[[Any, object, Mapping[str, Any]], bool]] = {
    "type": _type,
    "properties": _properties,
    "items": _items,
    "uniqueItems": _unique,
    "enum": lambda said, value, schema: value in said,
    "anyOf": lambda said, value, schema: any(matches(each, value) for each in said),
    "pattern": lambda said, value, schema: (
        not isinstance(value, str) or re.search(said.replace("$", r"\Z"), value) is not None
    ),
    "required": lambda said, value, schema: (
        not isinstance(value, dict) or all(name in value for name in said)
    ),
    "maxLength": lambda said, value, schema: not isinstance(value, str) or len(value) <= said,
    "maxItems": lambda said, value, schema: not isinstance(value, list) or len(value) <= said,
    "minimum": lambda said, value, schema: not _is_number(value) or value >= said,
    "maximum": lambda said, value, schema: not _is_number(value) or value <= said,
}
"""What each word of a schema demands; words that only describe are not here."""


def optional(schema: Mapping[str, Any]) -> Schema:
    """Return the schema of a member that may also be null, which means that it is not given."""
    result = dict(schema)
    if "enum" in result:
        result["enum"] = [*result["enum"], None]
    if "type" in result:
        kinds = result["type"] if isinstance(result["type"], list) else [result["type"]]
        result["type"] = kinds if "null" in kinds else [*kinds, "null"]
    elif "anyOf" in result:
        result["anyOf"] = [*result["anyOf"], {"type": "null"}]
    return result


def record(properties: Mapping[str, Schema], *needed: str, closed: bool = True) -> Schema:
    """Return the schema of an object; all members are needed unless some are named."""
    schema: Schema = {
        "type": "object",
        "properties": dict(properties),
        "required": list(needed or properties),
    }
    return {**schema, "additionalProperties": False} if closed else schema
