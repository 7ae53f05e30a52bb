"""Writing targets: what is written, what is refused, and that nothing is left of what failed."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from unittest import mock

import pytest

from flow import targets
from flow.targets import ABSENT, EMPTY, destination, write_target

VALUE = "hunter2-ü"
COUNT = len(VALUE.encode())


def create(path: object, **more: object) -> dict[str, object]:
    return write_target({"mode": "create", "path": str(path), **more}, VALUE)


def substitute(path: object, placeholder: str = "@@KEY@@", **more: object) -> dict[str, object]:
    target = {"mode": "substitute", "path": str(path), "placeholder": placeholder, **more}
    return write_target(target, VALUE)


def mode_of(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def everything(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))


def refused(outcome: dict[str, object], why: str) -> None:
    assert outcome["written"] is False
    assert why in str(outcome["error"])
    assert VALUE not in str(outcome)
    assert outcome["bytes"] == 0
    assert "mode" not in outcome


def test_create_makes_the_file_and_its_folders(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b" / "token"
    assert create(path) == {"written": True, "target": str(path), "bytes": COUNT, "mode": "0600"}
    assert path.read_text(encoding="utf-8") == VALUE
    assert mode_of(path) == 0o600
    assert mode_of(path.parent) == 0o700
    assert everything(tmp_path) == ["a", "a/b", "a/b/token"]


def test_the_mode_is_the_one_asked_for_whatever_the_umask(tmp_path: Path) -> None:
    before = os.umask(0o077)
    try:
        assert create(tmp_path / "token", perm="0644")["mode"] == "0644"
    finally:
        os.umask(before)
    assert mode_of(tmp_path / "token") == 0o644


@pytest.mark.parametrize("perm", ["rw", "0999", "06000", "4755", "-600", "６００", 600, "0600 "])
def test_a_perm_that_is_none_is_refused(tmp_path: Path, perm: object) -> None:
    refused(create(tmp_path / "token", perm=perm), "perm must be an octal mode")
    assert everything(tmp_path) == []


def test_an_existing_file_is_kept_without_overwrite(tmp_path: Path) -> None:
    path = tmp_path / "token"
    path.write_text("old")
    refused(create(path), "exists already")
    refused(create(path, overwrite="true"), "exists already")
    assert path.read_text() == "old"
    assert create(path, overwrite=True)["written"]
    assert path.read_text(encoding="utf-8") == VALUE
    assert everything(tmp_path) == ["token"]


@pytest.mark.parametrize("overwrite", [True, False])
@pytest.mark.parametrize("there", [True, False])
def test_create_never_goes_through_a_link(tmp_path: Path, overwrite: bool, there: bool) -> None:
    real, link = tmp_path / "real", tmp_path / "link"
    if there:
        real.write_text("old")
    link.symlink_to(real)
    refused(create(link, overwrite=overwrite), "symbolic link")
    assert link.is_symlink()
    assert real.exists() == there
    assert not there or real.read_text() == "old"


def test_create_follows_links_on_the_way_and_says_where_it_came_to(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    assert create(tmp_path / "link" / "token")["target"] == str(tmp_path / "real" / "token")


@pytest.mark.parametrize("make", [Path.mkdir, os.mkfifo], ids=["folder", "fifo"])
def test_create_replaces_regular_files_only(tmp_path: Path, make: object) -> None:
    make(tmp_path / "there")  # type: ignore[operator]
    outcome = create(tmp_path / "there", overwrite=True)
    assert outcome["written"] is False
    assert everything(tmp_path) == ["there"]


def test_a_file_that_appears_meanwhile_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "token"
    with mock.patch.object(targets, "_check_free"):
        path.write_text("theirs")
        refused(create(path), "exists already")
    assert path.read_text() == "theirs"
    assert everything(tmp_path) == ["token"]


def test_without_hard_links_a_new_file_still_takes_no_name_from_another(tmp_path: Path) -> None:
    path = tmp_path / "token"
    with mock.patch.object(targets.os, "link", side_effect=PermissionError(1, "no links")):
        assert create(path)["written"]
        with mock.patch.object(targets, "_check_free"):
            refused(create(path), "exists already")
    assert path.read_text(encoding="utf-8") == VALUE
    assert everything(tmp_path) == ["token"]


@pytest.mark.parametrize("step", ["fsync", "fchmod", "link"])
def test_nothing_is_left_of_what_failed(tmp_path: Path, step: str) -> None:
    path = tmp_path / "a" / "b" / "token"
    error = OSError(28, "No space left on device")
    with mock.patch.object(targets.os, step, side_effect=error):
        refused(create(path), "No space left on device")
    assert everything(tmp_path) == []


def test_a_failed_overwrite_leaves_the_old_content(tmp_path: Path) -> None:
    path = tmp_path / "token"
    path.write_text("old")
    with mock.patch.object(targets.os, "rename", side_effect=OSError(5, "I/O error")):
        refused(create(path, overwrite=True), "I/O error")
    assert path.read_text() == "old"
    assert everything(tmp_path) == ["token"]


def test_substitute_replaces_the_placeholder_and_keeps_the_rest(tmp_path: Path) -> None:
    path = tmp_path / "config.yml"
    path.write_bytes(b"a: 1\r\nkey: @@KEY@@\r\n\xc3\xbc: x")
    path.chmod(0o644)
    assert substitute(path) == {
        "written": True,
        "target": str(path),
        "bytes": COUNT,
        "mode": "0644",
    }
    assert path.read_bytes() == f"a: 1\r\nkey: {VALUE}\r\nü: x".encode()
    assert mode_of(path) == 0o644
    assert everything(tmp_path) == ["config.yml"]


def test_substitute_takes_a_perm(tmp_path: Path) -> None:
    path = tmp_path / "config"
    path.write_text("@@KEY@@")
    path.chmod(0o644)
    assert substitute(path, perm="0640")["mode"] == "0640"
    assert mode_of(path) == 0o640


@pytest.mark.parametrize(
    ("content", "placeholder", "why"),
    [
        (b"nothing", "@@KEY@@", "does not occur"),
        (b"@@KEY@@ @@KEY@@", "@@KEY@@", "more than once"),
        (b"aaa", "aa", "more than once"),
        (b"\xff @@KEY@@", "@@KEY@@", "not UTF-8"),
        (b"@@KEY@@", "", "needs a placeholder"),
        (b"x", "\ud800", "does not occur"),
    ],
)
def test_substitute_changes_nothing_it_is_not_sure_of(
    tmp_path: Path, content: bytes, placeholder: str, why: str
) -> None:
    path = tmp_path / "config"
    path.write_bytes(content)
    refused(substitute(path, placeholder), why)
    assert path.read_bytes() == content
    assert everything(tmp_path) == ["config"]


def test_substitute_follows_a_link_and_keeps_it(tmp_path: Path) -> None:
    real, link = tmp_path / "real", tmp_path / "link"
    real.write_text("@@KEY@@")
    link.symlink_to("real")
    assert substitute(link)["target"] == str(real)
    assert link.is_symlink()
    assert real.read_text(encoding="utf-8") == VALUE


def test_substitute_needs_a_file(tmp_path: Path) -> None:
    refused(substitute(tmp_path / "none"), "no such file")
    refused(substitute(tmp_path), "not a regular file")
    os.mkfifo(tmp_path / "fifo")
    refused(substitute(tmp_path / "fifo"), "not a regular file")
    assert everything(tmp_path) == ["fifo"]


def test_a_file_that_changes_meanwhile_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "config"
    path.write_text("@@KEY@@")

    def changed(*args: object) -> bytes:
        path.write_text("@@KEY@@ and more")
        return b"stale"

    with mock.patch.object(targets, "_replaced", changed):
        refused(substitute(path), "changed by somebody else")
    assert path.read_text() == "@@KEY@@ and more"
    assert everything(tmp_path) == ["config"]


@pytest.mark.parametrize("mode", ["create", "substitute"])
@pytest.mark.parametrize(("value", "why"), [("", EMPTY), (None, ABSENT)])
def test_an_empty_or_absent_value_writes_nothing(
    tmp_path: Path, mode: str, value: str | None, why: str
) -> None:
    path = tmp_path / "config"
    path.write_text("@@KEY@@")
    target = {"mode": mode, "path": str(path), "overwrite": True, "placeholder": "@@KEY@@"}
    refused(write_target(target, value), why)
    assert path.read_text() == "@@KEY@@"


@pytest.mark.parametrize(
    ("path", "why"),
    [
        ("notes/key", "absolute or begin with ~/"),
        ("~alice/key", "absolute or begin with ~/"),
        ("", "1 to 4096 characters"),
        ("/" + "x" * 4096, "1 to 4096 characters"),
        ("/tmp/a\nb", "control characters"),
        ("/tmp/a\x00b", "control characters"),
        ("/tmp/", "names a folder"),
        ("/tmp/..", "names a folder"),
        ("/dev/null/x", "cannot write"),
        ("/tmp/\ud800", "cannot write"),
    ],
)
def test_a_path_that_names_no_stable_file_is_refused(path: str, why: str) -> None:
    refused(create(path), why)


def test_home_is_the_asker_s(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert create("~/x/token")["target"] == str(tmp_path / "x" / "token")


def test_halves_of_characters_are_refused_without_being_quoted(tmp_path: Path) -> None:
    target = {"mode": "create", "path": str(tmp_path / "token")}
    outcome = write_target(target, "\ud800hidden")
    assert outcome["written"] is False
    assert "hidden" not in str(outcome)
    assert everything(tmp_path) == []


def test_another_destination_than_the_approved_one_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "a")
    target = {"mode": "create", "path": str(link / "token")}
    shown = destination(target)
    link.unlink()
    link.symlink_to(tmp_path / "b")
    refused(write_target({**target, "shown": shown}, VALUE), "somewhere else")
    assert everything(tmp_path) == ["a", "b", "link"]
