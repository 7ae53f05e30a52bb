"""What a form holds: its entries over all tabs, which are shown, their values, what is wrong.

One idea: everything is asked of the widgets when it is needed; what is kept is only which fields
are shown. No drawing, no keys, no focus.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from mplex.dialog.answer import Secret
from mplex.dialog.caps import FORM_VALUES_MAX
from mplex.dialog.field_kinds import SECRET
from mplex.dialog.fields.kit import Kit
from mplex.dialog.fields.secret import SecretWidget
from mplex.dialog.form import wording
from mplex.dialog.form.entry import Entry
from mplex.dialog.form_spec import FormScreen


class FormState:
    """The fields of one form; `on_shown` is called after a change of what is shown."""

    def __init__(self, screen: FormScreen, kit: Kit) -> None:
        self._screen = screen
        self.tabs: list[list[Entry]] = [
            [Entry(field, number, kit) for field in tab.fields]
            for number, tab in enumerate(screen.tabs)
        ]
        self.on_shown: Callable[[], None] = lambda: None
        self._asked = {clause.field for entry in self for clause in entry.field.show_if}
        for entry in self:
            if entry.carries and entry.field.name in screen.values:
                entry.widget.restore(screen.values[entry.field.name])
            entry.widget.on_change = self._hearer(entry)
        self.show_and_hide()

    def __iter__(self) -> Iterator[Entry]:
        for tab in self.tabs:
            yield from tab

    @property
    def touched(self) -> bool:
        """Whether the person has changed anything."""
        return any(entry.widget.touched for entry in self if entry.carries)

    @property
    def typed_in(self) -> bool:
        """Whether any shown field takes letters."""
        return any(entry.widget.typing for entry in self if entry.shown)

    def refresh_seconds(self, tab: int) -> float:
        """Return how often the fields of a tab want to be drawn again; 0 for never."""
        wanted = [entry.refresh_seconds for entry in self.tabs[tab]]
        return min((each for each in wanted if each), default=0.0)

    def values(self) -> dict[str, Any]:
        """Return the values of the shown fields by name, but no secret."""
        return {
            entry.field.name: entry.widget.value()
            for entry in self
            if entry.shown and entry.carries and entry.field.kind != SECRET
        }

    def secrets(self) -> dict[str, Secret]:
        """Return the values of the shown fields that are only written."""
        return {
            entry.field.name: Secret(entry.widget.secret())
            for entry in self
            if entry.shown and isinstance(entry.widget, SecretWidget)
        }

    def warnings(self) -> list[str]:
        """Return what could not be shown, each once."""
        return list(dict.fromkeys(text for entry in self for text in entry.widget.warnings))

    def check(self) -> list[Entry]:
        """Mark the shown fields that can't be submitted, and no others; return them in order."""
        return [entry for entry in self if entry.shown and not entry.check()]

    def too_long(self) -> Entry | None:
        """Return the longest answer, pointed at, while all together don't fit in a reply."""
        values = self.values()
        size = _bytes(values)
        if size <= FORM_VALUES_MAX:
            return None
        longest = self.find(max(values, key=lambda name: _bytes(values[name])))
        if longest is not None:
            longest.blame(wording.too_long(size, FORM_VALUES_MAX))
        return longest

    def wrong(self) -> list[Entry]:
        """Return the shown fields that are marked."""
        return [entry for tab in self.tabs for entry in tab if entry.wrong]

    def find(self, name: str) -> Entry | None:
        """Return the field of a name."""
        return next((entry for entry in self if name and entry.field.name == name), None)

    def wipe(self) -> None:
        """Forget what must not outlive the dialog."""
        for entry in self:
            entry.wipe()

    def show_and_hide(self) -> bool:
        """Work out anew which fields are shown; say whether that has changed."""
        asked = {
            entry.field.name: entry.widget.value()
            for entry in self
            if entry.carries and entry.field.name in self._asked
        }
        visible = self._screen.visible(asked)
        changed = False
        for position, entry in enumerate(self):
            changed |= entry.shown != (position in visible)
            entry.shown = position in visible
        return changed

    def update(self, fields: Mapping[str, Mapping[str, Any]]) -> None:
        """Give named fields new content; names that are not here are left aside."""
        for name, change in fields.items():
            entry = self.find(name)
            if entry is not None:
                entry.update(change)
        if self.show_and_hide():
            self.on_shown()

    def _hearer(self, entry: Entry) -> Callable[[], None]:
        def changed() -> None:
            entry.stale()
            if entry.field.name in self._asked and self.show_and_hide():
                self.on_shown()

        return changed


def _bytes(value: object) -> int:
    return len(json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogatepass"))
