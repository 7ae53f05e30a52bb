"""Bytes of a program to a screen: decoding and pyte's stream interface.

The idea: the grid has the parser, so a stream only decodes UTF-8 and shows pyte's tables, extended
by ours.  A table row added in a subclass names a method of the screen, as with pyte.
"""

from __future__ import annotations

import codecs
import re

import pyte

from mplex.vt.screen import Screen
from mplex.vt.sequences import BASIC, CSI, ESCAPE

_SURROGATE = re.compile(rb"\xed[\xa0-\xbf][\x80-\xbf]")
_SURROGATE_START = re.compile(rb"\xed[\xa0-\xbf]?\Z")


class Stream(pyte.Stream):
    """Feeds text to a `Screen`."""

    basic = dict(BASIC)
    escape = {k: v for k, v in ESCAPE.items() if len(k) == 1}
    sharp = {k[1:]: v for k, v in ESCAPE.items() if k[0] == "#"}
    csi = {s.key: s.event for s in CSI}
    events = pyte.Stream.events | frozenset([*escape.values(), *csi.values()])

    def __init__(self, screen: Screen | None = None, strict: bool = True) -> None:
        self._grid: Screen | None = None
        super().__init__(screen, strict)

    def attach(self, screen: pyte.Screen) -> None:
        """Use a screen from now on; raises TypeError when it is not one of ours."""
        if not isinstance(screen, Screen):
            raise TypeError(f"{screen!r} is not an mplex.vt.screen.Screen")
        super().attach(screen)
        self._grid = screen

    def _initialize_parser(self) -> None:
        """Do nothing: the screen has the parser."""

    def feed(self, data: str) -> None:
        """Run text."""
        if self._grid is None:
            raise RuntimeError("no screen is attached")
        self._grid.feed(data)


class ByteStream(Stream):
    """Feeds bytes to a `Screen`; any bytes, cut anywhere."""

    def __init__(self, screen: Screen | None = None, strict: bool = True) -> None:
        super().__init__(screen, strict)
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._cut = b""

    def feed(self, data: bytes) -> None:  # type: ignore[override]
        """Run bytes; what is not UTF-8 shows as U+FFFD.

        While the screen is `behind`, no bytes at all let it go on.
        """
        if self._grid is None:
            raise RuntimeError("no screen is attached")
        if self._cut:
            data, self._cut = self._cut + data, b""
        # A number, since bytes are tried as a number first, which costs an exception.
        if 0xED in data:
            data = self._replace_surrogates(data)
        text = self._decoder.decode(data)
        if text or self._grid.behind:
            self._grid.feed(text)

    def _replace_surrogates(self, data: bytes) -> bytes:
        """Make each encoded surrogate one U+FFFD; the decoder would make it three."""
        match = _SURROGATE_START.search(data)
        if match is not None:
            data, self._cut = data[: match.start()], match.group()
        return _SURROGATE.sub(b"\xef\xbf\xbd", data)
