"""The environment that programs get, and that configuration text sees."""

from __future__ import annotations

from mplex.commands.environment import program_environ
from tests.commands.fakes import Home


def test_programs_get_the_sessions_variables_over_the_global_ones(home: Home) -> None:
    for words in (
        "-g SHARED global",
        "-g GONE global",
        "-gh SECRET hidden",
        "SHARED own",
        "OWN own",
        "-h QUIET hidden",
        "-r GONE",
    ):
        home.run("set-environment", *words.split())
    assert program_environ(home.tree, home.tree.sessions[0]) == {
        "HOME": "/home/me",
        "PATH": "/bin",
        "SHARED": "own",
        "OWN": "own",
    }
    assert program_environ(home.tree, None)["GONE"] == "global"


def test_text_sees_hidden_variables(home: Home) -> None:
    assert home.text("%hidden NAME=value\ndisplay -p $NAME").out == "value\n"
    assert "NAME" not in program_environ(home.tree, None)


def test_jobs_get_the_environment_of_their_session(home: Home) -> None:
    home.run("set-environment", "A", "b")
    home.run("run-shell", "-c", "/etc", "env")
    (job,) = home.server.jobs
    assert (job.environ["A"], job.cwd) == ("b", "/etc")
