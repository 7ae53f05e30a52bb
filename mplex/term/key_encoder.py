"""Events to the bytes that a pane's program expects, in the modes which that program has chosen.

Keys come out as xterm sends them ("PC-Style Function Keys"), or as modifyOtherKeys or the kitty
keyboard protocol say when the program asked for one of those. The inverse, for the user's own
terminal, is `key_decoder`; both use the tables in `key_sequences`. Pastes and the mouse have
modules of their own, and are offered here as well.
"""

from __future__ import annotations

from mplex.term.input_modes import InputModes
from mplex.term.key_sequences import KEYPAD, KITTY, KITTY_PRIVATE, LETTERS, NUMBERS
from mplex.term.keys import CTRL, META, SHIFT, SUPER, Key, text_of
from mplex.term.mouse_encoder import encode_mouse, encode_wheel_as_keys
from mplex.term.paste_encoder import encode_paste

__all__ = [
    "InputModes",
    "encode_focus",
    "encode_key",
    "encode_mouse",
    "encode_paste",
    "encode_wheel_as_keys",
    "plain_key",
]

KITTY_DISAMBIGUATE, KITTY_EVENTS, KITTY_ALTERNATES, KITTY_ALL, KITTY_TEXT = 1, 2, 4, 8, 16
"""Flags of the kitty keyboard protocol. Releases are not sent, so the second changes nothing."""

_LETTER_OF = {base: letter for letter, base in LETTERS.items()}
_NUMBER_OF = {base: n for n, base in reversed(NUMBERS.items()) if base not in _LETTER_OF}
_KEYPAD_OF = {base: letter for letter, base in KEYPAD.items()}
_KITTY_OF = {base: code for code, base in reversed(KITTY.items())}
_PLAIN = {"Enter": b"\r", "Tab": b"\t", "Escape": b"\x1b", "BSpace": b"\x7f", "KPEnter": b"\r"}
_CODES = {"Enter": 13, "Tab": 9, "BTab": 9, "Escape": 27, "BSpace": 127, "KPEnter": 13}
_SHIFTED_F = {f"F{12 + n}": f"F{n}" for n in range(1, 13)}
"""F13 to F24 are sent as Shift with F1 to F12, as terminfo of xterm and tmux says."""

_VT220_HOME = {Key("Home"): b"\x1b[1~", Key("End"): b"\x1b[4~"}
"""Home and End where terminfo has them among the editing keys, whatever the cursor keys' mode."""

_CONTROL_BYTES = {
    **{chr(code + 0x60): code for code in range(1, 27)},
    " ": 0x00,
    "@": 0x00,
    "2": 0x00,
    "[": 0x1B,
    "3": 0x1B,
    "\\": 0x1C,
    "4": 0x1C,
    "]": 0x1D,
    "5": 0x1D,
    "^": 0x1E,
    "6": 0x1E,
    "~": 0x1E,
    "_": 0x1F,
    "7": 0x1F,
    "/": 0x1F,
    "-": 0x1F,
    "?": 0x7F,
    "8": 0x7F,
}
"""Control with a character, and the byte that terminals have for it since the VT220."""


def encode_key(key: Key, modes: InputModes, term: str = "", *, extended: str = "on") -> bytes:
    """Return the bytes of a key, empty if there are none for it.

    `term` is the TERM of the program: those of tmux and screen have another Home and End.
    `extended` is the option extended-keys: modified keys that have no bytes of their own are sent
    in full to programs that asked for it (on), to none (off), or to all (always).
    """
    if key.base in ("FocusIn", "FocusOut"):
        return encode_focus(key.base == "FocusIn", modes)
    if extended != "off" and modes.kitty_flags & (KITTY_DISAMBIGUATE | KITTY_ALL):
        return _kitty(key, modes.kitty_flags, modes)
    if len(key.base) == 1 or key.base in _CODES:
        level = max(modes.modify_other_keys, extended == "always")
        other = _modify_other_keys(key, level) if extended != "off" else b""
        if other:
            return other
    if key in _VT220_HOME and term.startswith(("tmux", "screen")):
        return _VT220_HOME[key]
    return _legacy(key, modes)


def plain_key(key: Key, modes: InputModes) -> bytes:
    """Return the bytes of a key that are the same in all modes but kitty's; empty for others."""
    if key.mods or len(key.base) != 1 or modes.kitty_flags:
        return b""
    return key.base.encode("utf-8", "replace")


def encode_focus(gained: bool, modes: InputModes) -> bytes:
    """Return the report of a focus change, empty when the program does not want it."""
    if not modes.focus_events:
        return b""
    return b"\x1b[I" if gained else b"\x1b[O"


def _legacy(key: Key, modes: InputModes) -> bytes:
    base, mods = key
    if base in _SHIFTED_F:
        base, mods = _SHIFTED_F[base], mods | SHIFT
    if base in _LETTER_OF or base in _NUMBER_OF:
        return _function(base, mods, modes)
    if mods & SUPER:
        return b""
    escape = b"\x1b" if mods & META else b""
    if base == "BTab":
        return escape + b"\x1b[Z"
    if base in _KEYPAD_OF and modes.application_keypad and not mods:
        return b"\x1bO" + _KEYPAD_OF[base].encode()
    if base == "BSpace":
        return escape + (b"\x08" if bool(mods & CTRL) != modes.backarrow else b"\x7f")
    if base in ("Enter", "KPEnter") and modes.newline_mode:
        return escape + b"\r\n"
    if base in _PLAIN:
        return escape + _PLAIN[base]
    text = text_of(Key(base, mods & SHIFT))
    if mods & CTRL and text in _CONTROL_BYTES:
        return escape + bytes([_CONTROL_BYTES[text]])
    return escape + text.encode("utf-8", "replace")


def _function(base: str, mods: int, modes: InputModes) -> bytes:
    """Return `CSI X`, `SS3 X`, `CSI 1;mod X` or `CSI n;mod ~`."""
    letter = _LETTER_OF.get(base)
    if letter is None:
        modifier = f";{mods + 1}" if mods else ""
        return f"\x1b[{_NUMBER_OF[base]}{modifier}~".encode()
    if mods:
        return f"\x1b[1;{mods + 1}{letter}".encode()
    ss3 = modes.application_cursor or letter in "PQRS"
    return (b"\x1bO" if ss3 else b"\x1b[") + letter.encode()


def _modify_other_keys(key: Key, level: int) -> bytes:
    """Return `CSI 27;mod;code ~` where xterm's modifyOtherKeys wants it, else nothing.

    Level 1 leaves alone what has well-known bytes, level 2 changes every modified key.
    """
    base, mods = key
    if base == "BTab":
        mods |= SHIFT
    if not level or not mods or _types_itself(base, mods):
        return b""
    if level == 1 and _well_known(base, mods):
        return b""
    return f"\x1b[27;{mods + 1};{_code(base, mods)}~".encode()


def _types_itself(base: str, mods: int) -> bool:
    """Say whether the only modifier is a Shift that is in the character already."""
    return mods == SHIFT and len(base) == 1 and base != " "


def _well_known(base: str, mods: int) -> bool:
    if base in _CODES:
        return mods == META or base == "BTab" or base == "BSpace" and not mods & SHIFT
    if mods & SUPER or mods & CTRL and mods & SHIFT:
        return False
    if mods & CTRL:
        return base in _CONTROL_BYTES and not base.isdigit() and base not in "/-?"
    return bool(mods & META)


def _code(base: str, mods: int) -> int:
    if len(base) > 1:
        return _CODES[base]
    upper = base.upper()
    return ord(upper if mods & SHIFT and len(upper) == 1 else base)


def _kitty(key: Key, flags: int, modes: InputModes) -> bytes:
    """Encode as the kitty keyboard protocol says, without event types."""
    base, mods = key
    everything = flags & KITTY_ALL
    if base == "BTab":
        base, mods = "Tab", mods | SHIFT
    if base in _LETTER_OF and base != "F3" or base in _NUMBER_OF:
        return _kitty_function(base, mods, modes)
    if base == "F3":
        return b"\x1b[13~" if not mods else f"\x1b[13;{mods + 1}~".encode()
    text = text_of(key)
    if len(base) == 1 and ord(base) in KITTY_PRIVATE:
        # Its number is that of a functional key.
        return base.encode()
    if not everything and (text or not mods and base in ("Enter", "Tab", "BSpace")):
        return text.encode("utf-8", "replace") or _PLAIN[base]
    if base in _KITTY_OF:
        return _kitty_unicode(str(_KITTY_OF[base]), mods, text if flags & KITTY_TEXT else "")
    lower = base.lower()
    if lower != base and len(lower) == 1:
        mods |= SHIFT
        alternate = f":{ord(base)}" if flags & KITTY_ALTERNATES else ""
    else:
        lower, alternate = base, ""
    return _kitty_unicode(f"{ord(lower)}{alternate}", mods, text if flags & KITTY_TEXT else "")


def _kitty_function(base: str, mods: int, modes: InputModes) -> bytes:
    if base in _SHIFTED_F:
        return _kitty_unicode(str(_KITTY_OF[base]), mods, "")
    if base in _LETTER_OF and not mods:
        # Neither DECCKM nor the old form of F1 to F4 counts here.
        return b"\x1b[" + _LETTER_OF[base].encode()
    return _function(base, mods, modes)


def _kitty_unicode(code: str, mods: int, text: str) -> bytes:
    """Return `CSI code;mod;text u` without what is default at the end."""
    modifier = str(mods + 1) if mods else ""
    fields = [code, modifier, ":".join(str(ord(char)) for char in text)]
    return f"\x1b[{';'.join(fields).rstrip(';')}u".encode()
