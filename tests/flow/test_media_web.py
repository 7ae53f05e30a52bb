"""Pictures from the web: only public addresses, exactly the one that was checked, and bounded."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from flow.media import attach_media
from flow.media_web import MediaProblem, Reader, is_public
from tests.dialog.painted import file_of, quarters

PICTURE = file_of(quarters())

PRIVATE = (
    "127.0.0.1",
    "127.8.9.1",
    "0.0.0.0",
    "10.1.2.3",
    "172.16.0.1",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "192.0.2.1",
    "224.0.0.1",
    "239.255.255.250",
    "255.255.255.255",
    "::",
    "::1",
    "fe80::1",
    "fe80::1%eth0",
    "fc00::1",
    "fd12:3456::1",
    "ff02::1",
    "2001:db8::1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "::127.0.0.1",
    "64:ff9b::7f00:1",
    "2002:7f00:1::",
    "no address",
    "",
)
PUBLIC = ("1.1.1.1", "93.184.216.34", "2606:4700:4700::1111", "::ffff:1.1.1.1", "64:ff9b::101:101")


@pytest.mark.parametrize("address", PRIVATE)
def test_private_addresses_are_refused(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", PUBLIC)
def test_public_addresses_are_allowed(address: str) -> None:
    assert is_public(address)


class Handler(BaseHTTPRequestHandler):
    """Answers by path."""

    def do_GET(self) -> None:
        server = self.server
        assert isinstance(server, Site)
        server.asked.append((self.path, self.headers["Host"]))
        answer = {
            "/x.png": self._picture,
            "/moved": self._moved,
            "/large": self._large,
            "/endless": self._endless,
            "/slow": self._slow,
        }.get(self.path.partition("?")[0])
        if answer is None:
            self.send_error(404)
        else:
            answer()

    def _picture(self) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(PICTURE)

    def _moved(self) -> None:
        self.send_response(302)
        self.send_header("Location", "/x.png")
        self.end_headers()

    def _large(self) -> None:
        self.send_response(200)
        self.send_header("Content-Length", str(1 << 40))
        self.end_headers()

    def _endless(self) -> None:
        self.send_response(200)
        self.end_headers()
        try:
            while True:
                self.wfile.write(bytes(1 << 16))
        except OSError:
            return

    def _slow(self) -> None:
        server = self.server
        assert isinstance(server, Site)
        self.send_response(200)
        self.end_headers()
        server.done.wait(30)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


class Site(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.asked: list[tuple[str, str]] = []
        self.done = threading.Event()


@pytest.fixture
def site() -> Iterator[Site]:
    server = Site()
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    yield server
    server.done.set()
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture
def url(site: Site) -> Callable[[str], str]:
    return lambda path: f"http://pictures.example:{site.server_port}{path}"


def here(host: str, port: int) -> list[str]:
    return ["127.0.0.1"]


OPEN = Reader(here, lambda address: True)


def test_a_picture_is_read_from_the_address_that_was_looked_up(
    site: Site, url: Callable[[str], str]
) -> None:
    assert OPEN.read(url("/x.png?size=2"), 1 << 20) == PICTURE
    assert site.asked == [("/x.png?size=2", f"pictures.example:{site.server_port}")]


def test_a_server_of_this_machine_is_refused(site: Site, url: Callable[[str], str]) -> None:
    for address in (f"http://127.0.0.1:{site.server_port}/x.png", url("/x.png")):
        with pytest.raises(MediaProblem, match="private network"):
            Reader(here).read(address, 1 << 20)
        with pytest.raises(MediaProblem, match="private network"):
            Reader(here).check(address)
    assert site.asked == []


def test_one_private_address_among_public_ones_is_enough(url: Callable[[str], str]) -> None:
    reader = Reader(lambda host, port: ["1.1.1.1", "127.0.0.1"])
    with pytest.raises(MediaProblem, match=r"private network \(127.0.0.1\)"):
        reader.read(url("/x.png"), 1 << 20)


def test_a_name_is_looked_up_once(site: Site, url: Callable[[str], str]) -> None:
    answers = iter([["127.0.0.1"], ["127.0.0.2"]])
    checked: list[str] = []

    def allowed(address: str) -> bool:
        checked.append(address)
        return True

    Reader(lambda host, port: next(answers), allowed).read(url("/x.png"), 1 << 20)
    assert checked == ["127.0.0.1"]
    assert next(answers) == ["127.0.0.2"], "nobody else has asked"


@pytest.mark.parametrize(
    ("path", "why"),
    [
        ("/moved", "redirects"),
        ("/gone", "the server answered 404"),
        ("/large", "larger than 1 MB"),
        ("/endless", "larger than 1 MB"),
    ],
)
def test_what_is_no_picture_says_why(url: Callable[[str], str], path: str, why: str) -> None:
    with pytest.raises(MediaProblem, match=why):
        OPEN.read(url(path), 1 << 20)


def test_a_slow_server_is_left(url: Callable[[str], str]) -> None:
    with pytest.raises(MediaProblem, match="longer than 0.3 seconds|took too long"):
        Reader(here, lambda address: True, seconds=0.3).read(url("/slow"), 1 << 20)


def test_a_slow_name_server_is_left() -> None:
    asked = threading.Event()

    def never(host: str, port: int) -> list[str]:
        asked.wait(30)
        return []

    try:
        with pytest.raises(MediaProblem, match="longer than 0.2 seconds"):
            Reader(never, seconds=0.2).read("http://pictures.example/x.png", 1 << 20)
    finally:
        asked.set()


def test_a_name_without_address_and_a_closed_port_say_why(site: Site) -> None:
    with pytest.raises(MediaProblem, match="has no address"):
        Reader(lambda host, port: []).read("http://pictures.example/x.png", 1 << 20)

    def unknown(host: str, port: int) -> list[str]:
        raise OSError(-2, "Name or service not known")

    with pytest.raises(MediaProblem, match="name or service not known"):
        Reader(unknown).read("http://pictures.example/x.png", 1 << 20)
    with pytest.raises(MediaProblem, match="refused"):
        OPEN.read("http://pictures.example:1/x.png", 1 << 20)


@pytest.mark.parametrize(
    "address",
    ["http://", "http://host:x/", "http://host:0/", "http://u:p@host/x.png", "http://[::1/x.png"],
)
def test_addresses_that_are_none(address: str) -> None:
    with pytest.raises(MediaProblem):
        OPEN.read(address, 1 << 20)


def test_a_line_break_in_an_address_adds_no_header(site: Site, url: Callable[[str], str]) -> None:
    with pytest.raises(MediaProblem):
        OPEN.read(url("/x y"), 1 << 20)
    assert site.asked == []


def test_https_asks_for_a_certificate_of_that_name(site: Site) -> None:
    with pytest.raises(MediaProblem, match="can't be fetched"):
        OPEN.read(f"https://pictures.example:{site.server_port}/x.png", 1 << 20)


def test_many_pictures_of_a_site_come_in_order(site: Site, url: Callable[[str], str]) -> None:
    files: list[bytes] = []

    def send(data: bytes) -> str:
        files.append(data)
        return f"m{len(files)}"

    images = [{"value": f"v{n}", "src": url(f"/x.png?{n}")} for n in range(9)]
    images.append({"value": "bad", "src": url("/gone.png")})
    screen = {"kind": "form", "fields": [{"kind": "image_grid", "name": "g", "images": images}]}
    done, warnings = attach_media(screen, send, OPEN)
    assert [each["src"].get("media") for each in done["fields"][0]["images"]] == [
        *[f"m{n}" for n in range(1, 10)],
        None,
    ]
    assert warnings == ["gone.png: the server answered 404"]


def test_a_clip_of_the_web_is_checked_and_left_where_it_is(url: Callable[[str], str]) -> None:
    def send(data: bytes) -> str:
        raise AssertionError

    screen = {"kind": "form", "fields": [{"kind": "audio", "src": url("/a.mp3")}]}
    done, _ = attach_media(screen, send, OPEN)
    assert done["fields"][0]["src"] == {"url": url("/a.mp3"), "name": "a.mp3"}
    _, warnings = attach_media(screen, send, Reader(here))
    assert warnings == ["a.mp3: pictures.example is in a private network (127.0.0.1)"]
