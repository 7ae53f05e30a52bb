"""Sources of a screen: found, sent, and explained where they can't be had."""

from __future__ import annotations

import base64
import os
import wave
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from flow import media
from flow.media import LONGEST, THUMBNAIL_LONGEST, TILE_LONGEST, attach_media
from flow.media_sources import MAX_BYTES
from mplex.dialog.extras import NO_PILLOW
from mplex.dialog.form_spec import check_form
from mplex.dialog.picture_file import decode
from mplex.errors import Refused
from tests.dialog.painted import file_of, quarters


class Desk:
    """Whoever shows pictures: keeps what it is sent."""

    def __init__(self, limit: int = 100) -> None:
        self.files: dict[str, bytes] = {}
        self.limit = limit

    def send(self, data: bytes) -> str:
        if len(self.files) >= self.limit:
            raise Refused("too many pictures", code="media_limit")
        media = f"m{len(self.files)}"
        self.files[media] = data
        return media


def form(*fields: dict[str, Any]) -> dict[str, Any]:
    return {"kind": "form", "title": "Look", "fields": list(fields)}


def image(src: object) -> dict[str, Any]:
    return {"kind": "image", "src": src, "label": "Chart"}


def found(written: str, desk: Desk | None = None) -> tuple[dict[str, Any], list[str]]:
    """Return what becomes of the source of an image, and the warnings."""
    screen, warnings = attach_media(form(image(written)), (desk or Desk()).send)
    return screen["fields"][0]["src"], warnings


@pytest.fixture
def chart(tmp_path: Path) -> Path:
    path = tmp_path / "chart.png"
    path.write_bytes(file_of(quarters()))
    return path


def test_a_file_is_sent_as_it_is_when_it_is_small(chart: Path) -> None:
    desk = Desk()
    src, warnings = found(str(chart), desk)
    assert src == {"media": "m0", "width": 40, "height": 40, "name": "chart.png"}
    assert desk.files["m0"] == chart.read_bytes()
    assert warnings == []


def test_a_home_path_is_found(chart: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert found("~/chart.png")[0]["media"] == "m0"


def test_data_in_the_address_is_found(chart: Path) -> None:
    written = "data:image/png;base64," + base64.b64encode(chart.read_bytes()).decode()
    desk = Desk()
    src, _ = found(written, desk)
    assert src["name"] == "image/png"
    assert desk.files["m0"] == chart.read_bytes()
    escaped = "data:image/png," + "".join(f"%{byte:02x}" for byte in chart.read_bytes())
    assert found(escaped, desk)[0]["media"] == "m1"


PROBLEMS = {
    "./chart.png": "it is no absolute path",
    "chart.png": "it is no absolute path",
    "~root/chart.png": "it is no absolute path",
    "ftp://example.com/x.png": "it is no absolute path",
    "file:///etc/passwd": "it is no absolute path",
    "/no/such/file.png": "there is no such file",
    "/etc/passwd": "it is no PNG",
    "/etc": "it is no regular file",
    "/dev/zero": "it is no regular file",
    "data:image/png;base64": "it is no complete data: URL",
    "data:image/png;base64,!!!": "it is",
    "data:image/png,hello": "it is no PNG",
    "http://127.0.0.1/x.png": "127.0.0.1 is in a private network",
    "http://[::1]/x.png": "::1 is in a private network",
    "http:///x.png": "it is no address",
    "http://host:99999/x.png": "it is no address",
    "/a\0b": "it is no path",
}


@pytest.mark.parametrize("written", PROBLEMS)
def test_a_problem_stands_in_its_place_and_is_a_warning(written: str) -> None:
    src, warnings = found(written)
    assert src["problem"].startswith(PROBLEMS[written])
    assert warnings == [f"{src['name']}: {src['problem']}"]
    check_form(form(image(src)))


def test_a_pipe_does_not_hang(tmp_path: Path) -> None:
    path = tmp_path / "pipe.png"
    os.mkfifo(path)
    assert found(str(path))[0]["problem"] == "it is no regular file"


def test_an_unreadable_file_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*args: object) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "open", refuse)
    assert found(str(tmp_path / "x.png"))[0]["problem"] == "it can't be read: permission denied"


def test_a_file_over_the_cap_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "large.png"
    with path.open("wb") as file:
        file.truncate(MAX_BYTES + 1)
    assert found(str(path))[0]["problem"] == "it is larger than 10 MB"
    data = "data:image/png;base64," + base64.b64encode(bytes(MAX_BYTES + 1)).decode()
    assert found(data)[0]["problem"] == "it is larger than 10 MB"


def test_large_pictures_become_smaller_and_keep_their_natural_size(tmp_path: Path) -> None:
    for name, kind in (("photo.jpg", "JPEG"), ("photo.png", "PNG"), ("photo.webp", "WEBP")):
        path = tmp_path / name
        path.write_bytes(file_of(Image.effect_noise((2600, 1300), 80).convert("RGB"), kind))
        desk = Desk()
        src, warnings = found(str(path), desk)
        assert not warnings
        assert (src["width"], src["height"]) == (2600, 1300)
        sent = decode(desk.files["m0"], 10_000)
        assert (sent.width, sent.height) == (LONGEST, LONGEST // 2)
        assert sent.kind == "JPEG"
        assert len(desk.files["m0"]) < 1_500_000


def test_lines_and_transparency_stay_exact(tmp_path: Path) -> None:
    picture = quarters(1400, 700).convert("RGBA")
    picture.paste((0, 0, 0, 0), (0, 0, 100, 100))
    path = tmp_path / "lines.png"
    path.write_bytes(file_of(picture))
    desk = Desk()
    found(str(path), desk)
    sent = decode(desk.files["m0"], 10_000)
    assert sent.kind == "PNG"
    assert sent.image.getpixel((0, 0)) == (0, 0, 0, 0)
    assert sent.image.getpixel((1200, 600)) == (255, 255, 255, 255)


def test_turned_pictures_are_sent_upright(tmp_path: Path) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    path = tmp_path / "turned.jpg"
    path.write_bytes(file_of(quarters(60, 40), "JPEG", exif=exif))
    desk = Desk()
    src, _ = found(str(path), desk)
    assert (src["width"], src["height"]) == (40, 60)
    sent = decode(desk.files["m0"], 100)
    assert sent.image.size == (40, 60)
    assert not sent.turned


def test_every_place_of_a_screen_is_found(chart: Path) -> None:
    src = str(chart)
    screen = {
        "kind": "form",
        "title": "Look",
        "tabs": [
            {"label": "A", "fields": [image(src)]},
            {
                "label": "B",
                "fields": [
                    {"kind": "choice", "name": "c", "options": [{"label": "x", "thumbnail": src}]},
                    {"kind": "list", "name": "l", "items": ["a", {"value": "b", "thumbnail": src}]},
                    {"kind": "image_grid", "name": "g", "images": [{"value": "a", "src": src}]},
                    {"kind": "annotated_image", "name": "n", "src": src, "default": {"src": src}},
                    {"kind": "gallery", "name": "y", "items": [{"value": "a", "src": src}]},
                    {"kind": "compare", "name": "o", "variants": [{"value": "a", "src": src}] * 2},
                    {"kind": "text", "name": "t", "default": src},
                ],
            },
        ],
        "values": {"src": src},
    }
    before = repr(screen)
    desk = Desk()
    done, warnings = attach_media(screen, desk.send)
    assert repr(screen) == before, "the screen that was given is not changed"
    assert not warnings
    text = repr(done)
    assert text.count("'media'") == 8
    assert text.count(src) == 3, "what only looks like a source stays"
    assert len(desk.files) == 3, "the same picture of the same size is sent once"


def test_pictures_among_others_are_smaller(tmp_path: Path) -> None:
    path = tmp_path / "large.png"
    path.write_bytes(file_of(quarters(2000, 2000)))
    src = str(path)
    fields = (
        image(src),
        {"kind": "image_grid", "name": "g", "images": [{"value": "a", "src": src}]},
        {"kind": "choice", "name": "c", "options": [{"label": "x", "thumbnail": src}]},
    )
    desk = Desk()
    attach_media(form(*fields), desk.send)
    sizes = [decode(data, 10_000).width for data in desk.files.values()]
    assert sizes == [LONGEST, TILE_LONGEST, THUMBNAIL_LONGEST]


@pytest.mark.parametrize(
    ("sources", "names"),
    [
        (("/no/x.png", "/no/y.png"), ["x.png", "y.png"]),
        (("/no/a/x.png", "/no/b/x.png"), ["a/x.png", "b/x.png"]),
        (("/no/a/b/x.png", "/no/c/b/x.png", "x.png"), ["a/b/x.png", "c/b/x.png", "x.png"]),
        (("/no/a/b/x.png", "/no/c/b/x.png"), ["a/b/x.png", "c/b/x.png"]),
        (("data:image/png,a", "data:image/png,b"), ["image/png (1)", "image/png (2)"]),
        (("/no/x.png", "/no/x.png"), ["x.png"]),
    ],
)
def test_every_source_has_a_warning_of_its_own(sources: tuple[str, ...], names: list[str]) -> None:
    _, warnings = attach_media(form(*map(image, sources)), Desk().send)
    assert [warning.partition(": ")[0] for warning in warnings] == names


def test_a_screen_without_sources_costs_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(media, "ThreadPoolExecutor", None)
    screen = form({"kind": "text", "name": "t"})
    assert attach_media(screen, Desk().send) == (screen, [])


def test_what_the_server_refuses_is_a_problem(chart: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.png"
    other.write_bytes(file_of(quarters(20, 20)))
    done, warnings = attach_media(form(image(str(chart)), image(str(other))), Desk(1).send)
    assert done["fields"][0]["src"]["media"] == "m0"
    assert done["fields"][1]["src"]["problem"] == "too many pictures"
    assert warnings == ["other.png: too many pictures"]


def test_when_all_takes_too_long_the_rest_is_not_read(
    chart: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(media, "PATIENCE", 0.0)
    assert found(str(chart))[0]["problem"] == "the pictures before it took too long"


def test_without_pillow_pictures_say_what_is_missing(
    chart: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "flow.media_pictures", None)
    src, warnings = found(str(chart))
    assert src["problem"] == NO_PILLOW
    assert warnings == [f"chart.png: {NO_PILLOW}"]


@pytest.fixture
def clip(tmp_path: Path) -> Path:
    path = tmp_path / "clip.wav"
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(8000)
        file.writeframes(bytes(2 * 12_000))
    return path


@pytest.mark.parametrize("mutagen", [True, False])
def test_a_clip_stays_a_file_with_a_name_and_a_length(
    clip: Path, mutagen: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not mutagen:
        monkeypatch.setitem(__import__("sys").modules, "flow.media_clips", None)
    desk = Desk()
    done, warnings = attach_media(form({"kind": "audio", "src": str(clip)}), desk.send)
    assert done["fields"][0]["src"] == {"path": str(clip), "name": "clip.wav", "seconds": 1.5}
    assert not warnings
    assert not desk.files
    check_form(done)


def test_a_clip_that_is_no_clip_has_no_length(tmp_path: Path) -> None:
    path = tmp_path / "clip.mp3"
    path.write_bytes(b"no clip at all")
    done, _ = attach_media(form({"kind": "video", "src": str(path)}), Desk().send)
    assert done["fields"][0]["src"] == {"path": str(path), "name": "clip.mp3"}


def test_a_missing_clip_is_a_problem() -> None:
    done, warnings = attach_media(form({"kind": "audio", "src": "/no/such.mp3"}), Desk().send)
    assert done["fields"][0]["src"] == {"name": "such.mp3", "problem": "there is no such file"}
    assert warnings == ["such.mp3: there is no such file"]


def test_galleries_have_clips_beside_pictures(clip: Path, chart: Path) -> None:
    items = [{"value": "a", "src": str(clip)}, {"value": "b", "src": str(chart)}]
    done, _ = attach_media(form({"kind": "gallery", "name": "g", "items": items}), Desk().send)
    first, second = done["fields"][0]["items"]
    assert first["src"]["path"] == str(clip)
    assert second["src"]["media"] == "m0"


def test_a_clip_in_the_address_becomes_a_file_of_ours(clip: Path) -> None:
    written = "data:audio/wav;base64," + base64.b64encode(clip.read_bytes()).decode()
    done, _ = attach_media(form({"kind": "audio", "src": written}), Desk().send)
    src = done["fields"][0]["src"]
    path = Path(src["path"])
    assert path.read_bytes() == clip.read_bytes()
    assert path.suffix == ".wav"
    assert path.parent.stat().st_mode & 0o77 == 0
    assert src["seconds"] == 1.5
