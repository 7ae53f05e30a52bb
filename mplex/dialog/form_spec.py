"""A form as a spec: the screen of kind `form`, checked whole and typed.

A form that passes can be shown: every field is of a known kind, every name is said once, every
condition names something, nothing is larger than its cap. What a field may say is in `field_kinds`;
how a form looks is `mplex.dialog.form`'s matter.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import tzinfo
from types import MappingProxyType
from typing import Any, NamedTuple

from mplex.dialog.caps import (
    FORM_ACTIONS_MAX,
    FORM_BYTES_MAX,
    FORM_FIELDS_MAX,
    FORM_NAME_MAX,
    FORM_NESTING_MAX,
    FORM_PARTS_MAX,
    FORM_TABS_MAX,
    FORM_TEXT_MAX,
)
from mplex.dialog.condition import holds
from mplex.dialog.field import Field
from mplex.dialog.field_kinds import (
    AIUI_KINDS,
    FIELD_KINDS,
    SECRET,
    field_data,
    read_field,
    reports,
    valid_value,
)
from mplex.dialog.field_members import (
    Data,
    Member,
    Reader,
    Setting,
    check_unique,
    flag,
    hint,
    read_members,
    text,
    word,
)
from mplex.dialog.field_reviews import STYLES
from mplex.dialog.node import Node, describe, quote
from mplex.errors import SpecError

FORM = "form"
"""The kind of a screen that is a form."""

SUBMIT = "__submit__"
CANCEL_ACTION = "__cancel__"
BACK = "__back__"
"""The values of actions that mean the same in every form: submit, cancel, and one screen back."""

STYLE_NAMES = ("destructive", "success", "primary")
"""The styles of a button; of several that a spec asks for the first here holds."""

NOTHING: Mapping[str, Any] = MappingProxyType({})


class FormAction(NamedTuple):
    """A button of a form."""

    value: str
    label: str
    style: str = ""
    """"primary", "success", "destructive" or ""."""
    skip_validation: bool = False
    writes_targets: bool = False

    @property
    def affirmative(self) -> bool:
        """Whether everything must be filled in properly before it does anything."""
        return not self.skip_validation and self.value not in (CANCEL_ACTION, BACK)

    @property
    def commits(self) -> bool:
        """Whether values with a target are written to it."""
        if self.value in (CANCEL_ACTION, BACK):
            return False
        return self.value == SUBMIT or self.writes_targets or not self.skip_validation

    def to_data(self) -> Data:
        """Return the JSON object that reads back as this action."""
        data: Data = {"value": self.value, "label": self.label}
        if self.style:
            data[self.style] = True
        for name in ("skip_validation", "writes_targets"):
            if getattr(self, name):
                data[name] = True
        return data


class FormTab(NamedTuple):
    """A group of fields; the only one of a form without tabs has no label."""

    label: str
    fields: tuple[Field, ...]


class FormScreen(NamedTuple):
    """A checked form."""

    title: str = ""
    header: str = ""
    session: str = ""
    text: str = ""
    tabs: tuple[FormTab, ...] = ()
    actions: tuple[FormAction, ...] = ()
    focus: str = ""
    values: Mapping[str, Any] = NOTHING
    """What fields start with instead of their defaults."""
    given: Mapping[str, Any] = NOTHING
    """Answers of earlier screens that conditions may name."""
    escape: str = "cancel"
    size: str = ""
    width: float | None = None
    height: float | None = None
    submit_label: str = ""
    cancel_label: str = ""
    has_tabs: bool = False
    """Whether the spec has `tabs`: even a single one is then shown with its label."""

    @property
    def kind(self) -> str:
        """The kind of the screen, as of every other."""
        return FORM

    @property
    def fields(self) -> tuple[Field, ...]:
        """All fields of all tabs in their order."""
        return tuple(field for tab in self.tabs for field in tab.fields)

    def field(self, name: str) -> Field | None:
        """Return the field of that name."""
        return next((field for field in self.fields if field.name == name), None)

    def visible(self, values: Mapping[str, Any]) -> set[str | int]:
        """Return which fields are shown while the form has these values.

        A field is named by its position in `fields`, and by its name if it has one. A hidden field
        has no value, so what depends on it is hidden as well.
        """
        fields = self.fields
        shown: set[str | int] = set()
        known: dict[str, Any] = dict(self.given)
        for position in _by_dependency(fields):
            field = fields[position]
            if not holds(field.show_if, known):
                continue
            shown |= {position, field.name} if field.name else {position}
            if field.name in values:
                known[field.name] = values[field.name]
        return shown

    def to_data(self) -> Data:
        """Return the JSON object that `check_form` reads back as this form."""
        data: Data = {"kind": FORM}
        data |= {
            name: getattr(self, name) for name in _PLAIN if getattr(self, name) not in ("", None)
        }
        if self.has_tabs:
            data["tabs"] = [
                {"label": tab.label, "fields": _fields(tab.fields)} for tab in self.tabs
            ]
        else:
            data["fields"] = _fields(self.fields)
        data["actions"] = [action.to_data() for action in self.actions]
        data |= {
            name: dict(getattr(self, name)) for name in ("values", "given") if getattr(self, name)
        }
        return data


def _fields(fields: Sequence[Field]) -> list[Data]:
    return [field_data(field) for field in fields]


def _listed(what: str, high: int) -> Reader:
    """Return a reader of a list whose elements are read later, when their neighbours are known."""

    def read(node: Node) -> list[Node]:
        return node.items(what, 0, high)

    return read


def _answers(node: Node) -> dict[str, Node]:
    return node.entries()


ACTION = (
    text(
        "value",
        "what is reported, unique among the actions",
        FORM_NAME_MAX,
        needed=True,
        blank=False,
    ),
    text("label", "the text of the button; the value if not given"),
    *STYLES,
    flag("skip_validation", "whether it works with whatever has been filled in; writes no file"),
    flag("writes_targets", "whether it writes files although it skips validation"),
)
"""The members of an action."""

ESCAPES = ("cancel", "ask")
SIZES = ("", "s", "m", "l")

HEADING = (
    text("title", "the heading"),
    text("header", "a short word above the heading"),
    text("session", "a short name of the asker's task", FORM_NAME_MAX),
    text("text", "plain text above the fields", FORM_TEXT_MAX),
    word("size", SIZES, "how large it is at first; a hint"),
    hint("width"),
    hint("height"),
    text("submit_label", "the text of the button Submit, where no actions are given"),
    text("cancel_label", "the text of the button Cancel, where no actions are given"),
    text("focus", "the field or the action that has the focus at first", FORM_NAME_MAX),
    word("escape", ESCAPES, "whether Escape cancels at once, or asks whenever something was typed"),
)
_OBJECT = {"type": "object"}
_ARRAY = {"type": "array"}

PARTS = (
    Member("fields", _listed("fields", FORM_FIELDS_MAX), _ARRAY, "the fields", []),
    Member(
        "tabs", _listed("tabs", FORM_TABS_MAX), _ARRAY, "groups of fields, instead of `fields`", []
    ),
    Member("actions", _listed("actions", FORM_ACTIONS_MAX), _ARRAY, "the buttons", []),
    Member("values", _answers, _OBJECT, "what fields start with instead of their defaults", {}),
    Member("given", _answers, _OBJECT, "earlier answers that `show_if` may name", {}),
)

MEMBERS = (*HEADING, *PARTS)
"""Every member of a form but its kind."""

TAB_MEMBERS = (
    text("label", "the text of the tab, unique in the form"),
    Member("fields", _listed("fields", FORM_FIELDS_MAX), _ARRAY, "its fields", None, True),
)
"""The members of a tab."""

_PLAIN = tuple(member.name for member in HEADING)


def check_form(
    data: object,
    where: str = "screen",
    *,
    zone: tzinfo | None = None,
    kinds: Sequence[str] = tuple(FIELD_KINDS),
) -> FormScreen:
    """Check the JSON of a form and return it typed.

    `zone` is the person's time zone, None for that of this process; `kinds` are the kinds of fields
    that are allowed. Raises `SpecError` for the first thing that is wrong; its `where` begins with
    `where` (`screen.fields[2].options[0]`).
    """
    check_size(data, where)
    node = Node(data, where)
    found = read_members(node, MEMBERS, skip=("kind",))
    screen, fields = build_form(node, found, Setting(zone), kinds)
    _check_given(screen, found["given"])
    check_conditions(fields, screen.given)
    return screen._replace(values=_read_values(screen, found["values"]))


def build_form(
    node: Node, found: Data, setting: Setting, kinds: Sequence[str] = tuple(FIELD_KINDS)
) -> tuple[FormScreen, list[Read]]:
    """Make a form of its members as `read_members` reads them (`HEADING` and `PARTS`).

    Returns the form and its fields with their places; conditions are not checked yet.
    """
    tabs = _read_tabs(node, found, setting, kinds)
    fields = [each for _, group in tabs for each in group]
    check_names(fields)
    labels = found["submit_label"], found["cancel_label"]
    screen = FormScreen(
        **{name: found[name] for name in _PLAIN},
        tabs=tuple(FormTab(label, tuple(field for field, _ in group)) for label, group in tabs),
        actions=read_actions(found["actions"]) or default_actions(*labels),
        has_tabs=bool(found["tabs"]),
        given={name: each.value for name, each in found["given"].items()},
    )
    _check_focus(screen, node)
    return screen, fields


def check_tool_form(data: object, where: str = "", *, zone: tzinfo | None = None) -> FormScreen:
    """Check a form as the tool `form` has it: of the kinds that tool has, with at least one field.

    Raises `SpecError`.
    """
    screen = check_form(data, where, zone=zone, kinds=AIUI_KINDS)
    if not screen.fields:
        raise SpecError(where, "has no fields: a form needs at least one")
    return screen


Read = tuple[Field, Node]
"""A field, and where it stands."""


def check_size(data: object, where: str) -> None:
    """Refuse a document that is too deep, has too many parts or too much text.

    What is read after this may call itself for every level. Pictures in `data:` URLs have caps of
    their own and do not count.
    """
    levels: list[tuple[object, int]] = [(data, 0)]
    parts = size = 0
    while levels:
        value, depth = levels.pop()
        parts += 1
        if depth > FORM_NESTING_MAX:
            raise SpecError(where, f"is nested too deeply; {FORM_NESTING_MAX} levels are allowed")
        if parts > FORM_PARTS_MAX:
            raise SpecError(where, f"has too many parts; {FORM_PARTS_MAX} are allowed")
        if isinstance(value, str):
            size += 0 if value[:5].lower() == "data:" else len(value.encode("utf-8", "replace"))
        elif isinstance(value, dict):
            levels += [(part, depth + 1) for part in value.values()]
            size += sum(len(name) for name in value if isinstance(name, str))
        elif isinstance(value, list):
            levels += [(part, depth + 1) for part in value]
        if size > FORM_BYTES_MAX:
            raise SpecError(where, f"has too much text; {FORM_BYTES_MAX} bytes are allowed")


def _read_tabs(
    node: Node, found: Data, setting: Setting, kinds: Sequence[str]
) -> list[tuple[str, list[Read]]]:
    if found["tabs"] and found["fields"]:
        raise node.fail("has both fields and tabs; put every field into a tab")
    if not found["tabs"]:
        return [("", read_fields(found["fields"], setting, kinds))]
    tabs = [_read_tab(each, setting, kinds) for each in found["tabs"]]
    check_unique(
        ((label, each) for (label, _), each in zip(tabs, found["tabs"], strict=True)), "label"
    )
    count = sum(len(fields) for _, fields in tabs)
    if count > FORM_FIELDS_MAX:
        raise node.fail(f"has {count} fields; at most {FORM_FIELDS_MAX} are allowed")
    return tabs


def _read_tab(node: Node, setting: Setting, kinds: Sequence[str]) -> tuple[str, list[Read]]:
    found = read_members(node, TAB_MEMBERS)
    return found["label"], read_fields(found["fields"], setting, kinds)


def read_fields(nodes: Sequence[Node], setting: Setting, kinds: Sequence[str]) -> list[Read]:
    """Read fields and keep where they stand."""
    return [(read_field(each, setting, kinds), each) for each in nodes]


def read_actions(nodes: Sequence[Node]) -> tuple[FormAction, ...]:
    """Read the buttons of a form; their values are unique."""
    read = [read_members(each, ACTION) for each in nodes]
    check_unique((data["value"], each) for data, each in zip(read, nodes, strict=True))
    return tuple(_action(data) for data in read)


def _action(data: Data) -> FormAction:
    label = data["label"] if data["label"].strip() else data["value"]
    style = next((name for name in STYLE_NAMES if data[name]), "")
    return FormAction(data["value"], label, style, data["skip_validation"], data["writes_targets"])


def default_actions(submit: str = "", cancel: str = "") -> tuple[FormAction, ...]:
    """Return the buttons of a form that names none."""
    return (
        FormAction(CANCEL_ACTION, cancel.strip() or "Cancel", skip_validation=True),
        FormAction(SUBMIT, submit.strip() or "Submit", "primary"),
    )


def check_names(fields: Sequence[Read]) -> None:
    """Refuse a name that an earlier field already has."""
    check_unique(((field.name, node) for field, node in fields if field.name), "name")


def check_conditions(fields: Sequence[Read], given: Mapping[str, Any]) -> None:
    """Refuse a condition on something that has no answer, and conditions that go in a circle."""
    by_name = {field.name: field for field, _ in fields if field.name}
    for field, _ in fields:
        for clause in field.show_if:
            if clause.field in given:
                continue
            if clause.field not in by_name:
                raise SpecError(clause.where, f"{quote(clause.field)} is not the name of a field")
            check_can_be_named(by_name[clause.field], clause.where)
    circle = set(range(len(fields))) - set(_by_dependency([field for field, _ in fields]))
    if circle:
        node = fields[min(circle)][1]
        raise SpecError(f"{node.where}.show_if", "depends on itself, so it would never be shown")


def check_can_be_named(field: Field, where: str) -> None:
    """Refuse a condition on a field that never has an answer that can be compared."""
    if field.kind == SECRET:
        raise SpecError(where, f"{quote(field.name)} is a secret, which nothing may depend on")
    if not reports(field):
        raise SpecError(where, f"{quote(field.name)} is only shown and never has an answer")


def _by_dependency(fields: Sequence[Field]) -> Iterator[int]:
    """Yield the positions of fields, each after those it depends on; a circle is left out."""
    waiting: dict[str, list[int]] = {}
    missing = []
    names = {field.name for field in fields if field.name}
    for position, field in enumerate(fields):
        wanted = {clause.field for clause in field.show_if} & names
        missing.append(len(wanted))
        for name in wanted:
            waiting.setdefault(name, []).append(position)
    ready = [position for position, count in enumerate(missing) if not count]
    for position in ready:
        yield position
        for other in waiting.get(fields[position].name, ()):
            missing[other] -= 1
            if not missing[other]:
                ready.append(other)


def _check_given(screen: FormScreen, given: Mapping[str, Node]) -> None:
    for name, node in given.items():
        if screen.field(name) is not None:
            raise node.fail(
                f"{quote(name)} is a field of this form; `values` says what it starts with"
            )


def _check_focus(screen: FormScreen, node: Node) -> None:
    if not screen.focus or screen.field(screen.focus) is not None:
        return
    where = f"{node.where}.focus" if node.where else "focus"
    action = next((each for each in screen.actions if each.value == screen.focus), None)
    if action is None:
        raise SpecError(where, f"{quote(screen.focus)} is neither a field nor an action")
    if action.style == "destructive":
        raise SpecError(where, f"{quote(screen.focus)} is destructive and can't have the focus")


def _read_values(screen: FormScreen, nodes: Mapping[str, Node]) -> Data:
    values: Data = {}
    for name, node in nodes.items():
        field = screen.field(name)
        if field is None:
            raise node.fail(f"{quote(name)} is not a field of this form")
        if not valid_value(field, node.value):
            shown = describe(node.value)
            raise node.fail(f"is {shown} that a field of kind {quote(field.kind)} can't have")
        values[name] = node.value
    return values
