"""The spec of a flow, version 2: each screen is a form, with all of its fields at once.

What a form may say is `mplex.dialog.form_spec`'s; here is what makes screens a flow: ids, routing,
conditions between screens, and names that are unique in all of it. The page for readers is
`docs/dialog-spec.md`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from flow.routing import (
    DONE,
    ENDS,
    Targets,
    check_targets,
    check_unique_ids,
    follow,
    read_targets,
)
from mplex.dialog.caps import (
    FORM_TEXT_MAX,
    FORM_TIMEOUT_DEFAULT,
    FORM_TIMEOUT_MAX,
    PLEXER_FLOW_SCREENS_MAX,
    PLEXER_FLOW_TIMEOUT_MIN,
)
from mplex.dialog.condition import Condition, read_condition
from mplex.dialog.field import Field
from mplex.dialog.field_kinds import PROGRESS, reports
from mplex.dialog.field_members import (
    Member,
    Setting,
    check_unique,
    flag,
    read_members,
    text,
)
from mplex.dialog.form_spec import (
    BACK,
    CANCEL_ACTION,
    HEADING,
    PARTS,
    SUBMIT,
    FormAction,
    FormScreen,
    Read,
    build_form,
    check_can_be_named,
    check_conditions,
    check_size,
    default_actions,
)
from mplex.dialog.node import Node, quote
from mplex.errors import SpecError


def _identifier(node: Node) -> str:
    return node.identifier()


ID_SCHEMA = {"type": "string", "pattern": r"^\S+$", "maxLength": 64}

BODY = text("body", "plain text above the fields", FORM_TEXT_MAX)
"""What a form calls `text`."""

ROUTING = (
    Member(
        "id",
        _identifier,
        ID_SCHEMA,
        f"the name of the screen; {DONE} and $cancel are taken",
        "",
        True,
    ),
    Member(
        "next",
        read_targets,
        {"type": ["string", "object"]},
        "where to go: a screen's id, $done, $cancel, or an object from action values to these; "
        "the next screen of the list if not given, $done after the last",
        {},
    ),
    Member(
        "show_if",
        read_condition,
        {"type": "object"},
        "a condition; while it does not hold the screen is skipped",
        (),
    ),
    flag(
        "back",
        "whether it has a button that leads to the screen before, once there is one",
        default=True,
    ),
)

SCREEN_MEMBERS = (
    *ROUTING,
    *(BODY if member.name == "text" else member for member in HEADING),
    *(member for member in PARTS if member.name not in ("values", "given")),
)
"""Every member of a screen."""


class FormStep(NamedTuple):
    """One screen of a flow."""

    id: str
    form: FormScreen
    show_if: Condition
    targets: Targets
    back: bool

    @property
    def is_progress(self) -> bool:
        """Whether it only shows how far something is: it ends when that is done."""
        kinds = {field.kind for field in self.form.fields}
        return PROGRESS in kinds and not any(map(reports, self.form.fields))


class FormFlow(NamedTuple):
    """A valid flow of forms."""

    title: str
    timeout: float
    start: str
    screens: tuple[FormStep, ...]

    def after(self, step: FormStep, action: str | None) -> str:
        """Return the target that follows a screen: a screen id, `$done` or `$cancel`."""
        return follow(step.targets, action, step.id, [each.id for each in self.screens])


def _seconds(node: Node) -> float:
    return node.seconds(PLEXER_FLOW_TIMEOUT_MIN, FORM_TIMEOUT_MAX)


SECONDS_HELP = (
    f"seconds for the whole flow, {PLEXER_FLOW_TIMEOUT_MIN} to {FORM_TIMEOUT_MAX}; "
    f"{FORM_TIMEOUT_DEFAULT} if not given"
)

SPEC_MEMBERS = (
    text("title", "shown for screens that have no title of their own"),
    Member(
        "timeout",
        _seconds,
        {"type": "number", "minimum": PLEXER_FLOW_TIMEOUT_MIN, "maximum": FORM_TIMEOUT_MAX},
        SECONDS_HELP,
        FORM_TIMEOUT_DEFAULT,
    ),
    Member(
        "start",
        _identifier,
        ID_SCHEMA,
        "the id of the first screen; the first in the list if not given",
    ),
    Member(
        "screens",
        lambda node: node.items("screens", 1, PLEXER_FLOW_SCREENS_MAX),
        {"type": "array", "minItems": 1, "maxItems": PLEXER_FLOW_SCREENS_MAX},
        f"a list of 1 to {PLEXER_FLOW_SCREENS_MAX} screens",
        None,
        True,
    ),
)
"""Every member of a spec but its version."""


def read_form_flow(node: Node) -> FormFlow:
    """Check the object of a whole flow of forms; raises `SpecError` for the first thing wrong."""
    check_size(node.value, node.where)
    found = read_members(node, SPEC_MEMBERS, skip=("v",))
    nodes: list[Node] = found["screens"]
    read = [_read_step(each) for each in nodes]
    steps = tuple(step for step, _ in read)
    check_unique_ids((step.id, each) for step, each in zip(steps, nodes, strict=True))
    every = [each for _, fields in read for each in fields]
    check_unique(((field.name, each) for field, each in every if field.name), "name")
    _check_conditions(read, every)
    ids = [step.id for step in steps]
    for step, each in zip(steps, nodes, strict=True):
        check_targets(step.targets, each.where, _routed(step), ids)
    if found["start"] is not None and found["start"] not in ids:
        raise SpecError("start", f"{quote(found['start'])} is not the id of a screen")
    flow = FormFlow(found["title"], found["timeout"], found["start"] or ids[0], steps)
    return flow._replace(screens=tuple(_with_actions(flow, step) for step in steps))


def _routed(step: FormStep) -> list[str]:
    """Return the actions of a screen after which something follows."""
    if not step.form.actions:
        return [SUBMIT]
    return [each.value for each in step.form.actions if each.value != CANCEL_ACTION]


def _read_step(node: Node) -> tuple[FormStep, list[Read]]:
    found = read_members(node, SCREEN_MEMBERS)
    if found["id"] in ENDS:
        raise SpecError(f"{node.where}.id", f"{found['id']} is reserved for the end of a flow")
    found |= {"text": found["body"], "given": {}}
    if not (found["text"].strip() or found["fields"] or found["tabs"] or found["actions"]):
        raise node.fail("shows nothing: it needs a body, fields, tabs or actions")
    form, fields = build_form(node, found, Setting())
    _check_actions(form, found["actions"])
    if not found["actions"]:
        labels = found["submit_label"], found["cancel_label"]
        form = form._replace(submit_label=labels[0], cancel_label=labels[1], actions=())
    return FormStep(found["id"], form, found["show_if"], found["next"], found["back"]), fields


def _check_actions(form: FormScreen, nodes: Sequence[Node]) -> None:
    for action, node in zip(form.actions, nodes, strict=False):
        if action.value == BACK:
            raise SpecError(f"{node.where}.value", f'{BACK} is reserved; see "back"')


def _with_actions(flow: FormFlow, step: FormStep) -> FormStep:
    """Give a screen that names no actions its own pair: the way on, and the way out."""
    form = step.form
    if form.actions:
        return step
    if step.is_progress:
        cancel, _ = default_actions("", form.cancel_label)
        return step._replace(form=form._replace(actions=(cancel,)))
    submit = form.submit_label or _submit_label(flow, step)
    return step._replace(form=form._replace(actions=default_actions(submit, form.cancel_label)))


def _submit_label(flow: FormFlow, step: FormStep) -> str:
    if flow.after(step, SUBMIT) not in ENDS:
        return "Continue"
    return "Submit" if any(map(reports, step.form.fields)) else "OK"


def _check_conditions(read: Sequence[tuple[FormStep, list[Read]]], every: Sequence[Read]) -> None:
    """Conditions name fields that get answers, on their own screen or on another one."""
    by_name = {field.name: field for field, _ in every if field.name}
    for step, fields in read:
        own = {field.name for field, _ in fields}
        others = {name: None for name in by_name if name not in own}
        for clause in _clauses(step, fields):
            if clause.field in by_name:
                check_can_be_named(by_name[clause.field], clause.where)
        for clause in step.show_if:
            _check_known(clause.field, by_name, own, clause.where)
        check_conditions(fields, others)


def _clauses(step: FormStep, fields: Sequence[Read]) -> Iterator[Any]:
    yield from step.show_if
    for field, _ in fields:
        yield from field.show_if


def _check_known(name: str, by_name: dict[str, Field], own: set[str], where: str) -> None:
    if name not in by_name:
        raise SpecError(where, f"{quote(name)} is not the name of a field")
    if name in own:
        raise SpecError(where, f"{quote(name)} is asked on this very screen")


def with_back(form: FormScreen) -> FormScreen:
    """Return a form with the button that leads back, before all others."""
    back = FormAction(BACK, "Back", skip_validation=True)
    return form._replace(actions=(back, *form.actions))
