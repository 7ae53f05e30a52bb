"""The bytes of pictures: in pieces, counted per peer, gone with the peer."""

from __future__ import annotations

import pytest

from mplex.dialog import picture_store
from mplex.dialog.picture_store import PictureStore
from mplex.errors import Refused


def test_a_picture_comes_in_pieces() -> None:
    store = PictureStore()
    media = store.put("peer", b"one", last=False)
    assert store.get(media) is None
    assert store.put("peer", b"two", media, last=False) == media
    assert store.put("peer", b"three", media) == media
    assert store.get(media) == b"onetwothree"


def test_ids_differ_and_unknown_ones_have_nothing() -> None:
    store = PictureStore()
    assert store.put("peer", b"a") != store.put("peer", b"a")
    assert store.get("no such") is None


def test_a_peer_that_hangs_up_takes_its_own_with_it() -> None:
    store = PictureStore()
    mine, other = store.put("a", b"mine"), store.put("b", b"other")
    half = store.put("a", b"half", last=False)
    store.drop("a")
    store.drop("a")
    assert store.get(mine) is None
    assert store.get(other) == b"other"
    with pytest.raises(Refused):
        store.put("a", b"more", half)


def test_nobody_adds_to_what_is_finished_or_anothers() -> None:
    store = PictureStore()
    done, half = store.put("a", b"x"), store.put("a", b"x", last=False)
    for peer, media in (("a", done), ("b", half), ("a", "no such")):
        with pytest.raises(Refused) as refused:
            store.put(peer, b"more", media)
        assert refused.value.code == "unknown_media"
    assert store.get(done) == b"x"


def test_a_picture_has_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(picture_store, "ITEM_BYTES", 10)
    store = PictureStore()
    media = store.put("peer", b"12345", last=False)
    with pytest.raises(Refused) as refused:
        store.put("peer", b"123456", media)
    assert refused.value.code == "media_limit"
    with pytest.raises(Refused):
        store.put("peer", b"", media)
    assert store.get(store.put("peer", b"1234567890")) == b"1234567890"


def test_a_peer_has_a_limit_and_what_was_dropped_does_not_count(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(picture_store, "PEER_BYTES", 20)
    store = PictureStore()
    store.put("peer", b"1234567890")
    half = store.put("peer", b"12345", last=False)
    with pytest.raises(Refused):
        store.put("peer", b"123456", half)
    store.put("peer", b"1234567890")
    with pytest.raises(Refused):
        store.put("peer", b"1")
    store.put("other", b"1")


def test_a_peer_has_only_so_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(picture_store, "PEER_ITEMS", 2)
    store = PictureStore()
    store.put("peer", b"")
    store.put("peer", b"", last=False)
    with pytest.raises(Refused):
        store.put("peer", b"")


def test_all_peers_together_have_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(picture_store, "ALL_BYTES", 20)
    store = PictureStore()
    store.put("a", b"1234567890")
    store.put("b", b"1234567890")
    with pytest.raises(Refused) as refused:
        store.put("c", b"1")
    assert refused.value.code == "media_limit"
    store.drop("a")
    store.put("c", b"1234567890")
