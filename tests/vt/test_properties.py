"""What holds of any bytes: nothing raises, chunks do not matter, rows keep their shape."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.vt.terminal import bytewise, check_rows, chunked, state, terminal

FINALS = "@ABCDEFGHIJKLMPSTXZ`abcdefghlmnpqrstuxz{|}~"
PIECES = [
    b"\x1b", b"\x1b[", b"\x1b]", b"\x1bP", b"\x1b_", b"\x1b^", b"\x1bX", b"\x1bk", b"\x07",
    b"\x1b\\", b"\r\n", b"\n", b"\r", b"\b", b"\t", b"\x0e", b"\x0f", b"\x18", b"\x1a", b"\x7f",
    b"\x00", b"\x1d", b"\x0b", b"\x0c", b"\x1b[2\x08C", b"\x1b\x08[C", b"\x1b[1;", b"\x1b]P1",
    b"\x1bPtmux;\x1b\x1b[m\x1b\\", b"abc", b"hello world ", b"x" * 30, b"\xff", b"\xe2\x82",
    b"\xf0\x9f", b"\x1b[0;1;31mword", b"\x1b[38;5;12mlonger text here", b"0123456789\r\n",
    b"line\r\n" * 9, b"a\tb\r\n", b"foo\x1b[K\r\n", b"\x1b[32mgreen\x1b[0m line\r\n" * 4,
    b"\x1b[44mblue\r\n", b"y" * 45 + b"\r\n", b"\x1b]0;title\x07", b"\x1b]8;;http://x\x1b\\",
    b"\x1b]8;;\x1b\\", b"\x1b(0", b"\x1b(B", b"\x1b)0", b"\x1bN", b"\x1b*0", b"\x1bc",
    b"\x1b[!p", b"\x1b#8", b"\x1b7", b"\x1b8", b"\x1bD", b"\x1bE", b"\x1bM", b"\x1bH",
    b"\x1b[?1049h", b"\x1b[?1049l", b"\x1b[?47h", b"\x1b[?47l", b"\x1b[?6h", b"\x1b[?6l",
    b"\x1b[4h", b"\x1b[4l", b"\x1b[?7l", b"\x1b[?7h", b"\x1b[?69h", b"\x1b[3;12s", b"\x1b[2;5r",
    b"\x1b[r", b"\x1b[K", b"\x1b[2J", b"\x1b[3J", b"\x1b[H", b"\x1b[3;10H", b"\x1b[44m",
    b"\x1b[m", b"\x1b[5b", b"\x1b[1\"q", b"\x1b[?K", b"\x1b[6n", b"\x1b[20h", b"\x1b[?45h",
    b"\x1bkname\x1b\\",
]  # fmt: skip
TEXTS = [
    "漢字", "e\u0301", "\u0301", "👩\u200d💻", "\u200d", "👩", "❤", "\ufe0f", "🇬", "🇬🇧", "🏽", "한",
    "\u1100\u1161", "é", "\u200b", "\U00100000", "1\ufe0f\u20e3", "wide 漢字\r\n" * 3,
]  # fmt: skip

sequences = st.builds(
    lambda prefix, numbers, final: f"\x1b[{prefix}{';'.join(map(str, numbers))}{final}".encode(),
    st.sampled_from(["", "", "", "?", ">", "=", "<"]),
    st.lists(st.integers(0, 30) | st.just(99_999), max_size=4),
    st.sampled_from(FINALS),
)
pieces = (
    st.sampled_from(PIECES)
    | st.sampled_from([text.encode() for text in TEXTS])
    | sequences
    | st.binary(max_size=5)
)
streams = st.lists(st.tuples(pieces, st.sampled_from([1, 1, 1, 2, 9])), max_size=40).map(
    lambda found: b"".join(piece * times for piece, times in found)
)
sizes = st.tuples(st.sampled_from([1, 2, 5, 10, 20, 40]), st.sampled_from([1, 2, 3, 6, 10]))
modest = settings(deadline=None, max_examples=150)


@modest
@given(st.binary(max_size=300), sizes)
def test_no_bytes_raise(data: bytes, size: tuple[int, int]) -> None:
    check_rows(terminal(data, *size))


@modest
@given(streams, sizes)
def test_rows_keep_their_shape(data: bytes, size: tuple[int, int]) -> None:
    check_rows(terminal(data, *size, history=20))


@modest
@given(streams, sizes)
def test_bytewise_is_the_same_as_whole(data: bytes, size: tuple[int, int]) -> None:
    whole = chunked([data], *size, history=20)
    single = chunked(bytewise(data), *size, history=20)
    assert state(single) == state(whole)


@modest
@given(streams, sizes, st.lists(st.integers(0, 2_000), max_size=6))
def test_chunks_are_the_same_as_whole(data: bytes, size: tuple[int, int], cuts: list[int]) -> None:
    ends = [0, *sorted(min(cut, len(data)) for cut in cuts), len(data)]
    chunks = [data[a:b] for a, b in zip(ends, ends[1:], strict=False)]
    whole = chunked([data], *size, history=20)
    assert state(chunked(chunks, *size, history=20)) == state(whole)


@modest
@given(st.lists(streams, min_size=1, max_size=3), st.lists(sizes, min_size=1, max_size=4))
def test_any_resize_keeps_rows_in_shape(data: list[bytes], changes: list[tuple[int, int]]) -> None:
    screen = terminal(b"", *changes[0], history=20)
    for i, (columns, lines) in enumerate(changes):
        screen.resize(lines, columns)
        screen.feed(data[i % len(data)].decode("utf-8", "replace"))
        check_rows(screen)


words = st.text(alphabet="abc def漢字é", max_size=60)


@modest
@given(
    st.lists(words, min_size=1, max_size=12),
    st.lists(st.tuples(st.integers(2, 50), st.integers(1, 12)), min_size=1, max_size=5),
)
def test_resize_keeps_the_text(lines: list[str], changes: list[tuple[int, int]]) -> None:
    """After any changes of size the lines are there, as if printed at the last size."""
    lines = [line.rstrip(" ") for line in lines]
    screen = terminal("\r\n".join(lines), 30, 5, history=5_000)
    for columns, height in changes:
        screen.resize(height, columns)
    logical: list[str] = []
    line = ""
    for n in range(-screen.history_size, screen.lines):
        row, _, wrap = screen.line(n)
        line += row.replace("\0", "")
        if not wrap:
            logical.append(line.rstrip(" "))
            line = ""
    expected = list(lines)
    while logical and not logical[-1]:
        logical.pop()
    while expected and not expected[-1]:
        expected.pop()
    assert logical == expected
