"""The table of format variables: name, what it is about, help, and how to find it out.

Names are tmux's. The functions that need more than a line are in `mplex.commands.format_facts` and
`mplex.commands.copy_facts`; looking variables up is in `mplex.commands.variables`.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

from mplex.commands import copy_facts as copying
from mplex.commands import format_facts as facts
from mplex.commands.copy_facts import of_view
from mplex.commands.format_context import FormatContext, Value, Variable


def _rows(
    about: str, *rows: tuple[str, str, Callable[[FormatContext, Any], Value]]
) -> tuple[Variable, ...]:
    return tuple(Variable(name, about, help, value) for name, help, value in rows)


_SERVER = (
    *_rows(
        "server",
        (
            "config_files",
            "Configuration files that were read.",
            lambda c, s: ",".join(s.config_files),
        ),
        ("pid", "Process id of the server.", lambda c, s: s.pid),
        ("socket_path", "Path of the server's socket.", lambda c, s: s.socket_path),
        ("start_time", "When the server was started.", lambda c, s: s.started),
        ("version", "Version of the server.", lambda c, s: s.version),
    ),
    *_rows(
        "tree",
        ("host", "Name of this machine.", lambda c, t: t.host),
        ("host_short", "The same, without its domain.", lambda c, t: t.host.split(".")[0]),
        (
            "next_session_id",
            "Id of the next new session.",
            lambda c, t: f"${t.next_ids['session']}",
        ),
        ("pane_marked_set", "1 if a pane is marked.", lambda c, t: c.marked is not None),
        ("server_sessions", "Number of sessions.", lambda c, t: len(t.sessions)),
        ("uid", "User id of the server.", lambda c, t: os.getuid()),
        ("user", "User of the server.", facts.user),
    ),
)

_SESSION = _rows(
    "session",
    (
        "active_window_index",
        "Index of the current window.",
        lambda c, s: facts.window_index(c, facts.current_window(c, s)) if s.windows else None,
    ),
    (
        "last_window_index",
        "Largest index of a window.",
        lambda c, s: max(s.windows, default=None),
    ),
    (
        "session_active",
        "1 if the client looks at it.",
        lambda c, s: c.client is not None and c.client.session is s,
    ),
    ("session_activity", "Time of the last activity.", lambda c, s: s.activity),
    ("session_alerts", "Indexes of windows with alerts.", facts.alerts),
    ("session_attached", "Number of clients.", lambda c, s: s.attached),
    (
        "session_attached_list",
        "Names of the clients.",
        lambda c, s: facts.names(facts.clients_of(c, s)),
    ),
    ("session_created", "When it was made.", lambda c, s: s.created),
    ("session_format", "1 if the format is for a session.", lambda c, s: c.window is None),
    ("session_group", "Name of its group; there are none.", lambda c, s: None),
    ("session_grouped", "1 if in a group.", lambda c, s: False),
    ("session_id", "Its id.", lambda c, s: f"${s.id}"),
    (
        "session_last_attached",
        "When a client was attached last.",
        lambda c, s: s.last_attached or None,
    ),
    ("session_many_attached", "1 if several clients are attached.", lambda c, s: s.attached > 1),
    ("session_marked", "1 if it has the marked pane.", facts.is_marked),
    ("session_name", "Its name.", lambda c, s: s.name),
    ("session_path", "Its working directory.", lambda c, s: s.cwd),
    (
        "session_stack",
        "Indexes of windows, the most recently used first.",
        lambda c, s: ",".join(str(s.index_of(w)) for w in s.stack()) if s.windows else None,
    ),
    ("session_windows", "Number of windows.", lambda c, s: len(s.windows)),
)

_WINDOW = _rows(
    "window",
    ("window_active", "1 if it is the current one.", facts.is_current),
    (
        "window_active_clients",
        "Number of clients that look at it.",
        lambda c, w: len(facts.viewers_of(c, w)),
    ),
    (
        "window_active_clients_list",
        "Names of the clients that look at it.",
        lambda c, w: facts.names(facts.viewers_of(c, w)),
    ),
    ("window_active_sessions", "1 if it is current in its session.", facts.is_current),
    ("window_activity", "Time of the last activity.", lambda c, w: w.activity_time),
    ("window_activity_flag", "1 if there was activity.", lambda c, w: w.activity),
    ("window_bell_flag", "1 if a bell rang.", lambda c, w: w.bell),
    ("window_end_flag", "1 if it has the highest index.", lambda c, w: facts.is_at_end(c, w, -1)),
    (
        "window_flags",
        "Its flags, with # as ##.",
        lambda c, w: facts.window_flags(c, w).replace("#", "##"),
    ),
    ("window_format", "1 if the format is for a window.", lambda c, w: c.pane is None),
    ("window_height", "Its height.", lambda c, w: w.size.rows),
    ("window_id", "Its id.", lambda c, w: f"@{w.id}"),
    ("window_index", "Its index.", facts.window_index),
    ("window_last_flag", "1 if it was current before.", facts.is_last),
    ("window_layout", "Its layout, without regard to zoom.", lambda c, w: w.layout_string()),
    ("window_linked", "1 if it is in several sessions.", lambda c, w: False),
    ("window_linked_sessions", "Number of sessions it is in.", lambda c, w: 1),
    ("window_marked_flag", "1 if it has the marked pane.", facts.is_marked),
    ("window_name", "Its name.", lambda c, w: w.name),
    ("window_panes", "Number of panes.", lambda c, w: len(w.panes)),
    ("window_raw_flags", "Its flags as they are.", facts.window_flags),
    ("window_silence_flag", "1 if it fell silent.", lambda c, w: w.silence),
    ("window_stack_index", "Its place among those used last.", facts.stack_index),
    ("window_start_flag", "1 if it has the lowest index.", lambda c, w: facts.is_at_end(c, w, 0)),
    ("window_visible_layout", "Its layout as it is shown.", lambda c, w: w.visible_layout_string()),
    ("window_width", "Its width.", lambda c, w: w.size.cols),
    ("window_zoomed_flag", "1 if a pane is zoomed.", lambda c, w: w.zoomed),
)

_PANE = _rows(
    "pane",
    ("alternate_on", "1 if on the alternate screen.", lambda c, p: p.screen.alternate),
    ("cursor_character", "Character under the cursor.", facts.cursor_character),
    ("cursor_flag", "1 if the cursor is shown.", lambda c, p: not p.screen.cursor.hidden),
    ("cursor_x", "Column of the cursor.", lambda c, p: p.screen.cursor_point[1]),
    ("cursor_y", "Row of the cursor.", lambda c, p: p.screen.cursor_point[0]),
    ("history_bytes", "Characters and styles in its history.", facts.history_bytes),
    ("history_limit", "Lines of history kept.", lambda c, p: p.screen.history_limit),
    ("history_size", "Lines of history.", lambda c, p: p.screen.history_size),
    ("insert_flag", "1 if text is inserted.", lambda c, p: p.screen.insert),
    (
        "keypad_cursor_flag",
        "1 if cursor keys are in application mode.",
        lambda c, p: p.screen.application_cursor,
    ),
    (
        "keypad_flag",
        "1 if the keypad is in application mode.",
        lambda c, p: p.screen.application_keypad,
    ),
    ("mouse_all_flag", "1 if the program wants all mouse movement.", facts.mouse_mode(1003)),
    ("mouse_any_flag", "1 if the program wants the mouse.", lambda c, p: p.screen.mouse_mode != 0),
    ("mouse_button_flag", "1 if it wants buttons and dragging.", facts.mouse_mode(1002)),
    (
        "mouse_sgr_flag",
        "1 if mouse events are sent as SGR.",
        lambda c, p: p.screen.mouse_encoding == 1006,
    ),
    ("mouse_standard_flag", "1 if it wants buttons.", facts.mouse_mode(1000)),
    (
        "mouse_utf8_flag",
        "1 if mouse events are sent as UTF-8.",
        lambda c, p: p.screen.mouse_encoding == 1005,
    ),
    ("origin_flag", "1 if positions count from the margins.", lambda c, p: p.screen.origin),
    ("pane_active", "1 if it is the active one.", lambda c, p: p is p.window.active),
    ("pane_at_bottom", "1 if at the bottom of the window.", facts.is_at_edge("bottom")),
    ("pane_at_left", "1 if at the left of the window.", facts.is_at_edge("left")),
    ("pane_at_right", "1 if at the right of the window.", facts.is_at_edge("right")),
    ("pane_at_top", "1 if at the top of the window.", facts.is_at_edge("top")),
    ("pane_bottom", "Its last row.", lambda c, p: facts.pane_rect(p).bottom - 1),
    ("pane_current_command", "Program in the foreground.", facts.current_command),
    ("pane_current_path", "Directory of that program.", facts.current_path),
    ("pane_dead", "1 if its program has ended.", lambda c, p: p.dead),
    (
        "pane_dead_signal",
        "Signal that ended its program.",
        lambda c, p: p.exit_signal if p.dead else None,
    ),
    (
        "pane_dead_status",
        "Exit status of its program.",
        lambda c, p: p.exit_status if p.dead else None,
    ),
    ("pane_dead_time", "When its program ended.", lambda c, p: p.exited_at),
    ("pane_format", "1 if the format is for a pane.", lambda c, p: True),
    ("pane_height", "Its height.", lambda c, p: p.size.rows),
    ("pane_id", "Its id.", lambda c, p: f"%{p.id}"),
    ("pane_in_mode", "1 if it is in a mode.", lambda c, p: p.mode is not None),
    ("pane_index", "Its number.", lambda c, p: p.window.index_of(p)),
    ("pane_input_off", "1 if keys do not reach it.", lambda c, p: p.input_off),
    ("pane_last", "1 if it was active before.", facts.is_last_pane),
    ("pane_left", "Its first column.", lambda c, p: facts.pane_rect(p).col),
    ("pane_marked", "1 if it is the marked one.", facts.is_marked),
    ("pane_mode", "Name of the mode it is in.", facts.mode_name),
    ("pane_path", "Directory that its program reported.", lambda c, p: p.screen.path),
    ("pane_pid", "Process id of its first program.", lambda c, p: p.pid or None),
    (
        "pane_pipe",
        "1 if its output goes to a command.",
        lambda c, p: c.server is not None and c.server.is_piped(p),
    ),
    ("pane_right", "Its last column.", lambda c, p: facts.pane_rect(p).right - 1),
    ("pane_start_command", "Command it was started with.", lambda c, p: p.command),
    ("pane_start_path", "Directory it was started in.", lambda c, p: p.cwd),
    ("pane_synchronized", "1 if keys go to all panes of the window.", lambda c, p: p.synchronized),
    ("pane_tabs", "Columns of the tab stops.", facts.tab_stops),
    ("pane_title", "Its title.", lambda c, p: p.title),
    ("pane_top", "Its first row.", lambda c, p: facts.pane_rect(p).row),
    ("pane_tty", "Path of its terminal.", lambda c, p: p.tty),
    ("pane_width", "Its width.", lambda c, p: p.size.cols),
    ("scroll_region_lower", "Last row that scrolls.", lambda c, p: p.screen.bottom),
    ("scroll_region_upper", "First row that scrolls.", lambda c, p: p.screen.top),
    ("wrap_flag", "1 if long lines wrap.", lambda c, p: p.screen.autowrap),
)

_COPY_MODE = _rows(
    "pane",
    ("copy_cursor_line", "Row under the cursor in copy mode.", of_view(copying.cursor_line)),
    ("copy_cursor_word", "Word under the cursor in copy mode.", of_view(copying.cursor_word)),
    ("copy_cursor_x", "Column of the cursor in copy mode.", of_view(lambda view: view.cursor.col)),
    ("copy_cursor_y", "Row of the cursor in copy mode.", of_view(copying.cursor_row)),
    ("pane_search_string", "What was searched for last.", of_view(lambda view: view.search_text)),
    ("rectangle_toggle", "1 if rectangles are selected.", of_view(lambda view: view.rectangle)),
    (
        "scroll_position",
        "Rows scrolled back in copy mode.",
        of_view(lambda view: view.scroll_position),
    ),
    ("search_present", "1 if a search is shown.", of_view(lambda view: view.searcher is not None)),
    ("selection_active", "1 if the selection follows the cursor.", of_view(copying.is_selecting)),
    (
        "selection_end_x",
        "Column where the selection ends.",
        of_view(lambda view: copying.col_of(copying.selection_end(view))),
    ),
    (
        "selection_end_y",
        "Row where the selection ends.",
        of_view(lambda view: copying.row_of(copying.selection_end(view))),
    ),
    (
        "selection_present",
        "1 if something is selected.",
        of_view(lambda view: view.selection is not None),
    ),
    (
        "selection_start_x",
        "Column where the selection starts.",
        of_view(lambda view: copying.col_of(copying.selection_start(view))),
    ),
    (
        "selection_start_y",
        "Row where the selection starts.",
        of_view(lambda view: copying.row_of(copying.selection_start(view))),
    ),
)

_CLIENT = _rows(
    "client",
    ("client_activity", "Time of its last activity.", lambda c, k: k.activity),
    ("client_control_mode", "1 if in control mode; there is none.", lambda c, k: False),
    ("client_created", "When it was attached.", lambda c, k: k.created),
    (
        "client_flags",
        "Its flags.",
        lambda c, k: ",".join(("attached", *("read-only",) * k.readonly, "UTF-8")),
    ),
    ("client_height", "Its height.", lambda c, k: k.size.rows),
    ("client_key_table", "Its key table.", lambda c, k: k.key_table),
    (
        "client_last_session",
        "Name of the session it looked at before.",
        lambda c, k: k.last_session.name if k.last_session else None,
    ),
    ("client_name", "Its name.", lambda c, k: k.name),
    ("client_pid", "Its process id.", lambda c, k: k.pid),
    ("client_prefix", "1 if the prefix key was pressed.", lambda c, k: k.prefix_active),
    ("client_readonly", "1 if it is read-only.", lambda c, k: k.readonly),
    ("client_session", "Name of its session.", lambda c, k: k.session.name),
    ("client_termname", "TERM of its terminal.", lambda c, k: k.termname),
    ("client_tty", "Path of its terminal.", lambda c, k: k.tty),
    ("client_utf8", "1 if it shows UTF-8.", lambda c, k: True),
    ("client_width", "Its width.", lambda c, k: k.size.cols),
    (
        "window_bigger",
        "1 if the window does not fit the client.",
        lambda c, k: k.offset is not None,
    ),
    (
        "window_offset_x",
        "Column of the window at the client's left.",
        lambda c, k: k.offset.col if k.offset else None,
    ),
    (
        "window_offset_y",
        "Row of the window at the client's top.",
        lambda c, k: k.offset.row if k.offset else None,
    ),
)

_BUFFER = _rows(
    "buffer",
    ("buffer_created", "When it was made.", lambda c, b: b.created),
    ("buffer_name", "Its name.", lambda c, b: b.name),
    ("buffer_sample", "How it begins.", lambda c, b: b.sample),
    ("buffer_size", "Its size in bytes.", lambda c, b: len(b.data)),
)

EXTRA_VARIABLES: dict[str, str] = {
    "command": "Name of the command that is run.",
    "command_list_alias": "Alias, in a list of commands.",
    "command_list_name": "Name, in a list of commands.",
    "command_list_usage": "Usage, in a list of commands.",
    "current_file": "Configuration file being read.",
    "line": "Number of the line in a list.",
    "mouse_line": "Row of text under the mouse.",
    "mouse_status_range": "Part of the status row under the mouse.",
    "mouse_word": "Word under the mouse.",
    "mouse_x": "Column of the mouse.",
    "mouse_y": "Row of the mouse.",
}
"""Variables that are given where a format is used, by what they tell."""

VARIABLES: tuple[Variable, ...] = tuple(
    sorted(
        (*_SERVER, *_SESSION, *_WINDOW, *_PANE, *_COPY_MODE, *_CLIENT, *_BUFFER),
        key=lambda variable: variable.name,
    )
)
"""Every variable that can be found out anywhere, by name."""
