"""What concerns the world outside the cells: modes, answers, titles, events, pyte's API."""

from __future__ import annotations

import pyte
import pytest

from mplex import __version__
from mplex.vt.modes import MODES
from mplex.vt.palette import parse_colour, spell_colour
from mplex.vt.screen import Screen
from mplex.vt.sequences import BASIC, CSI, ESCAPE
from mplex.vt.stream import ByteStream, Stream
from mplex.vt.styles import RGB
from tests.vt.terminal import at, style_at, terminal, text


@pytest.mark.parametrize("mode", MODES, ids=lambda mode: f"{mode.number}-{mode.private}")
def test_every_mode_answers_as_it_is_set(mode: object) -> None:
    assert isinstance(mode, tuple)
    number, private, *_, permanent = mode
    mark = "?" if private else ""
    screen = terminal(f"\x1b[?40h\x1b[{mark}{number}h")
    screen.take_replies()
    screen.feed(f"\x1b[{mark}{number}$p\x1b[{mark}{number}l\x1b[{mark}{number}$p")
    answers = [f"\x1b[{mark}{number};{state}$y" for state in (permanent or 1, permanent or 2)]
    assert screen.take_replies().decode() == "".join(answers)


def test_mouse_modes() -> None:
    screen = terminal("\x1b[?1000;1003;1006h")
    assert (screen.mouse_mode, screen.mouse_encoding) == (1003, 1006)
    screen.feed("\x1b[?1015;1006l")
    assert screen.mouse_encoding == 0
    screen.feed("\x1b[?1000l")
    assert screen.mouse_mode == 0


def test_input_modes() -> None:
    screen = terminal("\x1b[?1;1004;2004;2031h\x1b=\x1b[>4;2m\x1b[5 q\x1b[?1007l")
    assert screen.application_cursor and screen.application_keypad and screen.bracketed_paste
    assert screen.focus_events and screen.theme_reports and not screen.alternate_scroll
    assert (screen.modify_other_keys, screen.cursor_shape) == (2, 5)
    screen.feed("\x1b[!p\x1b>")
    state = (screen.application_cursor, screen.application_keypad, screen.modify_other_keys)
    assert state == (False, False, 0)


def test_saved_modes_come_back() -> None:
    screen = terminal("\x1b[?2004h\x1b[?2004;1004s\x1b[?2004l\x1b[?1004h\x1b[?2004;1004r")
    assert (screen.bracketed_paste, screen.focus_events) == (True, False)


def test_kitty_flags_have_a_stack_per_screen() -> None:
    screen = terminal("\x1b[>1u\x1b[>5u\x1b[=2;2u")
    assert screen.kitty_flags == 7
    screen.feed("\x1b[?1049h\x1b[?u")
    assert screen.take_replies() == b"\x1b[?0u"
    screen.feed("\x1b[?1049l\x1b[<u\x1b[?u\x1b[=1;3u\x1b[?u")
    assert screen.take_replies() == b"\x1b[?1u\x1b[?0u"


def test_synchronized_output() -> None:
    assert terminal("\x1b[?2026h").synchronized
    assert terminal("\x1bP=1s\x1b\\").synchronized
    assert not terminal("\x1b[?2026h\x1b[?2026l").synchronized


def test_sizes_are_told() -> None:
    screen = terminal("\x1b[?2048h")
    assert screen.take_replies() == b"\x1b[48;6;20;96;160t"
    screen.cell_height, screen.cell_width = 20, 10
    screen.resize(7, 30)
    assert screen.take_replies() == b"\x1b[48;7;30;140;300t"
    screen.feed("\x1b[14t\x1b[16t\x1b[18t")
    assert screen.take_replies() == b"\x1b[4;140;300t\x1b[6;20;10t\x1b[8;7;30t"


def test_theme_is_told() -> None:
    screen = terminal("\x1b[?2031h")
    screen.colours_default(0x000000, 0xFFFFFF, dark=False)
    screen.feed("\x1b[?996n\x1b]10;?;?\x07\x1b]11;?\x1b\\")
    assert screen.take_replies().decode() == (
        "\x1b[?997;2n\x1b[?997;2n\x1b]10;rgb:0000/0000/0000\x07\x1b]11;rgb:ffff/ffff/ffff\x07"
        "\x1b]11;rgb:ffff/ffff/ffff\x1b\\"
    )


def test_mplex_names_itself() -> None:
    screen = terminal("\x1b[>q\x1b[=c")
    assert screen.take_replies().decode() == (
        f"\x1bP>|mplex {__version__}\x1b\\\x1bP!|4D504C58\x1b\\"
    )


@pytest.mark.parametrize(
    ("setting", "answer"),
    [
        ("m", "1$r0;1;38;5;200m"),
        ("r", "1$r2;4r"),
        ("s", "1$r1;20s"),
        (" q", "1$r3 q"),
        ('"q', '1$r0"q'),
        ('"p', '1$r62;1"p'),
        ("z", "0$r"),
    ],
)
def test_settings_are_told(setting: str, answer: str) -> None:
    screen = terminal(f"\x1b[1;38;5;200m\x1b[2;4r\x1b[3 q\x1bP$q{setting}\x1b\\")
    assert screen.take_replies().decode() == f"\x1bP{answer}\x1b\\"


def test_capabilities_are_told() -> None:
    screen = terminal("\x1bP+q544e;436f;7A7A;0a\x1b\\")
    assert screen.take_replies().decode() == (
        f"\x1bP1+r544e={b'tmux-256color'.hex().upper()}\x1b\\\x1bP1+r436f=323536\x1b\\"
        "\x1bP0+r7A7A\x1b\\\x1bP0+r0a\x1b\\"
    )
    assert terminal("\x1bP+qrm -rf\n\x1b\\").take_replies() == b"\x1bP0+r\x1b\\"


def test_a_title_is_never_given_back() -> None:
    assert terminal("\x1b]2;evil\x07\x1b[21t").take_replies() == b"\x1b]l\x1b\\"


def test_titles() -> None:
    screen = terminal("\x1b]0;both\x07\x1b[22;0t\x1b]2;t\x1b[1\x07")
    assert (screen.title, screen.icon_name) == ("both", "both")
    screen.feed("\x1b]2;two\x07\x1b]1;icon\x07\x1b[23;0t")
    assert (screen.title, screen.icon_name) == ("both", "both")
    screen.feed("\x1b]2;a\x01b\u202e\x07")
    assert screen.title == "ab"


@pytest.mark.parametrize(
    ("data", "event"),
    [
        ("\x07\x07", ("bell",)),
        ("\x1b]2;t\x07", ("title", "t")),
        ("\x1bkname\x1b\\", ("rename", "name")),
        ("\x1b]52;c;SGVsbG8=\x07", ("clipboard", "c", "Hello")),
        ("\x1b]52;;?\x07", ("clipboard", "c", "?")),
        ("\x1b]9;hello\x07", ("notify", "", "hello")),
        ("\x1b]777;notify;t;b;c\x07", ("notify", "t", "b;c")),
        ("\x1b]99;i=1:d=0;hi\x1b\\\x1b]99;i=1:p=body;there\x1b\\", ("notify", "hi", "there")),
        ("\x1b]99;e=1;aGk=\x1b\\", ("notify", "hi", "")),
        ("\x1b]9;4;1;50\x07", ("progress", "1", "50")),
        ("\x1b]7;file://host/a%20b\x07", ("path", "/a b")),
        ("\x1b]133;D;3\x07", ("prompt_mark", "D", "3")),
        ("\x1b]133;A;k=i\x07", ("prompt_mark", "A", "")),
        ("\x1b]4;1;#ff0000\x07", ("palette",)),
        ("\x1bPtmux;\x1b\x1b]52;c;QQ==\x07\x1b\\", ("passthrough", "\x1b]52;c;QQ==\x07")),
    ],
)
def test_events(data: str, event: tuple[str, ...]) -> None:
    screen = terminal(data)
    assert screen.take_events() == [event]
    assert screen.take_events() == []


@pytest.mark.parametrize(
    "data", ["\x1b]52;c;!!\x07", "\x1b]52;c\x07", "\x1b]9;4;x\x07", "\x1b]99;e=1;@\x07"]
)
def test_nonsense_is_no_event(data: str) -> None:
    events = terminal(data).take_events()
    assert [event for event in events if event[0] in ("notify", "progress")] == []


def test_a_clipboard_of_a_question_mark_is_no_request() -> None:
    assert terminal("\x1b]52;c;Pw==\x07").take_events() == []


def test_marks_know_their_row() -> None:
    screen = terminal(b"a\r\nb\r\nc\r\n\x1b]133;A\x07$ \x1b]133;B\x07", lines=2)
    assert list(screen.marks) == [(3, 0, "A", ""), (3, 2, "B", "")]


def test_colours_change_and_come_back() -> None:
    screen = terminal("\x1b]4;1;rgb:12/34/56;2;?\x07\x1b]12;#abcdef\x07\x1b]11;red\x07")
    assert screen.palette.colours == {1: 0x123456}
    assert screen.cursor_colour == RGB | 0xABCDEF
    assert screen.take_replies() == b"\x1b]4;2;rgb:0000/cdcd/0000\x07"
    screen.feed("\x1b]104\x07\x1b]112\x07\x1b]111\x07")
    assert (screen.palette.colours, screen.palette.dynamic, screen.cursor_colour) == ({}, {}, -1)


def test_colour_names() -> None:
    assert parse_colour("rgb:ffff/0/8") == 0xFF0088
    assert parse_colour("#123") == 0x102030
    assert parse_colour("#111122223333") == 0x112233
    assert parse_colour("Blue") == 0x0000FF
    assert parse_colour("nonsense") is None
    assert spell_colour(0x0A0B0C) == "rgb:0a0a/0b0b/0c0c"


# pyte's API.


def test_it_is_a_pyte_screen() -> None:
    screen = terminal("\x1b[1;31mA\x1b[0m漢\x1b[2;4r")
    assert isinstance(screen, pyte.Screen)
    cell = screen.buffer[0][0]
    assert (cell.data, cell.fg, cell.bold) == ("A", "red", True)
    assert screen.buffer[0][2].data == ""
    assert screen.display[0] == "A漢" + " " * 17
    assert screen.margins == pyte.screens.Margins(1, 3)
    assert screen.mode == {pyte.modes.DECAWM, pyte.modes.DECTCEM}
    assert screen.cursor.attrs.fg == "default"  # type: ignore[attr-defined]


def test_every_event_has_a_method() -> None:
    events = {s.event for s in CSI} | set(ESCAPE.values()) | set(BASIC.values())
    assert events <= Stream.events
    assert all(callable(getattr(Screen, event)) for event in Stream.events)
    keys = [s.key for s in CSI]
    assert len(keys) == len(set(keys))


def test_calls_work_without_a_stream() -> None:
    screen = Screen(10, 3)
    screen.draw("ab")
    screen.cursor_position(2, 3)
    screen.select_graphic_rendition(1, 31)
    screen.draw("c")
    screen.erase_in_line(1)
    assert text(screen) == ["ab"]
    assert at(screen) == (3, 1)


def test_dirty_rows_are_found_by_identity() -> None:
    screen = terminal("a\r\nb")
    screen.clean()
    assert screen.dirty == set()
    screen.feed("x\x1b[1;1Hz")
    assert screen.dirty == {0, 1}


def test_a_subclass_is_called_for_what_the_loop_does_itself() -> None:
    class Counting(Screen):
        moves = 0
        drawn = ""

        def cursor_position(self, line: int | None = None, column: int | None = None) -> None:
            self.moves += 1
            super().cursor_position(line, column)

        def draw(self, data: str) -> None:
            self.drawn += data
            super().draw(data)

    screen = Counting(10, 3)
    before = screen.moves
    ByteStream(screen).feed(b"\x1b[2;2Hab\x1b[1;1H")
    assert (screen.moves - before, screen.drawn) == (2, "ab")
    assert text(screen) == ["", " ab"]


def test_a_stream_needs_one_of_our_screens() -> None:
    with pytest.raises(TypeError):
        ByteStream(pyte.Screen(2, 2))  # type: ignore[arg-type]
    with pytest.raises(RuntimeError):
        ByteStream().feed(b"x")
    screen = Screen(5, 2)
    Stream(screen).feed("é")
    assert text(screen) == ["é"]


def test_an_abandoned_sequence_is_forgotten() -> None:
    screen = terminal("\x1b]2;half")
    screen.abandon()
    screen.feed("X")
    assert text(screen) == ["X"]


# Margins left and right.


def test_side_margins() -> None:
    screen = terminal("\x1b[?69h\x1b[5;10s\x1b[1;5Habcdefgh")
    assert text(screen) == ["    abcdef", "    gh"]
    screen.feed("\x1b[1;5H\x1b[Mz")
    assert text(screen) == ["    zh"]
    screen.feed("\x1b[?69l\x1b[2;1Hwhole row again here")
    assert text(screen)[1] == "whole row again here"


def test_side_margins_in_origin_mode() -> None:
    screen = terminal("\x1b[?69h\x1b[5;10s\x1b[2;4r\x1b[?6h\x1b[9;9HX\x1b[6n")
    assert text(screen) == ["", "", "", " " * 9 + "X"]
    assert screen.take_replies() == b"\x1b[3;6R"


def test_protected_cells() -> None:
    screen = terminal('\x1b[1"qABC\x1b[0"qDEF\x1b[1G\x1b[?K')
    assert text(screen) == ["ABC"]
    screen.feed("\x1b[?2J")
    assert text(screen) == ["ABC"]
    screen.feed("\x1b[2J")
    assert text(screen) == []
    assert not style_at(screen, 0, 0).protected
