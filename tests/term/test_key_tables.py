"""Every key with every modifier as xterm and kitty send it, and back through the decoder.

The tables are written down from xterm's ctlseqs ("PC-Style Function Keys", "Alt and Meta Keys",
modifyOtherKeys) and from the kitty keyboard protocol's description, not from our encoder's tables.
"""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mplex.term.key_decoder import KeyDecoder
from mplex.term.key_encoder import encode_key
from mplex.term.keys import CTRL, META, NAMED_KEYS, SHIFT, SUPER, Key, KeyEvent, canonical
from tests.term.test_key_encoder import Modes

MODIFIERS = range(1, 16)
LETTER_KEYS = {
    "Up": "A", "Down": "B", "Right": "C", "Left": "D", "Home": "H", "End": "F",
    "F1": "P", "F2": "Q", "F3": "R", "F4": "S",
}  # fmt: skip
NUMBER_KEYS = {
    "IC": 2, "DC": 3, "PPage": 5, "NPage": 6, "F5": 15, "F6": 17, "F7": 18, "F8": 19, "F9": 20,
    "F10": 21, "F11": 23, "F12": 24,
}  # fmt: skip
KITTY_NUMBERS = {
    **{f"F{n}": 57376 + n - 13 for n in range(13, 25)},
    **{f"KP{n}": 57399 + n for n in range(10)},
    "KP.": 57409, "KP/": 57410, "KP*": 57411, "KP-": 57412, "KP+": 57413, "KPEnter": 57414,
    "Escape": 27, "Enter": 13, "Tab": 9, "BSpace": 127,
}  # fmt: skip
CONTROLS = {
    **{chr(ord("a") + n): 1 + n for n in range(26)},
    " ": 0, "@": 0, "[": 27, "\\": 28, "]": 29, "^": 30, "_": 31, "?": 127, "/": 31,
    "2": 0, "3": 27, "4": 28, "5": 29, "6": 30, "7": 31, "8": 127, "~": 30,
    **{c: ord(c) for c in "019;',.=`"},
}  # fmt: skip
"""What a character sends with Control, in the legacy tables of xterm and kitty alike."""


def sent(base: str, mods: int = 0, **modes: int) -> bytes:
    return encode_key(canonical(base, mods), Modes(**modes))  # type: ignore[arg-type]


@pytest.mark.parametrize("key", LETTER_KEYS)
def test_keys_with_a_letter(key: str) -> None:
    letter = LETTER_KEYS[key]
    plain = f"\x1bO{letter}" if letter in "PQRS" else f"\x1b[{letter}"
    assert sent(key) == plain.encode()
    assert sent(key, application_cursor=1) == f"\x1bO{letter}".encode()
    for mods in MODIFIERS:
        wanted = f"\x1b[1;{mods + 1}{letter}".encode()
        assert sent(key, mods) == wanted
        assert sent(key, mods, application_cursor=1) == wanted
        assert sent(key, mods, modify_other_keys=2) == wanted


@pytest.mark.parametrize("key", NUMBER_KEYS)
def test_keys_with_a_number(key: str) -> None:
    number = NUMBER_KEYS[key]
    for modes in ({}, {"application_cursor": 1}, {"modify_other_keys": 2}, {"kitty_flags": 9}):
        assert sent(key, **modes) == f"\x1b[{number}~".encode()
        for mods in MODIFIERS:
            assert sent(key, mods, **modes) == f"\x1b[{number};{mods + 1}~".encode()


@pytest.mark.parametrize("key", [f"F{n}" for n in range(13, 25)])
def test_function_keys_beyond_twelve_are_shifted_ones(key: str) -> None:
    low = f"F{int(key[1:]) - 12}"
    for mods in (0, CTRL, META, CTRL | META, SUPER):
        assert sent(key, mods) == sent(low, mods | SHIFT)


@pytest.mark.parametrize("char", CONTROLS)
def test_control_with_a_character(char: str) -> None:
    byte = bytes([CONTROLS[char]])
    assert sent(char, CTRL) == byte
    assert sent(char, CTRL | META) == b"\x1b" + byte


@pytest.mark.parametrize("char", [chr(c) for c in range(0x20, 0x7F)])
def test_alt_with_a_character_is_escape_and_it(char: str) -> None:
    assert sent(char) == char.encode()
    assert sent(char, META) == b"\x1b" + char.encode()


@pytest.mark.parametrize(
    ("key", "plain", "shift", "alt", "ctrl"),
    [
        ("Enter", b"\r", b"\r", b"\x1b\r", b"\r"),
        ("Tab", b"\t", b"\x1b[Z", b"\x1b\t", b"\t"),
        ("Escape", b"\x1b", b"\x1b", b"\x1b\x1b", b"\x1b"),
        ("BSpace", b"\x7f", b"\x7f", b"\x1b\x7f", b"\x08"),
    ],
)
def test_editing_keys(key: str, plain: bytes, shift: bytes, alt: bytes, ctrl: bytes) -> None:
    found = [sent(key, mods) for mods in (0, SHIFT, META, CTRL)]
    assert found == [plain, shift, alt, ctrl]


def test_the_backarrow_mode_swaps_the_two_bytes() -> None:
    assert sent("BSpace", backarrow=1) == b"\x08"
    assert sent("BSpace", CTRL, backarrow=1) == b"\x7f"
    assert sent("BSpace", META, backarrow=1) == b"\x1b\x08"


def test_newline_mode_adds_a_line_feed_to_enter() -> None:
    assert sent("Enter", newline_mode=1) == b"\r\n"
    assert sent("KPEnter", newline_mode=1) == b"\r\n"
    assert sent("m", CTRL, newline_mode=1) == b"\r"


KEYPAD_LETTERS = dict(zip("0123456789.+-*/", "pqrstuvwxynkmjo", strict=True))


@pytest.mark.parametrize("char", KEYPAD_LETTERS)
def test_the_keypad_in_its_two_modes(char: str) -> None:
    assert sent(f"KP{char}") == char.encode()
    assert sent(f"KP{char}", application_keypad=1) == b"\x1bO" + KEYPAD_LETTERS[char].encode()


@pytest.mark.parametrize("level", [1, 2])
@pytest.mark.parametrize("mods", [SHIFT | CTRL, META | CTRL | SHIFT, SUPER, SUPER | CTRL])
@pytest.mark.parametrize("char", ["a", "i", "m", "[", ";", "1", " "])
def test_other_keys_with_many_modifiers(char: str, mods: int, level: int) -> None:
    code = ord(char.upper() if mods & SHIFT else char)
    assert sent(char, mods, modify_other_keys=level) == f"\x1b[27;{mods + 1};{code}~".encode()


# The kitty keyboard protocol.


@pytest.mark.parametrize("key", [k for k in LETTER_KEYS if k != "F3"])
def test_kitty_keys_with_a_letter(key: str) -> None:
    for flags in (1, 8, 31):
        for cursor in (0, 1):
            modes = {"kitty_flags": flags, "application_cursor": cursor}
            assert sent(key, **modes) == f"\x1b[{LETTER_KEYS[key]}".encode()
            for mods in MODIFIERS:
                wanted = f"\x1b[1;{mods + 1}{LETTER_KEYS[key]}".encode()
                assert sent(key, mods, **modes) == wanted


@pytest.mark.parametrize("key", KITTY_NUMBERS)
def test_kitty_keys_with_a_number_of_their_own(key: str) -> None:
    number = KITTY_NUMBERS[key]
    assert sent(key, kitty_flags=8) == f"\x1b[{number}u".encode()
    for mods in MODIFIERS:
        if key.startswith("KP") and mods == SHIFT and key != "KPEnter":
            continue
        assert sent(key, mods, kitty_flags=1) == f"\x1b[{number};{mods + 1}u".encode()


def test_kitty_keys_that_stay_as_they_are() -> None:
    assert [sent(key, kitty_flags=1) for key in ("Enter", "Tab", "BSpace", "KP5", "a", "A")] == [
        b"\r", b"\t", b"\x7f", b"5", b"a", b"A",
    ]  # fmt: skip
    assert sent("KPEnter", kitty_flags=1) == b"\x1b[57414u"


@pytest.mark.parametrize("char", ["a", "z", "1", ";", "[", " ", "é", "日"])
def test_kitty_characters(char: str) -> None:
    code = ord(char)
    assert sent(char, kitty_flags=1) == char.encode()
    assert sent(char, kitty_flags=8) == f"\x1b[{code}u".encode()
    assert sent(char, kitty_flags=24) == f"\x1b[{code};;{code}u".encode()
    for mods in (META, CTRL, SUPER, META | CTRL, CTRL | SUPER):
        assert sent(char, mods, kitty_flags=1) == f"\x1b[{code};{mods + 1}u".encode()
        assert sent(char, mods, kitty_flags=24) == f"\x1b[{code};{mods + 1}u".encode()


def test_kitty_capitals_are_their_small_letter_with_shift() -> None:
    assert sent("A", kitty_flags=8) == b"\x1b[97;2u"
    assert sent("A", kitty_flags=12) == b"\x1b[97:65;2u"
    assert sent("A", kitty_flags=24) == b"\x1b[97;2;65u"
    assert sent("A", META, kitty_flags=1) == b"\x1b[97;4u"
    assert sent("A", CTRL, kitty_flags=1) == b"\x1b[97;5u"


def test_kitty_private_characters_are_not_taken_for_functional_keys() -> None:
    for flags in (1, 8, 31):
        assert sent("\ue020", kitty_flags=flags) == "\ue020".encode()


# There and back.

BASES = [n.name for n in NAMED_KEYS if not n.name.startswith("Focus")]
keys = st.builds(
    canonical,
    st.sampled_from(BASES)
    | st.characters(min_codepoint=0x20, exclude_categories=("Cc", "Cs", "Co")),
    st.integers(0, 15),
)
modes = st.builds(
    Modes,
    application_cursor=st.booleans(),
    application_keypad=st.booleans(),
    newline_mode=st.just(False),
    backarrow=st.booleans(),
    kitty_flags=st.sampled_from([0, 0, *range(32)]),
    modify_other_keys=st.sampled_from([0, 1, 2]),
)


@settings(deadline=None, max_examples=400)
@given(keys, modes)
def test_what_is_sent_is_a_key_that_is_sent_the_same_way(key: Key, chosen: Modes) -> None:
    data = encode_key(key, chosen)
    decoder = KeyDecoder()
    events = decoder.feed(data) + decoder.flush()
    assert all(isinstance(event, KeyEvent) for event in events)
    found = [event.key for event in events if isinstance(event, KeyEvent)]
    again = b"".join(encode_key(k, chosen) for k in found)
    keypad = key.base.startswith("KP") and key.mods
    if not chosen.backarrow and not (keypad and chosen.modify_other_keys):
        # With modifiers the keypad comes back as the characters it types.
        assert again == data
    # Meta and Escape are the bytes of Escape pressed twice, and that is what they come back as.
    assert len(found) == (2 if data == b"\x1b\x1b" else 1 if data else 0)


@settings(deadline=None, max_examples=400)
@given(keys, st.sampled_from([8, 9, 12, 13, 24, 25, 29, 31]), st.booleans())
def test_kitty_loses_nothing(key: Key, flags: int, cursor: bool) -> None:
    decoder = KeyDecoder()
    data = encode_key(key, Modes(kitty_flags=flags, application_cursor=cursor))
    (event,) = decoder.feed(data) + decoder.flush()
    assert isinstance(event, KeyEvent)
    assert event.key == key
