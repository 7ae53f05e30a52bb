"""What the commands of copy mode do.

One idea: an action gets the view, its arguments and a count, and returns nothing or an outcome:
something was copied, copy mode is left, or both. Actions that differ in one thing are made by one
function. What each of them is called and does is in the table of `copy_commands`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from mplex.errors import CommandError, UsageError
from mplex.geometry import Point
from mplex.ui import copy_moves
from mplex.ui.copy_view import CopyView, Selection

MAX_COUNT: Final = 100_000
"""Repetitions of a command at most."""


class CopyOutcome(NamedTuple):
    """What a command wants done outside of copy mode."""

    kind: str
    """"copied" or "exit"."""
    data: bytes = b""
    """The text copied, UTF-8."""
    exit: bool = False
    """Whether copy mode is left."""
    append: bool = False
    """Whether the text goes behind the newest paste buffer's."""
    pipe: str | None = None
    """A shell command that gets the text; "" for the option copy-command, None for none."""
    store: bool = True
    """Whether the text becomes a paste buffer and goes to the clipboard."""


EXIT: Final = CopyOutcome("exit", exit=True)
Arguments = Sequence[str]
Run = Callable[[CopyView, Arguments, int], CopyOutcome | None]


def repeat(step: Callable[[CopyView], None]) -> Run:
    """Return a command that takes a step as often as the count says."""

    def run(view: CopyView, arguments: Arguments, count: int) -> None:
        for _ in range(count):
            before = view.cursor, view.top
            step(view)
            if (view.cursor, view.top) == before:
                break

    return run


def moving(move: Callable[[CopyView], Point]) -> Run:
    """Return a command that goes where a movement leads."""
    return repeat(lambda view: view.show(move(view)))


def left(view: CopyView) -> None:
    row, col = view.cursor
    if col > 0:
        view.go(Point(row, col - 1))
    elif row > view.grid.first:
        view.go(Point(row - 1, view.limit(row - 1)))


def right(view: CopyView) -> None:
    row, _ = view.cursor
    col = view.grid.cell_end(view.cursor).col + 1
    free = view.rectangle and view.selection is not None
    limit = view.grid.screen.columns - 1 if free else view.limit(row)
    if col <= limit:
        view.go(Point(row, col))
    elif row < view.grid.last and not view.rectangle:
        view.go(Point(row + 1, 0))


def rows(direction: int) -> Run:
    """Return a command that goes up (-1) or down (1) row by row."""
    return repeat(lambda view: view.go_row(view.cursor.row + direction))


def view_row(where: Callable[[CopyView], int]) -> Run:
    """Return a command that goes to the start of a row in view."""
    return lambda view, arguments, count: view.go(Point(view.top + where(view), 0))


def history_top(view: CopyView, arguments: Arguments, count: int) -> None:
    view.go(Point(view.grid.first, 0))


def history_bottom(view: CopyView, arguments: Arguments, count: int) -> None:
    row = view.grid.last
    while row > view.grid.base and not view.grid.text(row):
        row -= 1
    view.top = view.grid.base
    view.go(Point(row, view.limit(row)))


def goto_line(view: CopyView, arguments: Arguments, count: int) -> None:
    try:
        number = int(arguments[0])
    except ValueError:
        raise UsageError(f"goto-line: not a number: {arguments[0]}") from None
    view.look_at(view.grid.base - number)


def paged(rows: Callable[[CopyView], int], *, leave: bool = False) -> Run:
    """Return a command that moves a page or so; going down to the bottom may leave copy mode."""

    def run(view: CopyView, arguments: Arguments, count: int) -> CopyOutcome | None:
        for _ in range(count):
            step = rows(view)
            view.page(step)
            if step > 0 and _left_behind(view, leave):
                return EXIT
        return None

    return run


def scrolled(direction: int, *, leave: bool = False) -> Run:
    """Return a command that scrolls; going down to the bottom may leave copy mode."""

    def run(view: CopyView, arguments: Arguments, count: int) -> CopyOutcome | None:
        view.scroll(direction * count)
        return EXIT if direction > 0 and _left_behind(view, leave) else None

    return run


def _left_behind(view: CopyView, leave: bool) -> bool:
    """Say whether moving down has come to the bottom and that leaves copy mode."""
    return view.scroll_position == 0 and (leave or view.options.exit_at_bottom)


def down_and_cancel(view: CopyView, arguments: Arguments, count: int) -> CopyOutcome | None:
    before = view.cursor.row
    rows(1)(view, arguments, count)
    return EXIT if view.cursor.row == before and view.scroll_position == 0 else None


def scroll_middle(view: CopyView, arguments: Arguments, count: int) -> None:
    view.top = view.cursor.row - view.rows // 2
    view.sync()


def full(view: CopyView) -> int:
    """Rows of a page: two stay in sight."""
    return max(1, view.rows - 2)


def half(view: CopyView) -> int:
    return max(1, view.rows // 2)


def jump(name: str) -> Run:
    """Return the command of that name, which jumps to its argument's first character."""

    def run(view: CopyView, arguments: Arguments, count: int) -> None:
        view.jump = (name, arguments[0][:1])
        _jump_times(view, name, count)

    return run


_REVERSED: Final = {
    "jump-forward": "jump-backward",
    "jump-backward": "jump-forward",
    "jump-to-forward": "jump-to-backward",
    "jump-to-backward": "jump-to-forward",
}


def jump_again(view: CopyView, arguments: Arguments, count: int) -> None:
    _jump_times(view, view.jump[0], count)


def jump_reverse(view: CopyView, arguments: Arguments, count: int) -> None:
    _jump_times(view, _REVERSED.get(view.jump[0], ""), count)


def _jump_times(view: CopyView, name: str, count: int) -> None:
    for _ in range(count if name and view.jump[1] else 0):
        at = copy_moves.jump(view, name, view.jump[1])
        if at is None:
            return
        view.go(at)


def bracket(forward: bool) -> Run:
    """Return a command that goes to the other one of a pair of brackets."""

    def run(view: CopyView, arguments: Arguments, count: int) -> None:
        at = copy_moves.matching_bracket(view, forward=forward)
        if at is not None:
            view.show(at)

    return run


def set_mark(view: CopyView, arguments: Arguments, count: int) -> None:
    view.mark, view.mark_shown = view.cursor, True


def jump_to_mark(view: CopyView, arguments: Arguments, count: int) -> None:
    mark, view.mark = view.mark, view.cursor
    view.mark_shown = True
    view.show(mark)


def prompt(direction: int) -> Run:
    """Return a command that goes from prompt to prompt; with -o, to where output starts."""

    def run(view: CopyView, arguments: Arguments, count: int) -> None:
        marked = view.grid.marked_rows("C" if "-o" in arguments else "A")
        for _ in range(count):
            rows = [row for row in marked if (row - view.cursor.row) * direction > 0]
            if not rows:
                return
            view.show(Point(min(rows) if direction > 0 else max(rows), 0))

    return run


def search(forward: bool, *, regex: bool) -> Run:
    """Return a command that searches for its argument, or again for the last text."""

    def run(view: CopyView, arguments: Arguments, count: int) -> None:
        text = arguments[0] if arguments else view.search_text
        if view.search(text, forward=forward, regex=regex):
            for _ in range(count - 1):
                view.search_again(forward)
        elif text:
            raise CommandError(f"no match: {text}")

    return run


def incremental(forward: bool) -> Run:
    """Return a command that searches for the text typed so far, always from where it began.

    tmux's prompt puts a character before the text: = it changed, + and - go on to the next match
    downwards or upwards.
    """

    def run(view: CopyView, arguments: Arguments, count: int) -> None:
        change, text = _change_and_text(arguments[0])
        origin = view.search_origin or (view.cursor, view.top)
        if change == "=" or text != view.search_text:
            view.return_to(*origin)
        direction = {"+": True, "-": False}.get(change, forward)
        view.search(text, forward=direction, regex=False)
        view.search_origin = origin

    return run


def _change_and_text(argument: str) -> tuple[str, str]:
    return (argument[0], argument[1:]) if argument[:1] in ("=", "+", "-") else ("=", argument)


def search_again(*, reverse: bool) -> Run:
    """Return a command that repeats the last search, perhaps the other way."""

    def run(view: CopyView, arguments: Arguments, count: int) -> None:
        for _ in range(count):
            view.search_again(view.search_forward != reverse)

    return run


def begin(view: CopyView, arguments: Arguments, count: int) -> None:
    view.selection = Selection(view.cursor)


def stop(view: CopyView, arguments: Arguments, count: int) -> None:
    if view.selection is not None:
        view.selection = view.selection._replace(end=view.selection.end or view.cursor)


def clear(view: CopyView, arguments: Arguments, count: int) -> None:
    view.selection = None


def other_end(view: CopyView, arguments: Arguments, count: int) -> None:
    selection = view.selection
    if selection is None:
        return
    end = selection.end or view.cursor
    at = selection.anchor
    view.selection = selection._replace(anchor=end, end=None)
    view.go(at)


def select_line(view: CopyView, arguments: Arguments, count: int) -> None:
    view.rectangle = False
    view.selection = Selection(copy_moves.line_start(view), kind="line")
    for _ in range(count - 1):
        view.go_row(view.grid.line_end(view.cursor.row) + 1)
    view.go(copy_moves.line_end(view))


def select_word(view: CopyView, arguments: Arguments, count: int) -> None:
    view.rectangle = False
    view.selection = Selection(view.grid.word_start(view.cursor))
    row, col = view.grid.word_end(view.cursor)
    view.go(Point(row, min(col if view.options.vi else col + 1, view.limit(row))))


def rectangle(change: Callable[[bool], bool]) -> Run:
    """Return a command that changes whether selections are rectangles."""

    def run(view: CopyView, arguments: Arguments, count: int) -> None:
        view.rectangle = change(view.rectangle)
        row, col = view.cursor
        view.go(Point(row, min(col, len(view.grid.text(row)))))

    return run


class Copying(NamedTuple):
    """How a command of the copy family ends."""

    exit: bool = False
    clear: bool = True
    append: bool = False
    pipe: bool = False
    store: bool = True


def _copied(view: CopyView, how: Copying, text: str, arguments: Arguments) -> CopyOutcome | None:
    if how.clear or how.exit:
        view.selection = None
    if not text:
        return EXIT if how.exit else None
    pipe = (arguments[0] if arguments else "") if how.pipe else None
    return CopyOutcome(
        "copied", text.encode("utf-8", "replace"), how.exit, how.append, pipe, how.store
    )


def copy_selection(how: Copying) -> Run:
    """Return a command that copies the selection."""
    return lambda view, arguments, count: _copied(view, how, view.selected_text(), arguments)


def copy_line(how: Copying, *, from_cursor: bool = False) -> Run:
    """Return a command that copies the line, or the rest of it from the cursor."""

    def run(view: CopyView, arguments: Arguments, count: int) -> CopyOutcome | None:
        grid = view.grid
        start = view.cursor if from_cursor else copy_moves.line_start(view)
        row = grid.line_end(view.cursor.row)
        for _ in range(min(count - 1, grid.last - row)):
            row = grid.line_end(min(row + 1, grid.last))
        text = grid.copied(start, Point(row, grid.screen.columns - 1))
        return _copied(view, how, text, arguments)

    return run


def cancel(view: CopyView, arguments: Arguments, count: int) -> CopyOutcome:
    return EXIT


def toggle_position(view: CopyView, arguments: Arguments, count: int) -> None:
    view.show_position = not view.show_position


def keep_view(view: CopyView, arguments: Arguments, count: int) -> None:
    view.sync()
