"""Picture files: all kinds that are read, upright, in bounds, and whatever else comes in."""

from __future__ import annotations

import struct
import zlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from mplex.dialog import picture_file
from mplex.dialog.picture_file import FORMATS, PictureProblem, decode
from tests.dialog.painted import BLUE, GREEN, RED, WHITE, file_of, quarters

ORIENTED = {
    1: (RED, GREEN, BLUE, WHITE),
    2: (GREEN, RED, WHITE, BLUE),
    3: (WHITE, BLUE, GREEN, RED),
    4: (BLUE, WHITE, RED, GREEN),
    5: (RED, BLUE, GREEN, WHITE),
    6: (BLUE, RED, WHITE, GREEN),
    7: (WHITE, GREEN, BLUE, RED),
    8: (GREEN, WHITE, RED, BLUE),
}
"""EXIF's orientations, and the quarters as they are to be seen."""


def corners(image: Image.Image) -> tuple[object, ...]:
    """Return the colours of the quarters, from left to right and from above."""
    x, y = image.width // 4, image.height // 4
    return tuple(image.getpixel((a, b)) for b in (y, 3 * y) for a in (x, 3 * x))


def near(found: tuple[object, ...], wanted: tuple[object, ...]) -> bool:
    return all(
        abs(a - b) < 40
        for one, other in zip(found, wanted, strict=True)
        for a, b in zip(one, other, strict=True)  # type: ignore[call-overload]
    )


@pytest.mark.parametrize("kind", FORMATS)
def test_every_kind_is_read(kind: str) -> None:
    found = decode(file_of(quarters(), kind), 100)
    assert (found.kind, found.width, found.height) == (kind, 40, 40)
    assert near(corners(found.image), ORIENTED[1])


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "I;16", "RGB", "RGBA", "CMYK"])
def test_every_mode_becomes_plain_colours(mode: str) -> None:
    base = Image.new("L", (8, 8), 200)
    if mode == "I;16":
        image = Image.new("I;16", (8, 8), 200 << 8)
    elif mode in ("CMYK",):
        image = base.convert("RGB").convert(mode)
    else:
        image = base.convert("RGBA" if mode == "LA" else "RGB").convert(mode)
    found = decode(file_of(image, "JPEG" if mode == "CMYK" else "PNG"), 8)
    assert found.image.mode == "RGB"
    grey = found.image.getpixel((4, 4))
    assert isinstance(grey, tuple)
    assert all(abs(value - (255 if mode == "1" else 200)) < 12 for value in grey) or mode == "1"


@pytest.mark.parametrize("turn", ORIENTED)
def test_a_picture_stands_upright(turn: int) -> None:
    exif = Image.Exif()
    exif[0x0112] = turn
    found = decode(file_of(quarters(60, 40), "JPEG", exif=exif, quality=95), 100)
    assert near(corners(found.image), ORIENTED[turn])
    across = turn >= 5
    assert (found.width, found.height) == ((40, 60) if across else (60, 40))
    assert found.image.size == (found.width, found.height)
    assert found.turned == (turn > 1)


def test_a_large_picture_keeps_its_shape_in_fewer_pixels() -> None:
    found = decode(file_of(quarters(900, 300)), 90)
    assert found.image.size == (90, 30)
    assert (found.width, found.height) == (900, 300)


def test_only_what_is_transparent_has_alpha() -> None:
    image = quarters().convert("RGBA")
    assert decode(file_of(image), 40).image.mode == "RGB"
    image.putpixel((0, 0), (0, 0, 0, 0))
    assert decode(file_of(image), 40).image.mode == "RGBA"


def bomb(width: int, height: int) -> bytes:
    """Return a PNG file of a few bytes that says it has very many pixels."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return (
            struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        )

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    body = zlib.compress(bytes(1 << 16))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", body) + chunk(b"IEND", b"")


@pytest.mark.parametrize(
    ("width", "height", "why"),
    [
        (4000, 4000, "it has 4000x4000 pixels; 6 million can be shown"),
        (4_000_000, 2, "it has 4000000x2 pixels; 6 million can be shown"),
        (60_000, 60_000, "it has far too many pixels"),
    ],
)
def test_a_bomb_is_refused_by_its_size(width: int, height: int, why: str) -> None:
    with pytest.raises(PictureProblem, match=why):
        decode(bomb(width, height), 100)


def test_a_photograph_may_have_more_pixels() -> None:
    data = file_of(Image.new("RGB", (4000, 3000), RED), "JPEG")
    found = decode(data, 600)
    assert (found.width, found.height) == (4000, 3000)
    assert found.image.width <= 600


@pytest.mark.parametrize(
    "data", [b"", b"hello", b"%!PS-Adobe-3.0 EPSF-3.0\n", b"<svg xmlns=''/>", bomb(10, 10)[:40]]
)
def test_what_is_no_picture_says_so(data: bytes) -> None:
    with pytest.raises(PictureProblem):
        decode(data, 100)


def test_other_decoders_are_not_tried() -> None:
    with pytest.raises(PictureProblem, match="it is no PNG"):
        decode(file_of(quarters(), "PPM"), 100)


@settings(deadline=None, max_examples=150)
@given(st.sampled_from(FORMATS), st.data())
def test_broken_files_never_raise_anything_else(kind: str, data: st.DataObject) -> None:
    file = bytearray(file_of(quarters(), kind))
    for _ in range(data.draw(st.integers(1, 8))):
        file[data.draw(st.integers(0, len(file) - 1))] = data.draw(st.integers(0, 255))
    cut = data.draw(st.integers(0, len(file)))
    try:
        found = decode(bytes(file[:cut]), 30)
    except PictureProblem as problem:
        assert str(problem)
    else:
        assert max(found.image.size) <= 30


def test_a_decoder_that_runs_wild_is_a_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    def wild(image: Image.Image) -> Image.Image:
        raise MemoryError

    monkeypatch.setattr(picture_file, "_in_full_colour", wild)
    with pytest.raises(PictureProblem, match="MemoryError"):
        decode(file_of(quarters()), 100)
