"""The command table, the language of its rows, and the pages made of it."""

from __future__ import annotations

import re

import pytest

from mplex.commands.command import Args, Command
from mplex.commands.parser import Block, parse_strict
from mplex.commands.reference import (
    commands_markdown,
    formats_markdown,
    keys_markdown,
    options_markdown,
)
from mplex.commands.table import COMMANDS, find_command
from mplex.errors import UsageError
from mplex.options import OPTIONS
from tests.support.tmux import TmuxServer

OWN_USAGE = {
    "choose-buffer": "menus in place of tmux's trees",
    "choose-client": "menus in place of tmux's trees",
    "choose-tree": "menus in place of tmux's trees",
    "confirm-before": "-c and -y, as in later versions",
    "display-menu": "-O is what menus do here anyway",
    "display-message": "no -N and -v",
    "display-panes": "no -N",
    "list-clients": "-f, as the other lists",
    "load-buffer": "tmux leaves -w out",
    "new-session": "no session groups: clients look at windows of their own",
    "refresh-client": "no control mode",
    "run-shell": "-c, as in later versions",
    "send-keys": "-K, as in later versions",
    "show-messages": "-J and -T are about tmux's insides",
    "show-options": "there are no hooks",
    "split-window": "tmux's line lacks a blank",
    "wait-for": "tmux writes the flags as alternatives",
}
"""Commands whose usage differs from tmux's, and why."""


def run(context: object, args: Args) -> None:
    """Do nothing."""


ROW = Command(
    "do-it", "do", "ab c:see t:target-pane", "one [two]", 1, 2, "Do it.", run, hidden="z y:why"
)


@pytest.mark.parametrize(
    ("words", "flags", "rest"),
    [
        (["-a", "x"], {"a": []}, ["x"]),
        (["-ab", "x"], {"a": [], "b": []}, ["x"]),
        (["-c", "1", "-c2", "x"], {"c": ["1", "2"]}, ["x"]),
        (["-ac", "-b", "x"], {"a": [], "c": ["-b"]}, ["x"]),
        (["x", "-a"], {}, ["x", "-a"]),
        (["--", "-a"], {}, ["-a"]),
        (["-"], {}, ["-"]),
        (["-z", "-y", "2", "x"], {"z": [], "y": ["2"]}, ["x"]),
    ],
)
def test_flags_are_sorted_out(words: list[str], flags: object, rest: list[str]) -> None:
    args = ROW.parse(words)
    assert (args.flags, args.words) == (flags, rest)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["-q", "x"], "command do-it: unknown flag -q"),
        (["-c"], "command do-it: -c expects an argument"),
        ([], "command do-it: too few arguments (need at least 1)"),
        (["x", "y", "z"], "command do-it: too many arguments (need at most 2)"),
        (["x", Block(())], 'command do-it: argument 2 must be "string"'),
    ],
)
def test_wrong_arguments(words: list[str], message: str) -> None:
    with pytest.raises(UsageError) as caught:
        ROW.parse(words)
    assert str(caught.value) == message
    assert caught.value.hint == "usage: do-it [-ab] [-c see] [-t target-pane] one [two]"


def test_names_and_aliases_are_unique_and_explained() -> None:
    names = [command.name for command in COMMANDS]
    aliases = [command.alias for command in COMMANDS if command.alias]
    assert len({*names, *aliases}) == len(names) + len(aliases)
    for command in COMMANDS:
        assert re.fullmatch(r"[A-Z].*\.", command.help), command.name
        assert (command.target == "") or "t" in command.value_flags, command.name
        assert (command.source == "") or "s" in command.value_flags, command.name


def test_finding_commands() -> None:
    assert find_command("new").name == "new-session"
    assert find_command("lsk").name == "list-keys"
    assert find_command("resize-p").name == "resize-pane"
    for name in ("", "nope"):
        with pytest.raises(UsageError, match="unknown command"):
            find_command(name)
    with pytest.raises(UsageError, match="could be: resize-pane, resize-window"):
        find_command("resize")


def test_usage_is_that_of_tmux(tmux: TmuxServer) -> None:
    tmux.ok("new-session", "-d", "cat")
    theirs = dict(line.split(" ", 1) for line in tmux.ok("list-commands").splitlines())
    for command in COMMANDS:
        alias = f"({command.alias}) " if command.alias else ""
        same = f"{alias}{command.usage}".strip() == theirs[command.name].strip()
        assert same == (command.name not in OWN_USAGE), command.name


def test_the_pages_tell_of_everything() -> None:
    commands = commands_markdown()
    for command in COMMANDS:
        assert f"## {command.name}\n" in commands
        assert command.usage in commands
    options = options_markdown()
    assert [option.name for option in OPTIONS if f"| `{option.name}` |" not in options] == []
    assert "| `C-b` | Send the prefix key | `send-prefix` |" in keys_markdown()
    assert "| `pane_id` |" in formats_markdown()


@pytest.mark.parametrize("page", [keys_markdown, options_markdown, formats_markdown])
def test_every_row_of_a_page_has_every_column(page: object) -> None:
    assert callable(page)
    columns = 0
    for line in page().splitlines():
        if not line.startswith("|"):
            columns = 0
            continue
        found = len(re.findall(r"(?<!\\)\|", line))
        columns = columns or found
        assert found == columns, line


def test_rows_can_be_written_in_the_language() -> None:
    for command in COMMANDS:
        words = " ".join(["x"] * command.least)
        (parsed,) = parse_strict(f"{command.name} {words}")
        assert command.parse(parsed.args).texts() == ["x"] * command.least
