"""The file picker: moving through folders, filter, path with completion, mouse and value."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any
from unicodedata import normalize

import pytest

from mplex.dialog.fields import folder
from mplex.dialog.fields.file_field import NOT_YET, READING, UNREAD
from mplex.dialog.fields.folder import FolderReader
from mplex.dialog.fields.widget import Took
from mplex.dialog.form.key_line import CANCEL, key_line, submit
from mplex.dialog.picked_file import FILE_MAX
from tests.dialog.fields.collection_shown import Shown


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a home folder with a few files."""
    home = tmp_path / "me"
    (home / "docs" / "deep").mkdir(parents=True)
    (home / "downloads").mkdir()
    (home / "docs" / "letter.txt").write_bytes(b"x" * 2048)
    (home / "docs" / "letters.txt").touch()
    (home / "notes.md").touch()
    (home / ".secret").touch()
    monkeypatch.setenv("HOME", str(home))
    return home


def picker(**members: Any) -> Shown:
    """Return a file picker."""
    return Shown("file", **{"label": "Which file?", "cols": 72, "page": 14, **members})


def names(shown: Shown) -> list[str]:
    """Return the names in sight."""
    rows = [row for row in shown.rows()[2:-1] if row and not row.startswith("/")]
    return [row[6:].split("  ")[0] for row in rows]


def test_it_begins_at_home_with_folders_first(home: Path) -> None:
    shown = picker()
    assert shown.rows()[1].split() == ["~", "[.]", "show", "hidden"]
    assert names(shown) == ["../", "docs/", "downloads/", "notes.md"]
    assert "docs/" in shown.pointed() and shown.value == ""
    assert len(shown.rows()) == 14


def test_it_begins_where_it_is_told_or_at_home(home: Path) -> None:
    assert "letter.txt" in names(picker(start="~/docs"))
    assert "letter.txt" in names(picker(start=str(home / "docs")))
    assert "notes.md" in names(picker(start=str(home / "nowhere")))


def test_enter_opens_a_folder_and_answers_with_a_file(home: Path) -> None:
    shown = picker()
    assert shown.press("Enter") is Took.YES
    assert names(shown) == ["../", "deep/", "letter.txt", "letters.txt"]
    assert "2.0 kB" in shown.text()
    assert shown.press("Down", "Enter") is Took.SUBMIT
    assert shown.value == str(home / "docs" / "letter.txt")
    assert "picked ~/docs/letter.txt" in shown.rows()[-1]
    assert "(•) letter.txt" in shown.pointed()


def test_space_picks_and_does_not_answer(home: Path) -> None:
    shown = picker()
    assert shown.press("End", "Space") is Took.YES
    assert shown.value == str(home / "notes.md")


@pytest.mark.parametrize("key", ["BSpace", "Left"])
def test_going_up_points_at_the_folder_that_was_left(home: Path, key: str) -> None:
    shown = picker(start="~/docs")
    assert shown.press(key) is Took.YES
    assert "docs/" in shown.pointed()
    assert shown.press("Right") is Took.YES
    assert "letter.txt" in names(shown)
    assert shown.press("End", "Right") is Took.NO, "a file is nothing to go into"


def test_the_row_above_leads_up(home: Path) -> None:
    shown = picker(start="~/docs")
    shown.press("Home", "Enter")
    assert "notes.md" in names(shown)


def test_the_root_is_the_end() -> None:
    assert picker(start="/").press("BSpace") is Took.NO


def test_typing_narrows_and_enter_takes_the_first_match(home: Path) -> None:
    shown = picker()
    shown.type("NOT")
    assert shown.widget.typing and names(shown) == ["notes.md"]
    assert shown.press("Enter") is Took.SUBMIT
    assert shown.value == str(home / "notes.md")
    shown.press("BSpace", "BSpace", "BSpace")
    assert len(names(shown)) == 4


def test_escape_ends_the_filter_first(home: Path) -> None:
    shown = picker()
    shown.type("notes")
    shown.press("Escape")
    assert len(names(shown)) == 4 and "notes.md" in shown.pointed()
    shown.type("zzz")
    assert "no match" in shown.text()
    assert shown.press("Enter") is Took.NO
    assert shown.press("Escape") is Took.YES
    assert len(names(shown)) == 4
    assert shown.press("Escape") is Took.NO


def test_a_slash_in_the_filter_goes_into_the_folder_that_was_found(home: Path) -> None:
    shown = picker()
    shown.type("doc/let")
    assert names(shown) == ["letter.txt", "letters.txt"]


@pytest.mark.parametrize("key", [".", "M-h"])
def test_hidden_files_are_shown_on_request(home: Path, key: str) -> None:
    shown = picker()
    shown.press("End", key)
    assert ".secret" in names(shown) and "notes.md" in shown.pointed()
    shown.press(key)
    assert ".secret" not in names(shown)
    assert ".secret" in names(picker(hidden=True))


def test_a_dot_within_a_filter_is_text(home: Path) -> None:
    shown = picker()
    shown.type("s.m")
    assert names(shown) == ["notes.md"]


def test_a_path_is_typed_with_completion(home: Path) -> None:
    shown = picker()
    assert shown.type("~/do") is Took.YES
    assert names(shown) == ["docs/", "downloads/"]
    assert shown.press("Tab") is Took.YES
    shown.type("c")
    shown.press("Tab")
    assert shown.rows()[1].strip() == "~/docs/"
    shown.type("l")
    shown.press("Tab")
    assert shown.rows()[1].strip() == "~/docs/letter"
    shown.type("s")
    shown.press("Tab")
    assert shown.press("Enter") is Took.SUBMIT
    assert shown.value == str(home / "docs" / "letters.txt")
    assert "letters.txt" in shown.pointed()


def test_a_lone_tilde_completes_to_home(home: Path) -> None:
    shown = picker(start="/")
    shown.press("~", "Tab")
    assert "notes.md" in names(shown)


def test_entering_the_path_of_a_folder_opens_it(home: Path) -> None:
    shown = picker()
    shown.type("~/docs")
    assert shown.press("Enter") is Took.YES
    assert names(shown) == ["../", "deep/", "letter.txt", "letters.txt"]
    assert shown.value == ""


def test_arrows_choose_what_the_path_becomes(home: Path) -> None:
    shown = picker()
    shown.type("~/docs/l")
    shown.press("Down")
    assert shown.rows()[1].strip() == "~/docs/letters.txt"
    assert shown.press("Enter") is Took.SUBMIT
    assert shown.value.endswith("letters.txt")


def test_a_path_that_leads_nowhere_says_so_and_stays(home: Path) -> None:
    shown = picker()
    shown.type("~/nope")
    assert shown.press("Tab") is Took.YES
    assert "nothing begins like this" in shown.rows()[-1]
    assert shown.press("Enter") is Took.YES
    assert "nope can't be picked: it does not exist" in shown.rows()[-1]
    assert shown.rows()[1].strip() == "~/nope" and shown.value == ""


def test_escape_leaves_the_path_and_comes_back(home: Path) -> None:
    shown = picker(start="~/docs")
    shown.type("/")
    assert "letter.txt" not in names(shown)
    assert shown.press("Escape") is Took.YES
    assert "letter.txt" in names(shown)
    shown.press("~", "BSpace")
    assert "letter.txt" in names(shown) and "show hidden" in shown.text()


def test_a_typed_dot_finds_hidden_files(home: Path) -> None:
    shown = picker()
    shown.type("~/.s")
    shown.press("Tab", "Enter")
    assert shown.value == str(home / ".secret")


def test_a_pasted_path_is_a_path_and_other_text_a_filter(home: Path) -> None:
    shown = picker()
    assert shown.widget.on_paste(f"{home}/docs/letter.txt\n") is Took.YES
    assert shown.value == "", "a paste picks nothing"
    shown.press("Enter")
    assert shown.value == str(home / "docs" / "letter.txt")
    other = picker()
    other.widget.on_paste("notes")
    assert names(other) == ["notes.md"]


def test_keys_of_the_form_are_left_to_it(home: Path) -> None:
    shown = picker()
    for start in ("", "n", "~"):
        shown.type(start)
        for name in ("BTab", "M-Enter", "M-1", "C-NPage"):
            assert shown.press(name) is Took.NO, (start, name)
        shown.press("Escape")
    assert shown.press("Tab") is Took.NO


def test_the_mouse_alone_finds_and_picks_a_file(home: Path) -> None:
    shown = picker()
    shown.click("docs/")
    shown.click("letters.txt")
    assert shown.value == str(home / "docs" / "letters.txt")
    shown.click("../")
    shown.click("show hidden")
    shown.click(".secret")
    assert shown.value == str(home / ".secret")


def test_a_click_on_the_folder_begins_a_path(home: Path) -> None:
    shown = picker(start="~/docs")
    shown.click("~/docs")
    assert shown.rows()[1].strip() == "~/docs/"
    shown.type("d")
    assert names(shown) == ["deep/"]


def test_what_is_no_regular_file_cannot_be_picked(home: Path) -> None:
    os.mkfifo(home / "pipe")
    shown = picker()
    shown.type("pipe")
    assert shown.press("Enter") is Took.YES
    assert "pipe can't be picked: not a regular file" in shown.rows()[-1]
    assert shown.value == ""


def test_a_name_that_is_not_utf8_is_shown_and_refused(home: Path) -> None:
    (Path(os.fsdecode(bytes(home) + b"/bad\xff"))).touch()
    shown = picker()
    shown.type("bad")
    assert "bad\ufffd" in shown.text()
    shown.press("Enter")
    assert "not UTF-8" in shown.rows()[-1] and shown.value == ""


def test_a_folder_that_cannot_be_read_says_so(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: str) -> object:
        raise PermissionError(13, "Permission denied", path)

    shown = picker()
    monkeypatch.setattr(folder.os, "scandir", refuse)
    shown.press("Enter")
    assert "permission denied: this folder can't be read" in shown.rows()[-1]
    assert names(shown) == ["../"]
    monkeypatch.undo()
    assert shown.press("Enter") is Took.YES


def test_a_huge_folder_says_that_a_part_is_missing(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(folder, "ENTRIES", 2)
    assert "only a part" in picker(start="~/docs").rows()[-1]


def test_control_characters_in_names_are_harmless(home: Path) -> None:
    (home / "a\x1b[31m\nb").touch()
    assert "a␛[31m b" in picker().text()


def test_joined_characters_in_names_stay_whole(home: Path) -> None:
    name = "👩‍👩‍👧 世界"
    (home / name).mkdir()
    (home / name / "n\u0303 a\u0325").touch()
    shown = picker(start=f"~/{name}")
    shown.press("End", "Space")
    assert "�" not in shown.text()
    assert name in shown.rows()[1]
    assert "a\u0325" in normalize("NFD", shown.rows()[-1])


def test_a_long_path_shows_its_end(home: Path) -> None:
    deep = home / ("long" * 10) / ("name" * 10) / "end"
    deep.mkdir(parents=True)
    row = picker(start=str(deep)).rows()[1]
    assert "…" in row and "name/end" in row and row.endswith("show hidden")


@pytest.mark.parametrize(("required", "wrong"), [(True, True), (False, False)])
def test_a_file_must_be_picked_only_where_it_is_required(
    home: Path, required: bool, wrong: bool
) -> None:
    assert bool(picker(required=required).widget.problem()) is wrong


def test_a_picked_file_that_has_gone_is_a_problem(home: Path) -> None:
    shown = picker()
    shown.press("End", "Space")
    assert shown.widget.problem() == ""
    (home / "notes.md").unlink()
    assert "does not exist" in shown.widget.problem()


def test_a_value_comes_back(home: Path) -> None:
    shown = picker()
    assert shown.again() == ""
    shown.press("Enter", "End", "Space")
    assert shown.again() == shown.value == str(home / "docs" / "letters.txt")
    fresh = picker()
    fresh.widget.restore(shown.value)
    assert "letters.txt" in fresh.pointed()
    fresh.widget.restore("")
    assert fresh.value == ""


@pytest.mark.parametrize("value", [None, 3, "relative", "/nowhere/at/all", "/nul\0", "/"])
def test_a_value_that_does_not_fit_is_left_aside(home: Path, value: object) -> None:
    shown = picker()
    shown.widget.restore(value)
    assert shown.value == ""
    assert "notes.md" in names(shown)


def test_what_is_too_large_is_refused_in_the_picker(home: Path) -> None:
    with (home / "big.iso").open("wb") as file:
        file.truncate(FILE_MAX + 1)
    shown = picker()
    shown.type("big")
    assert shown.press("Enter") is Took.YES
    assert shown.value == ""
    assert "big.iso can't be picked: larger than 512.0 MB" in shown.text()
    shown.press("Escape")
    shown.type("/big.iso")
    shown.type("~/big.iso")
    assert shown.press("Enter") is Took.YES
    assert shown.value == ""


def test_the_keys_of_a_path_and_of_hidden_files_are_said(home: Path) -> None:
    shown = picker()
    line = key_line(shown.widget.hints(), [submit("Submit"), CANCEL], 76)
    assert "/ ~ path" in line and "Enter pick" in line and "Esc cancel" in line
    assert "[.] show hidden" in shown.text()
    shown.press(".")
    assert "[.] hide hidden" in shown.text()


@pytest.fixture
def huge(home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder that is read in pieces of ten."""
    monkeypatch.setattr(FolderReader.read, "__defaults__", (10,))
    (home / "huge").mkdir()
    for number in range(35):
        (home / "huge" / f"{number:02}.txt").touch()
    return home / "huge"


def test_a_huge_folder_is_read_while_it_is_shown(huge: Path) -> None:
    shown = picker(start=str(huge))
    assert shown.widget.refresh_seconds
    assert READING in shown.text()
    while shown.widget.refresh_seconds:
        shown.rows()
    assert NOT_YET in shown.text()
    assert "00.txt" in shown.pointed(), "nobody has moved: it is the first of all"
    shown.press("End", "Space")
    assert shown.value == str(huge / "34.txt")


def test_the_cursor_stays_on_its_entry_while_more_are_read(huge: Path) -> None:
    shown = picker(start=str(huge))
    shown.press("Down", "Down")
    here = shown.pointed()
    while shown.widget.refresh_seconds:
        assert shown.pointed().split() == here.split()
    assert shown.pointed().split() == here.split()


def test_nothing_is_picked_that_has_just_come_under_the_cursor(huge: Path) -> None:
    shown = picker(start=str(huge))
    assert shown.press("Enter") is Took.YES
    assert shown.value == ""
    assert UNREAD in shown.text()
    shown.press("/")
    shown.type("0")
    assert shown.press("Escape") is Took.YES
    while shown.widget.refresh_seconds:
        shown.rows()
    assert UNREAD not in shown.text()
    assert shown.press("Enter") is Took.SUBMIT
    assert shown.value == str(huge / "00.txt")


def test_the_folder_that_was_left_is_found_in_a_huge_one(huge: Path) -> None:
    (huge / "zoo").mkdir()
    (huge / "zoo" / "x").touch()
    shown = picker(start=str(huge / "zoo"))
    shown.press("Left")
    while shown.widget.refresh_seconds:
        shown.rows()
    assert "zoo/" in shown.pointed()
