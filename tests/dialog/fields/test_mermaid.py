"""Diagrams: drawn in a process of their own, or the parser's words and the source."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given, settings

from mplex.dialog import diagram
from mplex.dialog.diagram import Diagram, Drawn
from mplex.dialog.fields.kit import Kit
from mplex.dialog.fields.mermaid import MermaidWidget
from mplex.dialog.fields.widget import Took
from tests.dialog.fields.showing import (
    COLS,
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
from tests.support.environment import ROOT
from tests.support.waiting import wait_until

LOOP = "graph LR\n" + "\n".join(f" A{n} --> A{n + 1}\n A{n + 1} --> A{n // 3}" for n in range(40))
"""Small, and it would take minutes."""


def made(source: str, kit: Kit = KIT, **more: object) -> MermaidWidget:
    widget = MermaidWidget(field("mermaid", {"source": source, "label": "Steps", **more}), kit)
    widget.page = 100
    return widget


def drawn(source: str, **more: object) -> MermaidWidget:
    """Return a widget whose drawing is there."""
    widget = made(source, **more)
    wait_until("the diagram is drawn", widget.diagram.poll)
    lines(widget)
    return widget


def test_a_flowchart_is_drawn_with_its_labels() -> None:
    widget = drawn("flowchart LR\n  a[Build] --> b[Ship]")
    assert lines(widget)[:4] == [
        "  Steps",
        "  ┌───────┐    ┌──────┐",
        "  │ Build ├───►│ Ship │",
        "  └───────┘    └──────┘",
    ]
    assert widget.warnings == []
    assert style_at(widget, "┌") is KIT.looks["dialog.border"]
    assert style_at(widget, "Build") is KIT.looks["dialog"]


@pytest.mark.parametrize(
    ("source", "word"),
    [
        ("sequenceDiagram\n Alice->>Bob: hello", "Alice"),
        ("stateDiagram-v2\n [*] --> Idle", "Idle"),
        ("gantt\n title Plan\n section A\n First: 2024-01-01, 3d", "First"),
        ("erDiagram\n CAT ||--o{ KITTEN : has", "KITTEN"),
        ("classDiagram\n Animal <|-- Duck", "Duck"),
        ("mindmap\n  root\n    leaf", "leaf"),
        ('pie title Pets\n "Dogs" : 3\n "Cats" : 5', "Cats"),
        ("---\ntitle: x\n---\n\n%% a remark\ngraph TD\n first --> b", "first"),
    ],
)
def test_every_kind_of_diagram_is_drawn(source: str, word: str) -> None:
    widget = drawn(source)
    assert word in "\n".join(lines(widget))
    assert widget.warnings == []


@pytest.mark.parametrize("source", ["nonsense here\nsecond line", "", "pie"])
def test_what_is_no_diagram_shows_why_and_the_source(source: str) -> None:
    widget = drawn(source)
    shown = lines(widget)
    assert shown[1].startswith("  ! ")
    assert [line.strip() for line in shown[2:]] == source.split("\n")
    assert len(widget.warnings) == 1 and widget.warnings[0].startswith('mermaid "Steps": ')


def test_until_it_is_drawn_it_says_so_and_wants_to_be_asked_again() -> None:
    widget = made(LOOP)
    assert "being drawn" in lines(widget)[1]
    assert widget.refresh_seconds > 0
    widget.wipe()
    assert lines(widget)[1].startswith("  ! ")
    assert widget.refresh_seconds == 0


def test_what_takes_too_long_is_ended() -> None:
    time = [0.0]
    slow = Diagram(LOOP, clock=lambda: time[0])
    assert slow.poll() is None
    time[0] = diagram.DEADLINE + 1
    found = slow.poll()
    assert found is not None and "too long" in found.problem
    assert slow.poll() is found


def test_many_diagrams_take_their_turns() -> None:
    slow = [Diagram(LOOP) for _ in range(diagram.MAX_CHILDREN)]
    quick = Diagram("graph LR\n a --> b")
    assert quick.poll() is None and quick._child is None
    slow[0].stop()
    found = wait_until("the diagram is drawn", quick.poll)
    assert found.drawings
    for each in slow:
        each.stop()


def test_a_source_beyond_the_limit_is_not_drawn() -> None:
    found = Diagram("graph TD\n" + "a --> b\n" * 10_000).poll()
    assert found is not None and "too long" in found.problem


def test_a_wide_diagram_scrolls_sideways() -> None:
    widget = drawn("graph LR\n " + " --> ".join(f"node{n}" for n in range(12)))
    assert widget.selectable()
    first = lines(widget, 40)
    assert "node0" in first[2] and first[-1].startswith("    columns 1-37 of ")
    assert first[-1].endswith("▶")
    assert press(widget, "Left", "Right", cols=40) == [Took.NO, Took.YES]
    assert lines(widget, 40)[-1].startswith("  ◀ columns 9-45 of ")
    while press(widget, "Right", cols=40) == [Took.YES]:
        pass
    assert "node11" in "".join(lines(widget, 40))
    assert mouse(widget, "wheel-left", 2, 5, 40) is Took.YES


def test_a_drawing_that_is_too_wide_is_drawn_closer_first() -> None:
    widget = drawn("graph LR\n " + " --> ".join(f"node{n}" for n in range(6)))
    assert widget._seen is not None and len(widget._seen.drawings) == 2
    wide, close = (
        max(sum(len(text) for text, _ in line) for line in drawing)
        for drawing in widget._seen.drawings
    )
    assert close < wide
    assert len(lines(widget, close + 3)) == 4
    assert "columns" in lines(widget, close + 2)[4]


def test_control_characters_of_labels_are_not_obeyed() -> None:
    shown = "\n".join(lines(drawn("graph LR\n a[x\x1b[31m ❖ y] --> b")))
    assert "\x1b" not in shown and "❖" not in shown


def test_without_termaid_the_source_is_shown_and_a_warning_names_the_extra(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(diagram, "find_spec", lambda name: None)
    widget = made("graph LR\n a --> b")
    assert lines(widget)[2:] == ["  graph LR", "   a --> b"]
    assert "pip install 'mplex[diagrams]'" in widget.warnings[0]


def test_termaid_is_never_loaded_where_the_widget_is() -> None:
    code = (
        "import sys\nfrom tests.dialog.fields.test_mermaid import drawn\n"
        "drawn('graph LR\\n a --> b')\nprint('termaid' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "False"


@settings(max_examples=40, deadline=None)
@given(TEXTS, COLS, PAGES)
def test_no_size_and_no_answer_is_too_much(text: str, cols: int, page: int) -> None:
    widget = MermaidWidget(field("mermaid", {"source": "graph " + "x" * diagram.MAX_SOURCE}), KIT)
    widget._seen = Drawn([[[(text, "section:7:deep"), (text, "node")], []]])
    widget._rows.clear()
    never_fails(widget, cols, page)
