"""The option table: values, scopes, inheritance, and that errors and names are tmux's."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mplex.dialog import caps
from mplex.errors import OptionError
from mplex.options import (
    COLOUR_NAMES,
    OPTIONS,
    WITHOUT_EFFECT,
    Option,
    Options,
    check_colour,
    check_style,
    find_option,
    format_value,
    parse_value,
)
from tests.support.tmux import TmuxServer

OURS = {
    "initial-repeat-time", "dialog-style", "dialog-border-style", "dialog-selected-style",
    "dialog-title-style", "dialog-hint-style", "dialog-label-style", "dialog-input-style",
    "dialog-error-style", "dialog-warning-style", "dialog-accent-style", "dialog-button-style",
    "dialog-primary-style", "dialog-success-style", "dialog-destructive-style",
    "allow-set-title", "checksum-reports",
    "codepoint-widths", "dialog-ttl", "media-player",
    "menu-border-style", "menu-selected-style", "menu-style",
}  # fmt: skip
"""Options that the tmux compared with does not have."""
LEFT_OUT = {"status-bg", "status-fg", "status-format", *WITHOUT_EFFECT}
"""Options of tmux that mplex does without: the first two are old forms of status-style."""
BETTER = {
    "escape-time", "focus-events", "extended-keys", "set-clipboard", "history-limit", "mouse",
    "display-time", "automatic-rename-format", "terminal-features", "command-alias",
    "update-environment", "default-shell", "default-terminal", "editor",
}  # fmt: skip
"""Options whose defaults differ from tmux's on purpose, or follow the machine there."""


def scope_flags(option: Option) -> list[str]:
    return {"server": ["-s"], "session": ["-g"]}.get(option.scope, ["-gw"])


def tmux_options(tmux: TmuxServer) -> dict[str, str]:
    """Return tmux's options with their defaults; arrays by element."""
    tmux.ok("new-session", "-d", "cat")
    found: dict[str, str] = {}
    for flags in ("-s", "-g", "-gw"):
        for line in tmux.ok("show-options", flags).splitlines():
            name = line.partition(" ")[0].partition("[")[0]
            found[name] = tmux.ok("show-options", f"{flags}v", name)
    return found


def test_the_table_has_tmuxs_options_and_defaults(tmux: TmuxServer) -> None:
    wanted = tmux_options(tmux)
    ours = {option.name: option for option in OPTIONS}
    assert set(ours) - OURS == set(wanted) - LEFT_OUT
    for name, option in ours.items():
        if name not in OURS | BETTER and option.kind != "array":
            assert format_value(option.default) == wanted[name], name


def test_a_form_lives_as_long_by_the_option_as_by_the_caps_of_dialogs() -> None:
    option = find_option("dialog-ttl")
    assert option.default == caps.FORM_LIFETIME_DEFAULT
    assert option.maximum == caps.FORM_LIFETIME_MAX


def test_rows_are_sound() -> None:
    names = [option.name for option in OPTIONS]
    assert len(set(names)) == len(names)
    for option in OPTIONS:
        assert option.help.endswith("."), option.name
        assert option.scope in ("server", "session", "window", "pane")
        if option.kind != "array":
            assert parse_value(option, format_value(option.default)) == option.default


SET = (
    ("escape-time", "abc"), ("escape-time", "-1"), ("escape-time", "20"), ("escape-time", ""),
    ("escape-time", "1x"), ("escape-time", "99999999999"), ("buffer-limit", "0"),
    ("mouse", "maybe"), ("mouse", "on"), ("mouse", "0"), ("mouse", "YES"), ("mouse", "o"),
    ("bell-action", "foo"), ("bell-action", "none"), ("status-position", "top"),
    ("status-style", "bg=blurple"), ("status-style", "bg=steelblue,fg=colour250 bold"),
    ("status-style", "fg=#11aaFF,nobold"), ("status-style", "fg=#11aa"),
    ("status-style", "default"), ("status-style", "bg=colour256"), ("status-style", "shiny"),
    ("status-style", "#{?x,a,b}"), ("status-style", "fg="), ("status-style", "align=centre"),
    ("status-style", "range=window|3,list=focus"),
    ("display-panes-colour", "foo"), ("display-panes-colour", "brightred"),
    ("display-panes-colour", "colour12"),
    ("default-size", "x"), ("default-size", "100x40"), ("mode-keys", "vi"), ("mode-keys", "v"),
    ("prefix", "C-a"), ("nope", "1"), ("pre", "C-a"), ("status-lef", "x"), ("status-left", ""),
    ("main-pane-width", "50%"), ("repeat-time", "2000001"), ("history-limit", "5000"),
)  # fmt: skip


def test_values_are_taken_and_refused_as_by_tmux(tmux: TmuxServer) -> None:
    tmux.ok("new-session", "-d", "cat")
    different = []
    for name, text in SET:
        try:
            option = find_option(name)
            flags = scope_flags(option)
            options = Options("window" if flags == ["-gw"] else option.scope)
            options.set(name, text)
            ours = options.text(name)
        except OptionError as error:
            ours, flags = f"error: {error}", ["-g"] if name in ("nope", "pre") else flags
        done = tmux.run("set-option", *flags, name, text)
        theirs = f"error: {done.stderr}".removesuffix("\n")
        if not done.returncode:
            theirs = tmux.ok("show-options", f"{flags[0]}v", name)
        if ours != theirs:
            different.append((name, text, ours, theirs))
    assert different == []


def test_unset_values_come_from_the_parent_and_its_changes_show() -> None:
    everywhere = Options("window")
    window = Options("window", everywhere)
    pane = Options("pane", window)
    assert pane.get("remain-on-exit") == "off"
    everywhere.set("remain-on-exit", "failed")
    assert pane.get("remain-on-exit") == "failed"
    window.set("remain-on-exit", "on")
    assert (pane.get("remain-on-exit"), everywhere.get("remain-on-exit")) == ("on", "failed")
    window.unset("remain-on-exit")
    assert pane.get("remain-on-exit") == "failed"
    assert window.local == {}


def test_values_have_types() -> None:
    session, server = Options("session"), Options("server")
    assert session.get("mouse") is True
    assert session.number("history-limit") == 10_000
    assert server.strings("command-alias")[0] == "split-pane=split-window"
    assert (session.text("mouse"), session.text("repeat-time")) == ("on", "500")
    assert (format_value(False), format_value(True, numeric=True)) == ("off", "1")


def test_an_option_of_another_scope_is_refused() -> None:
    with pytest.raises(OptionError, match="mode-keys is a window option, not a session one"):
        Options("session").set("mode-keys", "vi")
    with pytest.raises(OptionError, match="mouse is a session option, not a pane one"):
        Options("pane").get("mouse")
    assert not Options("pane").known("mode-keys") and Options("window").known("window-style")


def test_toggling() -> None:
    session, window = Options("session"), Options("window")
    session.set("mouse", None)
    assert session.get("mouse") is False
    session.set("visual-bell", None)
    assert session.get("visual-bell") == "on"
    session.set("visual-bell", None)
    assert session.get("visual-bell") == "off"
    for expected in ("vi", "emacs"):
        window.set("mode-keys", None)
        assert window.get("mode-keys") == expected
    session.set("status-justify", None)
    assert session.get("status-justify") == "centre"
    session.set("status", "3")
    session.set("status", None)
    assert session.get("status") == "3"
    for name in ("repeat-time", "status-left"):
        with pytest.raises(OptionError, match="empty value"):
            session.set(name, None)


def test_appending() -> None:
    session = Options("session")
    session.set("status-left", "a")
    session.set("status-left", "b", append=True)
    session.set("status-style", "fg=red")
    session.set("status-style", "bold", append=True)
    session.set("@mine", "x")
    session.set("@mine", "y", append=True)
    assert session.get("status-left") == "ab"
    assert session.get("status-style") == "fg=red,bold"
    assert session.get("@mine") == "xy"
    with pytest.raises(OptionError, match="invalid style"):
        session.set("status-style", "shiny", append=True)
    assert session.get("status-style") == "fg=red,bold"


def test_arrays_are_set_whole_or_by_element() -> None:
    session = Options("session")
    session.set("update-environment", "A B,C")
    session.set("update-environment[9]", "Z")
    session.set("update-environment", "D", append=True)
    assert session.elements("update-environment") == {0: "A", 1: "B", 2: "C", 3: "D", 9: "Z"}
    session.set("update-environment[9]", "z", append=True)
    session.unset("update-environment[1]")
    assert session.get("update-environment") == ["A", "C", "D", "Zz"]
    assert (session.get("update-environment[9]"), session.get("update-environment[1]")) == (
        "Zz",
        "",
    )
    inherited = Options("session", session)
    inherited.set("update-environment[0]", "own")
    assert inherited.get("update-environment") == ["own", "C", "D", "Zz"]
    assert session.get("update-environment[0]") == "A"
    for name in ("mouse[0]", "update-environment[10000]"):
        with pytest.raises(OptionError):
            session.set(name, "on")


def test_user_options_are_text_of_any_scope() -> None:
    window = Options("window")
    pane = Options("pane", window)
    window.set("@colour", "blurple")
    assert (pane.get("@colour"), pane.get("@none")) == ("blurple", "")
    assert pane.known("@colour") and not pane.known("@none")
    with pytest.raises(OptionError, match="invalid option: @"):
        window.set("@", "x")


def test_names_may_be_a_unique_start() -> None:
    assert find_option("history-l").name == "history-limit"
    assert find_option("display-panes-color").name == "display-panes-colour"
    with pytest.raises(OptionError, match="ambiguous option: pre") as caught:
        find_option("pre")
    assert caught.value.hint == "could be: prefix, prefix2"
    with pytest.raises(OptionError, match="invalid option: "):
        find_option("")


def test_those_who_listen_hear_of_every_change_below() -> None:
    everywhere = Options("window")
    window = Options("window", everywhere)
    heard: list[tuple[Options, str]] = []
    everywhere.on_change.append(lambda options, name: heard.append((options, name)))
    window.set("mode-keys", "vi")
    window.unset("mode-keys")
    everywhere.set("mode-k", "vi")
    with pytest.raises(OptionError):
        window.set("mode-keys", "x")
    assert heard == [(window, "mode-keys")] * 2 + [(everywhere, "mode-keys")]


def test_items() -> None:
    everywhere = Options("session")
    everywhere.set("@a", "1")
    session = Options("session", everywhere)
    session.set("mouse", "off")
    assert list(session.items()) == [("mouse", False)]
    inherited = dict(session.items(inherited=True))
    assert inherited["@a"] == "1" and inherited["prefix"] == "C-b" and not inherited["mouse"]
    assert set(inherited) == {"@a"} | {o.name for o in OPTIONS if o.scope == "session"}


def test_a_hint_says_what_is_allowed() -> None:
    for name, text, hint in (
        ("repeat-time", "x", "repeat-time takes 0 to 2000000 ms"),
        ("mouse", "x", "mouse takes on or off"),
        ("bell-action", "x", "bell-action takes none, any, current, other"),
    ):
        with pytest.raises(OptionError) as caught:
            Options("session").set(name, text)
        assert caught.value.hint == hint


def test_values_are_not_endless() -> None:
    with pytest.raises(OptionError, match="too long"):
        Options("session").set("@x", "x" * 70_000)


@pytest.mark.parametrize(
    "text", ["colour255", "#00ff00", "Red", "steelblue3", "grey100", "default"]
)
def test_colours(text: str) -> None:
    assert check_colour(text) == text


@pytest.mark.parametrize(
    "text", ["", "colour256", "#0f", "blurple", "colour", "red=", "steelblue9"]
)
def test_what_is_no_colour(text: str) -> None:
    with pytest.raises(OptionError, match="bad colour"):
        check_colour(text)


def test_all_named_colours_work_in_a_style() -> None:
    for name in COLOUR_NAMES:
        assert check_style(f"fg={name}")


REMEMBERED = (
    "cursor-style", "window-style", "synchronize-panes", "mode-keys", "monitor-silence", "@own",
)  # fmt: skip
"""Options of several kinds and scopes, and one that is in no table."""
VALUES = {
    "cursor-style": ("bar", "block"),
    "window-style": ("bg=red", "fg=blue"),
    "synchronize-panes": ("on", "off"),
    "mode-keys": ("vi", "emacs"),
    "monitor-silence": ("1", "2"),
    "@own": ("x", "y"),
}


def looked_up(options: Options, name: str) -> Any:
    """Return a value by looking at every place, without any memory."""
    place: Options | None = options
    while place is not None:
        if name in place.local:
            return place.local[name]
        place = place.parent
    return find_option(name).default


@settings(deadline=None, max_examples=100)
@given(
    st.lists(
        st.tuples(
            st.sampled_from(("set", "unset", "move")),
            st.integers(0, 4),
            st.sampled_from(REMEMBERED),
            st.integers(0, 1),
        ),
        max_size=20,
    )
)
def test_what_is_remembered_is_never_stale(steps: list[tuple[str, int, str, int]]) -> None:
    top = Options("window")
    windows = [Options("window", top), Options("window", top)]
    places = [top, *windows, Options("pane", windows[0]), Options("pane", windows[1])]
    for step, at, name, choice in steps:
        if step == "move":
            places[3 + at % 2].parent = windows[choice]
        elif places[at].takes(find_option(name)):
            if step == "set":
                places[at].set(name, VALUES[name][choice])
            else:
                places[at].unset(name)
        for place in places:
            for known in REMEMBERED:
                if place.takes(find_option(known)):
                    value = looked_up(place, known)
                    assert place.get(known) == value
                    assert place.text(known) == format_value(value)


def test_arrays_are_not_shared_with_who_asks() -> None:
    options = Options("server")
    options.set("terminal-features", "a,b")
    options.strings("terminal-features").append("c")
    options.get("terminal-features").append("d")
    assert options.get("terminal-features") == ["a", "b"]


def test_values_cannot_be_changed_behind_the_options_back() -> None:
    local: Any = Options("window").local
    with pytest.raises(TypeError):
        local["mode-keys"] = "vi"
