"""The check of what a method of the control socket is given: names and types, by the table.

Members that are not known are ignored, but one that looks like a mistyped known name is refused, as
in a spec.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mplex.dialog.node import Node, describe, quote
from mplex.errors import SpecError
from mplex.protocol.methods import Kind, Method


def check_params(given: Mapping[str, Any], method: Method) -> None:
    """Check names and types; raises `SpecError` with the name of what is wrong."""
    Node(given).members([param.name for param in method.params])
    for param in method.params:
        value = given.get(param.name)
        if value is None:
            if param.needed:
                raise SpecError(param.name, f"is needed: {param.kind.name}")
        elif not _fits(value, param.kind):
            raise SpecError(param.name, f"must be {param.kind.name}, not {describe(value)}")
    if method.one_of and all(given.get(name) is None for name in method.one_of):
        first, *others = method.one_of
        raise SpecError(first, f"is needed, or {' or '.join(map(quote, others))}")


def _fits(value: object, kind: Kind) -> bool:
    if isinstance(value, bool):
        return bool in kind.types or object in kind.types
    return isinstance(value, kind.types)
