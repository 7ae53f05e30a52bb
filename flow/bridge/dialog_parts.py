"""Fields of a dialog as properties of a host's flat form, one row of `PARTS` for each kind.

A row says which properties stand for a field, and how its value is read back. What has no row, or
would not mean the same there, is not asked through a host. A password or a secret has none: a host
sees, shows and keeps what passes through it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from typing import Any, NamedTuple

from flow.bridge.forms import Form, WrongContent, plain
from mplex.dialog.field import Field

Content = Mapping[str, Any]

OTHER = "other"


class Part(NamedTuple):
    """A row of `PARTS`."""

    schema: Callable[[Field, bool], Form]
    """Returns the properties of a field; the flag says whether choices have titles."""
    read: Callable[[Field, Content], Any]
    """Returns the field's value in what came back; raises `WrongContent`."""
    fits: Callable[[Field], bool] = lambda field: True
    """Whether this field means the same in a flat form."""
    many: Callable[[Field], bool] = lambda field: False
    """Whether it takes a list of choices, which older hosts do not know."""


def name_of(field: Field) -> str:
    return plain(field.label)


def one_of(choices: list[tuple[str, str]], titled: bool) -> Form:
    """Return the schema of one choice among values with titles."""
    if titled:
        return {"type": "string", "oneOf": _titles(choices)}
    values, labels = [value for value, _ in choices], [plain(label) for _, label in choices]
    return {"type": "string", "enum": values, "enumNames": labels}


def _titles(choices: list[tuple[str, str]]) -> list[Form]:
    return [{"const": value, "title": plain(label)} for value, label in choices]


def _text(field: Field, titled: bool) -> Form:
    return {field.name: _default({"type": "string", "title": name_of(field)}, field)}


def _default(schema: Form, field: Field) -> Form:
    value = field["default"]
    return schema if value in (None, "") else {**schema, "default": value}


def _number(field: Field, titled: bool) -> Form:
    schema = _default({"type": "number", "title": name_of(field)}, field)
    for bound, word in (("min", "minimum"), ("max", "maximum")):
        if field[bound] is not None:
            schema[word] = field[bound]
    return {field.name: schema}


def _checkbox(field: Field, titled: bool) -> Form:
    return {
        field.name: {
            "type": "boolean",
            "title": name_of(field),
            "default": bool(field["default"]),
        }
    }


def _formatted(word: str) -> Callable[[Field, bool], Form]:
    def schema(field: Field, titled: bool) -> Form:
        shape: Form = {"type": "string", "title": name_of(field), "format": word}
        default = field.text("default")
        if word == "date-time" and default:
            default = _rfc3339(default)
        return {field.name: {**shape, "default": default} if default else shape}

    return schema


def _range(field: Field, titled: bool) -> Form:
    found: Form = {}
    default = field["default"] if isinstance(field["default"], dict) else {}
    for end in ("from", "to"):
        shape: Form = {"type": "string", "title": f"{name_of(field)}: {end}", "format": "date"}
        found[f"{field.name}_{end}"] = (
            {**shape, "default": default[end]} if default.get(end) else shape
        )
    return found


def _color(field: Field, titled: bool) -> Form:
    [(name, schema)] = _text(field, titled).items()
    return {name: {**schema, "description": "#rrggbb"}}  # type: ignore[dict-item]


def _choices(field: Field) -> list[tuple[str, str]]:
    """Return what can be picked in a field, as values and titles."""
    entries = field["options"] or field["items"] or field["images"] or field["variants"]
    if field.kind == "table":
        columns = field["columns"]
        return [
            (row["value"], " · ".join(_cell(row["values"].get(each["key"])) for each in columns))
            for row in field["rows"]
        ]
    if field.kind == "tree":
        return list(_branches(field["items"], ""))
    return [(entry["value"], _labelled(entry)) for entry in entries or ()]


def _cell(value: Any) -> str:
    return "" if value is None else str(value)


def _labelled(entry: Mapping[str, Any]) -> str:
    label = str(entry.get("label") or entry["value"])
    return f"{label}: {entry['description']}" if entry.get("description") else label


def _branches(items: Any, above: str) -> Iterator[tuple[str, str]]:
    for item in items or ():
        label = f"{above}{_labelled(item)}"
        yield item["value"], label
        yield from _branches(
            item.get("children"), f"{above}{item.get('label') or item['value']} / "
        )


def _pick(field: Field, titled: bool) -> Form:
    """Return the choice of one or several of a field's entries."""
    choices, chosen = _choices(field), list(field["default_selected"] or ())
    if _is_many(field):
        schema: Form = {"type": "array", "items": {"anyOf": _titles(choices)}}
        if (field["required"] and not field["allow_other"]) and field.kind != "list":
            schema["minItems"] = 1
        if chosen:
            schema["default"] = chosen
    else:
        schema = one_of(choices, titled)
        default = field.text("default") or (chosen[0] if chosen else "")
        if default:
            schema["default"] = default
    found: Form = {field.name: {**schema, "title": name_of(field)}}
    if field["allow_other"]:
        found[OTHER] = {"type": "string", "title": "Other"}
    return found


def _is_many(field: Field) -> bool:
    return bool(field["multi_select"])


def _is_pick(field: Field) -> bool:
    return bool(field["selectable"]) and not field["sortable"] and bool(field["items"])


def _read_text(field: Field, content: Content) -> Any:
    return content.get(field.name, "")


def _read_number(field: Field, content: Content) -> Any:
    value = content.get(field.name)
    return field["default"] if value is None and field.kind == "slider" else value


def _read_checkbox(field: Field, content: Content) -> Any:
    return content.get(field.name, bool(field["default"]))


def _read_select(field: Field, content: Content) -> Any:
    return content.get(field.name, field.text("default"))


def _read_datetime(field: Field, content: Content) -> Any:
    value = content.get(field.name, "")
    if not isinstance(value, str) or not value.strip():
        return ""
    try:
        when = datetime.fromisoformat(value.strip().replace("Z", "+00:00"))
        local = when if when.tzinfo else when.astimezone()
    except (ValueError, OverflowError, OSError):
        raise WrongContent(f"{name_of(field)}: please give a day and a time.") from None
    return local.isoformat(timespec="minutes")


def _read_range(field: Field, content: Content) -> Any:
    return {end: content.get(f"{field.name}_{end}", "") for end in ("from", "to")}


def _read_color(field: Field, content: Content) -> Any:
    value = content.get(field.name, field.text("default"))
    return value.strip().lower() if isinstance(value, str) else value


def _picked(field: Field, content: Content) -> list[Any]:
    found = content.get(field.name)
    picked = found if isinstance(found, list) else [found] if found not in (None, "") else []
    # In the order of the field's own entries, as far as they are its entries at all.
    places = {value: place for place, (value, _) in enumerate(_choices(field))}
    if any(not isinstance(value, str) or value not in places for value in picked):
        raise WrongContent(f"{name_of(field)}: please choose among what is offered.")
    return sorted(dict.fromkeys(picked), key=lambda value: places[value])


def _read_choice(field: Field, content: Content) -> Any:
    other = content.get(OTHER, "") if field["allow_other"] else ""
    if not isinstance(other, str):
        raise WrongContent("Other: please give a text.")
    answers = _picked(field, content)
    if other.strip() and not field["multi_select"]:
        answers = []
    return {"answers": answers, **({"other": other.strip()} if other.strip() else {})}


def _read_list(field: Field, content: Content) -> Any:
    order = [value for value, _ in _choices(field)]
    return {"selected": _picked(field, content), "order": order}


def _read_table(field: Field, content: Content) -> Any:
    return {**_read_list(field, content), "sort": {"column": None, "dir": "asc"}}


def _read_selected(field: Field, content: Content) -> Any:
    return {"selected": _picked(field, content)}


def _read_compare(field: Field, content: Content) -> Any:
    return {"selected": next(iter(_picked(field, content)), None)}


def _rfc3339(value: str) -> str:
    """Return a date and time as hosts check it: with seconds."""
    return datetime.fromisoformat(value).astimezone().isoformat(timespec="seconds")


PARTS: dict[str, Part] = {
    "text": Part(_text, _read_text),
    "number": Part(_number, _read_number),
    "slider": Part(_number, _read_number),
    "select": Part(_pick, _read_select),
    "checkbox": Part(_checkbox, _read_checkbox),
    "date": Part(_formatted("date"), _read_text),
    "datetime": Part(_formatted("date-time"), _read_datetime),
    "date_range": Part(_range, _read_range),
    "color": Part(_color, _read_color),
    "choice": Part(_pick, _read_choice, many=_is_many),
    "list": Part(_pick, _read_list, _is_pick, _is_many),
    "table": Part(_pick, _read_table, lambda field: bool(field["rows"]), _is_many),
    "tree": Part(_pick, _read_selected, lambda field: bool(field["items"]), _is_many),
    "image_grid": Part(_pick, _read_selected, lambda field: bool(field["images"]), _is_many),
    "compare": Part(_pick, _read_compare),
}
"""How each kind of field is asked in a flat form; a kind without a row is not."""

SHOWN: dict[str, Callable[[Field], str]] = {
    "static_text": lambda field: field.text("text"),
    "markdown": lambda field: field.text("text"),
    "mermaid": lambda field: field.text("source"),
    "image": lambda field: field.text("alt") or field.text("label"),
    "audio": lambda field: field.text("label"),
    "video": lambda field: field.text("label"),
    "wireframe": lambda field: field.text("label"),
}
"""What the message says of the kinds that are only shown."""
