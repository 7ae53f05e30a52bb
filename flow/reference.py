"""The reference of the dialog spec as Markdown, told by the tables that the check reads with.

There is no text about a single member or kind in here. What a form means, and how a flow of forms
runs, is written by hand at the head of `docs/dialog-spec.md`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from flow.forms_spec import SCREEN_MEMBERS, SPEC_MEMBERS
from mplex.dialog import caps
from mplex.dialog.answer import REASONS
from mplex.dialog.field_inputs import OUTCOME
from mplex.dialog.field_kind import FieldKind
from mplex.dialog.field_kinds import FIELD_KINDS, LABEL, NAME, TARGET
from mplex.dialog.field_members import Entries, Member
from mplex.dialog.form_spec import ACTION, MEMBERS, TAB_MEMBERS

HEAD = ("Member", "Takes", "Default", "Meaning")

CONDITION = Member("show_if", lambda node: None, {"type": "object"}, "a condition", None)
TARGET_MEMBER = Member(
    "target", lambda node: None, {"type": "object"}, "a file that the value is written to"
)

LIMITS: tuple[tuple[str, int], ...] = (
    ("fields in a form, over all tabs", caps.FORM_FIELDS_MAX),
    ("levels of a tree", caps.FORM_TREE_DEPTH_MAX),
    ("characters of a typed answer", caps.FORM_ANSWER_MAX),
    ("characters of a picture in a `data:` URL", caps.FORM_DATA_URL_MAX),
    ("magnitude of a bound and of a number to start with", caps.FORM_NUMBER_MAX),
    ("JSON values in a form, or in a whole flow", caps.FORM_PARTS_MAX),
    ("levels of objects and lists in it", caps.FORM_NESTING_MAX),
    ("bytes of its text, `data:` URLs aside", caps.FORM_BYTES_MAX),
    ("bytes of all its answers together, as JSON", caps.FORM_VALUES_MAX),
    ("visits of screens in a run of a flow", caps.FORM_VISITS_MAX),
)
"""The limits that no single member shows."""


def dialog_spec_markdown() -> str:
    """Return the generated part of the page."""
    parts = [
        "## Members of a form",
        _members(MEMBERS),
        "A tab:",
        _members(TAB_MEMBERS),
        "An action:",
        _members(ACTION),
        "## Members of a flow",
        "The spec itself, besides `v`, which is 2:",
        _members(SPEC_MEMBERS),
        "A screen:",
        _members(SCREEN_MEMBERS),
        "## What every field has",
        "`kind` is one of those below.",
        _members((NAME, LABEL, CONDITION, TARGET_MEMBER)),
        "A target:",
        _members(TARGET),
        f"What is reported of it: {_keys(OUTCOME)}.",
        "## Kinds of fields",
        _grid(("Kind", "What it is", "Value"), map(_row, FIELD_KINDS.values())),
        *(part for kind in FIELD_KINDS.values() for part in _kind(kind)),
        "## Reasons",
        _grid(("Reason", "Why it ended"), ((f"`{name}`", why) for name, why in REASONS.items())),
        "## Limits",
        "Those of single members are in the tables above. Besides:",
        _grid(("What", "At most"), ((what, f"{most:,}") for what, most in LIMITS)),
    ]
    return "\n\n".join(parts) + "\n"


def _row(kind: FieldKind) -> tuple[str, str, str]:
    return f"[`{kind.name}`](#{kind.name})", _cell(kind.help), _cell(kind.reports) or "none"


def _kind(kind: FieldKind) -> Iterator[str]:
    yield f"### {kind.name}"
    yield f"{_sentence(kind.help)} {_reported(kind)}"
    if kind.members:
        yield _members(kind.members)
    for member in kind.members:
        if isinstance(member.read, Entries):
            yield f"Each of `{member.name}`:"
            yield _members(member.read.members)
    yield f"```json\n{json.dumps({'kind': kind.name, **kind.example}, ensure_ascii=False)}\n```"


def _reported(kind: FieldKind) -> str:
    if kind.value is None:
        return "It reports nothing." + (" It needs a name all the same." if kind.named else "")
    where = "" if kind.aiui else " The tool `form` does not have it."
    return f"Its value: {kind.reports}.{where}"


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."


def _members(members: Iterable[Member]) -> str:
    return _grid(HEAD, (_member(member) for member in members))


def _member(member: Member) -> tuple[str, str, str, str]:
    default = "needed" if member.needed else _default(member.default)
    return f"`{member.name}`", _cell(_takes(member.schema)), default, _cell(member.help)


def _default(value: object) -> str:
    if value is None or value in ("", (), [], {}):
        return ""
    return f"`{json.dumps(value)}`"


def _takes(schema: Mapping[str, Any]) -> str:
    """Return in words what a schema allows."""
    if "enum" in schema:
        return ", ".join(f"`{word}`" for word in schema["enum"] if word)
    kinds = schema.get("type", "any value")
    names = [kinds] if isinstance(kinds, str) else list(kinds)
    words = " or ".join("true or false" if name == "boolean" else _list(name) for name in names)
    for limit in ("maxLength", "maxItems"):
        if limit in schema:
            return f"{words}, at most {schema[limit]:,}"
    return words


def _list(name: str) -> str:
    return "list" if name == "array" else name


def _keys(schema: Mapping[str, Any]) -> str:
    needed = schema["required"]
    names = (name if name in needed else f"{name}?" for name in schema["properties"])
    return f"`{{{', '.join(names)}}}`"


def _grid(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
