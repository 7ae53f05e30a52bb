"""Verdicts on the items of a gallery by keys and by mouse, comments, clips, and the counter."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from mplex.dialog.fields.gallery import GalleryWidget
from mplex.dialog.fields.widget import Took
from mplex.term.keys import KeyEvent, parse_key, text_of
from tests.dialog.fields.showing import COLS, PAGES, field, lines, mouse, never_fails, surface
from tests.dialog.painted import Box, quarters

VERDICTS = [
    {"value": "approve", "label": "Approve", "success": True},
    {"value": "revise", "label": "Revise"},
    {"value": "skip", "label": "Skip"},
]
WIDE = 76


def gallery(
    count: int = 6, *, play: Any = None, box: Box | None = None, **more: Any
) -> GalleryWidget:
    box = box or Box()
    items: list[dict[str, Any]] = [
        {"value": f"i{n}", "src": box.add(quarters(60 + n, 40)), "label": f"Shot {n}"}
        for n in range(count)
    ]
    if play is not None:
        items[1]["src"] = {"path": "/x/clip.mp4", "name": "clip.mp4", "seconds": 73}
    data = {
        "label": "Shots",
        "items": items,
        "actions": VERDICTS,
        "comment": False,
        "columns": None,
        **more,
    }
    kit = box.kit()._replace(play=play)
    found = GalleryWidget(field("gallery", data, "shots"), kit)
    found.page = 18
    return found


def press(found: GalleryWidget, *names: str) -> list[Took]:
    events = [KeyEvent(key := parse_key(name), b"", text_of(key)) for name in names]
    return [found.on_key(event, WIDE) for event in events]


def decisions(found: GalleryWidget) -> dict[str, Any]:
    return found.value()["decisions"]


def click(found: GalleryWidget, text: str, which: int = 0) -> None:
    """Click on the n-th place where a text is seen."""
    places = [
        (row, col)
        for row, line in enumerate(surface(found, WIDE, focus=True).texts)
        for col in range(len(line))
        if line.startswith(text, col)
    ]
    mouse(found, "down", *places[which], cols=WIDE)
    mouse(found, "up", *places[which], cols=WIDE)


def test_numbers_decide_and_only_what_was_touched_is_reported() -> None:
    found = gallery()
    assert decisions(found) == {}
    press(found, "1", "Right", "Right", "3")
    assert decisions(found) == {"i0": {"decision": "approve"}, "i2": {"decision": "skip"}}


def test_the_chosen_verdict_again_takes_it_back() -> None:
    found = gallery()
    press(found, "2", "2")
    assert decisions(found) == {}
    press(found, "2", "1")
    assert decisions(found) == {"i0": {"decision": "approve"}}


def test_enter_goes_through_the_verdicts() -> None:
    found = gallery()
    seen = []
    for _ in range(4):
        press(found, "Enter")
        seen.append(decisions(found).get("i0", {}).get("decision"))
    assert seen == ["approve", "revise", "skip", None]


def test_buttons_are_clicked() -> None:
    found = gallery()
    click(found, "Revise", 1)
    assert decisions(found) == {"i1": {"decision": "revise"}}
    assert found.cursor == 1
    assert any("[• Revise]" in line for line in lines(found, WIDE))
    click(found, "Revise", 1)
    assert decisions(found) == {}


def test_the_counter_counts_decisions() -> None:
    found = gallery(comment=True)
    assert "0/6 decided" in lines(found, WIDE)[-1]
    press(found, "1", "Right", "2", "Right", "c", "x", "Enter")
    assert "2/6 decided" in lines(found, WIDE)[-1]


def test_a_comment_alone_is_reported_without_a_decision() -> None:
    found = gallery(comment=True)
    press(found, "c", *"too", "Space", *"dark")
    assert found.typing
    assert decisions(found) == {"i0": {"decision": "", "comment": "too dark"}}
    press(found, "Enter", "1")
    assert not found.typing
    assert decisions(found) == {"i0": {"decision": "approve", "comment": "too dark"}}
    press(found, "c", *["BSpace"] * 8, "Escape", "1")
    assert decisions(found) == {}


def test_digits_are_text_in_a_comment() -> None:
    found = gallery(comment=True)
    press(found, "c", "1", "2", "Enter")
    assert decisions(found) == {"i0": {"decision": "", "comment": "12"}}


def test_a_comment_is_begun_by_a_click_and_takes_a_paste() -> None:
    found = gallery(comment=True)
    assert found.on_paste("x") is Took.NO
    click(found, "[c] comment", 1)
    found.on_paste("dark\ncorner")
    assert decisions(found) == {"i1": {"decision": "", "comment": "dark corner"}}
    click(found, "Approve", 0)
    assert not found.typing
    assert decisions(found)["i1"] == {"decision": "", "comment": "dark corner"}


def test_without_comments_there_are_none() -> None:
    found = gallery()
    assert press(found, "c") == [Took.NO]
    assert "comment" not in "\n".join(lines(found, WIDE))


def test_a_value_is_taken_back() -> None:
    found = gallery(comment=True)
    press(found, "1", "c", "x", "Enter", "Right", "3")
    again = gallery(comment=True)
    again.restore(found.value())
    assert again.value() == found.value()
    again.restore({"decisions": {"no": {"decision": "approve"}, "i0": {"decision": "no"}, "i1": 5}})
    assert again.value() == {"decisions": {}}


def test_clips_are_played_and_a_failure_is_a_warning() -> None:
    played: list[Any] = []
    found = gallery(play=lambda source: played.append(source) or "")
    press(found, "Right", "p")
    assert [source["path"] for source in played] == ["/x/clip.mp4"]
    assert any("clip.mp4 · 1:13 · playing" in line for line in lines(found, WIDE))
    found = gallery(play=lambda source: "there is no player")
    click(found, "clip.mp4")
    assert found.warnings == ['field "shots", item "i1": clip.mp4: there is no player']


def test_a_clip_that_nobody_can_play_is_a_warning_from_the_start() -> None:
    clip = {"value": "c", "src": {"path": "/x/clip.mp4", "name": "clip.mp4"}, "label": "Clip"}
    found = gallery(items=[clip])
    why = "clips can't be played on this terminal"
    assert found.warnings == [f'field "shots", item "c": clip.mp4: {why}']
    assert any("can't be played" in line for line in lines(found, WIDE))


def test_a_missing_picture_is_a_warning_and_can_be_judged() -> None:
    item = {"value": "a", "src": {"name": "a.png", "problem": "404"}, "label": "A"}
    found = gallery(0, items=[item])
    assert found.warnings == ['field "shots", item "a": a.png: 404']
    press(found, "1")
    assert decisions(found) == {"a": {"decision": "approve"}}


def test_items_without_pictures_take_no_room_for_them() -> None:
    items = [{"value": f"n{n}", "label": f"Note {n}", "detail": "words"} for n in range(4)]
    found = gallery(0, items=items)
    assert [line.strip() for line in lines(found, WIDE)] == [
        "Shots",
        "Note 0                                Note 1",
        "words                                 words",
        "[1 Approve] [2 Revise] [3 Skip]       [1 Approve] [2 Revise] [3 Skip]",
        "",
        "Note 2                                Note 3",
        "words                                 words",
        "[1 Approve] [2 Revise] [3 Skip]       [1 Approve] [2 Revise] [3 Skip]",
        "",
        "0/4 decided",
    ]


def test_only_lines_with_pictures_are_high() -> None:
    box = Box()
    items: list[dict[str, Any]] = [{"value": f"n{n}", "label": f"Note {n}"} for n in range(4)]
    items[0]["src"] = box.add(quarters(60, 40))
    found = gallery(0, box=box, items=items)
    found.page = 24
    text = lines(found, WIDE)
    first = next(n for n, line in enumerate(text) if "Note 0" in line and "Note 1" in line)
    second = next(n for n, line in enumerate(text) if "Note 2" in line)
    assert second - first == 3
    assert any("no picture" in line for line in text[:first])
    press(found, "Down", "1")
    assert decisions(found) == {"n2": {"decision": "approve"}}
    click(found, "[2 Revise]", 3)
    assert decisions(found)["n3"] == {"decision": "revise"}


def test_lines_of_different_heights_scroll_and_keep_the_height() -> None:
    box = Box()
    items: list[dict[str, Any]] = [{"value": f"n{n}", "label": f"Note {n}"} for n in range(20)]
    for number in (4, 10, 11, 19):
        items[number]["src"] = box.add(quarters(60 + number, 40))
    found = gallery(0, box=box, items=items)
    height = found.height(WIDE)
    for name in ("Down", "Down", "Down", "Down", "NPage", "End", "PPage", "Up", "Home"):
        press(found, name)
        text = lines(found, WIDE, focus=True)
        assert any(f"▸ Note {found.cursor}" in line for line in text), name
        assert found.height(WIDE) == height <= 18


def test_a_low_line_below_a_high_one_leaves_nothing_blank() -> None:
    box = Box()
    items: list[dict[str, Any]] = [{"value": f"n{n}", "label": f"Note {n}"} for n in range(4)]
    items[0]["src"] = box.add(quarters(60, 40))
    found = gallery(0, box=box, items=items)
    found.page = 17
    press(found, "Down")
    text = lines(found, WIDE, focus=True)
    assert any("▸ Note 2" in line for line in text)
    assert any("Note 0" in line for line in text)
    (placed,) = surface(found, WIDE).pictures
    assert placed.crop.row > 0, "the upper rows of the picture are out of view"
    click(found, "[2 Revise]", 1)
    assert decisions(found) == {"n1": {"decision": "revise"}}


def test_in_two_rows_there_is_what_has_the_cursor_and_what_the_digits_do() -> None:
    found = gallery(3, comment=True)
    found.page = 1
    press(found, "Right", "2")
    first, last = found.focus_rows(15)
    assert last - first == 1
    shown = lines(found, 15, focus=True)[first : last + 1]
    assert shown == ["▸ Shot 1 [c]  ▲", "1App •Rev 3Ski▼"]


def test_long_verdicts_take_more_rows() -> None:
    actions = [{"value": f"v{n}", "label": f"A long verdict {n}"} for n in range(4)]
    found = gallery(1, actions=actions)
    text = "\n".join(lines(found, 40))
    assert all(f"{n + 1} A long verdict {n}]" in text for n in range(4))


@settings(deadline=None, max_examples=30)
@given(COLS, PAGES, st.integers(0, 9), st.booleans(), st.sampled_from([None, 1, 5]))
def test_it_never_fails(
    cols: int, page: int, count: int, comment: bool, columns: int | None
) -> None:
    found = gallery(count, comment=comment, columns=columns, max_height=40)
    never_fails(found, cols, page)
    if count and comment:
        press(found, "c", "x")
        surface(found, cols, focus=True)
