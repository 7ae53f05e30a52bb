"""What a form looks like: one golden picture for each of its states."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from mplex.dialog.fields.kit import Kit
from mplex.dialog.form.form_dialog import FormDialog
from mplex.geometry import Size
from mplex.ui.theme import DIALOG_MARK, Theme
from tests.dialog.form.forms import LIGHT, action, box, form, line, note, tab
from tests.dialog.screens import picture, press, rows
from tests.support.golden import compare

GOLDEN = Path(__file__).parent / "golden"
TARGET = {
    "mode": "create",
    "path": "~/.token",
    "overwrite": True,
    "shown": "/home/ada/.token",
    "host": "build-7",
}
STYLES = [
    action("__cancel__", label="Cancel"),
    action("wipe", destructive=True),
    action("keep", success=True),
    action("send", primary=True),
]


def deploy(kit: Kit = LIGHT) -> FormDialog:
    """Return a form with everything that a form itself draws."""
    return form(
        title="Deploy the service",
        header="Deploy",
        session="payments",
        text="Build 214 is green.",
        tabs=[
            tab("General", line("Name", required=True), box("Canary"), box("Notify")),
            tab("Secrets", note("Never sent back."), line("Token", target=TARGET)),
        ],
        actions=STYLES,
        kit=kit,
    )


def colourless() -> FormDialog:
    """Return the same for a terminal without colours."""
    return deploy(Kit(Theme(), colours=0))


def long() -> FormDialog:
    """Return a form that scrolls."""
    return form(*(line(f"Field {n}") for n in range(12)), title="Long", size="s")


def hostile() -> FormDialog:
    """Return a form whose texts try to look like a frame."""
    return form(
        line("e\u0301 漢字\x1b[31m"),
        title=f"{DIALOG_MARK} fake\x1b]0;t\x07\n",
        header="\x9b2J",
        session="s\u202e",
        text="a\x00b\r\nc\td",
        actions=[action("\x07go"), action("漢字")],
    )


@pytest.mark.parametrize(
    ("name", "make", "keys", "size"),
    [
        ("first", deploy, "", Size(24, 80)),
        ("wrong", deploy, "M-Enter", Size(24, 80)),
        ("target", deploy, "x M-Enter", Size(24, 80)),
        ("asking", deploy, "x Escape", Size(24, 80)),
        ("on-tabs", deploy, "BTab BTab BTab BTab BTab Right", Size(24, 80)),
        ("on-destructive", deploy, "Down Down Down Down Right", Size(24, 80)),
        ("colourless", colourless, "Down Down Down Down", Size(24, 80)),
        ("small", deploy, "", Size(10, 40)),
        ("small-wrong", deploy, "M-Enter", Size(10, 40)),
        ("smallest", deploy, "", Size(5, 20)),
        ("smallest-question", deploy, "x Escape", Size(5, 20)),
        ("large", deploy, "", Size(50, 160)),
        ("long", long, "", Size(16, 60)),
        ("long-below", long, "NPage", Size(16, 60)),
        ("hostile", hostile, "", Size(24, 60)),
    ],
)
def test_it_looks_as_in_the_picture(
    name: str, make: Callable[[], FormDialog], keys: str, size: Size
) -> None:
    dialog = make()
    rows(dialog, *size)
    press(dialog, *keys.split())
    compare(GOLDEN / f"{name}.txt", picture(dialog, size))


def test_it_shows_that_it_waits() -> None:
    dialog = deploy()
    dialog.waiting = True
    compare(GOLDEN / "waiting.txt", picture(dialog, Size(24, 80)))


@pytest.mark.parametrize(("size", "cols"), [("s", 56), ("m", 80), ("l", 124)])
def test_a_size_hint_is_the_width_on_a_large_screen(size: str, cols: int) -> None:
    assert form(line("one"), size=size).layout(Size(50, 200)).cols == cols
    assert form(line("one"), size=size).layout(Size(24, 40)).cols == 38


@pytest.mark.parametrize(("pixels", "cols"), [(10, 44), (480, 64), (10_000, 124)])
def test_a_width_in_pixels_is_a_hint_too(pixels: int, cols: int) -> None:
    assert form(line("one"), width=pixels).layout(Size(50, 200)).cols == cols


def test_a_title_that_the_frame_cuts_is_said_in_full_with_room_for_it() -> None:
    dialog = form(line("one"), title="word " * 40, size="s")
    shown = "\n".join(rows(dialog))
    assert shown.count("word") > 40
    assert "▼" not in shown
