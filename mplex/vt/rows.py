"""Rows of cells as immutable strings, and every way to edit one.

The idea: a row is two strings, `text` (one code point a cell, NUL for the right half of a wide
character) and `attrs` (`chr(style id)` a cell), with `len(attrs) <= len(text) <= columns`; cells
beyond the text are blank, cells beyond the attributes have the default style.  An edit returns new
strings, so identity tells "unchanged" and rows are shared freely.  A *raw* row is text with SGR in
it that fits one row and starts in the default style; `cook` turns it into cells.  Whoever cuts a
wide character in two leaves blanks.
"""

from __future__ import annotations

from mplex.vt.chars import STUB
from mplex.vt.clusters import cells
from mplex.vt.sgr import next_style
from mplex.vt.styles import DEFAULT

Cells = tuple[str, str]
Row = tuple[str, str, int]
"""text, attrs, wrap: 0 the line ends here, 1 it goes on in the next row, 2 the same but the row is
one cell short because a wide character did not fit."""


def cook(raw: str) -> Cells:
    """Return the cells of a raw row; text without ESC is cells already."""
    if "\x1b" not in raw:
        return raw, ""
    first, *parts = raw.split("\x1b")
    texts = [cells(first)]
    attrs = ["\0" * len(texts[0])]
    style = DEFAULT
    for part in parts:
        key, _, rest = part.partition("m")
        style = style.next.get(key) or next_style(style, key)
        if rest:
            text = cells(rest)
            texts.append(text)
            attrs.append(style.ch * len(text))
    return "".join(texts), "".join(attrs).rstrip("\0")


def put(text: str, attrs: str, x: int, new: str, look: str) -> Cells:
    """Return the row with the cells `new` at column `x`; `look` is one character a cell or ""."""
    end = x + len(new)
    length = len(text)
    if x >= length:
        text = text.ljust(x) + new
    else:
        if text[x] == STUB:
            text = text[: x - 1] + " " + text[x:]
        if end < length:
            tail = text[end:]
            text = text[:x] + new + (" " + tail[1:] if tail[0] == STUB else tail)
        else:
            text = text[:x] + new
    if look:
        attrs = attrs[:x].ljust(x, "\0") + look + attrs[end:]
    elif len(attrs) > x:
        attrs = attrs[:x] + "\0" * len(new) + attrs[end:] if len(attrs) > end else attrs[:x]
    return text, attrs


def look(ch: str, count: int) -> str:
    """Return the attributes of `count` cells; "" for the default style, as `put` wants it."""
    return ch * count if ch != "\0" else ""


def erase(text: str, attrs: str, x: int, end: int, ch: str) -> Cells:
    """Return the row with the cells from `x` to `end` blank in style `ch`."""
    if ch == "\0" and end >= len(text):
        return truncate(text, attrs, x)
    return put(text, attrs, x, " " * (end - x), look(ch, end - x))


def truncate(text: str, attrs: str, x: int) -> Cells:
    """Return the row without the cells from `x` on."""
    if x >= len(text):
        return text, attrs
    torn = x > 0 and text[x] == STUB
    return (text[: x - 1] + " " if torn else text[:x]), attrs[:x]


def section(text: str, attrs: str, x: int, end: int) -> Cells:
    """Return the cells from `x` to `end`, padded to that length, wide characters whole."""
    width = end - x
    if width <= 0:
        return "", ""
    found = text[x:end]
    if found[:1] == STUB:
        found = " " + found[1:]
    if end < len(text) and text[end] == STUB:
        found = found[:-1] + " "
    return found.ljust(width), attrs[x:end].ljust(width, "\0")


def _whole(head: str, text: str, x: int) -> str:
    """Return the head of a row that was cut at `x` without half of a wide character."""
    return head[:-1] + " " if text[x : x + 1] == STUB else head


def replace(text: str, attrs: str, x: int, end: int, part: str, look: str) -> Cells:
    """Return the row with `part` and its `look`, which may be shorter, from `x` up to `end`."""
    width = end - x
    head, tail = text[:x], text[end:]
    if tail:
        if tail[0] == STUB:
            tail = " " + tail[1:]
        text = _whole(head, text, x) + part.ljust(width) + tail
    else:
        text = _whole(head, text, x).ljust(x) + part if part else _whole(head, text, x)
    if len(attrs) > end:
        attrs = attrs[:x] + look.ljust(width, "\0") + attrs[end:]
    elif look:
        attrs = attrs[:x].ljust(x, "\0") + look
    else:
        attrs = attrs[:x]
    return text, attrs


def insert(text: str, attrs: str, x: int, count: int, end: int, ch: str) -> Cells:
    """Return the row with `count` blanks put in at `x`; cells shifted to `end` and on are lost."""
    count = min(count, end - x)
    coloured = ch != "\0"
    if x >= len(text) and not coloured:
        return text, attrs
    if coloured:
        text, attrs = text.ljust(end), attrs.ljust(end, "\0")
    head, moved, tail = text[:x], text[x : end - count], text[end:]
    if STUB in text:
        head = _whole(head, text, x)
        if moved[:1] == STUB:
            moved = " " + moved[1:]
        moved = _whole(moved, text, end - count) if moved else ""
        if tail[:1] == STUB:
            tail = " " + tail[1:]
    text = head + " " * count + moved + tail
    if coloured or len(attrs) > x:
        attrs = attrs[:x] + ch * count + attrs[x : end - count] + attrs[end:]
    return trim(text, attrs)


def delete(text: str, attrs: str, x: int, count: int, end: int, ch: str) -> Cells:
    """Return the row with `count` cells at `x` taken out; blanks come in before `end`."""
    count = min(count, end - x)
    coloured = ch != "\0"
    if x >= len(text) and not coloured:
        return text, attrs
    if coloured:
        text, attrs = text.ljust(end), attrs.ljust(end, "\0")
    head, moved, tail = text[:x], text[x + count : end], text[end:]
    if STUB in text:
        head = _whole(head, text, x)
        if moved[:1] == STUB:
            moved = " " + moved[1:]
        if tail[:1] == STUB:
            tail = " " + tail[1:]
            if moved:  # With nothing moved, its other half is among what is taken out.
                moved = moved[:-1] + " "
    gap = " " * count if tail or coloured else ""
    text = head + moved + gap + tail
    if coloured or len(attrs) > x:
        tail = attrs[end:]
        gap = ch * count if tail or coloured else ""
        attrs = attrs[:x] + attrs[x + count : end] + gap + tail
    return trim(text, attrs)


def trim(text: str, attrs: str) -> Cells:
    """Return the row without trailing blanks and attributes of the default style."""
    attrs = attrs.rstrip("\0")
    used = len(attrs)
    if len(text) > used and text[-1] == " ":
        text = text[:used] + text[used:].rstrip(" ")
    return text, attrs


def pad(text: str, width: int) -> str:
    """Return row text of exactly `width` cells."""
    if len(text) > width:
        return truncate(text, "", width)[0].ljust(width)
    return text.ljust(width)
