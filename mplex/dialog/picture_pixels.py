"""The pixels of picture files: decoded once, made into cells for each size, shared by widgets.

One idea: within a frame only so much is done as takes a few milliseconds; everything else is done
in the thread of `picture_thread`, and is there for a later frame. Which picture goes where is
decided in `mplex.dialog.picture`.
"""

from __future__ import annotations

import math
from collections import deque
from functools import partial
from hashlib import blake2b
from typing import TYPE_CHECKING, NamedTuple
from weakref import WeakValueDictionary, ref

from mplex.dialog.extras import NO_PILLOW
from mplex.dialog.lazy import picture_codec
from mplex.dialog.picture_thread import LOADING
from mplex.geometry import Size
from mplex.term.picture import IndexedPixels, Png
from mplex.ui.rows import Row

if TYPE_CHECKING:
    from mplex.dialog.picture_codec import Shades
    from mplex.dialog.picture_file import Decoded

KEPT_DECODED = 32
"""Pictures of which the pixels are kept, at most 1.6 MB each."""

AT_ONCE = 40_000
"""Bytes of a file that may be decoded within a frame, if it has few pixels too."""

AT_ONCE_PIXELS = 100_000
"""Pixels of such a file, which take some milliseconds."""

PIXEL_MICROSECONDS = 0.05
CELL_MICROSECONDS = 5.0
"""What decoding a pixel takes, and making a cell."""

NEVER = math.inf
"""What takes so long is always done in the thread."""

KEPT_SIZES = 6
"""In how many sizes the cells of a picture are kept."""


class _Shape(NamedTuple):
    """What cells are made for: a size, and a number of colours."""

    size: Size
    colours: int

    @property
    def microseconds(self) -> float:
        return self.size.rows * self.size.cols * CELL_MICROSECONDS


class Pixels:
    """One picture file; the widgets that show the same bytes share it.

    Of many pictures only those looked at last stay decoded; cells are small and are kept.
    """

    def __init__(self, id: str, data: bytes) -> None:
        self.id = id
        self.problem = ""
        self.natural = Size(0, 0)
        self._data = data
        self._decoded: Decoded | None = None
        self._cells: dict[_Shape, list[Row]] = {}
        self._shades: dict[_Shape, Shades] = {}
        """What the thread has made, and the loop has not yet taken over."""
        self._asked: set[_Shape] = set()
        self._microseconds = self._estimate()
        """How long decoding it takes."""
        self.loading = not LOADING.may(self._microseconds)
        """Whether it is being decoded in the thread for the first time."""
        if self.loading:
            LOADING.add(self._load)
        else:
            self._decode()

    def _estimate(self) -> float:
        codec = picture_codec()
        if codec is None:
            return 0.0
        if len(self._data) > AT_ONCE:
            return NEVER
        pixels: int = codec.pixels_in(self._data)
        return pixels * PIXEL_MICROSECONDS if pixels <= AT_ONCE_PIXELS else NEVER

    def _load(self) -> None:
        try:
            self._decode()
        finally:
            self.loading = False

    def decoded(self) -> Decoded | None:
        """Return the pixels, decoded anew when they were forgotten.

        None while they are decoded for the first time, and with a `problem`.
        """
        return None if self.loading else self._decode()

    def _decode(self) -> Decoded | None:
        codec = picture_codec()
        if codec is None:
            self.problem = NO_PILLOW
            return None
        decoded = self._decoded
        if decoded is None and not self.problem:
            found: Decoded | str = codec.load(self._data)
            if isinstance(found, str):
                self.problem = found
            else:
                self._decoded = decoded = found
                self.natural = Size(found.height, found.width)
                _keep_decoded(self)
        return decoded

    def forget(self) -> None:
        """Free the pixels."""
        self._decoded = None

    def cells(self, size: Size, colours: int) -> list[Row]:
        """Return the picture as cells; see `picture_codec.cells_of`. None yet while it is made."""
        shape = _Shape(size, colours)
        rows = self._cells.get(shape)
        if rows is not None or shape in self._asked:
            return rows or []
        codec = picture_codec()
        if codec is None or self.loading or self.problem:
            return []
        shades = self._shades.pop(shape, None)
        if shades is None:
            again = 0.0 if self._decoded is not None else self._microseconds
            decoded = self._decode() if LOADING.may(shape.microseconds + again) else None
            if decoded is None:
                self._asked.add(shape)
                LOADING.add(partial(self._shade, shape))
                return []
            shades = codec.shades_of(decoded.image, size, colours)
        while len(self._cells) >= KEPT_SIZES:
            del self._cells[next(iter(self._cells))]
        made: list[Row] = codec.rows_of(shades)
        self._cells[shape] = made
        return made

    def _shade(self, shape: _Shape) -> None:
        """Do in the thread what takes long; styles are the loop's."""
        try:
            codec, decoded = picture_codec(), self._decode()
            if codec is not None and decoded is not None:
                if len(self._shades) >= KEPT_SIZES:
                    self._shades.clear()
                self._shades[shape] = codec.shades_of(decoded.image, *shape)
        except (MemoryError, OSError, ValueError) as error:
            # It is not tried again for every frame.
            self.problem = f"it can't be shown ({type(error).__name__})"
        finally:
            self._asked.discard(shape)

    def png(self, pixels: Size) -> Png:
        """Return the picture as a PNG file of at most so many pixels."""
        codec, decoded = picture_codec(), self.decoded()
        if codec is None or decoded is None:
            return Png(b"", Size(1, 1))
        found: Png = codec.png_of(decoded.image, pixels)
        return found

    def indexed(self, pixels: Size) -> IndexedPixels | None:
        """Return the picture scaled to so many pixels in at most 255 colours."""
        codec, decoded = picture_codec(), self.decoded()
        if codec is None or decoded is None:
            return None
        found: IndexedPixels = codec.indexed_of(decoded.image, pixels)
        return found


_recent: deque[ref[Pixels]] = deque()
"""What is decoded, the latest last."""


def _keep_decoded(pixels: Pixels) -> None:
    """Note that a picture was decoded, and free the one that has been so for longest."""
    _recent.append(ref(pixels))
    while len(_recent) > KEPT_DECODED:
        oldest = _recent.popleft()()
        if oldest is not None:
            oldest.forget()


_alive: WeakValueDictionary[str, Pixels] = WeakValueDictionary()
"""Every decoded file that a widget still shows, by a hash of its bytes."""


def pixels_of(data: bytes) -> Pixels:
    """Return the pixels of a file, the same ones for the same bytes."""
    id = blake2b(data, digest_size=16).hexdigest()
    found = _alive.get(id)
    if found is None:
        found = _alive[id] = Pixels(id, data)
    return found
