"""What pyte 0.8.2 gets wrong, one test each: why mplex has rows and a parser of its own."""

from __future__ import annotations

import pytest

from mplex.vt.screen import Screen
from mplex.vt.stream import ByteStream
from mplex.vt.styles import BOLD, DIM, HIDDEN, OVERLINE, RGB, underline_kind
from tests.vt.terminal import at, check_rows, chunked, history, style_at, terminal, text

LINES = b"L1\r\nL2\r\nL3\r\nL4\r\nL5\r\nL6"


# The parser.


@pytest.mark.parametrize("final", "@ABCDEFGHLMPXadefgmnr")
def test_01_private_prefix_never_raises(final: str) -> None:
    assert text(terminal(f"\x1b[?4{final}X".encode())) == ["X"]


@pytest.mark.parametrize(
    "sequence", ["\x1b[1;1A", "\x1b[1;1G", "\x1b[1;2;3H", "\x1b[1;2;3r", "\x1b[0;0;0;0c"]
)
def test_02_surplus_parameters_are_dropped(sequence: str) -> None:
    check_rows(terminal(sequence + "X"))


@pytest.mark.parametrize("sequence", ["\x1b[3K", "\x1b[4J", "\x1b[9J"])
def test_03_unknown_erase_does_nothing(sequence: str) -> None:
    assert text(terminal("ab\r" + sequence)) == ["ab"]


def test_04_colons_are_part_of_the_sequence() -> None:
    screen = terminal("\x1b[4:3mX\x1b[38:2::1:2:3mY\x1b[1:2HZ")
    assert text(screen) == ["XYZ"]
    assert underline_kind(style_at(screen, 0, 0).flags) == 3
    assert style_at(screen, 0, 1).fg == RGB | 0x010203


@pytest.mark.parametrize("sequence", ["\x1b[<u", "\x1b[=1;1u", "\x1b[=c"])
def test_05_prefixes_are_part_of_the_sequence(sequence: str) -> None:
    assert text(terminal(sequence + "Y")) == ["Y"]


def test_06_greater_makes_another_sequence() -> None:
    screen = terminal("\x1b[>4;2mX\x1b[>4;1mY")
    assert style_at(screen, 0, 0).id == style_at(screen, 0, 1).id == 0
    assert terminal("\x1b[>c").take_replies().startswith(b"\x1b[>")


@pytest.mark.parametrize("sequence", ["\x1b[!p", '\x1b[62"p', "\x1b[1*x", "\x1b F", "\x1b*0"])
def test_07_intermediates_are_part_of_the_sequence(sequence: str) -> None:
    assert text(terminal(sequence + "AB")) == ["AB"]


@pytest.mark.parametrize(
    "string",
    [
        "\x1bP$q q\x1b\\",
        "\x1bP+q544e\x1b\\",
        "\x1bPq#0;2;0;0;0~~\x1b\\",
        "\x1b_Gi=1;AAAA\x1b\\",
        "\x1b^x\x1b\\",
        "\x1bXx\x1b\\",
        "\x1bPtmux;\x1b\x1b[31m\x1b\\",
        "\x1bP=1s\x1b\\",
    ],
)
def test_08_strings_are_swallowed(string: str) -> None:
    assert text(terminal("A" + string + "B")) == ["AB"]


def test_09_screen_title_renames() -> None:
    screen = terminal("A\x1bktitle\x1b\\B")
    assert text(screen) == ["AB"]
    assert screen.take_events() == [("rename", "title")]


@pytest.mark.parametrize("code", ["22", "21", "20", "200", "133", "1337", "112", "10"])
def test_10_osc_numbers_are_whole_numbers(code: str) -> None:
    screen = terminal(f"\x1b]{code};?pointer\x1b\\X")
    assert (screen.title, screen.icon_name, text(screen)) == ("", "", ["X"])


@pytest.mark.parametrize("data", ["\x1b]2;abc\x18X", "\x1b]2;abc\x1b[31mX", "\x1b]\x07X"])
def test_11_osc_ends(data: str) -> None:
    screen = terminal(data)
    assert text(screen) == ["X"]
    assert screen.title == ""


@pytest.mark.parametrize("data", ["\x1b\x1b[31mX", "\x1b[3\x1b[31mX"])
def test_12_esc_starts_anew(data: str) -> None:
    screen = terminal(data)
    assert text(screen) == ["X"]
    assert style_at(screen, 0, 0).fg == 1


@pytest.mark.parametrize("control", ["\x9b", "\x9d", "\x85", "\x90"])
def test_13_c1_characters_in_utf8_are_nothing(control: str) -> None:
    assert text(terminal(f"A{control}31mX")) == ["A31mX"]


def test_14_linux_palette_sequences() -> None:
    screen = terminal("\x1b]P1ff0000X\x1b]RY")
    assert text(screen) == ["XY"]
    assert screen.palette.colours == {}


def test_15_charset_selection_does_not_depend_on_chunks() -> None:
    data = "\x1b%@é\x1b%Gé".encode()
    assert text(chunked([data], 20, 6)) == text(chunked([data[:3], data[3:]], 20, 6)) == ["éé"]


def test_16_ansi_modes_are_not_private_modes() -> None:
    screen = terminal("\x1b[160h\x1b[800l")
    assert not screen.reverse_video
    assert not screen.cursor.hidden


def test_17_an_encoded_surrogate_is_one_replacement() -> None:
    assert text(terminal(b"\xed\xa0\x80A")) == ["\ufffdA"]
    assert text(chunked([b"\xed", b"\xa0", b"\x80A"], 20, 6)) == ["\ufffdA"]


# The screen.


def test_18_alternate_screen() -> None:
    screen = terminal("MAIN\x1b[?1049hALT")
    assert screen.alternate
    assert text(screen) == ["    ALT"]
    screen.feed("\x1b[?1049lZ")
    assert text(screen) == ["MAINZ"]


def test_19_the_cursor_is_saved_once() -> None:
    screen = terminal("\x1b[2;2H\x1b7\x1b[4;4H\x1b8A\x1b[5;5H\x1b8B")
    assert text(screen) == ["", " B"]
    assert at(terminal("\x1b[3;3H\x1b7\x1bc\x1b8")) == (0, 0)


def test_20_restore_switches_origin_off_and_leaves_visibility() -> None:
    assert not terminal("\x1b7\x1b[?6h\x1b8").origin
    assert terminal("\x1b7\x1b[?25l\x1b8").cursor.hidden


@pytest.mark.parametrize(
    ("data", "rows"),
    [
        ("\x1b[2;2H\x1b[s\x1b[H\x1b[uX", ["", " X"]),
        ("a\r\nb\x1b[SX", ["b", " X"]),
        ("a\r\nb\x1b[TX", ["", "aX", "b"]),
        ("A\x1b[2bX", ["AAAX"]),
        ("\x1b[2IX", [" " * 16 + "X"]),
        ("\x1b[19G\x1b[2ZX", [" " * 8 + "X"]),
        ("\x1b[5`X", ["    X"]),
        ("\x1b[5 q\x1b[4h\x1b[!pAB\rX", ["XB"]),
    ],
)
def test_21_sequences_pyte_lacks(data: str, rows: list[str]) -> None:
    assert text(terminal(data)) == rows


def test_22_nel_goes_to_the_start() -> None:
    assert text(terminal("AB\x1bEC")) == ["AB", "C"]


def test_23_ed_3_leaves_the_screen() -> None:
    screen = terminal("1\r\n2\r\nhello\x1b[3JX", lines=2)
    assert text(screen) == ["2", "helloX"]
    assert history(screen) == []


def test_24_erase_colours_every_cell() -> None:
    screen = terminal("\x1b[44m\x1b[2J")
    assert {style_at(screen, row, column).bg for row in range(6) for column in range(20)} == {4}


def test_25_erase_keeps_only_the_background() -> None:
    screen = terminal("ABCD\r\x1b[1;4;7;41m\x1b[2X\x1b[0m\x1b[4;7m\x1b[2G\x1b[K")
    assert style_at(screen, 0, 0).flags == 0
    assert style_at(screen, 0, 0).bg == 1
    assert style_at(screen, 0, 5).id == 0


@pytest.mark.parametrize(
    ("data", "row", "column"),
    [
        ("ABC\r\x1b[44m\x1b[@", 0, 0),
        ("ABC\r\x1b[44m\x1b[P", 0, 19),
        ("A\r\x1b[44m\x1b[L", 0, 7),
        ("A\r\x1b[44m\x1b[M", 5, 7),
        ("\x1b[6;1H\x1b[44m\x1bD", 5, 3),
        ("\x1b[44m\x1bM", 0, 3),
        ("\x1b[6;1H\x1b[44m\n", 5, 3),
        ("\x1b[44m\x1b[S", 5, 3),
        ("\x1b[44m\x1b[T", 0, 3),
    ],
)
def test_26_new_cells_have_the_background(data: str, row: int, column: int) -> None:
    assert style_at(terminal(data), row, column).bg == 4


def test_27_delete_lines_moves_blank_rows_too() -> None:
    assert text(terminal("L1\r\n\r\n\r\nL4\x1b[1;1H\x1b[2M")) == ["", "L4"]
    assert text(terminal("1\r\n\r\n3\x1b[1;1H\x1b[M")) == ["", "3"]


@pytest.mark.parametrize("sequence", ["\x1b[r", "\x1b[1;0r"])
def test_28_margins_home_the_cursor(sequence: str) -> None:
    screen = terminal("\x1b[2;4r\x1b[5;5H" + sequence)
    assert at(screen) == (0, 0)
    assert (screen.top, screen.bottom) == (0, 5)


@pytest.mark.parametrize(
    ("move", "place"),
    [
        (b"\x1b[2;4r\x1b[6;1H\n", (0, 5)),
        (b"\x1b[2;4r\x1b[5;1H\x1b[B", (0, 5)),
        (b"\x1b[2;4r\x1b[6;1H" + b"x" * 22, (2, 5)),
        (b"\x1b[3;5r\x1b[2;1H\x1b[A", (0, 0)),
        (b"\x1b[3;5r\x1b[1;1H\x1bM", (0, 0)),
    ],
)
def test_29_outside_the_margins_nothing_snaps_in(move: bytes, place: tuple[int, int]) -> None:
    screen = terminal(LINES + move)
    assert at(screen) == place
    assert text(screen)[:5] == ["L1", "L2", "L3", "L4", "L5"]


def test_30_origin_mode_clamps_and_needs_no_margins() -> None:
    assert at(terminal("\x1b[2;4r\x1b[?6h\x1b[9;1H")) == (0, 3)
    screen = terminal("\x1b[?6h\x1b[2d\x1b[6n")
    assert at(screen) == (0, 1)
    assert screen.take_replies() == b"\x1b[2;1R"


@pytest.mark.parametrize(
    ("move", "place"),
    [("\x1b[6n", (19, 0)), ("\tX", (1, 1)), ("\x1b[BX", (19, 1)), ("\x1b[DX", (19, 0))],
)
def test_31_waiting_behind_the_last_column(move: str, place: tuple[int, int]) -> None:
    screen = terminal("0123456789ABCDEFGHIJ" + move)
    assert at(screen) == place
    assert screen.take_replies() in (b"", b"\x1b[1;20R")


def test_32_decaln_homes_the_cursor() -> None:
    assert at(terminal("\x1b[2;2H\x1b#8")) == (0, 0)


def test_33_reverse_video_rewrites_nothing() -> None:
    screen = terminal("\x1b[7mAB\x1b[0mC\x1b[?5h")
    assert screen.reverse_video
    before = list(screen.T)
    screen.feed("\x1b[?5l")
    assert screen.T[0] is before[0]
    assert style_at(screen, 0, 0).flags and not style_at(screen, 0, 2).flags


def test_34_column_mode_keeps_the_width() -> None:
    assert terminal("ABC\x1b[?3h").columns == 20
    assert text(terminal("ABC\x1b[?40h\x1b[?3hX")) == ["X"]


def test_35_every_sgr() -> None:
    screen = terminal(
        "\x1b[2mA\x1b[0;8mB\x1b[0;21mC\x1b[0;53mD\x1b[0;58;5;45mE\x1b[0;105mF\x1b[0;38;5;1mG"
        "\x1b[0;38;2;300;0;0mH\x1b[0;33mI"
    )
    looks = [style_at(screen, 0, column) for column in range(9)]
    assert [style.flags for style in looks[:4]] == [DIM, HIDDEN, 2 << 8, OVERLINE]
    assert (looks[4].flags, looks[4].ul, looks[4].bg) == (0, 45, -1)
    assert (looks[5].bg, looks[6].fg, looks[7].fg, looks[8].fg) == (13, 1, -1, 3)


@pytest.mark.parametrize(
    "zero", ["\u200d", "\u200c", "\u200b", "\ufe0f", "\ufeff", "\u200e", "\x01"]
)
def test_36_zero_width_characters_lose_nothing(zero: str) -> None:
    screen = terminal(f"ab{zero}cdef")
    assert at(screen) == (6, 0)
    assert "".join(c for c in text(screen)[0] if c.isascii()) == "abcdef"


def test_37_combining_marks_join_wide_characters() -> None:
    assert text(terminal("界\u0301x")) == ["界\u0301x"]
    assert text(terminal("か\u3099x")) == ["がx"]


@pytest.mark.parametrize(
    ("data", "rows"),
    [
        ("ABCあZ", ["ABC", "あZ"]),
        ("AあB\r\x1b[CX", ["AX B"]),
        ("AあB\r\x1b[2CX", ["A XB"]),
        ("あい\x1b[2G\x1b[K", [""]),
        ("あい\x1b[2G\x1b[P", [" い"]),
        ("あい\x1b[3G\x1b[X", ["あ"]),
        ("あい\x1b[4G\x1b[X", ["あ"]),
    ],
)
def test_38_no_half_characters(data: str, rows: list[str]) -> None:
    screen = terminal(data, columns=4)
    check_rows(screen)
    assert (text(screen) or [""]) == rows


@pytest.mark.parametrize("emoji", ["👩\u200d💻", "👍🏽", "🇬🇧", "❤\ufe0f", "1\ufe0f\u20e3"])
def test_39_emoji_are_two_cells(emoji: str) -> None:
    screen = terminal(emoji + "x")
    assert at(screen) == (3, 0)
    assert text(screen) == [emoji + "x"]


def test_40_line_drawing_works_with_utf8() -> None:
    assert text(terminal("\x1b(0lqk\x1b(Bx")) == ["┌─┐x"]


def test_41_questions_are_answered() -> None:
    screen = terminal("\x1b[c\x1b[>c\x1b[>q\x1b[?2026$p\x1bP$qm\x1b\\\x1b]11;?\x07\x1b[18t")
    reply = screen.take_replies().decode()
    for part in ("\x1b[?62", "\x1b[>", "mplex", "2026;2$y", "1$r0m", "]11;rgb:", "8;6;20t"):
        assert part in reply


# Size, history.


def test_42_fewer_rows_keep_the_cursor_on_the_screen() -> None:
    screen = terminal(b"".join(b"line%d\r\n" % i for i in range(9)), 20, 10)
    screen.resize(5, 20)
    screen.feed("\r\x1b[KPROMPT$ ")
    assert text(screen) == ["line5", "line6", "line7", "line8", "PROMPT$"]


def test_43_fewer_columns_keep_the_cursor_on_the_screen() -> None:
    screen = terminal("\x1b[1;15H")
    screen.resize(6, 8)
    screen.feed("x")
    assert "x" in "".join(text(screen))
    check_rows(screen)


def test_44_narrowing_loses_nothing() -> None:
    screen = terminal("0123456789ABCDEFGHIJ\r\n$ ls", lines=4)
    screen.resize(4, 10)
    assert (history(screen), text(screen)) == (["0123456789"], ["ABCDEFGHIJ", "$ ls"])
    screen.resize(2, 10)
    screen.resize(4, 20)
    assert (history(screen), text(screen)) == ([], ["0123456789ABCDEFGHIJ", "$ ls"])


def test_45_new_columns_have_tab_stops() -> None:
    screen = Screen(80, 5)
    screen.resize(5, 120)
    ByteStream(screen).feed(b"\x1b[1;80H\t\t\t")
    assert at(screen) == (96, 0)


def test_46_history_has_only_what_left_the_top_of_the_main_screen() -> None:
    assert history(terminal(b"\x1b[?1049h" + b"x\r\n" * 20)) == []
    assert history(terminal(LINES + b"\x1b[2;6r\x1b[6;1H\n\n")) == []
    assert history(terminal(LINES + b"\x1b[1;4r\x1b[4;1H\n\n")) == ["L1", "L2"]
    assert history(terminal(LINES + b"\x1b[H\x1bM\x1bM")) == []


def test_47_a_history_row_is_small_and_rows_keep_their_identity() -> None:
    screen = terminal(b"word\r\n" * 50, history=1000)
    assert len(screen.history.entries) == 45
    assert all(isinstance(entry, str) for entry in screen.history.entries)
    before = list(screen.visible()[0])
    screen.feed("x")
    assert [a is b for a, b in zip(before, screen.T, strict=True)] == [True] * 5 + [False]


def test_bold_survives_dim_off() -> None:
    assert style_at(terminal("\x1b[1mX"), 0, 0).flags == BOLD
    assert style_at(terminal("\x1b[1;2;22mX"), 0, 0).flags == 0
