"""Text with tmux's `#[...]` markup: styles, alignment, mouse ranges and the list of windows.

One idea: marked-up text becomes a tuple of segments, each with all that holds for it; layout is
somebody else's (`status_row`). Markup that is wrong is dropped and never an error, since parts of
it come from titles.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, NamedTuple

from mplex.errors import OptionError
from mplex.ui.theme import parse_style
from mplex.vt.styles import DEFAULT, Style

ALIGNMENTS: Final = ("left", "centre", "right", "absolute-centre")
_OPENING: Final = re.compile(r"(#+)\[")
_WORDS: Final = re.compile(r"[ ,\n]+")
MAX_MARKUP: Final = 16_384
"""Characters looked at; more cannot be seen on a row anyway."""


MAX_REMEMBERED: Final = 256
"""Texts whose segments are kept: most of a status row is the same from one to the next."""


class Segment(NamedTuple):
    """A stretch of plain text and what holds for it."""

    text: str
    style: Style
    align: str = "left"
    range: str = ""
    """What a click on it means: "left", "right", "window|3", "user|x"; "" for nothing."""
    list: str = ""
    """"on", "focus", "left-marker", "right-marker", or "" outside of the window list."""
    fill: Style | None = None
    """The style for the rest of the row, once set."""


@lru_cache(maxsize=MAX_REMEMBERED)
def segments(text: str, base: Style = DEFAULT) -> tuple[Segment, ...]:
    """Return the segments of marked-up text, starting in the style `base`."""
    text = text[:MAX_MARKUP]
    found: list[Segment] = []
    state = Segment("", base)
    default = base
    start = 0
    pending = ""
    while match := _OPENING.search(text, start):
        hashes = len(match[1])
        pending += _single(text[start : match.start()]) + "#" * (hashes // 2)
        start = match.end()
        end = text.find("]", start)
        if hashes % 2 == 0 or end < 0:
            # An even number of hashes is a literal "#[".
            pending += "[" if hashes % 2 == 0 else "#["
            continue
        if pending:
            found.append(state._replace(text=pending))
        pending = ""
        state, default = _changed(state, text[start:end], default, base)
        start = end + 1
    pending += _single(text[start:])
    return (*found, state._replace(text=pending)) if pending else tuple(found)


def _single(text: str) -> str:
    """Return text with `##` as the `#` that it stands for."""
    return text.replace("##", "#")


def _changed(state: Segment, words: str, default: Style, base: Style) -> tuple[Segment, Style]:
    """Return the state and the default style after one `#[words]`."""
    try:
        style = parse_style(words, state.style, default)
        fill = state.fill
        for word in _WORDS.split(words):
            name, _, value = word.partition("=")
            if name == "fill":
                fill = parse_style(f"bg={value}", base)
            elif word == "push-default" or word == "set-default":
                default = style
            elif word == "pop-default":
                default = base
            else:
                state = _placed(state, name, value)
    except OptionError:
        return state, default
    return state._replace(style=style, fill=fill), default


def _placed(state: Segment, name: str, value: str) -> Segment:
    if name == "align" and value in ALIGNMENTS:
        return state._replace(align=value)
    if name == "noalign":
        return state._replace(align="left")
    if name == "range":
        return state._replace(range="" if value in ("none", "default") else value)
    if name == "norange":
        return state._replace(range="")
    if name == "list":
        return state._replace(list=value)
    if name == "nolist":
        return state._replace(list="")
    return state


def styled_runs(text: str, base: Style = DEFAULT) -> list[tuple[str, Style]]:
    """Return marked-up text as (plain text, style) runs; alignment and ranges are left out."""
    return [(segment.text, segment.style) for segment in segments(text, base)]


def literal(text: str) -> str:
    """Return plain text so that no part of it is taken for markup."""
    return text.replace("#", "##")
