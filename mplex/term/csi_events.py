"""What a complete control sequence from a terminal means: a key, the mouse, a reply, or nothing.

Every function takes the sequence already cut out of the stream, by `key_decoder`, and returns
events. A sequence that means nothing to us gives no event: it is dropped, never typed.
"""

from __future__ import annotations

from typing import NamedTuple

from mplex.term.key_sequences import (
    KEYPAD,
    KITTY,
    KITTY_PRIVATE,
    LETTERS,
    LINUX_CONSOLE,
    NUMBERS,
    SS3_EXTRA,
)
from mplex.term.keys import (
    CTRL,
    META,
    SHIFT,
    Event,
    FocusEvent,
    KeyEvent,
    MouseEvent,
    ReplyEvent,
    canonical,
    text_of,
)

_MODIFIER_MASK = 15
_KITTY_META = 32
_RELEASE = 3
_MAX_NUMBER = 0x10FFFF
_RXVT_MODIFIERS = {"^": CTRL, "$": SHIFT, "@": CTRL | SHIFT}
_RXVT_ARROWS = {"a": "Up", "b": "Down", "c": "Right", "d": "Left"}
_WHEEL = ("wheel-up", "wheel-down", "wheel-left", "wheel-right")


class Csi(NamedTuple):
    """A control sequence in parts."""

    leader: str
    """One of < = > ? or empty."""
    params: str
    """Digits, colons and semicolons."""
    intermediates: str
    final: str
    raw: bytes

    def numbers(self) -> list[int]:
        """Return the parameters without their sub-parameters; a missing one is 0."""
        return [number(p.partition(":")[0]) for p in self.params.split(";")]


def number(digits: str) -> int:
    """Read a parameter; missing is 0, and a number beyond any code point is cut there."""
    if not digits.isdigit():
        return 0
    return min(int(digits), _MAX_NUMBER) if len(digits) < 9 else _MAX_NUMBER


def modifiers(param: str) -> int:
    """Turn a modifier parameter (1 + bits, perhaps `:event`) into our bits."""
    bits = max(number(param.partition(":")[0]) - 1, 0)
    return bits & _MODIFIER_MASK | (META if bits & _KITTY_META else 0)


def key_event(base: str, mods: int, raw: bytes) -> KeyEvent:
    """Make the event of a key in canonical form."""
    key = canonical(base, mods)
    return KeyEvent(key, raw, text_of(key))


def csi_events(csi: Csi) -> list[Event]:
    """Return what a control sequence says."""
    if csi.leader == "<" and csi.final in "Mm" and not csi.intermediates:
        return _sgr_mouse(csi)
    if csi.leader or csi.final in "cnty" and csi.final != "u":
        return _reply(csi)
    if csi.intermediates:
        return []
    if csi.final == "u":
        return _unicode_key(csi)
    if csi.final == "M" and csi.params.count(";") == 2:
        button, col, row = csi.numbers()
        return mouse_events(button - 32, row - 1, col - 1, csi.raw)
    if csi.final in "IO" and not csi.params:
        return [FocusEvent(csi.final == "I")]
    return _function_key(csi)


def _function_key(csi: Csi) -> list[Event]:
    """Read `CSI n;mod ~`, `CSI 1;mod X` and rxvt's and the linux console's forms of them."""
    first, _, rest = csi.params.partition(";")
    modifier = rest.partition(";")[0]
    if modifier.partition(":")[2] == str(_RELEASE):
        return []
    mods = modifiers(modifier)
    if csi.final == "~":
        if number(first) == 27 and rest.count(";") == 1:
            return _code_key(number(rest.partition(";")[2]), mods, csi.raw)
        base = NUMBERS.get(number(first))
    elif csi.final in _RXVT_MODIFIERS:
        base, mods = NUMBERS.get(number(first)), _RXVT_MODIFIERS[csi.final]
    elif csi.final in _RXVT_ARROWS and not csi.params:
        base, mods = _RXVT_ARROWS[csi.final], SHIFT
    elif csi.final == "Z":
        base = "BTab"
    elif csi.final == "R" and rest and (number(first) != 1 or not 2 <= number(modifier) <= 16):
        return [ReplyEvent("cpr", tuple(csi.numbers()))]
    else:
        base = LETTERS.get(csi.final) or ("KP5" if csi.final == "E" else None)
    return [key_event(base, mods, csi.raw)] if base else []


def _code_key(code: int, mods: int, raw: bytes) -> list[Event]:
    """Return the key of a code point or of a functional number of the kitty protocol."""
    base = KITTY.get(code)
    if base is None:
        if code in KITTY_PRIVATE or 0xD800 <= code < 0xE000 or code < 0x20 or 0x7F <= code < 0xA0:
            return []
        base = chr(code)
    return [key_event(base, mods, raw)]


def _unicode_key(csi: Csi) -> list[Event]:
    """Read `CSI code:shifted:layout ; mod:event ; text u` of the kitty protocol and fixterms."""
    fields = [field.split(":") for field in csi.params.split(";")]
    codes = [number(code) for code in fields[0]] + [0, 0]
    modifier = fields[1] if len(fields) > 1 else ["1"]
    if len(modifier) > 1 and number(modifier[1]) == _RELEASE:
        return []
    code, shifted, layout = codes[:3]
    mods = modifiers(modifier[0])
    typed = [number(c) for c in fields[2] if c] if len(fields) > 2 else []
    if typed and typed != [code] and code not in KITTY and not mods & ~SHIFT:
        return [event for c in typed for event in _code_key(c, 0, csi.raw)]
    if mods & ~SHIFT and code >= 0x80 and 0x20 < layout < 0x7F:
        # A shortcut on a layout with another alphabet: what counts is the key's place.
        code, shifted = layout, 0
    if mods & SHIFT and shifted and not mods & CTRL:
        code, mods = shifted, mods & ~SHIFT
    return _code_key(code, mods, csi.raw)


def ss3_events(modifier: str, final: str, raw: bytes) -> list[Event] | None:
    """Return the key of `ESC O [mod] final`; None if there is no such sequence."""
    if final in _RXVT_ARROWS:
        return [key_event(_RXVT_ARROWS[final], CTRL, raw)]
    base = LETTERS.get(final) or KEYPAD.get(final) or SS3_EXTRA.get(final)
    return [key_event(base, modifiers(modifier), raw)] if base else None


def linux_console_events(letter: str, raw: bytes) -> list[Event]:
    """Return the key of `CSI [ letter`, the linux console's F1 to F5."""
    base = LINUX_CONSOLE.get(letter)
    return [key_event(base, 0, raw)] if base else []


def _sgr_mouse(csi: Csi) -> list[Event]:
    if csi.params.count(";") != 2:
        return []
    button, col, row = csi.numbers()
    return mouse_events(button, row - 1, col - 1, csi.raw, released=csi.final == "m")


def mouse_events(
    code: int, row: int, col: int, raw: bytes, *, released: bool = False
) -> list[Event]:
    """Return the mouse event of a button code as in xterm's "Mouse Tracking", offset removed."""
    if code < 0 or row < 0 or col < 0:
        return []
    mods = (SHIFT if code & 4 else 0) | (META if code & 8 else 0) | (CTRL if code & 16 else 0)
    low = code & 3
    if code & 64:
        return [MouseEvent(_WHEEL[low], 0, row, col, mods, raw)]
    button = 8 + low if code & 128 else (low + 1) % 4
    if code & 32:
        action = "drag" if button else "move"
    else:
        action = "up" if released or not button else "down"
    return [MouseEvent(action, button, row, col, mods, raw)]


_REPLIES: dict[tuple[str, str, str], str] = {
    ("?", "", "c"): "da1",
    (">", "", "c"): "da2",
    ("?", "", "R"): "cpr",
    ("?", "$", "y"): "decrqm",
    ("", "$", "y"): "decrqm",
    ("?", "", "u"): "kitty",
    (">", "", "m"): "modify",
    ("", "", "t"): "window",
    ("", "", "n"): "dsr",
}
"""Leader, intermediates and final of the replies we know, and their kind."""


def _reply(csi: Csi) -> list[Event]:
    numbers = tuple(csi.numbers())
    if (csi.leader, csi.final) == ("?", "n"):
        return [ReplyEvent("theme", numbers[1:])] if numbers[0] == 997 else []
    kind = _REPLIES.get((csi.leader, csi.intermediates, csi.final))
    return [ReplyEvent(kind, numbers)] if kind else []


def string_events(introducer: str, content: bytes) -> list[Event]:
    """Return what a control string says; `introducer` is the byte behind ESC: `]`, `P` or `_`."""
    text = content.decode("utf-8", "replace")
    if introducer == "]":
        code, _, rest = text.partition(";")
        return [ReplyEvent("osc", (number(code), rest))]
    if introducer == "P":
        if text.startswith(">|"):
            return [ReplyEvent("xtversion", (text[2:],))]
        return [ReplyEvent("dcs", (text,))]
    return [ReplyEvent("apc", (text,))]
