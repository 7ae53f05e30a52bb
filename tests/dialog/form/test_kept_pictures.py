"""What a form takes over from its last picture changes nothing but the work."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

from mplex.dialog.fields.collection_frame import CollectionFrame
from mplex.dialog.fields.mermaid import MermaidWidget
from mplex.dialog.fields.table_field import TableWidget
from mplex.dialog.form.form_dialog import FormDialog
from mplex.geometry import Size
from tests.dialog.form.forms import form
from tests.dialog.form.test_filled_forms import CAREFUL, SIZES, STEPS, Person, Step, Wheel
from tests.dialog.screens import press, rows
from tests.support.waiting import wait_until

WORDS = ("branch", "漢字の列", "commit e\u0301", "rebase -i", "stash")


def many(count: int) -> list[dict[str, Any]]:
    """Return options, some of them with wide characters and with descriptions."""
    return [
        {"value": f"v{n}", "label": f"{WORDS[n % 5]} {n}", "description": WORDS[n % 3] * (n % 2)}
        for n in range(count)
    ]


def tree(count: int) -> list[dict[str, Any]]:
    """Return nodes with children."""
    return [
        {
            **node,
            "children": [{"value": f"{node['value']}.{n}", "label": "child"} for n in range(3)],
        }
        for node in many(count)
    ]


FIELDS: tuple[dict[str, Any], ...] = (
    {"kind": "text", "name": "text", "label": "Text", "default": "漢字", "required": True},
    {"kind": "checkbox", "name": "more", "label": "More"},
    {"kind": "number", "name": "number", "label": "Number", "min": 3},
    {"kind": "select", "name": "select", "label": "Select", "options": many(12)},
    {"kind": "slider", "name": "slider", "label": "Slider", "show_if": {"more": True}},
    {"kind": "date", "name": "date", "label": "Date", "default": "2026-06-01"},
    {"kind": "static_text", "label": "Note", "text": "word " * 90},
    {
        "kind": "table",
        "name": "table",
        "label": "Table",
        "multi_select": True,
        "sortable_by_column": True,
        "columns": [{"key": "a", "label": "A"}, {"key": "b", "label": "B", "align": "right"}],
        "rows": [
            {"value": f"r{n}", "values": {"a": WORDS[n % 5] * (n % 9), "b": n * 7 % 30}}
            for n in range(40)
        ],
    },
    {
        "kind": "tree",
        "name": "tree",
        "label": "Tree",
        "items": [{"value": "long", "label": "a long label " * 5}, *tree(9)],
        "multi_select": True,
    },
    {"kind": "list", "name": "list", "label": "List", "items": many(9), "sortable": True},
    {"kind": "text", "name": "last", "label": "Last", "multiline": True},
)


class Forgetful(Person):
    """Somebody whose form draws everything anew for every look."""

    def look(self) -> None:
        """See the form drawn by one that has never drawn before."""
        self.dialog._view.forget()
        self.dialog._buttons._drawn = self.dialog._question._drawn = None
        for entry in self.dialog.state:
            widget = entry.widget
            widget._invalidate()
            entry._canvas = None
            if isinstance(widget, CollectionFrame):
                widget._kept_lines.clear()
            if isinstance(widget, TableWidget):
                widget._drawn.clear()
        super().look()


def picture(person: Person) -> tuple[object, ...]:
    """Return everything that is seen of a form."""
    person.look()
    rendered = person.dialog.render(person.dialog.layout(person.size).size)
    return list(rendered.texts), list(rendered.attrs), rendered.cursor


ACTIONS = [{"value": word, "label": word.title()} for word in "save send keep drop stash".split()]


def dialog(focus: str = "text") -> FormDialog:
    """Return a form with most kinds that are worked in."""
    return form(*FIELDS, actions=ACTIONS, focus=focus)


@pytest.fixture(autouse=True)
def stand_ins() -> None:
    """Leave the real widgets where they are."""


@CAREFUL
@given(size=SIZES, steps=STEPS)
def test_a_form_that_keeps_pictures_shows_what_a_forgetful_one_does(
    size: Size, steps: list[Step]
) -> None:
    keeps, forgets = Person(dialog(), size), Forgetful(dialog(), size)
    for step in steps:
        assert (keeps.do(step) is None) == (closed := forgets.do(step) is None)
        if not closed:
            return
        assert picture(keeps) == picture(forgets)


IN_A_FIELD = (
    "Down Space Up Down Space Up Space Down Down Right x 4 s Right s Left s Enter / r Enter Escape "
    "NPage Space Up PPage M-Down M-Up End BSpace Home"
).split()


@pytest.mark.parametrize("size", [Size(24, 80), Size(60, 100), Size(9, 40)], ids=str)
@pytest.mark.parametrize("name", [field["name"] for field in FIELDS if "name" in field])
def test_every_field_looks_the_same_while_it_is_worked_in(name: str, size: Size) -> None:
    keeps, forgets = Person(dialog(name), size), Forgetful(dialog(name), size)
    for step in (*IN_A_FIELD, "Tab", "BTab", Size(24, 44), Size(25, 70), "M-Enter", size):
        assert keeps.do(step) == forgets.do(step)
        assert picture(keeps) == picture(forgets), step


def test_a_diagram_that_is_ready_when_only_its_height_is_asked_for_is_shown() -> None:
    shown = form({"kind": "mermaid", "label": "Plan", "source": "flowchart LR\n a --> b"})
    person = Person(shown, Size(24, 80))
    (entry,) = shown.state
    assert isinstance(entry.widget, MermaidWidget)
    wait_until("the diagram is drawn", entry.widget.diagram.poll)
    entry.stale()
    entry.height(74)
    assert "being drawn" not in "".join(rows(shown))
    assert picture(person) == picture(Forgetful(shown, person.size))


def test_a_paste_into_a_typed_path_is_seen() -> None:
    shown = form({"kind": "file", "name": "file", "label": "File", "start": "/"})
    press(shown, "/")
    assert any("etc/" in row for row in rows(shown))
    shown.on_paste(b"zzz")
    assert any("/zzz" in row for row in rows(shown))
    assert not any("etc/" in row for row in rows(shown))


def test_buttons_look_the_same_while_they_are_scrolled() -> None:
    size = Size(9, 30)
    keeps, forgets = Person(dialog("save"), size), Forgetful(dialog("save"), size)
    steps = [Wheel(way, (0.75, 0.5)) for way in ("wheel-down", "wheel-down", "wheel-up") * 2]
    seen = []
    for step in (*steps, "Right", *steps, "Left"):
        keeps.do(step)
        forgets.do(step)
        assert picture(keeps) == picture(forgets)
        seen.append(picture(keeps))
    assert seen[0] != seen[2]
