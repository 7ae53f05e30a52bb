"""The manual's page about dialogs: every kind has its picture and its keys there."""

from __future__ import annotations

import re

import pytest

from mplex.dialog.field_kinds import FIELD_KINDS
from tests.dialog.pictures import FOLDER, SHOTS, Shot, dialog_of, kinds, pressed, seen
from tests.support.environment import ROOT

PAGE = (ROOT / "docs" / "dialogs.md").read_text(encoding="utf-8")
SHOWN = re.findall(r"^!\[[^\]]+\]\(pictures/dialogs/(\w+)\.svg\)$", PAGE, re.MULTILINE)


@pytest.mark.parametrize("kind", FIELD_KINDS)
def test_the_page_has_a_section_and_a_picture_of_every_kind(kind: str) -> None:
    assert f"\n## {kind}\n\n![" in PAGE
    assert f"[{kind}](#{kind})" in PAGE
    assert any(row.name == kind and kind in kinds(row) for row in SHOTS)


def test_every_picture_is_shown_once_and_there() -> None:
    assert sorted(SHOWN) == sorted(row.name for row in SHOTS)
    assert sorted(SHOWN) == sorted(path.stem for path in FOLDER.glob("*"))


@pytest.mark.parametrize("row", SHOTS, ids=lambda row: row.name)
def test_every_row_opens_and_takes_its_keys(row: Shot, tmp_path: object) -> None:
    dialog = dialog_of(row, str(tmp_path))
    pressed(dialog, row.keys)
    rect, drawn = seen(dialog)
    dialog.wipe()
    assert len(drawn.texts) == rect.rows
    assert row.title in drawn.texts[0]
    assert dialog.warnings == []
