"""Cells, clusters, widths."""

from __future__ import annotations

import pytest

from mplex.vt.clusters import cells, expand
from mplex.vt.widths import cut, text_width


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
