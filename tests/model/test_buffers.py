"""Paste buffers."""

from __future__ import annotations

import pytest

from mplex.errors import CommandError
from mplex.model.buffers import MAX_BUFFER_BYTES, Buffers


def names(buffers: Buffers) -> list[str]:
    return [buffer.name for buffer in buffers.list()]


def test_automatic_buffers_are_numbered_and_the_oldest_is_dropped() -> None:
    buffers = Buffers(lambda: 2)
    assert [buffers.add(data) for data in (b"a", b"b", b"c")] == ["buffer0", "buffer1", "buffer2"]
    assert names(buffers) == ["buffer2", "buffer1"]
    assert buffers.get().data == b"c"


def test_named_buffers_stay_and_are_not_the_newest() -> None:
    buffers = Buffers(lambda: 1)
    buffers.add(b"kept", "mine")
    for data in (b"a", b"b"):
        buffers.add(data)
    assert names(buffers) == ["buffer1", "mine"]
    buffers.add(b"new", "mine")
    assert (buffers.get("mine").data, buffers.get().data) == (b"new", b"b")
    assert names(buffers) == ["mine", "buffer1"]


def test_a_buffer_is_renamed_onto_another_and_deleted() -> None:
    buffers = Buffers()
    buffers.add(b"a")
    buffers.add(b"b", "x")
    buffers.rename("buffer0", "x")
    assert names(buffers) == ["x"] and buffers.get("x").data == b"a"
    with pytest.raises(CommandError, match="no buffers"):
        buffers.get()
    buffers.delete("x")
    with pytest.raises(CommandError, match="no buffer x"):
        buffers.delete("x")
    with pytest.raises(CommandError, match="no buffers"):
        buffers.delete()


def test_empty_and_too_large_data() -> None:
    buffers = Buffers()
    assert buffers.add(b"") == "" and len(buffers) == 0
    with pytest.raises(CommandError, match="empty buffer name"):
        buffers.add(b"x", "")
    with pytest.raises(CommandError, match="too large"):
        buffers.add(bytes(MAX_BUFFER_BYTES + 1))


def test_the_sample_is_one_short_line() -> None:
    buffers = Buffers()
    buffers.add(b"a\n\x1b[31m\xff\xc3\xa9")
    assert buffers.get().sample == r"a\n\x1b[31m�é"
    buffers.add(b"x" * 1000)
    assert buffers.get().sample == "x" * 50 + "..."
