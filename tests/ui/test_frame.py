"""Whole frames: panes, borders, status rows, overlays and the cursor."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from hypothesis import given, settings
from hypothesis import strategies as st

from mplex.geometry import Point, Rect, Size
from mplex.term.frame import Frame
from mplex.term.keys import KeyEvent
from mplex.ui.border import BorderSpec
from mplex.ui.frame import FrameComposer, PaneView, Scene
from mplex.ui.overlay import HANDLED, TRANSPARENT, Overlay, OverlayStack, Rendered, Result
from mplex.ui.rows import Row, padded
from mplex.vt.clusters import cells, expand
from mplex.vt.styles import DEFAULT, REVERSE, intern_style
from tests.ui.drawing import BLUE_BOLD, RED, mended, model, plain, styled_rows


class Fixed(Overlay):
    """An overlay that shows given rows at a given place."""

    def __init__(self, rect: Rect, texts: Sequence[str], cursor: Point | None = None) -> None:
        self.rect = rect
        self.texts = texts
        self.cursor = cursor

    def layout(self, size: Size) -> Rect:
        return self.rect

    def render(self, size: Size) -> Rendered:
        return Rendered(self.texts, [RED.ch * len(text) for text in self.texts], self.cursor)

    def on_key(self, event: KeyEvent) -> Result:
        return HANDLED


def view(rect: Rect, *texts: str, active: bool = False, cursor: Point | None = None) -> PaneView:
    rows = [cells(text) for text in texts]
    return PaneView(rect, rows, [""] * len(rows), cursor, active)


def scene(size: Size, *panes: PaneView) -> Scene:
    return Scene(size, panes, size)


def stack(size: Size, *overlays: Overlay) -> OverlayStack:
    found = OverlayStack(size)
    for overlay in overlays:
        found.push(overlay)
    return found


def show(frame: Frame) -> list[str]:
    return plain(frame.texts)


def unchanged(first: Frame, second: Frame) -> list[bool]:
    """Say for every row whether text and attributes are the same objects."""
    rows = zip(first.texts, second.texts, first.attrs, second.attrs, strict=True)
    return [a is b and c is d for a, b, c, d in rows]


def test_the_rows_of_a_pane_as_wide_as_the_client_are_passed_on() -> None:
    texts, attrs = ["first row", "", "漢字"], [RED.ch * 9, "", ""]
    texts[2] = cells(texts[2])
    pane = PaneView(Rect(0, 0, 3, 20), texts, attrs)
    frame = FrameComposer().compose(scene(Size(3, 20), pane))
    assert all(a is b for a, b in zip(frame.texts, texts, strict=True))
    assert all(a is b for a, b in zip(frame.attrs, attrs, strict=True))


def test_panes_side_by_side_are_joined_and_unchanged_rows_stay_the_same_objects() -> None:
    composer = FrameComposer()
    size = Size(2, 7)
    left, right = Rect(0, 0, 2, 3), Rect(0, 4, 2, 3)
    first = composer.compose(scene(size, view(left, "ab", "c"), view(right, "xyz", "漢字")))
    assert show(first) == ["ab │xyz", "c  │漢"]
    second = composer.compose(scene(size, view(left, "ab", "C"), view(right, "xyz", "漢字")))
    assert show(second) == ["ab │xyz", "C  │漢"]
    assert unchanged(first, second) == [True, False]


def test_a_change_of_the_active_pane_draws_its_border_again() -> None:
    composer = FrameComposer()
    rects = Rect(0, 0, 1, 2), Rect(0, 3, 1, 2), Rect(0, 6, 1, 1)
    borders = BorderSpec(style=BLUE_BOLD, active_style=RED)
    frames = []
    for active in (0, 2):
        panes = [view(rect, "x", active=index == active) for index, rect in enumerate(rects)]
        frames.append(composer.compose(scene(Size(1, 7), *panes)._replace(borders=borders)))
    assert [frame.attrs[0][2] for frame in frames] == [RED.ch, BLUE_BOLD.ch]
    assert [frame.attrs[0][5] for frame in frames] == [BLUE_BOLD.ch, RED.ch]


def test_around_a_smaller_window_there_is_an_edge_and_then_dots() -> None:
    found = Scene(Size(4, 6), [view(Rect(0, 0, 2, 3), "abc", "d")], Size(2, 3), outside=RED)
    frame = FrameComposer().compose(found)
    assert show(frame) == ["abc│··", "d  │··", "───┘··", "······"]
    assert frame.attrs[0][4:] == RED.ch * 2


def test_a_window_only_narrower_or_only_lower_has_one_edge() -> None:
    narrow = Scene(Size(2, 5), [view(Rect(0, 0, 2, 3), "abc", "d")], Size(2, 3))
    assert show(FrameComposer().compose(narrow)) == ["abc│·", "d  │·"]
    low = Scene(Size(3, 3), [view(Rect(0, 0, 1, 3), "abc")], Size(1, 3))
    assert show(FrameComposer().compose(low)) == ["abc", "───", "···"]


def test_of_a_larger_window_the_part_at_the_offset_is_seen() -> None:
    panes = [
        view(Rect(0, 0, 3, 4), "abcd", "efgh", "ijkl"),
        view(Rect(0, 5, 3, 4), "漢字", "x", ""),
    ]
    found = Scene(Size(2, 5), panes, Size(3, 9), Point(1, 3))
    assert show(FrameComposer().compose(found)) == ["h│x", "l│"]
    found = Scene(Size(1, 4), panes, Size(3, 9), Point(0, 2))
    assert show(FrameComposer().compose(found)) == ["cd│"]


def test_a_pane_that_has_fewer_rows_or_longer_ones_than_its_place_is_fitted() -> None:
    panes = [view(Rect(0, 0, 3, 3), "abcdefg"), view(Rect(0, 4, 3, 2), "xyz", "x", "x", "x", "x")]
    frame = FrameComposer().compose(scene(Size(3, 6), *panes))
    assert show(frame) == ["abc│xy", "   │x", "   │x"]


def test_the_status_rows_are_below_or_above() -> None:
    found = scene(
        Size(3, 4), view(Rect(0, 0, 2, 4), "abcd", "efgh", active=True, cursor=Point(1, 2))
    )
    found = found._replace(window_size=Size(2, 4), status=[Row("stat", RED.ch * 4)])
    frame = FrameComposer().compose(found)
    assert (show(frame), frame.cursor) == (["abcd", "efgh", "stat"], Point(1, 2))
    frame = FrameComposer().compose(found._replace(status_top=True))
    assert (show(frame), frame.cursor) == (["stat", "abcd", "efgh"], Point(2, 2))


def test_a_prompt_has_the_cursor_in_its_status_row() -> None:
    pane = view(Rect(0, 0, 2, 4), active=True, cursor=Point(0, 0))
    found = Scene(Size(3, 4), [pane], Size(2, 4), status=[Row("a")], status_cursor=Point(0, 3))
    assert FrameComposer().compose(found).cursor == Point(2, 3)
    assert FrameComposer().compose(found._replace(status_top=True)).cursor == Point(0, 3)


def test_the_cursor_has_the_active_pane_s_place_shape_and_colour() -> None:
    active = view(Rect(0, 4, 2, 3), "", "", active=True, cursor=Point(1, 1))
    active = active._replace(cursor_shape=5, cursor_colour=3)
    frame = FrameComposer().compose(scene(Size(2, 7), view(Rect(0, 0, 2, 3)), active))
    assert (frame.cursor, frame.cursor_shape, frame.cursor_colour) == (Point(1, 5), 5, 3)


def test_a_cursor_out_of_sight_is_hidden() -> None:
    pane = view(Rect(0, 0, 4, 9), active=True, cursor=Point(3, 8))
    for offset in (Point(0, 3), Point(1, 0), Point(0, 0)):
        assert FrameComposer().compose(Scene(Size(2, 3), [pane], Size(4, 9), offset)).cursor is None
    assert FrameComposer().compose(
        Scene(Size(2, 3), [pane], Size(4, 9), Point(2, 6))
    ).cursor == Point(1, 2)


def test_overlays_are_drawn_over_panes_the_topmost_last() -> None:
    size = Size(3, 8)
    pane = view(
        Rect(0, 0, 3, 8), "abcdefgh", "abcdefgh", "abcdefgh", active=True, cursor=Point(0, 0)
    )
    overlays = stack(
        size, Fixed(Rect(0, 1, 2, 4), ["1111", "1111"]), Fixed(Rect(1, 3, 1, 3), ["222"])
    )
    frame = FrameComposer().compose(scene(size, pane)._replace(overlays=overlays))
    assert show(frame) == ["a1111fgh", "a11222gh", "abcdefgh"]
    assert frame.cursor is None


def test_a_pane_goes_on_below_an_overlay_and_other_rows_keep_their_identity() -> None:
    size = Size(3, 4)
    overlays = stack(size, Fixed(Rect(1, 1, 2, 2), ["##", "##"]))
    composer = FrameComposer()
    texts = ["abcd", "efgh", "ijkl"]

    def frame() -> Frame:
        pane = view(Rect(0, 0, 3, 4), *texts)
        return composer.compose(scene(size, pane)._replace(overlays=overlays))

    first = frame()
    assert unchanged(first, frame()) == [True, True, True]
    texts[1] = "EFGH"
    second = frame()
    assert show(second) == ["abcd", "E##H", "i##l"]
    assert unchanged(first, second) == [True, False, True]


def test_an_overlay_shows_what_is_below_through_its_transparent_cells() -> None:
    size = Size(1, 8)
    text = f"{TRANSPARENT}x{TRANSPARENT * 2}" + cells("漢") + TRANSPARENT
    overlays = stack(size, Fixed(Rect(0, 1, 1, 7), [text]))
    pane = view(Rect(0, 0, 1, 8), "abcdefgh")
    frame = FrameComposer().compose(scene(size, pane)._replace(overlays=overlays))
    assert show(frame) == ["abxde漢h"]


def test_the_topmost_overlay_with_a_cursor_has_it() -> None:
    size = Size(3, 8)
    below = Fixed(Rect(0, 0, 1, 3), ["aaa"], Point(0, 1))
    top = Fixed(Rect(1, 2, 1, 3), ["bbb"])
    assert FrameComposer().compose(
        scene(size)._replace(overlays=stack(size, below, top))
    ).cursor == Point(0, 1)
    top.cursor = Point(0, 2)
    assert FrameComposer().compose(
        scene(size)._replace(overlays=stack(size, below, top))
    ).cursor == Point(1, 4)


def test_an_overlay_that_is_not_modal_hides_the_cursor_only_where_it_lies() -> None:
    size = Size(3, 8)
    overlay = Fixed(Rect(0, 0, 1, 3), ["aaa"])
    overlay.modal = False
    for cursor, seen in ((Point(0, 1), None), (Point(0, 5), Point(0, 5))):
        pane = view(Rect(0, 0, 3, 8), active=True, cursor=cursor)
        found = scene(size, pane)._replace(overlays=stack(size, overlay))
        assert FrameComposer().compose(found).cursor == seen


def test_no_pane_and_no_status_text_can_show_the_dialog_mark() -> None:
    pane = view(Rect(0, 0, 1, 6), "❖ ask", active=True)
    titled = pane._replace(rect=Rect(1, 0, 1, 6), title="❖")
    spec = BorderSpec(status="top")
    for views in ([pane], [titled], [pane._replace(rect=Rect(0, 0, 1, 2)), view(Rect(0, 3, 1, 3))]):
        found = Scene(Size(3, 6), views, Size(2, 6), borders=spec, status=[Row("❖❖")])
        frame = FrameComposer().compose(found)
        assert "◇" in expand(frame.texts[0] + frame.texts[1])
        assert "❖" not in expand("".join(frame.texts))
        assert show(frame)[2] == "◇◇"


def test_a_dialog_may_show_its_mark() -> None:
    overlays = stack(Size(1, 4), Fixed(Rect(0, 0, 1, 1), ["❖"]))
    frame = FrameComposer().compose(scene(Size(1, 4))._replace(overlays=overlays))
    assert frame.texts[0].startswith("❖")


def test_a_pane_shown_in_reverse_is_reversed_to_its_edge() -> None:
    pane = PaneView(Rect(0, 0, 1, 3), ["ab"], [RED.ch], reverse=True)
    frame = FrameComposer().compose(scene(Size(1, 3), pane))
    reverse = intern_style(flags=REVERSE).ch
    assert frame.attrs == [intern_style(fg=1, flags=REVERSE).ch + reverse * 2]


def test_the_style_of_a_window_replaces_default_colours_only() -> None:
    pane = PaneView(Rect(0, 0, 1, 2), ["ab"], [RED.ch], style=intern_style(fg=7, bg=0))
    frame = FrameComposer().compose(scene(Size(1, 2), pane))
    assert frame.attrs == [intern_style(fg=1, bg=0).ch + intern_style(fg=7, bg=0).ch]


def test_a_frame_has_a_row_for_every_row_of_any_client() -> None:
    for size in (Size(1, 1), Size(2, 1), Size(1, 30), Size(30, 2)):
        found = Scene(size, [view(Rect(0, 0, 5, 5), "abc")], Size(5, 5), status=[Row("s")] * 2)
        assert len(FrameComposer().compose(found).texts) == size.rows


@settings(max_examples=150, deadline=None)
@given(
    st.lists(styled_rows(), min_size=3, max_size=3),
    st.lists(styled_rows(), min_size=3, max_size=3),
    st.integers(1, 9),
    st.lists(st.tuples(st.integers(0, 2), styled_rows(), styled_rows()), max_size=4),
)
def test_frames_are_what_single_cells_would_give(
    left: list[Row], right: list[Row], split: int, changes: list[tuple[int, Row, Row]]
) -> None:
    """A composer that remembers gives for every frame what a model without memory gives."""
    cols, composer = 11, FrameComposer()
    rects = Rect(0, 0, 3, split), Rect(0, split + 1, 3, cols - split - 1)
    for index, new_left, new_right in [(0, left[0], right[0]), *changes]:
        left[index], right[index] = new_left, new_right
        panes = [
            PaneView(rect, [row.text for row in rows], [row.attrs for row in rows])
            for rect, rows in zip(rects, (left, right), strict=True)
        ]
        frame = composer.compose(scene(Size(3, cols), *panes))
        for row in range(3):
            expected = model(left[row], split) + [("│", DEFAULT.ch)]
            expected += model(right[row], cols - split - 1)
            found = padded(Row(frame.texts[row], frame.attrs[row]), cols)
            assert list(zip(*found, strict=True)) == mended(expected)


class Layout(NamedTuple):
    """How a scene lies; few, so that frames in one layout follow each other."""

    offset: Point
    active: int
    reverse: bool
    status: int


LAYOUTS = Layout(Point(0, 0), 0, False, 1), Layout(Point(1, 2), 1, True, 2)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.tuples(
            st.sampled_from(LAYOUTS), st.integers(0, 1), st.integers(0, 4), st.sampled_from("ab漢")
        ),
        min_size=1,
        max_size=8,
    )
)
def test_a_composer_that_remembers_gives_what_a_new_one_does(
    changes: list[tuple[Layout, int, int, str]],
) -> None:
    composer = FrameComposer()
    rects = Rect(0, 0, 5, 4), Rect(1, 5, 4, 7)
    # The lists stay the same ones, as those of a screen do.
    texts = [[""] * 5, [""] * 5]
    for layout, pane, row, char in changes:
        texts[pane][row] = cells(char * 3)
        panes = [
            PaneView(
                rect,
                texts[n],
                [""] * 5,
                Point(0, 0),
                n == layout.active,
                reverse=layout.reverse and n == 1,
            )
            for n, rect in enumerate(rects)
        ]
        status = [Row(f"s{row}")] * layout.status
        found = Scene(Size(4, 9), panes, Size(5, 12), layout.offset, status=status)
        assert composer.compose(found) == FrameComposer().compose(found)
