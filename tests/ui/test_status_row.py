"""The status row: parts, the list of windows, clicks."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mplex.ui.status_row import (
    JUSTIFY,
    StatusRange,
    StatusRow,
    StatusStyles,
    WindowLabel,
    markup_row,
    message_row,
    status_row,
)
from mplex.vt.clusters import expand
from mplex.vt.styles import intern_style
from tests.ui.drawing import BLUE_BOLD, MARKED, RED, styles_of, whole

WINDOWS = [WindowLabel(0, "0:sh"), WindowLabel(1, "1:vi*", current=True), WindowLabel(2, "2:top")]


def text(found: StatusRow) -> str:
    return expand(found.row.text)


@pytest.mark.parametrize(
    ("justify", "expected"),
    [
        ("left", "[s] 0:sh 1:vi* 2:top       R"),
        ("centre", "[s]    0:sh 1:vi* 2:top    R"),
        ("right", "[s]        0:sh 1:vi* 2:topR"),
        ("absolute-centre", "[s]   0:sh 1:vi* 2:top     R"),
    ],
)
def test_the_list_stands_where_it_is_told(justify: str, expected: str) -> None:
    left = "[s] " if justify == "left" else "[s]"
    assert text(status_row(28, left, WINDOWS, "R", justify=justify)) == expected


def test_the_parts_have_their_styles_and_the_rest_that_of_the_row() -> None:
    styles = StatusStyles(MARKED, RED, BLUE_BOLD)
    windows = [WindowLabel(0, "a", RED), WindowLabel(1, "#[fg=blue]b")]
    row = status_row(20, "left", windows, "right", styles=styles).row
    assert styles_of(row, 0, 4) == {RED}
    assert styles_of(row, 4, 5) == {RED}
    assert styles_of(row, 5, 6) == {MARKED}
    assert styles_of(row, 6, 7) == {intern_style(4, 3, MARKED.flags)}
    assert styles_of(row, 7, 15) == {MARKED}
    assert styles_of(row, 15, 20) == {BLUE_BOLD}


def test_left_and_right_are_limited() -> None:
    found = status_row(20, "12345678", [], "abcdefgh", left_length=3, right_length=2)
    assert text(found) == "123" + " " * 15 + "ab"


@pytest.mark.parametrize(
    ("current", "expected"),
    [(0, "0:aaaa 1:b>"), (3, "< 3:dddd 4>"), (5, "<ee 5:ffff ")],
)
def test_a_list_too_long_is_scrolled_to_the_current_window(current: int, expected: str) -> None:
    names = ["0:aaaa", "1:bbbb", "2:bbbb", "3:dddd", "4:eeee", "5:ffff "]
    windows = [WindowLabel(n, name, current=n == current) for n, name in enumerate(names)]
    assert text(status_row(11, "", windows, "")) == expected


def test_a_click_finds_what_it_is_on() -> None:
    found = status_row(30, "[s] ", WINDOWS, "#[range=user|x]clock", justify="left")
    clicked = [found.range_at(col) for col in (1, 4, 8, 9, 25, 20)]
    assert [each and (each.kind, each.argument) for each in clicked] == [
        ("left", ""),
        ("window", "0"),
        None,
        ("window", "1"),
        ("user", "x"),
        None,
    ]


def test_a_scrolled_list_is_clicked_where_it_is_seen() -> None:
    windows = [WindowLabel(n, f"{n}:window", current=n == 5) for n in range(6)]
    found = status_row(14, "ab", windows, "")
    for col in range(14):
        hit = found.range_at(col)
        if text(found)[col].isdigit():
            assert (
                hit == StatusRange(hit.start, hit.end, "window", text(found)[col]) if hit else False
            )
    assert found.range_at(13) == StatusRange(6, 14, "window", "5")


def test_wide_characters_cut_by_an_edge_leave_a_blank() -> None:
    found = status_row(7, "漢字", [], "界", left_length=3)
    assert text(found) == "漢   界"
    assert len(found.row.text) == 7


def test_one_text_with_markup_is_laid_out_whole() -> None:
    markup = (
        "#[align=left]L#[align=centre,list=on]#[range=window|0]a#[norange] "
        "#[list=focus,range=window|1]b#[nolist,align=right]R"
    )
    found = markup_row(11, markup)
    assert text(found) == "L   a b   R"
    assert [found.range_at(col) for col in (4, 5, 6)] == [
        StatusRange(4, 5, "window", "0"),
        None,
        StatusRange(6, 7, "window", "1"),
    ]


def test_the_fill_colours_the_rest_of_the_row() -> None:
    row = markup_row(6, "#[fill=red]ab").row
    assert styles_of(row, 2, 6) == {intern_style(bg=1)}


def test_centred_text_needs_no_list() -> None:
    assert text(markup_row(7, "#[align=centre]abc")) == "  abc  "
    assert text(markup_row(7, "x#[align=absolute-centre]abc")) == "x abc  "


def test_a_message_is_plain_text_on_one_row() -> None:
    row = message_row(12, "#[fg=red]❖\nx\x1b", RED)
    assert expand(row.text) == "#[fg=red]◇ x"
    assert styles_of(row, 0, 12) == {RED}


words = st.text(alphabet="ab漢 #[]=,", max_size=12)


@settings(max_examples=150, deadline=None)
@given(
    st.integers(0, 40),
    words,
    st.lists(words, max_size=6),
    words,
    st.sampled_from(JUSTIFY),
    st.integers(0, 5),
)
def test_a_row_has_its_width_whatever_it_shows(
    width: int, left: str, names: list[str], right: str, justify: str, current: int
) -> None:
    windows = [WindowLabel(n, name, current=n == current) for n, name in enumerate(names)]
    found = status_row(width, left, windows, right, justify=justify)
    assert (len(found.row.text), len(found.row.attrs)) == (width, width)
    assert whole(found.row.text)
    assert all(0 <= each.start < each.end <= width for each in found.ranges)
