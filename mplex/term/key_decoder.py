"""Bytes from a user's terminal to events; the scanner that cuts the stream into keys and sequences.

Chunk-proof: feeding a stream whole or byte by byte gives the same events. There is no clock here:
the owner calls `flush` when the escape time is over, which turns a held ESC into the Escape key.
What a cut sequence means is decided in `csi_events`. Everything held is bounded.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from mplex.term.csi_events import (
    Csi,
    csi_events,
    key_event,
    linux_console_events,
    mouse_events,
    ss3_events,
    string_events,
)
from mplex.term.keys import META, Event, KeyEvent, MouseEvent, PasteEvent, control_key

PASTE_LIMIT = 16 << 20
"""Bytes of one bracketed paste that are held; a longer one is delivered in pieces of this size."""

STRING_LIMIT = 1 << 20
"""Bytes of a control string (an OSC 52 reply, say) that are held; a longer one is dropped."""

SEQUENCE_LIMIT = 256
"""Bytes of a CSI sequence that are held; a longer one is dropped up to its final byte."""

PATIENCE = 8
"""Calls of `flush` that half a sequence which only a machine can have sent survives."""

_ESC = 0x1B
_PASTE_END = b"\x1b[201~"
_CSI = re.compile(rb"\x1b\[([<=>?]?)([0-9:;]*)([ -/]*)([@-~])")
_CSI_PREFIX = re.compile(rb"\x1b\[[<=>?]?[0-9:;]*[ -/]*")
_HALF_SEQUENCE = re.compile(rb"\x1b{1,2}[^\x1b].", re.DOTALL)
"""What nobody types within an escape time: more than ESC and one character."""
_RXVT_SHIFT = re.compile(rb"\x1b\[([0-9]+)(\$)")
_SS3 = re.compile(rb"\x1bO([0-9]?)([ -/:-~])")
_STRING_STARTS = {0x5D: b"0123456789", 0x50: b"0123456789>!$+|", 0x5F: b"G"}
"""Byte behind ESC that begins a control string if one of these follows, else an Alt key."""
_STRING_END = re.compile(rb"\x07|\x1b|\x18|\x1a")

_PRINTABLE = {bytes([code]): key_event(chr(code), 0, bytes([code])) for code in range(0x21, 0x7F)}
"""Every character that is one byte, and its key."""

_Step = tuple[list[Event], int] | None
"""Events and the position behind them, or None when more bytes are needed."""


class KeyDecoder:
    """Decode what one terminal sends.

    `utf8_mouse` reads `CSI M` coordinates as mode 1005 sends them, instead of as single bytes.
    """

    def __init__(self, *, utf8_mouse: bool = False) -> None:
        self._held = b""
        self._paste: bytearray | None = None
        self._skip: Callable[[bytes], int] | None = None
        self._utf8_mouse = utf8_mouse
        self._pressed = 0
        self._patience = PATIENCE

    @property
    def pending(self) -> bool:
        """Whether an incomplete sequence is held, so that `flush` would be of use."""
        return bool(self._held)

    def feed(self, data: bytes) -> list[Event]:
        """Take more bytes and return the events that they complete."""
        typed = _PRINTABLE.get(data)
        if typed is not None and not self._held and self._paste is None and self._skip is None:
            # What fingers send, on the road that is as short as can be.
            self._patience = PATIENCE
            return [typed]
        events: list[Event] = []
        while data:
            if self._paste is not None:
                data = self._feed_paste(data, events)
            elif self._skip is not None:
                data = self._feed_skip(data)
            else:
                data = self._feed_keys(self._held + data, events)
        return events

    def flush(self) -> list[Event]:
        """Give up waiting: a held ESC, or ESC and one character, becomes keys.

        A longer held sequence can only come from a machine, over a slow line, so it is kept for up
        to `PATIENCE` calls and then dropped, lest it swallow what is typed behind it.
        """
        held = self._held
        if _HALF_SEQUENCE.match(held) and self._patience > 0:
            self._patience -= 1
            return []
        self._held = b""
        return _typed(held)

    def _feed_keys(self, data: bytes, events: list[Event]) -> bytes:
        """Decode ordinary input; return the rest when a paste or something to skip begins."""
        self._held = b""
        at, end = 0, len(data)
        while at < end:
            step = self._step(data, at)
            if step is None:
                self._held = data[at:]
                return b""
            self._patience = PATIENCE
            found, at = step
            events.extend(found)
            if self._paste is not None or self._skip is not None:
                return data[at:]
        return b""

    def _step(self, data: bytes, at: int) -> _Step:
        byte = data[at]
        if byte == _ESC:
            return self._escape(data, at)
        if byte < 0x20 or byte == 0x7F:
            key = control_key(byte)
            return [key_event(key.base, key.mods, data[at : at + 1])], at + 1
        if byte < 0x80:
            return [key_event(chr(byte), 0, data[at : at + 1])], at + 1
        return _utf8(data, at)

    def _escape(self, data: bytes, at: int) -> _Step:
        if at + 1 >= len(data):
            return None
        second = data[at + 1]
        if second == 0x5B:
            return self._csi(data, at)
        if second == 0x4F:
            return self._ss3(data, at)
        if second in _STRING_STARTS:
            return self._string(data, at)
        if second == _ESC:
            return self._escape_escape(data, at)
        return self._meta(data, at)

    def _meta(self, data: bytes, at: int) -> _Step:
        """Read ESC and a key: the key with Alt held."""
        step = self._step(data, at + 1)
        if step is None:
            return None
        return [_with_meta(event) for event in step[0]], step[1]

    def _escape_escape(self, data: bytes, at: int) -> _Step:
        """Read two ESC: Alt with a function key, or a lone Escape before whatever follows."""
        if at + 2 >= len(data):
            return None
        escape: list[Event] = [key_event("Escape", 0, b"\x1b")]
        if data[at + 2] not in b"[O":
            return escape, at + 1
        step = self._escape(data, at + 1)
        if step is None:
            return None
        events, behind = step
        whole_key = len(events) == 1 and isinstance(events[0], KeyEvent)
        if whole_key and behind - at > 3:
            return [_with_meta(events[0])], behind
        return escape + events, behind

    def _csi(self, data: bytes, at: int) -> _Step:
        match = _RXVT_SHIFT.match(data, at) or _CSI.match(data, at)
        if match is None or match.end() - at > SEQUENCE_LIMIT:
            return self._broken_csi(data, at)
        raw, behind = match.group(), match.end()
        if raw == b"\x1b[[":
            return self._linux_console(data, at)
        if raw == b"\x1b[M":
            return self._old_mouse(data, at)
        if raw == b"\x1b[200~":
            self._paste = bytearray()
            return [], behind
        if match.re is _RXVT_SHIFT:
            csi = Csi("", match.group(1).decode(), "", "$", raw)
        else:
            leader, params, intermediates, final = (part.decode() for part in match.groups())
            csi = Csi(leader, params, intermediates, final, raw)
        events = csi_events(csi)
        self._note_buttons(events)
        return events, behind

    def _broken_csi(self, data: bytes, at: int) -> _Step:
        """Wait for the rest of a sequence, or drop one that is cut off or too long."""
        match = _CSI_PREFIX.match(data, at)
        behind = match.end() if match else at + 2
        if behind - at > SEQUENCE_LIMIT:
            self._skip = _end_of_csi
            return [], behind
        if behind < len(data):
            if behind == at + 2:
                # ESC [ and then a control or a non-ASCII byte: somebody pressed Alt-[.
                return [key_event("[", META, b"\x1b[")], behind
            return [], behind
        return None

    def _linux_console(self, data: bytes, at: int) -> _Step:
        if at + 3 >= len(data):
            return None
        raw = data[at : at + 4]
        if not 0x20 <= raw[3] < 0x7F:
            return [], at + 3
        return linux_console_events(chr(raw[3]), raw), at + 4

    def _old_mouse(self, data: bytes, at: int) -> _Step:
        """Read the button and the coordinates behind `CSI M`, modes 9, 1000 and 1005."""
        values: list[int] = []
        behind = at + 3
        for _ in range(3):
            if behind >= len(data):
                return None
            length = 2 if self._utf8_mouse and data[behind] & 0xE0 == 0xC0 else 1
            if behind + length > len(data):
                return None
            piece = data[behind : behind + length]
            pair = length == 2 and piece[1] & 0xC0 == 0x80
            values.append((piece[0] & 0x1F) << 6 | piece[1] & 0x3F if pair else piece[0])
            behind += length
        button, col, row = values
        events = mouse_events(button - 32, row - 33, col - 33, data[at:behind])
        self._note_buttons(events)
        return events, behind

    def _note_buttons(self, events: list[Event]) -> None:
        """Fill in which button was released, which the old encodings do not say."""
        for n, event in enumerate(events):
            if not isinstance(event, MouseEvent):
                continue
            if event.action == "up" and not event.button:
                events[n] = event._replace(button=self._pressed)
            if event.action in ("down", "up"):
                self._pressed = event.button if event.action == "down" else 0

    def _ss3(self, data: bytes, at: int) -> _Step:
        match = _SS3.match(data, at)
        if match is None:
            rest = data[at + 2 : at + 4]
            if not rest or len(rest) == 1 and rest.isdigit():
                return None
            return [key_event("O", META, b"\x1bO")], at + 2
        modifier, final = (part.decode() for part in match.groups())
        events = ss3_events(modifier, final, match.group())
        if events is None:
            return [key_event("O", META, b"\x1bO")], at + 2
        return events, match.end()

    def _string(self, data: bytes, at: int) -> _Step:
        """Read an OSC, DCS or APC up to its terminator."""
        if at + 2 >= len(data):
            return None
        introducer = data[at + 1]
        if data[at + 2] not in _STRING_STARTS[introducer]:
            return [key_event(chr(introducer), META, data[at : at + 2])], at + 2
        end = _STRING_END.search(data, at + 2)
        if (end.start() if end else len(data)) - at > STRING_LIMIT:
            self._skip = _end_of_string
            return [], at + STRING_LIMIT
        if end is None or end.group() == b"\x1b" and end.end() >= len(data):
            return None
        if end.group() == b"\x1b":
            if data[end.end()] != 0x5C:
                return [], end.start()
            return string_events(chr(introducer), data[at + 2 : end.start()]), end.end() + 1
        if end.group() == b"\x07":
            return string_events(chr(introducer), data[at + 2 : end.start()]), end.end()
        return [], end.end()

    def _feed_paste(self, data: bytes, events: list[Event]) -> bytes:
        """Collect pasted bytes up to the end mark; return what follows it."""
        paste = self._paste
        assert paste is not None
        searched = max(0, len(paste) - len(_PASTE_END) + 1)
        paste += data
        found = paste.find(_PASTE_END, searched)
        # Without an end mark the last bytes may be the beginning of one.
        size = len(paste) - len(_PASTE_END) + 1 if found < 0 else found
        while size > PASTE_LIMIT:
            events.append(PasteEvent(bytes(paste[:PASTE_LIMIT])))
            del paste[:PASTE_LIMIT]
            size -= PASTE_LIMIT
        if found < 0:
            return b""
        self._paste = None
        events.append(PasteEvent(bytes(paste[:size])))
        return bytes(paste[size + len(_PASTE_END) :])

    def _feed_skip(self, data: bytes) -> bytes:
        """Drop the rest of something too long; an ESC at the end may be half of its terminator."""
        assert self._skip is not None
        data, self._held = self._held + data, b""
        end = self._skip(data)
        if end < 0:
            self._held = data[-1:] if data[-1] == _ESC else b""
            return b""
        self._skip = None
        return data[end:]


def _end_of_csi(data: bytes) -> int:
    """Return the position behind the final byte of a CSI, -1 if it is not in `data`."""
    for n, byte in enumerate(data):
        if byte < 0x20 or byte >= 0x80:
            return n
        if 0x40 <= byte < 0x7F:
            return n + 1
    return -1


def _end_of_string(data: bytes) -> int:
    """Return the position behind a control string, -1 if it is not known yet.

    An ESC that is not half of the terminator cuts the string off, and begins what it begins.
    """
    end = _STRING_END.search(data)
    if end is None or end.group() == b"\x1b" and end.end() >= len(data):
        return -1
    if end.group() == b"\x1b":
        return end.end() + 1 if data[end.end()] == 0x5C else end.start()
    return end.end()


def _typed(held: bytes) -> list[Event]:
    """Return the keys that an incomplete sequence must have been; none for a machine's."""
    if not held:
        return []
    if held == b"\x1b":
        return [key_event("Escape", 0, held)]
    if held.startswith(b"\x1b\x1b"):
        return [key_event("Escape", 0, b"\x1b"), *_typed(held[1:])]
    if held[0] != _ESC:
        return [key_event("\ufffd", 0, held)]
    return [key_event(chr(held[1]), META, held)] if len(held) == 2 and held[1] < 0x80 else []


def _with_meta(event: Event) -> Event:
    if isinstance(event, KeyEvent):
        return key_event(event.key.base, event.key.mods | META, b"\x1b" + event.raw)
    return event


def _utf8(data: bytes, at: int) -> _Step:
    """Read one code point; a malformed one is U+FFFD, a C1 control is dropped."""
    lead = data[at]
    length = (
        2 if 0xC2 <= lead < 0xE0 else 3 if 0xE0 <= lead < 0xF0 else 4 if 0xF0 <= lead < 0xF5 else 1
    )
    raw = data[at : at + length]
    for n in range(1, len(raw)):
        if raw[n] & 0xC0 != 0x80:
            return [key_event("\ufffd", 0, raw[:n])], at + n
    if len(raw) < length:
        return None
    char = raw.decode("utf-8", "replace")[:1]
    if "\x80" <= char < "\xa0":
        return [], at + length
    return [key_event(char, 0, raw)], at + length
