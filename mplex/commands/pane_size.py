"""resize-pane and resize-window."""

from __future__ import annotations

from mplex.commands.command import Args, Command, parse_number
from mplex.commands.context import Context
from mplex.commands.session_start import MAX_SIZE
from mplex.geometry import Size
from mplex.model.pane import Pane

MAX_STEP = 10_000


def resize_pane(context: Context, args: Args) -> None:
    """Change a pane's size, zoom it, or follow the mouse."""
    _, window, pane = args.target
    assert window is not None and pane is not None
    if args.has("T"):
        _trim(pane)
        context.server.redraw(window)
    elif args.has("M"):
        if context.mouse is not None:
            context.server.drag_border(context.need_client(), context.mouse)
    elif args.has("Z"):
        if window.zoomed:
            window.unzoom()
        elif len(window.panes) > 1:
            window.zoom(pane)
        context.server.layout_changed(window)
        context.server.redraw_status()
    else:
        step = parse_number(args.word(0) or "1", 1, MAX_STEP, "adjustment")
        window.unzoom()
        _set_size(args, pane)
        for direction in "LRUD":
            if args.has(direction):
                window.resize_pane(pane, direction, step)
        context.server.layout_changed(window)


def _trim(pane: Pane) -> None:
    """Drop the lines below the cursor; as many come back from the history at the top."""
    screen = pane.screen
    if pane.mode is None and not screen.alternate:
        rows, cols = pane.size
        row, col = screen.cursor_point
        if row + 1 < rows:
            screen.cursor_position(row + 2, 1)
            screen.erase_in_display(0)
            screen.cursor_position(row + 1, col + 1)
        screen.resize(row + 1, cols)
        screen.resize(rows, cols)


def _set_size(args: Args, pane: Pane) -> None:
    size = pane.window.size
    cols = _cells(args.get("x"), size.cols, "width")
    rows = _cells(args.get("y"), size.rows, "height")
    if cols is not None or rows is not None:
        pane.window.set_pane_size(pane, cols=cols, rows=rows)


def _cells(text: str | None, whole: int, what: str) -> int | None:
    if text is None:
        return None
    if text.endswith("%"):
        return max(1, whole * parse_number(text[:-1], 0, 100, what) // 100)
    return max(1, parse_number(text, 0, MAX_SIZE, what))


def resize_window(context: Context, args: Args) -> None:
    """Give a window a size of its own, which sets `window-size` to manual."""
    session, window, _ = args.target
    assert session is not None and window is not None
    step = parse_number(args.word(0) or "1", 1, MAX_STEP, "adjustment")
    rows = args.number("y", 1, MAX_SIZE, "height") or window.size.rows
    cols = args.number("x", 1, MAX_SIZE, "width") or window.size.cols
    rows += step * (args.has("D") - args.has("U"))
    cols += step * (args.has("R") - args.has("L"))
    if args.has("aA"):
        clients = [client for client in context.server.clients if client.session is session]
        width, _, height = session.options.text("default-size").partition("x")
        sizes = [client.pane_area for client in clients] or [Size(int(height), int(width))]
        pick = max if args.has("A") else min
        rows = pick(size.rows for size in sizes)
        cols = pick(size.cols for size in sizes)
    window.options.set("window-size", "manual")
    window.resize(Size(min(max(rows, 1), MAX_SIZE), min(max(cols, 1), MAX_SIZE)))
    context.server.layout_changed(window)


COMMANDS = (
    Command(
        "resize-pane", "resizep", "DLMRTUZ x:width y:height t:target-pane", "[adjustment]", 0, 1,
        "Resize a pane by steps, or to -x columns and -y rows; -Z zooms it.",
        resize_pane, target="pane",
    ),
    Command(
        "resize-window", "resizew", "aADLRU x:width y:height t:target-window", "[adjustment]", 0, 1,
        "Give a window a size of its own; -a and -A that of the smallest or largest client.",
        resize_window, target="window",
    ),
)  # fmt: skip
