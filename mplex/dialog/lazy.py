"""What dialogs load only when a field needs it: heavy libraries that come with extras.

One idea: a loader either loads or says in one sentence what is missing and how to get it. What is
done without the library is the caller's matter.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType

from mplex.errors import MplexError
from mplex.ui.rows import Row
from mplex.vt.styles import Style


class ShownPlain(MplexError):
    """Something can't be laid out and is shown as its source; the text says why."""

    code = "shown_plain"


class MissingExtra(ShownPlain):
    """A library of an extra is not installed."""

    code = "missing_extra"

    def __init__(self, what: str, library: str, extra: str) -> None:
        super().__init__(f"{what}: {library} is missing. Install it with: pip install {extra}")


def markdown_rows(source: str, cols: int, base: Style, colours: bool) -> Sequence[Row]:
    """Return Markdown as rows of at most `cols` cells; see `rich_text`.

    Raises:
        MissingExtra: rich is not installed.
        ShownPlain: the source is too long or too deep.
    """
    try:
        from mplex.dialog import rich_text
    except ImportError:
        raise MissingExtra("Markdown is shown as its source", "rich", "mplex[markdown]") from None
    return rich_text.markdown_rows(source, cols, base, colours)


def picture_codec() -> ModuleType | None:
    """Return `mplex.dialog.picture_codec`, None when Pillow is not installed."""
    try:
        from mplex.dialog import picture_codec
    except ImportError:
        return None
    return picture_codec
