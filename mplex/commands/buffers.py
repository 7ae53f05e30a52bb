"""The commands on paste buffers, and paste-buffer."""

from __future__ import annotations

import os

from mplex.commands.command import Args, Command
from mplex.commands.context import Context
from mplex.commands.listing import Row, list_rows
from mplex.commands.targets import client_or_none
from mplex.errors import CommandError

BUFFER_LINE = '#{buffer_name}: #{buffer_size} bytes: "#{buffer_sample}"'


def buffer_rows(context: Context) -> list[Row]:
    """Return a row for each buffer, the newest first."""
    return [
        Row(
            context.current,
            {
                "buffer_name": buffer.name,
                "buffer_size": str(len(buffer.data)),
                "buffer_sample": buffer.sample,
                "buffer_created": str(int(buffer.created)),
            },
        )
        for buffer in context.tree.buffers.list()
    ]


def list_buffers(context: Context, args: Args) -> None:
    """List the paste buffers, the newest first."""
    list_rows(context, args, BUFFER_LINE, buffer_rows(context))


def set_buffer(context: Context, args: Args) -> None:
    """Set, append to or rename a buffer; -w also fills the terminal's clipboard."""
    buffers = context.tree.buffers
    name = args.get("b")
    new_name = args.get("n")
    if new_name is not None:
        buffers.rename(name, new_name)
        return
    if not args.words:
        raise CommandError("no data specified")
    data = str(args.words[0]).encode("utf-8", "surrogateescape")
    if args.has("a") and (name is not None or len(buffers)):
        name, data = _appended(context, name, data)
    if data:
        buffers.add(data, name)
        _to_clipboard(context, args, data)


def _appended(context: Context, name: str | None, data: bytes) -> tuple[str | None, bytes]:
    buffers = context.tree.buffers
    if name is None or any(buffer.name == name for buffer in buffers.list()):
        old = buffers.get(name)
        return old.name, old.data + data
    return name, data


def _to_clipboard(context: Context, args: Args, data: bytes) -> None:
    client = client_or_none(context, args.get("t")) if args.has("w") else None
    if client is not None:
        client.copy_out(data)


def show_buffer(context: Context, args: Args) -> None:
    """Print a buffer."""
    context.write(context.tree.buffers.get(args.get("b")).data)


def delete_buffer(context: Context, args: Args) -> None:
    """Delete a buffer, the newest one without -b."""
    buffers = context.tree.buffers
    name = args.get("b")
    if name is None and not len(buffers):
        raise CommandError("no buffer")
    if name is not None and all(buffer.name != name for buffer in buffers.list()):
        raise CommandError(f"unknown buffer: {name}")
    buffers.delete(name)


def file_path(context: Context, args: Args) -> str:
    """Return the path argument, expanded and relative to where the command was given."""
    path = os.path.expanduser(context.expand(str(args.words[0])))
    return os.path.join(context.cwd or os.path.expanduser("~"), path)


def file_error(path: str, error: OSError) -> CommandError:
    """Return what to say when a file cannot be read or written."""
    return CommandError(f"{path}: {error.strerror or error}")


def save_buffer(context: Context, args: Args) -> None:
    """Write a buffer to a file; "-" is standard output."""
    data = context.tree.buffers.get(args.get("b")).data
    if args.word(0) == "-":
        context.write(data)
        return
    path = file_path(context, args)
    try:
        with open(path, "ab" if args.has("a") else "wb") as file:
            file.write(data)
    except OSError as error:
        raise file_error(path, error) from None


def load_buffer(context: Context, args: Args) -> None:
    """Read a buffer from a file; "-" is standard input."""
    if args.word(0) == "-":
        _load_from_stdin(context, args)
        return
    path = file_path(context, args)
    try:
        with open(path, "rb") as file:
            data = file.read()
    except OSError as error:
        raise file_error(path, error) from None
    _load(context, args, data)


def _load_from_stdin(context: Context, args: Args) -> None:
    if context.connection is None:
        raise CommandError("no standard input here: -")
    resume = context.pause()

    def loaded(data: bytes) -> None:
        _load(context, args, data)
        resume()

    context.connection.read_stdin(loaded)


def _load(context: Context, args: Args, data: bytes) -> None:
    if data:
        context.tree.buffers.add(data, args.get("b"))
        _to_clipboard(context, args, data)


def paste_buffer(context: Context, args: Args) -> None:
    """Give a buffer to a pane as if it had been typed, or with -p pasted."""
    pane = args.target.pane
    assert pane is not None
    buffers = context.tree.buffers
    name = args.get("b")
    if name is None and not len(buffers):
        return
    buffer = buffers.get(name)
    separator = args.get("s")
    if separator is None:
        separator = "\n" if args.has("r") else "\r"
    if not pane.dead:
        data = buffer.data.replace(b"\n", separator.encode("utf-8", "surrogateescape"))
        context.server.paste(pane, data, args.has("p"))
    if args.has("d"):
        buffers.delete(buffer.name)


COMMANDS = (
    Command(
        "list-buffers", "lsb", "F:format f:filter", "", 0, 0,
        "List the paste buffers.",
        list_buffers, readonly=True,
    ),
    Command(
        "set-buffer", "setb", "aw b:buffer-name n:new-buffer-name t:target-client", "data", 0, 1,
        "Set a buffer, or -a append to it, or -n rename it.",
        set_buffer,
    ),
    Command(
        "show-buffer", "showb", "b:buffer-name", "", 0, 0,
        "Print a buffer.",
        show_buffer, readonly=True,
    ),
    Command(
        "delete-buffer", "deleteb", "b:buffer-name", "", 0, 0,
        "Delete a buffer.",
        delete_buffer,
    ),
    Command(
        "save-buffer", "saveb", "a b:buffer-name", "path", 1, 1,
        "Write a buffer to a file, or -a append it.",
        save_buffer,
    ),
    Command(
        "load-buffer", "loadb", "w b:buffer-name t:target-client", "path", 1, 1,
        "Read a buffer from a file.",
        load_buffer,
    ),
    Command(
        "paste-buffer", "pasteb", "dpr s:separator b:buffer-name t:target-pane", "", 0, 0,
        "Paste a buffer into a pane; -p in brackets if the program asked for them.",
        paste_buffer, target="pane",
    ),
)  # fmt: skip
