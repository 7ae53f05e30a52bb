"""Pictures in cells: colours of every depth, shape, sharing, and what stands for a problem."""

from __future__ import annotations

import gc
from io import BytesIO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops

from mplex.dialog import picture, picture_codec, picture_pixels
from mplex.dialog.extras import NO_PILLOW
from mplex.dialog.picture import NOT_LOADED, NOT_THERE, Picture, fitted
from mplex.geometry import Point, Rect, Size
from mplex.term.colours import TRUE_COLOUR, rgb_of
from mplex.term.picture import BLOCKS, TRANSPARENT
from mplex.ui.surface import Surface
from mplex.ui.theme import Theme
from mplex.vt.styles import RGB, style_of
from tests.dialog.painted import BLUE, GREEN, RED, WHITE, Box, quarters

LOOKS = Theme()


def number(colour: tuple[int, int, int]) -> int:
    red, green, blue = colour
    return red << 16 | green << 8 | blue


def drawn(found: Picture, room: Size, colours: int = TRUE_COLOUR) -> Surface:
    surface = Surface(room)
    found.draw(surface, Point(0, 0), found.fitted(room), LOOKS, colours=colours)
    return surface


def halves(surface: Surface, row: int, col: int) -> tuple[int, int]:
    """Return the colours of the upper and the lower half of a cell, -1 for what lies behind."""
    style = style_of(surface.attrs[row][col])
    char = surface.texts[row][col]
    if char == " ":
        return style.bg, style.bg
    assert style.fg >= 0, "a half in the terminal's own text colour"
    return (style.fg, style.bg) if char == "▀" else (style.bg, style.fg)


@settings(deadline=None)
@given(st.integers(1, 5000), st.integers(1, 5000), st.integers(1, 100), st.integers(1, 300))
def test_a_picture_is_inside_its_room_and_keeps_its_shape(
    width: int, height: int, rows: int, cols: int
) -> None:
    size = fitted(Size(height, width), Size(rows, cols))
    assert 1 <= size.rows <= rows
    assert 1 <= size.cols <= min(cols, width)
    if min(size.rows, size.cols) > 4:
        assert size.cols / (2 * size.rows) == pytest.approx(width / height, rel=0.25)
    # It could not be larger.
    if width > cols and height > 2 * rows:
        assert size.rows == rows or size.cols == cols


def test_true_colours_are_those_of_the_picture() -> None:
    box = Box()
    surface = drawn(Picture(box.add(quarters()), box), Size(4, 8))
    for (row, col), colour in {(0, 0): RED, (0, 7): GREEN, (3, 0): BLUE, (3, 7): WHITE}.items():
        assert halves(surface, row, col) == (RGB | number(colour),) * 2


def test_a_cell_shows_two_pixels() -> None:
    box = Box()
    image = Image.new("RGB", (1, 2))
    image.putpixel((0, 0), RED)
    image.putpixel((0, 1), BLUE)
    surface = drawn(Picture(box.add(image), box), Size(1, 1))
    assert halves(surface, 0, 0) == (RGB | number(RED), RGB | number(BLUE))


@pytest.mark.parametrize("seen", [0, 1])
def test_half_a_cell_may_be_transparent(seen: int) -> None:
    box = Box()
    image = Image.new("RGBA", (1, 2))
    image.putpixel((0, seen), (*BLUE, 255))
    surface = drawn(Picture(box.add(image), box), Size(1, 1))
    assert halves(surface, 0, 0)[seen] == RGB | number(BLUE)
    assert halves(surface, 0, 0)[1 - seen] == -1


@pytest.mark.parametrize(("colours", "first", "last"), [(256, 16, 255), (16, 0, 15), (8, 0, 7)])
def test_fewer_colours_are_those_of_the_terminal(colours: int, first: int, last: int) -> None:
    box = Box()
    surface = drawn(Picture(box.add(quarters()), box), Size(4, 8), colours)
    found = [colour for col in range(8) for row in range(4) for colour in halves(surface, row, col)]
    assert all(first <= colour <= last for colour in found)
    corner = rgb_of(halves(surface, 0, 0)[0])
    assert corner >> 16 > 200
    assert corner & 0xFFFF == 0


def test_without_colours_bright_and_dark_are_told_by_characters() -> None:
    box = Box()
    image = Image.new("L", (40, 40))
    image.paste(255, (20, 0, 40, 40))
    surface = drawn(Picture(box.add(image.convert("RGB")), box), Size(4, 8), 0)
    assert surface.texts == ["    @@@@"] * 4
    assert set("".join(surface.attrs)) == {"\0"}
    assert not surface.pictures


def test_what_is_transparent_shows_the_dialog() -> None:
    box = Box()
    image = quarters().convert("RGBA")
    image.paste((0, 0, 0, 0), (0, 0, 40, 20))
    looks = Theme({"dialog": "bg=red"})
    surface = Surface(Size(4, 8))
    found = Picture(box.add(image), box)
    found.draw(surface, Point(0, 0), Size(4, 8), looks, colours=TRUE_COLOUR)
    assert style_of(surface.attrs[0][0]).bg == looks["dialog"].bg
    assert halves(surface, 3, 0) == (RGB | number(BLUE),) * 2


def test_many_styles_make_pictures_coarser(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(picture_codec, "MANY_STYLES", 0)
    box = Box()
    surface = drawn(Picture(box.add(quarters(41, 41)), box), Size(4, 8))
    assert all(16 <= colour < 256 for colour in halves(surface, 0, 0))


def test_the_surface_says_where_a_real_picture_goes() -> None:
    box = Box()
    surface = drawn(Picture(box.add(quarters()), box), Size(4, 8))
    (placed,) = surface.pictures
    assert placed.rect == Rect(0, 0, 4, 8)
    assert set("".join(surface.texts)) <= BLOCKS
    png = placed.picture.png(Size(40, 40))
    with Image.open(BytesIO(png.file)) as image:
        assert ImageChops.difference(image, quarters()).getbbox() is None
    assert png.size == Size(40, 40)
    assert placed.picture.png(Size(10, 10)).size == Size(10, 10)


def test_a_picture_in_few_colours_looks_the_same() -> None:
    box = Box()
    image = quarters().convert("RGBA")
    image.paste((0, 0, 0, 0), (0, 0, 20, 20))
    (placed,) = drawn(Picture(box.add(image), box), Size(4, 8)).pictures
    found = placed.picture.indexed(Size(20, 20))
    assert found is not None
    assert len(found.data) == 400
    seen = [found.data[y * 20 + x] for y, x in ((5, 5), (5, 15), (15, 5), (15, 15))]
    assert seen[0] == TRANSPARENT
    for index, wanted in zip(seen[1:], (GREEN, BLUE, WHITE), strict=True):
        rgb = found.palette[index]
        assert [rgb >> shift & 255 for shift in (16, 8, 0)] == pytest.approx(wanted, abs=4)
    assert len(found.palette) <= TRANSPARENT


def test_the_same_bytes_are_decoded_once(monkeypatch: pytest.MonkeyPatch) -> None:
    box = Box()
    calls: list[int] = []
    real = picture_codec.load
    monkeypatch.setattr(picture_codec, "load", lambda data: calls.append(1) or real(data))
    source, other = box.add(quarters(44, 44)), box.add(quarters(44, 44))
    pictures = [Picture(source, box), Picture(source, box), Picture(other, box)]
    for each in pictures:
        drawn(each, Size(4, 8))
    assert len(calls) == 1
    del pictures, each
    gc.collect()
    drawn(Picture(source, box), Size(4, 8))
    assert len(calls) == 2, "nothing is kept once no widget shows it"


def test_only_some_pictures_stay_decoded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(picture_pixels, "KEPT_DECODED", 2)
    box = Box()
    pictures = [Picture(box.add(quarters(40 + 2 * n, 40)), box) for n in range(5)]
    for each in pictures:
        drawn(each, Size(4, 8))
    kept = [each._pixels._decoded is not None for each in pictures if each._pixels]
    assert kept == [False, False, False, True, True]
    assert halves(drawn(pictures[0], Size(3, 6)), 0, 0) == (RGB | number(RED),) * 2


PROBLEMS = (
    ("~/charts/load.png", f"load.png: {NOT_LOADED}"),
    ("data:image/png;base64,AAAA", f"image/png: {NOT_LOADED}"),
    ({"media": "gone", "name": "x.png"}, f"x.png: {NOT_THERE}"),
    ({"name": "x.png", "problem": "404"}, "x.png: 404"),
    ({"name": "x\x1b[31m.png", "problem": "a\nb"}, "x␛[31m.png: a b"),
    ({"path": "/x/clip.mp4", "name": "clip.mp4"}, f"clip.mp4: {NOT_THERE}"),
    ("", "a picture: no source is given"),
    (None, "a picture: no source is given"),
    ({"media": "broken", "name": "x.png"}, "x.png: it is no PNG, JPEG, GIF, WEBP or BMP"),
)


@pytest.mark.parametrize(("source", "warning"), PROBLEMS)
def test_a_problem_has_a_box_and_a_warning(source: object, warning: str) -> None:
    box = Box()
    box.files["broken"] = b"not a picture"
    found = Picture(source, box, alt="Requests per minute")
    assert found.warning == warning.replace("a picture:", "Requests per minute:")
    surface = drawn(found, Size(10, 60))
    text = " ".join(" ".join(surface.texts).replace("│", " ").split())
    assert found.problem in text
    assert found.name in text
    assert not surface.pictures


def test_what_is_known_early_is_said_without_decoding() -> None:
    box = Box()
    box.files["broken"] = b"not a picture"
    found = Picture({"media": "broken", "name": "x.png"}, box)
    assert found.early_warning == ""
    assert "_pixels" not in vars(found)
    drawn(found, Size(4, 20))
    assert found.early_warning.startswith("x.png: it is no PNG")


def test_without_pillow_pictures_say_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (picture, picture_pixels):
        monkeypatch.setattr(module, "picture_codec", lambda: None)
    box = Box()
    found = Picture(box.add(quarters(46, 46), "x.png"), box)
    assert found.early_warning == found.warning == f"x.png: {NO_PILLOW}"
    assert found.natural == Size(46, 46)
    text = "".join(drawn(found, Size(8, 60)).texts)
    assert "pip install" in text


@settings(deadline=None, max_examples=40)
@given(st.integers(1, 12), st.integers(1, 90), st.sampled_from([TRUE_COLOUR, 256, 16, 8, 0]))
def test_it_is_drawn_at_any_size(rows: int, cols: int, colours: int) -> None:
    box = Box()
    for source in (
        box.add(quarters(64, 30)),
        "~/x/load.png",
        {"name": "漢字", "problem": "漢" * 40},
    ):
        found = Picture(source, box, "alt")
        surface = drawn(found, Size(rows, cols), colours)
        assert all(len(text) == cols for text in surface.texts)
