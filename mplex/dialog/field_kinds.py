"""`FIELD_KINDS`: the one table of field kinds, and how a field is read by it.

The check, the schema, the reference and the widgets all follow this table. The rows of the kinds
stand in `field_inputs`, `field_collections`, `field_reviews` and `field_displays`; what every field
has stands here. A tool that may ask less than everything says which kinds it has.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mplex.dialog.caps import FORM_NAME_MAX, FORM_VALUE_MAX
from mplex.dialog.condition import Condition, read_condition
from mplex.dialog.field import Field
from mplex.dialog.field_collections import COLLECTIONS
from mplex.dialog.field_displays import DISPLAYS, MARKED
from mplex.dialog.field_inputs import INPUTS
from mplex.dialog.field_kind import FieldKind
from mplex.dialog.field_members import Data, Member, Setting, flag, read_members, text, word
from mplex.dialog.field_reviews import REVIEWS
from mplex.dialog.json_schema import matches
from mplex.dialog.node import Node
from mplex.dialog.target import (
    MODES,
    PATH_MAX,
    PATH_PATTERN,
    PERM_PATTERN,
    SUBSTITUTE,
    path_problem,
    perm_problem,
)

SECRET = "secret"
PROGRESS = "progress"

FIELD_KINDS: dict[str, FieldKind] = {
    row.name: row for row in (*INPUTS, *COLLECTIONS, *REVIEWS, MARKED, *DISPLAYS)
}
"""Every kind of field by its name."""

AIUI_KINDS = tuple(name for name, row in FIELD_KINDS.items() if row.aiui)
"""The kinds that the tool `form` accepts."""

LABEL = text("label", "what the field is called")
NAME = text("name", "what the value is reported as, unique", FORM_NAME_MAX, blank=False)


def _path(node: Node) -> str:
    path = node.text(PATH_MAX)
    problem = path_problem(path)
    if problem:
        raise node.fail(problem)
    return path


def _perm(node: Node) -> str:
    perm = node.text(FORM_NAME_MAX)
    problem = perm_problem(perm)
    if problem:
        raise node.fail(problem)
    return perm


TARGET = (
    word("mode", MODES, "a new file, or a placeholder in an existing one", needed=True),
    Member(
        "path",
        _path,
        {"type": "string", "maxLength": PATH_MAX, "pattern": PATH_PATTERN},
        "the file: absolute, or beginning with ~/",
        "",
        True,
    ),
    Member(
        "perm",
        _perm,
        {"type": "string", "pattern": PERM_PATTERN},
        "its permissions in octal; 0600 for a new file, else as they are",
        "",
    ),
    flag("overwrite", "create: whether an existing file may be replaced"),
    text("placeholder", "substitute: the text to replace, which is there exactly once"),
    text("shown", "set by whoever asks: the destination that the person approves", FORM_VALUE_MAX),
    text("host", "set by whoever asks: the host that it is on"),
    text("snag", "set by whoever asks: why nothing can be written there as things are"),
)
"""The members of a `target`."""


def read_target(node: Node) -> Data:
    """Read where a value is to be written; raises `SpecError`."""
    target = read_members(node, TARGET)
    if target["mode"] == SUBSTITUTE and not target["placeholder"]:
        raise node.fail('needs "placeholder": the text in the file that is replaced')
    return {name: value for name, value in target.items() if value != ""}


HERE = Setting()


def read_field(
    node: Node, setting: Setting = HERE, kinds: Sequence[str] = tuple(FIELD_KINDS)
) -> Field:
    """Check one field by the table; what it says of other fields is checked by the form.

    Raises `SpecError` with the place of the first thing that is wrong.
    """
    kind = FIELD_KINDS[_kind_name(node, kinds)]
    common = ("kind", "name", "label", "show_if", "required", "target")
    members = node.members([*common, *(member.name for member in kind.members)])
    given = {name: member for name, member in members.items() if member.value is not None}
    data: Data = {"label": LABEL.read(given["label"]) if "label" in given else ""}
    data |= read_members(node, kind.members, skip=common)
    if kind.target:
        data["target"] = read_target(given["target"]) if "target" in given else None
    if kind.name == SECRET and not data["target"]:
        raise node.fail(
            'needs "target": a secret goes into a file',
            hint='for a value that comes back use "password"',
        )
    kind.finish(node, data, setting)
    return Field(kind.name, _name(node, kind, given), data, _condition(given))


def _kind_name(node: Node, kinds: Sequence[str]) -> str:
    members = node.members(("kind",))
    if "kind" not in members or members["kind"].value is None:
        raise node.fail('needs "kind"', hint=f"one of {', '.join(kinds)}")
    return members["kind"].one_of(kinds)


def _name(node: Node, kind: FieldKind, given: Mapping[str, Node]) -> str:
    if not kind.has_name:
        # The name of something that is only shown can't be reported, and so says nothing.
        return ""
    if "name" not in given:
        raise node.fail('needs "name": what its value is reported as')
    return given["name"].text(FORM_NAME_MAX, blank=False)


def _condition(given: Mapping[str, Node]) -> Condition:
    return read_condition(given["show_if"]) if "show_if" in given else ()


def field_data(field: Field) -> Data:
    """Return the JSON object that `read_field` reads back as this field."""
    data: Data = {"kind": field.kind}
    if field.name:
        data["name"] = field.name
    data |= field.data
    if field.show_if:
        data["show_if"] = {clause.field: list(clause.accepted) for clause in field.show_if}
    return data


def reports(field: Field) -> bool:
    """Say whether a field has a value to report."""
    return FIELD_KINDS[field.kind].value is not None


def valid_value(field: Field, value: Any) -> bool:
    """Say whether a field can have this value in a dialog, before anything is written to a file.

    Bounds, and whether something must be filled in, are no part of that: an action that skips
    validation reports values as they are. A secret's is never passed around, so none is valid.
    """
    kind = FIELD_KINDS[field.kind]
    if kind.value is None or kind.name == SECRET:
        return False
    return matches(kind.value, value) and kind.fits(field, value)
