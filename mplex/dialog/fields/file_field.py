"""A file picker: a folder's entries, narrowed by typing, and a line for a path with completion.

Letters always narrow; `/` and `~` begin a path. What is on the disk comes from `folder`; the value
is the path of one regular file that can be read, or nothing.
"""

from __future__ import annotations

import os
from bisect import bisect_left
from typing import Any, Final

from mplex.dialog.field import Field
from mplex.dialog.fields.collection import CollectionWidget
from mplex.dialog.fields.collection_frame import MARK_COLS
from mplex.dialog.fields.filter_line import matching
from mplex.dialog.fields.folder import (
    UP,
    Facts,
    FolderReader,
    absolute,
    facts_of,
    home_shortened,
    pick_problem,
)
from mplex.dialog.fields.item_text import tidy
from mplex.dialog.fields.kit import Kit
from mplex.dialog.fields.line_input import LineInput
from mplex.dialog.fields.rows_view import MOVES, Placed
from mplex.dialog.fields.usual_keys import ENTER, ESCAPE, SPACE
from mplex.dialog.fields.widget import KeyHint, Took
from mplex.dialog.plain_text import plain_line
from mplex.geometry import Point, Rect
from mplex.term.keys import META, Key, KeyEvent
from mplex.ui.rows import ELLIPSIS, shortened, styled
from mplex.ui.surface import Surface
from mplex.vt.chars import STUB
from mplex.vt.styles import Style

HIDDEN_KEYS: Final = (Key("."), Key("h", META))
PATH_STARTS: Final = ("/", "~")
PATH_LIMIT: Final = 4096
BACK_KEYS: Final = (Key("BSpace"), Key("Left"))
TAB: Final = Key("Tab")
PICKED: Final = "(•) "
NOT_YET: Final = "nothing picked"
READING: Final = "this folder is still being read"
UNREAD: Final = "not all of it is read yet: press again"
READ_SECONDS: Final = 0.01
"""Seconds from one piece of a folder to the next."""
SHOW_HIDDEN, HIDE_HIDDEN = "[.] show hidden", "[.] hide hidden"
"""What stands at the right of the folder's row; a click on it does what it says."""
_SIZE: Final = 8
_DATE: Final = 16
_WITH_SIZE, _WITH_DATE = 32, 56
"""Columns from which on sizes, and dates, are shown."""


class FileWidget(CollectionWidget):
    """A file picker; the value is an absolute path, or ""."""

    filters = False
    head_first = True
    fills = True
    nothing = "no files here"

    def __init__(self, field: Field, kit: Kit) -> None:
        self._picked = ""
        self._hidden = bool(field["hidden"])
        self._remark = ""
        self._prefix = ""
        self._path: LineInput | None = None
        self._entering = False
        self._before = ""
        self._wanted = ""
        """The name that gets the cursor as soon as it was read."""
        self._listing = FolderReader("/")
        super().__init__(field, kit)
        self.typing = True
        self._load(_first_folder(field.text("start")))

    def value(self) -> str:
        """Return the path of the picked file, "" while none is."""
        return self._picked

    def restore(self, value: Any) -> None:
        """Take back a picked file, as long as it can be picked still."""
        if value == "":
            self._picked = ""
        elif isinstance(value, str) and os.path.isabs(value) and not pick_problem(value):
            self._picked = value
            self._load(os.path.dirname(value))
            self._go_to_name(os.path.basename(value))
        self._invalidate()

    def problem(self) -> str:
        """Complain when a file is required and none is picked, or the picked one has gone."""
        if not self._picked:
            return "pick a file" if self.field["required"] else ""
        reason = pick_problem(self._picked)
        return f"{plain_line(os.path.basename(self._picked))}: {reason}" if reason else ""

    def types(self) -> bool:
        """Say that letters are always text here."""
        return True

    def refilter(self) -> None:
        """Find the entries that match what was typed."""
        entries = self._listing.entries
        hidden = self._hidden or (self._entering and self._prefix.startswith("."))
        among = self._all if hidden else self._plain
        if self._entering:
            self.shown = [n for n in among if self._completes(entries[n].name)]
        else:
            self.shown = matching(self.filter.text, self._folded, among)

    def note(self) -> str:
        """Return the latest remark, else what is picked or how much is in the folder."""
        if self._remark or self._listing.problem:
            return self._remark or f"{self._listing.problem}: this folder can't be read"
        if not self._listing.done:
            return READING
        if self._listing.cut:
            return "only a part of this huge folder is listed: type / for a path"
        return f"picked {plain_line(home_shortened(self._picked))}" if self._picked else NOT_YET

    def summary(self) -> str:
        """Return where the cursor is in a folder that scrolls."""
        return self.with_place()

    def head_rows(self) -> int:
        """Return the row of the folder, or of the path that is typed."""
        return 1

    def draw_head(self, surface: Surface, row: int, focus: bool) -> Point | None:
        """Draw the folder and the switch for hidden files, or the path that is typed."""
        cols = surface.size.cols
        start = min(MARK_COLS, cols - 1)
        if self._entering:
            return self._line().draw(surface, Rect(row, start, 1, cols - start), focus)
        switch = HIDE_HIDDEN if self._hidden else SHOW_HIDDEN
        col = self._switch_col(cols)
        room = (col or cols) - start - 1
        path = tidy(home_shortened(self._listing.path))
        if len(path) > room > 1:
            path = ELLIPSIS + path[len(path) - room + 1 :].lstrip(STUB)
        shown = styled(shortened(path, room), self.looks["dialog.title"])
        surface.put_row(row, start, shown)
        if col:
            surface.put(row, col, switch, self.looks["dialog.accent"])
        return None

    def press_head(self, row: int, col: int, cols: int) -> Took:
        """Switch hidden files on or off, or type a path."""
        switch = self._switch_col(cols)
        if self._entering:
            self._line().click(col)
        elif switch and col >= switch:
            self._toggle_hidden()
        else:
            folder = home_shortened(self._listing.path)
            self._enter_path(folder.rstrip("/") + "/")
        return Took.YES

    def draw_item(self, surface: Surface, placed: Placed, row: int, style: Style | None) -> None:
        """Draw one entry with size and date where there is room."""
        cols = surface.size.cols
        entry = self._listing.entries[self.shown[placed.at]]
        path = os.path.join(self._listing.path, entry.name)
        picked = path == self._picked
        facts = self._facts_of(entry.name, entry.folder) if cols >= _WITH_SIZE else Facts()
        tail = f"  {facts.size:>{_SIZE}}" if cols >= _WITH_SIZE else ""
        tail += f"  {facts.date:<{_DATE}}" if cols >= _WITH_DATE else ""
        room = max(1, cols - 1 - MARK_COLS - len(PICKED) - len(tail))
        name = shortened(tidy(entry.name + ("/" if entry.folder else "")), room).ljust(room)
        runs = (
            (PICKED if picked else " " * len(PICKED), "dialog.accent"),
            (name, "dialog.title" if entry.folder else "dialog"),
            (tail, "dialog.hint"),
        )
        self.put_line(surface, Point(row, MARK_COLS), runs, style)

    def press(self, item: int) -> Took:
        """Open a folder or pick a file, once nothing can come between that and the pointer."""
        entry = self._listing.entries[item]
        if entry.name == UP:
            self._go_up()
        elif not self._listing.done:
            self._remark = UNREAD
        elif entry.folder:
            self._load(os.path.join(self._listing.path, entry.name))
        else:
            self._pick(os.path.join(self._listing.path, entry.name))
        return Took.YES

    def accept(self, item: int) -> Took:
        """Open a folder, or answer with a file."""
        folder = self._listing.entries[item].folder
        self.press(item)
        return Took.YES if folder or self._remark else Took.SUBMIT

    def own_key(self, event: KeyEvent, cols: int) -> Took | None:
        """Begin to type a filter or a path, go up, or switch hidden files."""
        if self._entering:
            return self._path_key(event)
        self._remark = ""
        if event.key in HIDDEN_KEYS:
            self._toggle_hidden()
        elif event.key in BACK_KEYS:
            return Took.YES if self._go_up() else Took.NO
        elif event.key == Key("Right"):
            return self._open_here()
        elif event.text in PATH_STARTS:
            self._enter_path(event.text)
        elif event.text and event.key != SPACE:
            self.open_filter()
            return self.filter_key(event)
        else:
            return None
        return Took.YES

    def filter_key(self, event: KeyEvent) -> Took | None:
        """Take a key while the filter is typed; Enter is for the entry under the cursor."""
        self._remark = ""
        if event.key == Key("h", META):
            self._toggle_hidden()
            return Took.YES
        if event.key in ENTER:
            return None
        if event.text == "/":
            if self._open_here() is Took.NO:
                self._enter_path("/")
            return Took.YES
        took = super().filter_key(event)
        if self.filter.open and not self.filter.text:
            self.close_filter()
        return took

    def on_paste(self, text: str) -> Took:
        """Paste into the path that is typed; a path that is pasted elsewhere begins one."""
        line = text.strip("\r\n")
        if not self._entering and not line.startswith(PATH_STARTS):
            if not self.filter.open:
                self.open_filter()
            return super().on_paste(line)
        if not self._entering:
            self._enter_path("")
        self._line().paste(line)
        self._follow()
        self._invalidate()
        return Took.YES

    def own_hints(self) -> tuple[KeyHint, ...]:
        """Return the keys of the list, or of the path that is typed."""
        if self._entering:
            return (KeyHint("Tab", "complete"), KeyHint("Enter", "open"), KeyHint("Esc", "back"))
        return (
            KeyHint("Enter", "pick"),
            KeyHint("←", "up"),
            KeyHint("/ ~", "path"),
            KeyHint("a-z", "filter"),
            KeyHint(".", "hidden"),
        )

    def hints(self) -> tuple[KeyHint, ...]:
        """Return the keys while a filter is typed, else those of the list or the path."""
        if self.filter.open:
            return (KeyHint("Enter", "open, pick"), KeyHint("Esc", "show all"))
        return self.own_hints()

    def _load(self, path: str) -> None:
        self._listing.close()
        self._listing = FolderReader(path)
        self._listing.read()
        self._facts: dict[str, Facts] = {}
        self._remark = ""
        self._wanted = ""
        self.filter.clear()
        self._note_entries()
        self.view.go(self._first_row())
        self._invalidate()

    def _note_entries(self) -> None:
        """Take over what was read of the folder."""
        entries = self._listing.entries
        self._folded = [entry.folded for entry in entries]
        self._all = range(len(entries))
        self._plain = [number for number, entry in enumerate(entries) if not entry.hidden]
        self.refilter()
        self.view.count = len(self.shown)

    def _first_row(self) -> int:
        """Return where the cursor is at first.

        That is not the way up: Enter on a fresh folder should not lead out of it at once.
        """
        return 1 if len(self.shown) > 1 and self._listing.entries[self.shown[0]].name == UP else 0

    @property
    def refresh_seconds(self) -> float:
        """How often it wants to be drawn again: while the folder is being read."""
        return 0.0 if self._listing.done else READ_SECONDS

    def draw(self, surface: Surface, focus: bool) -> Point | None:
        """Draw the folder, after the next piece of it was read."""
        if not self._listing.done:
            self._read_on()
        return super().draw(surface, focus)

    def _read_on(self) -> None:
        """Read a piece; the cursor stays at the top, or else on its entry."""
        here = self._listing.entries[self.here()] if self.shown else None
        # What the button went down on may be elsewhere now.
        self._pressed = None
        first = self.view.cursor <= self._first_row()
        self._listing.read()
        self._note_entries()
        if self._remark == UNREAD and self._listing.done:
            self._remark = ""
        if first:
            self.view.go(self._first_row())
            if self._wanted:
                self._go_to_name(self._wanted)
        elif here is not None:
            self.go_to(bisect_left(self._listing.entries, here))

    def wipe(self) -> None:
        """Read no more."""
        self._listing.close()

    def _facts_of(self, name: str, folder: bool) -> Facts:
        if name not in self._facts:
            path = os.path.join(self._listing.path, name)
            self._facts[name] = Facts() if name == UP else facts_of(path, folder)
        return self._facts[name]

    def _pick(self, path: str) -> None:
        reason = pick_problem(path)
        name = plain_line(os.path.basename(path))
        self._remark = f"{name} can't be picked: {reason}" if reason else ""
        if not reason:
            self._picked = path
            self.changed()

    def _go_up(self) -> bool:
        """Go to the folder above, with the cursor on the one that was left."""
        path = self._listing.path
        above = os.path.dirname(path)
        if above == path:
            return False
        self._load(above)
        self._go_to_name(os.path.basename(path))
        return True

    def _go_to_name(self, name: str) -> None:
        """Put the cursor on a name, now or when it was read."""
        entries = self._listing.entries
        self._wanted = "" if self._listing.done else name
        if name.startswith(".") and not self._hidden:
            self._hidden = True
            self.refilter()
        found = next((n for n in self.shown if entries[n].name == name), None)
        if found is not None:
            self._wanted = ""
            self.go_to(found)

    def _open_here(self) -> Took:
        if not self.shown or not self._listing.entries[self.here()].folder:
            return Took.NO
        return self.press(self.here())

    def _toggle_hidden(self) -> None:
        at = self.here() if self.shown else None
        self._hidden = not self._hidden
        self.refilter()
        self.go_to(at)

    def _switch_col(self, cols: int) -> int:
        """Return where the switch for hidden files begins, 0 when there is no room for it."""
        col = cols - 1 - len(SHOW_HIDDEN)
        return col if col > MARK_COLS + len(SHOW_HIDDEN) else 0

    def _line(self) -> LineInput:
        if self._path is None:
            self._path = LineInput(self.looks, limit=PATH_LIMIT)
        return self._path

    def _enter_path(self, text: str) -> None:
        self._entering = True
        self._before = self._listing.path
        self._line().set(text)
        self._follow()

    def _leave_path(self) -> None:
        self._entering = False
        self._prefix = ""
        self._line().set("")

    def _follow(self) -> None:
        """List the folder of the path that is typed, narrowed to what its last part begins."""
        path = absolute(self._line().text, self._before)
        folder, self._prefix = os.path.split(path)
        if folder != self._listing.path and os.path.isdir(folder):
            self._load(folder)
        self.refilter()
        self.view.count = len(self.shown)
        self.view.go(0)

    def _completes(self, name: str) -> bool:
        return name.startswith(self._prefix) and name != UP

    def _path_key(self, event: KeyEvent) -> Took | None:
        """Take a key while a path is typed; None leaves it to moving over what it may become."""
        self._remark = ""
        if event.key == TAB:
            self._complete()
        elif event.key in ENTER:
            return self._accept_path()
        elif event.key == ESCAPE:
            self._leave_path()
            self._load(self._before)
        elif event.key in MOVES and event.key not in (Key("Home"), Key("End")):
            self.view.move(MOVES[event.key])
            self._show_in_path()
        elif not self._line().takes(event):
            return Took.NO
        elif self._line().on_key(event):
            self._typed()
        return Took.YES

    def _typed(self) -> None:
        if self._line().text:
            self._follow()
        else:
            self._leave_path()
            self._load(self._before)

    def _show_in_path(self) -> None:
        """Write the entry under the cursor into the line."""
        if self.shown:
            self._write(self._listing.entries[self.here()].name)

    def _write(self, name: str) -> None:
        folder = self._line().text.rpartition("/")[0]
        self._line().set(f"{folder}/{name}")

    def _complete(self) -> None:
        """Complete the last part of the path as far as all entries agree."""
        if self._line().text == "~":
            self._line().set("~/")
            self._follow()
            return
        if not self._listing.done:
            self._remark = UNREAD
            return
        entries = [self._listing.entries[n] for n in self.shown]
        common = os.path.commonprefix([entry.name for entry in entries])
        if len(entries) == 1 and entries[0].folder:
            common += "/"
        if len(common) > len(self._prefix):
            self._write(common)
            self._follow()
        elif not entries:
            self._remark = "nothing begins like this"

    def _accept_path(self) -> Took:
        path = os.path.normpath(absolute(self._line().text, self._before))
        if os.path.isdir(path):
            self._leave_path()
            self._load(path)
            return Took.YES
        self._pick(path)
        if self._remark:
            return Took.YES
        self._leave_path()
        self._load(os.path.dirname(path))
        self._go_to_name(os.path.basename(path))
        return Took.SUBMIT


def _first_folder(start: str) -> str:
    """Return the folder to begin in: the one asked for, else home, else the root."""
    for path in (start, "~"):
        found = os.path.abspath(os.path.expanduser(path)) if path else ""
        if found and "\0" not in found and os.path.isdir(found):
            return found
    return "/"
