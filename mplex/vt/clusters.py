"""Grapheme clusters in rows: one private code point per cell, whatever the cell shows.

The idea: a row has exactly one code point per cell, so a cluster of several (base and marks, an
emoji sequence, a flag) is interned and stands in the row as a code point no decoder can produce:
the surrogates first (rows stay two bytes a cell), then plane 16.  `attach` is the one rule of what
joins what; the emulator and the labels of the user interface both use it.
"""

from __future__ import annotations

import re
from typing import Final
from unicodedata import normalize

from mplex.vt.chars import (
    CELL_MAP,
    MARK,
    SPECIAL,
    STUB,
    VS16,
    ZWJ,
    char_width,
    is_flag_letter,
    is_pictographic,
    is_skin_tone,
    widens,
)

MAX_CLUSTER: Final = 32
"""Code points in one cell; further marks are dropped (the longest emoji has about ten)."""
MAX_JOINED: Final = 8_192
"""Joins that are remembered; the same ones come again and again."""
_FIRST_LOW: Final = 0xD800
_LOW_COUNT: Final = 0x800
_FIRST_HIGH: Final = 0x100000
_TOTAL: Final = _LOW_COUNT + 0x10000

_PRIVATE: Final = re.compile(
    "[" + chr(0xD800) + "-" + chr(0xDFFF) + chr(0x100000) + "-" + chr(0x10FFFF) + "]"
)

_FOREIGN: Final = re.compile("[ -~]?[^ -~]+")
"""What is not ASCII, with the character before it that a mark may join; nothing joins ASCII text
to what is before it, so each such run stands alone."""
MAX_RUN: Final = 16
MAX_RUNS: Final = 2_048
"""Runs whose cells are remembered, and the length of one."""

_runs: Final[dict[str, str]] = {}
_texts: list[str] = []
_codes: dict[str, str] = {}
_joined: dict[str, str | None] = {}
"""What `attach` returned, by its cell and character in one string."""


def intern_cluster(text: str) -> str:
    """Return the code point that stands for `text`, or "" when the table is full."""
    code = _codes.get(text)
    if code is None:
        count = len(_texts)
        if count >= _TOTAL:
            return ""
        low = count < _LOW_COUNT
        code = chr(_FIRST_LOW + count if low else _FIRST_HIGH + count - _LOW_COUNT)
        _texts.append(text)
        _codes[text] = code
    return code


def cell_text(cell: str) -> str:
    """Return the characters that one code point of a row shows."""
    code = ord(cell)
    if _FIRST_LOW <= code < _FIRST_LOW + _LOW_COUNT:
        index = code - _FIRST_LOW
    elif code >= _FIRST_HIGH:
        index = code - _FIRST_HIGH + _LOW_COUNT
    else:
        return cell
    return _texts[index] if index < len(_texts) else "\ufffd"


def _expand_match(match: re.Match[str]) -> str:
    return cell_text(match.group())


def expand(text: str) -> str:
    """Return row text as printable text: stubs dropped, clusters spelled out."""
    if text.isascii():
        return text.replace(STUB, "")
    return _PRIVATE.sub(_expand_match, text.replace(STUB, ""))


def single(char: str) -> str:
    """Return the cell (with its stub when wide) of a character that joins nothing."""
    code = ord(char)
    if code >= _FIRST_HIGH:
        return intern_cluster(char) or "\ufffd"
    if 0xD800 <= code <= 0xDFFF:
        return "\ufffd"
    return char + STUB if char_width(char) == 2 else char


def _joins(base: str, char: str) -> bool:
    """Tell whether `char` belongs to the cell that shows `base` (UAX 29, without GB9c)."""
    if is_flag_letter(char):
        return len(base) == 1 and is_flag_letter(base)
    if is_skin_tone(char):
        return is_pictographic(base.rstrip(VS16)[-1:] or " ")
    if char_width(char) == 0:
        return True
    return base[-1] == ZWJ and is_pictographic(char) and is_pictographic(base[0])


def attach(cell: str, char: str) -> str | None:
    """Return `cell` (one code point, or two with a stub) with `char` joined to it.

    None means that `char` starts a cell of its own.  The result may be wider than `cell`.
    """
    key = cell + char
    found = _joined.get(key, cell)
    if found is not cell:
        return found
    if len(_joined) >= MAX_JOINED:
        _joined.clear()
    found = _joined[key] = _attach(cell, char)
    return found


def forget_joined() -> None:
    """Forget what was joined, because characters have got other widths."""
    _joined.clear()


def _attach(cell: str, char: str) -> str | None:
    """Do what `attach` does."""
    base = cell_text(cell[0])
    if not _joins(base, char):
        return None
    if len(base) >= MAX_CLUSTER:
        return cell
    wide = len(cell) == 2 or char_width(char) == 2 or (char == VS16 and widens(base[0]))
    text = normalize("NFC", base + char)
    code = text if len(text) == 1 else intern_cluster(text)
    if not code:
        return cell
    return code + STUB if wide else code


def _join_marked(marked: str) -> str:
    """Turn translated text with marks into cells; linear in its length."""
    parts = marked.split(MARK)
    size = 2 if parts[0][-1:] == STUB else 1
    done = [parts[0][:-size]]
    last = parts[0][-size:]
    for part in parts[1:]:
        char, rest = part[0], part[1:]
        joined = attach(last, char) if last else None
        if joined is not None:
            last = joined
        elif char_width(char):
            done.append(last)
            last = single(char)
        if rest and char == ZWJ and is_pictographic(rest[0]):
            size = 2 if rest[1:2] == STUB else 1
            joined = attach(last, rest[0]) if last else None
            if joined is None:
                done.append(last)
                joined = rest[:size]
            last, rest = joined, rest[size:]
        if rest:
            size = 2 if rest[-1] == STUB else 1
            done.append(last)
            done.append(rest[:-size])
            last = rest[-size:]
    done.append(last)
    return "".join(done)


def fitting(text: str, columns: int) -> int:
    """Return how many characters of plain text fit in so many columns, without its cells."""
    before = 0
    last = previous = ""
    for at, char in enumerate(text):
        cell = CELL_MAP[ord(char)]
        marked = cell[:1] == MARK
        if not cell:
            continue
        if marked or previous == ZWJ and is_pictographic(char):
            joined = attach(last, char) if last else None
            if joined is None and marked:
                if not char_width(char):
                    continue
                cell = single(char)
        else:
            joined = None
        if joined is None:
            joined = cell
            before += len(last)
        if before + len(joined) > columns:
            return at
        last, previous = joined, char
    return len(text)


def cells(text: str) -> str:
    """Return plain text as row text: stubs added, clusters interned, controls dropped."""
    if text.isascii():
        if text.isprintable():
            return text
    elif SPECIAL.search(text) is None:
        return text
    return _FOREIGN.sub(_run_cells, text)


def forget_runs() -> None:
    """Forget the cells of runs, because characters have got other widths."""
    _runs.clear()


def _run_cells(match: re.Match[str]) -> str:
    """Return the cells of a run of `_FOREIGN`; short ones are remembered."""
    run = match.group()
    found = _runs.get(run)
    if found is None:
        marked = run.translate(CELL_MAP)
        found = _join_marked(marked) if MARK in marked else marked
        if len(run) <= MAX_RUN:
            if len(_runs) >= MAX_RUNS:
                _runs.clear()
            _runs[run] = found
    return found
