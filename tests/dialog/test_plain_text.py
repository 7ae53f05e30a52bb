"""Text from a spec: shown, never obeyed."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mplex.dialog.plain_text import plain_line, plain_text
from mplex.ui.theme import DIALOG_MARK


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("", ""),
        ("plain é 日本 👩\u200d👧 e\u0301", "plain é 日本 👩\u200d👧 e\u0301"),
        ("a\nb\r\nc\rd\u2028e\u2029f\x85g\vh\fi", "a\nb\nc\nd\ne\nf\ng\nh\ni"),
        ("\x1b[31m\x00\x07\x7f", "␛[31m␀␇␡"),
        ("\x9b31m\x9d", "\ufffd31m\ufffd"),
        ("a\tb\n\tc", "a   b\n    c"),
        ("\u202eabc\u202c\u2066\u200b\ufeff\u200e", "abc"),
        ("\ud800", "\ufffd"),
        (DIALOG_MARK, "◇"),
    ],
)
def test_what_becomes_of_a_text(text: str, plain: str) -> None:
    assert plain_text(text) == plain


def test_a_line_has_no_line_breaks() -> None:
    assert plain_line("a\nb\r\nc") == "a b c"


@given(st.text(st.characters(exclude_categories=())))
def test_nothing_that_controls_anything_is_left(text: str) -> None:
    plain = plain_text(text)
    assert DIALOG_MARK not in plain
    assert {char for char in plain if unicodedata.category(char) in ("Cc", "Cs")} <= {"\n"}
    assert not {
        char for char in plain if unicodedata.bidirectional(char)[:2] in ("LR", "RL", "PD", "FS")
    }
    assert plain_text(plain) == plain
