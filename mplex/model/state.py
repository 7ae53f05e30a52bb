"""The tree as plain data, and back: what is needed to build it again after the server is gone.

Everything but the processes and what is on the screens: sessions, windows with their layouts, what
was run in each pane and where, options, environment, paste buffers. The data is JSON-able, and
`fill_tree` trusts none of it.
"""

from __future__ import annotations

import base64
import binascii
from typing import TYPE_CHECKING, Any

from mplex.errors import CommandError, OptionError
from mplex.geometry import Size
from mplex.model.buffers import Buffer
from mplex.model.pane import Pane
from mplex.model.session import Session
from mplex.model.window import Window
from mplex.options import Options, find_option, format_value

if TYPE_CHECKING:
    from mplex.model.tree import Tree

STATE_VERSION = 1


def tree_data(tree: Tree) -> dict[str, Any]:
    """Return the whole tree as JSON-able data."""
    return {
        "version": STATE_VERSION,
        "next_ids": dict(tree.next_ids),
        "environ": dict(tree.environ),
        "options": _options_data(tree.options),
        "session_options": _options_data(tree.session_options),
        "window_options": _options_data(tree.window_options),
        "buffers": [_buffer_data(buffer) for buffer in reversed(tree.buffers.list())],
        "sessions": [_session_data(session) for session in tree.sessions.values()],
    }


def _options_data(options: Options) -> dict[str, Any]:
    """Return what is set, as the texts that set it; an array as (index, text) pairs."""
    return {
        name: sorted(value.items()) if isinstance(value, dict) else format_value(value)
        for name, value in options.local.items()
    }


def _buffer_data(buffer: Buffer) -> dict[str, Any]:
    return {
        "name": buffer.name,
        "data": base64.b64encode(buffer.data).decode("ascii"),
        "automatic": buffer.automatic,
        "created": buffer.created,
    }


def _session_data(session: Session) -> dict[str, Any]:
    return {
        "id": session.id,
        "name": session.name,
        "size": list(session.size),
        "cwd": session.cwd,
        "environ": dict(session.environ),
        "created": session.created,
        "activity": session.activity,
        "last_attached": session.last_attached,
        "options": _options_data(session.options),
        "current": session.index_of(session.current),
        "last": [session.index_of(window) for window in session.last_windows],
        "windows": [_window_data(index, window) for index, window in session.windows.items()],
    }


def _window_data(index: int, window: Window) -> dict[str, Any]:
    return {
        "index": index,
        "id": window.id,
        "name": window.name,
        "size": list(window.room),
        "layout": window.layout_string(),
        "layout_preset": window.layout_preset,
        "zoomed": window.zoomed,
        "created": window.created,
        "options": _options_data(window.options),
        "active": window.active.id,
        "last": [pane.id for pane in window.last_panes],
        "panes": [_pane_data(pane) for pane in window.panes],
    }


def _pane_data(pane: Pane) -> dict[str, Any]:
    return {
        "id": pane.id,
        "argv": list(pane.argv),
        "cwd": (pane.pty.foreground_cwd() if pane.pty else "") or pane.cwd,
        "environ": dict(pane.environ),
        "title": pane.title,
        "size": list(pane.size),
        "history": pane.screen.history_limit,
        "created": pane.created,
        "options": _options_data(pane.options),
    }


def fill_tree(tree: Tree, data: dict[str, Any]) -> None:
    """Build in an empty tree what `tree_data` described. Raises CommandError for broken data."""
    try:
        if data["version"] != STATE_VERSION:
            raise CommandError(f"state is of version {data['version']}, not {STATE_VERSION}")
        tree.next_ids.update({kind: int(data["next_ids"][kind]) for kind in tree.next_ids})
        tree.environ = _texts(data["environ"])
        _set_options(tree.options, data["options"])
        _set_options(tree.session_options, data["session_options"])
        _set_options(tree.window_options, data["window_options"])
        tree.buffers.restore([_build_buffer(one) for one in data["buffers"]])
        for one in data["sessions"]:
            tree.add_session(_build_session(tree, one))
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, binascii.Error) as error:
        raise CommandError(f"state can't be read: {type(error).__name__}: {error}") from error


def _texts(data: dict[str, Any]) -> dict[str, str]:
    return {str(name): str(value) for name, value in data.items()}


def _set_options(options: Options, data: dict[str, Any]) -> None:
    """Set the options in `data`; one that this version does not know is left out."""
    for name, value in data.items():
        try:
            if find_option(name).kind == "array":
                options.set(name, "")
                for index, text in value:
                    options.set(f"{name}[{index}]", str(text))
            else:
                options.set(name, str(value))
        except OptionError:
            if name in options.local:
                options.unset(name)


def _build_buffer(data: dict[str, Any]) -> Buffer:
    content = base64.b64decode(data["data"], validate=True)
    return Buffer(str(data["name"]), content, bool(data["automatic"]), float(data["created"]))


def _size(data: list[Any]) -> Size:
    rows, cols = (int(number) for number in data)
    if not (1 <= rows <= 10_000 and 1 <= cols <= 10_000):
        raise ValueError(f"size {rows}x{cols}")
    return Size(rows, cols)


def _build_session(tree: Tree, data: dict[str, Any]) -> Session:
    session = Session(
        int(data["id"]),
        str(data["name"]),
        Options("session", tree.session_options),
        size=_size(data["size"]),
        cwd=str(data["cwd"]),
        environ=_texts(data["environ"]),
    )
    session.created, session.activity = float(data["created"]), float(data["activity"])
    session.last_attached = float(data["last_attached"])
    _set_options(session.options, data["options"])
    for one in data["windows"]:
        session.add(_build_window(tree, one), int(one["index"]))
    session.current = session.windows[data["current"]]
    session.last_windows = [session.windows[index] for index in data["last"]]
    return session


def _build_window(tree: Tree, data: dict[str, Any]) -> Window:
    options = Options("window", tree.window_options)
    _set_options(options, data["options"])
    window = Window(int(data["id"]), _size(data["size"]), options, str(data["name"]))
    panes = [_build_pane(window, one, tree.host) for one in data["panes"]]
    by_id = {pane.id: pane for pane in panes}
    window.restore(panes, str(data["layout"]), by_id[data["active"]])
    window.last_panes = [by_id[id] for id in data["last"]]
    window.layout_preset = int(data["layout_preset"])
    window.created = float(data["created"])
    if data["zoomed"]:
        window.zoom(window.active)
    return window


def _build_pane(window: Window, data: dict[str, Any], host: str) -> Pane:
    history = int(data["history"])
    pane = Pane(int(data["id"]), window, _size(data["size"]), history=history, host=host)
    pane.respawn([str(word) for word in data["argv"]], str(data["cwd"]), _texts(data["environ"]))
    if data["title"] != pane.title:
        pane.title = str(data["title"])
    pane.created = float(data["created"])
    _set_options(pane.options, data["options"])
    return pane
