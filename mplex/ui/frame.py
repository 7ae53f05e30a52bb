"""One client's complete picture: panes, borders, status rows, overlays and the cursor.

One idea: a row is made again only when something it is made of changed. Where things lie is a plan
per layout; the panes' rows of the last frame are kept and compared by identity at the speed of C,
so an unchanged row costs next to nothing and stays the same object, by which the renderer skips it.
A pane as wide as the client gives its rows as they are. Nothing is written to a terminal here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import itemgetter
from typing import NamedTuple

from mplex.geometry import Point, Rect, Size
from mplex.term.frame import Frame
from mplex.term.picture import PlacedPicture, overlaps
from mplex.ui.border import BorderPane, BorderSpec
from mplex.ui.cover import Cover
from mplex.ui.mark import guarded
from mplex.ui.overlay import OverlayStack, Rendered
from mplex.ui.pane_look import PaneLook
from mplex.ui.rows import Row, cut_row, differing, padded
from mplex.ui.window_plan import PlanRow, plan_rows
from mplex.vt.styles import DEFAULT, Style

_Key = tuple[object, ...]
_Rows = tuple[tuple[str, ...], tuple[str, ...]]
"""Texts and attributes."""
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


_layout_of = itemgetter(
    *map(PaneView._fields.index, ("rect", "active", "title", "number", "style", "reverse"))
)
"""What the plan of a window needs to know of a pane."""


class FrameComposer:
    """Puts one client's frames together and remembers the rows of the last one."""

    def __init__(self) -> None:
        self._plan_key: _Key = ()
        self._plan: list[PlanRow] = []
        self._looks: list[PaneLook | None] = []
        self._panes: list[_Rows] = []
        """The panes' rows in the last frame."""
        self._window: tuple[list[str], list[str]] = ([], [])
        """The rows made of them."""
        self._status: Sequence[Row] = ()
        self._status_made: tuple[list[str], list[str]] = ([], [])
        self._cover = Cover()

    def compose(self, scene: Scene) -> Frame:
        """Return the frame of a scene; rows that look as in the last frame are the same objects."""
        texts, attrs = self._window_rows(scene)
        more_texts, more_attrs = self._status_rows(scene)
        if scene.status_top:
            texts, attrs = more_texts + texts, more_attrs + attrs
        else:
            texts, attrs = texts + more_texts, attrs + more_attrs
        overlays = scene.overlays or None
        drawn = [] if overlays is None else overlays.draw()
        if drawn:
            texts, attrs = self._cover.put(scene.size, texts, attrs, drawn)
        else:
            self._cover.forget()
        cursor, view = _cursor(scene, drawn, overlays is not None and overlays.modal)
        return Frame(
            size=scene.size,
            texts=texts,
            attrs=attrs,
            cursor=cursor,
            cursor_shape=view.cursor_shape if view else 0,
            cursor_colour=view.cursor_colour if view else -1,
            title=scene.title,
            pictures=_pictures(scene.size, drawn) if drawn else (),
        )

    def _window_rows(self, scene: Scene) -> tuple[list[str], list[str]]:
        """Return the rows above or below the status rows, not to be changed.

        Hot: called for every frame.
        """
        # Callers may change lists of theirs later; tuples are taken as they are.
        panes = [(tuple(texts), tuple(attrs)) for texts, attrs in map(_rows_of, scene.panes)]
        rows: Iterable[int]
        if self._planned(scene):
            rows = range(len(self._plan))
            self._window = ([""] * len(self._plan), [""] * len(self._plan))
        else:
            rows = self._changed(scene, panes)
        self._panes = panes
        made_texts, made_attrs = self._window
        for at in rows:
            made_texts[at], made_attrs[at] = self._made(self._plan[at])
        return self._window

    def _changed(self, scene: Scene, panes: Sequence[_Rows]) -> set[int]:
        """Return the rows of the view in which a pane differs from what it was."""
        found: set[int] = set()
        for pane, (texts, attrs), before in zip(scene.panes, panes, self._panes, strict=True):
            old_texts, old_attrs = before
            if texts is old_texts and attrs is old_attrs:
                continue
            rows = {*differing(texts, old_texts), *differing(attrs, old_attrs)}
            if rows:
                top = pane.rect.row - scene.offset.row
                found.update(top + row for row in rows)
        # A window larger than its client has rows that nobody sees.
        return {at for at in found if 0 <= at < len(self._plan)} if found else found

    def _status_rows(self, scene: Scene) -> tuple[list[str], list[str]]:
        """Return the status rows as far as there is room, not to be changed."""
        if scene.status is not self._status and scene.status != self._status:
            self._status = scene.status
            self._status_made = (
                [guarded(row.text) for row in self._status],
                [row.attrs for row in self._status],
            )
        texts, attrs = self._status_made
        room = scene.size.rows
        return (texts, attrs) if len(texts) <= room else (texts[:room], attrs[:room])

    def _planned(self, scene: Scene) -> bool:
        """Work out the layout again when anything about it changed; say whether it did."""
        view = (scene.size, len(scene.status))
        where = (scene.window_size, scene.offset, scene.borders, scene.outside)
        key: _Key = (view, where, *map(_layout_of, scene.panes))
        if key == self._plan_key:
            return False
        seen = Size(max(0, scene.size.rows - len(scene.status)), scene.size.cols)
        self._plan = plan_rows(
            seen,
            scene.window_size,
            scene.offset,
            [BorderPane(pane.rect, pane.active, pane.title, pane.number) for pane in scene.panes],
            scene.borders,
            scene.outside,
        )
        self._looks = [
            PaneLook(pane.style, pane.reverse)
            if pane.reverse or pane.style is not DEFAULT
            else None
            for pane in scene.panes
        ]
        # Last, so that a plan that could not be made is made again.
        self._plan_key = key
        return True

    def _made(self, plan: PlanRow) -> Row:
        """Return a row put together from the panes' rows and the literal pieces of its plan."""
        rows = []
        for (pane, row), width in zip(plan.sources, plan.widths, strict=True):
            texts, attrs = self._panes[pane]
            made = Row(guarded(texts[row]), attrs[row])
            look = self._looks[pane]
            rows.append(made if look is None else look.applied(made, width))
        if plan.whole:
            return rows[0]
        parts = []
        for piece in plan.pieces:
            if piece.row is not None:
                parts.append(padded(piece.row, piece.width))
            else:
                row_part = rows[piece.source]
                if piece.start:
                    row_part = cut_row(row_part, piece.start, piece.width)
                # What is too wide is cut here.
                parts.append(padded(row_part, piece.width))
        return Row("".join([row.text for row in parts]), "".join([row.attrs for row in parts]))


def _rows_of(pane: PaneView) -> tuple[Sequence[str], Sequence[str]]:
    """Return a pane's rows, as many as its rectangle has.

    A pane that is just being resized may have fewer.
    """
    missing = pane.rect.rows - min(len(pane.texts), len(pane.attrs))
    if missing <= 0:
        return pane.texts, pane.attrs
    blank = [""] * pane.rect.rows
    return [*pane.texts, *blank], [*pane.attrs, *blank]


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


def _cursor(scene: Scene, drawn: _Drawn, modal: bool) -> tuple[Point | None, PaneView | None]:
    """Return where the cursor is, and the pane that has it; none has with a `modal` overlay."""
    for rect, rendered in reversed(drawn):
        if rendered.cursor is not None:
            at = Point(rect.row + rendered.cursor.row, rect.col + rendered.cursor.col)
            return (at if rect.contains(*at) else None), None
    if modal:
        return None, None
    if scene.status_cursor is not None:
        first = 0 if scene.status_top else max(0, scene.size.rows - len(scene.status))
        return Point(first + scene.status_cursor.row, scene.status_cursor.col), None
    view = None
    for view in scene.panes:
        if view.active:
            break
    else:
        return None, None
    if view.cursor is None:
        return None, view
    row = view.rect.row + view.cursor.row - scene.offset.row
    col = view.rect.col + view.cursor.col - scene.offset.col
    inside = 0 <= row < scene.size.rows - len(scene.status) and 0 <= col < scene.size.cols
    if not inside:
        return None, view
    at = Point(row + (len(scene.status) if scene.status_top else 0), col)
    hidden = drawn and any(rect.contains(*at) for rect, _ in drawn)
    return (None if hidden else at), view
