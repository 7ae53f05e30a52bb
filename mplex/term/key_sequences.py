"""Which escape sequence means which key: the tables that the decoder and the encoder share.

Sources: xterm's ctlseqs ("PC-Style Function Keys", "VT220-Style Function Keys"), terminfo of rxvt
and linux, and the kitty keyboard protocol's table of functional keys. Tables only; nothing here
reads bytes.
"""

from __future__ import annotations

LETTERS: dict[str, str] = {
    "A": "Up",
    "B": "Down",
    "C": "Right",
    "D": "Left",
    "H": "Home",
    "F": "End",
    "P": "F1",
    "Q": "F2",
    "R": "F3",
    "S": "F4",
}
"""Final letter of `CSI X`, `CSI 1;mod X` and `SS3 X`, and its key."""

NUMBERS: dict[int, str] = {
    1: "Home",
    2: "IC",
    3: "DC",
    4: "End",
    5: "PPage",
    6: "NPage",
    7: "Home",
    8: "End",
    11: "F1",
    12: "F2",
    13: "F3",
    14: "F4",
    15: "F5",
    17: "F6",
    18: "F7",
    19: "F8",
    20: "F9",
    21: "F10",
    23: "F11",
    24: "F12",
    25: "F13",
    26: "F14",
    28: "F15",
    29: "F16",
    31: "F17",
    32: "F18",
    33: "F19",
    34: "F20",
}
"""Number of `CSI n ~` and its key: VT220 with rxvt's Home and End."""

KEYPAD: dict[str, str] = {
    **{chr(ord("p") + n): f"KP{n}" for n in range(10)},
    "j": "KP*",
    "k": "KP+",
    "m": "KP-",
    "n": "KP.",
    "o": "KP/",
    "M": "KPEnter",
}
"""Final letter of `SS3 x` in application keypad mode, and its key."""

SS3_EXTRA: dict[str, str] = {"E": "KP5", "I": "Tab", " ": " ", "X": "=", "l": ","}
"""Final letters of `SS3 x` that are decoded and never sent."""

LINUX_CONSOLE: dict[str, str] = {"A": "F1", "B": "F2", "C": "F3", "D": "F4", "E": "F5"}
"""Letter behind `CSI [`, and its key."""

KITTY: dict[int, str] = {
    9: "Tab",
    13: "Enter",
    27: "Escape",
    127: "BSpace",
    **{57376 + n: f"F{13 + n}" for n in range(12)},
    **{57399 + n: f"KP{n}" for n in range(10)},
    57409: "KP.",
    57410: "KP/",
    57411: "KP*",
    57412: "KP-",
    57413: "KP+",
    57414: "KPEnter",
    57415: "=",
    57416: ",",
    57417: "Left",
    57418: "Right",
    57419: "Up",
    57420: "Down",
    57421: "PPage",
    57422: "NPage",
    57423: "Home",
    57424: "End",
    57425: "IC",
    57426: "DC",
    57427: "KP5",
}
"""Number of `CSI n u` and its key, where that is not simply the character of that number."""

KITTY_PRIVATE = range(57344, 63744)
"""Numbers of functional keys in the kitty protocol; those not in the table are not keys for us."""
