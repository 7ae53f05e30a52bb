"""The field kinds that take one typed or picked value: text, secrets, numbers, dates, colours.

Rows of the table `field_kinds.FIELD_KINDS`, with what their members mean together.
"""

from __future__ import annotations

from typing import Any

from mplex.dialog.caps import (
    FORM_ANSWER_MAX,
    FORM_LABEL_MAX,
    FORM_OPTIONS_MAX,
    FORM_VALUE_MAX,
)
from mplex.dialog.field import Field
from mplex.dialog.field_defaults import (
    color_default,
    date_default,
    datetime_default,
    is_date,
    number_default,
    text_default,
)
from mplex.dialog.field_kind import FieldKind
from mplex.dialog.field_members import (
    Data,
    Entries,
    Member,
    Setting,
    check_unique,
    entries,
    flag,
    number,
    raw,
    read_scalar,
    source,
    step,
    text,
)
from mplex.dialog.json_schema import Schema, matches, record
from mplex.dialog.node import Node

REQUIRED = flag("required", "whether it must be filled in")
PLACEHOLDER = text("placeholder", "shown in grey while it is empty")

ANSWER: Schema = {"type": "string", "maxLength": FORM_ANSWER_MAX}
SCALAR: Schema = {"type": ["string", "number", "boolean"]}

DATE = r"^(\d{4}-\d{2}-\d{2})?$"
DATETIME = r"^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}[+-]\d{2}:\d{2})?$"

OUTCOME = record(
    {
        "written": {"type": "boolean"},
        "target": {"type": "string"},
        "bytes": {"type": "integer"},
        "mode": {"type": "string"},
        "error": {"type": "string"},
    },
    "written",
    "target",
    "bytes",
)
"""What is reported of a value that was to be written to a file."""


def _finish_text(node: Node, data: Data, setting: Setting) -> None:
    given = data["default"]
    if isinstance(given, str):
        Node(given, f"{node.where}.default").text(FORM_ANSWER_MAX)
    data["default"] = text_default(given, multiline=data["multiline"])


def check_bounds(node: Node, data: Data) -> None:
    """Refuse bounds that no number is between."""
    low, high = data["min"], data["max"]
    if low is not None and high is not None and low > high:
        raise node.fail(f"has a min of {low}, which is more than its max of {high}")


def _finish_number(node: Node, data: Data, setting: Setting) -> None:
    check_bounds(node, data)
    data["default"] = number_default(data["default"], data["min"], data["max"])


def _finish_slider(node: Node, data: Data, setting: Setting) -> None:
    check_bounds(node, data)
    default = number_default(data["default"], data["min"], data["max"])
    data["default"] = data["min"] if default is None else default


def _finish_select(node: Node, data: Data, setting: Setting) -> None:
    offered = [option["value"] for option in data["options"]]
    default = data["default"]
    is_known = matches(SCALAR, default) and is_offered(default, offered)
    data["default"] = default if is_known else offered[0]


def is_offered(value: Any, offered: list[Any]) -> bool:
    """Say whether a scalar is one of those offered; true is not 1."""
    return any(
        isinstance(value, bool) == isinstance(each, bool) and value == each for each in offered
    )


def _finish_checkbox(node: Node, data: Data, setting: Setting) -> None:
    data["default"] = data["default"] is True


def _finish_date(node: Node, data: Data, setting: Setting) -> None:
    data["default"] = date_default(data["default"])


def _finish_datetime(node: Node, data: Data, setting: Setting) -> None:
    data["default"] = datetime_default(data["default"], setting.zone)


def _finish_range(node: Node, data: Data, setting: Setting) -> None:
    given = data["default"] if isinstance(data["default"], dict) else {}
    data["default"] = {name: date_default(given.get(name)) for name in ("from", "to")}


def _finish_color(node: Node, data: Data, setting: Setting) -> None:
    data["default"] = color_default(data["default"])


def _finish_choice(node: Node, data: Data, setting: Setting) -> None:
    where = f"{node.where}.options"
    check_unique(
        (option["value"], Node(option, f"{where}[{index}]"))
        for index, option in enumerate(data["options"])
    )


def _finish_file(node: Node, data: Data, setting: Setting) -> None:
    start = data["start"]
    if start and start != "~" and not start.startswith(("/", "~/")):
        where = f"{node.where}.start"
        raise Node(start, where).fail("must be a folder whose path begins with / or ~/")


def _fits_date(field: Field, value: Any) -> bool:
    return value == "" or is_date(value)


def _fits_datetime(field: Field, value: Any) -> bool:
    return value == "" or (datetime_default(value[:16], None) != "" and value[17:19] < "24")


def _fits_range(field: Field, value: Any) -> bool:
    return all(part == "" or is_date(part) for part in value.values())


def _fits_select(field: Field, value: Any) -> bool:
    return is_offered(value, [option["value"] for option in field["options"]])


def _fits_choice(field: Field, value: Any) -> bool:
    offered = [option["value"] for option in field["options"]]
    answers = value["answers"]
    if not all(is_offered(each, offered) for each in answers):
        return False
    if "other" in value and not (field["allow_other"] and value["other"].strip()):
        return False
    return bool(field["multi_select"]) or len(answers) + ("other" in value) <= 1


def _fits_file(field: Field, value: Any) -> bool:
    return value == "" or bool(value.startswith("/"))


class Options(Entries):
    """A reader of options: value and label stand in for each other."""

    def _read(self, node: Node) -> Data:
        entry = super()._read(node)
        if entry["value"] is None and not entry["label"].strip():
            raise node.fail('needs a "label": a string that is not empty')
        if entry["value"] is None:
            entry["value"] = entry["label"]
        if not entry["label"].strip():
            entry["label"] = str(entry["value"])
        return entry


OPTION_VALUE = Member("value", read_scalar, SCALAR, "what is reported; the label if not given")
DESCRIPTION = text("description", "a line about it", FORM_LABEL_MAX)
THUMBNAIL = source("thumbnail", "a small picture: a path, an address or a data: URL")

SELECT_OPTIONS = Options(
    "options",
    (text("label", "what is shown; the value if not given"), OPTION_VALUE, DESCRIPTION),
    1,
    FORM_OPTIONS_MAX,
    bare=True,
    unique=False,
)
CHOICE_OPTIONS = Options(
    "options",
    (
        text("label", "what is shown", needed=True, blank=False),
        OPTION_VALUE,
        DESCRIPTION,
        THUMBNAIL,
    ),
    1,
    FORM_OPTIONS_MAX,
    bare=True,
    unique=False,
)

NO_VALUE_YET = "a number, or null while it is empty"

TEXT_KINDS = (
    FieldKind(
        "text",
        "one line of text, or several",
        (
            PLACEHOLDER,
            raw("default", "the text that stands there at first", ""),
            flag("multiline", "whether it has several lines"),
            REQUIRED,
        ),
        {"name": "job", "label": "User job", "multiline": True, "required": True},
        ANSWER,
        "the text",
        _finish_text,
    ),
    FieldKind(
        "password",
        "text that is masked while it is typed; the value is reported in plain text",
        (PLACEHOLDER, REQUIRED),
        {"name": "token", "label": "One-time code", "required": True},
        ANSWER,
        "the text, in plain",
    ),
    FieldKind(
        "secret",
        "text that goes into a file and nowhere else",
        (PLACEHOLDER, REQUIRED),
        {
            "name": "api_token",
            "label": "API token",
            "target": {"mode": "create", "path": "~/.config/demo/token", "perm": "0600"},
        },
        OUTCOME,
        "what became of the file, never the value",
        fits=lambda field, value: True,
    ),
)

NUMBER_KINDS = (
    FieldKind(
        "number",
        "a number that is typed",
        (
            raw("default", "the number at first, taken into its bounds"),
            number("min", "the smallest number"),
            number("max", "the largest number"),
            step(),
            REQUIRED,
        ),
        {"name": "port", "label": "Port", "default": 8080, "min": 1, "max": 65535},
        {"type": ["number", "null"]},
        NO_VALUE_YET,
        _finish_number,
    ),
    FieldKind(
        "slider",
        "a number between two bounds",
        (
            raw("default", "the number at first, taken into its bounds; `min` if not given"),
            number("min", "the smallest number", 0),
            number("max", "the largest number", 100),
            step(),
        ),
        {"name": "share", "label": "Share of traffic", "default": 25, "step": 5},
        {"type": "number"},
        "a number",
        _finish_slider,
    ),
)

PICK_KINDS = (
    FieldKind(
        "select",
        "one of several options in one line",
        (
            entries("options", SELECT_OPTIONS, "what can be chosen: objects or strings"),
            raw("default", "the value that is chosen at first; the first option if not given"),
            REQUIRED,
        ),
        {
            "name": "scope",
            "label": "Scope",
            "options": [
                {"label": "Quick win", "value": "qw"},
                {"label": "Feature", "value": "f"},
            ],
            "default": "f",
        },
        SCALAR,
        "the value of the option",
        _finish_select,
        _fits_select,
    ),
    FieldKind(
        "checkbox",
        "yes or no",
        (raw("default", "true if it is checked at first", False),),
        {"name": "notify", "label": "Tell the team", "default": True},
        {"type": "boolean"},
        "true or false",
        _finish_checkbox,
    ),
    FieldKind(
        "choice",
        "one or several of a list of options, perhaps with an answer of one's own",
        (
            entries("options", CHOICE_OPTIONS, "what can be chosen: objects or strings"),
            flag("multi_select", "whether several can be chosen"),
            flag("allow_other", "whether an answer of one's own can be typed"),
            flag("required", "whether something must be chosen", default=True),
        ),
        {
            "name": "path",
            "label": "Which migration path?",
            "options": [
                {"label": "In place", "description": "Short outage, no second machine"},
                {
                    "label": "Blue and green",
                    "value": "bg",
                    "description": "No outage, twice the cost",
                },
            ],
            "allow_other": True,
        },
        record(
            {
                "answers": {"type": "array", "items": SCALAR, "uniqueItems": True},
                "other": ANSWER,
            },
            "answers",
        ),
        "the chosen values in the order of choosing, and what was typed",
        _finish_choice,
        _fits_choice,
        aiui=False,
    ),
    FieldKind(
        "file",
        "a file that the person picks",
        (
            text("start", "the folder that is open at first; home if not given", FORM_VALUE_MAX),
            flag("hidden", "whether hidden files are shown"),
            flag("required", "whether a file must be picked", default=True),
        ),
        {"name": "source", "label": "Which file?", "start": "~/Downloads"},
        {"type": "string", "maxLength": FORM_VALUE_MAX},
        'an absolute path, or ""',
        _finish_file,
        _fits_file,
        aiui=False,
    ),
)

TIME_KINDS = (
    FieldKind(
        "date",
        "a day",
        (raw("default", "`YYYY-MM-DD`; what is no real date is left out", ""), REQUIRED),
        {"name": "deadline", "label": "Target date", "default": "2026-12-01"},
        {"type": "string", "pattern": DATE},
        '`YYYY-MM-DD`, or ""',
        _finish_date,
        _fits_date,
    ),
    FieldKind(
        "datetime",
        "a day and a time",
        (
            raw(
                "default",
                "`YYYY-MM-DDTHH:MM`; with `Z` or an offset it is converted to local time",
                "",
            ),
            REQUIRED,
        ),
        {"name": "start", "label": "Start of the outage", "default": "2026-12-01T09:30"},
        {"type": "string", "pattern": DATETIME},
        '`YYYY-MM-DDTHH:MM±HH:MM` with the person\'s own offset, or ""',
        _finish_datetime,
        _fits_datetime,
    ),
    FieldKind(
        "date_range",
        "a first and a last day",
        (raw("default", "`{from, to}`, both dates"), REQUIRED),
        {
            "name": "sprint",
            "label": "Sprint",
            "default": {"from": "2026-12-01", "to": "2026-12-14"},
        },
        record(
            {
                "from": {"type": "string", "pattern": DATE},
                "to": {"type": "string", "pattern": DATE},
            }
        ),
        '`{from, to}`, each a date or ""',
        _finish_range,
        _fits_range,
    ),
    FieldKind(
        "color",
        "a colour",
        (raw("default", "`#rrggbb` or `#rgb`; what is no colour is black"),),
        {"name": "accent", "label": "Accent colour", "default": "#3366cc"},
        {"type": "string", "pattern": r"^#[0-9a-f]{6}$"},
        "`#rrggbb` in small letters",
        _finish_color,
    ),
)

INPUTS = (*TEXT_KINDS, *NUMBER_KINDS, *PICK_KINDS, *TIME_KINDS)
