"""Key names: every name reads back, every way to write a key gives its one form."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mplex.errors import UsageError
from mplex.term.keys import (
    CTRL,
    META,
    NAMED_KEYS,
    SHIFT,
    SUPER,
    Key,
    canonical,
    key_name,
    parse_key,
)

BASES = [n.name for n in NAMED_KEYS] + [
    " ",
    "a",
    "A",
    "é",
    "É",
    "ß",
    "日",
    "1",
    "-",
    "^",
    "?",
    "\\",
]
keys = st.builds(canonical, st.sampled_from(BASES), st.integers(0, 15))


@settings(deadline=None)
@given(keys)
def test_a_key_reads_back_from_its_name(key: Key) -> None:
    assert parse_key(key_name(key)) == key


@settings(deadline=None)
@given(keys)
def test_the_canonical_form_is_stable(key: Key) -> None:
    assert canonical(*key) == key


@pytest.mark.parametrize(
    ("text", "key", "name"),
    [
        ("a", Key("a"), "a"),
        ("C-b", Key("b", CTRL), "C-b"),
        ("C-B", Key("b", CTRL), "C-b"),
        ("c-b", Key("b", CTRL), "C-b"),
        ("^b", Key("b", CTRL), "C-b"),
        ("^", Key("^"), "^"),
        ("-", Key("-"), "-"),
        ("C--", Key("-", CTRL), "C--"),
        ("M-x", Key("x", META), "M-x"),
        ("M-X", Key("X", META), "M-X"),
        ("M-S-x", Key("X", META), "M-X"),
        ("C-S-a", Key("a", CTRL | SHIFT), "C-S-a"),
        ("C-M-Left", Key("Left", CTRL | META), "C-M-Left"),
        ("M-C-Left", Key("Left", CTRL | META), "C-M-Left"),
        ("S-F5", Key("F5", SHIFT), "S-F5"),
        ("D-c", Key("c", SUPER), "D-c"),
        ("PageUp", Key("PPage"), "PPage"),
        ("pgdn", Key("NPage"), "NPage"),
        ("Insert", Key("IC"), "IC"),
        ("Delete", Key("DC"), "DC"),
        ("Bspace", Key("BSpace"), "BSpace"),
        ("S-Tab", Key("BTab"), "BTab"),
        ("Space", Key(" "), "Space"),
        ("C-Space", Key(" ", CTRL), "C-Space"),
        ("C-@", Key(" ", CTRL), "C-Space"),
        ("0x1b", Key("Escape"), "Escape"),
        ("0x02", Key("b", CTRL), "C-b"),
        ("0xe9", Key("é"), "é"),
        ("KP5", Key("KP5"), "KP5"),
        ("KP.", Key("KP."), "KP."),
    ],
)
def test_names(text: str, key: Key, name: str) -> None:
    assert parse_key(text) == key
    assert key_name(key) == name


@pytest.mark.parametrize("text", ["", "ab", "C-", "C-ab", "X-a", "F25", "0xzz", "0x110000", "\x1b"])
def test_what_is_no_key_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="unknown key"):
        parse_key(text)
