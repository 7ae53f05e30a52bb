"""Forms to look at and to use: widgets of a few lines that stand in for the real ones.

They are registered by the fixture in `conftest`, so that what is tested here is the form alone.
"""

from __future__ import annotations

from typing import Any

from mplex.dialog.answer import Answer
from mplex.dialog.field import Field
from mplex.dialog.fields.kit import Kit
from mplex.dialog.fields.label import draw_label, label_height
from mplex.dialog.fields.text_rows import text_rows
from mplex.dialog.fields.widget import FieldWidget, KeyHint, Took
from mplex.dialog.form.form_dialog import FormDialog
from mplex.dialog.form_spec import check_form
from mplex.geometry import Point, Size
from mplex.term.keys import KeyEvent, MouseEvent
from mplex.ui.surface import Surface
from mplex.ui.theme import Theme
from tests.dialog.screens import ASKER, mouse, rows


class Line(FieldWidget):
    """One typed line; its value must be there when it is required, and never be `bad`."""

    typing = True

    def __init__(self, field: Field, kit: Kit) -> None:
        super().__init__(field, kit.looks)
        self.text = field.text("default")
        self.drawn = 0
        self.measured = 0
        self.full = False
        self.entered: list[int] = []
        self.pasted: list[str] = []

    def height(self, cols: int) -> int:
        self.measured += 1
        return label_height(self.field) + 1

    def draw(self, surface: Surface, focus: bool) -> Point | None:
        self.drawn += 1
        row = draw_label(surface, self.field, self.looks, focus=focus, marked=self.marked)
        width = surface.size.cols
        surface.put(row, 0, self.text.ljust(width), self.looks["dialog.input"], width)
        return Point(row, min(len(self.text), width - 1))

    def value(self) -> Any:
        return self.text

    def restore(self, value: Any) -> None:
        self.text = str(value)
        self._invalidate()

    def problem(self) -> str:
        if self.field["required"] and not self.text.strip():
            return "must be filled in"
        return "is bad" if self.text == "bad" else ""

    def hints(self) -> tuple[KeyHint, ...]:
        return (KeyHint("C-u", "clear"),)

    def on_key(self, event: KeyEvent, cols: int) -> Took:
        if event.key.base == "BSpace":
            self.text = self.text[:-1]
        elif event.text and not self.full:
            self.text += event.text
        else:
            return Took.NO
        self.changed()
        return Took.YES

    def on_paste(self, text: str) -> Took:
        self.pasted.append(text)
        self.text += text
        self.changed()
        return Took.YES

    def wipe(self) -> None:
        self.text = ""

    def enter(self, direction: int) -> None:
        self.entered.append(direction)


class Box(FieldWidget):
    """A checkbox: Space turns it over, a click too."""

    def __init__(self, field: Field, kit: Kit) -> None:
        super().__init__(field, kit.looks)
        self.on = bool(field["default"])
        self.heard: list[tuple[str, int, int]] = []

    def height(self, cols: int) -> int:
        return 1

    def draw(self, surface: Surface, focus: bool) -> Point | None:
        text = f"[{'x' if self.on else ' '}] {self.field.label}"
        role = "dialog.title" if focus else "dialog"
        surface.put(0, 0, text, self.looks[role], surface.size.cols)
        return None

    def value(self) -> Any:
        return self.on

    def restore(self, value: Any) -> None:
        self.on = bool(value)

    def on_key(self, event: KeyEvent, cols: int) -> Took:
        if event.text != " ":
            return Took.NO
        self.on = not self.on
        self.changed()
        return Took.YES

    def on_mouse(self, event: MouseEvent, cols: int) -> Took:
        self.heard.append((event.action, event.row, event.col))
        if event.action != "down":
            return Took.NO
        self.on = not self.on
        self.changed()
        return Took.YES


class Note(FieldWidget):
    """A text that is only shown."""

    _selectable = False

    def __init__(self, field: Field, kit: Kit) -> None:
        super().__init__(field, kit.looks)
        self.warnings = ["not loaded"] if field.text("text") == "warn" else []

    def height(self, cols: int) -> int:
        return len(text_rows(self.field.text("text"), cols, self.looks["dialog"]))

    def draw(self, surface: Surface, focus: bool) -> Point | None:
        text = text_rows(self.field.text("text"), surface.size.cols, self.looks["dialog"])
        for index, row in enumerate(text):
            surface.put_row(index, 0, row)
        return None


class Picker(FieldWidget):
    """A tall list: arrows move in it and leave at its ends, Enter picks and is an answer."""

    def __init__(self, field: Field, kit: Kit) -> None:
        super().__init__(field, kit.looks)
        self.options = [str(option["value"]) for option in field["options"] or ()]
        self.at = 0
        self.picked: list[str] = []
        self.wheels = 0

    def height(self, cols: int) -> int:
        return label_height(self.field) + max(1, len(self.options))

    def draw(self, surface: Surface, focus: bool) -> Point | None:
        top = draw_label(surface, self.field, self.looks, focus=focus, marked=self.marked)
        for index, option in enumerate(self.options):
            mark = "▸" if focus and index == self.at else " "
            chosen = "•" if option in self.picked else " "
            surface.put(top + index, 0, f"{mark}{chosen} {option}")
        return None

    def value(self) -> Any:
        return {"answers": list(self.picked)}

    def problem(self) -> str:
        return "" if self.picked else "pick one"

    def on_key(self, event: KeyEvent, cols: int) -> Took:
        by = {"Up": -1, "Down": 1}.get(event.key.base, 0)
        if by and not event.key.mods and 0 <= self.at + by < len(self.options):
            self.at += by
            self._invalidate()
            return Took.YES
        if event.key.base == "Enter" and not event.key.mods:
            self.picked = [self.options[self.at]]
            self.changed()
            return Took.SUBMIT
        return Took.NO

    def on_mouse(self, event: MouseEvent, cols: int) -> Took:
        if event.action.startswith("wheel") and self.wheels:
            self.wheels -= 1
            return Took.YES
        return Took.NO

    def focus_rows(self, cols: int) -> tuple[int, int]:
        row = label_height(self.field) + self.at
        return row, row


STAND_INS = {
    "text": Line,
    "checkbox": Box,
    "static_text": Note,
    "choice": Picker,
}
"""The widgets of this module by the kinds that they stand in for."""

LIGHT = Kit(Theme())
USUAL = Size(24, 80)


def form(*fields: dict[str, Any], kit: Kit = LIGHT, **members: Any) -> FormDialog:
    """Return a form with these fields (or with `tabs`)."""
    if fields:
        members["fields"] = list(fields)
    return FormDialog(check_form({"kind": "form", **members}), ASKER, kit)


def line(name: str, **members: Any) -> dict[str, Any]:
    """Return a field of one typed line, called as it is named."""
    return {"kind": "text", "name": name, "label": name, **members}


def box(name: str, **members: Any) -> dict[str, Any]:
    """Return a checkbox."""
    return {"kind": "checkbox", "name": name, "label": name, **members}


def note(text: str, **members: Any) -> dict[str, Any]:
    """Return a text that is only shown."""
    return {"kind": "static_text", "text": text, **members}


def picker(name: str, count: int = 3, **members: Any) -> dict[str, Any]:
    """Return a choice among `count` options."""
    options = [{"label": f"{name} {n}"} for n in range(count)]
    return {"kind": "choice", "name": name, "label": name, "options": options, **members}


def tab(label: str, *fields: dict[str, Any]) -> dict[str, Any]:
    """Return a tab."""
    return {"label": label, "fields": list(fields)}


def action(value: str, **flags: Any) -> dict[str, Any]:
    """Return an action whose label is its value with a capital."""
    return {"value": value, "label": value.capitalize(), **flags}


def widget(dialog: FormDialog, name: str) -> Any:
    """Return the widget of a field."""
    entry = dialog.state.find(name)
    assert entry is not None
    return entry.widget


def values(answer: object) -> dict[str, Any]:
    """Return the values of an answer."""
    assert isinstance(answer, Answer), answer
    assert isinstance(answer.value, dict), answer
    found: dict[str, Any] = answer.value["values"]
    return found


def ended(answer: object) -> str:
    """Return the action that an answer came by."""
    assert isinstance(answer, Answer), answer
    assert isinstance(answer.value, dict), answer
    return str(answer.value["action"])


def place(dialog: FormDialog, text: str, size: Size = USUAL) -> Point:
    """Return the cell of the form where a text begins."""
    for row, shown in enumerate(rows(dialog, *size)):
        if text in shown:
            return Point(row, shown.index(text))
    raise AssertionError(f"{text!r} is not in view:\n" + "\n".join(rows(dialog, *size)))


def shows(dialog: FormDialog, text: str, size: Size = USUAL) -> bool:
    """Say whether a text is in view."""
    return any(text in row for row in rows(dialog, *size))


def click(dialog: FormDialog, text: str, size: Size = USUAL) -> object:
    """Press and release on a text; return what the form closed with."""
    at = place(dialog, text, size)
    return mouse(dialog, "down", *at) or mouse(dialog, "up", *at)


def pointed(dialog: FormDialog) -> str:
    """Return what has the focus: a field's label or a button's, "" for nothing."""
    for row in rows(dialog):
        inside = row.strip("│▲▼ ")
        if inside.startswith(("▸ ", "! ")) and "]" not in inside:
            return inside[2:].removesuffix(" *")
        if "▸" in row and "◂" in row:
            return row.split("▸")[1].split("◂")[0].strip()
    return ""
