"""The commands on what a pane has printed: capture-pane, clear-history, pipe-pane."""

from __future__ import annotations

from mplex.commands.command import Args, Command
from mplex.commands.context import Context
from mplex.errors import CommandError
from mplex.vt.clusters import expand
from mplex.vt.export import ansi
from mplex.vt.rows import cook
from mplex.vt.screen import Screen
from mplex.vt.state import Rows


def capture_pane(context: Context, args: Args) -> None:
    """Put lines of a pane in a buffer, or print them with -p."""
    pane = args.target.pane
    assert pane is not None
    if args.has("P"):
        text = ""  # Bytes are parsed as they come, so none are ever pending.
    elif args.has("a") and not pane.screen.alternate:
        if not args.has("q"):
            raise CommandError("no alternate screen")
        text = ""
    else:
        text = _captured(args, pane.screen)
    data = text.encode("utf-8", "surrogateescape")
    if args.has("p"):
        context.write(data or b"\n")
    elif data:
        context.tree.buffers.add(data, args.get("b"))


def _captured(args: Args, screen: Screen) -> str:
    rows = screen.main if args.has("a") else None
    top = -screen.history_size
    bottom = screen.lines - 1
    first = _line_number(args.get("S"), 0, top, bottom, edge=top)
    last = _line_number(args.get("E"), bottom, top, bottom, edge=bottom)
    first, last = min(first, last), max(first, last)
    parts: list[str] = []
    for number in range(first, last + 1):
        cells, attrs, wrap = screen.line(number) if rows is None else _hidden(screen, rows, number)
        joined = args.has("J") and wrap
        if not args.has("JN"):
            cells, attrs = _trimmed(cells, attrs)
        text = ansi(cells, attrs) if args.has("e") else expand(cells)
        parts.append(_octal(text) if args.has("C") else text)
        parts.append("" if joined else "\n")
    return "".join(parts)


def _hidden(screen: Screen, rows: Rows, number: int) -> tuple[str, str, int]:
    """Return a row of the main screen while the alternate one is shown."""
    if number < 0:
        return screen.line(number)
    text, attrs = rows.texts[number], rows.attrs[number]
    if attrs is None:
        text, attrs = cook(text)
    return text, attrs, rows.wraps[number]


def _trimmed(cells: str, attrs: str) -> tuple[str, str]:
    """Drop blanks at the end, as far as they have no style that shows."""
    length = len(cells.rstrip(" "))
    while length < len(attrs) and attrs[length] != "\0":
        length += 1
    return cells[:length], attrs[:length]


def _line_number(text: str | None, default: int, top: int, bottom: int, *, edge: int) -> int:
    """Return the line -S or -E names, inside the history and screen; "-" is the edge."""
    if text is None:
        return default
    if text == "-":
        return edge
    try:
        number = int(text)
    except ValueError:
        return default
    return max(top, min(number, bottom))


def _octal(text: str) -> str:
    """Write what is not printable, and backslashes, as octal escapes."""
    parts = []
    for char in text:
        if char == "\\":
            parts.append("\\\\")
        elif char.isprintable():
            parts.append(char)
        else:
            parts += [f"\\{byte:03o}" for byte in char.encode("utf-8", "surrogateescape")]
    return "".join(parts)


def clear_history(context: Context, args: Args) -> None:
    """Forget the lines above a pane's screen."""
    pane = args.target.pane
    assert pane is not None
    pane.mode = None
    pane.screen.clear_history()
    context.server.redraw(pane.window)


def pipe_pane(context: Context, args: Args) -> None:
    """Give a pane's output to a shell command, or end that."""
    pane = args.target.pane
    assert pane is not None
    if pane.dead:
        raise CommandError("target pane has exited")
    if args.has("o") and context.server.is_piped(pane):
        context.server.pipe(pane, "", output=False, input=False)
        return
    command = args.word(0) or ""
    if command:
        command = context.expand(command, args.target)
    context.server.pipe(
        pane, command, output=args.has("O") or not args.has("I"), input=args.has("I")
    )


COMMANDS = (
    Command(
        "capture-pane", "capturep",
        "aCeJNpPq b:buffer-name E:end-line S:start-line t:target-pane", "", 0, 0,
        "Put a pane's lines in a buffer, or print them with -p.",
        capture_pane, target="pane", readonly=True,
    ),
    Command(
        "clear-history", "clearhist", "t:target-pane", "", 0, 0,
        "Forget the lines above a pane's screen.",
        clear_history, target="pane", hidden="H",
    ),
    Command(
        "pipe-pane", "pipep", "IOo t:target-pane", "[shell-command]", 0, 1,
        "Give a pane's output to a command, or -I the command's output to the pane.",
        pipe_pane, target="pane",
    ),
)  # fmt: skip
