"""One field of a form as data: its kind, its name, and every member of its kind, checked.

What kinds there are, and how a spec becomes a `Field`, is in `field_kinds`; how one looks and takes
keys is a widget's matter (`mplex.dialog.fields`).
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from mplex.dialog.condition import Condition

NOTHING: Mapping[str, Any] = MappingProxyType({})


class Field:
    """A checked field; it never changes."""

    __slots__ = ("data", "kind", "name", "show_if")

    def __init__(
        self,
        kind: str,
        name: str = "",
        data: Mapping[str, Any] = NOTHING,
        show_if: Condition = (),
    ) -> None:
        self.kind = kind
        self.name = name
        """What its value is reported as; empty for a field that is only shown."""
        self.data = data
        """Every member of its kind, with defaults filled in."""
        self.show_if = show_if

    def __getitem__(self, member: str) -> Any:
        """Return a member by its name in the spec, None when it is not there."""
        return self.data.get(member)

    def text(self, member: str) -> str:
        """Return a member that is a string, "" when it is not there."""
        return str(self.data.get(member) or "")

    @property
    def label(self) -> str:
        """What the field is called: its label, else its name."""
        return self.text("label") or self.name
