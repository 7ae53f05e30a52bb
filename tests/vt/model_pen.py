"""The model's pen: SGR as xterm and ITU T.416 have it, and the rule for what joins a cell.

A look is a plain tuple.  Only the numbers that stand for flags and colours, and the table of
character widths, come from `mplex.vt`.
"""

from __future__ import annotations

from typing import NamedTuple
from unicodedata import normalize

from mplex.vt import styles
from mplex.vt.chars import VS16, ZWJ, char_width, is_flag_letter, is_pictographic, is_skin_tone

LONGEST = 32
UNDERLINES = (
    0,
    styles.UNDERLINE,
    styles.UNDERLINE_DOUBLE,
    styles.UNDERLINE_CURLY,
    styles.UNDERLINE_DOTTED,
    styles.UNDERLINE_DASHED,
)
ON = {
    "1": styles.BOLD,
    "2": styles.DIM,
    "3": styles.ITALIC,
    "5": styles.BLINK,
    "6": styles.BLINK,
    "7": styles.REVERSE,
    "8": styles.HIDDEN,
    "9": styles.STRIKE,
    "53": styles.OVERLINE,
}
OFF = {
    "22": styles.BOLD | styles.DIM,
    "23": styles.ITALIC,
    "25": styles.BLINK,
    "27": styles.REVERSE,
    "28": styles.HIDDEN,
    "29": styles.STRIKE,
    "55": styles.OVERLINE,
}


class Look(NamedTuple):
    """How a cell looks."""

    fg: int = -1
    bg: int = -1
    flags: int = 0
    ul: int = -1
    link: tuple[str, str] = ("", "")


PLAIN = Look()
FIELDS = {"38": "fg", "48": "bg", "58": "ul"}


def coloured(look: Look, field: str, colour: int) -> Look:
    """Return the look with another colour of the text, the background or the underline."""
    if field == "fg":
        return look._replace(fg=colour)
    return look._replace(bg=colour) if field == "bg" else look._replace(ul=colour)


def value(text: str) -> int:
    """Return a parameter as a number, 0 when it is missing."""
    return min(int(text), 65535) if text else 0


def colour(kind: str, values: list[str]) -> int | None:
    """Return the colour that the values of 38, 48 or 58 give; None when they give none."""
    numbers = [value(v) for v in values]
    if not numbers or max(numbers) > 255:
        return None
    if kind == "5":
        return numbers[0]
    if kind == "2" and len(numbers) >= 3:
        return styles.RGB + numbers[0] * 65536 + numbers[1] * 256 + numbers[2]
    return None


def underlined(look: Look, kind: int) -> Look:
    """Return the look with an underline of a kind, 0 none to 5 dashed."""
    return look._replace(flags=look.flags & ~styles.UNDERLINE_MASK | UNDERLINES[kind])


def single(look: Look, item: str) -> Look:
    """Return the look after one parameter that stands alone."""
    number = value(item)
    name = str(number)
    if name in ON:
        return look._replace(flags=look.flags | ON[name])
    if name in OFF:
        return look._replace(flags=look.flags & ~OFF[name])
    if number in (4, 21, 24):
        return underlined(look, {4: 1, 21: 2, 24: 0}[number])
    if number == 0:
        return Look(flags=look.flags & styles.PROTECTED, link=look.link)
    for first, base, field in ((30, 0, "fg"), (40, 0, "bg"), (90, 8, "fg"), (100, 8, "bg")):
        if first <= number <= first + 7:
            return coloured(look, field, base + number - first)
    if number in (39, 49, 59):
        return coloured(look, FIELDS[str(number - 1)], -1)
    return look


def sub(look: Look, item: str) -> Look:
    """Return the look after a parameter with sub-parameters."""
    head, kind, *values = item.split(":")
    head, kind = str(value(head)), str(value(kind))
    if head == "4" and value(kind) <= 5:
        return underlined(look, value(kind))
    if head in FIELDS:
        if kind == "2" and len(values) > 3:
            del values[0]
        found = colour(kind, values)
        if found is not None:
            return coloured(look, FIELDS[head], found)
    return look


def sgr(look: Look, text: str) -> Look:
    """Return the look after `CSI text m`."""
    items = text.split(";")
    while items:
        item = items.pop(0)
        if ":" in item:
            look = sub(look, item)
        elif str(value(item)) in FIELDS:
            if not items:
                break
            kind = str(value(items[0])) if ":" not in items[0] else ""
            count = {"2": 4, "5": 2}.get(kind, 1)
            taken, items = items[:count], items[count:]
            if len(taken) == count and not any(":" in v for v in taken):
                found = colour(kind, taken[1:])
                if found is not None:
                    look = coloured(look, FIELDS[str(value(item))], found)
        else:
            look = single(look, item)
    return look


def joins(base: str, char: str) -> bool:
    """Say whether a character belongs into the cell that shows `base`."""
    if is_flag_letter(char):
        return len(base) == 1 and is_flag_letter(base)
    if is_skin_tone(char):
        last = base.rstrip(VS16)[-1:]
        return bool(last) and is_pictographic(last)
    if char_width(char) == 0:
        return True
    return base.endswith(ZWJ) and is_pictographic(char) and is_pictographic(base[0])


def joined(base: str, char: str) -> str:
    """Return the text of a cell with one more character."""
    return base if len(base) >= LONGEST else normalize("NFC", base + char)
