"""Keys, pastes and the mouse as a pane's program expects them in each of its modes."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mplex.term.key_decoder import KeyDecoder
from mplex.term.key_encoder import (
    encode_focus,
    encode_key,
    encode_mouse,
    encode_paste,
    encode_wheel_as_keys,
    plain_key,
)
from mplex.term.keys import (
    CTRL,
    META,
    NAMED_KEYS,
    SHIFT,
    Key,
    KeyEvent,
    MouseEvent,
    PasteEvent,
    canonical,
    parse_key,
)
from mplex.vt.screen import Screen


@dataclass
class Modes:
    """The input modes of a program that has set nothing."""

    application_cursor: bool = False
    application_keypad: bool = False
    newline_mode: bool = False
    backarrow: bool = False
    bracketed_paste: bool = False
    focus_events: bool = False
    mouse_mode: int = 0
    mouse_encoding: int = 0
    cell_width: int = 8
    cell_height: int = 16
    alternate: bool = False
    alternate_scroll: bool = False
    kitty_flags: int = 0
    modify_other_keys: int = 0


def encoded(name: str, **modes: int) -> bytes:
    return encode_key(parse_key(name), Modes(**modes))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a", b"a"),
        ("A", b"A"),
        ("é", "é".encode()),
        ("Space", b" "),
        ("C-a", b"\x01"),
        ("C-Space", b"\x00"),
        ("C-[", b"\x1b"),
        ("C-_", b"\x1f"),
        ("C-/", b"\x1f"),
        ("C-?", b"\x7f"),
        ("C-S-a", b"\x01"),
        ("C-;", b";"),
        ("M-x", b"\x1bx"),
        ("C-M-x", b"\x1b\x18"),
        ("M-é", "\x1bé".encode()),
        ("D-c", b""),
        ("Enter", b"\r"),
        ("S-Enter", b"\r"),
        ("M-Enter", b"\x1b\r"),
        ("Tab", b"\t"),
        ("C-Tab", b"\t"),
        ("BTab", b"\x1b[Z"),
        ("Escape", b"\x1b"),
        ("BSpace", b"\x7f"),
        ("C-BSpace", b"\x08"),
        ("M-BSpace", b"\x1b\x7f"),
        ("Up", b"\x1b[A"),
        ("C-Up", b"\x1b[1;5A"),
        ("M-S-Left", b"\x1b[1;4D"),
        ("Home", b"\x1b[H"),
        ("DC", b"\x1b[3~"),
        ("C-DC", b"\x1b[3;5~"),
        ("NPage", b"\x1b[6~"),
        ("F1", b"\x1bOP"),
        ("S-F1", b"\x1b[1;2P"),
        ("F5", b"\x1b[15~"),
        ("F12", b"\x1b[24~"),
        ("F13", b"\x1b[1;2P"),
        ("F24", b"\x1b[24;2~"),
        ("KP5", b"5"),
        ("KPEnter", b"\r"),
        ("FocusIn", b""),
    ],
)
def test_plain_keys(name: str, data: bytes) -> None:
    assert encoded(name) == data


@pytest.mark.parametrize("term", ["tmux-256color", "screen"])
def test_home_and_end_are_those_of_the_terminal_description(term: str) -> None:
    for modes in (Modes(), Modes(application_cursor=True)):
        assert encode_key(Key("Home"), modes, term) == b"\x1b[1~"
        assert encode_key(Key("End"), modes, term) == b"\x1b[4~"
        assert encode_key(Key("End", CTRL), modes, term) == b"\x1b[1;5F"
    assert encode_key(Key("End"), Modes(kitty_flags=1), term) == b"\x1b[F"


def test_application_modes_change_cursor_and_keypad() -> None:
    assert encoded("Up", application_cursor=True) == b"\x1bOA"
    assert encoded("Home", application_cursor=True) == b"\x1bOH"
    assert encoded("C-Up", application_cursor=True) == b"\x1b[1;5A"
    assert encoded("KP5", application_keypad=True) == b"\x1bOu"
    assert encoded("KPEnter", application_keypad=True) == b"\x1bOM"
    assert encoded("KP+", application_keypad=True) == b"\x1bOk"


@pytest.mark.parametrize(
    ("name", "level1", "level2"),
    [
        ("C-Enter", b"\x1b[27;5;13~", b"\x1b[27;5;13~"),
        ("S-Enter", b"\x1b[27;2;13~", b"\x1b[27;2;13~"),
        ("C-Tab", b"\x1b[27;5;9~", b"\x1b[27;5;9~"),
        ("C-;", b"\x1b[27;5;59~", b"\x1b[27;5;59~"),
        ("C-1", b"\x1b[27;5;49~", b"\x1b[27;5;49~"),
        ("C-S-a", b"\x1b[27;6;65~", b"\x1b[27;6;65~"),
        ("C-a", b"\x01", b"\x1b[27;5;97~"),
        ("M-a", b"\x1ba", b"\x1b[27;3;97~"),
        ("M-Enter", b"\x1b\r", b"\x1b[27;3;13~"),
        ("BTab", b"\x1b[Z", b"\x1b[27;2;9~"),
        ("C-BSpace", b"\x08", b"\x1b[27;5;127~"),
        ("a", b"a", b"a"),
        ("A", b"A", b"A"),
        ("Enter", b"\r", b"\r"),
        ("C-Up", b"\x1b[1;5A", b"\x1b[1;5A"),
    ],
)
def test_modify_other_keys(name: str, level1: bytes, level2: bytes) -> None:
    assert encoded(name, modify_other_keys=1) == level1
    assert encoded(name, modify_other_keys=2) == level2


@pytest.mark.parametrize(
    ("name", "disambiguate", "everything"),
    [
        ("a", b"a", b"\x1b[97;;97u"),
        ("A", b"A", b"\x1b[97;2;65u"),
        ("Enter", b"\r", b"\x1b[13u"),
        ("Tab", b"\t", b"\x1b[9u"),
        ("BSpace", b"\x7f", b"\x1b[127u"),
        ("Escape", b"\x1b[27u", b"\x1b[27u"),
        ("S-Enter", b"\x1b[13;2u", b"\x1b[13;2u"),
        ("C-Enter", b"\x1b[13;5u", b"\x1b[13;5u"),
        ("BTab", b"\x1b[9;2u", b"\x1b[9;2u"),
        ("C-a", b"\x1b[97;5u", b"\x1b[97;5u"),
        ("C-S-a", b"\x1b[97;6u", b"\x1b[97;6u"),
        ("M-A", b"\x1b[97;4u", b"\x1b[97;4u"),
        ("C-i", b"\x1b[105;5u", b"\x1b[105;5u"),
        ("D-c", b"\x1b[99;9u", b"\x1b[99;9u"),
        ("Up", b"\x1b[A", b"\x1b[A"),
        ("F1", b"\x1b[P", b"\x1b[P"),
        ("F3", b"\x1b[13~", b"\x1b[13~"),
        ("C-F3", b"\x1b[13;5~", b"\x1b[13;5~"),
        ("F13", b"\x1b[57376u", b"\x1b[57376u"),
        ("KP5", b"5", b"\x1b[57404;;53u"),
    ],
)
def test_kitty_keyboard_protocol(name: str, disambiguate: bytes, everything: bytes) -> None:
    assert encoded(name, kitty_flags=1) == disambiguate
    assert encoded(name, kitty_flags=1 | 8 | 16) == everything


def test_kitty_alternates_name_the_shifted_character() -> None:
    assert encoded("M-A", kitty_flags=1 | 4) == b"\x1b[97:65;4u"


def test_a_screen_of_the_emulator_has_all_input_modes() -> None:
    screen = Screen(80, 24)
    assert encode_key(Key("Up"), screen) == b"\x1b[A"
    assert encode_paste(b"x", screen) == b"x"
    assert encode_mouse(MouseEvent("down", 1, 0, 0), 0, 0, screen) == b""
    assert encode_wheel_as_keys(MouseEvent("wheel-up", 0, 0, 0), screen) == b""
    assert encode_focus(True, screen) == b""


BASES = [n.name for n in NAMED_KEYS if not n.name.startswith("Focus")] + list(" aAé1;日~")
keys = st.builds(canonical, st.sampled_from(BASES), st.integers(0, 7))


def decoded(data: bytes) -> Key:
    decoder = KeyDecoder()
    (event,) = decoder.feed(data) + decoder.flush()
    assert isinstance(event, KeyEvent)
    return event.key


@settings(deadline=None)
@given(keys, st.sampled_from([1 | 4 | 8, 1 | 8 | 16, 1 | 4 | 8 | 16]))
def test_everything_comes_back_through_the_kitty_protocol(key: Key, flags: int) -> None:
    if key.base == "KPEnter":
        assert decoded(encode_key(key, Modes(kitty_flags=flags))).base == "KPEnter"
    else:
        assert decoded(encode_key(key, Modes(kitty_flags=flags))) == key


@settings(deadline=None)
@given(keys, st.booleans())
def test_modified_keys_come_back_through_modify_other_keys(key: Key, application: bool) -> None:
    if key.base.startswith("KP") or key.base in [f"F{n}" for n in range(13, 25)]:
        key = Key("a", key.mods & ~SHIFT)
    modes = Modes(modify_other_keys=2, application_cursor=application)
    if key.base == " " or key.mods != SHIFT or len(key.base) > 1:
        assert decoded(encode_key(key, modes)) == key


@settings(deadline=None)
@given(
    st.builds(
        Modes,
        **{name: st.booleans() for name in ("application_cursor", "newline_mode", "backarrow")},
        application_keypad=st.booleans(),
        kitty_flags=st.sampled_from([0, 0, 1, 9, 24]),
        modify_other_keys=st.integers(0, 2),
    ),
    keys | st.sampled_from([Key(char) for char in "aA é日;"]),
    st.sampled_from(["on", "off", "always"]),
)
def test_the_short_road_of_plain_keys_ends_where_the_long_one_does(
    modes: Modes, key: Key, extended: str
) -> None:
    found = plain_key(key, modes)
    assert found in (b"", encode_key(key, modes, extended=extended))
    assert bool(found) == (len(key.base) == 1 and not key.mods and not modes.kitty_flags)


# Pastes.


def test_a_paste_has_brackets_where_they_are_wanted() -> None:
    assert encode_paste(b"a\nb", Modes()) == b"a\rb"
    assert encode_paste(b"a\r\nb\t", Modes(bracketed_paste=True)) == b"\x1b[200~a\rb\t\x1b[201~"


@settings(deadline=None)
@given(st.binary(), st.booleans())
def test_a_paste_presses_no_key(data: bytes, bracketed: bool) -> None:
    hostile = data + b"\x1b[20\x1b[201~1~rm\x03"
    sent = encode_paste(hostile, Modes(bracketed_paste=bracketed))
    inner = sent
    if bracketed:
        assert KeyDecoder().feed(sent) == [PasteEvent(sent[6:-6])]
        inner = sent[6:-6]
    assert not set(inner) & (set(range(0x20)) - set(b"\t\r"))
    assert b"\x7f" not in inner


# The mouse.

DOWN, UP = MouseEvent("down", 1, 9, 9), MouseEvent("up", 3, 9, 9)
DRAG, MOVE = MouseEvent("drag", 2, 9, 9), MouseEvent("move", 0, 9, 9)
WHEEL = MouseEvent("wheel-down", 0, 9, 9)


@pytest.mark.parametrize(
    ("mode", "wanted"),
    [
        (0, []),
        (9, [DOWN, WHEEL]),
        (1000, [DOWN, UP, WHEEL]),
        (1001, [DOWN, UP, WHEEL]),
        (1002, [DOWN, UP, DRAG, WHEEL]),
        (1003, [DOWN, UP, DRAG, MOVE, WHEEL]),
    ],
)
def test_each_mode_reports_its_events(mode: int, wanted: list[MouseEvent]) -> None:
    modes = Modes(mouse_mode=mode, mouse_encoding=1006)
    sent = [e for e in (DOWN, UP, DRAG, MOVE, WHEEL) if encode_mouse(e, 1, 2, modes)]
    assert sent == wanted


@pytest.mark.parametrize(
    ("encoding", "event", "data"),
    [
        (1006, DOWN, b"\x1b[<0;3;2M"),
        (1006, UP, b"\x1b[<2;3;2m"),
        (1006, DRAG, b"\x1b[<33;3;2M"),
        (1006, MOVE, b"\x1b[<35;3;2M"),
        (1006, WHEEL, b"\x1b[<65;3;2M"),
        (1006, DOWN._replace(mods=SHIFT | META | CTRL), b"\x1b[<28;3;2M"),
        (1006, DOWN._replace(button=9), b"\x1b[<129;3;2M"),
        (0, DOWN, b'\x1b[M #"'),
        (0, UP, b'\x1b[M##"'),
        (1016, DOWN, b"\x1b[<0;21;25M"),
        (1015, UP, b"\x1b[35;3;2M"),
        (1005, DOWN, b'\x1b[M #"'),
    ],
)
def test_mouse_encodings(encoding: int, event: MouseEvent, data: bytes) -> None:
    assert encode_mouse(event, 1, 2, Modes(mouse_mode=1003, mouse_encoding=encoding)) == data


def test_coordinates_have_their_limits() -> None:
    x10, utf8 = Modes(mouse_mode=1000), Modes(mouse_mode=1000, mouse_encoding=1005)
    assert encode_mouse(DOWN, 0, 222, x10) == b"\x1b[M \xff!"
    assert encode_mouse(DOWN, 0, 223, x10) == b""
    assert encode_mouse(DOWN, 0, 300, utf8) == b"\x1b[M " + chr(333).encode() + b"!"
    assert encode_mouse(DOWN, 0, 2015, utf8) == b""
    assert encode_mouse(DOWN, -1, 0, x10) == b""


def test_mode_9_has_no_modifiers() -> None:
    modes = Modes(mouse_mode=9, mouse_encoding=1006)
    assert encode_mouse(DOWN._replace(mods=CTRL), 1, 2, modes) == b"\x1b[<0;3;2M"


def test_the_wheel_moves_the_cursor_of_a_full_screen_program_without_mouse() -> None:
    modes = Modes(alternate=True, alternate_scroll=True, application_cursor=True)
    assert encode_wheel_as_keys(WHEEL, modes) == b"\x1bOB" * 3
    assert encode_wheel_as_keys(DOWN, modes) == b""
    assert encode_wheel_as_keys(WHEEL, Modes(alternate=True)) == b""


def test_focus_is_reported_where_it_is_wanted() -> None:
    assert encode_focus(True, Modes(focus_events=True)) == b"\x1b[I"
    assert encode_focus(False, Modes(focus_events=True)) == b"\x1b[O"
    assert encode_key(Key("FocusOut"), Modes(focus_events=True)) == b"\x1b[O"
