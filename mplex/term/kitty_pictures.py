"""Pictures by the kitty graphics protocol: sent once, then placed, moved and removed by number.

One idea: the terminal keeps what it was sent, so a frame costs a picture's bytes only once for each
client; what we sent and what stands where is noted here. Pictures lie below the text, so that marks
can be written over them. Source: https://sw.kovidgoyal.net/kitty/graphics-protocol/.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence

from mplex.geometry import Size
from mplex.term.ahead import Ahead
from mplex.term.output import Output
from mplex.term.picture import PlacedPicture, Png, Shown

FIRST_ID = 0x4D500001
"""The number of the first picture; far from those that other programs begin with."""

CHUNK = 4096
"""Characters of base64 in one sequence, the most that the protocol allows."""

AT_ONCE = 20_000
"""Pixels of a picture whose file is made within a frame; that takes some milliseconds."""

PICTURE_BYTES = 2 << 20
"""Bytes of the largest picture that is sent."""

FRAME_BYTES = 3 << 20
"""Bytes of pictures in one frame; what is beyond is shown by cells until the next frame."""

KEPT = 24
"""Files that wait to be sent, or can't be."""

TERMINAL_BYTES = 24 << 20
"""Bytes of pictures that a terminal is asked to keep."""

USUAL_CELL = (20, 10)
"""Height and width of a cell in pixels when the terminal does not say."""

BELOW_TEXT = -1
DELETE_ALL = "\x1b_Ga=d,d=A,q=2\x1b\\"

_Key = tuple[str, Size]
"""A picture, and how many pixels of it were asked for."""


class _Sent:
    """A picture that the terminal has."""

    def __init__(self, number: int, png: Png) -> None:
        self.number = number
        self.png: bytes | None = png.file
        """The file until it has been sent."""
        self.size = png.size
        self.cost = len(png.file)


class KittyPictures:
    """The pictures on a terminal with kitty's protocol; `cell` is a cell's height and width."""

    def __init__(self, cell: tuple[int, int]) -> None:
        self._cell = cell if all(cell) else USUAL_CELL
        self._next = FIRST_ID
        self._anew = False
        self._made: dict[_Key, Png] = {}
        """Files that were made in the thread, until they are sent; empty ones can't be."""
        self._ahead: Ahead[_Key, Png] = Ahead()
        self._sent: dict[_Key, _Sent] = {}
        self._wanted: dict[PlacedPicture, _Sent] = {}
        self._placed: dict[PlacedPicture, tuple[int, int]] = {}
        """What stands on the screen, with its picture's number and its own."""

    @property
    def busy(self) -> bool:
        """Whether a frame without pictures has something to remove."""
        return bool(self._placed) or self._anew

    @property
    def waiting(self) -> bool:
        """Whether a picture's file is being made, which a frame a little later can send."""
        return self._ahead.busy

    def begin(self, pictures: Sequence[PlacedPicture], size: Size) -> Sequence[PlacedPicture]:
        """Choose the pictures whose bytes are there, or fit into this frame."""
        self._wanted = {}
        left = FRAME_BYTES
        made = self._ahead.fetch()
        if made is not None:
            while len(self._made) >= KEPT:
                del self._made[next(iter(self._made))]
            self._made[made[0]] = made[1] or Png(b"", Size(1, 1))
        for placed in pictures:
            key = self._key(placed)
            sent = self._sent.get(key)
            if sent is None:
                if left <= 0:
                    continue
                png = self._png(placed, key)
                if png is None or not 0 < len(png.file) <= min(left, PICTURE_BYTES):
                    continue
                left -= len(png.file)
                sent = _Sent(self._next, png)
                self._made.pop(key, None)
                self._next += 1
            # What is used last stands last, so that what is unused for longest goes first.
            self._sent.pop(key, None)
            self._sent[key] = self._wanted[placed] = sent
        return list(self._wanted)

    def _png(self, placed: PlacedPicture, key: _Key) -> Png | None:
        """Return a picture's file; a large one is made in a thread, and None until it is."""
        pixels = key[1]
        if pixels.rows * pixels.cols <= AT_ONCE:
            return placed.picture.png(pixels)
        if key not in self._made:
            self._ahead.start(key, lambda: placed.picture.png(pixels))
        return self._made.get(key)

    def spoiled(self, rows: list[Shown]) -> list[Shown]:
        """Return the rows as they are: a picture that goes leaves the cells beneath it."""
        return rows

    def finish(self, out: Output, before: Sequence[Shown], now: Sequence[Shown]) -> None:
        """Remove what has gone, send what is new, and place it."""
        if self._anew:
            out.raw(DELETE_ALL)
            self._anew = False
        for placed in [placed for placed in self._placed if placed not in self._wanted]:
            number, own = self._placed.pop(placed)
            out.raw(f"\x1b_Ga=d,d=i,i={number},p={own},q=2\x1b\\")
        for placed, sent in self._wanted.items():
            if sent.png is not None:
                out.raw(transmission(sent.number, sent.png))
                sent.png = None
            if placed not in self._placed:
                self._place(out, placed, sent)
        self._make_room(out)

    def forget(self) -> None:
        """Send everything anew: a cleared screen may have cost the terminal what it kept."""
        self._anew = self._anew or bool(self._sent)
        self._sent.clear()
        self._placed.clear()

    def stop(self) -> str:
        """Return what removes everything."""
        had = bool(self._sent) or self._anew
        self.forget()
        self._anew = False
        return DELETE_ALL if had else ""

    def _key(self, placed: PlacedPicture) -> _Key:
        height, width = self._cell
        return placed.picture.id, Size(placed.whole.rows * height, placed.whole.cols * width)

    def _place(self, out: Output, placed: PlacedPicture, sent: _Sent) -> None:
        used = [own for number, own in self._placed.values() if number == sent.number]
        own = 1 + max(used, default=0)
        self._placed[placed] = sent.number, own
        rect = placed.rect
        out.move(rect.row, rect.col)
        out.raw(
            f"\x1b_Ga=p,i={sent.number},p={own},c={rect.cols},r={rect.rows}{_source(placed, sent)}"
            f",z={BELOW_TEXT},C=1,q=2\x1b\\"
        )

    def _make_room(self, out: Output) -> None:
        """Make the terminal forget what was unused for longest, when it keeps too much."""
        total = sum(sent.cost for sent in self._sent.values())
        wanted = set(self._wanted.values())
        for key, sent in list(self._sent.items()):
            if total <= TERMINAL_BYTES:
                break
            if sent not in wanted:
                del self._sent[key]
                total -= sent.cost
                out.raw(f"\x1b_Ga=d,d=I,i={sent.number},q=2\x1b\\")


def transmission(number: int, png: bytes) -> str:
    """Return the sequences that send a PNG file to be kept under a number, in pieces."""
    data = b64encode(png).decode("ascii")
    pieces = [data[at : at + CHUNK] for at in range(0, len(data), CHUNK)]
    last = len(pieces) - 1
    found = []
    for index, piece in enumerate(pieces):
        more = f"m={int(index < last)}"
        control = f"a=t,f=100,t=d,i={number},q=2,{more}" if not index else f"{more},q=2"
        found.append(f"\x1b_G{control};{piece}\x1b\\")
    return "".join(found)


def _source(placed: PlacedPicture, sent: _Sent) -> str:
    """Return which pixels are shown, nothing when it is all of them."""
    rect, whole, crop = placed.rect, placed.whole, placed.crop
    if rect.size == whole:
        return ""
    across, down = sent.size.cols / whole.cols, sent.size.rows / whole.rows
    x, y = int(crop.col * across), int(crop.row * down)
    width = max(1, int((crop.col + rect.cols) * across) - x)
    height = max(1, int((crop.row + rect.rows) * down) - y)
    return f",x={x},y={y},w={width},h={height}"
