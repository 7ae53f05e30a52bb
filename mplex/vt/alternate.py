"""The two screens and the saved cursor.  Sixth layer of `Grid`.

The idea: each screen has its own rows and its own saved cursor (xterm), the position of the cursor
is shared; ?1049 saves and restores it around the switch.  The saved cursor holds the pen, the
wait behind the last column, origin mode and character sets, and a restore does not use it up.
"""

from __future__ import annotations

from mypy_extensions import mypyc_attr

from mplex.vt.editing import Editing
from mplex.vt.state import SavedCursor, State


@mypyc_attr(allow_interpreted_subclasses=True)
class Alternate(Editing):
    """Main and alternate screen."""

    def _saved(self) -> SavedCursor:
        return (self.other if self.alternate else self.main).saved

    def save_cursor(self) -> None:
        """Save the cursor of the screen in use (DECSC)."""
        saved = self._saved()
        saved.x, saved.y = self.cursor.x, self.cursor.y
        saved.style = self.style
        saved.pending = self.pending
        saved.origin = self.origin
        saved.sets = list(self.sets)
        saved.gl = self.gl

    def restore_cursor(self) -> None:
        """Restore the saved cursor, or the initial one (DECRC)."""
        saved = self._saved()
        self.cursor.x = min(saved.x, self.columns - 1)
        self.cursor.y = min(saved.y, self.lines - 1)
        self.style = saved.style
        # It may wait only behind a margin that is still there.
        behind = self.cursor.x == saved.x and self.cursor.x in (self.right, self.columns - 1)
        self.pending = saved.pending and self.autowrap and behind
        self.origin = saved.origin
        self.sets = list(saved.sets)
        self.gl = saved.gl
        self._fast_changed()

    def save_cursor_or_margins(self, *numbers: int) -> None:
        """Save the cursor (SCOSC), or set side margins while they are enabled (DECSLRM)."""
        if self.margins_enabled:
            self.set_side_margins(*numbers[:2])
        elif not numbers or numbers == (0,):
            self.save_cursor()

    def _enter_alternate(self, clear: bool) -> None:
        """Show the alternate screen."""
        if not self.alternate:
            self.alternate = True
            self._other_used = True
            self._use(self.other)
        if clear:
            self._clear_rows()

    def _leave_alternate(self, clear: bool) -> None:
        """Show the main screen again."""
        if self.alternate:
            if clear:
                self._clear_rows()
            self.alternate = False
            self._use(self.main)

    def _clear_rows(self) -> None:
        self._fill_rows(0, self.lines, "", "")

    def reset(self) -> None:
        """Put everything back to the start (RIS); the rows go into the history, which stays."""
        # Named by its class a method is called directly where this is compiled.
        if self.alternate:
            self._leave_alternate(False)
        if any(self.T):
            Editing._save_screen(self)
            State._fill_rows(self, 0, self.lines, "", "")
        else:
            self.history.end_line()
            self.W[:] = [0] * self.lines
        if self._other_used:
            self._use(self.other)
            self._clear_rows()
        State._defaults(self)

    def soft_reset(self) -> None:
        """Put modes, margins, pen and saved cursor back; keep the screen (DECSTR)."""
        self._soft_defaults()
        self.cursor.hidden = False
        saved = SavedCursor()
        if self.alternate:
            self.other.saved = saved
        else:
            self.main.saved = saved
        self.margins_enabled = False
        self.modify_other_keys = 0
