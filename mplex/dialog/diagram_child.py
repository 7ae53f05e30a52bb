"""The program that draws a Mermaid diagram: source on stdin, the drawing as JSON on stdout.

One idea: how long drawing takes can't be known before (ten nodes in circles take seconds), so it
happens in a process of its own that limits itself, and that nobody has to wait for. Only `diagram`
runs it; nothing else of the project imports it, since termaid comes with an extra.
"""

from __future__ import annotations

import json
import resource
import sys
from typing import Any

import termaid

CPU_SECONDS = 5
MEMORY_BYTES = 1 << 30
OUTPUT_BYTES = 8 << 20
MAX_ROWS, MAX_COLS = 2_000, 2_000
"""A larger drawing is cut."""

KINDS = (
    *("graph", "flowchart", "sequenceDiagram", "stateDiagram", "classDiagram", "erDiagram"),
    *("gantt", "pie", "mindmap", "timeline", "gitGraph", "journey", "kanban", "quadrantChart"),
    *("xychart", "block", "packet", "treemap", "architecture"),
)
"""What the first word of a source begins with. The parser takes anything else for a flowchart."""

WIDE = 60
"""Columns from which on a closer drawing is made too."""
PADDING = {"padding_x": 2, "padding_y": 0}
CLOSER = {"padding_x": 1, "padding_y": 0, "gap": 2, "max_label_width": 12}


def main() -> None:
    """Draw what stdin says; the answer has `drawings`, or a `problem`."""
    for what, limit in (
        (resource.RLIMIT_CPU, CPU_SECONDS),
        (resource.RLIMIT_AS, MEMORY_BYTES),
        (resource.RLIMIT_FSIZE, OUTPUT_BYTES),
    ):
        _, hard = resource.getrlimit(what)
        allowed = limit if hard == resource.RLIM_INFINITY else min(limit, hard)
        resource.setrlimit(what, (allowed, hard))
    json.dump(drawn(sys.stdin.read()), sys.stdout)


def drawn(source: str) -> dict[str, Any]:
    """Return `{"drawings": [...]}`, the best first, or `{"problem": why there is none}`.

    A drawing is a list of lines, a line a list of (text, style key).
    """
    source = without_remarks(source)
    head = (source.split(maxsplit=1) or [""])[0]
    if not head.startswith(KINDS):
        return {"problem": f"no diagram of a known kind begins with “{head[:40]}”"}
    try:
        drawings = [_lines(source, PADDING)]
        if drawings[0] and max(_width(line) for line in drawings[0]) > WIDE:
            drawings.append(_lines(source, CLOSER))
    except Exception as error:  # Whatever the parser says, it says it to the person.
        return {"problem": f"{error or type(error).__name__}"}
    if not any(_width(line) for line in drawings[0]):
        return {"problem": f"there is nothing to draw in this “{head}”"}
    return {"drawings": drawings}


def without_remarks(source: str) -> str:
    """Return a source that begins with the kind of its diagram: no front matter, no remarks."""
    lines = source.strip().split("\n")
    if lines[0].strip() == "---" and "---" in lines[1:]:
        lines = lines[lines.index("---", 1) + 1 :]
    while lines and (not lines[0].strip() or lines[0].lstrip().startswith("%%")):
        lines.pop(0)
    return "\n".join(lines)


def _lines(source: str, options: dict[str, int]) -> list[list[tuple[str, str]]]:
    document = termaid.render_styled(source, **options)  # type: ignore[arg-type]
    lines = []
    for line in document["lines"][:MAX_ROWS]:
        room, chunks = MAX_COLS, []
        for chunk in line:
            chunks.append((chunk["text"][:room], chunk["style"]))
            room -= len(chunk["text"])
            if room <= 0:
                break
        lines.append(chunks)
    return lines


def _width(line: list[tuple[str, str]]) -> int:
    return sum(len(text) for text, _ in line)
