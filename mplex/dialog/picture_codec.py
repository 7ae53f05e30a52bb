"""Pixels of a picture to cells, PNG files and palettes.

One idea: whatever a terminal can show, from none to sixteen million colours, a picture keeps its
shape and is readable. Decoding is in `picture_file`; which picture goes where is decided in
`mplex.dialog.picture`.
"""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from typing import Final, TypeAlias

from PIL import Image, ImageEnhance, ImageOps

from mplex.dialog.picture_file import Decoded, PictureProblem, decode, pixel_count
from mplex.geometry import Size
from mplex.term.colours import TRUE_COLOUR, rgb_of
from mplex.term.picture import TRANSPARENT, IndexedPixels, Png
from mplex.ui.rows import Row
from mplex.vt.styles import RGB, STYLES, Colour, intern_style

SMALL: Final = 640
"""Pixels on the longer side that are kept; more than the cells of any screen show."""

PNG_LEVEL: Final = 3
"""How hard PNG files are compressed, of 9: they are made while somebody waits for a frame."""

INDEXED_COLOURS: Final = 96
"""Colours of a picture for terminals that get indices; each one costs time in every row."""

SAMPLE: Final = 160
"""Pixels on the longer side of the copy by which those colours are chosen."""

OPAQUE: Final = 128
"""The alpha from which on a pixel counts as there."""

FINE: Final = 0xF8F8F8
"""The bits of a true colour that are told apart: 32 levels, so that a picture needs few styles."""

MANY_STYLES: Final = 24_000
"""From so many styles in the whole process on, pictures keep to the 256-colour palette."""

VIVID: Final = 1.6
"""How much stronger colours become before they are rounded to few: else many would end as grey."""

SHADES: Final = " .:-=+*#%@"
"""Characters from dark to bright, for terminals without colours."""

HALF_UP, HALF_DOWN, BLANK = "▀", "▄", " "


Shades: TypeAlias = "Sequence[Row | list[tuple[Colour, Colour]]]"
"""Rows of cells: finished, or as the colours of the upper and the lower half of each."""


def pixels_in(data: bytes) -> int:
    """Return how many pixels a picture file says that it has, without decoding it."""
    return pixel_count(data)


def load(data: bytes) -> Decoded | str:
    """Return the pixels of a picture file, few enough to be kept, or why there are none."""
    try:
        return decode(data, SMALL)
    except PictureProblem as error:
        return str(error)


def png_of(image: Image.Image, size: Size) -> Png:
    """Return the picture as a PNG file of at most `size` pixels."""
    scaled = image.copy()
    scaled.thumbnail((max(1, size.cols), max(1, size.rows)), Image.Resampling.LANCZOS)
    file = BytesIO()
    scaled.save(file, "PNG", compress_level=PNG_LEVEL)
    return Png(file.getvalue(), Size(scaled.height, scaled.width))


def indexed_of(image: Image.Image, size: Size) -> IndexedPixels:
    """Return the picture scaled to `size` pixels in few colours, chosen by a small copy of it."""
    scaled = image.resize((size.cols, size.rows), Image.Resampling.LANCZOS)
    sample = scaled.convert("RGB")
    sample.thumbnail((SAMPLE, SAMPLE), Image.Resampling.NEAREST)
    chosen = sample.quantize(INDEXED_COLOURS, Image.Quantize.MEDIANCUT)
    flat = scaled.convert("RGB").quantize(palette=chosen, dither=Image.Dither.FLOYDSTEINBERG)
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
    return rows_of(shades_of(image, size, colours))


def shades_of(image: Image.Image, size: Size, colours: int) -> Shades:
    """Return what `rows_of` makes cells of; this is what takes long, and any thread may do it."""
    if not colours:
        return _shaded(image, size)
    scaled = image.resize((size.cols, 2 * size.rows), Image.Resampling.BOX)
    pixels = _coloured(scaled, colours)
    rows = []
    for top in range(0, len(pixels), 2 * size.cols):
        middle = top + size.cols
        rows.append(list(zip(pixels[top:middle], pixels[middle : middle + size.cols], strict=True)))
    return rows


def rows_of(shades: Shades) -> list[Row]:
    """Return cells; for the thread that styles belong to."""
    look: dict[tuple[Colour, Colour], tuple[str, str]] = {}
    rows = []
    for line in shades:
        if isinstance(line, Row):
            rows.append(line)
            continue
        for pair in line:
            if pair not in look:
                look[pair] = _cell(*pair)
        found = [look[pair] for pair in line]
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
        vivid = ImageEnhance.Color(flat).enhance(VIVID)
        indexed = vivid.quantize(palette=_palette(first, count), dither=Image.Dither.NONE)
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
