"""The commands of copy mode, under tmux's names for `send-keys -X`, in one table.

One idea: key tables, help and completion read the table; what a command does is in `copy_actions`
and `copy_moves`. The table is all there is here.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from mplex.errors import UsageError
from mplex.ui import copy_moves
from mplex.ui.copy_actions import (
    Copying,
    Run,
    begin,
    bracket,
    cancel,
    clear,
    copy_line,
    copy_selection,
    down_and_cancel,
    full,
    goto_line,
    half,
    history_bottom,
    history_top,
    incremental,
    jump,
    jump_again,
    jump_reverse,
    jump_to_mark,
    keep_view,
    left,
    moving,
    other_end,
    paged,
    prompt,
    rectangle,
    repeat,
    right,
    rows,
    scroll_middle,
    scrolled,
    search,
    search_again,
    select_line,
    select_word,
    set_mark,
    stop,
    toggle_position,
    view_row,
)


class CopyCommand(NamedTuple):
    """One command of copy mode."""

    name: str
    run: Run
    help: str
    arguments: tuple[int, int] = (0, 0)
    """How many arguments it takes, at least and at most."""


_AND_CANCEL: Final = Copying(exit=True)
_NO_CLEAR: Final = Copying(clear=False)
_PIPE: Final = Copying(pipe=True)
_SELECTION: Final = (0, 1)
_SHELL: Final = (0, 2)

COPY_COMMANDS: Final[tuple[CopyCommand, ...]] = (
    CopyCommand(
        "append-selection",
        copy_selection(Copying(append=True)),
        "Append the selection to the newest buffer.",
    ),
    CopyCommand(
        "append-selection-and-cancel",
        copy_selection(Copying(True, append=True)),
        "Append the selection to the newest buffer and leave.",
    ),
    CopyCommand(
        "back-to-indentation",
        moving(copy_moves.indentation),
        "Go to the first character of the line that is not blank.",
    ),
    CopyCommand("begin-selection", begin, "Begin a selection at the cursor."),
    CopyCommand("bottom-line", view_row(lambda view: view.rows - 1), "Go to the last row in view."),
    CopyCommand("cancel", cancel, "Leave copy mode."),
    CopyCommand("clear-selection", clear, "Forget the selection."),
    CopyCommand(
        "copy-end-of-line",
        copy_line(Copying(), from_cursor=True),
        "Copy from the cursor to the end of the line.",
        _SELECTION,
    ),
    CopyCommand(
        "copy-end-of-line-and-cancel",
        copy_line(_AND_CANCEL, from_cursor=True),
        "Copy to the end of the line and leave.",
        _SELECTION,
    ),
    CopyCommand("copy-line", copy_line(Copying()), "Copy the line.", _SELECTION),
    CopyCommand(
        "copy-line-and-cancel", copy_line(_AND_CANCEL), "Copy the line and leave.", _SELECTION
    ),
    CopyCommand(
        "copy-pipe", copy_selection(_PIPE), "Copy the selection and pipe it to a command.", _SHELL
    ),
    CopyCommand(
        "copy-pipe-and-cancel",
        copy_selection(Copying(True, pipe=True)),
        "Copy the selection, pipe it, and leave.",
        _SHELL,
    ),
    CopyCommand(
        "copy-pipe-no-clear",
        copy_selection(Copying(clear=False, pipe=True)),
        "Copy the selection, pipe it, and keep it.",
        _SHELL,
    ),
    CopyCommand(
        "copy-pipe-end-of-line",
        copy_line(_PIPE, from_cursor=True),
        "Copy and pipe to the end of the line.",
        _SHELL,
    ),
    CopyCommand(
        "copy-pipe-end-of-line-and-cancel",
        copy_line(Copying(True, pipe=True), from_cursor=True),
        "Copy and pipe to the end of the line, and leave.",
        _SHELL,
    ),
    CopyCommand("copy-pipe-line", copy_line(_PIPE), "Copy the line and pipe it.", _SHELL),
    CopyCommand(
        "copy-pipe-line-and-cancel",
        copy_line(Copying(True, pipe=True)),
        "Copy the line, pipe it, and leave.",
        _SHELL,
    ),
    CopyCommand("copy-selection", copy_selection(Copying()), "Copy the selection.", _SELECTION),
    CopyCommand(
        "copy-selection-and-cancel",
        copy_selection(_AND_CANCEL),
        "Copy the selection and leave.",
        _SELECTION,
    ),
    CopyCommand(
        "copy-selection-no-clear",
        copy_selection(_NO_CLEAR),
        "Copy the selection and keep it.",
        _SELECTION,
    ),
    CopyCommand("cursor-down", rows(1), "Go down a row."),
    CopyCommand("cursor-down-and-cancel", down_and_cancel, "Go down a row; at the bottom, leave."),
    CopyCommand("cursor-left", repeat(left), "Go left a character."),
    CopyCommand("cursor-right", repeat(right), "Go right a character."),
    CopyCommand("cursor-up", rows(-1), "Go up a row."),
    CopyCommand("end-of-line", moving(copy_moves.line_end), "Go to the end of the line."),
    CopyCommand("goto-line", goto_line, "Scroll so many rows back from the bottom.", (1, 1)),
    CopyCommand("halfpage-down", paged(half), "Go half a page down."),
    CopyCommand(
        "halfpage-down-and-cancel",
        paged(half, leave=True),
        "Go half a page down; at the bottom, leave.",
    ),
    CopyCommand("halfpage-up", paged(lambda view: -half(view)), "Go half a page up."),
    CopyCommand("history-bottom", history_bottom, "Go to the end of the text."),
    CopyCommand("history-top", history_top, "Go to the start of the history."),
    CopyCommand("jump-again", jump_again, "Repeat the last jump."),
    CopyCommand(
        "jump-backward", jump("jump-backward"), "Jump back to a character in the row.", (1, 1)
    ),
    CopyCommand("jump-forward", jump("jump-forward"), "Jump on to a character in the row.", (1, 1)),
    CopyCommand("jump-reverse", jump_reverse, "Repeat the last jump the other way."),
    CopyCommand(
        "jump-to-backward", jump("jump-to-backward"), "Jump back to behind a character.", (1, 1)
    ),
    CopyCommand(
        "jump-to-forward", jump("jump-to-forward"), "Jump on to before a character.", (1, 1)
    ),
    CopyCommand("jump-to-mark", jump_to_mark, "Go to the mark and put it where the cursor was."),
    CopyCommand(
        "middle-line", view_row(lambda view: (view.rows - 1) // 2), "Go to the middle row in view."
    ),
    CopyCommand(
        "next-matching-bracket", bracket(True), "Go to the bracket that matches the next one."
    ),
    CopyCommand(
        "next-paragraph", moving(copy_moves.next_paragraph), "Go to the end of the paragraph."
    ),
    CopyCommand("next-prompt", prompt(1), "Go to the next shell prompt.", (0, 1)),
    CopyCommand(
        "next-space",
        moving(lambda view: copy_moves.next_word(view, spaces=True)),
        "Go to the next word between blanks.",
    ),
    CopyCommand(
        "next-space-end",
        moving(lambda view: copy_moves.next_word_end(view, spaces=True)),
        "Go to the end of the next word between blanks.",
    ),
    CopyCommand("next-word", moving(copy_moves.next_word), "Go to the next word."),
    CopyCommand(
        "next-word-end", moving(copy_moves.next_word_end), "Go to the end of the next word."
    ),
    CopyCommand("other-end", other_end, "Go to the other end of the selection."),
    CopyCommand("page-down", paged(full), "Go a page down."),
    CopyCommand(
        "page-down-and-cancel", paged(full, leave=True), "Go a page down; at the bottom, leave."
    ),
    CopyCommand("page-up", paged(lambda view: -full(view)), "Go a page up."),
    CopyCommand(
        "pipe",
        copy_selection(Copying(pipe=True, store=False)),
        "Pipe the selection to a command, without copying.",
        _SHELL,
    ),
    CopyCommand(
        "pipe-and-cancel",
        copy_selection(Copying(True, pipe=True, store=False)),
        "Pipe the selection and leave.",
        _SHELL,
    ),
    CopyCommand(
        "pipe-no-clear",
        copy_selection(Copying(clear=False, pipe=True, store=False)),
        "Pipe the selection and keep it.",
        _SHELL,
    ),
    CopyCommand(
        "previous-matching-bracket", bracket(False), "Go to the bracket that matches the one here."
    ),
    CopyCommand(
        "previous-paragraph",
        moving(copy_moves.previous_paragraph),
        "Go to the start of the paragraph.",
    ),
    CopyCommand("previous-prompt", prompt(-1), "Go to the previous shell prompt.", (0, 1)),
    CopyCommand(
        "previous-space",
        moving(lambda view: copy_moves.previous_word(view, spaces=True)),
        "Go to the previous word between blanks.",
    ),
    CopyCommand("previous-word", moving(copy_moves.previous_word), "Go to the previous word."),
    CopyCommand("rectangle-off", rectangle(lambda _: False), "Select whole rows between the ends."),
    CopyCommand("rectangle-on", rectangle(lambda _: True), "Select a rectangle between the ends."),
    CopyCommand(
        "rectangle-toggle", rectangle(lambda on: not on), "Change between rows and a rectangle."
    ),
    CopyCommand(
        "refresh-from-pane",
        keep_view,
        "Stay where it is: the view always shows the pane's present text.",
    ),
    CopyCommand("scroll-down", scrolled(1), "Scroll a row down."),
    CopyCommand(
        "scroll-down-and-cancel",
        scrolled(1, leave=True),
        "Scroll a row down; at the bottom, leave.",
    ),
    CopyCommand(
        "scroll-middle", scroll_middle, "Scroll so that the cursor's row is in the middle."
    ),
    CopyCommand("scroll-up", scrolled(-1), "Scroll a row up."),
    CopyCommand("search-again", search_again(reverse=False), "Search on in the same direction."),
    CopyCommand(
        "search-backward",
        search(False, regex=True),
        "Search upwards for a regular expression.",
        (0, 1),
    ),
    CopyCommand(
        "search-backward-incremental",
        incremental(False),
        "Search upwards while the text is typed.",
        (1, 1),
    ),
    CopyCommand(
        "search-backward-text", search(False, regex=False), "Search upwards for plain text.", (0, 1)
    ),
    CopyCommand(
        "search-forward",
        search(True, regex=True),
        "Search downwards for a regular expression.",
        (0, 1),
    ),
    CopyCommand(
        "search-forward-incremental",
        incremental(True),
        "Search downwards while the text is typed.",
        (1, 1),
    ),
    CopyCommand(
        "search-forward-text", search(True, regex=False), "Search downwards for plain text.", (0, 1)
    ),
    CopyCommand("search-reverse", search_again(reverse=True), "Search on in the other direction."),
    CopyCommand("select-line", select_line, "Select the line."),
    CopyCommand("select-word", select_word, "Select the word."),
    CopyCommand("set-mark", set_mark, "Put the mark at the cursor."),
    CopyCommand("start-of-line", moving(copy_moves.line_start), "Go to the start of the line."),
    CopyCommand("stop-selection", stop, "Keep the selection while the cursor moves on."),
    CopyCommand("toggle-position", toggle_position, "Show or hide the position."),
    CopyCommand("top-line", view_row(lambda view: 0), "Go to the first row in view."),
)

_BY_NAME: Final = {command.name: command for command in COPY_COMMANDS}


def find_copy_command(name: str, arguments: int) -> CopyCommand:
    """Return the command called `name`; UsageError when there is none or arguments do not fit."""
    command = _BY_NAME.get(name)
    if command is None:
        raise UsageError(f"unknown copy mode command: {name}")
    least, most = command.arguments
    if not least <= arguments <= most:
        raise UsageError(f"{name}: wrong number of arguments: {arguments}")
    return command
