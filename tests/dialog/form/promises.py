"""What the kinds of fields promise of their values, said apart from the table that checks them.

`broken(field, value)` returns what is wrong with a value, "" for nothing; `incomplete` what an
action that checks should not have let through. Both read only the field as a program sent it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, datetime
from typing import Any

Json = dict[str, Any]
Promise = Callable[[Json, Any], bool]

COLOUR = re.compile(r"#[0-9a-f]{6}")
MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d[+-]\d\d:\d\d", re.ASCII)


def is_number(value: Any) -> bool:
    """Say whether JSON has it as a number; NaN and the infinities it has not."""
    return type(value) in (int, float) and abs(value) < float("inf")


def is_day(value: Any) -> bool:
    """Say whether it is a real date, or ""."""
    if value == "":
        return True
    return isinstance(value, str) and date.fromisoformat(value).isoformat() == value


def is_moment(value: Any) -> bool:
    """Say whether it is a real moment with its offset, or ""."""
    if value == "":
        return True
    if not isinstance(value, str) or not MOMENT.fullmatch(value):
        return False
    return datetime.fromisoformat(value).tzinfo is not None


def is_share(*values: Any) -> bool:
    """Say whether all are shares of a picture, with 4 decimals."""
    return all(is_number(each) and 0 <= each <= 1 and round(each, 4) == each for each in values)


def options_of(field: Json) -> list[Any]:
    """Return the values that the options of a field stand for."""
    found = []
    for option in field.get("options") or ():
        value = None if isinstance(option, str) else option.get("value")
        label = option if isinstance(option, str) else option["label"]
        found.append(label if value is None else value)
    return found


def nodes_of(items: list[Json]) -> list[str]:
    """Return the values of all nodes of a forest."""
    found = []
    for item in items:
        found += [item["value"], *nodes_of(item.get("children") or [])]
    return found


def picked_of(field: Json, selected: Any, offered: list[str]) -> bool:
    """Say whether what is selected is offered, once each, and one at most unless several may be."""
    return (
        isinstance(selected, list)
        and len(set(selected)) == len(selected)
        and set(selected) <= set(offered)
        and (len(selected) <= 1 or bool(field.get("multi_select")))
    )


def listed(field: Json, value: Any) -> bool:
    """Check the value of a list."""
    offered = [item if isinstance(item, str) else item["value"] for item in field["items"]]
    order = value["order"]
    return (
        set(value) == {"selected", "order"}
        and picked_of(field, value["selected"], offered)
        and (not value["selected"] or bool(field.get("selectable")))
        and (sorted(order) == sorted(offered) if field.get("sortable") else order == offered)
    )


def tabled(field: Json, value: Any) -> bool:
    """Check the value of a table."""
    offered = [row["value"] for row in field["rows"]]
    keys = [None, *(column["key"] for column in field["columns"])]
    if not field["columns"]:
        keys += [key for row in field["rows"] for key in row.get("values") or ()]
    sort = value["sort"]
    return (
        set(value) == {"selected", "order", "sort"}
        and picked_of(field, value["selected"], offered)
        and sorted(value["order"]) == sorted(offered)
        and set(sort) == {"column", "dir"}
        and sort["column"] in (keys if field.get("sortable_by_column") else [None])
        and sort["dir"] in ("asc", "desc")
        and (sort["column"] is not None or (value["order"], sort["dir"]) == (offered, "asc"))
    )


def marked(field: Json, value: Any) -> bool:
    """Check the value of an annotated picture."""
    point, region, natural = value["point"], value["region"], value["natural"]
    mode = field.get("mode") or "point"
    return (
        set(value) == {"point", "region", "natural"}
        and (point is None or (mode != "region" and set(point) == {"x", "y"}))
        and (point is None or is_share(point["x"], point["y"]))
        and (region is None or (mode != "point" and set(region) == {"x", "y", "w", "h"}))
        and (region is None or is_share(*region.values()))
        and (region is None or region["x"] + region["w"] <= 1.0001)
        and (region is None or region["y"] + region["h"] <= 1.0001)
        and (natural is None or set(natural) == {"width", "height"})
    )


def judged(field: Json, value: Any) -> bool:
    """Check the value of a gallery."""
    usual = [{"value": "approve"}, {"value": "revise"}, {"value": "skip"}]
    verdicts = ["", *(each["value"] for each in field.get("actions") or usual)]
    offered = [item["value"] for item in field["items"]]
    return set(value) == {"decisions"} and all(
        item in offered
        and decision["decision"] in verdicts
        and set(decision) <= {"decision", "comment"}
        and ("comment" not in decision or (field.get("comment") and decision["comment"].strip()))
        and (decision["decision"] or "comment" in decision)
        for item, decision in value["decisions"].items()
    )


def chosen(field: Json, value: Any) -> bool:
    """Check the value of a choice."""
    answers, other = value["answers"], value.get("other")
    offered = options_of(field)
    multi = bool(field.get("multi_select"))
    return (
        set(value) <= {"answers", "other"}
        and all(each in offered for each in answers)
        and all(answers.count(each) == 1 for each in answers)
        and (multi or len(answers) <= 1)
        and ("other" not in value or (bool(field.get("allow_other")) and other == other.strip()))
        and ("other" not in value or bool(other))
        and (multi or not (answers and other))
    )


def between(field: Json, value: Any, low: float | None, high: float | None) -> bool:
    """Say whether a number is within the bounds of its field."""
    least, most = field.get("min"), field.get("max")
    least, most = (low if least is None else least), (high if most is None else most)
    return (least is None or value >= least) and (most is None or value <= most)


PROMISES: dict[str, Promise] = {
    "text": lambda field, value: (
        isinstance(value, str) and (bool(field.get("multiline")) or "\n" not in value)
    ),
    "password": lambda field, value: isinstance(value, str) and "\n" not in value,
    "number": lambda field, value: value is None or is_number(value),
    "slider": lambda field, value: is_number(value) and between(field, value, 0, 100),
    "select": lambda field, value: any(
        value == each and type(value) is type(each) for each in options_of(field)
    ),
    "checkbox": lambda field, value: isinstance(value, bool),
    "choice": chosen,
    "file": lambda field, value: isinstance(value, str) and (not value or value[0] == "/"),
    "date": lambda field, value: is_day(value),
    "datetime": lambda field, value: is_moment(value),
    "date_range": lambda field, value: (
        set(value) == {"from", "to"} and is_day(value["from"]) and is_day(value["to"])
    ),
    "color": lambda field, value: bool(COLOUR.fullmatch(value)),
    "list": listed,
    "table": tabled,
    "tree": lambda field, value: (
        set(value) == {"selected"} and picked_of(field, value["selected"], nodes_of(field["items"]))
    ),
    "image_grid": lambda field, value: (
        set(value) == {"selected"}
        and picked_of(field, value["selected"], [each["value"] for each in field["images"]])
    ),
    "gallery": judged,
    "compare": lambda field, value: (
        set(value) == {"selected"}
        and value["selected"] in [None, *(each["value"] for each in field["variants"])]
    ),
    "annotated_image": marked,
}
"""What each kind that reports something promises."""

FILLED: dict[str, Promise] = {
    "text": lambda field, value: bool(value.strip()),
    "password": lambda field, value: bool(value.strip()),
    "number": lambda field, value: value is not None,
    "date": lambda field, value: bool(value),
    "datetime": lambda field, value: bool(value),
    "date_range": lambda field, value: bool(value["from"] and value["to"]),
    "file": lambda field, value: bool(value),
    "choice": lambda field, value: bool(value["answers"] or value.get("other")),
    "table": lambda field, value: bool(value["selected"]),
    "image_grid": lambda field, value: bool(value["selected"]),
    "annotated_image": lambda field, value: bool(value["point"] or value["region"]),
}
"""When a required field of a kind is filled in; the other kinds always are."""


def broken(field: Json, value: Any) -> str:
    """Return what a value breaks of what its kind promises, "" for nothing."""
    kept = PROMISES[field["kind"]](field, value)
    return "" if kept else f"{field} does not allow {value!r}"


def incomplete(field: Json, value: Any) -> str:
    """Return why an action that checks should not have accepted a value, "" where it should."""
    filled = FILLED.get(field["kind"])
    if field.get("required") and filled is not None and not filled(field, value):
        return f"{field} is required and not filled in: {value!r}"
    if field["kind"] == "number" and value is not None and not between(field, value, None, None):
        return f"{field} has bounds, and {value!r} is beyond them"
    return ""
