"""The command table: every command there is, gathered from the modules that hold them.

To add a command, write its function and its row in the module of the noun it acts on; a module
that is new is also named here.
"""

from __future__ import annotations

from mplex.commands import (
    buffers,
    capture,
    choose,
    clients,
    copy,
    environment,
    info,
    keys,
    layouts,
    menus,
    options_set,
    options_show,
    pane_move,
    pane_select,
    pane_size,
    panes,
    prompts,
    send_keys,
    session_start,
    sessions,
    shell,
    source,
    wait_for,
    window_order,
    windows,
)
from mplex.commands.command import Command, CommandTable

COMMANDS = CommandTable(
    [
        *buffers.COMMANDS,
        *capture.COMMANDS,
        *choose.COMMANDS,
        *clients.COMMANDS,
        *copy.COMMANDS,
        *environment.COMMANDS,
        *info.COMMANDS,
        *keys.COMMANDS,
        *layouts.COMMANDS,
        *menus.COMMANDS,
        *options_set.COMMANDS,
        *options_show.COMMANDS,
        *pane_move.COMMANDS,
        *pane_select.COMMANDS,
        *pane_size.COMMANDS,
        *panes.COMMANDS,
        *prompts.COMMANDS,
        *send_keys.COMMANDS,
        *session_start.COMMANDS,
        *sessions.COMMANDS,
        *shell.COMMANDS,
        *source.COMMANDS,
        *wait_for.COMMANDS,
        *window_order.COMMANDS,
        *windows.COMMANDS,
    ]
)
"""All commands, sorted by name."""


def find_command(name: str) -> Command:
    """Return the command called `name`, by its name, alias or unique beginning.

    Raises:
        UsageError: there is none, or several.
    """
    return COMMANDS.find(name)
