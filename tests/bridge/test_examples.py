"""The worked examples of the manual, run as a reader would run them."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.integration.dialogs.room import Room
from tests.support.environment import ROOT, House
from tests.support.terminal import Terminal

EXAMPLES = ROOT / "docs" / "examples"
DEPLOY, HOOK, SESSION = (EXAMPLES / name for name in ("deploy.sh", "pre-push", "mcp_session.py"))

Steps = Sequence[tuple[str, str]]


def test_every_program_among_the_examples_is_run_here() -> None:
    # The flows in JSON are run beside the page that shows them, in `test_dialog_spec_doc`.
    programs = {path for path in EXAMPLES.glob("*[!_]") if path.suffix != ".json"}
    assert {DEPLOY, HOOK, SESSION} == programs


def in_pane(room: Room, command: str, steps: Steps) -> None:
    """Run a shell command in the pane of the room, answer its questions, wait for its end."""
    words = f"{command}; echo status: $?; exec cat"
    room.server.ok("respawn-pane", "-k", "-t", f"{room.session}:", words)
    for shown, keys in steps:
        room.see(shown)
        room.type(keys)
    room.see("status: ")


STAGING = [("Environment", "\r"), ("Branch", "j\r")]
PROD = [("Environment", "j\r"), ("Tag: v1", ".2\r")]
BACK = [*PROD, ("Deploy", "j\r"), *STAGING]


@pytest.mark.parametrize(
    ("steps", "said", "status"),
    [
        (STAGING, "deploying next to staging", 0),
        ([*PROD, ("1  Deploy", "\r")], "deploying v1.2 to prod", 0),
        (BACK, "deploying next to staging", 0),
        ([*PROD, ("1  Deploy", "jj\r")], "not deployed: you decided against it", 1),
        ([("Environment", "\x1b")], "not deployed: you decided against it", 1),
    ],
    ids=["staging", "prod", "back", "no", "escape"],
)
def test_deploy(room: Room, steps: Steps, said: str, status: int) -> None:
    in_pane(room, str(DEPLOY), steps)
    assert room.terminal.find(said)
    assert room.terminal.find(f"status: {status}")


def test_deploy_where_nobody_is(house: House) -> None:
    done = subprocess.run(
        [str(DEPLOY)],
        env=house.environ,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        start_new_session=True,
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.endswith("not deployed: nobody could be asked\n")


GIT = {
    "GIT_AUTHOR_NAME": "A",
    "GIT_AUTHOR_EMAIL": "a@example.org",
    "GIT_COMMITTER_NAME": "A",
    "GIT_COMMITTER_EMAIL": "a@example.org",
    "GIT_CONFIG_GLOBAL": os.devnull,
}


class Repository:
    """A repository with the hook in it, a commit, and a remote to push to."""

    def __init__(self, house: House, name: str) -> None:
        self.folder = house.home / name
        self.remote = house.home / f"{name}.git"
        self._environ = {**house.environ, **GIT}
        self.run("init", "-q", "--bare", str(self.remote), cwd=house.home)
        self.run("init", "-q", "-b", "main", str(self.folder), cwd=house.home)
        self.run("remote", "add", "origin", str(self.remote))
        self.run("commit", "-q", "--allow-empty", "-m", "one")
        shutil.copy(HOOK, self.folder / ".git" / "hooks" / "pre-push")

    def run(self, *argv: str, cwd: Path | None = None) -> str:
        """Run git and return what it prints."""
        done = subprocess.run(
            ["git", *argv],
            cwd=cwd or self.folder,
            env=self._environ,
            check=True,
            capture_output=True,
            text=True,
        )
        return done.stdout

    def pushed(self) -> list[str]:
        """Return the branches that the remote has."""
        return self.run("branch", "--format=%(refname:short)", cwd=self.remote).split()


@pytest.mark.parametrize(
    ("keys", "pushed"), [("2\r", ["main"]), ("\r", []), ("\x1b", [])], ids=["push", "no", "escape"]
)
def test_the_hook_asks_before_a_push_to_main(room: Room, keys: str, pushed: list[str]) -> None:
    repository = Repository(room.server.house, room.session)
    in_pane(room, f"git -C {repository.folder} push origin main", [("Push to main?", keys)])
    assert repository.pushed() == pushed


def test_the_hook_does_not_ask_about_other_branches(room: Room) -> None:
    repository = Repository(room.server.house, room.session)
    repository.run("push", "-q", "origin", "HEAD:refs/heads/topic")
    assert repository.pushed() == ["topic"]


@pytest.mark.parametrize(("reply", "pushed"), [("y", ["main"]), ("n", []), ("", [])])
def test_the_hook_asks_plainly_where_no_dialog_can_be(
    house: House, reply: str, pushed: list[str]
) -> None:
    repository = Repository(house, "plain")
    # No mplex on the PATH.
    environ = {**house.environ, "PATH": "/usr/bin:/bin"}
    terminal = Terminal(
        ["git", "push", "origin", "main"], environ=environ, cwd=str(repository.folder)
    )
    terminal.wait_for_text("Push to main? [y/N]")
    terminal.send(f"{reply}\r")
    assert (terminal.wait_for_end() == 0) == bool(pushed)
    assert repository.pushed() == pushed
    terminal.close()


def test_the_hook_refuses_where_nobody_is(house: House) -> None:
    repository = Repository(house, "alone")
    done = subprocess.run(
        ["git", "push", "origin", "main"],
        cwd=repository.folder,
        env=house.environ,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
        start_new_session=True,
    )
    assert done.returncode != 0
    assert repository.pushed() == []


def test_a_session_asks_three_questions(room: Room) -> None:
    command = f"{sys.executable} {SESSION} | tee outcomes-{room.session}"
    steps = [("Which database?", "j\r"), ("name: app", "1\r"), ("1  Create", "\r")]
    in_pane(room, command, steps)
    lines = (room.server.house.home / f"outcomes-{room.session}").read_text().splitlines()
    assert [json.loads(line) for line in lines] == [
        {"status": "done", "answers": {"db": "PostgreSQL"}, "action": None},
        {"status": "done", "answers": {"name": "app1"}, "action": None},
        {"status": "done", "answers": {}, "action": "create"},
    ]


def test_a_session_stops_at_a_refusal(room: Room) -> None:
    in_pane(room, f"{sys.executable} {SESSION}", [("Which database?", "\x1b")])
    assert room.terminal.find('"status": "cancelled"')
    assert not room.terminal.find("name: app")


def test_a_host_that_is_killed_leaves_no_dialog(room: Room) -> None:
    host = subprocess.Popen(
        [sys.executable, str(SESSION)],
        env={**room.server.house.environ, **pane_of(room)},
        stdout=subprocess.DEVNULL,
    )
    room.see("Which database?")
    host.kill()
    host.wait()
    room.terminal.wait_for_no_text("Which database?")


def pane_of(room: Room) -> dict[str, str]:
    """Return what the environment of the room's pane says about where it is."""
    shown = room.server.display("#{socket_path},#{pid},#{session_id} #{pane_id}", room.session)
    inside, pane = shown.split()
    return {"MPLEX": inside, "MPLEX_PANE": pane}
