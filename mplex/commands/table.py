"""The command table: every command there is, gathered from the modules that hold them.

To add a command, write its function and its row in the module of the noun it acts on; a module
that is new also goes into `_MODULES`.
"""

from __future__ import annotations

from types import ModuleType

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

_MODULES: tuple[ModuleType, ...] = (
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

COMMANDS = CommandTable([command for module in _MODULES for command in module.COMMANDS])
"""All commands, sorted by name."""


def find_command(name: str) -> Command:
    """Return the command called `name`, by its name, alias or unique beginning.

    Raises:
        UsageError: there is none, or several.
    """
    return COMMANDS.find(name)
