"""Styles, SGR, links, export."""

from __future__ import annotations

import pytest

from mplex.vt import styles
from mplex.vt.export import ansi
from mplex.vt.sgr import parse
from mplex.vt.styles import (
    BOLD,
    DEFAULT,
    RGB,
    STYLES,
    Style,
    intern_link,
    intern_style,
    link_of,
    style_of,
    underline_kind,
)
from tests.vt.terminal import style_at, terminal


def test_equal_styles_are_one_object() -> None:
    one = intern_style(fg=1, flags=BOLD)
    assert one is intern_style(fg=1, flags=BOLD)
    assert style_of(one.ch) is one
    assert STYLES[one.id] is one
    assert DEFAULT.id == 0
    assert intern_style(protected=True).protected


@pytest.mark.parametrize(
    "style",
    [
        intern_style(),
        intern_style(fg=3, bg=12, flags=BOLD | styles.STRIKE | styles.OVERLINE),
        intern_style(fg=200, bg=RGB | 0x010203, flags=styles.UNDERLINE_CURLY, ul=45),
        intern_style(ul=RGB | 0xFFEEDD, flags=styles.UNDERLINE | styles.DIM | styles.HIDDEN),
        intern_style(flags=styles.ITALIC | styles.BLINK | styles.REVERSE),
    ],
)
def test_the_prefix_sets_the_style_from_any_other(style: Style) -> None:
    screen = terminal("\x1b[1;3;4;7;31;45m" + style.prefix + "X")
    assert style_at(screen, 0, 0) is style


@pytest.mark.parametrize(
    ("parameters", "fg", "bg", "ul"),
    [
        ("38:2::10:20:30", RGB | 0x0A141E, -1, -1),
        ("38:2:10:20:30", RGB | 0x0A141E, -1, -1),
        ("38;2;10;20;30", RGB | 0x0A141E, -1, -1),
        ("38:5:196;48:5:7", 196, 7, -1),
        ("58;5;45;31", 1, -1, 45),
        ("58:2::1:2:3", -1, -1, RGB | 0x010203),
        ("38;5;300;41", -1, 1, -1),
        ("38;2;1;2", -1, -1, -1),
        ("38;5", -1, -1, -1),
        ("38", -1, -1, -1),
        ("97;107", 15, 15, -1),
        ("31;39;41;49;58:5:1;59", -1, -1, -1),
        ("31;;32", 2, -1, -1),
        ("31;", -1, -1, -1),
    ],
)
def test_colours(parameters: str, fg: int, bg: int, ul: int) -> None:
    style = parse(DEFAULT, parameters)
    assert (style.fg, style.bg, style.ul, style.flags) == (fg, bg, ul, 0)


@pytest.mark.parametrize(
    ("kind", "number"), [("4", 1), ("21", 2), ("4:3", 3), ("4:4", 4), ("4:5", 5)]
)
def test_underline_kinds(kind: str, number: int) -> None:
    style = parse(DEFAULT, kind)
    assert underline_kind(style.flags) == number
    assert parse(style, "24") is parse(style, "4:0") is DEFAULT


def test_the_table_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(styles, "MAX_STYLES", len(STYLES))
    monkeypatch.setattr(styles, "MAX_ROUNDED_STYLES", len(STYLES) + 1)
    rounded = intern_style(fg=RGB | 0xFE0001, bg=RGB | 0x0000FD)
    assert (rounded.fg, rounded.bg) == (196, 21)
    before = len(STYLES)
    assert intern_style(fg=77, bg=78, ul=79) is DEFAULT
    assert len(STYLES) == before


def test_links() -> None:
    number = intern_link("https://e.com", "1")
    assert link_of(number) == ("https://e.com", "1")
    assert intern_link("") == 0
    screen = terminal("\x1b]8;id=1;https://e.com\x1b\\li\x1b[0mnk\x1b]8;;\x1b\\ x")
    assert [style_at(screen, 0, x).link for x in range(6)] == [number] * 4 + [0, 0]


def test_ansi_gives_the_row_again() -> None:
    source = (
        "plain \x1b[1;31mred 漢\x1b[0m e\u0301 \x1b]8;;http://e\x1b\\link\x1b]8;;\x1b\\\x1b[44m  "
    )
    row = terminal(source, columns=40).line(0)
    again = terminal(ansi(row[0], row[1]), columns=40).line(0)
    assert again == row
    assert ansi("abc", "") == "abc"
    assert ansi(row[0], row[1]).count("\x1b[0m") >= 1


def test_ansi_ends_a_link_at_the_end_of_the_row() -> None:
    row = terminal("\x1b]8;;http://e\x1b\\link").line(0)
    assert ansi(row[0], row[1]).endswith("link\x1b]8;;\x1b\\\x1b[0m")
