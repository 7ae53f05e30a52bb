"""One client's complete picture: panes, borders, status rows, overlays and the cursor.

One idea: a row is made again only when something it is made of changed. Where things lie is a plan
per layout; per row the strings it was made from are kept beside the result, so an unchanged row
costs one comparison and keeps its identity, by which the renderer skips it. A pane as wide as the
client gives its rows as they are. Nothing is written to a terminal here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from mplex.geometry import Point, Rect, Size
from mplex.term.frame import Frame
from mplex.term.picture import PlacedPicture, overlaps
from mplex.ui.border import BorderPane, BorderSpec
from mplex.ui.mark import guarded
from mplex.ui.overlay import TRANSPARENT, OverlayStack, Rendered
from mplex.ui.pane_look import PaneLook
from mplex.ui.rows import Row, cut_row, padded, splice
from mplex.ui.window_plan import PlanRow, plan_rows
from mplex.vt.styles import DEFAULT, Style

_Key = tuple[object, ...]
_Drawn = list[tuple[Rect, Rendered]]


class PaneView(NamedTuple):
    """What one visible pane shows."""

    rect: Rect
    """In the window."""
    texts: Sequence[str]
    attrs: Sequence[str]
    cursor: Point | None = None
    """In the pane; None when it is hidden."""
    active: bool = False
    title: str = ""
    """For the border, with `#[...]` markup."""
    number: int = 0
    cursor_shape: int = 0
    cursor_colour: int = -1
    style: Style = DEFAULT
    """What default colours become (`window-style`)."""
    reverse: bool = False
    """Whether the pane is shown in reverse (DECSCNM)."""


class Scene(NamedTuple):
    """Everything one client shows, before it is put together."""

    size: Size
    """The client's."""
    panes: Sequence[PaneView]
    window_size: Size
    offset: Point = Point(0, 0)
    """The window's cell in the top left corner, for a window larger than the client."""
    borders: BorderSpec = BorderSpec()
    status: Sequence[Row] = ()
    status_top: bool = False
    status_cursor: Point | None = None
    """Where a prompt has its cursor, in the status rows."""
    overlays: OverlayStack | None = None
    title: str = ""
    outside: Style = DEFAULT
    """The style of what lies outside of a window smaller than the client."""


class FrameComposer:
    """Puts one client's frames together and remembers the rows of the last one."""

    def __init__(self) -> None:
        self._plan_key: _Key = ()
        self._plan: list[PlanRow] = []
        self._window_memo: list[tuple[_Key, Row]] = []
        self._screen_memo: dict[int, tuple[_Key, Row]] = {}
        self._looks: list[PaneLook | None] = []

    def compose(self, scene: Scene) -> Frame:
        """Return the frame of a scene; rows that look as in the last frame are the same objects."""
        rows = self._window_rows(scene)
        status = [Row(guarded(text), attrs) for text, attrs in scene.status]
        status = status[: scene.size.rows]
        rows = [*status, *rows] if scene.status_top else [*rows, *status]
        drawn = scene.overlays.draw() if scene.overlays else []
        if drawn:
            rows = self._with_overlays(scene.size, rows, drawn)
        elif self._screen_memo:
            self._screen_memo.clear()
        cursor, view = _cursor(scene, drawn)
        return Frame(
            size=scene.size,
            texts=[row[0] for row in rows],
            attrs=[row[1] for row in rows],
            cursor=cursor,
            cursor_shape=view.cursor_shape if view else 0,
            cursor_colour=view.cursor_colour if view else -1,
            title=scene.title,
            pictures=_pictures(scene.size, drawn) if drawn else (),
        )

    def _window_rows(self, scene: Scene) -> list[Row]:
        """Return the rows above or below the status rows. Hot: called for every frame."""
        self._planned(scene)
        sources = [_rows_of(pane) for pane in scene.panes]
        memo = self._window_memo
        found = []
        for index, plan in enumerate(self._plan):
            parts: list[object] = []
            for pane, row in plan.sources:
                texts, attrs = sources[pane]
                parts.append(texts[row])
                parts.append(attrs[row])
            key = tuple(parts)
            old_key, made = memo[index]
            if key != old_key:
                made = self._made(plan, key)
                memo[index] = (key, made)
            found.append(made)
        return found

    def _planned(self, scene: Scene) -> None:
        """Work out the layout again when anything about it changed."""
        panes = [
            BorderPane(pane.rect, pane.active, pane.title, pane.number) for pane in scene.panes
        ]
        looks = [(pane.style, pane.reverse) for pane in scene.panes]
        view = Size(max(0, scene.size.rows - len(scene.status)), scene.size.cols)
        where = (view, scene.window_size, scene.offset)
        key: _Key = (where, tuple(panes), tuple(looks), scene.borders, scene.outside)
        if key == self._plan_key:
            return
        self._plan_key = key
        self._plan = plan_rows(*where, panes, scene.borders, scene.outside)
        # A key no row can have, so that every row is made.
        self._window_memo = [((None,), Row(""))] * len(self._plan)
        self._looks = [
            PaneLook(style, reverse) if reverse or style is not DEFAULT else None
            for style, reverse in looks
        ]

    def _made(self, plan: PlanRow, strings: _Key) -> Row:
        """Return a row put together from the panes' rows and the literal pieces of its plan."""
        rows = [
            Row(guarded(str(strings[at])), str(strings[at + 1])) for at in range(0, len(strings), 2)
        ]
        for index, (pane, _) in enumerate(plan.sources):
            look = self._looks[pane]
            if look is not None:
                rows[index] = look.applied(rows[index], plan.widths[index])
        if plan.whole:
            return rows[0]
        parts = []
        for piece in plan.pieces:
            if piece.row is not None:
                parts.append(padded(piece.row, piece.width))
            else:
                row = cut_row(rows[piece.source], piece.start, piece.width)
                parts.append(padded(row, piece.width))
        return Row("".join(row.text for row in parts), "".join(row.attrs for row in parts))

    def _with_overlays(self, size: Size, rows: list[Row], drawn: _Drawn) -> list[Row]:
        found = []
        memo = self._screen_memo
        for index, row in enumerate(rows):
            over = [
                (rect.col, _row_of(rendered, index - rect.row, rect.cols))
                for rect, rendered in drawn
                if rect.row <= index < rect.bottom
            ]
            if not over:
                found.append(row)
                continue
            key: _Key = (row, *over)
            old = memo.get(index)
            if old is None or old[0] != key:
                old = (key, _covered(row, size.cols, over))
                memo[index] = old
            found.append(old[1])
        return found


def _rows_of(pane: PaneView) -> tuple[Sequence[str], Sequence[str]]:
    """Return a pane's rows, as many as its rectangle has.

    A pane that is just being resized may have fewer.
    """
    missing = pane.rect.rows - min(len(pane.texts), len(pane.attrs))
    if missing <= 0:
        return pane.texts, pane.attrs
    blank = [""] * pane.rect.rows
    return [*pane.texts, *blank], [*pane.attrs, *blank]


def _row_of(rendered: Rendered, index: int, width: int) -> Row:
    if index >= len(rendered.texts):
        return Row(" " * width)
    attrs = rendered.attrs[index] if index < len(rendered.attrs) else ""
    return padded(Row(rendered.texts[index], attrs), width)


def _covered(row: Row, width: int, over: list[tuple[int, Row]]) -> Row:
    """Return a row with overlays' rows on it, the topmost last."""
    for col, cells in over:
        if TRANSPARENT not in cells.text:
            row = splice(row, width, col, cells)
            continue
        start = 0
        for opaque in cells.text.split(TRANSPARENT):
            if opaque:
                part = cut_row(cells, start, len(opaque))
                row = splice(row, width, col + start, part)
            start += len(opaque) + 1
    return row


def _pictures(size: Size, drawn: _Drawn) -> Sequence[PlacedPicture]:
    """Return the pictures of all overlays that nothing lies upon, in places on the screen."""
    found: list[PlacedPicture] = []
    for rect, rendered in drawn:
        if found:
            found = [placed for placed in found if not overlaps(placed.rect, rect)]
        for placed in rendered.pictures:
            moved = placed.moved(rect.row, rect.col, rect.clip(size))
            if moved is not None:
                found.append(moved)
    return found


def _cursor(scene: Scene, drawn: _Drawn) -> tuple[Point | None, PaneView | None]:
    """Return where the cursor is, and the pane that has it."""
    for rect, rendered in reversed(drawn):
        if rendered.cursor is not None:
            at = Point(rect.row + rendered.cursor.row, rect.col + rendered.cursor.col)
            return (at if rect.contains(*at) else None), None
    if scene.overlays is not None and scene.overlays.modal:
        return None, None
    if scene.status_cursor is not None:
        first = 0 if scene.status_top else max(0, scene.size.rows - len(scene.status))
        return Point(first + scene.status_cursor.row, scene.status_cursor.col), None
    view = next((pane for pane in scene.panes if pane.active), None)
    if view is None or view.cursor is None:
        return None, view
    row = view.rect.row + view.cursor.row - scene.offset.row
    col = view.rect.col + view.cursor.col - scene.offset.col
    inside = 0 <= row < scene.size.rows - len(scene.status) and 0 <= col < scene.size.cols
    at = Point(row + (len(scene.status) if scene.status_top else 0), col)
    hidden = not inside or any(rect.contains(*at) for rect, _ in drawn)
    return (None if hidden else at), view
