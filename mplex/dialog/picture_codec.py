"""Bytes of a picture file to pixels, and pixels to cells, PNG and palettes; the owner of Pillow.

One idea: decode once, small. What comes in is hostile: only a few formats are tried, sizes are
looked at before any pixel is made, and whatever a decoder throws becomes a `PictureProblem`. Which
picture goes where is decided in `mplex.dialog.picture`.
"""

from __future__ import annotations

import warnings
from io import BytesIO
from typing import Final, NamedTuple

from PIL import Image, ImageOps, UnidentifiedImageError

from mplex.geometry import Size
from mplex.term.colours import TRUE_COLOUR, rgb_of
from mplex.term.picture import TRANSPARENT, IndexedPixels, Png
from mplex.ui.rows import Row
from mplex.vt.styles import RGB, STYLES, Colour, intern_style

FORMATS: Final = ("PNG", "JPEG", "GIF", "WEBP", "BMP")
"""What is decoded; other decoders are older, rarer, or run programs."""

MAX_PIXELS: Final = 6 << 20
"""Pixels of a picture that is decoded whole."""

MAX_JPEG_PIXELS: Final = 64 << 20
"""Pixels of a JPEG file, which can be decoded at an eighth of its size."""

SMALL: Final = 640
"""Pixels on the longer side that are kept; more than the cells of any screen show."""

PNG_LEVEL: Final = 3
"""How hard PNG files are compressed, of 9: they are made while somebody waits for a frame."""

ORIENTATION: Final = 0x0112
TURNED: Final = (5, 6, 7, 8)
"""EXIF's orientations that exchange width and height."""

OPAQUE: Final = 128
"""The alpha from which on a pixel counts as there."""

FINE: Final = 0xF8F8F8
"""The bits of a true colour that are told apart: 32 levels, so that a picture needs few styles."""

MANY_STYLES: Final = 24_000
"""From so many styles in the whole process on, pictures keep to the 256-colour palette."""

SHADES: Final = " .:-=+*#%@"
"""Characters from dark to bright, for terminals without colours."""

HALF_UP, HALF_DOWN, BLANK = "▀", "▄", " "


class PictureProblem(Exception):
    """A picture can't be decoded; its text says why, without the picture's name."""


class Decoded(NamedTuple):
    """The pixels that are kept of a picture, upright, and the size of the original."""

    image: Image.Image
    """RGBA, or RGB when nothing of it is transparent."""
    natural: Size
    """Rows and columns of pixels of the original, upright."""


def decode(data: bytes, longest: int = SMALL) -> Decoded:
    """Return a picture with at most `longest` pixels on its longer side.

    Raises:
        PictureProblem: it is no picture that can be decoded, or too large.
    """
    if not data:
        raise PictureProblem("it is empty")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return _decode(data, longest)
        except PictureProblem:
            raise
        except UnidentifiedImageError:
            raise PictureProblem(f"it is no {', '.join(FORMATS[:-1])} or {FORMATS[-1]}") from None
        # Decoders raise whatever their parsing stumbles upon, from struct.error to MemoryError.
        except Exception as error:
            raise PictureProblem(f"it is broken ({type(error).__name__})") from error


def _decode(data: bytes, longest: int) -> Decoded:
    with Image.open(BytesIO(data), formats=FORMATS) as image:
        _check_size(image)
        natural = Size(image.height, image.width)
        if image.format == "JPEG":
            image.draft("RGB", (longest, longest))
            if image.width * image.height > MAX_PIXELS:
                raise PictureProblem(_too_large(natural))
        found = _in_full_colour(image)
        found.thumbnail((longest, longest), Image.Resampling.BOX)
        turn = image.getexif().get(ORIENTATION, 1)
        if turn in TURNED:
            natural = Size(natural.cols, natural.rows)
        return Decoded(_upright(found, turn), natural)


def _check_size(image: Image.Image) -> None:
    limit = MAX_JPEG_PIXELS if image.format == "JPEG" else MAX_PIXELS
    if image.width * image.height > limit:
        raise PictureProblem(_too_large(Size(image.height, image.width)))


def _too_large(natural: Size) -> str:
    return f"it has {natural.cols}x{natural.rows} pixels; {MAX_PIXELS >> 20} million can be shown"


def _in_full_colour(image: Image.Image) -> Image.Image:
    """Return it as RGB, or as RGBA when it has transparent pixels."""
    if image.mode.startswith("I"):
        # Sixteen bits of grey, which a plain conversion cuts at 255.
        return image.convert("I").point(lambda value: value / 256).convert("L").convert("RGB")
    if not image.has_transparency_data:
        return image.convert("RGB")
    found = image.convert("RGBA")
    alpha = found.getchannel("A").getextrema()
    return found if alpha[0] != 255 else found.convert("RGB")


_TURNS: Final = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}
"""EXIF's orientations, and what makes each upright."""


def _upright(image: Image.Image, orientation: int) -> Image.Image:
    turn = _TURNS.get(orientation)
    return image.transpose(turn) if turn is not None else image


def png_of(image: Image.Image, size: Size) -> Png:
    """Return the picture as a PNG file of at most `size` pixels."""
    scaled = image.copy()
    scaled.thumbnail((max(1, size.cols), max(1, size.rows)), Image.Resampling.LANCZOS)
    file = BytesIO()
    scaled.save(file, "PNG", compress_level=PNG_LEVEL)
    return Png(file.getvalue(), Size(scaled.height, scaled.width))


def indexed_of(image: Image.Image, size: Size) -> IndexedPixels:
    """Return the picture scaled to `size` pixels in at most 255 colours."""
    scaled = image.resize((size.cols, size.rows), Image.Resampling.LANCZOS)
    flat = scaled.convert("RGB").quantize(255, Image.Quantize.MEDIANCUT)
    if scaled.mode == "RGBA":
        unseen = scaled.getchannel("A").point(lambda alpha: 255 if alpha < OPAQUE else 0)
        flat.paste(TRANSPARENT, (0, 0), unseen)
    values = flat.getpalette("RGB") or []
    colours = zip(values[::3], values[1::3], values[2::3], strict=True)
    palette = tuple(red << 16 | green << 8 | blue for red, green, blue in colours)
    return IndexedPixels(size, palette[:TRANSPARENT], flat.tobytes())


def cells_of(image: Image.Image, size: Size, colours: int) -> list[Row]:
    """Return the picture as `size` cells for a terminal with so many colours (0 for none).

    With colours each cell shows two pixels, one above the other; without, one shade.
    """
    if not colours:
        return _shaded(image, size)
    scaled = image.resize((size.cols, 2 * size.rows), Image.Resampling.BOX)
    pixels = _coloured(scaled, colours)
    look: dict[tuple[Colour, Colour], tuple[str, str]] = {}
    rows = []
    for top in range(0, len(pixels), 2 * size.cols):
        middle = top + size.cols
        pairs = list(zip(pixels[top:middle], pixels[middle : middle + size.cols], strict=True))
        for pair in pairs:
            if pair not in look:
                look[pair] = _cell(*pair)
        found = [look[pair] for pair in pairs]
        rows.append(Row("".join(cell[0] for cell in found), "".join(cell[1] for cell in found)))
    return rows


def _cell(above: Colour, below: Colour) -> tuple[str, str]:
    """Return the character and the style that show two pixels; -1 is what lies behind."""
    if above == below:
        return BLANK, intern_style(bg=above).ch
    if above < 0:
        return HALF_DOWN, intern_style(fg=below).ch
    return HALF_UP, intern_style(fg=above, bg=below).ch


def _coloured(image: Image.Image, colours: int) -> list[Colour]:
    """Return every pixel as a colour of the terminal's palette, -1 for transparent ones."""
    flat = image.convert("RGB")
    if colours >= TRUE_COLOUR and len(STYLES) < MANY_STYLES:
        data = flat.tobytes()
        triples = zip(data[::3], data[1::3], data[2::3], strict=True)
        found = [RGB | _rounded(r << 16 | g << 8 | b) for r, g, b in triples]
    else:
        first, count = (16, 240) if colours >= 256 else (0, min(colours, 16))
        dither = Image.Dither.NONE if count > 16 else Image.Dither.FLOYDSTEINBERG
        indexed = flat.quantize(palette=_palette(first, count), dither=dither)
        found = [first + index for index in indexed.tobytes()]
    if image.mode == "RGBA":
        alpha = image.getchannel("A").tobytes()
        found = [c if a >= OPAQUE else -1 for c, a in zip(found, alpha, strict=True)]
    return found


def _rounded(rgb: int) -> int:
    """Return a colour with 32 levels a channel, where white stays white."""
    return rgb & FINE | rgb >> 5 & 0x070707


def _palette(first: int, count: int) -> Image.Image:
    """Return an image whose palette is a part of the terminal's."""
    image = Image.new("P", (1, 1))
    colours = [rgb_of(first + index) for index in range(count)]
    colours += [colours[0]] * (256 - count)
    image.putpalette([rgb >> shift & 255 for rgb in colours for shift in (16, 8, 0)])
    return image


def _shaded(image: Image.Image, size: Size) -> list[Row]:
    scaled = image.resize((size.cols, size.rows), Image.Resampling.BOX)
    if scaled.mode == "RGBA":
        black = Image.new("RGBA", scaled.size, (0, 0, 0, 255))
        scaled = Image.alpha_composite(black, scaled)
    grey = ImageOps.autocontrast(scaled.convert("L"), cutoff=1).tobytes()
    text = "".join(SHADES[value * len(SHADES) >> 8] for value in grey)
    return [Row(text[at : at + size.cols]) for at in range(0, len(text), size.cols)]
