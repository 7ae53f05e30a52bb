"""How command lists run: in order, in groups, pausing without blocking."""

from __future__ import annotations

from pathlib import Path

import pytest

from mplex.errors import CommandError
from tests.commands.fakes import Home


def test_a_failure_ends_its_group_and_no_other(home: Home) -> None:
    outcome = home.text(
        "display -p a ; kill-pane -t %99 ; display -p lost\ndisplay -p b", source="file"
    )
    assert outcome.out == "a\nb\n"
    assert outcome.errors == ["file:1: can't find pane: %99"]
    assert outcome.statuses == [1]


def test_a_failure_in_a_block_does_not_end_what_is_around_it(home: Home) -> None:
    outcome = home.text("if -F 1 { kill-pane -t %99 ; display -p lost } ; display -p after")
    assert outcome.out == "after\n"
    assert outcome.statuses == [1]


def test_inserted_commands_run_before_the_rest(home: Home) -> None:
    outcome = home.text("if -F 1 { display -p 1\ndisplay -p 2 } ; display -p 3")
    assert outcome.out.split() == ["1", "2", "3"]


def test_the_list_waits_for_a_shell_command(home: Home) -> None:
    outcome = home.run("run-shell", "echo #{pane_id}", ";", "display", "-p", "after")
    assert not outcome.done
    (job,) = home.server.jobs
    assert (job.command, job.cwd) == ("echo %0", "/tmp")
    job.on_done(0, b"%0\n")
    assert outcome.out == "%0\nafter\n"
    assert outcome.statuses == [0]


def test_the_status_of_a_shell_command_is_the_status(home: Home) -> None:
    outcome = home.run("run-shell", "exit 3")
    home.server.jobs[0].on_done(3, b"")
    assert outcome.out == "'exit 3' returned 3\n"
    assert outcome.statuses == [3]


def test_a_job_in_the_background_is_not_waited_for(home: Home) -> None:
    client = home.attach()
    outcome = home.key("run-shell -b make ; rename-window later")
    assert outcome.statuses == [0]
    assert home.tree.windows[0].name == "later"
    home.server.jobs[0].on_done(0, b"done\n")
    assert len(client.overlays) == 1


def test_run_shell_can_start_later(home: Home) -> None:
    outcome = home.run("run-shell", "-d", "0.5", ";", "display", "-p", "after")
    assert outcome.out == ""
    home.server.timers[0].fire()
    assert outcome.out == "after\n"


def test_if_shell_asks_a_shell(home: Home) -> None:
    for status, said in ((0, "yes\n"), (1, "no\n")):
        outcome = home.text("if-shell 'test x' { display -p yes } { display -p no }")
        home.server.jobs[-1].on_done(status, b"")
        assert outcome.out == said


def test_if_shell_in_the_background(home: Home) -> None:
    outcome = home.text("if-shell -b true { rename-window yes } ; display -p first")
    assert outcome.out == "first\n"
    home.server.jobs[0].on_done(0, b"")
    assert home.tree.windows[0].name == "yes"


def test_channels_wake_all_who_wait(home: Home) -> None:
    waiting = [home.run("wait-for", "x") for _ in range(2)]
    assert not any(each.done for each in waiting)
    home.run("wait-for", "-S", "x")
    assert all(each.done for each in waiting)


def test_a_signal_before_anyone_waits_is_kept_once(home: Home) -> None:
    home.run("wait-for", "-S", "x")
    assert home.run("wait-for", "x").done
    assert not home.run("wait-for", "x").done


def test_a_lock_goes_to_the_next_in_line(home: Home) -> None:
    assert home.run("wait-for", "-L", "x").done
    second = home.run("wait-for", "-L", "x")
    third = home.run("wait-for", "-L", "x")
    home.run("wait-for", "-U", "x")
    assert (second.done, third.done) == (True, False)
    home.run("wait-for", "-U", "x")
    home.run("wait-for", "-U", "x")
    assert third.done
    assert home.error("wait-for", "-U", "x") == "channel x not locked"


def test_files_run_with_their_place_in_errors(home: Home, tmp_path: Path) -> None:
    (tmp_path / "a.conf").write_text("display -p a\nnope\nsource-file b.conf\ndisplay -p end\n")
    (tmp_path / "b.conf").write_text("display -p b\n")
    outcome = home.run("source-file", "a.conf", cwd=str(tmp_path))
    assert outcome.out == "a\nb\nend\n"
    assert outcome.errors == [f"{tmp_path}/a.conf:2: unknown command: nope"]


def test_files_by_pattern(home: Home, tmp_path: Path) -> None:
    for name in ("1.conf", "2.conf"):
        (tmp_path / name).write_text(f"display -p {name}\n")
    assert home.run("source-file", f"{tmp_path}/*.conf").out == "1.conf\n2.conf\n"
    assert home.run("source-file", "-q", f"{tmp_path}/no*").errors == []


def test_a_file_that_sources_itself_ends(home: Home, tmp_path: Path) -> None:
    path = tmp_path / "loop.conf"
    path.write_text(f"source-file {path}\n")
    outcome = home.run("source-file", str(path))
    assert outcome.done
    assert outcome.errors == [f"{path}:1: too many nested files"]


def test_checking_a_file_runs_nothing(home: Home, tmp_path: Path) -> None:
    path = tmp_path / "a.conf"
    path.write_text("rename-window no\nbind x { nope }\nsplit-window -Q\n")
    outcome = home.run("source-file", "-nv", str(path))
    assert home.tree.windows[0].name == "one"
    assert outcome.errors == [
        f"{path}:2: unknown command: nope",
        f"{path}:3: command split-window: unknown flag -Q",
    ]
    assert outcome.out.splitlines()[0] == f"{path}:1: rename-window no"


def test_aliases(home: Home) -> None:
    home.run("set", "-s", "command-alias[9]", "say=display-message -p said")
    assert home.run("say").out == "said\n"


def test_a_shell_is_told_the_usage(home: Home) -> None:
    outcome = home.run("kill-pane", "-Q")
    assert outcome.errors == [
        "command kill-pane: unknown flag -Q",
        "usage: kill-pane [-a] [-t target-pane]",
    ]


def test_output_and_errors_of_a_key_go_to_its_client(home: Home) -> None:
    client = home.attach()
    outcome = home.key("list-windows ; kill-pane -t %99")
    assert client.messages == ["Can't find pane: %99"]
    assert len(client.overlays) == 1
    assert (outcome.out, outcome.errors) == ("", [])


def test_a_read_only_client_may_look_but_not_touch(home: Home) -> None:
    client = home.attach()
    client.readonly = True
    home.key("kill-pane")
    assert client.messages == ["Client is read-only"]
    home.key("detach-client")
    assert client.log == ["detach detached (from session 0)"]


def test_later_commands_act_on_what_earlier_ones_made(home: Home) -> None:
    outcome = home.run(
        *"new-session -d -s work -n a ; new-window -n b ; split-window".split(),
        *"; display -p #{session_name}:#{window_name}.#{pane_index}".split(),
    )
    assert outcome.out == "work:b.1\n"


def test_a_bug_in_a_command_is_reported_and_the_list_ends(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_arguments: object, **_more: object) -> None:
        raise ValueError("a bug")

    monkeypatch.setattr(home.server, "run_job", broken)
    outcome = home.text("run-shell make ; display -p lost\ndisplay -p next")
    assert outcome.errors[0] == "mplex made a mistake in run-shell"
    assert outcome.out == "next\n"
    assert outcome.statuses == [1]


def test_a_command_that_cannot_start_what_it_waits_for_does_not_wait(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_arguments: object, **_more: object) -> None:
        raise CommandError("no process left")

    monkeypatch.setattr(home.server, "run_job", full)
    outcome = home.run("if-shell", "true", "display -p yes")
    assert outcome.errors == ["no process left"]
    assert outcome.statuses == [1]
