"""Styles on terminals with less: colours rounded, attributes left out, changes kept short."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mplex.term.colours import adapt_colour, rgb_of
from mplex.term.features import Features
from mplex.term.pen import Pens
from mplex.vt.screen import Screen
from mplex.vt.stream import ByteStream
from mplex.vt.styles import (
    BOLD,
    DEFAULT,
    DIM,
    ITALIC,
    OVERLINE,
    RGB,
    STRIKE,
    UNDERLINE,
    UNDERLINE_CURLY,
    Style,
    intern_link,
    intern_style,
    style_of,
)

PLAIN = DEFAULT.ch
FULL = Features(colours=1 << 24)
colours = st.sampled_from([-1, 0, 7, 9, 15, 16, 100, 255, RGB, RGB | 0x123456])
flags = st.integers(0, 255).flatmap(lambda low: st.integers(0, 5).map(lambda ul: low | ul << 8))
styles = st.builds(intern_style, colours, colours, flags, st.sampled_from([-1, 3, RGB | 0xABCDEF]))


@settings(deadline=None)
@given(st.lists(styles, min_size=1, max_size=6))
def test_every_change_gives_the_style(sequence: list[Style]) -> None:
    pens, screen = Pens(FULL), Screen(10, 1)
    stream, pen = ByteStream(screen), PLAIN
    for n, style in enumerate(sequence):
        stream.feed((pens.change(pen, style.ch) + "x").encode())
        pen = style.ch
        shown = style_of(screen.visible()[1][0].ljust(n + 1, "\0")[n])
        ul = style.ul if style.flags >> 8 else -1
        assert (shown.fg, shown.bg, shown.flags) == (style.fg, style.bg, style.flags)
        assert (shown.ul if shown.flags >> 8 else -1) == ul


def test_a_change_is_a_difference_or_starts_from_scratch_whichever_is_shorter() -> None:
    pens = Pens(FULL)
    red = intern_style(fg=1).ch
    bold = intern_style(fg=1, flags=BOLD).ch
    much = intern_style(fg=100, bg=200, flags=BOLD | ITALIC | STRIKE).ch
    assert pens.change(red, bold) == "\x1b[1m"
    assert pens.change(bold, red) == "\x1b[22m"
    assert pens.change(much, PLAIN) == "\x1b[m"
    assert pens.change(much, red) == "\x1b[;31m"
    assert pens.change(red, red) == ""


@pytest.mark.parametrize(
    ("colour", "colours", "expected"),
    [
        (RGB | 0xFF0000, 1 << 24, RGB | 0xFF0000),
        (RGB | 0xFF0000, 256, 196),
        (RGB | 0x808080, 256, 244),
        (RGB | 0xFE0102, 16, 9),
        (RGB | 0xC00000, 8, 1),
        (196, 256, 196),
        (196, 16, 9),
        (12, 16, 12),
        (3, 8, 3),
        (3, 0, -1),
        (-1, 16, -1),
    ],
)
def test_colours_are_rounded_to_what_is_there(colour: int, colours: int, expected: int) -> None:
    assert adapt_colour(colour, colours) == expected


@given(st.integers(16, 255))
def test_rounding_finds_each_palette_colour_again(index: int) -> None:
    assert rgb_of(adapt_colour(RGB | rgb_of(index), 256)) == rgb_of(index)


def test_attributes_that_the_terminal_lacks_are_left_out() -> None:
    pens = Pens(FULL._replace(italic=False, strike=False, overline=False, underline_styles=False))
    style = intern_style(flags=ITALIC | STRIKE | OVERLINE | DIM | UNDERLINE_CURLY, ul=3)
    look = pens.look(style.ch)
    assert (look.flags, look.ul) == (DIM | UNDERLINE, -1)


def test_a_terminal_that_ignores_underline_styles_shows_a_plain_one() -> None:
    pens, curly = Pens(FULL), intern_style(flags=UNDERLINE_CURLY).ch
    assert pens.change(PLAIN, curly) == "\x1b[4;4:3m"
    assert pens.change(curly, intern_style(flags=UNDERLINE).ch) == "\x1b[4m"


def test_without_colours_a_coloured_bar_is_reversed() -> None:
    pens = Pens(Features(colours=0))
    assert pens.change(PLAIN, intern_style(fg=0, bg=2).ch) == "\x1b[7m"
    assert pens.change(PLAIN, intern_style(fg=2).ch) == ""


def test_links_are_written_where_the_terminal_has_them() -> None:
    style = intern_style(link=intern_link("https://example.org", "7"))
    pens = Pens(FULL)
    assert pens.change(PLAIN, style.ch) == "\x1b]8;id=7;https://example.org\x1b\\"
    assert pens.change(style.ch, PLAIN) == "\x1b]8;;\x1b\\"
    assert Pens(FULL._replace(hyperlinks=False)).change(PLAIN, style.ch) == ""


def test_a_link_that_could_hurt_is_left_out() -> None:
    for uri in ("https://example.org/\x1b[2J", "https://example.org/" + "a" * 3000):
        style = intern_style(link=intern_link(uri))
        assert Pens(FULL).change(PLAIN, style.ch) == "\x1b]8;;\x1b\\"
