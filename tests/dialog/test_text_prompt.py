"""The text question: what its prompt asks for, and the box above it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from mplex.dialog.spec import AskScreen, check_screen
from mplex.dialog.text_prompt import ContextBox, text_request
from mplex.geometry import Size
from mplex.term.keys import Key, KeyEvent, MouseEvent
from mplex.ui.markup import styled_runs
from mplex.ui.overlay import HANDLED, IGNORED
from tests.dialog.screens import ASKER, picture, rows
from tests.support.golden import compare

GOLDEN = Path(__file__).parent / "golden"
STORY = "\n".join(f"line {n}" for n in range(1, 41))


def text_screen(**members: Any) -> AskScreen:
    """Return a checked screen of kind text."""
    return check_screen({"kind": "text", **members})


def box(**members: Any) -> ContextBox:
    """Return the box of a text screen."""
    return ContextBox(text_screen(**members), ASKER)


@pytest.mark.parametrize(
    ("name", "screen", "size"),
    [
        ("text", {"title": "Where", "text": "Which tag?", "label": "Tag"}, Size(24, 80)),
        ("text-label-only", {"label": "Tag"}, Size(24, 80)),
        ("text-long", {"title": "Story", "text": STORY, "label": "Tag"}, Size(12, 60)),
    ],
)
def test_the_box_looks_as_in_the_picture(name: str, screen: dict[str, Any], size: Size) -> None:
    compare(GOLDEN / f"{name}.txt", picture(box(**screen), size))


def test_the_box_shows_that_it_waits() -> None:
    overlay = box(label="Tag")
    overlay.waiting = True
    assert "waits until you stop typing" in rows(overlay)[-1]


@pytest.mark.parametrize("size", [Size(1, 80), Size(2, 80), Size(3, 3), Size(24, 80), Size(50, 1)])
def test_the_box_leaves_the_first_and_last_row_free(size: Size) -> None:
    overlay = box(title="T", text=STORY, label="L")
    rect = overlay.layout(size)
    if rect.rows > 0:
        assert rect.row >= 1 and rect.bottom < size.rows
        drawn = overlay.render(rect.size)
        assert [len(text) for text in drawn.texts] == [rect.cols] * rect.rows


def test_a_label_that_the_prompt_cuts_is_in_the_box() -> None:
    label = "label " * 12
    assert "label label" in " ".join(rows(box(title="T", text="B", label=label), 24, 60))
    assert "label" not in " ".join(rows(box(title="T", text="B", label=label), 24, 120))


def test_only_keys_that_scroll_are_taken_from_the_prompt() -> None:
    overlay = box(title="Story", text=STORY)
    before = rows(overlay)
    assert overlay.on_key(KeyEvent(Key("NPage"), b"")) == HANDLED
    assert rows(overlay) != before
    for key, text in (
        ("x", "x"),
        (" ", " "),
        ("q", "q"),
        ("Enter", ""),
        ("Escape", ""),
        ("Up", ""),
    ):
        assert overlay.on_key(KeyEvent(Key(key), b"", text)) == IGNORED


def test_a_short_box_takes_no_key_at_all() -> None:
    overlay = box(title="T", text="short")
    rows(overlay)
    assert overlay.on_key(KeyEvent(Key("NPage"), b"")) == IGNORED


def test_the_wheel_scrolls_the_box_and_not_what_is_around_it() -> None:
    overlay = box(title="Story", text=STORY)
    before = rows(overlay)
    assert overlay.on_mouse(MouseEvent("wheel-down", 0, -5, 2)) == IGNORED
    assert rows(overlay) == before
    assert overlay.on_mouse(MouseEvent("wheel-down", 0, 2, 2)) == HANDLED
    assert "line 4" in rows(overlay)[1]


def test_the_prompt_asks_for_the_label_with_the_initial_text() -> None:
    request = text_request(text_screen(title="T", label="Tag", initial="v1"), lambda *_: None)
    assert (request.label, request.initial, request.kind) == ("Tag: ", "v1", "text")
    assert request.history is None, "answers are not kept"
    assert request.limit == 2000


def test_the_prompt_without_a_label_asks_for_the_title() -> None:
    assert text_request(text_screen(title="Name"), lambda *_: None).label == "Name: "
    assert text_request(text_screen(), lambda *_: None).label == "> "


def test_the_label_is_plain_text() -> None:
    request = text_request(text_screen(label="#[fg=red]x ##[bold]\x1b[1m"), lambda *_: None)
    assert [text for text, _style in styled_runs(request.label)] == ["#[fg=red]x ##[bold]␛[1m: "]


def test_the_prompt_answers_once_submitted_or_cancelled() -> None:
    answers: list[tuple[str, str | None]] = []
    request = text_request(text_screen(label="T"), lambda *answer: answers.append(answer))
    request.on_submit("x" * 2001)
    request.on_cancel()
    assert answers == [("ok", "x" * 2000), ("cancelled", None)]
