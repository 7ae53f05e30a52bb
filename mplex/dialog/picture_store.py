"""The bytes of pictures that programs have sent, until those programs hang up.

One idea: an id is handed out with the first piece, and the bytes can be had once the last one is
in. Everything is counted per peer, and bytes over all peers too. What is in the bytes is nobody's
business here.
"""

from __future__ import annotations

from collections.abc import Hashable
from secrets import token_hex

from mplex.errors import Refused

ITEM_BYTES = 8 << 20
"""Bytes of one picture."""

PEER_BYTES = 64 << 20
"""Bytes of all pictures of one peer."""

ALL_BYTES = 256 << 20
"""Bytes of the pictures of all peers together."""

PEER_ITEMS = 1024
"""Pictures of one peer."""


class PictureStore:
    """The pictures of all peers; a peer is anything that tells one connection from others."""

    def __init__(self) -> None:
        self._owners: dict[str, Hashable] = {}
        self._growing: dict[str, bytearray] = {}
        self._done: dict[str, bytes] = {}
        self._bytes: dict[Hashable, int] = {}
        self._items: dict[Hashable, set[str]] = {}

    def put(self, peer: Hashable, data: bytes, media: str = "", last: bool = True) -> str:
        """Take the next piece of a picture, of a new one without `media`; return its id.

        Raises:
            Refused: the peer has no such unfinished picture (`unknown_media`), or one of the limits
                is reached (`media_limit`); a picture that grew too large is dropped.
        """
        if not media:
            media = self._new(peer)
        elif self._owners.get(media) != peer or media not in self._growing:
            raise Refused(f"there is no unfinished picture {media}", code="unknown_media")
        growing = self._growing[media]
        self._check(peer, media, len(growing) + len(data), len(data))
        growing += data
        self._bytes[peer] = self._bytes.get(peer, 0) + len(data)
        if last:
            self._done[media] = bytes(self._growing.pop(media))
        return media

    def get(self, media: str) -> bytes | None:
        """Return a finished picture, None when there is none of that id."""
        return self._done.get(media)

    def drop(self, peer: Hashable) -> None:
        """Forget everything of a peer that has hung up."""
        for media in self._items.pop(peer, set()):
            self._forget(media)
        self._bytes.pop(peer, None)

    def _new(self, peer: Hashable) -> str:
        items = self._items.setdefault(peer, set())
        if len(items) >= PEER_ITEMS:
            raise Refused(f"{PEER_ITEMS} pictures were sent already", code="media_limit")
        media = token_hex(8)
        items.add(media)
        self._owners[media] = peer
        self._growing[media] = bytearray()
        return media

    def _check(self, peer: Hashable, media: str, size: int, more: int) -> None:
        if size > ITEM_BYTES:
            what = f"a picture has more than {ITEM_BYTES >> 20} MiB"
        elif self._bytes.get(peer, 0) + more > PEER_BYTES:
            what = f"all pictures together have more than {PEER_BYTES >> 20} MiB"
        elif sum(self._bytes.values()) + more > ALL_BYTES:
            what = f"the pictures of all programs together have more than {ALL_BYTES >> 20} MiB"
        else:
            return
        self._bytes[peer] = self._bytes.get(peer, 0) - len(self._growing[media])
        self._items[peer].discard(media)
        self._forget(media)
        raise Refused(what, code="media_limit")

    def _forget(self, media: str) -> None:
        del self._owners[media]
        self._growing.pop(media, None)
        self._done.pop(media, None)
