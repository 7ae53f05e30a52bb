"""Names of keys as the tables keep them: the keyboard's and the mouse's, and the order of lists.

`mplex.term.keys` knows how people write the keyboard's keys; what a mouse key is called is made
here, of what happened, with which button, and where.
"""

from __future__ import annotations

import itertools
import re

from mplex.term.keys import key_name, parse_key

_EVENTS = (
    "MouseMove",
    *(f"Mouse{what}{n}" for what in ("Down", "Up", "Drag", "DragEnd") for n in (1, 2, 3)),
    "WheelUp",
    "WheelDown",
    "WheelLeft",
    "WheelRight",
    *(f"{what}Click{n}" for what in ("Second", "Double", "Triple") for n in (1, 2, 3)),
)
_PLACES = ("Pane", "Status", "StatusLeft", "StatusRight", "StatusDefault", "Border")
MOUSE_NAMES = tuple(map("".join, itertools.product(_EVENTS, _PLACES)))
"""Every mouse key, in the order of lists."""
SPECIAL_NAMES = ("Any", "FocusIn", "FocusOut")
_CODES = {"Tab": 9, "Enter": 13, "Escape": 27, "Space": 32}
_NAMED = (
    *SPECIAL_NAMES,
    *MOUSE_NAMES,
    "BSpace",
    *(f"F{n}" for n in range(1, 25)),
    *("IC", "DC", "Home", "End", "NPage", "PPage", "BTab", "Up", "Down", "Left", "Right"),
)
_PLACE_IN_ORDER = {name: number for number, name in enumerate(_NAMED)}
_MOUSE = frozenset(MOUSE_NAMES)
_MOUSE_OR_SPECIAL = _MOUSE | frozenset(SPECIAL_NAMES)
_MODIFIED = re.compile(r"((?:[CMSD]-)*)(.+)", re.DOTALL)
_AFTER_CHARACTERS = 0x110000


def canonical_key(text: str) -> str:
    """Return the name under which tables keep the key `text`.

    Raises:
        UsageError: there is no such key.
    """
    match = _MODIFIED.fullmatch(text)
    if match and match[2] in _MOUSE_OR_SPECIAL:
        held = "".join(f"{letter}-" for letter in "CMS" if f"{letter}-" in match[1])
        return held + match[2]
    return key_name(parse_key(text))


def is_mouse_key(name: str) -> bool:
    """Say whether a canonical name is that of a mouse key."""
    match = _MODIFIED.fullmatch(name)
    return match is not None and match[2] in _MOUSE


def key_order(name: str) -> tuple[bool, bool, bool, int, str]:
    """Return what lists of keys are sorted by: modifiers last, control characters first."""
    match = _MODIFIED.fullmatch(name)
    held, base = (match[1], match[2]) if match else ("", name)
    control = "C-" in held
    if len(base) == 1 or base == "Space":
        code = _CODES[base] if base in _CODES else ord(base)
        code = code & 0x1F if control else code
        control = False
    elif base in _CODES:
        code = _CODES[base]
    else:
        code = _AFTER_CHARACTERS + _PLACE_IN_ORDER.get(base, len(_PLACE_IN_ORDER))
    return "S-" in held, control, "M-" in held, code, base
