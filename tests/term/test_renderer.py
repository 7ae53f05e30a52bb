"""Any frame after any other: the bytes, shown by our own emulator, give exactly that frame."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mplex.geometry import Point, Size
from mplex.term.features import Features, features_of
from mplex.term.frame import Frame
from mplex.term.renderer import Renderer
from mplex.vt.clusters import cells, expand
from mplex.vt.screen import Screen
from mplex.vt.stream import ByteStream
from mplex.vt.styles import (
    BOLD,
    DIM,
    ITALIC,
    OVERLINE,
    REVERSE,
    RGB,
    STRIKE,
    UNDERLINE,
    UNDERLINE_CURLY,
    UNDERLINE_MASK,
    Style,
    intern_link,
    intern_style,
    style_of,
)

SIZE = Size(6, 24)
FULL = features_of("xterm-256color", {"COLORTERM": "truecolor"})


class Display:
    """A terminal that shows what a renderer sends."""

    def __init__(self, size: Size = SIZE, features: Features = FULL) -> None:
        self.size = size
        self.screen = Screen(size.cols, size.rows)
        self.stream = ByteStream(self.screen)
        self.renderer = Renderer(size, features)
        self.stream.feed(self.renderer.start())

    def draw(self, frame: Frame) -> bytes:
        data = self.renderer.draw(frame)
        self.stream.feed(data)
        return data

    def rows(self) -> list[str]:
        return [expand(text).rstrip() for text in self.screen.visible()[0]]

    def cells(self) -> list[list[tuple[str, Style]]]:
        return picture(self.size, *self.screen.visible())

    def cursor(self) -> Point | None:
        return Point(*self.screen.cursor_point) if self.screen.cursor_visible else None


def picture(size: Size, texts: list[str], attrs: list[str]) -> list[list[tuple[str, Style]]]:
    """Return every cell as text and style; a blank's style is what can be seen of it."""
    found = []
    for text, attr in zip(texts, attrs, strict=True):
        text, attr = text.ljust(size.cols), attr.ljust(size.cols, "\0")
        found.append([(c, seen(c, style_of(a))) for c, a in zip(text, attr, strict=True)])
    return found


def seen(cell: str, style: Style) -> Style:
    marked = style.link or style.flags & (REVERSE | STRIKE | OVERLINE | UNDERLINE_MASK)
    return style if cell != " " or marked else intern_style(bg=style.bg)


def frame(*texts: str, size: Size = SIZE, **fields: object) -> Frame:
    """Make a frame of plain texts, the rest of it blank."""
    rows = [cells(text) for text in texts] + [""] * (size.rows - len(texts))
    return Frame(size, rows, [""] * size.rows, **fields)  # type: ignore[arg-type]


STYLES = [
    intern_style(),
    intern_style(fg=1, flags=BOLD),
    intern_style(fg=1, flags=DIM | BOLD),
    intern_style(bg=4),
    intern_style(fg=250, bg=17, flags=REVERSE),
    intern_style(fg=RGB | 0x102030, flags=UNDERLINE | ITALIC),
    intern_style(flags=UNDERLINE_CURLY | STRIKE, ul=196),
    intern_style(bg=RGB | 0xFFEEDD),
    intern_style(link=intern_link("https://example.org/a", "1")),
]
PIECES = [
    "a",
    "bc",
    " ",
    " " * 6,
    " " * 9,
    "x" * 5,
    "é",
    "日",
    "本",
    "ｶﾞ",
    "e\u0302\u0301",
    "👩‍💻",
    "❤️",
    "1️⃣",
    "🫠",
]

runs = st.lists(st.tuples(st.sampled_from(PIECES), st.sampled_from(STYLES)), max_size=8)


@st.composite
def rows(draw: st.DrawFn) -> tuple[str, str]:
    text = attrs = ""
    for piece, style in draw(runs):
        found = cells(piece)
        if len(text) + len(found) > SIZE.cols:
            break
        text += found
        attrs += style.ch * len(found)
    if draw(st.booleans()):
        text, style = text.ljust(SIZE.cols), draw(st.sampled_from(STYLES))
        attrs = attrs.ljust(SIZE.cols, style.ch)
    return text, attrs


@st.composite
def frames(draw: st.DrawFn, pool: list[tuple[str, str]]) -> Frame:
    picked = [draw(st.sampled_from(pool)) for _ in range(SIZE.rows)]
    cursor = draw(
        st.none() | st.builds(Point, st.integers(0, SIZE.rows - 1), st.integers(0, SIZE.cols - 1))
    )
    shape = draw(st.integers(0, 6))
    return Frame(SIZE, [t for t, _ in picked], [a for _, a in picked], cursor, shape)


@st.composite
def sequences(draw: st.DrawFn) -> list[Frame]:
    """Draw some frames out of a small pool of rows; now and then one is the last one, scrolled."""
    pool = draw(st.lists(rows(), min_size=2, max_size=9))
    found = [draw(frames(pool))]
    for _ in range(draw(st.integers(1, 4))):
        last = found[-1]
        shift = draw(st.integers(-3, 3))
        if shift and draw(st.booleans()):
            texts, attrs = list(last.texts), list(last.attrs)
            keep = draw(st.integers(0, 1))
            body, looks = texts[: len(texts) - keep], attrs[: len(attrs) - keep]
            body, looks = body[shift:] + body[:shift], looks[shift:] + looks[:shift]
            texts, attrs = body + texts[len(body) :], looks + attrs[len(looks) :]
            found.append(last._replace(texts=texts, attrs=attrs))
        else:
            found.append(draw(frames(pool)))
    return found


FEATURES = [
    FULL,
    FULL._replace(sync=True),
    FULL._replace(bce=False),
    FULL._replace(erase=False),
]


@settings(deadline=None, max_examples=150)
@given(sequences(), st.sampled_from(FEATURES))
def test_any_frame_follows_any_other(sequence: list[Frame], features: Features) -> None:
    display = Display(features=features)
    for wanted in sequence:
        display.draw(wanted)
        assert display.cells() == picture(SIZE, list(wanted.texts), list(wanted.attrs))
        assert display.cursor() == wanted.cursor
        assert display.screen.cursor_shape == wanted.cursor_shape
        assert not display.screen.synchronized
        assert display.renderer.draw(wanted) == b""


def test_a_skin_tone_that_stands_alone_stays_beside_an_emoji() -> None:
    display = Display()
    text = cells("a❤") + cells("🏽")
    display.draw(frame()._replace(texts=[text] + [""] * (SIZE.rows - 1)))
    assert display.screen.visible()[0][0].rstrip() == text


def test_one_typed_character_costs_one_byte() -> None:
    display = Display()
    display.draw(frame("$ l", cursor=Point(0, 3)))
    assert display.draw(frame("$ ls", cursor=Point(0, 4))) == b"s"


def test_a_scrolled_screen_is_scrolled_and_not_written_again() -> None:
    size = Size(20, 60)
    lines = [f"this is line {n} of a long output" for n in range(40)]
    display = Display(size)
    display.draw(frame(*lines[:19], "status", size=size))
    data = display.draw(frame(*lines[2:21], "status", size=size))
    assert display.rows() == [*lines[2:21], "status"]
    assert len(data) < 2 * len(lines[0]) + 60


def test_the_scroll_region_is_set_once() -> None:
    size = Size(20, 60)
    lines = [f"this is line {n} of a long output" for n in range(40)]
    display = Display(size)
    display.draw(frame(*lines[:19], "status", size=size))
    assert b"\x1b[1;19r" in display.draw(frame(*lines[1:20], "status", size=size))
    assert b"\x1b[1;19r" not in display.draw(frame(*lines[2:21], "status", size=size))
    assert display.rows() == [*lines[2:21], "status"]


def test_cells_that_are_blank_to_the_end_are_erased() -> None:
    display = Display()
    display.draw(frame("x" * 20))
    assert b"\x1b[K" in display.draw(frame("xx"))
    assert display.rows()[0] == "xx"


def test_coloured_blanks_are_erased_only_where_that_keeps_the_colour() -> None:
    blue = intern_style(bg=4).ch
    wanted = Frame(SIZE, [" " * 24] * 6, [blue * 24] * 6)
    assert b"\x1b[K" in Display().draw(wanted)
    display = Display(features=FULL._replace(bce=False))
    assert b"\x1b[K" not in display.draw(wanted)
    assert display.cells() == picture(SIZE, list(wanted.texts), list(wanted.attrs))


def test_two_changes_far_apart_leave_what_is_between_alone() -> None:
    display = Display()
    display.draw(frame("a" + "-" * 20 + "a"))
    assert b"-" not in display.draw(frame("b" + "-" * 20 + "b"))
    assert display.rows()[0] == "b" + "-" * 20 + "b"


def test_a_cell_of_doubtful_width_is_followed_by_a_new_start() -> None:
    display = Display()
    assert "👩‍💻\x1b[;3Hx".encode() in display.draw(frame("👩‍💻x"))
    assert "é日x".encode() in display.draw(frame("é日x", "second row"))


@pytest.mark.parametrize(
    ("shown", "sent"),
    [("👩‍👩‍👧", "👩"), ("👍🏽", "👍"), ("🏳️‍🌈", "🏳️"), ("🇩🇪", "🇩🇪"), ("❤️", "❤️"), ("é", "é")],
)
def test_where_joined_emoji_are_too_wide_the_first_stands_for_them(shown: str, sent: str) -> None:
    display = Display(features=FULL._replace(joins=False))
    data = display.draw(frame(f"{shown}x"))
    assert sent.encode() in data
    assert shown == sent or shown.encode() not in data
    assert display.rows()[0] == f"{sent}x"


def test_a_frame_is_wrapped_in_synchronised_output_where_that_is_known() -> None:
    display = Display(features=FULL._replace(sync=True))
    data = display.draw(frame("one", "two", cursor=Point(0, 0)))
    assert data.startswith(b"\x1b[?2026h")
    assert data.endswith(b"\x1b[?2026l")
    assert b"\x1b[?25l" not in data


def test_without_it_the_cursor_is_hidden_while_drawing() -> None:
    display = Display()
    data = display.draw(frame("one", "two", cursor=Point(0, 0)))
    assert data.startswith(b"\x1b[?25l")
    assert data.endswith(b"\x1b[?25h")


def test_title_and_cursor_colour_are_sent_when_they_change() -> None:
    display = Display()
    first = frame("x", title="a\x1b]0;b\x07", cursor_colour=RGB | 0x0000FF)
    data = display.draw(first)
    assert b"\x1b]2;a]0;b\x1b\\" in data
    assert b"\x1b]12;#0000ff\x1b\\" in data
    assert display.draw(first) == b""
    assert b"\x1b]112\x1b\\" in display.draw(first._replace(cursor_colour=-1))


def test_a_resized_terminal_is_drawn_whole() -> None:
    display = Display()
    display.draw(frame("left over", "and more"))
    small = Size(3, 10)
    display.screen.resize(3, 10)
    display.size = small
    display.draw(frame("new", size=small))
    assert display.rows() == ["new", "", ""]


def test_rows_wider_than_the_terminal_are_cut() -> None:
    display = Display()
    display.draw(frame("a" * 23 + "日本"))
    assert display.rows()[:2] == ["a" * 23, ""]


def test_start_and_stop_leave_the_terminal_as_it_was() -> None:
    display = Display()
    display.stream.feed(display.renderer.set_mouse(1003))
    display.draw(frame("x", cursor_shape=4, cursor_colour=3))
    assert display.screen.alternate
    assert display.screen.mouse_mode == 1003
    assert display.screen.kitty_flags == 5
    display.stream.feed(display.renderer.stop())
    screen = display.screen
    assert not screen.alternate
    assert (screen.mouse_mode, screen.mouse_encoding) == (0, 0)
    assert not screen.bracketed_paste
    assert not screen.focus_events
    assert not screen.theme_reports
    assert (screen.kitty_flags, screen.modify_other_keys) == (0, 0)
    assert (screen.cursor_shape, screen.cursor_colour) == (0, -1)
    assert screen.cursor_visible


def test_leaving_wipes_a_screen_for_which_there_is_no_other() -> None:
    left = Renderer(SIZE, FULL).stop()
    assert left.index(b"\x1b[m\x1b[H\x1b[2J") < left.index(b"\x1b[?1049l")


@pytest.mark.parametrize(("usual", "reset"), [(0, b"\x1b[0 q"), (2, b"\x1b[2 q")])
def test_the_cursor_gets_its_usual_shape_back(usual: int, reset: bytes) -> None:
    renderer = Renderer(SIZE, FULL._replace(usual_cursor=usual))
    renderer.draw(frame("x", cursor_shape=4))
    assert reset in renderer.draw(frame("x"))
    renderer.draw(frame("x", cursor_shape=4))
    assert reset in renderer.stop()


@pytest.mark.parametrize("before", [0, 1000, 1002, 1003])
@pytest.mark.parametrize("level", [0, 1000, 1002, 1003])
def test_mouse_levels_change_from_any_to_any(before: int, level: int) -> None:
    display = Display()
    for wanted in (before, level):
        display.stream.feed(display.renderer.set_mouse(wanted))
    assert display.screen.mouse_mode == level
    assert display.screen.mouse_encoding == (1006 if level else 0)


def test_the_linux_console_gets_nothing_that_it_would_print() -> None:
    renderer = Renderer(SIZE, features_of("linux", {}))
    data = renderer.start() + renderer.draw(frame("x", cursor_shape=3, title="t"))
    data += renderer.set_mouse(1002) + renderer.stop()
    for unknown in (b"\x1b]", b"\x1b[>", b" q", b"?2026", b"?1006", b"\x1bP"):
        assert unknown not in data


def test_clipboard_and_notifications_go_out_where_the_terminal_takes_them() -> None:
    renderer = Renderer(SIZE, FULL)
    assert renderer.clipboard(b"hi") == b"\x1b]52;c;aGk=\x1b\\"
    assert renderer.notify("title", "body") == b""
    renderer.features = FULL._replace(notify=True)
    assert renderer.notify("ti\x1btle", "body") == b"\x1b]9;title: body\x1b\\"
    renderer.features = FULL._replace(notify=True, name="foot(1.2)")
    assert renderer.notify("a;b", "c;d") == b"\x1b]777;notify;a,b;c;d\x1b\\"
