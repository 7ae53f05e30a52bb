"""Copy mode: looking at, searching and copying a pane's text while the pane goes on.

One idea: commands by name and the mouse move a `CopyView`, and a picture is made of it; whatever
has to happen outside (a buffer, a pipe, leaving) comes back as an outcome. The mouse copies on
release and stays: only a key leaves.
"""

from __future__ import annotations

from collections.abc import Sequence

from mplex.geometry import Point, Size
from mplex.term.keys import MouseEvent
from mplex.ui.copy_actions import EXIT, MAX_COUNT, CopyOutcome
from mplex.ui.copy_commands import COPY_COMMANDS, CopyCommand, find_copy_command
from mplex.ui.copy_grid import CopyScreen
from mplex.ui.copy_picture import CopyStyles, picture, position_text
from mplex.ui.copy_view import CopyOptions, CopyView, Selection
from mplex.ui.overlay import Rendered
from mplex.ui.theme import Theme

__all__ = [
    "COPY_COMMANDS",
    "CopyCommand",
    "CopyMode",
    "CopyOptions",
    "CopyOutcome",
    "CopyStyles",
]

WHEEL_ROWS = 5
"""Rows that one turn of the wheel scrolls."""
_SELECTIONS = {1: "char", 2: "word", 3: "line"}


class CopyMode:
    """Copy mode over one pane's screen."""

    def __init__(self, screen: CopyScreen, options: CopyOptions = CopyOptions()) -> None:  # noqa: B008 - immutable.
        self.view = CopyView(screen, options)
        self._dragging = False
        self._drag_speed = 0

    def command(
        self, name: str, arguments: Sequence[str] = (), count: int = 1
    ) -> CopyOutcome | None:
        """Run a command of COPY_COMMANDS; the outcome says what is to be done outside.

        Raises UsageError for an unknown command or wrong arguments, CommandError when a search
        finds nothing.
        """
        command = find_copy_command(name, len(arguments))
        self.view.sync()
        if not name.endswith("-incremental"):
            self.view.search_origin = None
        return command.run(self.view, arguments, max(1, min(count, MAX_COUNT)))

    def render(self, size: Size, theme: Theme) -> Rendered:
        """Return the rows in view, cut or filled to `size`, and the cursor."""
        return picture(self.view, size, CopyStyles.of(theme))

    @property
    def scroll_position(self) -> int:
        """Rows scrolled back from the bottom."""
        return self.view.scroll_position

    def on_mouse(self, event: MouseEvent, clicks: int = 1) -> CopyOutcome | None:
        """Take a mouse event in the pane's coordinates, which may lie outside while dragging.

        `clicks` counts quick presses in one place: 1 selects characters, 2 words, 3 lines.
        """
        self.view.sync()
        if event.action == "wheel-up":
            self.view.scroll(-WHEEL_ROWS)
        elif event.action == "wheel-down":
            self.view.scroll(WHEEL_ROWS)
            if self.view.options.exit_at_bottom and not self.view.scroll_position:
                return EXIT
        elif event.button == 1 and event.action == "down":
            self._pressed(event, clicks)
        elif event.action == "drag" and self._dragging:
            self._dragged(event)
        elif event.action == "up" and self._dragging:
            return self._released()
        return None

    @property
    def wants_tick(self) -> bool:
        """Whether the pointer is held at an edge, so that `tick` should be called regularly."""
        return self._drag_speed != 0

    def tick(self) -> None:
        """Scroll on while the pointer is held at an edge."""
        view = self.view
        if self._drag_speed:
            before = view.cursor
            view.go_row((view.top if self._drag_speed < 0 else self._bottom) + self._drag_speed)
            if view.cursor == before:
                self._drag_speed = 0

    @property
    def _bottom(self) -> int:
        return self.view.top + self.view.rows - 1

    def _point(self, event: MouseEvent) -> Point:
        row = max(0, min(event.row, self.view.rows - 1))
        return self.view.grid.clamp(Point(self.view.top + row, event.col))

    def _pressed(self, event: MouseEvent, clicks: int) -> None:
        view = self.view
        view.go(self._point(event))
        kind = _SELECTIONS[max(1, min(clicks, 3))]
        # A single press selects nothing until it is dragged.
        view.selection = None if kind == "char" else Selection(view.cursor, kind=kind)
        self._dragging = True

    def _dragged(self, event: MouseEvent) -> None:
        view = self.view
        if view.selection is None:
            view.selection = Selection(view.cursor, by_mouse=True)
        self._drag_speed = 0
        if event.row <= 0 and view.top > view.grid.first:
            self._drag_speed = -max(1, -event.row)
        elif event.row >= view.rows - 1 and view.scroll_position:
            self._drag_speed = max(1, event.row - view.rows + 1)
        view.go(self._point(event))
        if not 0 <= event.row < view.rows:
            self.tick()

    def _released(self) -> CopyOutcome | None:
        """End a drag: what is selected is copied, stays selected, and the view stays.

        Unless nothing is scrolled back and the mouse was all that copy mode was entered for: then
        the keyboard is the program's again.
        """
        self._dragging = False
        self._drag_speed = 0
        if self.view.selection is None:
            return None
        # The wheel may move the cursor from now on, but not the selection's end.
        self.command("stop-selection")
        outcome = self.command("copy-selection-no-clear")
        if outcome is not None and self.view.options.exit_at_bottom:
            return outcome._replace(exit=not self.view.scroll_position)
        return outcome

    def before_resize(self) -> None:
        """Remember the place in the text; call it before the screen is resized."""
        self.view.before_resize()

    def after_resize(self) -> None:
        """Find the place in the text again; call it after the screen was resized."""
        self.view.after_resize()

    def variables(self) -> dict[str, str]:
        """Return what formats may ask of copy mode, by tmux's names."""
        view = self.view
        view.sync()
        span = view.span()
        grid, cursor = view.grid, view.cursor
        row = grid.text(cursor.row)
        word = grid.copied(grid.word_start(cursor), grid.word_end(cursor))
        found = {
            "copy_cursor_x": str(cursor.col),
            "copy_cursor_y": str(cursor.row - view.top),
            "copy_cursor_line": grid.copied(Point(cursor.row, 0), Point(cursor.row, len(row))),
            "copy_cursor_word": word.strip(),
            "scroll_position": str(view.scroll_position),
            "rectangle_toggle": str(int(view.rectangle)),
            "selection_present": str(int(span is not None)),
            "selection_active": str(int(view.selection is not None and not view.selection.end)),
            "search_present": str(int(view.searcher is not None)),
            "search_match": view.search_text,
            "pane_search_string": view.search_text,
            "copy_position": position_text(view),
        }
        if span is not None:
            for name, at in (("start", span.start), ("end", span.end)):
                found[f"selection_{name}_x"] = str(at.col)
                found[f"selection_{name}_y"] = str(at.row - grid.first)
        return found
