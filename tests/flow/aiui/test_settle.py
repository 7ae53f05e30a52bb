"""What becomes of an answered form: who commits, what is reported, and where a secret ends."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from flow.settle import DISCARDED, ENDED, LEAKED, approve, settle
from mplex.dialog.answer import CANCELLED, OK, TIMEOUT, Answer, Secret
from mplex.dialog.field import Field
from mplex.dialog.form_spec import FormAction, FormScreen, FormTab, check_form
from mplex.errors import ProtocolError

ACTIONS = [
    {"value": "save", "label": "Save"},
    {"value": "draft", "label": "Draft", "skip_validation": True},
    {"value": "stash", "label": "Stash", "skip_validation": True, "writes_targets": True},
    {"value": "__submit__", "label": "Send", "skip_validation": True},
    {"value": "__cancel__", "label": "Cancel"},
    {"value": "__back__", "label": "Back"},
]


def form(folder: Path, **more: Any) -> FormScreen:
    target = {"mode": "create", "path": str(folder / "secret")}
    plain = {"mode": "create", "path": str(folder / "plain")}
    fields = [
        {"kind": "text", "name": "a"},
        {"kind": "secret", "name": "token", "target": target},
        {"kind": "text", "name": "note", "target": plain},
    ]
    return check_form(approve({"kind": "form", "fields": fields, "actions": ACTIONS, **more}))


def answer(action: str, **more: Any) -> Answer:
    value = {"action": action, "values": {"a": "x", "note": "hello", **more}}
    return Answer(OK, value, secrets={"token": Secret("hunter2")})


@pytest.mark.parametrize("action", ["save", "stash", "__submit__"])
def test_an_action_that_commits_writes(tmp_path: Path, action: str) -> None:
    values = settle(form(tmp_path), answer(action))
    token, note = str(tmp_path / "secret"), str(tmp_path / "plain")
    assert values == {
        "a": "x",
        "token": {"written": True, "target": token, "bytes": 7, "mode": "0600"},
        "note": {"value": "hello", "written": True, "target": note, "bytes": 5, "mode": "0600"},
    }
    assert (tmp_path / "secret").read_text() == "hunter2"
    assert (tmp_path / "plain").read_text() == "hello"


@pytest.mark.parametrize("action", ["draft", "__cancel__", "__back__"])
def test_others_write_nothing_and_say_so(tmp_path: Path, action: str) -> None:
    values: Any = settle(form(tmp_path), answer(action))
    assert list(tmp_path.iterdir()) == []
    assert values["token"]["error"] == f"action '{action}' does not commit target writes"
    assert values["token"]["written"] is False
    assert values["note"]["value"] == "hello"
    assert values["note"]["written"] is False
    assert "hunter2" not in str(values)


def test_an_action_that_nobody_declared_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ProtocolError, match="does not have"):
        settle(form(tmp_path), answer("other"))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("action", ["__submit__", "__cancel__", "__back__"])
def test_no_action_is_known_by_its_name_alone(tmp_path: Path, action: str) -> None:
    screen = form(tmp_path, actions=ACTIONS[:1])
    with pytest.raises(ProtocolError, match="does not have"):
        settle(screen, answer(action))
    assert list(tmp_path.iterdir()) == []


def test_a_form_that_its_asker_ended_writes_nothing_and_says_why(tmp_path: Path) -> None:
    value = {"action": None, "values": {"note": "hello"}}
    for secrets in ({}, {"token": Secret("hunter2")}):
        values: Any = settle(form(tmp_path), Answer(OK, value, secrets=secrets))
        assert values["token"]["error"] == values["note"]["error"] == ENDED
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "value", [None, 1, "text", {"action": 1, "values": {}}, {"action": "save"}, {"values": {}}]
)
def test_what_is_no_answer_to_a_form_is_refused(tmp_path: Path, value: object) -> None:
    with pytest.raises(ProtocolError):
        settle(form(tmp_path), Answer(OK, value))


def test_a_form_that_was_not_answered_writes_nothing(tmp_path: Path) -> None:
    for status in (CANCELLED, TIMEOUT):
        ended = answer("save")._replace(status=status)
        assert settle(form(tmp_path), ended) == {}
    assert list(tmp_path.iterdir()) == []


def test_a_secret_that_did_not_arrive_is_told(tmp_path: Path) -> None:
    values: Any = settle(form(tmp_path), answer("save")._replace(secrets={}))
    assert values["token"]["written"] is False
    assert "there is no value to write" in values["token"]["error"]


def test_a_secret_that_comes_as_a_value_is_thrown_away(tmp_path: Path) -> None:
    values: Any = settle(form(tmp_path), answer("save", token="hunter2"))
    assert values["token"]["error"] == LEAKED
    assert "hunter2" not in str(values)
    assert not (tmp_path / "secret").exists()


def test_a_secret_without_a_target_is_thrown_away() -> None:
    tab = FormTab("", (Field("secret", "token"),))
    screen = FormScreen(tabs=(tab,), actions=(FormAction("__submit__", "Submit"),))
    ended = Answer(OK, {"action": "__submit__", "values": {"token": "hunter2"}})
    values: Any = settle(screen, ended)
    assert values == {
        "token": {"written": False, "target": "", "bytes": 0, "error": DISCARDED},
    }


def test_a_blank_secret_is_harmless(tmp_path: Path) -> None:
    ended = answer("save")._replace(secrets={"token": Secret("")})
    values: Any = settle(form(tmp_path), ended)
    assert values["token"]["error"] == "refusing to write an empty value"
    assert not (tmp_path / "secret").exists()


def test_a_hidden_field_reports_nothing(tmp_path: Path) -> None:
    target = {"mode": "create", "path": str(tmp_path / "secret")}
    fields = [
        {"kind": "checkbox", "name": "on"},
        {"kind": "secret", "name": "token", "target": target, "show_if": {"on": True}},
    ]
    screen = check_form({"kind": "form", "fields": fields})
    ended = Answer(OK, {"action": "__submit__", "values": {"on": False}})
    assert settle(screen, ended) == {"on": False}


@pytest.mark.parametrize(
    ("kind", "value", "written"), [("number", 7, "7"), ("checkbox", True, "true")]
)
def test_other_values_are_written_as_json(
    tmp_path: Path, kind: str, value: object, written: str
) -> None:
    target = {"mode": "create", "path": str(tmp_path / "file")}
    screen = check_form({"kind": "form", "fields": [{"kind": kind, "name": "n", "target": target}]})
    settle(screen, Answer(OK, {"action": "__submit__", "values": {"n": value}}))
    assert (tmp_path / "file").read_text() == written


def test_what_is_approved_is_said_by_us(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path)
    target = {"mode": "create", "path": str(tmp_path / "link" / "x"), "shown": "/ok", "host": "y"}
    data: Any = approve({"tabs": [{"label": "A", "fields": [{"kind": "text", "target": target}]}]})
    found = data["tabs"][0]["fields"][0]["target"]
    assert found["shown"] == str(tmp_path / "x")
    assert found["host"] == os.uname().nodename
    assert "snag" not in found


@pytest.mark.parametrize(
    ("mode", "name", "overwrite", "snag"),
    [
        ("create", "file", False, "a file is there already, and stays"),
        ("create", "file", True, ""),
        ("create", "link", True, "a link is there, which is never replaced"),
        ("create", "new", False, ""),
        ("create", "folder", True, "a folder is there"),
        ("create", "pipe", True, "what is there is no regular file"),
        ("substitute", "new", False, "there is no such file"),
        ("substitute", "link", False, ""),
    ],
)
def test_what_cannot_be_written_is_said_before_anything_is_typed(
    tmp_path: Path, mode: str, name: str, overwrite: bool, snag: str
) -> None:
    (tmp_path / "file").write_text("old")
    (tmp_path / "link").symlink_to(tmp_path / "file")
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    target = {"mode": mode, "path": str(tmp_path / name), "overwrite": overwrite, "snag": "none"}
    data: Any = approve({"fields": [{"kind": "secret", "name": "a", "target": target}]})
    assert data["fields"][0]["target"].get("snag", "") == snag
