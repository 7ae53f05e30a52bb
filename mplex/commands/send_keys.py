"""send-keys and send-prefix: keys and text into a pane, and commands to its mode."""

from __future__ import annotations

from mplex.commands.command import Args, Command
from mplex.commands.context import Context
from mplex.commands.copy import mode_of, run_copy_command, send_mouse
from mplex.commands.targets import find_client
from mplex.errors import CommandError, UsageError
from mplex.model.pane import Pane
from mplex.term.keys import Key, parse_key

MAX_REPEAT = 10_000


def send_keys(context: Context, args: Args) -> None:
    """Send keys to a pane, by name or else as text."""
    pane = args.target.pane
    assert pane is not None
    count = args.number("N", 1, MAX_REPEAT, "repeat count")
    words = args.texts()
    if args.has("F"):
        words = [context.expand(word, args.target) for word in words]
    if args.has("X"):
        if not words:
            mode_of(pane).count = count or 1
        else:
            run_copy_command(context, pane, words, count)
        return
    if args.has("M"):
        _send_mouse(context)
        return
    if args.has("R"):
        pane.screen.reset()
        context.server.redraw(pane.window)
    if count is not None and not words:
        _repeat_next(context, pane, count)
        return
    for _ in range(count or 1):
        for word in words:
            _send_word(context, args, pane, word)


def _repeat_next(context: Context, pane: Pane, count: int) -> None:
    """Give a mode the count for its next command; or repeat the key that was pressed."""
    if pane.mode is not None:
        mode_of(pane).count = count
    elif context.key is not None:
        for _ in range(count):
            context.server.send_key(pane, context.key)


def _send_mouse(context: Context) -> None:
    hit = context.mouse
    if hit is None or hit.pane is None:
        raise CommandError("no mouse target")
    if hit.pane.mode is not None:
        send_mouse(context, hit.pane, hit)
    else:
        context.server.send_mouse(hit.pane, hit.event)


def _send_word(context: Context, args: Args, pane: Pane, word: str) -> None:
    if args.has("H"):
        context.server.write(pane, bytes([_hex_byte(word)]))
        return
    key = None if args.has("l") else _key_or_none(word)
    if args.has("K"):
        client = find_client(context, None)
        for each in [key] if key is not None else [Key(char) for char in word]:
            client.press(each)
    elif key is not None:
        context.server.send_key(pane, key)
    else:
        context.server.write(pane, word.encode("utf-8", "surrogateescape"))


def _key_or_none(word: str) -> Key | None:
    try:
        return parse_key(word)
    except UsageError:
        return None


def _hex_byte(word: str) -> int:
    try:
        number = int(word, 16)
    except ValueError:
        number = -1
    if not 0 <= number <= 0xFF:
        raise CommandError(f"not a byte in hexadecimal: {word}")
    return number


def send_prefix(context: Context, args: Args) -> None:
    """Send the prefix key to a pane, as if it were any other key."""
    session, _, pane = args.target
    assert session is not None and pane is not None
    name = session.options.text("prefix2" if args.has("2") else "prefix")
    if name.lower() != "none":
        context.server.send_key(pane, parse_key(name))


COMMANDS = (
    Command(
        "send-keys", "send", "FHKlMRX N:repeat-count t:target-pane", "key ...", 0, None,
        "Send keys, -l text or -H bytes to a pane; -X a command to copy mode.",
        send_keys, target="pane",
    ),
    Command(
        "send-prefix", "", "2 t:target-pane", "", 0, 0,
        "Send the prefix key to a pane.",
        send_prefix, target="pane",
    ),
)  # fmt: skip
