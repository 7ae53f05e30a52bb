"""The variables of formats: tmux's values where both can be asked, and what only mplex knows."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from mplex.commands.format_context import FormatClient, FormatContext
from mplex.commands.formats import expand
from mplex.commands.variable_table import EXTRA_VARIABLES, VARIABLES
from mplex.commands.variables import automatic_name, variables
from mplex.geometry import Size
from mplex.model.pane import Pane
from mplex.model.session import Session
from mplex.model.target import Target
from mplex.model.tree import Tree
from mplex.model.window import Window
from mplex.ui.copy_mode import CopyMode
from tests.commands.fakes import FakePty
from tests.model.trees import SIZE
from tests.support.tmux import TmuxServer
from tests.support.waiting import wait_until

LEFT_OUT = {
    "client_cell_height", "client_cell_width", "client_discarded", "client_termfeatures",
    "client_termtype", "client_uid", "client_user", "client_written",
    "alternate_saved_x", "alternate_saved_y", "search_match", "window_cell_height",
    "window_cell_width", "window_active_sessions_list", "window_linked_sessions_list", "pane_bg",
    "pane_fg", "session_group_attached", "session_group_attached_list", "session_group_list",
    "session_group_many_attached", "session_group_size", "hook", "hook_client", "hook_pane",
    "hook_session", "hook_session_name", "hook_window", "hook_window_name",
}  # fmt: skip
"""Variables of tmux's manual about what mplex does not have: groups, hooks, sizes in pixels."""

SAME = (
    "active_window_index", "alternate_on", "cursor_flag", "cursor_x", "cursor_y",
    "cursor_character",
    "history_size", "insert_flag", "keypad_cursor_flag", "keypad_flag", "last_window_index",
    "mouse_all_flag", "mouse_any_flag", "mouse_button_flag", "mouse_sgr_flag",
    "mouse_standard_flag", "mouse_utf8_flag", "next_session_id", "origin_flag", "pane_active",
    "pane_at_bottom", "pane_at_left", "pane_at_right", "pane_at_top", "pane_bottom", "pane_dead",
    "pane_format", "pane_height", "pane_id", "pane_in_mode", "pane_index", "pane_input_off",
    "pane_last", "pane_left", "pane_marked", "pane_marked_set", "pane_mode", "pane_right",
    "pane_synchronized", "pane_tabs", "pane_top", "pane_width",
    "scroll_region_lower", "scroll_region_upper", "session_alerts", "session_attached",
    "session_format", "session_grouped", "session_id", "session_many_attached", "session_marked",
    "session_name", "session_path", "session_stack", "session_windows", "uid", "user",
    "window_active", "window_active_clients", "window_activity_flag", "window_bell_flag",
    "window_end_flag", "window_flags", "window_format", "window_height", "window_id",
    "window_index", "window_last_flag", "window_layout", "window_linked", "window_linked_sessions",
    "window_marked_flag", "window_name", "window_panes", "window_raw_flags", "window_silence_flag",
    "window_stack_index", "window_start_flag", "window_visible_layout", "window_width",
    "window_zoomed_flag", "wrap_flag", "HOME", "mode-keys", "status-position", "wrap-search",
    "synchronize-panes", "history-file", "base-index", "@mine",
)  # fmt: skip
LOOPS = (
    "#{S:[#S #{session_windows}]}", "#{W:#I:#W#F ,<#I:#W#F> }", "#{P:#P,(#P)}",
    "#{W:#{window_index}#{P:.#{pane_index}} }", "#{S:#S:#{W:#I}}",
    "#{N/w:logs}#{N:nope}#{N/s:work}",
    "#{C:needle}", "#{C:needl?}", "#{C/r:^nee.*e$}", "#{C:nothing}", "#{?synchronize-panes,on,off}",
    "#{E:window-status-format}", "#{T:window-status-current-format}", "#{==:#{mode-keys},emacs}",
)  # fmt: skip
SCREEN = b"one\r\nneedle\r\n\x1b[?1006h\x1b[?1002h\x1b[2;5r\x1b[?1h\x1b[3;2H"


def build(tmux: TmuxServer) -> FormatContext:
    """Make the same session here and in tmux; its third pane has printed SCREEN."""
    tree = Tree()
    session = tree.new_session("work", SIZE, str(tmux.house.home), {"@mine": "env"})
    work = ("new-session", "-d", "-s", "work", "-n", "edit", "-x80", "-y24", "-c")
    tmux.ok(*work, str(tmux.house.home), "cat")
    window = tree.new_window(session, name="edit", size=SIZE)
    window.active.argv = ["cat"]
    for at, horizontal in ((0, True), (1, False)):
        pane = tree.new_pane(window, window.panes[at], horizontal=horizontal)
        pane.argv = ["stty raw -echo; cat"]
        window.select(pane)
        flag = "-h" if horizontal else "-v"
        tmux.ok("split-window", "-t", f":.{at}", flag, "stty raw -echo; cat")
    for name, index in (("logs", 3), ("log", 5)):
        session.select(tree.new_window(session, name=name, index=index, size=SIZE))
        tmux.ok("new-window", "-n", name, "-t", f"work:{index}", "cat")
    session.select(window)
    tmux.ok("select-window", "-t", "work:0")
    tree.new_window(tree.new_session("play", SIZE, "/", {}), name="shell", size=SIZE)
    tmux.ok("new-session", "-d", "-s", "play", "-n", "shell", "-x80", "-y24", "cat")
    tree.environ = {"HOME": str(tmux.house.home)}
    window.active.stream.feed(SCREEN)
    tmux.ok("send-keys", "-t", "%2", "-H", *(f"{byte:02x}" for byte in SCREEN))
    wait_until("the pane's text", lambda: tmux.display("#{cursor_y}", "%2") == "2")
    tree.window_options.set("@mine", "1")
    tmux.ok("set-option", "-gw", "@mine", "1")
    return FormatContext(tree, session, window, window.active)


def test_values_are_tmuxs(tmux: TmuxServer) -> None:
    context = build(tmux)
    places = [Target(context.session, context.window, context.pane)]
    assert context.session is not None and context.window is not None
    places.append(Target(context.session, context.window, context.window.panes[0]))
    logs = context.session.windows[3]
    places.append(Target(context.session, logs, logs.active))
    different = []
    for session, window, pane in places:
        here = variables(context._replace(session=session, window=window, pane=pane))
        for name in (*(f"#{{{name}}}" for name in SAME), *LOOPS):
            assert pane is not None
            ours, theirs = expand(name, here, now=1e9), tmux.display(name, f"%{pane.id}")
            if ours != theirs:
                different.append((pane.id, name, ours, theirs))
    assert different == []


def test_the_table_has_tmuxs_variables(tmux: TmuxServer) -> None:
    ours = {variable.name for variable in VARIABLES} | set(EXTRA_VARIABLES)
    assert set(SAME[:-9]) <= ours
    assert not ours & LEFT_OUT


def test_rows_are_sound() -> None:
    names = [variable.name for variable in VARIABLES]
    assert names == sorted(set(names))
    for variable in VARIABLES:
        assert variable.help.endswith("."), variable.name
        assert hasattr(FormatContext(Tree()), variable.about), variable.name


@dataclass
class Client:
    """A client that only is."""

    session: Session
    window: Window
    last_session: Session | None = None
    name: str = "/dev/pts/7"
    tty: str = "/dev/pts/7"
    pid: int = 77
    size: Size = Size(30, 100)
    termname: str = "xterm-256color"
    readonly: bool = True
    created: float = 1.9
    activity: float = 2.9
    key_table: str = "root"
    prefix_active: bool = True


@dataclass
class Server:
    """A server that only is."""

    clients: list[FormatClient] = field(default_factory=list)
    socket_path: str = "/run/mplex"
    pid: int = 5
    version: str = "1.2"
    started: float = 10.7
    config_files: tuple[str, ...] = ("/a", "/b")
    marked: Target | None = None

    def is_piped(self, pane: Pane) -> bool:
        return True


def full_context() -> FormatContext:
    tree = Tree(host="box.example.org")
    session = tree.new_session("main", SIZE, "/", {})
    window = tree.new_window(session, size=SIZE)
    session.attached = 1
    server = Server(clients=[Client(session, window)])
    return FormatContext(tree, session, window, window.active, server.clients[0], server)


@pytest.mark.parametrize(
    ("template", "text"),
    [
        ("#H #h #{version} #{pid} #{socket_path}", "box.example.org box 1.2 5 /run/mplex"),
        ("#{start_time} #{config_files}", "10 /a,/b"),
        ("#{client_name} #{client_width}x#{client_height}", "/dev/pts/7 100x30"),
        ("#{client_prefix}#{client_readonly} #{client_flags}", "11 attached,read-only,UTF-8"),
        ("#{client_created} #{client_activity} #{client_last_session}|", "1 2 |"),
        ("#{session_attached_list} #{window_active_clients_list}", "/dev/pts/7 /dev/pts/7"),
        ("#{L:#{client_pid}:#S}", "77:main"),
        ("#{session_active}#{pane_pipe}#{pane_format}", "111"),
        ("#{pane_current_command}|#{pane_pid}|#{pane_tty}", "||"),
        ("#{scroll_position}#{selection_present}#{copy_cursor_line}", ""),
        ("#{pane_title}", "box.example.org"),
    ],
)
def test_values(template: str, text: str) -> None:
    assert expand(template, variables(full_context())) == text


def test_where_nothing_is_known_variables_are_empty() -> None:
    here = variables(FormatContext(Tree(host="box")))
    for variable in VARIABLES:
        assert isinstance(here[variable.name], str)
    assert expand("#S#W#P#{client_name}#{version}#{buffer_name}", here) == ""
    assert expand("#H#{?status,yes,no}", here) == "boxyes"
    assert expand("#{W:x}#{P:x}#{S:x}#{C:x}", here) == "0"
    assert automatic_name(FormatContext(Tree())) == ""


def test_a_program_is_known_by_its_pty_and_remembered_when_dead() -> None:
    context = full_context()
    assert context.pane is not None
    context.pane.respawn(["/usr/bin/vi -R x"], "/etc", {})
    context.pane.started(FakePty())
    here = variables(context)
    assert (
        expand("#{pane_current_command} #{pane_current_path} #{pane_pid}", here) == "sh /tmp 4321"
    )
    context.pane.ended(3, None, 50.0)
    assert expand("#{pane_current_command} #{pane_current_path}", here) == "vi /etc"
    assert (
        expand("#{pane_dead}#{pane_dead_status}#{pane_dead_signal} #{pane_dead_time}", here)
        == "13 50"
    )
    assert automatic_name(context) == "vi[dead]"


def test_alerts_and_marks() -> None:
    context = full_context()
    assert context.session is not None and context.window is not None
    other = context.tree.new_window(context.session, size=SIZE)
    other.bell = other.activity = True
    assert isinstance(context.server, Server)
    context.server.marked = Target(context.session, other, other.active)
    here = variables(context._replace(window=other, pane=other.active))
    assert expand("#{session_alerts} #F #{window_raw_flags}", here) == "1#! ##!M #!M"
    assert (
        expand("#{pane_marked}#{window_marked_flag}#{session_marked}#{pane_marked_set}", here)
        == "1111"
    )
    assert expand("#{pane_marked}#{window_marked_flag}", variables(context)) == "00"


def test_copy_mode_tells_where_it_is() -> None:
    context = full_context()
    assert context.pane is not None
    context.pane.stream.feed("".join(f"row {n} 漢字\r\n" for n in range(50)).encode())
    mode = CopyMode(context.pane.screen)
    context.pane.mode = mode
    here = variables(context)
    assert expand("#{pane_in_mode} #{pane_mode} #{scroll_position}", here) == "1 copy-mode 0"
    mode.command("cursor-up")
    mode.command("end-of-line")
    mode.command("begin-selection")
    mode.command("cursor-up")
    assert expand("#{copy_cursor_line}|#{copy_cursor_y}", here) == "row 48 漢字|21"
    assert expand("#{selection_present}#{selection_active}#{rectangle_toggle}", here) == "110"
    assert expand("#{selection_start_y} #{selection_end_y}", here) == "21 22"
    mode.command("start-of-line")
    assert expand("#{copy_cursor_x} #{copy_cursor_word}", here) == "0 row"
    assert automatic_name(context) == "[copy]"


def test_what_this_use_adds_comes_before_the_environment() -> None:
    context = full_context()
    context.tree.environ = {"mouse_x": "env", "EDITOR": "vi"}
    context = context._replace(extra={"mouse_x": "7", "pane_title": "not this"})
    assert expand("#{mouse_x} #{EDITOR}#{nope}", variables(context)) == "7 vi"
    assert expand("#{pane_title}", variables(context)) == "box.example.org"
    nowhere = context._replace(pane=None)
    assert expand("#{pane_title}", variables(nowhere)) == "not this"


def fail(command: str) -> str:
    """Refuse to run a command."""
    raise AssertionError(command)


def test_a_title_stays_text_in_a_status_row() -> None:
    context = full_context()
    assert context.pane is not None and context.session is not None
    context.pane.stream.feed(b"\x1b]2;#(rm -rf) #{version} #[fg=red] %H\x07")
    context.session.options.set("status-right", "#T|#{=99:pane_title}")
    for styled, title in (
        (False, "#(rm -rf) #{version} #[fg=red] %H"),
        (True, "##(rm -rf) ##{version} ##[fg=red] %H"),
    ):
        text = expand(
            "#{T:status-right}",
            variables(context),
            now=0,
            job=fail,
            styled=styled,
        )
        assert text == f"{title}|{title}"


def test_buffers_are_told_about() -> None:
    context = full_context()
    context.tree.buffers.add(b"hello\n", "b1")
    here = variables(context._replace(buffer=context.tree.buffers.get("b1")))
    assert expand("#{buffer_name} #{buffer_size} #{buffer_sample}", here) == r"b1 6 hello\n"
