"""Clips are played by a program of this machine, as an argument, and only where one hears them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from mplex.dialog.player import MOST, Player, clip_of
from tests.support.waiting import wait_until


class Jukebox:
    """A player whose program notes its arguments in a file, and ends when another is gone."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.clip = folder / "-rf a clip; touch pwned.mp3"
        self.clip.write_bytes(b"ID3")
        self.log, self.hold = folder / "log", folder / "hold"
        program = folder / "play it"
        program.write_text(
            f'#!/bin/sh\nprintf "%s|" "$@" >>"{self.log}"\n'
            f'while [ -e "{self.hold}" ]; do sleep 0.02; done\n'
        )
        program.chmod(0o700)
        self.command = f"'{program}' --once"
        self.player = Player(lambda: self.command, "the option media-player")
        self.environ = {"PATH": f"{folder}:/usr/bin:/bin"}

    def noted(self) -> bool:
        """Say whether the program has noted its arguments, all of which end with a bar."""
        return self.log.exists() and f"{self.clip}|" in self.log.read_text()

    def play(self, **environ: str) -> str:
        """Play the clip in an environment with these variables as well."""
        return self.player.play({"path": str(self.clip)}, {**self.environ, **environ})


@pytest.fixture
def jukebox(tmp_path: Path) -> Iterator[Jukebox]:
    jukebox = Jukebox(tmp_path)
    yield jukebox
    jukebox.hold.unlink(missing_ok=True)
    wait_until("the players' end", lambda: settled(jukebox.player))


def settled(player: Player) -> bool:
    player.reap()
    return not player._running


def test_a_clip_is_one_argument_and_no_shell_reads_it(jukebox: Jukebox) -> None:
    assert jukebox.play() == ""
    wait_until("the player", jukebox.noted)
    assert jukebox.log.read_text() == f"--once|{jukebox.clip}|"
    assert not (jukebox.folder / "pwned.mp3").exists()


def test_the_systems_opener_plays_where_nothing_is_named(jukebox: Jukebox) -> None:
    jukebox.command = ""
    os.symlink(jukebox.folder / "play it", jukebox.folder / "xdg-open")
    assert jukebox.play(PATH=str(jukebox.folder) + ":/usr/bin:/bin") == ""
    wait_until("the player", jukebox.noted)
    assert jukebox.log.read_text() == f"{jukebox.clip}|"


@pytest.mark.parametrize("variable", ["SSH_CONNECTION", "SSH_TTY", "SSH_CLIENT"])
def test_nothing_is_played_for_somebody_far_away(jukebox: Jukebox, variable: str) -> None:
    assert "another machine" in jukebox.play(**{variable: "10.0.0.1 22"})
    assert not jukebox.log.exists()


def test_only_a_few_play_at_once_and_none_stays_a_zombie(jukebox: Jukebox) -> None:
    jukebox.hold.touch()
    assert [jukebox.play() for _ in range(MOST)] == [""] * MOST
    assert "already" in jukebox.play()
    pids = [process.pid for process in jukebox.player._running]
    jukebox.hold.unlink()
    wait_until("the players' end", lambda: settled(jukebox.player))
    assert not any(Path(f"/proc/{pid}").exists() for pid in pids)
    assert jukebox.play() == ""


@pytest.mark.parametrize(
    ("command", "why"),
    [("nosuchplayer -x", "there is no nosuchplayer"), ("'open", "a quote that does not end")],
)
def test_a_player_that_is_none_is_said_so(jukebox: Jukebox, command: str, why: str) -> None:
    jukebox.command = command
    assert why in jukebox.play()


def test_without_any_player_the_option_is_named(jukebox: Jukebox) -> None:
    jukebox.command = ""
    assert "media-player" in jukebox.play(PATH=str(jukebox.folder / "empty"))


@pytest.mark.parametrize(
    ("source", "clip", "why"),
    [
        ({"url": "https://x.org/a.mp3"}, "https://x.org/a.mp3", ""),
        ({"url": "HTTPS://x.org/a.mp3"}, "HTTPS://x.org/a.mp3", ""),
        ({"url": "file:///etc/passwd"}, "", "nothing to play"),
        ({"url": "--exec=rm"}, "", "nothing to play"),
        ({"path": "-rf"}, "", "nothing to play"),
        ({"path": "relative.mp3"}, "", "nothing to play"),
        ({"path": "/no/such/clip.mp3"}, "", "not there"),
        ({"path": "/tmp"}, "", "not there"),
        ({"path": "/tmp/\0x"}, "", "nothing to play"),
        ({"problem": "404", "url": "https://x.org/a.mp3"}, "", "404"),
        ({}, "", "nothing to play"),
    ],
)
def test_what_can_be_a_clip(source: dict[str, str], clip: str, why: str) -> None:
    found, problem = clip_of(source)
    assert found == clip
    assert why in problem and bool(problem) == bool(why)
