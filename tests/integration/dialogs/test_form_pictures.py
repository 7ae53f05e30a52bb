"""Pictures on a real server: block characters, and real ones for terminals that can show them."""

from __future__ import annotations

import fcntl
import re
import struct
import termios
from base64 import b64decode, b64encode
from collections.abc import Iterator
from io import BytesIO
from typing import Any

import pytest
from PIL import Image, ImageChops

from mplex.dialog.picture_pixels import AT_ONCE
from mplex.geometry import Size
from mplex.term.setup import CELL_QUERY
from mplex.vt.styles import RGB, style_of
from tests.dialog.painted import file_of, quarters
from tests.integration.dialogs.room import Control, Room
from tests.support.server import Server
from tests.term.graphics import decode_sixel

KITTY_ANSWER = b"\x1b_Gi=4711;OK\x1b\\"
CELL_ANSWER = b"\x1b[6;20;10t"
SIXEL_ANSWER = b"\x1b[?62;4;22c"
SENT = re.compile(rb"\x1b_Ga=t,[^;]*?i=(\d+)[^;]*;(.*?)\x1b\\((?:\x1b_Gm=.*?\x1b\\)*)", re.DOTALL)
PLACED = re.compile(rb"\x1b_Ga=p,i=(\d+),p=(\d+),c=(\d+),r=(\d+)")
SIXEL = re.compile(rb"\x1bP(0;1;0q.*?)\x1b\\", re.DOTALL)
PICTURE = quarters(120, 120)


def asked(room: Room) -> None:
    """Wait until the terminal was asked everything, and has answered what our emulator knows."""
    room.terminal.wait_until(
        "the questions",
        lambda: b"\x1b_Gi=4711" in room.terminal.output and b"\x1b[c" in room.terminal.output,
    )


def picture_of(control: Control, **field: Any) -> str:
    """Send a picture and show a form with it; return the flow."""
    media = control.call("media", data=b64encode(file_of(PICTURE)).decode(), last=True)["media"]
    src = {"media": media, "width": 120, "height": 120, "name": "chart.png"}
    screen = {
        "kind": "form",
        "title": "Look",
        "fields": [{"kind": "image", "label": "Chart", "src": src, **field}],
    }
    return control.show(screen)


def sent_pictures(room: Room) -> list[bytes]:
    """Return the files that the terminal was sent by kitty's protocol."""
    found = []
    for match in SENT.finditer(bytes(room.terminal.output)):
        pieces = [match[2], *re.findall(rb"m=\d,q=2;(.*?)\x1b", match[3], re.DOTALL)]
        found.append(b64decode(b"".join(pieces), validate=True))
    return found


def test_every_terminal_shows_it_with_block_characters(room: Room) -> None:
    asked(room)
    picture_of(room.control())
    at = room.see("Chart")
    room.see("Submit")
    style = room.terminal.style(at.row + 1, at.col)
    assert style.bg in (RGB | 0xFF0000, 196, 9)
    assert b"\x1b_Ga=" not in room.terminal.output, "this terminal has not answered"
    assert not SIXEL.search(bytes(room.terminal.output))


def test_a_terminal_with_kittys_protocol_gets_the_picture_itself(room: Room) -> None:
    asked(room)
    room.type(KITTY_ANSWER + CELL_ANSWER)
    control = room.control()
    flow = picture_of(control)
    at = room.see("Chart")
    room.terminal.wait_until("the picture", lambda: PLACED.search(bytes(room.terminal.output)))
    (file,) = sent_pictures(room)
    with Image.open(BytesIO(file)) as image:
        assert ImageChops.difference(image.convert("RGB"), PICTURE).getbbox() is None
    row = room.terminal.screen.visible()[0][at.row + 1]
    assert set(row[at.col : at.col + 20]) == {" "}, "the blocks beneath give way"
    control.call("cancel", flow=flow)
    room.terminal.wait_until("the picture to go", lambda: b"\x1b_Ga=d,d=i" in room.terminal.output)
    again = room.control()
    picture_of(again)
    room.terminal.wait_until(
        "the same picture", lambda: len(PLACED.findall(bytes(room.terminal.output))) == 2
    )
    assert len(sent_pictures(room)) == 1, "the terminal has it already"


def test_a_terminal_with_sixels_gets_the_picture_itself(room: Room) -> None:
    asked(room)
    room.type(SIXEL_ANSWER + CELL_ANSWER)
    picture_of(room.control())
    room.see("Chart")
    found = room.terminal.wait_until(
        "the picture", lambda: SIXEL.search(bytes(room.terminal.output))
    )
    picture = decode_sixel(found[1].decode())
    assert picture.size.cols % 10 == 0
    assert picture.size.rows % 20 == 0
    seen = {picture.palette[index] & 0xF0F0F0 for index in set(picture.data)}
    assert seen >= {0xF00000, 0x00F000, 0x0000F0, 0xF0F0F0}


@pytest.fixture
def still(server: Server) -> Iterator[Room]:
    """A room in which neither a clock nor a question that waits has the screen drawn anew."""
    server.configure("set -g status-right ''")
    room = Room(server, "still", Size(24, 80))
    yield room
    room.close()


def give_pixels(room: Room, height: int, width: int) -> None:
    """Tell the pixels of a cell by the size of the terminal's pty, as most terminals do."""
    rows, cols = room.terminal.size
    size = struct.pack("HHHH", rows, cols, cols * width, rows * height)
    fcntl.ioctl(room.terminal.fd, termios.TIOCSWINSZ, size)


def last_sixel(room: Room, rows: int) -> bool:
    """Say whether the last sixel picture is a multiple of so many pixels high."""
    found = SIXEL.findall(bytes(room.terminal.output))
    return bool(found) and decode_sixel(found[-1].decode()).size.rows % rows == 0


def test_a_cell_that_no_answer_tells_is_reckoned_and_follows_the_font(still: Room) -> None:
    # An answer that nobody believes stands for none.
    still.terminal.screen.cell_height = 0
    asked(still)
    give_pixels(still, 18, 9)
    still.type(SIXEL_ANSWER)
    picture_of(still.control())
    still.see("Chart")
    still.terminal.wait_until("the picture", lambda: last_sixel(still, 18))
    still.terminal.output.clear()
    give_pixels(still, 23, 11)
    still.terminal.wait_until("a larger picture", lambda: last_sixel(still, 23))
    assert CELL_QUERY.encode() in still.terminal.output, "the terminal may know better"


def test_large_pictures_appear_by_themselves(still: Room) -> None:
    room = still
    control = room.control()
    images = []
    for seed in range(3):
        file = file_of(Image.effect_noise((400 + seed, 200), 50))
        assert len(file) > AT_ONCE
        media = control.call("media", data=b64encode(file).decode(), last=True)["media"]
        src = {"media": media, "width": 400 + seed, "height": 200, "name": "large.png"}
        images.append({"value": str(seed), "label": f"Number {seed}", "src": src})
    field = {"kind": "image_grid", "name": "which", "label": "Which?", "images": images}
    control.show({"kind": "form", "title": "Large", "fields": [field]})
    room.see("Number 2")
    room.see("▀")
    room.see_nothing_of("large.png")


def test_leaving_takes_the_pictures_along(room: Room) -> None:
    asked(room)
    room.type(KITTY_ANSWER)
    picture_of(room.control())
    room.terminal.wait_until("the picture", lambda: PLACED.search(bytes(room.terminal.output)))
    room.detach()
    assert b"\x1b_Ga=d,d=A" in room.terminal.output


@pytest.mark.parametrize("pick", ["keys", "mouse"])
def test_a_mark_is_reported_as_a_share_of_the_picture(room: Room, pick: str) -> None:
    control = room.control()
    flow = picture_of(control, kind="annotated_image", name="spot", mode="point", label="Where?")
    at = room.see("Where?")
    room.see("none")
    if pick == "keys":
        room.type(" ")
    else:
        room.click(at._replace(row=at.row + 1))
    room.see("┼")
    room.type("\x1b\r")
    value = control.result(flow)["value"]["values"]["spot"]
    assert value["natural"] == {"width": 120, "height": 120}
    assert value["region"] is None
    if pick == "keys":
        assert value["point"] == {"x": 0.5, "y": 0.5}
    else:
        assert 0 < value["point"]["x"] < 0.1
        assert 0 < value["point"]["y"] < 0.1


@pytest.mark.parametrize("there", [True, False])
def test_a_flow_shows_a_file_or_says_that_nobody_saw_it(room: Room, there: bool) -> None:
    path = room.server.house.home / f"logo-{room.session}.png"
    if there:
        path.write_bytes(file_of(PICTURE))
    fields = [{"kind": "image", "src": str(path), "alt": "The logo", "label": "Logo"}]
    actions = [{"value": "good", "label": "Good"}]
    screen = {"id": "look", "title": "Is it good?", "fields": fields, "actions": actions}
    asking = room.ask({"v": 2, "title": "Logo", "screens": [screen]}, seen="Is it good?")
    if there:
        room.terminal.wait_until(
            "something red",
            lambda: any(
                RGB | 0xFF0000 in (style_of(attr).fg, style_of(attr).bg)
                for attrs in room.terminal.screen.visible()[1]
                for attr in attrs
            ),
        )
    else:
        room.see("there is no such file")
    room.type("\x1b\r")
    ended = asking.end()
    assert ended.outcome is not None, ended.complaint
    assert ended.outcome["status"] == "done"
    warnings = ended.outcome.get("media_warnings")
    assert warnings == (None if there else [f'image "Logo": {path.name}: there is no such file'])
