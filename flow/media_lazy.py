"""What media need of heavy libraries, loaded when a screen has media at all.

One idea: `mplex-ctl` starts fast for screens without pictures, and without the libraries everything
works but says what is missing. Imports stand in functions here.
"""

from __future__ import annotations

import wave
from typing import NamedTuple

from flow.media_web import MediaProblem
from mplex.dialog.extras import NO_PILLOW


class Normalised(NamedTuple):
    """A picture that can travel."""

    file: bytes
    width: int
    height: int
    """Pixels of the original, upright."""


def normalised(data: bytes, longest: int) -> Normalised:
    """Return a picture with at most `longest` pixels on a side.

    Raises:
        MediaProblem: it can't be decoded, or Pillow is not installed.
    """
    try:
        from flow.media_pictures import smaller
    except ImportError:
        raise MediaProblem(NO_PILLOW) from None
    return Normalised(*smaller(data, longest))


def clip_seconds(path: str) -> float | None:
    """Return how long a clip is, None when that is not known; without mutagen only of WAV files."""
    try:
        from flow.media_clips import seconds
    except ImportError:
        return _wave_seconds(path)
    return seconds(path)


def _wave_seconds(path: str) -> float | None:
    try:
        with wave.open(path, "rb") as file:
            return round(file.getnframes() / file.getframerate(), 3)
    except (OSError, EOFError, wave.Error, ZeroDivisionError):
        return None
