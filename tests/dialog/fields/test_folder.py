"""What the file picker learns from the disk."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from mplex.dialog.fields import folder
from mplex.dialog.fields.folder import (
    PIECE,
    FolderReader,
    absolute,
    facts_of,
    home_shortened,
    pick_problem,
    size_text,
)
from mplex.dialog.picked_file import FILE_MAX


def read_folder(path: str) -> FolderReader:
    """Read all of a folder."""
    reader = FolderReader(path)
    while not reader.done:
        reader.read()
    return reader


def test_folders_come_first_then_names_without_regard_to_case(tmp_path: Path) -> None:
    for name in ("b.txt", "A.txt", ".hidden", "c.txt"):
        (tmp_path / name).touch()
    for name in ("Zoo", "apes"):
        (tmp_path / name).mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "Zoo")
    (tmp_path / "broken").symlink_to(tmp_path / "nowhere")
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    listing = read_folder(str(tmp_path))
    assert [entry.name for entry in listing.entries] == [
        "..",
        "apes",
        "link",
        "Zoo",
        ".hidden",
        "A.txt",
        "b.txt",
        "broken",
        "c.txt",
        "loop",
    ]
    assert [entry.name for entry in listing.entries if entry.hidden] == [".hidden"]
    assert not listing.problem and not listing.cut


def test_the_root_has_no_way_up() -> None:
    assert ".." not in [entry.name for entry in read_folder("/").entries]


@pytest.mark.parametrize("name", ["nowhere", "file", "nul\0"])
def test_what_is_no_folder_says_so_and_leads_up(tmp_path: Path, name: str) -> None:
    (tmp_path / "file").touch()
    listing = read_folder(str(tmp_path / name))
    assert listing.problem and [entry.name for entry in listing.entries] == [".."]


def test_a_huge_folder_is_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folder, "ENTRIES", 5)
    for number in range(5):
        (tmp_path / str(number)).touch()
    assert not read_folder(str(tmp_path)).cut
    (tmp_path / "one more").touch()
    listing = read_folder(str(tmp_path))
    assert listing.cut and len(listing.entries) == 6


def test_a_folder_is_read_in_pieces_and_is_in_order_all_the_time(tmp_path: Path) -> None:
    for number in range(7):
        (tmp_path / f"{number * 5 % 7}").touch()
    reader = FolderReader(str(tmp_path))
    seen = []
    while not reader.done:
        reader.read(3)
        seen.append([entry.name for entry in reader.entries])
    assert [len(names) for names in seen] == [4, 7, 8]
    assert all(names == sorted(names) for names in seen)
    assert PIECE < folder.ENTRIES


def test_a_closed_reader_has_what_it_had(tmp_path: Path) -> None:
    for number in range(7):
        (tmp_path / str(number)).touch()
    reader = FolderReader(str(tmp_path))
    reader.read(3)
    reader.close()
    reader.read(3)
    assert reader.done and len(reader.entries) == 4


@pytest.mark.parametrize(
    ("size", "text"),
    [
        (0, "0 B"),
        (999, "999 B"),
        (1000, "1.0 kB"),
        (9_949, "9.9 kB"),
        (9_950, "10 kB"),
        (999_499, "999 kB"),
        (999_500, "1.0 MB"),
        (12_345_678, "12 MB"),
        (10**18, "1000000 TB"),
    ],
)
def test_sizes_are_short(size: int, text: str) -> None:
    assert size_text(size) == text


def test_facts_are_empty_when_they_cannot_be_had(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"x" * 1500)
    os.utime(tmp_path / "file", (0, 0))
    facts = facts_of(str(tmp_path / "file"), False)
    assert facts.size == "1.5 kB" and facts.date.startswith(("1970-01-01", "1969-12-31"))
    assert facts_of(str(tmp_path), True).size == ""
    assert facts_of(str(tmp_path / "nowhere"), False) == ("", "")


def test_only_regular_files_can_be_picked(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    os.mkfifo(tmp_path / "pipe")
    assert pick_problem(str(tmp_path / "file")) == ""
    assert pick_problem(str(tmp_path)) == "not a regular file"
    assert pick_problem(str(tmp_path / "pipe")) == "not a regular file"
    assert pick_problem(str(tmp_path / "nowhere")) == "it does not exist"
    assert pick_problem(str(tmp_path / "nul\0")) != ""
    assert pick_problem(os.fsdecode(bytes(tmp_path) + b"/\xff")) == "its name is not UTF-8"


def test_what_is_too_large_to_be_sent_can_not_be_picked(tmp_path: Path) -> None:
    with (tmp_path / "file").open("wb") as file:
        file.truncate(FILE_MAX)
    assert pick_problem(str(tmp_path / "file")) == ""
    os.truncate(tmp_path / "file", FILE_MAX + (1 << 20))
    found = pick_problem(str(tmp_path / "file"))
    assert found == "larger than 512.0 MB, the most that is sent"


def test_a_file_that_may_not_be_read_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    assert pick_problem(str(tmp_path / "file")) == "not readable"


def test_paths_are_read_and_shortened_with_the_home_folder(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("HOME", "/home/me")
    assert absolute("~/x", "/base") == "/home/me/x"
    assert absolute("x/y", "/base") == "/base/x/y"
    assert absolute("/x", "/base") == "/x"
    assert home_shortened("/home/me") == "~"
    assert home_shortened("/home/me/x") == "~/x"
    assert home_shortened("/home/mean") == "/home/mean"
