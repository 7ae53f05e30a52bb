"""copy-mode, and the commands that send-keys -X gives to it."""

from __future__ import annotations

from collections.abc import Sequence

from mplex.commands.command import Args, Command
from mplex.commands.context import ClientApi, Context, MouseHit
from mplex.commands.shell import start_job
from mplex.errors import CommandError
from mplex.geometry import Point
from mplex.model.pane import Pane
from mplex.model.target import Target
from mplex.ui.copy_mode import CopyMode, CopyOptions, CopyOutcome


class PaneMode(CopyMode):
    """Copy mode as a pane has it: with a name, and a count for the next command."""

    name = "copy-mode"
    count = 1


def copy_mode(context: Context, args: Args) -> None:
    """Show a pane's history to scroll, search and copy from; -q leaves it."""
    pane = args.target.pane
    assert pane is not None
    if args.has("q"):
        leave(context, pane)
        return
    hit = context.mouse if args.has("M") else None
    if hit is not None and hit.pane is not None:
        pane = hit.pane
    source = args.source.pane if args.get("s") is not None else pane
    if pane.mode is None and source is not None:
        pane.mode = PaneMode(source.screen, _options(context, args, args.target))
    if args.has("u"):
        pane.mode.command("page-up")
    if hit is not None:
        row, col = hit.pressed or Point(hit.event.row, hit.event.col)
        pane.mode.on_mouse(hit.event._replace(action="down", row=row, col=col))
        pane.mode.on_mouse(hit.event)
    context.server.redraw(pane.window)
    context.server.redraw_status()


def _options(context: Context, args: Args, target: Target) -> CopyOptions:
    session, window, _ = target
    assert session is not None and window is not None
    return CopyOptions(
        vi=window.options.text("mode-keys") == "vi",
        separators=session.options.text("word-separators"),
        wrap_search=window.options.flag("wrap-search"),
        exit_at_bottom=args.has("e"),
        hide_position=args.has("H"),
    )


def leave(context: Context, pane: Pane) -> None:
    """Show the pane itself again."""
    if pane.mode is not None:
        pane.mode = None
        context.server.redraw(pane.window)
        context.server.redraw_status()


def run_copy_command(context: Context, pane: Pane, words: Sequence[str], count: int | None) -> None:
    """Run a command of copy mode and do outside of it what it asks for.

    Raises:
        CommandError: the pane is not in copy mode.
    """
    mode = mode_of(pane)
    count, mode.count = count or mode.count, 1
    follow(context, pane, mode.command(words[0], words[1:], count))


def mode_of(pane: Pane) -> PaneMode:
    """Return the copy mode that a pane is in; CommandError when it is in none."""
    if pane.mode is None:
        raise CommandError("not in a mode")
    assert isinstance(pane.mode, PaneMode)
    return pane.mode


def send_mouse(context: Context, pane: Pane, hit: MouseHit) -> None:
    """Give a mouse event to the pane's copy mode; a release copies what is selected."""
    clicks = 3 if "TripleClick" in hit.name else 2 if "DoubleClick" in hit.name else 1
    follow(context, pane, mode_of(pane).on_mouse(hit.event, clicks))


def follow(context: Context, pane: Pane, outcome: CopyOutcome | None) -> None:
    """Do outside of copy mode what a command or the mouse asks for."""
    if outcome is not None:
        _follow(context, pane, outcome)
    context.server.redraw(pane.window)


def _follow(context: Context, pane: Pane, outcome: CopyOutcome) -> None:
    if outcome.exit:
        leave(context, pane)
    if not outcome.data:
        return
    if outcome.store:
        _store(context, outcome)
    command = outcome.pipe
    if command == "":
        command = context.tree.options.text("copy-command")
    if command:
        target = Target(context.tree.session_of(pane.window), pane.window, pane)
        start_job(
            context,
            target,
            context.expand(command, target),
            lambda status, output: None,
            stdin=outcome.data,
        )


def _store(context: Context, outcome: CopyOutcome) -> None:
    """Make a paste buffer of what was copied, or add it to the newest one."""
    buffers = context.tree.buffers
    if outcome.append and len(buffers):
        newest = buffers.list()[0]
        context.server.copy(newest.data + outcome.data, _viewer(context), newest.name)
    else:
        context.server.copy(outcome.data, _viewer(context))


def _viewer(context: Context) -> ClientApi | None:
    return context.client or context.server.client_for(context.current.session)


COMMANDS = (
    Command(
        "copy-mode", "", "eHMuq s:src-pane t:target-pane", "", 0, 0,
        "Scroll, search and copy; -u a page up at once, -e leave at the bottom, -q leave.",
        copy_mode, target="pane", source="pane", readonly=True,
    ),
)  # fmt: skip
