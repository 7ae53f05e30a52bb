"""Keys and the other things a terminal sends, as values; and the names that people write for keys.

A key is a base (a printable character or one of `NAMED_KEYS`) plus modifier bits, in one canonical
form, so that two keys are the same exactly when they are equal. How keys travel as bytes is the
business of `key_decoder` and `key_encoder`.
"""

from __future__ import annotations

from typing import NamedTuple

from mplex.errors import UsageError

SHIFT, META, CTRL, SUPER = 1, 2, 4, 8
"""Modifier bits, numbered as xterm and kitty send them (their parameter is the bits plus one)."""


class Key(NamedTuple):
    """A key in canonical form: see `canonical` for the rules."""

    base: str
    mods: int = 0


class KeyEvent(NamedTuple):
    """A key that was pressed or repeated."""

    key: Key
    raw: bytes
    """The bytes it came as."""
    text: str = ""
    """What it types; empty for a key that types nothing."""


class MouseEvent(NamedTuple):
    """Something that the mouse did, in zero-based cells of the client's terminal."""

    action: str
    """down, up, drag, move, wheel-up, wheel-down, wheel-left, wheel-right."""
    button: int
    """1 left, 2 middle, 3 right, 8 to 11 the extra ones, 0 none or unknown."""
    row: int
    col: int
    mods: int = 0
    raw: bytes = b""


class PasteEvent(NamedTuple):
    """The content of a bracketed paste; one beyond the decoder's limit comes in several events."""

    data: bytes


class FocusEvent(NamedTuple):
    """The terminal gained or lost the keyboard focus."""

    gained: bool


class ReplyEvent(NamedTuple):
    """The terminal's answer to a question, or a report that it sends by itself.

    `kind` is one of da1, da2, xtversion, cpr, decrqm, osc, kitty, modify, theme, window, dsr, dcs,
    apc.
    """

    kind: str
    params: tuple[str | int, ...]


Event = KeyEvent | MouseEvent | PasteEvent | FocusEvent | ReplyEvent


class _Name(NamedTuple):
    name: str
    aliases: tuple[str, ...] = ()
    text: str = ""


NAMED_KEYS: tuple[_Name, ...] = (
    _Name("Enter", ("Return",)),
    _Name("Escape", ("Esc",)),
    _Name("Tab"),
    _Name("BTab"),
    _Name("BSpace", ("Backspace",)),
    _Name("Up"),
    _Name("Down"),
    _Name("Left"),
    _Name("Right"),
    _Name("Home"),
    _Name("End"),
    _Name("IC", ("Insert",)),
    _Name("DC", ("Delete",)),
    _Name("PPage", ("PageUp", "PgUp")),
    _Name("NPage", ("PageDown", "PgDn")),
    *(_Name(f"F{n}") for n in range(1, 25)),
    *(_Name(f"KP{c}", text=c) for c in "0123456789.+-*/"),
    _Name("KPEnter"),
    _Name("FocusIn"),
    _Name("FocusOut"),
)
"""Every key that is not a character: tmux's name, other names for it, what it types."""

_BASES = {alias.lower(): n.name for n in NAMED_KEYS for alias in (n.name, *n.aliases)}
_BASES["space"] = " "
_TEXTS = {n.name: n.text for n in NAMED_KEYS}
_MODIFIERS = {"c": CTRL, "m": META, "s": SHIFT}
_PREFIXES = ((CTRL, "C-"), (META, "M-"), (SHIFT, "S-"), (SUPER, "D-"))
_MODIFIERS["d"] = SUPER


def canonical(base: str, mods: int) -> Key:
    """Return the one form of a key.

    A shifted letter is the capital letter without SHIFT, except with CTRL, where the letter is
    small and SHIFT stays; Shift-Tab is BTab; C-@ is C-Space, since both are the byte 0.
    """
    if base == "@" and mods & CTRL:
        return Key(" ", mods)
    if len(base) == 1:
        if mods & CTRL:
            lower = base.lower()
            return Key(lower if len(lower) == 1 else base, mods)
        upper = base.upper()
        if mods & SHIFT and upper != base and len(upper) == 1:
            return Key(upper, mods & ~SHIFT)
        return Key(base, mods & ~SHIFT if base.isupper() else mods)
    if base in ("Tab", "BTab") and mods & SHIFT:
        return Key("BTab", mods & ~SHIFT)
    return Key(base, mods)


def text_of(key: Key) -> str:
    """Return what a key types, empty if nothing."""
    if key.mods & ~SHIFT:
        return ""
    return key.base if len(key.base) == 1 else _TEXTS.get(key.base, "")


def parse_key(text: str) -> Key:
    """Read a key as people write it: `C-b`, `^b`, `M-Left`, `S-F5`, `PageUp`, `é`, `0x1b`.

    Raises:
        UsageError: no key is called that.
    """
    mods, rest = 0, text
    while len(rest) > 2 and rest[1] == "-" and rest[0].lower() in _MODIFIERS:
        mods |= _MODIFIERS[rest[0].lower()]
        rest = rest[2:]
    if len(rest) > 1 and rest[0] == "^":
        mods |= CTRL
        rest = rest[1:]
    if len(rest) == 1 and rest.isprintable():
        return canonical(rest, mods)
    base = _BASES.get(rest.lower())
    if base is not None:
        return canonical(base, mods)
    if rest[:2].lower() == "0x":
        return _parse_code(text, rest[2:], mods)
    raise UsageError(f"unknown key: {text}")


def _parse_code(text: str, digits: str, mods: int) -> Key:
    try:
        code = int(digits, 16)
        char = chr(code)
    except (ValueError, OverflowError):
        raise UsageError(f"unknown key: {text}") from None
    if code < 0x20 or code == 0x7F:
        key = control_key(code)
        return canonical(key.base, key.mods | mods)
    if not char.isprintable():
        raise UsageError(f"unknown key: {text}")
    return canonical(char, mods)


def control_key(code: int) -> Key:
    """Return the key whose byte is the control character `code` (0 to 31, or 127)."""
    named = {0x00: " ", 0x09: "Tab", 0x0D: "Enter", 0x1B: "Escape", 0x7F: "BSpace"}.get(code)
    if named == " ":
        return Key(" ", CTRL)
    return Key(named) if named else Key(chr(code + 0x40).lower(), CTRL)


def key_name(key: Key) -> str:
    """Return tmux's name of a key; `parse_key` reads it back."""
    if not key.mods and key.base != " ":
        return key.base
    prefix = "".join(name for bit, name in _PREFIXES if key.mods & bit)
    return prefix + ("Space" if key.base == " " else key.base)
