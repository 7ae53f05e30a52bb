"""The tables of characters against wcwidth, which they are made of, and pyte without wcwidth."""

from __future__ import annotations

import subprocess
import sys
from urllib.parse import unquote

import pytest
from wcwidth import wcwidth

from mplex.vt import unicode_tables
from mplex.vt.chars import char_width, is_flag_letter
from mplex.vt.screen import Screen
from mplex.vt.stream import ByteStream
from tests.support.environment import ROOT
from tests.support.unicode import TABLES, VERSION, Table

OURS = (0xE0000, 0xE0FFF)
"""Tags and what is kept for them, of which we only count what is assigned."""


@pytest.mark.skipif(VERSION != unicode_tables.VERSION, reason="wcwidth knows another Unicode")
@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
def test_a_table_is_that_of_wcwidth(table: Table) -> None:
    assert list(getattr(unicode_tables, table.name)) == list(table.ranges)


@pytest.mark.skipif(VERSION != unicode_tables.VERSION, reason="wcwidth knows another Unicode")
def test_every_character_has_the_width_that_wcwidth_says() -> None:
    differing = [
        hex(code)
        for code in range(0x110000)
        if not OURS[0] <= code <= OURS[1] and not is_flag_letter(chr(code))
        if char_width(chr(code)) != max(wcwidth(chr(code)), 0)
    ]
    assert differing == []


def test_the_emulator_starts_without_wcwidth_and_measures_like_it_later() -> None:
    code = (
        "import sys, mplex.vt.screen, mplex.vt.stream, pyte.screens\n"
        "assert 'wcwidth' not in sys.modules\n"
        "assert pyte.screens.wcwidth('\\u4e2d') == 2\n"
        "import wcwidth\n"
        "assert wcwidth.wcswidth('\\u4e2da') == 3\n"
    )
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)


@pytest.mark.parametrize(
    "path", ("/a%20b", "/%E4%B8%AD", "/100%", "/%zz%4", "/%ff%00x", "/é%C3%A9")
)
def test_a_folder_is_read_from_its_url(path: str) -> None:
    screen = Screen(20, 5)
    ByteStream(screen).feed(f"\x1b]7;file://host{path}\x1b\\".encode())
    assert screen.path == "".join(c for c in unquote(path) if c.isprintable())
