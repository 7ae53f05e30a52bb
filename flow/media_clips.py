"""How long a clip is, by what its file says of itself."""

from __future__ import annotations

from math import isfinite

import mutagen


def seconds(path: str) -> float | None:
    """Return the length of a clip, None when its file does not say it."""
    # Parsers of tags raise whatever a broken file makes them stumble upon.
    try:
        found = mutagen.File(path)
        length = float(found.info.length) if found is not None else 0.0
    except Exception:
        return None
    return round(length, 3) if isfinite(length) and length > 0 else None
