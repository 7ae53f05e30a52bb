"""Messages to bytes and back: four bytes of length (big endian), then a msgpack array.

The decoder takes whatever a socket gives and returns whole messages. It holds at most one message
and refuses a length beyond `MAX_MESSAGE` before it has read the body. The only importer of msgpack.
"""

from __future__ import annotations

import msgpack  # type: ignore[import-untyped]

from mplex.errors import ProtocolError
from mplex.protocol.messages import Message, Output, from_wire

MAX_MESSAGE = 16 << 20
"""Bytes of the largest body; more than any command line, and than any frame."""

_LENGTH = 4
_PACKER = msgpack.Packer(use_bin_type=True, unicode_errors="surrogateescape")
"""One for all messages, since making one costs more than packing."""


def encode(message: Message) -> bytes:
    """Return a message as bytes for the wire.

    Raises:
        ProtocolError: the message is larger than the other end would take.
    """
    return _framed(message.kind, _PACKER.pack((message.kind, *message.values())))


def encode_output(data: bytes) -> bytes:
    """Return `encode(Output(data))` without making the message: every frame goes this way."""
    return _framed(Output.kind, _PACKER.pack((Output.kind, data)))


def _framed(kind: str, body: bytes) -> bytes:
    if len(body) > MAX_MESSAGE:
        raise ProtocolError(f"message {kind} is too large ({len(body)} bytes)")
    return len(body).to_bytes(_LENGTH, "big") + body


class FrameDecoder:
    """Cut a stream of bytes into messages."""

    def __init__(self) -> None:
        self._buffer = bytearray()

    def feed(self, data: bytes) -> list[Message]:
        """Take more bytes and return the messages that they complete.

        Raises:
            ProtocolError: this is not the protocol; the stream can't be used any more.
        """
        buffer = self._buffer
        buffer += data
        messages = []
        at = 0
        while len(buffer) - at >= _LENGTH:
            length = int.from_bytes(buffer[at : at + _LENGTH], "big")
            if length > MAX_MESSAGE:
                raise ProtocolError("the other end does not speak mplex")
            if len(buffer) - at - _LENGTH < length:
                break
            at += _LENGTH
            messages.append(from_wire(_unpack(bytes(buffer[at : at + length]))))
            at += length
        del buffer[:at]
        return messages


def _unpack(body: bytes) -> object:
    try:
        unpacked: object = msgpack.unpackb(
            body, raw=False, unicode_errors="surrogateescape", strict_map_key=False
        )
    except (ValueError, TypeError, RecursionError, msgpack.exceptions.UnpackException) as error:
        raise ProtocolError("the other end does not speak mplex") from error
    return unpacked
