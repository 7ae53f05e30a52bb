"""Files, pictures and clips on a real server: what the person picks is sent, and nothing else."""

from __future__ import annotations

import base64
import os
from pathlib import Path
from typing import Any

import pytest

from mplex.server.asker import program_of
from tests.integration.dialogs.room import Control, Room
from tests.support.waiting import wait_until

PIECE = 512 << 10
PICKER: dict[str, Any] = {
    "kind": "form",
    "title": "Which file?",
    "fields": [{"kind": "file", "name": "picked", "label": "File"}],
}


def encoded(data: bytes) -> str:
    return base64.b64encode(data).decode()


@pytest.fixture
def picked(room: Room) -> tuple[Control, str, bytes]:
    """A file that the person has picked: who asked, the flow, and what is in the file."""
    folder = room.server.house.home / f"pick-{room.session}"
    folder.mkdir()
    content = os.urandom(PIECE + 1000)
    (folder / "report.bin").write_bytes(content)
    screen = {**PICKER, "fields": [{**PICKER["fields"][0], "start": str(folder)}]}
    control = room.control()
    flow = control.show(screen)
    room.see("report.bin")
    room.type("report.bin\r")
    wait_until(
        "the file to be picked",
        lambda: control.result(flow, wait=1)["done"] or room.type("\x1b\r"),
        shown=room.terminal.picture,
    )
    assert control.result(flow)["value"]["values"] == {"picked": str(folder / "report.bin")}
    return control, flow, content


def test_a_picked_file_is_copied_and_the_person_sees_how_far(
    room: Room, picked: tuple[Control, str, bytes]
) -> None:
    control, flow, content = picked
    first = control.call("fetch", flow=flow, offset=0)
    assert (len(base64.b64decode(first["data"])), first["size"]) == (PIECE, len(content))
    assert first["last"] is False
    room.see("report.bin")
    room.see("█")
    second = control.call("fetch", flow=flow, offset=PIECE, field="picked")
    assert second["last"] is True
    room.see("100%")
    assert base64.b64decode(first["data"]) + base64.b64decode(second["data"]) == content


def test_nobody_else_gets_the_file_and_no_other_file_is_had(
    room: Room, picked: tuple[Control, str, bytes]
) -> None:
    control, flow, _ = picked
    thief = room.control()
    assert thief.refusal("fetch", flow=flow)["data"]["word"] == "forbidden"
    assert control.refusal("fetch", flow=flow, field="/etc/passwd")["data"]["word"] == "forbidden"
    assert control.refusal("fetch", flow="nope")["data"]["word"] == "unknown_flow"
    assert control.refusal("fetch", flow=flow, offset=-1)["data"]["word"] == "invalid_spec"


def test_one_file_picker_at_a_time(room: Room) -> None:
    control = room.control()
    control.show(PICKER, target=room.session)
    refusal = room.control().refusal("show", screen=PICKER, target=room.session, queue=True)
    assert refusal["data"]["word"] == "busy"
    assert "Which file?" in refusal["message"] and program_of(os.getpid()) in refusal["message"]
    control.close()
    room.see_nothing_of()
    room.control().show(PICKER, target=room.session)


def test_pictures_come_in_pieces_and_go_with_their_peer(room: Room) -> None:
    control = room.control()
    media = control.call("media", data=encoded(b"a" * PIECE), last=False)["media"]
    assert control.call("media", data=encoded(b"b"), media=media, last=True) == {"media": media}
    other = room.control()
    refusal = other.refusal("media", data=encoded(b"c"), media=media)
    assert refusal["data"]["word"] == "unknown_media"
    assert other.call("media", data="")["media"] != media


@pytest.mark.parametrize(
    ("params", "where"),
    [
        ({}, "data"),
        ({"data": 5}, "data"),
        ({"data": "ä"}, "data"),
        ({"data": "=== no"}, "data"),
        ({"data": "A" * 700_004}, "data"),
        ({"data": "", "media": 5}, "media"),
        ({"data": "", "last": "yes"}, "last"),
    ],
)
def test_a_wrong_piece_says_where(room: Room, params: dict[str, Any], where: str) -> None:
    error = room.control().refusal("media", **params)
    assert (error["data"]["word"], error["data"]["where"]) == ("invalid_spec", where)


def test_a_picture_may_not_be_too_large(room: Room) -> None:
    control = room.control()
    piece = encoded(bytes(PIECE))
    media = control.call("media", data=piece, last=False)["media"]
    for _ in range(15):
        control.call("media", data=piece, media=media, last=False)
    refusal = control.refusal("media", data=encoded(b"x"), media=media)
    assert refusal["data"]["word"] == "media_limit"


def test_no_clip_is_played_for_a_terminal_far_away(room: Room) -> None:
    clip = room.server.house.write("far.mp3", "ID3")
    room.server.ok("set-option", "-g", "media-player", "touch")
    room.detach()
    attach = ("attach-session", "-t", room.session)
    room.terminal = room.server.terminal(*attach, environ={"SSH_TTY": "/dev/pts/99"})
    room.see("ready")
    fields = [{"kind": "audio", "src": {"path": str(clip), "name": "far.mp3", "seconds": 2}}]
    control = room.control()
    screen = {"kind": "form", "title": "Listen", "fields": fields}
    flow = control.show(screen, target=room.session)
    room.see("far.mp3")
    room.type("\x1b[Ap")
    room.see("another machine")
    room.type("\x1b\r")
    (warning,) = control.result(flow)["value"]["media_warnings"]
    assert "far.mp3" in warning and "another machine" in warning


def test_a_clip_is_played_by_the_players_command(room: Room) -> None:
    home = room.server.house.home
    clip, log = home / "-clip.mp3", home / f"played-{room.session}"
    clip.write_bytes(b"ID3")
    player = room.server.house.write("player", f'#!/bin/sh\nprintf "%s" "$*" >{log}\n')
    Path(player).chmod(0o700)
    room.server.ok("set-option", "-g", "media-player", f"{player} --loud")
    fields = [{"kind": "audio", "src": {"path": str(clip), "name": "clip.mp3", "seconds": 2}}]
    control = room.control()
    control.show({"kind": "form", "title": "Listen", "fields": fields})
    room.see("clip.mp3")
    room.type("\x1b[Ap")
    wait_until("the player", lambda: log.exists() and log.read_text(), shown=room.terminal.picture)
    assert log.read_text() == f"--loud {clip}"
