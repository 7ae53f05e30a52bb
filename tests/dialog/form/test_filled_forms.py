"""Random forms filled in by keys, mouse and pastes at any size: what comes back is promised.

What each kind promises is said once more in `promises`, apart from the table that the widgets and
the check share, so that a mistake in that table is found too.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st

from mplex.dialog.answer import CANCEL, OK, Answer
from mplex.dialog.field_kinds import FIELD_KINDS
from mplex.dialog.form.form_dialog import FormDialog
from mplex.dialog.form_spec import CANCEL_ACTION, SUBMIT
from mplex.geometry import Size
from mplex.term.keys import KeyEvent, MouseEvent, parse_key, text_of
from mplex.ui.overlay import Close, Result
from tests.dialog.form.forms import form
from tests.dialog.form.promises import FILLED, PROMISES, broken, incomplete
from tests.dialog.form.test_any_size import drawn
from tests.dialog.form_strategies import fields, forms

Json = dict[str, Any]

DRAFT = {"value": "leave it as it is", "skip_validation": True}
"""A way out that is added to every form, so that there is a result whatever is wrong."""

SIZES = st.one_of(
    st.builds(Size, st.integers(5, 100), st.integers(20, 300)),
    st.builds(Size, st.integers(5, 12), st.integers(20, 44)),
)

KEYS = st.sampled_from(
    "a b c p r s t x z 0 1 2 3 5 9 - + . / # ~ Space Enter Tab BTab Up Down Left Right Home End "
    "PPage NPage Escape BSpace DC S-Left S-Right S-Up S-Down M-Up M-Down M-1 M-2 C-NPage C-PPage "
    "C-a C-e C-k C-u C-w C-y M-b M-f M-d F1".split()
)
PASTES = st.sampled_from(
    [
        "a b\r\nc",
        "",
        "12",
        "-7.5e3",
        "1e400",
        "nan",
        "٣",
        "#1e90ff",
        "#ABC",
        "2026-02-29",
        "2028-02-29",
        "2026-12-01T09:30Z",
        "from 2026-01-05 to 2026-01-02",
        "0.25, 0.5",
        "0.1 0.2 0.3 0.4",
        "\x1b[31m\x00\u200b漢字 e\u0301 👩\u200d👩\u200d👧",
        "\udcff".encode("utf-8", "surrogateescape").decode("latin-1"),
        " " * 50,
        "/etc/hostname",
        "x" * 5000,
    ]
)


class Click(NamedTuple):
    """A press and a release, perhaps with a drag between, at shares of the dialog's rectangle."""

    at: tuple[float, float]
    to: tuple[float, float] | None = None


class Wheel(NamedTuple):
    """A turn of the wheel."""

    way: str
    at: tuple[float, float]


class Paste(NamedTuple):
    """A pasted text."""

    text: str


Step = str | Click | Wheel | Paste | Size

PLACE = st.tuples(st.floats(0, 1), st.floats(0, 1))
CLICKS = st.builds(Click, PLACE, st.none() | PLACE)
WHEELS = st.builds(
    Wheel, st.sampled_from(["wheel-up", "wheel-down", "wheel-left", "wheel-right"]), PLACE
)
STEPS = st.lists(
    st.one_of(KEYS, KEYS, CLICKS, CLICKS, WHEELS, PASTES.map(Paste), SIZES), max_size=30
)

CAREFUL = settings(
    max_examples=80,
    deadline=None,
    suppress_health_check=[
        HealthCheck.too_slow,
        HealthCheck.data_too_large,
        HealthCheck.function_scoped_fixture,
    ],
)


@pytest.fixture(autouse=True)
def stand_ins() -> None:
    """Leave the real widgets where they are."""


class Person:
    """Somebody who uses a form, and sees it after everything they do."""

    def __init__(self, dialog: FormDialog, size: Size) -> None:
        self.dialog = dialog
        self.size = size
        self.look()

    def look(self) -> None:
        """See the form."""
        drawn(self.dialog, self.size)

    def do(self, step: Step) -> Answer | None:
        """Do one thing; return the answer when that closed the form."""
        if isinstance(step, Size):
            self.size = step
        elif isinstance(step, Paste):
            assert not isinstance(self.dialog.on_paste(step.text.encode()), Close)
        elif isinstance(step, Wheel):
            assert not isinstance(self._mouse(step.way, step.at), Close)
        elif isinstance(step, Click):
            return self._click(step)
        else:
            key = parse_key(step)
            return self._seen(self.dialog.on_key(KeyEvent(key, b"", text_of(key))))
        self.look()
        return None

    def _click(self, click: Click) -> Answer | None:
        found = self._seen(self._mouse("down", click.at))
        if found is None and click.to is not None:
            found = self._seen(self._mouse("drag", click.to))
        return found or self._seen(self._mouse("up", click.to or click.at))

    def _mouse(self, action: str, share: tuple[float, float]) -> Result:
        rect = self.dialog.layout(self.size)
        row, col = round(share[0] * (rect.rows - 1)), round(share[1] * (rect.cols - 1))
        return self.dialog.on_mouse(MouseEvent(action, 1, row, col))

    def _seen(self, result: Result) -> Answer | None:
        if isinstance(result, Close):
            assert isinstance(result.value, Answer)
            return result.value
        self.look()
        return None


def fields_of(data: Json) -> dict[str, Json]:
    """Return the fields of a form that report something, by their names."""
    tabs = [data, *(data.get("tabs") or ())]
    every = [field for tab in tabs for field in tab.get("fields") or ()]
    return {field["name"]: field for field in every if field["kind"] in PROMISES}


def check(data: Json, answer: Answer) -> None:
    """Check every value of an answer, and what its action should have checked."""
    if answer.status != OK:
        assert answer == CANCEL
        return
    assert isinstance(answer.value, dict)
    action, found = answer.value["action"], answer.value["values"]
    named = {each["value"]: each for each in data["actions"]}
    assert action in named and action != CANCEL_ACTION
    known = fields_of(data)
    assert set(found) <= set(known)
    for name, value in found.items():
        assert not broken(known[name], value), broken(known[name], value)
        if not named[action].get("skip_validation"):
            assert not incomplete(known[name], value), incomplete(known[name], value)


def filled(data: Json, size: Size, steps: list[Step]) -> Answer:
    """Fill a form in, and leave it by its main button or, if that refuses, as a draft."""
    dialog = form(**{name: value for name, value in data.items() if name != "kind"})
    person = Person(dialog, size)
    for step in steps:
        answer = person.do(step)
        if answer is not None:
            return answer
    answer = person.do("M-Enter") or person.do("M-Enter")
    event("checked" if answer else "left as it is")
    if answer is None:
        result = dialog.press(len(data["actions"]) - 1)
        assert isinstance(result, Close) and isinstance(result.value, Answer)
        answer = result.value
    return answer


def test_every_kind_that_reports_is_promised_something() -> None:
    assert set(PROMISES) == {name for name, kind in FIELD_KINDS.items() if kind.value} - {"secret"}
    assert set(FILLED) <= set(PROMISES)


@CAREFUL
@given(data=forms(), size=SIZES, steps=STEPS)
def test_what_a_filled_form_reports_is_promised(data: Json, size: Size, steps: list[Step]) -> None:
    data = {**data, "actions": [*data.get("actions", ()), DRAFT]}
    if data.get("focus") in (SUBMIT, CANCEL_ACTION):
        # The built-in buttons, which are not there beside one that is given.
        del data["focus"]
    check(data, filled(data, size, steps))


@pytest.mark.parametrize("kind", sorted(PROMISES))
@settings(CAREFUL, max_examples=12)
@given(given_=st.data(), size=SIZES, steps=STEPS)
def test_what_a_filled_field_reports_is_promised(
    kind: str, given_: st.DataObject, size: Size, steps: list[Step]
) -> None:
    field = given_.draw(fields(kind))
    data = {"fields": [field], "actions": [{"value": "send", "primary": True}, DRAFT]}
    answer = filled(data, size, steps)
    check(data, answer)
    if answer.status == OK:
        assert isinstance(answer.value, dict)
        assert set(answer.value["values"]) == {field["name"]}
