"""Socket paths by flag and environment, and folders that nobody else may enter."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from mplex.errors import MplexError, UsageError
from mplex.protocol.address import (
    check_folder,
    check_socket_folder,
    control_path,
    inside,
    socket_path,
)


def test_paths(tmp_path: Path) -> None:
    environ = {"XDG_RUNTIME_DIR": str(tmp_path)}
    assert socket_path(None, None, environ) == f"{tmp_path}/mplex/default"
    assert socket_path("work", None, environ) == f"{tmp_path}/mplex/work"
    assert socket_path("work", "/a/b", environ) == "/a/b"
    assert socket_path(None, "b", environ) == os.path.abspath("b")
    assert control_path("/a/b") == "/a/b.ctl"


@pytest.mark.parametrize("runtime", ["", "relative", "/does/not/exist"])
def test_without_a_runtime_folder_it_is_tmp(runtime: str) -> None:
    expected = f"/tmp/mplex-{os.getuid()}/default"
    assert socket_path(None, None, {"XDG_RUNTIME_DIR": runtime}) == expected


def test_inside_a_pane_the_server_is_the_panes_own() -> None:
    environ = {"MPLEX": "/run/a,b/default,123,$4"}
    assert inside(environ) == ("/run/a,b/default", 123, "$4")
    assert socket_path(None, None, environ) == "/run/a,b/default"
    assert socket_path("other", None, environ).endswith("/other")


@pytest.mark.parametrize("value", ["", "/run/x", "/run/x,1", "x,1,2", "/run/x,y,2"])
def test_what_mplex_does_not_say_is_nothing(value: str) -> None:
    assert inside({"MPLEX": value}) is None


@pytest.mark.parametrize("name", ["", "a/b", ".", "..", "a\0b"])
def test_a_name_is_not_a_path(name: str) -> None:
    with pytest.raises(UsageError, match="invalid socket name"):
        socket_path(name, None, {})


def test_the_folder_is_made_for_its_owner_alone(tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "mplex"
    check_folder(str(folder))
    check_folder(str(folder))
    assert folder.stat().st_mode & 0o777 == 0o700


def test_a_folder_that_others_may_enter_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "mplex"
    folder.mkdir()
    folder.chmod(0o750)
    with pytest.raises(MplexError, match="unsafe permissions") as caught:
        check_folder(str(folder))
    assert caught.value.hint == f"chmod 700 {folder}"


def test_a_link_or_a_file_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir(mode=0o700)
    (tmp_path / "link").symlink_to(tmp_path / "real")
    (tmp_path / "file").touch()
    for name in ("link", "file"):
        with pytest.raises(MplexError, match="is not a directory"):
            check_folder(str(tmp_path / name))


def test_another_users_folder_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "getuid", lambda: 4_000_000)
    with pytest.raises(MplexError, match="belongs to user"):
        check_folder(str(tmp_path))


def test_only_our_own_folder_is_made(tmp_path: Path) -> None:
    environ = {"XDG_RUNTIME_DIR": str(tmp_path)}
    check_socket_folder(socket_path(None, None, environ), environ)
    assert (tmp_path / "mplex").is_dir()
    check_socket_folder(str(tmp_path / "socket"), environ)
    with pytest.raises(MplexError, match="no such directory"):
        check_socket_folder(str(tmp_path / "missing" / "socket"), environ)
