"""Nothing but a dialog's frame shows the dialog mark."""

from __future__ import annotations

import pytest

from mplex.ui.mark import guarded, label
from mplex.ui.theme import DIALOG_MARK
from mplex.vt.chars import STUB
from mplex.vt.clusters import cells, expand, intern_cluster

IMITATIONS = (DIALOG_MARK, f"{DIALOG_MARK}\ufe0f", f"{DIALOG_MARK}\u0301", f"{DIALOG_MARK}\u200d")


@pytest.mark.parametrize("imitation", IMITATIONS)
def test_an_imitation_becomes_another_sign_of_the_same_width(imitation: str) -> None:
    row = cells(f"a{imitation}b")
    found = guarded(row)
    assert DIALOG_MARK not in expand(found)
    assert len(found) == len(row)
    assert expand(found).startswith("a◇")
    assert found.endswith("b")


def test_a_wide_imitation_leaves_no_half_character() -> None:
    row = f"a{intern_cluster(DIALOG_MARK + chr(0xFE0F))}{STUB}b"
    assert guarded(row) == "a◇ b"


@pytest.mark.parametrize("text", ["plain", "漢字", "e\u0301 🇩🇪 👩‍💻", ""])
def test_other_text_stays_the_same_object(text: str) -> None:
    row = cells(text)
    assert guarded(row) is row


def test_a_label_has_no_control_characters_and_no_mark() -> None:
    assert label("\x1b[31m❖x\x07") == "[31m◇x"
