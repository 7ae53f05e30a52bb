"""Large pictures are decoded in a thread: the form is there at once, the pictures when they are."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from PIL import Image

from mplex.dialog import picture_codec
from mplex.dialog.fields.kit import Kit
from mplex.dialog.form.form_dialog import FormDialog
from mplex.dialog.picture_pixels import AT_ONCE, CELL_MICROSECONDS
from mplex.dialog.picture_thread import FRAME_MICROSECONDS, PictureThread
from mplex.geometry import Size
from mplex.ui.theme import Theme
from tests.dialog.form.forms import USUAL, form, shows
from tests.dialog.painted import Box, file_of, quarters
from tests.dialog.screens import press, rows
from tests.support.waiting import wait_until


def noise(seed: int) -> Image.Image:
    """Return a picture whose file is large."""
    return Image.effect_noise((400 + seed, 300), 50)


def dialog_of(field: dict[str, Any], box: Box) -> FormDialog:
    """Return a form with one field that shows pictures."""
    return form(field, kit=Kit(Theme(), box))


def settled(dialog: FormDialog) -> bool:
    """Draw again; say whether nothing is under way any more."""
    rows(dialog)
    return not dialog.refresh_seconds


def test_a_large_picture_comes_later(monkeypatch: pytest.MonkeyPatch) -> None:
    go, load = threading.Event(), picture_codec.load
    monkeypatch.setattr(picture_codec, "load", lambda data: (go.wait(), load(data))[1])
    box = Box()
    source = box.add(noise(1), name="big.png", width=401, height=300)
    assert len(file_of(noise(1))) > AT_ONCE
    dialog = dialog_of({"kind": "image", "src": source}, box)
    before = dialog.layout(USUAL)
    assert shows(dialog, "▨ big.png …")
    assert dialog.refresh_seconds > 0
    go.set()
    wait_until("it is there", lambda: settled(dialog))
    assert not shows(dialog, "big.png")
    assert shows(dialog, "▀")
    assert dialog.layout(USUAL) == before


def test_a_large_picture_that_is_none_says_so() -> None:
    box = Box()
    source = box.add(noise(2), name="bad.png")
    box.files[source["media"]] = b"no picture" * AT_ONCE
    dialog = dialog_of({"kind": "image", "src": source}, box)
    wait_until("it is known", lambda: settled(dialog))
    assert shows(dialog, "it is no PNG")
    assert dialog.warnings


def test_a_grid_of_large_pictures_can_be_used_at_once() -> None:
    box = Box()
    images = [
        {"value": f"v{n}", "label": f"v{n}", "src": box.add(noise(n + 10), name=f"n{n}")}
        for n in range(4)
    ]
    dialog = dialog_of({"kind": "image_grid", "name": "g", "label": "G", "images": images}, box)
    rows(dialog)
    press(dialog, "Right", "Space")
    assert dialog.state.values() == {"g": {"selected": ["v1"]}}
    wait_until("they are there", lambda: settled(dialog))
    assert shows(dialog, "▀")


def test_a_small_file_with_many_pixels_comes_later_too(monkeypatch: pytest.MonkeyPatch) -> None:
    threads, load = [], picture_codec.load
    monkeypatch.setattr(
        picture_codec,
        "load",
        lambda data: (threads.append(threading.current_thread().name), load(data))[1],
    )
    box = Box()
    flat = Image.new("RGB", (1500, 1001), (200, 30, 30))
    assert len(file_of(flat)) < AT_ONCE
    source = box.add(flat, name="flat.png", width=1500, height=1001)
    dialog = dialog_of({"kind": "image", "src": source}, box)
    rows(dialog)
    wait_until("it is there", lambda: settled(dialog))
    assert threads == ["pictures"]


def test_no_frame_waits_for_many_small_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    here: list[Size] = []
    shades, loop = picture_codec.shades_of, threading.current_thread()

    def noted(*args: Any) -> Any:
        if threading.current_thread() is loop:
            here.append(args[1])
        return shades(*args)

    monkeypatch.setattr(picture_codec, "shades_of", noted)
    box = Box()
    images = [
        {"value": f"v{n}", "label": f"v{n}", "src": box.add(quarters(200 + n, 120))}
        for n in range(30)
    ]
    field = {"kind": "image_grid", "name": "g", "label": "G", "images": images}
    dialog = dialog_of(field, box)
    large = Size(100, 300)

    def all_are_there() -> bool:
        here.clear()
        dialog.render(dialog.layout(large).size)
        # How much the thread leaves to a frame is chance; that a frame takes no more is not.
        assert sum(size.rows * size.cols for size in here) * CELL_MICROSECONDS <= FRAME_MICROSECONDS
        return not dialog.refresh_seconds

    assert not all_are_there()
    wait_until("all are there", all_are_there)
    assert "▀" in "".join(dialog.render(dialog.layout(large).size).texts)


def test_variants_have_their_pictures_when_they_are_there(monkeypatch: pytest.MonkeyPatch) -> None:
    go, load = threading.Event(), picture_codec.load
    monkeypatch.setattr(picture_codec, "load", lambda data: (go.wait(), load(data))[1])
    box = Box()
    variants = [
        {"value": f"v{n}", "src": box.add(noise(n + 60), name=f"n{n}.png")} for n in range(2)
    ]
    dialog = dialog_of({"kind": "compare", "name": "c", "variants": variants}, box)
    assert shows(dialog, "n0.png …")
    go.set()
    wait_until("they are there", lambda: settled(dialog))
    assert not shows(dialog, "n0.png")
    assert shows(dialog, "▀")


def test_a_variant_whose_picture_is_broken_says_so() -> None:
    box = Box()
    good = box.add(noise(70), name="good.png")
    bad = box.add(noise(71), name="bad.png")
    box.files[bad["media"]] = b"no picture" * AT_ONCE
    variants = [{"value": "a", "src": good}, {"value": "b", "src": bad}]
    dialog = dialog_of({"kind": "compare", "name": "c", "variants": variants}, box)
    wait_until("it is known", lambda: settled(dialog))
    assert shows(dialog, "it is no PNG")
    assert [warning for warning in dialog.warnings if 'item "b": bad.png: it is no' in warning]


def test_the_thread_goes_on_after_what_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    raised: list[object] = []
    monkeypatch.setattr(threading, "excepthook", raised.append)
    thread, done = PictureThread(), []
    thread.add(lambda: done.append(1 // 0))
    wait_until("it failed", lambda: raised)
    thread.add(lambda: done.append(2))
    wait_until("it is done", lambda: done == [2] and thread.finished == 2)
    wait_until("it rests", lambda: not thread.busy)
