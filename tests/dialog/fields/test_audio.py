"""Clips: what their line says, playing by key and by click, and what is told to who asks."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mplex.dialog.fields.audio import AudioWidget, VideoWidget
from mplex.dialog.fields.clip import clip_length
from mplex.dialog.fields.kit import Source
from mplex.dialog.fields.widget import Took
from tests.dialog.fields.showing import (
    COLS,
    HOSTILE,
    KIT,
    PAGES,
    TEXTS,
    field,
    lines,
    mouse,
    never_fails,
    press,
    style_at,
)

CLIP = {"path": "/clips/jingle.mp3", "name": "jingle.mp3", "seconds": 12.5}


class Player:
    """Plays nothing, and notes what it was given."""

    def __init__(self, why: str = "") -> None:
        self.why = why
        self.played: list[Source] = []

    def __call__(self, source: Source) -> str:
        self.played.append(source)
        return self.why


def made(src: Any, player: Player | None = None, label: str = "Jingle") -> AudioWidget:
    data = {"src": src, "label": label}
    return AudioWidget(field("audio", data), KIT._replace(play=player))


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (0, "0:00"),
        (12.5, "0:13"),
        (59.6, "1:00"),
        (3725, "1:02:05"),
        (None, ""),
        (-1, ""),
        ("x", ""),
        (True, ""),
        (float("nan"), ""),
        (float("inf"), "99:59:59"),
    ],
)
def test_a_length_is_said_in_minutes(seconds: object, said: str) -> None:
    assert clip_length(seconds) == said


def test_a_clip_says_its_name_its_length_and_its_key() -> None:
    assert lines(made(CLIP, Player())) == ["  Jingle", "  ♪ jingle.mp3 · 0:13", "  [p] play"]
    video = VideoWidget(field("video", {"src": {**CLIP, "name": "a.mp4"}}), KIT)
    assert lines(video)[0] == "  ▣ a.mp4 · 0:13"


@pytest.mark.parametrize("key", ["p", "Enter", "Space"])
def test_a_key_plays_it(key: str) -> None:
    player = Player()
    widget = made(CLIP, player)
    assert press(widget, "Down", "x", "M-p", key) == [Took.NO, Took.NO, Took.NO, Took.YES]
    assert player.played == [CLIP]
    assert lines(widget)[2] == "  ▶ playing · [p] once more"
    assert widget.warnings == [] and widget.value() is None


def test_a_click_on_its_line_plays_it() -> None:
    player = Player()
    widget = made(CLIP, player)
    assert mouse(widget, "down", 0, 4) is Took.NO
    assert mouse(widget, "wheel-down", 1, 4) is Took.NO
    assert mouse(widget, "up", 1, 4) is Took.NO
    assert player.played == []
    assert mouse(widget, "down", 1, 4) is Took.YES
    assert player.played == [CLIP]


def test_what_could_not_be_played_is_said_and_told_once_and_may_be_tried_again() -> None:
    player = Player("no player is installed")
    widget = made(CLIP, player)
    press(widget, "p", "p")
    assert len(player.played) == 2
    assert lines(widget)[2] == "  ! no player is installed · [p] try again"
    assert style_at(widget, "!") is KIT.looks["dialog.warning"]
    assert widget.warnings == ['audio "Jingle": jingle.mp3: no player is installed']
    player.why = ""
    press(widget, "p")
    assert "playing" in lines(widget)[2]
    assert widget.warnings == []


def test_what_would_not_play_is_told_though_nobody_tries() -> None:
    why = "your terminal is on another machine"
    kit = KIT._replace(play=Player(), unplayable=lambda source: why)
    widget = AudioWidget(field("audio", {"src": CLIP, "label": "Jingle"}), kit)
    assert widget.warnings == [f'audio "Jingle": jingle.mp3: {why}']
    assert lines(widget)[2] == f"  ! {why} · [p] try again"
    press(widget, "p")
    assert widget.warnings == []


@pytest.mark.parametrize(
    ("src", "player", "why"),
    [
        ({"name": "gone.mp3", "problem": "no such file"}, Player(), "gone.mp3: no such file"),
        ("/a/b.ogg", Player(), "/a/b.ogg: not loaded"),
        (CLIP, None, "jingle.mp3: clips can't be played on this terminal"),
        (None, Player(), "sound: not loaded"),
    ],
)
def test_a_clip_that_nobody_can_play_is_a_warning_from_the_start(
    src: Any, player: Player | None, why: str
) -> None:
    widget = made(src, player)
    assert widget.warnings == [f'audio "Jingle": {why}']
    assert not widget.selectable()
    assert press(widget, "p") == [Took.NO]
    assert mouse(widget, "down", 1, 4) is Took.NO
    assert why.partition(": ")[2] in lines(widget)[2]


def test_the_focus_is_told_by_a_character() -> None:
    assert lines(made(CLIP, Player()), focus=True)[0] == "▸ Jingle"
    assert lines(made(CLIP, Player(), ""), focus=True)[0].startswith("▸ ♪")


def test_hostile_names_and_reasons_are_not_obeyed() -> None:
    widget = made({**CLIP, "name": HOSTILE}, Player(HOSTILE))
    press(widget, "p")
    shown = " ".join(lines(widget, 300) + widget.warnings)
    assert not any(char in shown for char in "\x1b❖\u202e\x07\n")


@settings(max_examples=40, deadline=None)
@given(TEXTS, TEXTS, st.floats() | st.none(), COLS, PAGES)
def test_no_size_and_no_name_is_too_much(
    name: str, why: str, seconds: float | None, cols: int, page: int
) -> None:
    widget = made({**CLIP, "name": name, "seconds": seconds}, Player(why))
    never_fails(widget, cols, page)
