"""Styles in tmux's words."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mplex.errors import OptionError
from mplex.ui.theme import (
    ATTRIBUTES,
    ROLES,
    Theme,
    colour_text,
    parse_colour,
    parse_style,
    style_text,
)
from mplex.vt.styles import (
    BOLD,
    DEFAULT,
    DIM,
    REVERSE,
    RGB,
    UNDERLINE,
    UNDERLINE_CURLY,
    intern_style,
)

PARSED = (
    ("", DEFAULT),
    ("default", DEFAULT),
    ("fg=red", intern_style(fg=1)),
    ("fg=brightred,bg=colour236", intern_style(fg=9, bg=236)),
    ("bg=color7 fg=white", intern_style(fg=7, bg=7)),
    ("fg=#0A141E", intern_style(fg=RGB | 0x0A141E)),
    ("fg=#fa0", intern_style(fg=RGB | 0xFFAA00)),
    ("fg=91", intern_style(fg=9)),
    ("us=green,curly-underscore", intern_style(ul=2, flags=UNDERLINE_CURLY)),
    ("bold,reverse", intern_style(flags=BOLD | REVERSE)),
    ("bright|dim", intern_style(flags=BOLD | DIM)),
    ("bold,none,dim", intern_style(flags=DIM)),
    ("bold,nobold", DEFAULT),
    ("underscore,curly-underscore", intern_style(flags=UNDERLINE_CURLY)),
    ("curly-underscore,nounderscore", DEFAULT),
    ("fg=red,align=centre,fill=blue,range=window|3,list=on,acs", intern_style(fg=1)),
    ("fg=red,default", DEFAULT),
)


@pytest.mark.parametrize(("text", "style"), PARSED)
def test_a_style_string_means_a_style(text: str, style: object) -> None:
    assert parse_style(text) is style


@pytest.mark.parametrize(
    "text", ["fg=", "fg=nocolour", "fg=colour256", "fg=#12345", "bald", "fg=red,sparkle", "fg=-1"]
)
def test_a_wrong_style_string_is_refused(text: str) -> None:
    with pytest.raises(OptionError):
        parse_style(text)


def test_a_style_goes_on_top_of_another() -> None:
    base = intern_style(fg=1, bg=2, flags=UNDERLINE)
    assert parse_style("fg=blue", base) is intern_style(fg=4, bg=2, flags=UNDERLINE)


def test_default_goes_back_to_the_style_that_is_named_as_such() -> None:
    back = intern_style(fg=3, bg=5)
    assert parse_style("default", intern_style(fg=1), back) is back
    assert parse_style("fg=default", intern_style(fg=1), back) is intern_style(fg=3)


@settings(max_examples=200, deadline=None)
@given(
    st.integers(-1, 255) | st.integers(RGB, RGB | 0xFFFFFF),
    st.integers(-1, 255),
    st.sets(st.sampled_from([name for name in ATTRIBUTES if "underscore" not in name])),
    st.integers(0, 5),
)
def test_the_words_for_a_style_mean_the_style(
    fg: int, bg: int, names: set[str], underline: int
) -> None:
    flags = sum({ATTRIBUTES[name] for name in names}) | underline << 8
    style = intern_style(fg=fg, bg=bg, flags=flags)
    assert parse_style(style_text(style)) is style


def test_every_colour_has_a_word() -> None:
    for colour in range(-1, 256):
        assert parse_colour(colour_text(colour)) == colour


def test_the_theme_has_a_style_for_every_role_once() -> None:
    names = [role.name for role in ROLES]
    assert len(names) == len(set(names))
    theme = Theme({"status": "bg=blue"})
    assert theme["status"] is intern_style(bg=4)
    assert all(theme[name] is not None for name in names)


def test_an_unknown_role_is_refused() -> None:
    with pytest.raises(OptionError, match="unknown style role: stauts"):
        Theme({"stauts": "bg=blue"})


def test_without_colours_everything_is_told_by_attributes() -> None:
    theme = Theme({"dialog.selected": "bg=yellow,fg=black", "dialog.error": "fg=red,bold"})
    plain = theme.for_colours(0)
    for role in ROLES:
        assert (plain[role.name].fg, plain[role.name].bg, plain[role.name].ul) == (-1, -1, -1)
    assert plain["dialog.selected"] is parse_style("reverse")
    assert plain["dialog.error"] is parse_style("bold")
    assert plain["dialog.button.primary"] is parse_style("bold")


def test_with_few_colours_no_button_is_white_on_a_blue_of_ones_own() -> None:
    few = Theme().for_colours(16)
    assert few["dialog.button.primary"] is parse_style("reverse,bold")
    assert few["dialog.title"] is Theme()["dialog.title"]
    own = Theme({"dialog.button.primary": "fg=white,bg=blue"})
    assert own.for_colours(16)["dialog.button.primary"] is parse_style("fg=white,bg=blue")
    assert own.for_colours(256) is own
