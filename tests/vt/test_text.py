"""Cells, clusters, widths."""

from __future__ import annotations

import pytest

from mplex.vt.clusters import cells, expand
from mplex.vt.widths import cut, override_widths, text_width
from tests.vt.terminal import at, terminal


@pytest.mark.parametrize(
    ("text", "width"),
    [
        ("", 0),
        ("abc", 3),
        ("漢字", 4),
        ("e\u0301", 1),
        ("x\u0301y", 2),
        ("か\u3099", 2),
        ("👩\u200d💻", 2),
        ("👍🏽", 2),
        ("🇬🇧🇫🇷", 4),
        ("❤\ufe0f", 2),
        ("❤", 1),
        ("1\ufe0f\u20e3", 2),
        ("\u1100\u1161\u11a8", 2),
        ("\U0001f3f4\U000e0067\U000e0062\U000e007f", 2),
        ("a\u200bb\ufeff", 2),
        ("\u0301a", 1),
        ("a\x07\x1b\x9bb", 2),
        ("\U00100000", 1),
        ("\ue0b0", 1),
        ("a\xa0\xadb", 4),
        (chr(0xD800), 1),
    ],
)
def test_width_and_back(text: str, width: int) -> None:
    assert text_width(text) == width
    assert text_width(expand(cells(text))) == width


@pytest.mark.parametrize("text", ["x\u0301y", "👩\u200d💻x", "🇬🇧🇫🇷", "1\ufe0f\u20e3", "\U00100000"])
def test_clusters_are_spelled_out_again(text: str) -> None:
    assert expand(cells(text)) == text


@pytest.mark.parametrize(
    ("start", "width", "found"),
    [(0, 2, "a "), (1, 2, "漢\0"), (2, 2, " b"), (0, 9, "a漢\0b"), (9, 2, ""), (2, 1, " ")],
)
def test_cut_leaves_no_halves(start: int, width: int, found: str) -> None:
    assert cut(cells("a漢b"), start, width) == found


@pytest.mark.parametrize(
    ("rule", "char", "width"),
    [
        ("U+2500=2", "\u2500", 2),
        ("\u2500=2", "\u2500", 2),
        ("U+E000-U+F8FF=2", "\ue0b0", 2),
        ("U+4E2D=1", "\u4e2d", 1),
        ("U+1F600=1", "\U0001f600", 1),
        ("U+2500=0", "\u2500", 0),
        ("U+41=2", "A", 1),
        ("U+100000=2", "\U00100000", 1),
    ],
)
def test_widths_can_be_overridden(rule: str, char: str, width: int) -> None:
    data = f"ab\x1b[31m{char}\x1b[0mx{char}y"
    default = at(terminal(data))
    try:
        override_widths([f"{char}=0", rule])
        assert text_width(f"a{char}b") == 2 + width
        assert at(terminal(data)) == (4 + 2 * width, 0)
        assert not override_widths([f"{char}=0", rule])
    finally:
        override_widths([])
    assert at(terminal(data)) == default


def test_a_screen_takes_other_widths_from_then_on() -> None:
    screen = terminal("\u2500", history=0)
    try:
        assert override_widths(["U+2500=2"])
        screen.widths_changed()
        screen.feed("\u2500\x1b[1m\u2500")
    finally:
        override_widths([])
    assert at(screen) == (5, 0)
