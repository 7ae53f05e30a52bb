"""Terminals that show pictures: they take a renderer's bytes, and can tell what is to be seen."""

from __future__ import annotations

import re
from base64 import b64decode
from io import BytesIO
from typing import NamedTuple

from PIL import Image

from mplex.geometry import Point, Rect, Size
from mplex.term.features import Features, Graphics, features_of
from mplex.term.frame import Frame
from mplex.term.picture import TRANSPARENT, IndexedPixels, PlacedPicture, Png
from mplex.term.renderer import Renderer
from mplex.vt.clusters import expand
from mplex.vt.screen import Screen
from mplex.vt.stream import ByteStream

SIZE = Size(10, 30)
CELL = (12, 6)
INK = "▓"
FULL = features_of("xterm-256color", {"COLORTERM": "truecolor"})
KITTY = FULL._replace(graphics=Graphics(kitty=True, cell=CELL))
SIXEL = FULL._replace(graphics=Graphics(sixel=True, cell=CELL))
_STRING = re.compile(rb"\x1b([_P])(.*?)\x1b\\", re.DOTALL)


class Stripes:
    """A picture of columns in changing colours, of 48 by 48 pixels, its corner transparent."""

    def __init__(self, id: str = "stripes") -> None:
        self.id = id
        self.asked = 0

    def _image(self) -> Image.Image:
        image = Image.new("RGBA", (48, 48))
        image.putdata([self.colour(x, y) for y in range(48) for x in range(48)])
        return image

    def colour(self, x: int, y: int) -> tuple[int, int, int, int]:
        return (5 * x, 5 * y, 128, 0 if x < 6 and y < 6 else 255)

    def png(self, pixels: Size) -> Png:
        self.asked += 1
        image = self._image()
        image.thumbnail((pixels.cols, pixels.rows))
        file = BytesIO()
        image.save(file, "PNG")
        return Png(file.getvalue(), Size(image.height, image.width))

    def indexed(self, pixels: Size) -> IndexedPixels | None:
        self.asked += 1
        palette = tuple(x << 16 | 0x80 for x in range(0, 250, 25))
        data = bytes(
            TRANSPARENT if x < 6 and y < 6 else x % len(palette)
            for y in range(pixels.rows)
            for x in range(pixels.cols)
        )
        return IndexedPixels(pixels, palette, data)


class Shown(NamedTuple):
    """A placement as a kitty terminal knows it."""

    at: Point
    cells: Size
    part: tuple[int, ...]


class Display:
    """A terminal with a renderer's bytes on it."""

    def __init__(self, features: Features, size: Size = SIZE) -> None:
        self.size = size
        self.screen = Screen(size.cols, size.rows)
        self.stream = ByteStream(self.screen)
        self.renderer = Renderer(size, features)
        self.images: dict[int, bytes] = {}
        self.placed: dict[tuple[int, int], Shown] = {}
        self.sixels: list[tuple[Point, IndexedPixels]] = []
        self._pieces: list[bytes] = []
        self._number = 0
        self.feed(self.renderer.start())

    def draw(self, *pictures: PlacedPicture, texts: tuple[str, ...] = ()) -> bytes:
        rows = [*texts, *[""] * (self.size.rows - len(texts))]
        return self.feed(
            self.renderer.draw(Frame(self.size, rows, [""] * self.size.rows, pictures=pictures))
        )

    def feed(self, data: bytes) -> bytes:
        at = 0
        for match in _STRING.finditer(data):
            self._text(data[at : match.start()])
            kind, content = match.groups()
            if kind == b"_" and content.startswith(b"G"):
                self._kitty(content[1:])
            elif kind == b"P" and b"q" in content[:12]:
                self._sixel(content.decode())
            at = match.end()
        self._text(data[at:])
        return data

    def rows(self) -> list[str]:
        return [expand(text).rstrip() for text in self.screen.visible()[0]]

    def _text(self, data: bytes) -> None:
        if b"\x1b[2J" in data:
            # As kitty does: what is no longer placed anywhere is not kept.
            self.placed.clear()
            self.images.clear()
        self.stream.feed(data)

    def _kitty(self, content: bytes) -> None:
        control, _, payload = content.partition(b";")
        keys = dict(pair.split("=") for pair in control.decode().split(","))
        assert len(payload) <= 4096
        if keys.get("a") == "q":
            return
        assert keys["q"] == "2", "replies would arrive as input"
        if keys.get("a") == "t" or "a" not in keys:
            self._number = int(keys.get("i", self._number))
            self._pieces.append(b64decode(payload, validate=True))
            if keys["m"] == "0":
                self.images[self._number] = b"".join(self._pieces)
                self._pieces.clear()
        elif keys["a"] == "p":
            self._place(keys)
        elif keys["a"] == "d":
            self._delete(keys)

    def _place(self, keys: dict[str, str]) -> None:
        number = int(keys["i"])
        assert number in self.images, "placed before it was sent"
        assert keys["C"] == "1", "the cursor would move"
        part = tuple(int(keys[key]) for key in "xywh" if key in keys)
        cells = Size(int(keys["r"]), int(keys["c"]))
        shown = Shown(Point(*self.screen.cursor_point), cells, part)
        self.placed[number, int(keys["p"])] = shown

    def _delete(self, keys: dict[str, str]) -> None:
        if keys["d"] == "A":
            self.placed.clear()
            self.images.clear()
        elif keys["d"] == "i":
            del self.placed[int(keys["i"]), int(keys["p"])]
        else:
            del self.images[int(keys["i"])]

    def _sixel(self, content: str) -> None:
        """Note the picture, and put ink on the cells that it covers."""
        picture = decode_sixel(content)
        at = Point(*self.screen.cursor_point)
        self.sixels.append((at, picture))
        rows, cols = -(-picture.size.rows // CELL[0]), -(-picture.size.cols // CELL[1])
        assert at.row + rows < self.size.rows, "the screen would scroll"
        for row in range(at.row, at.row + rows):
            self.stream.feed(f"\x1b[{row + 1};{at.col + 1}H{INK * cols}".encode())


def decode_sixel(content: str) -> IndexedPixels:
    """Return the pixels of the string behind ESC P; unwritten ones are transparent."""
    head = re.match(r'0;1;0q"1;1;(\d+);(\d+)', content)
    assert head is not None
    cols, rows = int(head[1]), int(head[2])
    data = bytearray([TRANSPARENT]) * (cols * rows)
    palette: dict[int, int] = {}
    x = top = colour = 0
    for token in re.finditer(
        r"#(\d+);2;(\d+);(\d+);(\d+)|#(\d+)|!(\d+)([?-~])|([?-~])|(\$)|(-)", content[head.end() :]
    ):
        if token[1]:
            red, green, blue = (round(int(token[n]) * 255 / 100) for n in (2, 3, 4))
            palette[int(token[1])] = red << 16 | green << 8 | blue
        elif token[5]:
            colour = int(token[5])
        elif token[9]:
            x = 0
        elif token[10]:
            x, top = 0, top + 6
        else:
            bits = ord(token[7] or token[8]) - 63
            for _ in range(int(token[6] or 1)):
                for bit in range(6):
                    if bits >> bit & 1:
                        data[(top + bit) * cols + x] = colour
                x += 1
    colours = tuple(palette.get(index, 0) for index in range(max(palette, default=-1) + 1))
    return IndexedPixels(Size(rows, cols), colours, bytes(data))


def placed(picture: Stripes, row: int, col: int, rows: int = 4, cols: int = 8) -> PlacedPicture:
    """Return a whole picture at a cell."""
    return PlacedPicture(picture, Rect(row, col, rows, cols), Size(rows, cols))
