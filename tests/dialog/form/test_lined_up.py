"""What stands below a label begins under the label's text, whatever it is and however narrow."""

from __future__ import annotations

from typing import Any

import pytest

from mplex.dialog.form.entry import Entry
from mplex.dialog.form_spec import check_form
from tests.dialog.fields.input_hands import kit

TARGET = {"mode": "create", "path": "/tmp/x"}
FIELDS: list[dict[str, Any]] = [
    {"kind": "text", "name": "line", "required": True, "target": TARGET},
    {"kind": "number", "name": "number"},
    {"kind": "date", "name": "date"},
    {"kind": "color", "name": "color", "default": "#ff0000"},
    {"kind": "static_text", "text": "###"},
    {"kind": "markdown", "text": "abc"},
    {"kind": "audio", "src": {"problem": "###", "name": "a.mp3"}},
    {"kind": "image", "src": {"problem": "###", "name": "a.png"}},
    {"kind": "annotated_image", "name": "spot", "src": {"problem": "###", "name": "a.png"}},
]


@pytest.fixture
def stand_ins() -> None:
    """Take the real widgets."""


def begins(entry: Entry, cols: int) -> int:
    """Return the first column that the row below the label fills, by text or by a style."""
    surface = entry.render(cols, focus=False).surface
    plain, attrs = surface.attrs[0][-1], surface.attrs[1]
    return next(col for col in range(cols) if surface.texts[1][col] != " " or attrs[col] != plain)


@pytest.mark.parametrize("cols", [8, 9, 11, 12, 13, 15, 16, 40])
def test_every_field_and_every_remark_begins_in_the_same_column(cols: int) -> None:
    form = check_form({"kind": "form", "fields": [{**each, "label": "L"} for each in FIELDS]})
    entries = [Entry(field, 0, kit()) for field in form.fields]
    found = {entry.field.kind: begins(entry, cols) for entry in entries}
    entries[0].check()
    remarks = [row.text for row in entries[0].remarks(cols)]
    found |= {text.strip()[0]: len(text) - len(text.lstrip()) for text in remarks if text.strip()}
    assert set(found.values()) == {2 if cols >= 12 else 0}, found
