"""The tools without anybody asked: what they refuse and where, their screens, all their results."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import jsonschema
import pytest

from flow.aiui import confirm, gallery, upload
from flow.aiui.run import ask_form, is_nobody, run_upload
from flow.aiui.table import TOOLS
from flow.aiui.tool import Tool
from flow.backends.backend import Notice, Place
from flow.bridge.ending import exit_status
from mplex.dialog.answer import (
    CANCEL,
    CANCELLED,
    EXPIRED,
    OK,
    REASONS,
    TTL_EXPIRED,
    Answer,
)
from mplex.dialog.form_spec import check_form
from mplex.errors import MplexError, NoServer, ProtocolError, Refused, SpecError

Json = dict[str, Any]

BY_NAME = {tool.name: tool for tool in TOOLS}
DIALOGS = [tool for tool in TOOLS if tool.dialog is not None]

CALLS: dict[str, Json] = {
    "confirm": {"title": "Drop it?"},
    "ask": {"question": "Which?", "options": [{"label": "A"}, {"label": "B", "value": "b"}]},
    "form": {"title": "New", "fields": [{"kind": "text", "name": "a", "label": "A"}]},
    "gallery": {"items": [{"value": "x"}, {"value": "y"}]},
    "compare": {"variants": [{"value": "x", "content": "1"}, {"value": "y"}]},
}

STAND_INS: dict[str, Json] = {
    "confirm": {"confirmed": False},
    "ask": {"answers": []},
    "form": {"values": {}},
    "gallery": {"decisions": {}},
    "compare": {},
}

ANSWERS: dict[str, tuple[Json, Json]] = {
    "confirm": ({"action": "yes", "values": {}}, {"confirmed": True}),
    "ask": (
        {"action": "__submit__", "values": {"answer": {"answers": ["b"], "other": " x "}}},
        {"answers": ["b"], "other": "x"},
    ),
    "form": (
        {"action": "__submit__", "values": {"a": "1"}},
        {"action": None, "values": {"a": "1"}},
    ),
    "gallery": (
        {
            "action": "__submit__",
            "values": {"decisions": {"decisions": {"x": {"decision": "", "comment": "hm"}}}},
        },
        {"decisions": {"x": {"decision": "", "comment": "hm"}}},
    ),
    "compare": (
        {"action": "__submit__", "values": {"selected": {"selected": "y"}}},
        {"selected": "y"},
    ),
}


def result(tool: Tool, answer: Answer) -> Json:
    """Return the result of a tool's example call, which its schema has to accept."""
    assert tool.dialog is not None
    found = tool.dialog.result(tool.check(CALLS[tool.name]), answer)
    jsonschema.validate(found, tool.result)
    return dict(found)


@pytest.mark.parametrize("tool", DIALOGS, ids=lambda tool: tool.name)
def test_every_end_has_its_shape(tool: Tool) -> None:
    stand_ins = STAND_INS[tool.name]
    assert result(tool, CANCEL) == {"cancelled": True, **stand_ins}
    away = Answer(OK, {"action": "__cancel__", "values": {}})
    assert result(tool, away) == {"cancelled": True, **stand_ins}
    for reason in (*REASONS, "something_new"):
        ended = result(tool, Answer(CANCELLED, reason=reason))
        assert ended == {"cancelled": True, **stand_ins, "reason": reason}
        assert exit_status(ended) == (124 if reason == TTL_EXPIRED else 3)
    assert result(tool, EXPIRED)["reason"] == TTL_EXPIRED
    assert exit_status(result(tool, CANCEL)) == 1
    value, keys = ANSWERS[tool.name]
    assert result(tool, Answer(OK, value)) == {"cancelled": False, **keys}
    assert exit_status(result(tool, Answer(OK, value))) == 0


@pytest.mark.parametrize("tool", DIALOGS, ids=lambda tool: tool.name)
def test_what_could_not_be_seen_is_told_on_every_end(tool: Tool) -> None:
    seen = {"media_warnings": ["x.png: gone"]}
    value, _ = ANSWERS[tool.name]
    for answer in (Answer(OK, {**value, **seen}), Answer(CANCELLED, seen)):
        assert result(tool, answer)["media_warnings"] == ["x.png: gone"]
    assert "media_warnings" not in result(tool, Answer(CANCELLED))


@pytest.mark.parametrize("tool", DIALOGS, ids=lambda tool: tool.name)
def test_the_descriptions_name_every_reason(tool: Tool) -> None:
    for reason in REASONS:
        assert reason in tool.help
    assert "media_warnings" in tool.help
    jsonschema.validate(CALLS[tool.name], tool.arguments)


@pytest.mark.parametrize(("name", "title"), [("gallery", "Review"), ("compare", "Compare")])
def test_what_needs_no_title_has_one_all_the_same(name: str, title: str) -> None:
    tool = BY_NAME[name]
    assert tool.dialog is not None
    for given, shown in ((None, title), ("Mine", "Mine")):
        call = tool.check({**CALLS[name], "title": given})
        assert check_form(tool.dialog.screen(call)).title == shown


def test_the_description_of_flows_names_every_reason_too() -> None:
    for word in (*REASONS, "media_warnings"):
        assert word in BY_NAME["plexer_show"].help


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)
def test_schemas_are_schemas(tool: Tool) -> None:
    jsonschema.Draft202012Validator.check_schema(tool.arguments)
    jsonschema.Draft202012Validator.check_schema(tool.result)


@pytest.mark.parametrize("tool", DIALOGS, ids=lambda tool: tool.name)
def test_the_screens_are_valid_and_say_who_asks(tool: Tool) -> None:
    assert tool.dialog is not None
    call = tool.check({**CALLS[tool.name], "session": "billing", "header": "Chip", "timeout": 60})
    form = check_form(tool.dialog.screen(call))
    assert (form.session, form.header) == ("billing", "Chip")
    assert call.asking.timeout == 60
    assert tool.check(CALLS[tool.name]).asking.timeout == 7200


ONE = {"kind": "text", "name": "a"}
LONG = "x" * 5000
OPTION_PICTURE, ACTION = "options[0].thumbnail", "actions[0].value"
WRONG: list[tuple[str, Json, str]] = [
    ("confirm", {}, ""),
    ("confirm", {"title": None}, ""),
    ("confirm", {"title": 1}, "title"),
    ("confirm", {"title": "x", "destructive": "yes"}, "destructive"),
    ("confirm", {"title": "x", "confirm_label": "a", "confirmLabel": "b"}, "confirmLabel"),
    ("confirm", {"title": "x", "image": {}}, "image"),
    ("confirm", {"title": "x", "timeout": 1}, "timeout"),
    ("ask", {"question": "x"}, ""),
    ("ask", {"question": "x", "options": None}, ""),
    ("ask", {"question": "x", "options": []}, "options"),
    ("ask", {"question": "x", "options": [{"value": "a"}]}, "options[0]"),
    ("ask", {"question": "x", "options": [{"label": " "}]}, "options[0].label"),
    ("ask", {"question": "x", "options": [{"label": "a"}, {"label": "a"}]}, "options[1].label"),
    (
        "ask",
        {"question": "x", "options": [{"label": "a"}, {"label": "b", "value": "a"}]},
        "options[1].value",
    ),
    ("form", {"fields": [ONE]}, ""),
    ("form", {"title": "x"}, ""),
    ("form", {"title": "x", "fields": []}, ""),
    ("form", {"title": "x", "fields": [ONE], "tabs": [{"label": "A", "fields": []}]}, ""),
    ("form", {"title": "x", "tabs": [{"label": "A"}]}, "tabs[0]"),
    ("form", {"title": "x", "tabs": [{"fields": [ONE]}, {"fields": []}]}, "tabs[1].label"),
    ("form", {"title": "x", "fields": [{"kind": "nope"}]}, "fields[0].kind"),
    ("form", {"title": "x", "fields": [{"kind": "gallery", "items": []}]}, "fields[0].kind"),
    ("form", {"title": "x", "fields": [{"kind": "file", "name": "f"}]}, "fields[0].kind"),
    ("form", {"title": "x", "fields": [ONE, ONE]}, "fields[1].name"),
    ("form", {"title": "x", "fields": [{"kind": "secret", "name": "s"}]}, "fields[0]"),
    ("form", {"title": "x", "fields": [ONE], "actions": {}}, "actions"),
    ("form", {"title": "x", "fields": [ONE], "actions": [{"label": "a"}]}, "actions[0]"),
    (
        "form",
        {"title": "x", "fields": [ONE], "actions": [{"value": "a"}, {"value": "a"}]},
        "actions[1].value",
    ),
    ("gallery", {}, ""),
    ("gallery", {"items": []}, "items"),
    ("gallery", {"items": [{"label": "a"}]}, "items[0].value"),
    ("gallery", {"items": [{"value": 1}]}, "items[0].value"),
    ("gallery", {"items": [{"value": "a"}, {"value": "a"}]}, "items[1].value"),
    ("gallery", {"items": [{"value": "a"}], "actions": [{"label": "x"}]}, "actions[0].value"),
    (
        "gallery",
        {"items": [{"value": "a"}], "actions": [{"value": "x"}, {"value": "x"}]},
        "actions[1].value",
    ),
    ("compare", {"variants": [{"value": "a"}]}, "variants"),
    ("compare", {"variants": [{"value": "a"}, {"content": "b"}]}, "variants[1].value"),
    ("compare", {"variants": [{"value": "a"}, {"value": "a"}]}, "variants[1].value"),
    ("notify", {"title": " ", "body": "x"}, "title"),
    ("notify", {"title": "x"}, ""),
    ("upload", {"target_dir": 1}, "target_dir"),
    # What only the rules of forms refuse is told with its place in the call, too.
    ("confirm", {"title": "x", "image": {"src": f"/{LONG}"}}, "image.src"),
    ("confirm", {"title": "x", "session": LONG}, "session"),
    ("ask", {"question": LONG, "options": [{"label": "a"}]}, "question"),
    ("ask", {"question": "x", "options": [{"label": str(n)} for n in range(1001)]}, "options"),
    ("ask", {"question": "x", "options": [{"label": "a", "thumbnail": LONG}]}, OPTION_PICTURE),
    ("form", {"title": "x", "fields": [ONE], "description": LONG * 3}, "description"),
    ("gallery", {"items": [{"value": "a", "detail": LONG}]}, "items[0].detail"),
    ("gallery", {"items": [{"value": str(n)} for n in range(501)]}, "items"),
    ("gallery", {"items": [{"value": "a"}], "actions": [{"value": LONG[:300]}]}, ACTION),
    ("compare", {"variants": [{"value": str(n)} for n in range(13)]}, "variants"),
    ("compare", {"variants": [{"value": "a", "src": LONG}, {"value": "b"}]}, "variants[0].src"),
]


@pytest.mark.parametrize(("name", "arguments", "where"), WRONG)
def test_what_is_refused_and_where(name: str, arguments: Json, where: str) -> None:
    with pytest.raises(SpecError) as caught:
        BY_NAME[name].check(arguments)
    assert caught.value.where == where
    assert caught.value.message


def test_long_texts_are_taken_as_far_as_a_form_takes_them() -> None:
    tool = BY_NAME["form"]
    call = tool.check({"title": "x", "fields": [ONE], "description": "d" * 10_000})
    assert tool.dialog is not None
    assert len(tool.dialog.screen(call)["text"]) == 10_000
    BY_NAME["ask"].check({"question": "x", "options": [{"label": "a", "value": "v" * 4096}]})


def test_both_spellings_null_and_lists_as_text() -> None:
    call = BY_NAME["ask"].check(
        {"question": "x", "options": '[{"label": "a"}]', "multiSelect": True, "header": None}
    )
    assert (call.multi_select, call.header, call.options) == (
        True,
        "",
        ({"label": "a", "value": "a"},),
    )
    form = BY_NAME["form"].check({"title": "x", "fields": [ONE], "submitLabel": "Go"}).form
    assert form["submit_label"] == "Go"


def test_a_destructive_confirm_has_its_focus_on_no() -> None:
    for destructive, focus, style in ((True, "no", "destructive"), (False, "yes", "primary")):
        call = confirm.check({"title": "Drop?", "destructive": destructive})
        form = check_form(confirm.screen(call))
        assert form.focus == focus
        assert [action.value for action in form.actions] == ["no", "yes"]
        assert form.actions[1].style == style


def test_the_picture_of_a_confirm() -> None:
    call = confirm.check({"title": "OK?", "image": {"src": "/x.png"}})
    [field] = check_form(confirm.screen(call)).fields
    assert (field["src"], field["alt"], field["max_height"]) == ("/x.png", "OK?", 240)


def test_no_stops_a_script() -> None:
    said_no = result(BY_NAME["confirm"], Answer(OK, {"action": "no", "values": {}}))
    assert said_no == {"cancelled": False, "confirmed": False}
    assert exit_status(said_no) == 1


def test_a_comparison_without_a_pick_is_no_answer() -> None:
    with pytest.raises(ProtocolError):
        result(BY_NAME["compare"], Answer(OK, {"action": "__submit__", "values": {}}))


def test_the_verdicts_of_a_gallery() -> None:
    call = gallery.check(CALLS["gallery"])
    [field] = check_form(gallery.screen(call)).fields
    assert [action["value"] for action in field["actions"]] == ["approve", "revise", "skip"]


class Fake:
    """An asker with one answer, and the pieces of a file."""

    def __init__(self, answer: Answer | MplexError, *pieces: bytes, asked: bool = True) -> None:
        self.place = Place("")
        self.asked = asked
        self.screens: list[Json] = []
        self._answer = answer
        self._pieces = list(pieces)

    def ask(self, screen: dict[str, object], timeout: float) -> Answer:
        self.screens.append(screen)
        if isinstance(self._answer, MplexError):
            raise self._answer
        return self._answer

    def fetch(self, field: str, offset: int) -> tuple[bytes, bool]:
        return self._pieces.pop(0), not self._pieces

    def notify(self, notice: Notice) -> None:
        raise Refused("no terminal")


def test_a_lost_connection_is_an_end_and_nobody_at_all_is_not() -> None:
    tool = BY_NAME["confirm"]
    call = tool.check(CALLS["confirm"])
    lost = Fake(NoServer("lost server"))
    expected = {"cancelled": True, "confirmed": False, "reason": "channel_dropped"}
    assert tool.run(call, lost) == expected
    nobody = Fake(NoServer("no server"), asked=False)
    with pytest.raises(NoServer) as caught:
        tool.run(call, nobody)
    assert is_nobody(caught.value, nobody)
    assert not is_nobody(caught.value, lost)
    with pytest.raises(Refused):
        tool.run(call, Fake(Refused("busy", code="busy")))


def test_a_notice_that_fails_is_a_result() -> None:
    call = BY_NAME["notify"].check({"title": "Done", "body": "x", "subtitle": "y"})
    assert call.body == "y - x"
    found = BY_NAME["notify"].run(call, Fake(CANCEL))
    assert found == {"ok": False, "error": "no terminal"}
    assert exit_status(found) == 3


def test_targets_are_approved_as_they_are_here(tmp_path: Path) -> None:
    target = {"mode": "create", "path": f"{tmp_path}/x", "shown": "/safe", "host": "elsewhere"}
    fields = [{"kind": "text", "name": "a", "target": target}]
    asker = Fake(CANCEL)
    ask_form({"kind": "form", "fields": fields}, 10, asker)
    [field] = asker.screens[0]["fields"]
    assert field["target"]["shown"] == f"{tmp_path}/x"
    assert field["target"]["host"] != "elsewhere"


@pytest.mark.parametrize("value", [None, {"values": {}}, {"action": "__back__", "values": {}}])
def test_an_answer_that_the_form_cannot_give_is_refused(value: object) -> None:
    screen = {"kind": "form", "fields": [{"kind": "text", "name": "a"}]}
    with pytest.raises(ProtocolError):
        ask_form(screen, 10, Fake(Answer(OK, value)))


PICKED = Answer(OK, {"action": "__submit__", "values": {"file": "/home/me/a.bin"}})


def uploaded(folder: object, asker: Fake) -> Json:
    call = upload.check({"target_dir": str(folder)})
    found = dict(run_upload(call, asker))
    jsonschema.validate(found, upload.RESULT)
    return found


def test_an_upload_is_put_together_of_its_pieces(tmp_path: Path) -> None:
    found = uploaded(tmp_path, Fake(PICKED, b"one ", b"two"))
    path = tmp_path / "a.bin"
    assert found == {"status": "ok", "path": str(path), "filename": "a.bin", "bytes": 7}
    assert path.read_bytes() == b"one two"
    assert path.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    ("answer", "pieces", "why"),
    [
        (CANCEL, (), "cancelled: no file was selected"),
        (EXPIRED, (), "nobody picked a file in time"),
        (Answer(CANCELLED, reason="evicted"), (), "the picker went away (evicted)"),
        (PICKED, (b"one", b"", b"two"), "the file ended before its end"),
        (Refused("no client", code="no_client"), (), "no client"),
    ],
)
def test_an_upload_that_fails_leaves_nothing(
    tmp_path: Path, answer: Answer | MplexError, pieces: tuple[bytes, ...], why: str
) -> None:
    found = uploaded(tmp_path, Fake(answer, *pieces))
    assert found == {"status": "error", "error": why}
    assert list(tmp_path.iterdir()) == []


def test_an_upload_has_a_largest_size(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(upload, "BYTES_MAX", 5)
    found = uploaded(tmp_path, Fake(PICKED, b"123", b"456"))
    assert "has more than" in found["error"]
    assert list(tmp_path.iterdir()) == []


def test_an_upload_never_overwrites(tmp_path: Path) -> None:
    (tmp_path / "a.bin").symlink_to("nowhere")
    found = uploaded(tmp_path, Fake(PICKED, b"x"))
    assert "exists already" in found["error"]
    assert [path.name for path in tmp_path.iterdir()] == ["a.bin"]


@pytest.mark.parametrize(
    ("folder", "why"),
    [
        ("in/here", "target_dir must be absolute"),
        ("~me/here", "target_dir must be absolute"),
        ("/nowhere/at/all", "target_dir does not exist"),
        ("/dev/null", "target_dir is not a folder"),
    ],
)
def test_a_folder_that_will_not_do_shows_no_picker(folder: str, why: str) -> None:
    asker = Fake(PICKED)
    assert why in uploaded(folder, asker)["error"]
    assert asker.screens == []


def test_one_picker_at_a_time(tmp_path: Path) -> None:
    with upload.only_one():
        found = uploaded(tmp_path, Fake(PICKED, b"x"))
    assert found["error"] == "another upload is already waiting for the user"


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("/a/b.txt", "b.txt"),
        ("C:\\dir\\b.txt", "b.txt"),
        ("/a/b\n\x1b[31m.txt", "b[31m.txt"),
        ("/a/..", "upload.bin"),
        ("/a/ . ", "upload.bin"),
        ("", "upload.bin"),
        ("/a/\udcff", "upload.bin"),
        ("/a/" + "ü" * 300 + ".pdf", "ü" * 98 + ".pdf"),
        ("/a/x." + "y" * 300, "x." + "y" * 198),
    ],
)
def test_names_of_uploads(path: str, name: str) -> None:
    assert upload.safe_name(path) == name
