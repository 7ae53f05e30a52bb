"""Recorded answers of xterm and tmux, each case whole, byte by byte and in random chunks.

Where the two agree that is the right answer; where they differ, `XTERM` and `TMUX` say whom mplex
follows.  `TORN` is the one place where both leave half a wide character in the last column: mplex
never does.
"""

from __future__ import annotations

import json
import random
import re
import unicodedata
from pathlib import Path
from typing import Any

import pytest

from mplex.vt.screen import Screen
from tests.vt.terminal import at, bytewise, check_rows, chunked, state, text

CASES: list[dict[str, Any]] = json.loads(Path(__file__).with_name("cases.json").read_text("utf-8"))

TMUX = {
    "sgr_8_conceal",
    "csi_quote",
    "wide_edge",
    "vs16",
    "keycap",
    "zwj_family",
    "zwnj_mid",
    "tag_chars",
    "noncombining_zero_width_drops_rest",
}
CHOICES = Path(__file__).parents[2] / "docs" / "decisions" / "xterm-or-tmux.md"
TORN = {"wide_ich_edge": [" あ"]}
RELATIVE = {"origin_vpa_clamp"}
"""xterm's cursor was read by a report that counts from the margin."""
OWN_REPLY = {
    "csi_gt_c": "\x1b[>61;100;0c",
    "csi_eq_c": "\x1bP!|4D504C58\x1b\\",
    "csi_c": "\x1b[?62;22;52c",
    "esc_Z": "\x1b[?62;22;52c",
    "csi_gt_q0": "\x1bP>|mplex 0.1.0\x1b\\",
    "dsr_q996": "\x1b[?997;1n",
    "csi_14t": "\x1b[4;96;160t",
    "csi_16t": "\x1b[6;16;8t",
    "decrqss_q": "\x1bP1$r0 q\x1b\\",
    "osc_10q": "\x1b]10;rgb:e5e5/e5e5/e5e5\x07",
    "osc_12q": "\x1b]12;rgb:e5e5/e5e5/e5e5\x1b\\",
}


def expected(case: dict[str, Any]) -> tuple[list[str], tuple[int, int] | None]:
    oracle = case["tmux"] if case["name"] in TMUX else case["xterm"]
    rows = TORN.get(case["name"], oracle["text"])
    place = oracle["cursor"] and (oracle["cursor"][0], oracle["cursor"][1])
    if case["name"] in RELATIVE:
        place = (1, 3)
    return [unicodedata.normalize("NFC", row) for row in rows], place


def run(case: dict[str, Any], chunks: list[bytes]) -> Screen:
    return chunked(chunks, case["cols"], case["rows"])


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["name"]))
def test_screen_is_right(case: dict[str, Any]) -> None:
    screen = run(case, [bytes.fromhex(case["bytes_hex"])])
    rows, place = expected(case)
    assert text(screen) == rows
    assert place is None or at(screen) == place
    hidden = case["xterm"]["cursor_hidden"]
    assert hidden is None or screen.cursor.hidden == hidden
    check_rows(screen)


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["name"]))
def test_reply_is_right(case: dict[str, Any]) -> None:
    screen = run(case, [bytes.fromhex(case["bytes_hex"])])
    reply = screen.take_replies().decode()
    name = case["name"]
    allowed = {case["xterm"]["reply"], case["tmux"]["reply"]}
    assert reply in ({OWN_REPLY[name]} if name in OWN_REPLY else allowed)


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["name"]))
def test_chunks_do_not_matter(case: dict[str, Any]) -> None:
    data = bytes.fromhex(case["bytes_hex"])
    whole = state(run(case, [data]))
    assert state(run(case, bytewise(data))) == whole
    rng = random.Random(str(case["name"]))
    for _ in range(3):
        cuts = sorted(rng.randrange(len(data) + 1) for _ in range(4))
        ends = [0, *cuts, len(data)]
        chunks = [data[a:b] for a, b in zip(ends, ends[1:], strict=False)]
        assert state(run(case, chunks)) == whole


def seen(oracle: dict[str, Any]) -> tuple[list[str], object]:
    return [unicodedata.normalize("NFC", row) for row in oracle["text"]], oracle["cursor"]


def test_every_choice_between_the_two_is_written_down() -> None:
    followed = {}
    for line in CHOICES.read_text("utf-8").splitlines():
        if line.startswith("|") and "`" in line:
            *_, whom, names, _ = (cell.strip() for cell in line.split("|"))
            followed |= dict.fromkeys(re.findall("`([^`]+)`", names), whom)
    differing = [case for case in CASES if seen(case["xterm"]) != seen(case["tmux"])]
    assert followed == {
        case["name"]: "tmux" if case["name"] in TMUX else "xterm" for case in differing
    }
