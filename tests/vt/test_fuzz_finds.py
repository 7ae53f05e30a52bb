"""What random streams found, one test for each: bytes, and what they have to show."""

from __future__ import annotations

from mplex.geometry import Point, Size
from mplex.term.features import features_of
from mplex.term.frame import Frame
from mplex.term.renderer import Renderer
from mplex.vt.clusters import cell_text
from tests.vt.terminal import at, bytewise, chunked, state, terminal, text


def test_characters_erased_on_a_flooded_row_show_no_sequences() -> None:
    flood = "\x1b[31mred line\x1b[0m\r\n" * 30
    assert text(terminal(flood + "\x1b[1;1H\x1b[2X"))[0] == "  d line"
    assert text(terminal(flood + "\x1b[1;4H\x1b[1K"))[0] == "    line"


def test_a_cleared_screen_of_bare_sequences_is_not_pushed() -> None:
    """Rows of SGR alone show nothing, so clearing the screen has nothing to keep."""
    screen = terminal("\x1b[31m\x1b[m\r\n" * 30 + "\x1b[2J")
    assert screen.history_pushed == 25
    assert terminal("\x1b[m\r\n" * 30 + "\x1bc").history_pushed == 25


def test_selecting_ascii_for_g0_counts_while_another_set_is_in_use() -> None:
    assert text(terminal("\x1b(0\x1bo\x1b(B\x0fq")) == ["q"]
    assert text(terminal("\x1b(0\x0e\x1b(B\x0fq")) == ["q"]


def test_a_single_shift_waits_for_a_character_that_shows() -> None:
    for hidden in ("\x01", "\x7f", "\x85", "\u200b", "\x18"):
        data = f"\x1b*0\x1bN{hidden}qq".encode()
        assert text(terminal(data)) == ["─q"], repr(hidden)
        assert state(chunked(bytewise(data), 20, 6)) == state(terminal(data))


def test_a_backspace_behind_the_last_column_stays_there_in_reverse_wrap() -> None:
    screen = terminal("\x1b[?45h" + "x" * 20 + "\bY")
    assert (text(screen), at(screen)) == (["x" * 19 + "Y"], (19, 0))
    assert text(terminal("x" * 20 + "\bY")) == ["x" * 18 + "Yx"]


def test_waiting_behind_a_side_margin_ends_with_the_margin() -> None:
    screen = terminal("\x1b[?69h\x1b[;3sabc\x1b[?69lX")
    assert text(screen) == ["abX"]
    screen = terminal("\x1b[?69h\x1b[;3sabc\x1b7\x1b[?69l\x1b8X")
    assert text(screen) == ["abX"]
    screen = terminal("\x1b[?69h\x1b[;3sabc")
    screen.resize(9, 20)
    screen.feed("X")
    assert text(screen) == ["abX"]


def test_a_saved_wait_ends_when_the_screen_grows() -> None:
    screen = terminal("\x1b[1;20Hx\x1b7")
    screen.resize(6, 30)
    screen.feed("\x1b8Y")
    assert text(screen) == [" " * 19 + "Y"]


def test_nothing_is_repeated_twice() -> None:
    assert text(terminal("a\x1b[2b\x1b[5b")) == ["aaa"]
    assert text(terminal("a\x1b[b\x85\x1b[b")) == ["aa"]


def test_what_was_repeated_does_not_depend_on_a_dropped_character() -> None:
    data = b"a\x1b[b\xc2\x85"
    assert state(chunked(bytewise(data), 20, 6)) == state(terminal(data))


def test_a_full_flooded_line_loses_its_last_character_to_el() -> None:
    """EL behind the last column erases that column; of a wide character both halves go."""
    for line in ("0123456789abcdefghij", "0123456789abcdefgh漢"):
        data = f"{line}\x1b[K\r\n".encode() * 30
        whole = terminal(data)
        assert text(whole)[0] == line[:19].rstrip("漢")
        assert state(chunked(bytewise(data), 20, 6)) == state(whole)


def test_a_variation_selector_with_no_room_is_dropped() -> None:
    """A narrow cell must not hold what every terminal shows two columns wide."""
    screen = terminal("x" * 19 + "❤\ufe0f")
    assert cell_text(screen.T[0][19]) == "❤"
    screen = terminal("x" * 18 + "❤\ufe0f")
    assert cell_text(screen.T[0][18]) == "❤\ufe0f"


def test_flag_letters_join_only_when_printed_in_a_row() -> None:
    assert at(terminal("🇬🇧")) == (2, 0)
    assert at(terminal("🇬\x1b[3G🇧")) == (4, 0)
    assert at(terminal("🇬\x1b[b")) == (4, 0)
    assert at(terminal("👍\x1b[3G🏽")) == (4, 0)


def test_single_flag_letters_stay_single_when_drawn() -> None:
    wanted = terminal("🇬\x1b[b")
    texts, attrs = wanted.visible()
    renderer = Renderer(Size(6, 20), features_of("xterm-256color", {}))
    frame = Frame(Size(6, 20), list(texts), list(attrs), Point(0, 4))
    shown = terminal(renderer.start() + renderer.draw(frame))
    assert text(shown) == text(wanted)
    assert at(shown) == (4, 0)


def test_a_mark_joins_a_wide_character_of_a_flooded_row() -> None:
    flood = "\x1b[31mか\x1b[0m\r\n" * 30
    assert text(terminal(flood + "\x1b[1;3H\u3099"))[0] == "が"


def test_cells_behind_the_right_margin_stay_where_they_are() -> None:
    """All cells up to the margin go, and with them half of a wide character on the margin."""
    wide = "ab漢X\x1b[?69h\x1b[;3s"
    assert text(terminal(wide + "\x1b[30 @")) == ["    X"]
    assert text(terminal(wide + "\x1b[1;2H\x1b[9'~")) == ["a   X"]
    assert text(terminal(wide + "\x1b[1;3H\x1b[P")) == ["ab  X"]
    assert text(terminal(wide + "\x1b[1;2H\x1b[P")) == ["a   X"]


def test_a_sequence_with_a_line_end_in_it_is_finished_behind_many_lines() -> None:
    for start, final in (("\x1b", "@"), ("\x1b[3", "1m"), ("\x1b(", "0")):
        data = "\r\n" * 12 + start + "\r\n"
        screen = terminal(data)
        screen.feed(final + "q")
        assert state(screen) == state(terminal(f"{data}{final}q"))
