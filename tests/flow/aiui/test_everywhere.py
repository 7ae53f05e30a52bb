"""The dialogs of tools on every backend: an mplex client, a tmux client, a terminal alone."""

from __future__ import annotations

import json
import os
import signal
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from mplex.ui.theme import DIALOG_MARK
from tests.flow.desks import DESKS, Desk, TmuxDesk, TtyDesk
from tests.support.environment import House

Json = dict[str, Any]

DOWN, TAB, ESCAPE, ENTER, SUBMIT = "\x1b[B", "\t", "\x1b", "\r", "\x1b\r"

CONFIRM: Json = {"title": "Drop the table?", "message": "It has 3 rows."}
ASK: Json = {"question": "Which way?", "options": [{"label": "North"}, {"label": "South"}]}
FORM: Json = {
    "title": "New draft",
    "fields": [
        {"kind": "text", "name": "job", "label": "Job"},
        {"kind": "checkbox", "name": "now", "label": "At once"},
    ],
}
HOSTILE = "$(touch pwned) `touch pwned` #{pane_id} #(touch pwned) '; touch pwned; \" \x1b]0;t\x07 ;"


@pytest.fixture(scope="module", params=DESKS)
def desk(request: pytest.FixtureRequest, run_folder: Path) -> Iterator[Desk]:
    """A person at each kind of terminal."""
    desk = DESKS[request.param](House(run_folder))
    yield desk
    desk.close()


@pytest.fixture(autouse=True)
def clear(desk: Desk) -> Iterator[None]:
    """Leave a free terminal behind."""
    yield
    desk.clear()


def start(desk: Desk, name: str, arguments: Json) -> None:
    desk.start(arguments, f"mplex-ctl tool {name} --backend {desk.backend} <")


def result(desk: Desk, status: int = 0) -> Json:
    assert desk.status() == status, desk.complaint()
    # So that keys for the next dialog are not meant for what is left of this one.
    desk.terminal.wait_for_no_text(DIALOG_MARK)
    found: Json = json.loads(desk.written())
    return found


def test_confirm(desk: Desk) -> None:
    start(desk, "confirm", CONFIRM)
    desk.press("It has 3 rows", "y")
    assert result(desk) == {"cancelled": False, "confirmed": True}
    start(desk, "confirm", CONFIRM)
    desk.press("It has 3 rows", ESCAPE)
    assert result(desk, 1) == {"cancelled": True, "confirmed": False}


def test_a_picture_is_seen_or_told(desk: Desk) -> None:
    path = desk.house.home / "chart.png"
    Image.linear_gradient("L").convert("RGB").save(path)
    start(desk, "confirm", {**CONFIRM, "image": {"src": str(path), "alt": "A chart"}})
    desk.press("▀", "y")
    assert result(desk) == {"cancelled": False, "confirmed": True}
    path.unlink()
    start(desk, "confirm", {**CONFIRM, "image": {"src": str(path), "alt": "A chart"}})
    desk.press("chart.png", "y")
    found = result(desk)
    [warning] = found.pop("media_warnings")
    assert warning.startswith("chart.png: ")
    assert found == {"cancelled": False, "confirmed": True}


def test_ask(desk: Desk) -> None:
    start(desk, "ask", ASK)
    desk.press("Which way", f"{DOWN}{ENTER}")
    assert result(desk) == {"cancelled": False, "answers": ["South"]}


def test_form(desk: Desk) -> None:
    start(desk, "form", FORM)
    desk.press("Job", "paint\t ")
    desk.press("[x]", SUBMIT)
    values = {"job": "paint", "now": True}
    assert result(desk) == {"cancelled": False, "action": None, "values": values}


def test_a_secret(desk: Desk, tmp_path: Path) -> None:
    path = tmp_path / "token"
    target = {"mode": "create", "path": str(path)}
    fields = [{"kind": "secret", "name": "token", "label": "Token", "target": target}]
    start(desk, "form", {"title": "Key", "fields": fields})
    desk.press("Token", "hunter2")
    desk.press("•" * 7, SUBMIT)
    outcome = {"written": True, "target": str(path), "bytes": 7, "mode": "0600"}
    assert result(desk)["values"] == {"token": outcome}
    assert path.read_text() == "hunter2"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_nobody_in_time(desk: Desk) -> None:
    start(desk, "confirm", {**CONFIRM, "timeout": 5})
    desk.see("Drop the table")
    expected = {"cancelled": True, "confirmed": False, "reason": "ttl_expired"}
    assert result(desk, 124) == expected
    desk.terminal.wait_for_no_text("Drop the table")


def test_gallery(desk: Desk) -> None:
    path = desk.house.home / "shot.png"
    Image.linear_gradient("L").convert("RGB").save(path)
    items = [{"value": "a", "src": str(path), "label": "Harbour"}, {"value": "b", "src": "/no.png"}]
    start(desk, "gallery", {"title": "Shots", "items": items})
    desk.press("Harbour", "1")
    desk.press("1/2 decided", SUBMIT)
    found = result(desk)
    [warning] = found.pop("media_warnings")
    assert "no.png" in warning
    assert found == {"cancelled": False, "decisions": {"a": {"decision": "approve"}}}


def test_compare_by_mouse(desk: Desk) -> None:
    variants = [{"value": "x", "content": "# One"}, {"value": "y", "content": "# Other"}]
    start(desk, "compare", {"title": "Drafts", "variants": variants})
    desk.see("Other")
    point = desk.terminal.find("2 B")
    assert point is not None
    for final in "Mm":
        desk.terminal.send(f"\x1b[<0;{point.col + 1};{point.row + 1}{final}")
    desk.press("(•) 2 B", SUBMIT)
    assert result(desk) == {"cancelled": False, "selected": "y"}


def test_a_stopped_command_takes_its_dialog_away(desk: Desk) -> None:
    start(desk, "confirm", CONFIRM)
    desk.see("Drop the table")
    desk.stop_asking()
    desk.terminal.wait_for_no_text("Drop the table")
    if not isinstance(desk, TtyDesk):
        assert result(desk, 3)["reason"] == "channel_dropped"


def test_a_killed_command_takes_its_dialog_away(desk: Desk) -> None:
    if isinstance(desk, TtyDesk):
        pytest.skip("nobody is left to give the terminal back")
    start(desk, "confirm", CONFIRM)
    desk.see("Drop the table")
    desk.stop_asking(signal.SIGKILL)
    desk.terminal.wait_for_no_text("Drop the table")


def test_hostile_text_is_only_shown(desk: Desk) -> None:
    options = [{"label": f"a {HOSTILE}", "value": HOSTILE}, {"label": "b"}]
    start(desk, "ask", {"question": f"Q {HOSTILE}", "options": options, "session": HOSTILE})
    desk.press("touch pwned", ENTER)
    assert result(desk) == {"cancelled": False, "answers": [HOSTILE]}
    assert not list(desk.house.folder.rglob("pwned"))


def test_upload(desk: Desk, tmp_path: Path) -> None:
    source = desk.house.home / "report.pdf"
    source.write_bytes(os.urandom(700_000))
    start(desk, "upload", {"target_dir": str(tmp_path)})
    desk.press("Choose a file", "report")
    desk.press("report.pdf", ENTER)
    found = result(desk)
    path = tmp_path / "report.pdf"
    assert found == {
        "status": "ok",
        "path": str(path),
        "filename": "report.pdf",
        "bytes": 700_000,
    }
    assert path.read_bytes() == source.read_bytes()
    assert os.listdir(tmp_path) == ["report.pdf"]


def test_notify(desk: Desk) -> None:
    start(desk, "notify", {"title": "Tests green", "body": "all 214"})
    desk.terminal.wait_for_text("Tests green: all 214")
    assert result(desk) == {"ok": True}


def test_a_notice_does_not_disturb_another_program(desk: Desk) -> None:
    if not isinstance(desk, TtyDesk):
        pytest.skip("a multiplexer has a row for it")
    desk.file("status").unlink(missing_ok=True)
    desk.terminal.send("set -m\r")
    notice = 'mplex-ctl tool notify --backend tty \'{"title": "Green", "body": "214"}\''
    desk.run(f"({notice} >out 2>err; echo $? >part; mv part status) & cat")
    assert desk.status() == 3, desk.complaint()
    assert json.loads(desk.file("out").read_text())["error"].startswith("only the bell rang")
    assert not desk.terminal.find("Green: 214")
    desk.terminal.send("\x03")


def test_progress(desk: Desk) -> None:
    os.mkfifo(desk.file("pipe"))
    desk.file("status").unlink(missing_ok=True)
    ask = f"mplex-ctl progress --title Copying --backend {desk.backend}"
    desk.run(f"{ask} <pipe >out 2>err; echo $? >part; mv part status")
    with desk.file("pipe").open("w") as pipe:
        desk.see("Copying")
        for line, seen in (
            ("# now the pictures", "now the pictures"),
            ("40%", "40"),
            ("odd", "odd"),
        ):
            pipe.write(f"{line}\n")
            pipe.flush()
            desk.see(seen)
    assert desk.status() == 0, desk.complaint()
    desk.terminal.wait_for_no_text("now the pictures")
    desk.file("pipe").unlink()


def test_a_cancelled_progress_stops_reading(desk: Desk) -> None:
    ask = f"mplex-ctl progress --title Copying --backend {desk.backend}"
    desk.file("status").unlink(missing_ok=True)
    desk.run(f"(yes 50; echo $? >writer) | {ask} >out 2>err; echo $? >part; mv part status")
    desk.press("Copying", ESCAPE)
    assert desk.status() == 1, desk.complaint()
    desk.terminal.wait_until("the writer's end", desk.file("writer").exists)
    # By the signal, or by the error where a parent has the signal ignored.
    assert desk.file("writer").read_text().strip() in (str(128 + signal.SIGPIPE), "1")


def test_nothing_is_left_in_the_temporary_folder(desk: Desk) -> None:
    if not isinstance(desk, TmuxDesk):
        pytest.skip("only tmux needs a socket in a folder")
    folder = Path(desk.house.environ.get("TMPDIR", "/tmp"))
    before = set(folder.glob("tai-flow-*"))
    start(desk, "confirm", CONFIRM)
    desk.see("Drop the table")
    [made] = set(folder.glob("tai-flow-*.popup")) - before
    assert stat.S_IMODE(made.stat().st_mode) == 0o700
    desk.press("Drop the table", ESCAPE)
    result(desk, 1)
    assert set(folder.glob("tai-flow-*")) == before
