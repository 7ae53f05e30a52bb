"""The rows of a screen with overlays on them.

One idea: a row is put together again only where the row below, or an overlay's row, says something
else than in the last frame; all others stay the same objects. What overlays show is theirs.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mplex.geometry import Rect, Size
from mplex.ui.overlay import TRANSPARENT, Rendered
from mplex.ui.rows import Row, cut_row, differing, padded, splice

_Layer = tuple[str, ...]
"""The texts or the attributes of the screen or of one overlay, row by row."""


class Cover:
    """Puts the overlays of one client on its rows and remembers the last frame."""

    def __init__(self) -> None:
        self._shape: tuple[object, ...] = ()
        """What has to be the same for rows to be kept: sizes, and where the overlays are."""
        self._layers: list[_Layer] = []
        self._texts: list[str] = []
        self._attrs: list[str] = []

    def forget(self) -> None:
        """Keep nothing: there are no overlays."""
        if self._shape:
            self._shape, self._layers, self._texts, self._attrs = (), [], [], []

    def put(
        self,
        size: Size,
        texts: Sequence[str],
        attrs: Sequence[str],
        drawn: Sequence[tuple[Rect, Rendered]],
    ) -> tuple[list[str], list[str]]:
        """Return the rows of a screen with what is `drawn` on them, the topmost last.

        Hot: called for every frame of a dialog.
        """
        # Overlays may change lists of theirs later; tuples are taken as they are.
        layers = [tuple(texts), tuple(attrs)]
        for _, rendered in drawn:
            layers += (tuple(rendered.texts), tuple(rendered.attrs))
        tops = [0, 0, *(rect.row for rect, _ in drawn for _ in range(2))]
        shape = (size, *(rect for rect, _ in drawn), *map(len, layers))
        changed: Iterable[int]
        if shape == self._shape:
            found = {
                top + row
                for top, layer, before in zip(tops, layers, self._layers, strict=True)
                for row in differing(layer, before)
            }
            changed = [row for row in found if row < len(texts)]
            # The frame before keeps its own.
            made_texts, made_attrs = list(self._texts), list(self._attrs)
        else:
            changed = range(len(texts))
            made_texts, made_attrs = list(texts), list(attrs)
        for index in changed:
            row = Row(texts[index], attrs[index])
            for rect, rendered in drawn:
                if rect.row <= index < rect.bottom:
                    over = _row_of(rendered, index - rect.row, rect.cols)
                    row = _covered(row, size.cols, rect.col, over)
            made_texts[index], made_attrs[index] = row
        self._shape, self._layers = shape, layers
        self._texts, self._attrs = made_texts, made_attrs
        return made_texts, made_attrs


def _row_of(rendered: Rendered, index: int, width: int) -> Row:
    if index >= len(rendered.texts):
        return Row(" " * width)
    attrs = rendered.attrs[index] if index < len(rendered.attrs) else ""
    return padded(Row(rendered.texts[index], attrs), width)


def _covered(row: Row, width: int, col: int, over: Row) -> Row:
    """Return a row with an overlay's row at `col`."""
    if TRANSPARENT not in over.text:
        return splice(row, width, col, over)
    start = 0
    for opaque in over.text.split(TRANSPARENT):
        if opaque:
            part = cut_row(over, start, len(opaque))
            row = splice(row, width, col + start, part)
        start += len(opaque) + 1
    return row
