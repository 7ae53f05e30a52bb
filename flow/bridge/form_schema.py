"""JSON Schema of a flow of forms (version 2), made of the tables that the check reads with.

Two sizes of the same: whole, with the members of every kind of field, for editors and validators;
and brief, for a list of tools that a model carries along all the time. Neither is stricter than
`flow.forms_spec`, which has the last word.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flow.bridge.schema import FLOW_SPEC, SHOW_IF, Schema
from flow.bridge.verbs import SCHEMA_NAMES
from flow.document import write_json
from flow.forms_spec import SCREEN_MEMBERS, SPEC_MEMBERS
from mplex.dialog.caps import (
    FORM_ACTIONS_MAX,
    FORM_FIELDS_MAX,
    FORM_TABS_MAX,
    FORM_TIMEOUT_MAX,
    FORM_VERSION,
    PLEXER_FLOW_TIMEOUT_MAX,
    PLEXER_FLOW_TIMEOUT_MIN,
)
from mplex.dialog.field_inputs import OUTCOME, REQUIRED
from mplex.dialog.field_kind import FieldKind
from mplex.dialog.field_kinds import FIELD_KINDS, LABEL, NAME, SECRET, TARGET
from mplex.dialog.field_members import Member, object_schema
from mplex.dialog.form_spec import ACTION, FORM, MEMBERS
from mplex.dialog.json_schema import optional

TARGET_SCHEMA: Schema = {
    **object_schema(member for member in TARGET if member.name not in ("shown", "host")),
    "description": "a file that the value is written to when the form is submitted",
}

CONDITION: Schema = optional(SHOW_IF)

DEFINED = "#/$defs/"
"""Where a whole schema has what it says more than once."""


def field_schema(kind: FieldKind) -> Schema:
    """Return the schema of a field of one kind."""
    named = NAME._replace(needed=kind.has_name)
    members = [named, LABEL, *kind.members]
    if all(member.name != REQUIRED.name for member in members):
        members.append(REQUIRED._replace(schema={}, help="means nothing for this kind"))
    schema: dict[str, Any] = object_schema(members)
    if not kind.has_name:
        schema["properties"]["name"] = {"description": "means nothing for this kind"}
    properties = {"kind": {"const": kind.name, "description": kind.help}, **schema["properties"]}
    properties["show_if"] = {"$ref": f"{DEFINED}show_if"}
    needed = ["kind", *schema.get("required", [])]
    if kind.target:
        properties["target"] = {"anyOf": [{"$ref": f"{DEFINED}target"}, {"type": "null"}]}
    if kind.name == SECRET:
        properties["target"] = {"$ref": f"{DEFINED}target"}
        needed.append("target")
    return {"type": "object", "properties": properties, "required": needed}


def brief_field() -> Schema:
    """Return the schema of a field without the members that only one kind has."""
    return {
        "type": "object",
        "properties": {
            "kind": {"type": "string", "enum": list(FIELD_KINDS)},
            "name": {"description": NAME.help},
            "label": optional(LABEL.schema),
            "show_if": CONDITION,
        },
        "required": ["kind"],
    }


WHOLE_FIELD: Schema = {"$ref": f"{DEFINED}field"}


def _definitions() -> dict[str, Schema]:
    return {
        "field": {"anyOf": [field_schema(kind) for kind in FIELD_KINDS.values()]},
        "show_if": CONDITION,
        "target": TARGET_SCHEMA,
    }


def _listed(item: Schema, high: int) -> Schema:
    return {"type": "array", "items": item, "maxItems": high}


def _form(members: tuple[Member, ...], field: Schema) -> Schema:
    """Return the schema of an object with the members of a form, its lists filled in."""
    schema: dict[str, Any] = object_schema(members)
    fields = _listed(field, FORM_FIELDS_MAX)
    tab: Schema = {
        "type": "object",
        "properties": {"label": optional(LABEL.schema), "fields": fields},
        "required": ["fields"],
    }
    lists = {
        "fields": fields,
        "tabs": _listed(tab, FORM_TABS_MAX),
        "actions": _listed(object_schema(ACTION), FORM_ACTIONS_MAX),
    }
    for name, part in lists.items():
        described = schema["properties"][name]["description"]
        schema["properties"][name] = {**optional(part), "description": described}
    return schema


def flow_schema(field: Schema) -> Schema:
    """Return the schema of a spec whose fields have the schema `field`."""
    screen: dict[str, Any] = _form(SCREEN_MEMBERS, field)
    screen["properties"]["show_if"] = CONDITION
    schema: dict[str, Any] = object_schema(SPEC_MEMBERS)
    schema["properties"]["screens"]["items"] = screen
    version = {"const": FORM_VERSION, "description": "the version of the spec"}
    properties = {"v": version, **schema["properties"]}
    return {"type": "object", "properties": properties, "required": ["v", "screens"]}


def whole_schema() -> Schema:
    """Return the whole schema of a flow of forms."""
    return {**flow_schema(WHOLE_FIELD), "$defs": _definitions()}


def screen_schema() -> Schema:
    """Return the whole schema of a form on the control socket."""
    schema: dict[str, Any] = _form(MEMBERS, WHOLE_FIELD)
    properties = {"kind": {"const": FORM}, **schema["properties"]}
    schema = {"type": "object", "properties": properties, "required": ["kind"]}
    return {**schema, "$defs": _definitions()}


def value_schema(kind: FieldKind) -> Schema | None:
    """Return the schema of what a kind reports at the end, None if it reports nothing.

    A value that was written to a file is reported with what became of that.
    """
    if kind.value is None or kind.name == SECRET:
        return kind.value
    properties = {"value": kind.value, **OUTCOME["properties"]}
    written = {**OUTCOME, "properties": properties, "required": ["value", *OUTCOME["required"]]}
    return {"anyOf": [kind.value, written]}


def values_schema() -> Schema:
    """Return the schemas of what is reported, by the kind of the field."""
    found = {name: value_schema(kind) for name, kind in FIELD_KINDS.items()}
    return {"$defs": {name: schema for name, schema in found.items() if schema is not None}}


SCHEMAS: dict[str, Callable[[], Schema]] = dict(
    zip(SCHEMA_NAMES, (whole_schema, screen_schema, values_schema), strict=True)
)
"""What `mplex-ctl validate --schema` prints, by its name."""


def print_schema(name: str) -> int:
    """Print one of `SCHEMAS`; return the exit status."""
    write_json(SCHEMAS[name]())
    return 0


SHOW_SPEC: Schema = {
    "anyOf": [FLOW_SPEC, flow_schema(brief_field())],
    "description": "The flow: what to show and to ask. Version 2 shows all fields of a screen at "
    "once; the members of each kind of field are those of the tool `form`.",
}
"""What `plexer_show` takes: either version, in brief."""

SHOW_SECONDS: Schema = {
    "type": "number",
    "minimum": PLEXER_FLOW_TIMEOUT_MIN,
    "maximum": FORM_TIMEOUT_MAX,
    "description": "Instead of spec.timeout: seconds the person has for the whole flow "
    f"({PLEXER_FLOW_TIMEOUT_MIN} to {PLEXER_FLOW_TIMEOUT_MAX}; {FORM_TIMEOUT_MAX} in version 2).",
}
