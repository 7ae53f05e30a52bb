"""A form in a tmux popup: other popups, changes of size, a client that goes, small clients."""

from __future__ import annotations

import json
import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from flow.backends import tmux_staging
from flow.backends.tmux_staging import STALE, sweep
from mplex.geometry import Size
from mplex.ui.theme import DIALOG_MARK
from tests.flow.desks import TmuxDesk
from tests.support.environment import House, processes_of
from tests.support.processes import command_line
from tests.support.waiting import wait_until

Json = dict[str, Any]

FORM: Json = {"title": "New", "fields": [{"kind": "text", "name": "job", "label": "Job"}]}
SUBMIT = "\x1b\r"


@pytest.fixture
def desk(run_folder: Path) -> Iterator[TmuxDesk]:
    """A client of tmux."""
    desk = TmuxDesk(House(run_folder))
    yield desk
    desk.close()


def start(desk: TmuxDesk) -> None:
    desk.start(FORM, "mplex-ctl tool form --backend tmux <")


def test_a_change_of_size_keeps_the_form(desk: TmuxDesk) -> None:
    start(desk)
    desk.press("Job", "paint")
    desk.see("paint")
    desk.terminal.resize(*Size(12, 50))
    desk.terminal.wait_until("the form at its new size", lambda: desk.terminal.find("paint"))
    desk.press("Job", SUBMIT)
    assert json.loads(desk.written())["values"] == {"job": "paint"}


def test_another_popup_is_waited_for(desk: TmuxDesk) -> None:
    desk.terminal.send("tmux display-popup -E 'echo in the way; cat'\r")
    desk.terminal.wait_for_text("in the way")
    start(desk)
    desk.terminal.wait_until("the asking program", desk._askers)
    desk.tmux.ok("display-popup", "-C")
    desk.press("Job", SUBMIT)
    assert json.loads(desk.written())["action"] is None


def test_a_popup_whose_program_is_killed_is_no_answer(desk: TmuxDesk) -> None:
    start(desk)
    desk.see("Job")
    [pid] = [pid for pid in processes_of(str(desk.house.folder)) if draws_popup(pid)]
    os.kill(pid, signal.SIGKILL)
    assert desk.status() == 3
    assert json.loads(desk.written())["reason"] == "channel_dropped"
    desk.terminal.wait_for_no_text(DIALOG_MARK)


def test_a_client_that_goes_is_no_answer(desk: TmuxDesk) -> None:
    start(desk)
    desk.see("Job")
    desk.tmux.ok("detach-client", "-a")
    desk.tmux.ok("detach-client")
    assert wait_status(desk) == 3
    found = json.loads(desk.file("out").read_text())
    assert found == {"cancelled": True, "values": {}, "reason": "no_client"}


def wait_status(desk: TmuxDesk) -> int:
    """Wait for the end of the asking program where no terminal is left to look at."""
    wait_until("the end of the asking program", desk.file("status").exists)
    return int(desk.file("status").read_text())


def draws_popup(pid: int) -> bool:
    """Say whether a process is the program in a popup; tmux's own client only names it."""
    words = command_line(pid)
    return words[1:2] == [b"-c"] and b"flow.backends.popup" in words[2]


def test_folders_of_killed_askers_are_swept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tmux_staging.tempfile, "gettempdir", lambda: str(tmp_path))
    old, new, other = (
        tmp_path / name for name in ("tai-flow-a.popup", "tai-flow-b.popup", "c.popup")
    )
    for folder in (old, new, other):
        folder.mkdir()
        (folder / "ask").touch()
    past = time.time() - STALE - 60
    for folder in (old, other):
        os.utime(folder, (past, past))
    sweep()
    assert not old.exists()
    assert new.exists()
    assert other.exists()
