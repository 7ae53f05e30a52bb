"""The pictures and clips of a screen: from what the asker wrote to what a dialog can show.

One idea: every `src` and `thumbnail` becomes an object that says what was found or why nothing was.
Nothing here fails: a picture that can't be had is a `problem` in its place and a warning in the
result, so that an asker never believes the person saw it. Reading is in `media_sources`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from time import monotonic
from typing import Any, NamedTuple

from flow.media_lazy import clip_seconds, normalised
from flow.media_sources import find_clip, is_clip, names_of, read_picture
from flow.media_web import MediaProblem, Reader
from mplex.dialog.field_members import SOURCES
from mplex.errors import MplexError

LONGEST = 1280
"""Pixels on the longer side of a picture that stands alone."""

TILE_LONGEST = 640
"""Pixels on the longer side of one among several."""

THUMBNAIL_LONGEST = 320

AT_ONCE = 4
"""Sources that are read at the same time."""

PATIENCE = 20.0
"""Seconds for all sources of a screen; the person waits for it meanwhile."""

HOLDERS = ("tabs", "fields", "options", "items", "images", "variants", "children")
"""Members that hold objects with sources in them, or further holders."""

CLIPS = ("audio", "video")
MIXED = ("gallery", "compare")
"""Kinds whose sources are pictures or clips."""
TILED = ("gallery", "image_grid")

Send = Callable[[bytes], str]
"""Hands the bytes of a picture to whoever shows it; returns its id, raises MplexError."""


class Source(NamedTuple):
    """A source as it was written, and what is wanted of it."""

    written: str
    clip: bool
    longest: int
    """Pixels, for a picture."""


class Found(NamedTuple):
    """What was found: an object for the screen, and a picture's bytes that are still to be sent."""

    data: dict[str, Any]
    file: bytes | None = None


def attach_media(
    screen: Mapping[str, Any], send: Send, reader: Reader | None = None
) -> tuple[dict[str, Any], list[str]]:
    """Return a form screen with its sources found, and a warning for each that was not.

    `send` is called in this thread only, once for each picture, in the order of the screen.
    """
    sources = list(dict.fromkeys(_sources(screen, "")))
    if not sources:
        return dict(screen), []
    names = names_of(source.written for source in sources)
    look = partial(_find, reader or Reader(), monotonic() + PATIENCE, names)
    warnings: dict[str, None] = {}
    found: dict[Source, dict[str, Any]] = {}
    with ThreadPoolExecutor(min(AT_ONCE, len(sources)), "media") as pool:
        for source, each in zip(sources, pool.map(look, sources), strict=True):
            data = found[source] = _sent(each, send)
            if "problem" in data:
                warnings[f"{data['name']}: {data['problem']}"] = None
    replaced = _replaced(screen, "", found)
    assert isinstance(replaced, dict)
    return replaced, list(warnings)


def _find(reader: Reader, deadline: float, names: Mapping[str, str], source: Source) -> Found:
    """Read one source; runs in a thread of its own."""
    name = names[source.written]
    try:
        if monotonic() >= deadline:
            raise MediaProblem("the pictures before it took too long")
        if source.clip:
            return Found(_clip(source.written, name, reader))
        picture = normalised(read_picture(source.written, reader), source.longest)
    except MediaProblem as problem:
        return Found({"name": name, "problem": str(problem)})
    size = {"width": picture.width, "height": picture.height}
    return Found({"media": "", **size, "name": name}, picture.file)


def _clip(written: str, name: str, reader: Reader) -> dict[str, Any]:
    place = find_clip(written, reader)
    data: dict[str, Any] = {**place, "name": name}
    seconds = clip_seconds(place["path"]) if "path" in place else None
    if seconds is not None:
        data["seconds"] = seconds
    return data


def _sent(found: Found, send: Send) -> dict[str, Any]:
    """Send what was found, and return the object for the screen."""
    if found.file is None:
        return found.data
    try:
        return {**found.data, "media": send(found.file)}
    except MplexError as error:
        return {"name": found.data["name"], "problem": error.message}


def _sources(node: object, kind: str) -> Iterator[Source]:
    if isinstance(node, list):
        for each in node:
            yield from _sources(each, kind)
    elif isinstance(node, Mapping):
        kind = _kind(node, kind)
        for name, value in node.items():
            if name in SOURCES and isinstance(value, str) and value:
                yield _source(value, name, kind)
            elif name in HOLDERS:
                yield from _sources(value, kind)


def _replaced(node: object, kind: str, found: Mapping[Source, dict[str, Any]]) -> object:
    """Return a copy of a part of the screen, with objects for its sources."""
    if isinstance(node, list):
        return [_replaced(each, kind, found) for each in node]
    if not isinstance(node, Mapping):
        return node
    kind = _kind(node, kind)
    copy: dict[str, object] = {}
    for name, value in node.items():
        if name in SOURCES and isinstance(value, str) and value:
            copy[name] = dict(found[_source(value, name, kind)])
        else:
            copy[name] = _replaced(value, kind, found) if name in HOLDERS else value
    return copy


def _kind(node: Mapping[str, Any], around: str) -> str:
    """Return the kind of field that an object is, or is in."""
    kind = node.get("kind")
    return kind if isinstance(kind, str) else around


def _source(written: str, member: str, kind: str) -> Source:
    clip = kind in CLIPS or kind in MIXED and is_clip(written)
    if member == "thumbnail":
        return Source(written, False, THUMBNAIL_LONGEST)
    return Source(written, clip, 0 if clip else TILE_LONGEST if kind in TILED else LONGEST)
