"""Random forms with the real widgets and random keys: each opens, and reports what it promises."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mplex.dialog.answer import OK, Answer
from mplex.dialog.field_kinds import FIELD_KINDS, reports, valid_value
from mplex.dialog.fields.table import WIDGETS
from mplex.dialog.form_spec import check_form
from mplex.geometry import Size
from mplex.term.keys import MouseEvent
from mplex.ui.overlay import Close
from tests.dialog.form.forms import form
from tests.dialog.form.test_any_size import EVENTS, KEYS, REAL_SIZE, drawn, feed
from tests.dialog.form_strategies import fields, forms

CAREFUL = settings(
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


@pytest.fixture(autouse=True)
def stand_ins() -> None:
    """Leave the real widgets where they are."""


def check_values(data: dict[str, Any], answer: Answer) -> None:
    """Check the values of an answer by the schema of each kind."""
    assert answer.status == OK
    assert isinstance(answer.value, dict)
    screen = check_form(data)
    for name, value in answer.value["values"].items():
        field = screen.field(name)
        assert field is not None
        assert valid_value(field, value), (field.kind, field.data, value)
    assert all(name not in answer.value["values"] for name in answer.secrets)


def test_every_kind_has_a_widget() -> None:
    assert set(WIDGETS) == set(FIELD_KINDS)


@CAREFUL
@given(data=forms(), size=REAL_SIZE, events=EVENTS)
def test_every_form_opens_and_reports(
    data: dict[str, Any], size: Size, events: list[str | MouseEvent]
) -> None:
    dialog = form(**{name: value for name, value in data.items() if name != "kind"})
    drawn(dialog, size)
    for event in events:
        result = feed(dialog, event)
        if isinstance(result, Close):
            answer = result.value
            assert isinstance(answer, Answer)
            if answer.status == OK:
                check_values(data, answer)
            return
        drawn(dialog, size)


@pytest.mark.parametrize("kind", sorted(FIELD_KINDS))
@settings(
    max_examples=15,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
@given(data=st.data(), size=REAL_SIZE, keys=st.lists(KEYS, max_size=12))
def test_every_kind_reports_what_it_promises(
    kind: str, data: st.DataObject, size: Size, keys: list[str]
) -> None:
    field = data.draw(fields(kind))
    actions = [{"value": "draft", "skip_validation": True}]
    dialog = form(field, actions=actions)
    drawn(dialog, size)
    for key in keys:
        result = feed(dialog, key)
        if isinstance(result, Close):
            break
        drawn(dialog, size)
    else:
        result = dialog.press(0)
    assert isinstance(result, Close)
    assert isinstance(result.value, Answer)
    if result.value.status == OK:
        spec = {"kind": "form", "fields": [field], "actions": actions}
        check_values(spec, result.value)
        assert isinstance(result.value.value, dict)
        named = check_form(spec).fields[0]
        expected = {named.name} if reports(named) and kind != "secret" else set()
        assert set(result.value.value["values"]) == expected


@CAREFUL
@given(data=forms())
def test_what_a_form_reported_is_what_it_starts_with(data: dict[str, Any]) -> None:
    plain = {name: value for name, value in data.items() if name not in ("kind", "actions")}
    plain.pop("focus", None)
    actions = [{"value": "draft", "skip_validation": True}]
    first = form(**plain, actions=actions).press(0)
    assert isinstance(first, Close)
    assert isinstance(first.value, Answer)
    assert isinstance(first.value.value, dict)
    again = form(**plain, actions=actions, values=first.value.value["values"]).press(0)
    assert isinstance(again, Close)
    assert isinstance(again.value, Answer)
    assert isinstance(again.value.value, dict)
    assert again.value.value["values"] == first.value.value["values"]
