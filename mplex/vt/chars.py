"""What kind of character: columns it takes, and whether it needs a second look.

The idea: most text is one cell a character, so `SPECIAL` (one regex class) decides in C whether a
text can be stored as it is.  `CELL_MAP` is a `str.translate` table that computes itself: a wide
character gets its stub, a control disappears, a character that may join the cell before it is
marked.  Widths come from wcwidth's tables, unless the user says otherwise; `widths` takes that
down.  Joining itself lives in `clusters`.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Sequence
from typing import Final

from mypy_extensions import i64

from mplex.vt.unicode_tables import PICTOGRAPHIC, VS16_BASES, WIDE, ZERO

DIRECT: Final = not __file__.endswith(".py")
"""Whether this is compiled, so that reading a sequence by its characters beats remembering it."""

STUB: Final = "\0"
"""The right half of a wide character."""
MARK: Final = "\x01"
"""Stands in translated text before a character that may join its left neighbour."""
ZWJ: Final = "\u200d"
VS16: Final = "\ufe0f"
MAX_MAP: Final = 20_000

_PICTOGRAPHIC_STARTS: Final = [first for first, _ in PICTOGRAPHIC]
_WIDE_STARTS: Final = [first for first, _ in WIDE]
_ZERO_STARTS: Final = [first for first, _ in ZERO]
_VS16_BASES: Final = frozenset(
    code for first, last in VS16_BASES for code in range(first, last + 1)
)


_FEW: Final = 64
"""Characters up to which looking at them one by one is faster, where it is compiled."""
_CONTROLS: Final = bytes(
    code ^ 0x80 if code < 0x20 and code != 0x0A or code == 0x7F else code for code in range(256)
)
"""Changes every control but the line feed, so what comes out the same holds none."""


def has_controls(text: str) -> bool:
    """Tell whether text may hold a control but line feeds; right where it says no.

    Several times as fast as `str.isprintable`, which looks every character up.
    """
    if text.isascii():
        raw = text.encode()
        return raw.translate(_CONTROLS) != raw
    raw = text.encode("utf-8", "surrogatepass")
    # The second byte of this lead tells C1 from the rest.
    return b"\xc2" in raw or raw.translate(_CONTROLS) != raw


def is_plain(text: str) -> bool:
    """Tell whether text is printable ASCII only."""
    size: i64 = len(text)
    if size > _FEW:
        return text.isascii() and "\n" not in text and not has_controls(text)
    if not DIRECT:
        return text.isascii() and text.isprintable()
    at: i64 = 0
    while at < size:
        if not 0x20 <= ord(text[at]) <= 0x7E:
            return False
        at += 1
    return True


_overrides: Final[list[tuple[int, int, int]]] = []


def _special_class() -> str:
    """Return the regex class of everything that is not simply one cell."""
    ranges = [(first, last) for first, last, _ in _overrides]
    ranges += [(0x00, 0x1F), (0x7F, 0x9F), (0x10000, 0x10FFFF), (0xD800, 0xDFFF)]
    for table in (WIDE, ZERO, PICTOGRAPHIC):
        ranges += [(first, min(last, 0xFFFF)) for first, last in table if 0xFF < first < 0x10000]
    ranges.sort()
    merged = [ranges[0]]
    for first, last in ranges[1:]:
        if first <= merged[-1][1] + 1:
            merged[-1] = (merged[-1][0], max(last, merged[-1][1]))
        else:
            merged.append((first, last))
    return (
        "["
        + "".join(f"{chr(a)}-{chr(b)}" for a, b in merged if b != 0x1F and a > 31)
        + ("\\x00-\\x1f]")
    )


class _Special:
    """The search of a regular expression that can be replaced."""

    def __init__(self) -> None:
        self.search: Callable[[str], re.Match[str] | None] = self._first_search

    def renew(self) -> None:
        """Take changed widths into account."""
        self.search = re.compile(_special_class()).search

    def _first_search(self, text: str) -> re.Match[str] | None:
        """Search after compiling the expression, which takes long and is not always needed."""
        self.renew()
        return self.search(text)


SPECIAL: Final = _Special()
"""Finds a character that is not simply one cell: control, wide, zero width, emoji, astral."""


def is_pictographic(char: str) -> bool:
    """Tell whether a character is an emoji in the sense of UAX 29 (Extended_Pictographic)."""
    code = ord(char)
    if code < 0xA9:
        return False
    at = bisect_right(_PICTOGRAPHIC_STARTS, code) - 1
    return code <= PICTOGRAPHIC[at][1]


def is_flag_letter(char: str) -> bool:
    """Tell whether a character is a regional indicator, half of a flag."""
    return "\U0001f1e6" <= char <= "\U0001f1ff"


def is_skin_tone(char: str) -> bool:
    """Tell whether a character is an emoji modifier (Fitzpatrick type)."""
    return "\U0001f3fb" <= char <= "\U0001f3ff"


def widens(base: str) -> bool:
    """Tell whether variation selector 16 makes this narrow character two cells wide."""
    return ord(base) in _VS16_BASES


def char_width(char: str) -> int:
    """Return the columns of one character on its own: 0, 1 or 2; controls count 0."""
    code = ord(char)
    if code < 0x7F:
        return 1 if code > 31 else 0
    if code < 0xA0:
        return 0
    for first, last, width in _overrides:
        if first <= code <= last:
            return width
    if is_flag_letter(char):
        return 2
    if 0xE0000 <= code <= 0xE0FFF:
        zero = code == 0xE0001 or 0xE0020 <= code <= 0xE007F or 0xE0100 <= code <= 0xE01EF
        return 0 if zero else 1
    at = bisect_right(_ZERO_STARTS, code) - 1
    if code <= ZERO[at][1]:
        return 0
    at = bisect_right(_WIDE_STARTS, code) - 1
    return 2 if at >= 0 and code <= WIDE[at][1] else 1


def attaches(char: str) -> bool:
    """Tell whether a zero width character is kept with its neighbour rather than dropped.

    Dropped are the bidirectional controls, the zero width space, the word joiner, the byte order
    mark and their kind: they change nothing a cell could show.
    """
    code = ord(char)
    if code in (0x200C, 0x200D):
        return True
    if code in (0x00AD, 0x061C, 0x180E, 0xFEFF) or 0xFFF0 <= code <= 0xFFFB:
        return False
    return not (0x200B <= code <= 0x200F or 0x2028 <= code <= 0x202E or 0x2060 <= code <= 0x206F)


def may_join(char: str) -> bool:
    """Tell whether a character can belong to the cell before it."""
    if char < "\xa9":
        return False
    if is_pictographic(char) or is_flag_letter(char) or is_skin_tone(char):
        return True
    return char_width(char) == 0


class _CellMap(dict[int, str]):
    """Translate table from text to marked cells, filled on demand."""

    def __missing__(self, code: int) -> str:
        if len(self) > MAX_MAP:
            self.clear()
        found = self[code] = _marked(chr(code))
        return found


def _marked(char: str) -> str:
    code = ord(char)
    if 0xD800 <= code <= 0xDFFF:
        return "\ufffd"
    if code >= 0x100000 or is_flag_letter(char) or is_skin_tone(char):
        return MARK + char
    width = char_width(char)
    if width == 2:
        return char + STUB
    if width == 1:
        return char
    if code < 0xA0 or not attaches(char):
        return ""
    return MARK + char


CELL_MAP: Final = _CellMap()


def override(ranges: Sequence[tuple[int, int, int]]) -> bool:
    """Give the code points of (first, last, width) that width; the first range that holds one wins.

    It replaces what was said before; returns whether that changes anything. Only `widths` may call
    it: who keeps text by its widths has to forget it.
    """
    if ranges == _overrides:
        return False
    _overrides[:] = ranges
    SPECIAL.renew()
    CELL_MAP.clear()
    return True
