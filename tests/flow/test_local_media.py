"""Without a server the asker plays clips and reads picked files itself, by the same rules."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from flow.backends.local_file import LocalFiles
from flow.backends.tmux_form import PASSED_ON
from flow.backends.tty import PLAYER, _play
from mplex.dialog import picked_file
from mplex.dialog.answer import CANCEL, OK, Answer
from mplex.dialog.caps import PIECE
from mplex.dialog.player import MEDIA_PLAYER, REMOTE
from mplex.errors import Refused
from tests.support.waiting import wait_until

SCREEN: dict[str, Any] = {"kind": "form", "fields": [{"kind": "file", "name": "f"}]}


def picked(path: Path) -> LocalFiles:
    """Return the files of a form in which a path was picked."""
    files = LocalFiles()
    files.take(SCREEN, Answer(OK, {"action": "__submit__", "values": {"f": str(path)}}))
    return files


@pytest.fixture
def clip(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A clip, and a program named by the environment that notes what it plays in `played`."""
    program = tmp_path / "play"
    program.write_text(
        f'#!/bin/sh\nprintf "%s|" "$@" >"{tmp_path}/part"\n'
        f'mv "{tmp_path}/part" "{tmp_path}/played"\n'
    )
    program.chmod(0o700)
    for name in REMOTE:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv(MEDIA_PLAYER, f"{program} --once")
    path = tmp_path / "clip.mp3"
    path.write_bytes(b"ID3")
    return path


def test_the_environment_says_what_plays(clip: Path) -> None:
    assert _play({"path": str(clip)}) == ""
    wait_until("the player", (clip.parent / "played").exists)
    assert (clip.parent / "played").read_text() == f"--once|{clip}|"
    wait_until("its end", lambda: PLAYER.reap() or not PLAYER._running)


def test_a_clip_that_is_not_there_is_said_so(clip: Path) -> None:
    clip.unlink()
    assert _play({"path": str(clip)}) == "the file is not there"


def test_without_any_player_the_variable_is_named(
    clip: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(MEDIA_PLAYER)
    monkeypatch.setenv("PATH", str(clip.parent / "empty"))
    assert "$MPLEX_MEDIA_PLAYER" in _play({"path": str(clip)})


def test_a_popup_knows_who_is_far_away_and_what_plays() -> None:
    assert {*REMOTE, MEDIA_PLAYER} <= set(PASSED_ON)


def test_a_picked_file_is_read_in_pieces(tmp_path: Path) -> None:
    path = tmp_path / "big"
    content = os.urandom(PIECE + 7)
    path.write_bytes(content)
    files = picked(path)
    first, last = files.fetch("f", 0)
    rest, ended = files.fetch("f", len(first))
    assert (first + rest, last, ended) == (content, False, True)


def test_a_file_that_is_too_large_is_refused_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(picked_file, "FILE_MAX", 3)
    (tmp_path / "big").write_text("four")
    with pytest.raises(Refused, match="larger than"):
        picked(tmp_path / "big").fetch("f", 0)


def test_a_file_that_shrinks_is_said_so(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("content")
    files = picked(tmp_path / "file")
    (tmp_path / "file").write_text("")
    with pytest.raises(Refused, match="shorter"):
        files.fetch("f", 0)


def test_the_next_form_forgets_what_was_picked(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("content")
    files = picked(tmp_path / "file")
    files.take(SCREEN, CANCEL)
    with pytest.raises(Refused, match="no file was picked"):
        files.fetch("f", 0)
