"""The ground that the tests stand on: a harness that misses failures would hide all others."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from mplex.geometry import Point, Size
from tests.support import golden
from tests.support.environment import ROOT, House, processes_of, sweep
from tests.support.picture import runs, svg
from tests.support.terminal import Terminal
from tests.support.tmux import TmuxServer
from tests.support.waiting import wait_until


@pytest.fixture
def shell(house: House):  # type: ignore[no-untyped-def]
    terminal = Terminal(["/bin/sh"], environ=house.environ, size=Size(6, 40))
    terminal.wait_for_text("$ ")
    yield terminal
    terminal.close()


def test_a_wait_in_vain_names_what_it_waited_for() -> None:
    with pytest.raises(AssertionError, match="the moon.*\nno moon"):
        wait_until("the moon", lambda: False, timeout=0.05, shown=lambda: "no moon")


def test_a_wait_returns_what_it_waited_for() -> None:
    values = iter([0, None, 7])
    assert wait_until("a number", lambda: next(values)) == 7


def test_a_terminal_shows_what_a_program_prints(shell: Terminal) -> None:
    shell.send("printf '\\033[3;5H\\033[1;31m%s%s' 世 界\r")
    assert shell.wait_for_text("世界") == Point(2, 4)
    assert shell.style(2, 4).fg == 1
    assert shell.style(2, 0).fg == -1


def test_a_terminal_answers_like_one(shell: Terminal) -> None:
    shell.send("stty raw -echo; printf '\\033[2;3H\\033[6n'; head -c 6 | od -c; stty sane\r")
    shell.wait_for_text("2   ;   3   R")


def test_a_terminal_tells_the_program_its_new_size(shell: Terminal) -> None:
    shell.resize(8, 50)
    shell.send("stty size\r")
    shell.wait_for_text("8 50")
    assert len(shell.rows()) == 8


def test_a_failed_wait_shows_the_screen(shell: Terminal) -> None:
    with pytest.raises(AssertionError) as failure:
        shell.wait_for_text("never", timeout=0.05)
    assert "in vain for: 'never' on the screen\n6x40, cursor" in str(failure.value)
    assert "|$ " in str(failure.value)


def test_a_flood_does_not_keep_a_wait_from_ending(
    shell: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shell, "pump", lambda timeout=0: True)
    with pytest.raises(AssertionError, match="in vain"):
        shell.wait_for_text("never", timeout=0.05)


def test_text_that_was_there_for_one_frame_is_seen(shell: Terminal) -> None:
    begin, end = r"\033[?2026h\033[2J\033[3;5H", r"\033[?2026l"
    shell.send(f"printf '{begin}%s%s{end}{begin}there{end}' go ne\r")
    assert shell.wait_for_text("gone") == Point(2, 4)
    shell.wait_for_text("there")
    assert shell.find("gone") is None


def test_the_end_of_a_program_is_seen(shell: Terminal) -> None:
    shell.send("exit 3\r")
    assert shell.wait_for_end() == 3


def test_a_signal_ends_the_program(shell: Terminal) -> None:
    shell.kill(signal.SIGKILL)
    assert shell.wait_for_end() == -signal.SIGKILL


def test_closing_a_house_ends_what_has_left_it(house: House) -> None:
    subprocess.run(["setsid", "-f", "sleep", "1000"], env=house.environ, check=True)
    wait_until("the sleeper", lambda: processes_of(str(house.folder)))
    house.close()
    assert processes_of(str(house.folder)) == []
    assert not house.folder.exists()


def test_a_killed_run_is_cleaned_up(house: House) -> None:
    folder = house.folder / "run-of-another"
    folder.mkdir()
    code = (
        "import os, pathlib, signal, subprocess, sys\n"
        "from tests.support import environment\n"
        "root, reaper = environment.make_root()\n"
        "house = environment.House(root)\n"
        "subprocess.run(['setsid', '-f', 'sleep', '1000'], env=house.environ, check=True)\n"
        "print(root, flush=True)\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False
    )
    root = Path(done.stdout.strip())
    assert done.returncode == -signal.SIGKILL
    wait_until("the folder's end", lambda: not root.exists())
    assert processes_of(str(root)) == []


def test_sweeping_spares_other_houses(house: House) -> None:
    subprocess.run(["setsid", "-f", "sleep", "1000"], env=house.environ, check=True)
    wait_until("the sleeper", lambda: processes_of(str(house.folder)))
    sweep(str(house.folder)[:-1])
    assert len(processes_of(str(house.folder))) == 1


def test_tmux_runs_in_the_same_harness(tmux: TmuxServer) -> None:
    tmux.configure("set -g status-left '[left]'\n")
    terminal = tmux.terminal("new-session", "-s", "one", "exec sh")
    terminal.wait_for_text("[left]")
    assert tmux.ok("list-sessions", "-F", "#{session_name}") == "one"


def test_golden_screens_show_blanks_and_styles(shell: Terminal) -> None:
    shell.send("PS1=; clear; printf 'a\\033[7mb'\r")
    shell.wait_until("only the text", lambda: shell.row(0) == "ab")
    text = golden.screen_golden(shell).splitlines()
    assert text[0] == "size 6x40 cursor 0,2"
    assert text[1] == "|ab" + " " * 38 + "|"
    assert text[7:] == ["0:1-1 0;7"]


def test_golden_files_are_compared_and_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "one.txt"
    monkeypatch.delenv("GOLDEN", raising=False)
    with pytest.raises(AssertionError, match="no golden file"):
        golden.compare(path, "x")
    monkeypatch.setitem(os.environ, "GOLDEN", "write")
    golden.compare(path, "x")
    monkeypatch.delenv("GOLDEN")
    golden.compare(path, "x\n")
    with pytest.raises(AssertionError, match=r"(?s)-x.*\+y"):
        golden.compare(path, "y")


def test_a_picture_has_the_text_and_its_colours(shell: Terminal) -> None:
    shell.send("printf '\\033[38;2;1;2;3m<%s>' 世\r")
    shell.wait_for_text("<世>")
    picture = svg(shell)
    assert 'fill="#010203"' in picture
    assert ">世</text>" in picture
    assert "&lt;" in picture


def test_wide_characters_stand_alone_in_a_picture() -> None:
    found = [(run.col, run.cells, run.text) for run in runs("ab世\0cᄀ\0d", "")]
    assert found == [(0, 2, "ab"), (2, 2, "世"), (4, 1, "c"), (5, 2, "ᄀ"), (7, 1, "d")]
