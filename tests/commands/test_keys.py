"""Key tables: the defaults, binding and unbinding, and what the default keys do."""

from __future__ import annotations

import re

import pytest

from mplex.commands.key_names import canonical_key, key_order
from mplex.commands.key_tables import KeyTables, bound_commands
from mplex.commands.parser import parse_strict
from mplex.commands.printing import check_commands, print_commands
from mplex.commands.table import COMMANDS
from mplex.errors import UsageError
from mplex.ui.copy_mode import COPY_COMMANDS
from tests.commands.fakes import Home
from tests.support.tmux import TmuxServer

TABLES = KeyTables(COMMANDS)
DEFAULTS = [(name, each) for name, table in TABLES.tables.items() for each in table.values()]


def test_every_default_binding_could_run() -> None:
    for name, binding in DEFAULTS:
        assert binding.commands, (name, binding.key)
        check_commands(binding.commands, COMMANDS)


def test_copy_mode_keys_name_commands_that_exist() -> None:
    known = {command.name for command in COPY_COMMANDS}
    texts = " ".join(TABLES.text(binding) for _, binding in DEFAULTS)
    used = set(re.findall(r"send-keys -F?X (?:-N 5 )?([a-z-]+)", texts))
    assert len(used) > 50
    assert used <= known


def test_every_prefix_key_has_a_note() -> None:
    assert [key for key, binding in TABLES.tables["prefix"].items() if not binding.note] == []


def test_printed_bindings_read_back_the_same() -> None:
    for name, binding in DEFAULTS:
        text = TABLES.text(binding, ";")
        again = bound_commands([text])
        assert print_commands(again, COMMANDS, ";") == text, (name, binding.key)


def test_tmux_has_the_same_keys(tmux: TmuxServer) -> None:
    """Every key of tmux's prefix, copy-mode and copy-mode-vi tables does something here too."""
    tmux.ok("new-session", "-d", "cat")
    left_out = {("prefix", "C")}
    for table in ("prefix", "copy-mode", "copy-mode-vi"):
        for line in tmux.ok("list-keys", "-T", table).splitlines():
            written = re.match(r"bind-key +(?:-r +)?-T \S+ +(\S+)", line)
            assert written is not None
            (command,) = parse_strict(f"key {written[1]}")
            key = str(command.args[0])
            if (table, key) not in left_out:
                assert TABLES.lookup(table, canonical_key(key)), line


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("C-b", "C-b"),
        ("^b", "C-b"),
        ("M-S-Left", "M-S-Left"),
        ("MouseDown1Pane", "MouseDown1Pane"),
        ("S-C-MouseDrag1Border", "C-S-MouseDrag1Border"),
        ("Any", "Any"),
        ("PageUp", "PPage"),
    ],
)
def test_names_of_keys(text: str, name: str) -> None:
    assert canonical_key(text) == name


def test_an_unknown_key_is_refused() -> None:
    with pytest.raises(UsageError, match="unknown key: MouseDown9Pane"):
        canonical_key("MouseDown9Pane")


def test_keys_are_listed_as_tmux_does() -> None:
    keys = ["S-Up", "C-Up", "M-Up", "M-1", "Up", "PPage", "DC", "WheelUpPane", "a", "!", "C-b"]
    assert sorted(keys, key=key_order) == keys[::-1]


def test_binding_and_unbinding(home: Home) -> None:
    home.run("bind", "-T", "mine", "-N", "a note", "x", "kill-pane")
    tables = home.server.key_tables
    binding = tables.lookup("mine", "x")
    assert binding is not None
    assert binding.note == "a note"
    home.run("bind", "-T", "mine", "-N", "another", "x")
    changed = tables.lookup("mine", "x")
    assert changed is not None
    assert (changed.note, changed.commands) == ("another", binding.commands)
    home.run("unbind", "-T", "mine", "x")
    assert tables.lookup("mine", "x") is None


def test_any_key(home: Home) -> None:
    home.run("bind", "-T", "mine", "Any", "kill-pane")
    assert home.server.key_tables.lookup("mine", "F5")


def test_a_default_can_be_put_back(home: Home) -> None:
    tables = home.server.key_tables
    default = tables.lookup("prefix", "x")
    home.run("bind", "x", "kill-server")
    tables.reset("prefix", "x")
    assert tables.lookup("prefix", "x") == default


def test_bindings_with_mistakes_are_refused(home: Home) -> None:
    assert home.error("bind", "x", "nope") == "unknown command: nope"
    assert home.error("bind", "x", "kill-pane -Q") == "command kill-pane: unknown flag -Q"
    outcome = home.text("bind x { if -F 1 { nope } }")
    assert outcome.errors == ["unknown command: nope"]


def test_the_help_key_shows_notes(home: Home) -> None:
    lines = home.output("list-keys", "-N")
    assert "C-b c       Make a new window" in lines
    assert home.output("list-keys", "-1N", "c") == ["C-b c Make a new window"]
    home.attach()
    home.key("list-keys -1N c")
    assert home.client.messages == ["C-b c Make a new window"]
    home.run("set", "-g", "prefix", "C-a")
    assert "C-a c       Make a new window" in home.output("list-keys", "-N")
    assert "c       Make a new window" in home.output("list-keys", "-N", "-P", "")


def test_notes_of_a_named_table_have_no_prefix_and_no_mouse(home: Home) -> None:
    assert "c       Make a new window" in home.output("list-keys", "-N", "-T", "prefix")
    home.run("bind", "-n", "F5", "kill-pane")
    lines = home.output("list-keys", "-aN")
    assert "    F5      kill-pane" in lines
    assert not [line for line in lines if "Mouse" in line]


def test_a_key_without_commands_is_not_bound_and_an_emptied_table_is_gone(home: Home) -> None:
    home.run("bind", "Z")
    assert home.error("list-keys", "Z") == "unknown key: Z"
    home.run("bind", "-T", "mine", "x", "kill-pane")
    home.run("unbind", "-a", "-T", "mine")
    assert home.error("list-keys", "-T", "mine") == "table mine doesn't exist"
