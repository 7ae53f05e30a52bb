"""Where no terminal can be reached: the dialogs of tools through the host's own forms."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import jsonschema
import pytest
from mcp.client import ClientRequestContext
from mcp.server import request_state
from mcp.types import INVALID_REQUEST, ElicitRequestParams, ElicitResult, ErrorData

from flow.aiui.table import TOOLS
from flow.bridge import elicitation
from flow.bridge.dialog_forms import fits, form_of, read_form
from flow.bridge.forms import WrongContent
from mplex.dialog.caps import FORM_LIFETIME_MAX
from mplex.dialog.form_spec import check_form
from tests.bridge.mcp_host import ERAS, Host
from tests.bridge.test_elicitation import CANCEL, DECLINE, Person, nowhere

Json = dict[str, Any]

RESULTS = {tool.name: tool.result for tool in TOOLS}

CONFIRM: Json = {"title": "Drop it?", "message": "3 rows.", "confirm_label": "Drop"}
ASK: Json = {"question": "Which?", "options": [{"label": "North", "value": "n"}, {"label": "S"}]}
FORM: Json = {"title": "New", "fields": [{"kind": "text", "name": "job", "label": "Job"}]}
REVIEW: Json = {
    "title": "Publish?",
    "fields": [{"kind": "markdown", "text": "The *draft*"}],
    "actions": [{"label": "Publish", "value": "publish"}, {"label": "Later", "value": "later"}],
}
COMPARE: Json = {"variants": [{"value": "x", "content": "one"}, {"value": "y", "content": "two"}]}


@pytest.fixture(params=ERAS)
def era(request: pytest.FixtureRequest) -> str:
    """An era of the protocol."""
    return str(request.param)


@pytest.fixture
def ask(era: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Calls a tool with somebody at the host, whose replies count however fast they come."""
    monkeypatch.setattr(elicitation, "READING", 0.0)

    def call(name: str, arguments: Json, *replies: Any) -> Json:
        person = Person(*replies)
        with Host(nowhere(), era, person) as host:
            result = host.call(arguments, name)
        assert not result.is_error, result
        found = dict(result.structured_content or {})
        jsonschema.validate(found, RESULTS[name])
        return found

    yield call


@pytest.mark.parametrize(
    ("name", "arguments", "reply", "expected"),
    [
        ("confirm", CONFIRM, {"decision": "yes"}, {"confirmed": True}),
        ("confirm", CONFIRM, {"decision": "no"}, {"confirmed": False}),
        ("confirm", CONFIRM, DECLINE, {"confirmed": False}),
        ("ask", ASK, {"answer": "S"}, {"answers": ["S"]}),
        ("ask", {**ASK, "multi_select": True}, {"answer": ["S", "n"]}, {"answers": ["n", "S"]}),
        ("ask", {**ASK, "allow_other": True}, {"other": " up "}, {"answers": [], "other": "up"}),
        ("form", FORM, {"job": "paint"}, {"action": None, "values": {"job": "paint"}}),
        ("compare", COMPARE, {"selected": "y"}, {"selected": "y"}),
    ],
)
def test_an_answer_has_the_same_shape(
    ask: Any, name: str, arguments: Json, reply: Any, expected: Json
) -> None:
    assert ask(name, arguments, reply) == {"cancelled": False, **expected}


@pytest.mark.parametrize(
    ("name", "arguments", "reply", "expected"),
    [
        ("confirm", CONFIRM, CANCEL, {"confirmed": False}),
        ("ask", ASK, CANCEL, {"answers": []}),
        ("ask", ASK, DECLINE, {"answers": []}),
        ("form", FORM, DECLINE, {"values": {}}),
        ("form", REVIEW, DECLINE, {"values": {}}),
        ("form", {**REVIEW, "actions": None}, DECLINE, {"values": {}}),
        ("compare", COMPARE, CANCEL, {}),
    ],
)
def test_a_refusal_has_no_reason(
    ask: Any, name: str, arguments: Json, reply: Any, expected: Json
) -> None:
    assert ask(name, arguments, reply) == {"cancelled": True, **expected}


def test_a_wrong_reply_is_asked_for_again(ask: Any) -> None:
    assert ask("ask", ASK, {"answer": "x"}, {}, {"answer": "n"})["answers"] == ["n"]


def test_a_picture_is_told_not_to_be_seen(ask: Any) -> None:
    arguments = {**CONFIRM, "image": {"src": "/x.png", "alt": "A chart"}}
    [warning] = ask("confirm", arguments, {"decision": "yes"})["media_warnings"]
    assert warning.startswith("A chart: not shown")


class LatePerson(Person):
    """Somebody who answers so many seconds later."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, seconds: float, *replies: Any) -> None:
        super().__init__(*replies)
        self._monkeypatch = monkeypatch
        self._late = seconds

    async def __call__(
        self, context: ClientRequestContext, params: ElicitRequestParams
    ) -> ElicitResult | ErrorData:
        """Let the time pass, for the SDK's seal and for the dialog, and answer."""
        moved = time.time() + self._late
        self._monkeypatch.setattr(request_state, "time", SimpleNamespace(time=lambda: moved))
        defaults = elicitation.HostDialog.__init__.__kwdefaults__
        assert defaults is not None
        self._monkeypatch.setitem(defaults, "now", lambda: moved)
        return await super().__call__(context, params)


@pytest.mark.parametrize(
    ("timeout", "late", "expected"),
    [
        (FORM_LIFETIME_MAX, 8000, {"cancelled": False, "confirmed": True}),
        (FORM_LIFETIME_MAX, FORM_LIFETIME_MAX - 60, {"cancelled": False, "confirmed": True}),
        (60, 61, {"cancelled": True, "confirmed": False, "reason": "ttl_expired"}),
        (60, 8000, {"cancelled": True, "confirmed": False, "reason": "ttl_expired"}),
    ],
)
def test_an_answer_may_come_as_late_as_the_call_says(
    monkeypatch: pytest.MonkeyPatch, timeout: float, late: float, expected: Json
) -> None:
    person = LatePerson(monkeypatch, late, {"decision": "yes"})
    with Host(nowhere(), "auto", person) as host:
        result = host.call({**CONFIRM, "timeout": timeout}, "confirm")
    assert result.structured_content == expected, result


@pytest.mark.parametrize("reply", [DECLINE, CANCEL])
def test_a_host_that_refuses_by_itself_is_no_person(era: str, reply: Any) -> None:
    with Host(nowhere(), era, Person(reply)) as host:
        found = host.call(CONFIRM, "confirm").structured_content
    assert found == {"cancelled": True, "confirmed": False, "reason": "no_client"}


def test_a_host_that_fails_is_no_person() -> None:
    person = Person(ErrorData(code=INVALID_REQUEST, message="no screen"))
    with Host(nowhere(), "legacy", person) as host:
        found = host.call(CONFIRM, "confirm").structured_content
    assert found == {"cancelled": True, "confirmed": False, "reason": "no_client"}


SECRET = {"kind": "secret", "name": "s", "target": {"mode": "create", "path": "/tmp/never"}}


@pytest.mark.parametrize("field", [{"kind": "password", "name": "p"}, SECRET])
def test_secrets_never_go_through_a_host(era: str, field: Json) -> None:
    person = Person({"p": "x"})
    with Host(nowhere(), era, person) as host:
        result = host.call({"title": "Key", "fields": [field]}, "form")
    assert person.asked == []
    assert result.structured_content == {"cancelled": True, "values": {}, "reason": "no_client"}
    first, second = (block.text for block in result.content)  # type: ignore[union-attr]
    assert json.loads(first) == result.structured_content
    assert "start `mplex`" in second


def test_where_nobody_is_every_dialog_ends_without_an_answer(era: str) -> None:
    with Host(nowhere(), era) as host:
        for name, arguments in (("confirm", CONFIRM), ("ask", ASK), ("compare", COMPARE)):
            result = host.call(arguments, name)
            assert not result.is_error
            assert (result.structured_content or {})["reason"] == "no_client"
        assert host.call({"title": "a", "body": "b"}, "notify").structured_content["ok"] is False  # type: ignore[index]
        assert host.call({}, "health").structured_content["reason"] == "no_server"  # type: ignore[index]
        assert host.call({}, "version").structured_content["wire_version"] == 1  # type: ignore[index]


LISTED = [{"label": "A", "value": "a"}, {"label": "B", "value": "b"}]
FIELDS: list[tuple[Json, Json, Any]] = [
    ({"kind": "number", "min": 1, "max": 9}, {"f": 3}, 3),
    ({"kind": "number"}, {}, None),
    ({"kind": "slider"}, {"f": 30}, 30),
    ({"kind": "select", "options": LISTED}, {"f": "b"}, "b"),
    ({"kind": "checkbox", "default": True}, {}, True),
    ({"kind": "date"}, {"f": "2026-01-02"}, "2026-01-02"),
    ({"kind": "datetime"}, {"f": "2026-01-02T03:04:05+02:00"}, "2026-01-02T03:04+02:00"),
    ({"kind": "datetime"}, {"f": "2026-01-02T03:04Z"}, "2026-01-02T03:04+00:00"),
    (
        {"kind": "date_range"},
        {"f_from": "2026-01-02", "f_to": "2026-01-03"},
        {"from": "2026-01-02", "to": "2026-01-03"},
    ),
    ({"kind": "color"}, {"f": "#AABBCC"}, "#aabbcc"),
    (
        {"kind": "list", "items": ["a", "b"], "selectable": True, "multi_select": True},
        {"f": ["b", "a"]},
        {"selected": ["a", "b"], "order": ["a", "b"]},
    ),
    (
        {"kind": "tree", "items": [{"label": "A", "value": "a", "children": LISTED[1:]}]},
        {"f": "b"},
        {"selected": ["b"]},
    ),
    (
        {
            "kind": "table",
            "columns": [{"key": "k", "label": "K"}],
            "rows": [{"value": "a", "values": {"k": 1}}],
        },
        {"f": "a"},
        {"selected": ["a"], "order": ["a"], "sort": {"column": None, "dir": "asc"}},
    ),
]


@pytest.mark.parametrize(("field", "content", "value"), FIELDS)
def test_every_kind_that_fits(field: Json, content: Json, value: Any) -> None:
    data = {"kind": "form", "fields": [{"name": "f", "label": "F", **field}]}
    assert fits(data)
    form = check_form(data)
    schema = form_of(form, titled=True)
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate(content, schema)
    assert read_form(form, content) == ("__submit__", {"f": value})


@pytest.mark.parametrize(
    ("field", "content"),
    [
        ({"kind": "number", "min": 1}, {"f": 0}),
        ({"kind": "number"}, {"f": "1"}),
        ({"kind": "text", "required": True}, {"f": " "}),
        ({"kind": "select", "options": LISTED}, {"f": "c"}),
        ({"kind": "date"}, {"f": "2026-02-30"}),
        ({"kind": "date_range", "required": True}, {"f_from": "2026-01-01"}),
        ({"kind": "datetime"}, {"f": "soon"}),
        ({"kind": "color"}, {"f": "red"}),
        ({"kind": "checkbox"}, {"f": "yes"}),
        ({"kind": "tree", "items": LISTED}, {"f": 1}),
    ],
)
def test_what_does_not_fit_is_said(field: Json, content: Json) -> None:
    form = check_form({"kind": "form", "fields": [{"name": "f", "label": "F", **field}]})
    with pytest.raises(WrongContent):
        read_form(form, content)


def test_both_bounds_are_said_also_where_one_is_nothing() -> None:
    field = {"kind": "number", "name": "f", "min": -5, "max": 0}
    form = check_form({"kind": "form", "fields": [field]})
    with pytest.raises(WrongContent, match="at least -5 and at most 0"):
        read_form(form, {"f": 3})


@pytest.mark.parametrize(
    "field",
    [
        {"kind": "list", "items": ["a"], "sortable": True},
        {"kind": "annotated_image", "src": "/x"},
        {"kind": "gallery", "items": [{"value": "a"}]},
        {"kind": "file"},
        {"kind": "text", "show_if": {"g": "x"}},
        {"kind": "text", "target": {"mode": "create", "path": "/x"}},
    ],
)
def test_what_would_not_mean_the_same_is_not_asked(field: Json) -> None:
    fields = [{"kind": "text", "name": "g"}, {"name": "f", **field}]
    assert not fits({"kind": "form", "fields": fields})


def test_a_list_of_choices_is_not_for_older_hosts() -> None:
    items = {"kind": "list", "name": "f", "items": ["a"], "selectable": True}
    for many, titled, expected in ((True, True, True), (True, False, False), (False, False, True)):
        data = {"kind": "form", "fields": [{**items, "multi_select": many}]}
        assert fits(data, titled=titled) is expected


def test_a_way_out_is_not_barred_by_what_is_missing() -> None:
    fields = [{"kind": "text", "name": "f", "required": True}]
    actions = [{"value": "out", "skip_validation": True}, {"value": "go"}]
    form = check_form({"kind": "form", "fields": fields, "actions": actions})
    assert form_of(form, titled=True)["required"] == ["action"]
    assert read_form(form, {"action": "out"}) == ("out", {"f": ""})
    with pytest.raises(WrongContent):
        read_form(form, {"action": "go"})


def test_prompts_and_instructions(era: str) -> None:
    with Host(nowhere(), era) as host:
        client = host._client
        listed = host.portal.call(client.list_prompts).prompts
        assert [prompt.name for prompt in listed] == ["teach", "test-dialog", "version", "health"]
        taught = host.portal.call(client.get_prompt, "teach")
        text = taught.messages[0].content.text  # type: ignore[union-attr]
        assert "Default to a dialog" in text
        for name in ("confirm", "ask", "form", "gallery", "compare", "notify", "upload"):
            assert name in text
