"""The body of a form: what is in view, what scrolls it, and where fields go that are hidden."""

from __future__ import annotations

import pytest

from mplex.dialog.fields.table import WIDGETS
from mplex.geometry import Point, Rect, Size
from mplex.term.picture import PlacedPicture, Png
from mplex.ui.surface import Surface
from tests.dialog.form.forms import (
    Note,
    action,
    box,
    form,
    line,
    note,
    picker,
    place,
    pointed,
    shows,
    tab,
    values,
    widget,
)
from tests.dialog.screens import mouse, press, rows

LONG = [line(f"field{n:02}") for n in range(30)]
STORY = "\n".join(f"row {n:02}" for n in range(60))


def test_what_has_the_focus_is_in_view() -> None:
    dialog = form(*LONG)
    for number in range(30):
        assert pointed(dialog) == f"field{number:02}"
        press(dialog, "Tab")
    press(dialog, "BTab")
    assert pointed(dialog) == "field29"
    for number in range(29, -1, -1):
        assert pointed(dialog) == f"field{number:02}"
        press(dialog, "BTab")


def test_marks_show_that_there_is_more() -> None:
    dialog = form(*LONG)
    assert shows(dialog, "▼")
    assert not shows(dialog, "▲")
    press(dialog, "BTab", "BTab", "BTab")
    assert shows(dialog, "▲")
    assert not shows(dialog, "▼")


def test_pages_scroll_and_the_focus_stays() -> None:
    dialog = form(*LONG)
    rows(dialog)
    press(dialog, "NPage", "NPage")
    assert not shows(dialog, "field00")
    press(dialog, "Tab")
    assert pointed(dialog) == "field00"
    press(dialog, "Tab")
    assert pointed(dialog) == "field01"


def test_typing_brings_the_field_back() -> None:
    dialog = form(*LONG)
    rows(dialog)
    press(dialog, "NPage", "x")
    assert pointed(dialog) == "field00"
    assert shows(dialog, "x")


def test_a_long_text_is_read_from_its_top() -> None:
    dialog = form(line("one"), text=STORY)
    assert shows(dialog, "row 00")
    press(dialog, "NPage")
    assert not shows(dialog, "row 00")
    press(dialog, "PPage")
    assert shows(dialog, "row 00")
    press(dialog, "Tab")
    assert pointed(dialog) == "one"


def test_arrows_scroll_what_is_only_shown() -> None:
    dialog = form(note(STORY), actions=[action("ok")])
    press(dialog, "Down", "Down")
    assert not shows(dialog, "row 01")
    assert shows(dialog, "row 02")
    press(dialog, "Up")
    assert shows(dialog, "row 01")
    press(dialog, "End")
    assert shows(dialog, "row 59")
    press(dialog, "Home")
    assert shows(dialog, "row 00")


def test_arrows_skip_no_text_between_fields() -> None:
    dialog = form(line("one"), note(STORY), line("two"))
    seen: set[str] = set()
    for _ in range(9):
        seen |= {row.strip("│▲▼ ") for row in rows(dialog)}
        press(dialog, "Down")
    assert {f"row {n:02}" for n in range(60)} <= seen
    assert pointed(dialog) == "Cancel"
    seen.clear()
    for _ in range(9):
        press(dialog, "Up")
        seen |= {row.strip("│▲▼ ") for row in rows(dialog)}
    assert {f"row {n:02}" for n in range(60)} <= seen
    assert pointed(dialog) == "one"


def test_the_text_below_the_last_field_comes_before_the_buttons() -> None:
    dialog = form(line("one"), note(STORY))
    rows(dialog)
    while not shows(dialog, "row 59"):
        assert not shows(dialog, "▸Cancel◂")
        press(dialog, "Down")
    press(dialog, "Down")
    assert pointed(dialog) == "Cancel"


def test_up_at_the_first_field_shows_what_is_above() -> None:
    dialog = form(line("one"), text=STORY)
    rows(dialog)
    press(dialog, "x")
    hidden = max(n for n in range(60) if not shows(dialog, f"row {n:02}"))
    press(dialog, "Up")
    assert widget(dialog, "one").entered == [0]
    assert shows(dialog, f"row {hidden:02}")


def test_the_rows_that_matter_of_a_tall_field_are_in_view() -> None:
    dialog = form(picker("which", 60))
    for number in range(60):
        assert shows(dialog, f"▸  which {number}")
        press(dialog, "Down")


def test_buttons_never_leave() -> None:
    dialog = form(*LONG)
    for _ in range(40):
        assert shows(dialog, "Cancel")
        press(dialog, "Tab")


def test_the_wheel_scrolls_the_widget_first() -> None:
    dialog = form(picker("which", 60))
    rows(dialog)
    widget(dialog, "which").wheels = 1
    mouse(dialog, "wheel-down", 5, 10, 0)
    assert shows(dialog, "which 0")
    mouse(dialog, "wheel-down", 5, 10, 0)
    assert not shows(dialog, "which 0 ")
    mouse(dialog, "wheel-up", 5, 10, 0)
    assert shows(dialog, "which 0 ")


def test_a_resize_keeps_the_focus_in_view() -> None:
    dialog = form(*LONG)
    rows(dialog, 60, 80)
    press(dialog, *["Tab"] * 20)
    assert any("▸ field20" in row for row in rows(dialog, 12, 40))


def test_the_rectangle_stays_when_fields_come_and_go() -> None:
    dialog = form(box("more"), *(line(f"f{n}", show_if={"more": True}) for n in range(4)))
    before = dialog.layout(Size(24, 80))
    press(dialog, "Space")
    rows(dialog)
    assert dialog.layout(Size(24, 80)) == before


# show_if.


def test_a_hidden_field_is_not_there() -> None:
    dialog = form(box("more"), line("why", required=True, show_if={"more": True}))
    assert not shows(dialog, "why")
    assert values(press(dialog, "M-Enter")) == {"more": False}


def test_a_field_comes_with_the_answer_and_keeps_its_content() -> None:
    dialog = form(box("more"), line("why", show_if={"more": True}))
    press(dialog, "Space", "Tab", "h", "i", "BTab", "Space")
    assert not shows(dialog, "why")
    press(dialog, "Space")
    assert shows(dialog, "why")
    assert values(press(dialog, "M-Enter")) == {"more": True, "why": "hi"}


def test_conditions_follow_typing() -> None:
    dialog = form(line("env"), line("why", required=True, show_if={"env": ["prod", "live"]}))
    press(dialog, *"pro")
    assert not shows(dialog, "why")
    press(dialog, "d")
    assert shows(dialog, "why *")
    press(dialog, "s")
    assert not shows(dialog, "why")


def test_what_depends_on_a_hidden_field_is_hidden() -> None:
    dialog = form(
        box("a"),
        box("b", default=True, show_if={"a": True}),
        line("c", show_if={"b": True}),
    )
    assert not shows(dialog, " c ")
    press(dialog, "Space")
    assert shows(dialog, " c ")


def test_answers_given_before_count() -> None:
    dialog = form(
        line("one", show_if={"env": "prod"}),
        line("two", show_if={"env": "test"}),
        given={"env": "prod"},
    )
    assert shows(dialog, "one")
    assert not shows(dialog, "two")


@pytest.mark.parametrize(
    ("fields", "where"),
    [
        ([line("env"), line("gone", show_if={"env": "x"}), line("next")], "next"),
        ([line("env"), line("gone", show_if={"env": "x"})], "env"),
    ],
)
def test_the_focus_moves_on_when_its_field_goes(
    fields: list[dict[str, object]], where: str
) -> None:
    dialog = form(*fields)
    press(dialog, "x", "Tab")
    assert pointed(dialog) == "gone"
    env = widget(dialog, "env")
    env.text = "y"
    env.changed()
    assert pointed(dialog) == where


def test_a_mark_on_a_hidden_field_counts_no_more() -> None:
    dialog = form(box("more", default=True), line("why", required=True, show_if={"more": True}))
    press(dialog, "M-Enter")
    assert shows(dialog, "1 field to correct")
    press(dialog, "BTab", "Space")
    assert not shows(dialog, "to correct")


def test_the_focus_goes_to_a_button_when_no_field_is_left() -> None:
    dialog = form(note("?"), line("one", show_if={"env": "x"}), given={"env": "x"})
    assert pointed(dialog) == "one"
    entry = dialog.state.find("one")
    assert entry is not None
    entry.shown = False
    dialog.state.on_shown()
    assert pointed(dialog) == "Submit"


# Tabs.


def two_tabs() -> list[dict[str, object]]:
    return [tab("Base", line("one"), line("two")), tab("More", line("three"))]


@pytest.mark.parametrize(
    ("keys", "where"),
    [
        ("M-2", "three"),
        ("C-NPage", "three"),
        ("C-NPage C-NPage", "one"),
        ("C-PPage", "three"),
        ("M-2 M-1", "one"),
        ("Tab M-2 M-1", "two"),
        ("M-9", "one"),
        ("Tab Tab Tab M-2", "three"),
    ],
)
def test_keys_open_tabs(keys: str, where: str) -> None:
    dialog = form(tabs=two_tabs())
    press(dialog, *keys.split())
    assert pointed(dialog) == where


def test_the_row_of_tabs_is_a_stop() -> None:
    dialog = form(tabs=two_tabs())
    press(dialog, "Up")
    assert shows(dialog, "▸ 1 Base ◂")
    press(dialog, "Right")
    assert shows(dialog, "▸ 2 More ◂")
    assert shows(dialog, "three")
    press(dialog, "Right", "Down")
    assert pointed(dialog) == "three"


def test_all_tabs_are_reported_together() -> None:
    dialog = form(tabs=two_tabs())
    answer = press(dialog, "a", "M-2", "b", "M-Enter")
    assert values(answer) == {"one": "a", "two": "", "three": "b"}


def test_a_tab_is_opened_by_a_click() -> None:
    dialog = form(tabs=two_tabs())
    at = place(dialog, "2 More")
    mouse(dialog, "down", *at)
    mouse(dialog, "up", *at)
    assert pointed(dialog) == "three"


def test_many_tabs_keep_the_open_one_in_view() -> None:
    dialog = form(tabs=[tab(f"Chapter {n}", line(f"f{n}")) for n in range(20)])
    for number in range(20):
        assert shows(dialog, f"[ {f'{number + 1} ' if number < 9 else ''}Chapter {number} ]")
        press(dialog, "C-NPage")


def test_every_tab_keeps_its_place() -> None:
    dialog = form(tabs=[tab("A", *LONG), tab("B", line("other"))])
    rows(dialog)
    press(dialog, *["Tab"] * 25, "M-2", "M-1")
    assert pointed(dialog) == "field25"


def test_a_button_keeps_the_focus_in_a_tab_without_fields() -> None:
    dialog = form(tabs=[tab("A", line("one")), tab("B", note("only text"))])
    press(dialog, "Tab", "Tab", "M-2")
    assert pointed(dialog) == "Submit"


def test_news_come_by_update() -> None:
    dialog = form(line("one"), box("two"))
    dialog.update({"one": {"label": "Uno"}, "nobody": {"label": "x"}})
    assert shows(dialog, "Uno")
    assert not shows(dialog, "one")


class Pictured(Note):
    """A widget of eight rows with a picture over all of them."""

    def height(self, cols: int) -> int:
        return 8

    def draw(self, surface: Surface, focus: bool) -> Point | None:
        whole = Size(8, 10)
        surface.pictures.append(PlacedPicture(Blank(), Rect(0, 0, *whole), whole))
        return None


class Blank:
    """A picture of nothing."""

    id = "blank"

    def png(self, pixels: Size) -> Png:
        return Png(b"", pixels)

    def indexed(self, pixels: Size) -> None:
        return None


def test_a_picture_is_cut_where_it_scrolls_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(WIDGETS, "static_text", Pictured)
    dialog = form(note("x"), *LONG)
    rect = dialog.layout(Size(16, 60))
    before = dialog.render(rect.size).pictures
    # Of the eight rows one is above: the line of the first field is in view.
    assert [placed.rect for placed in before] == [Rect(1, 2, 7, 10)]
    mouse(dialog, "wheel-up", 3, 10, 0)
    assert dialog.render(rect.size).pictures[0].rect == Rect(1, 2, 8, 10)
    mouse(dialog, "wheel-down", 3, 10, 0)
    after = dialog.render(rect.size).pictures
    assert [(placed.rect, placed.crop) for placed in after] == [(Rect(1, 2, 5, 10), Point(3, 0))]
    for _ in range(5):
        mouse(dialog, "wheel-down", 3, 10, 0)
    assert not dialog.render(rect.size).pictures


def test_text_scrolls_with_the_body_and_a_list_in_itself() -> None:
    dialog = form(note(STORY), picker("one"), picker("two"))
    rows(dialog)
    pages = [entry.widget.page for entry in dialog.state]
    assert pages[0] > 60
    assert pages[1] == pages[2] < 20


def test_a_list_alone_has_nearly_all_rows() -> None:
    alone, among = form(picker("one")), form(picker("one"), picker("two"))
    for dialog in (alone, among):
        rows(dialog)
    assert widget(alone, "one").page > widget(among, "one").page


class Grower(Note):
    """A text that becomes longer without any event."""

    more = 0

    def height(self, cols: int) -> int:
        return 1 + self.more

    def draw(self, surface: Surface, focus: bool) -> Point | None:
        for row in range(surface.size.rows):
            surface.put(row, 0, f"grown {row}")
        return None


def test_a_field_that_grows_by_itself_is_drawn_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(WIDGETS, "static_text", Grower)
    dialog = form(note("x"), line("one"))
    rows(dialog)
    grower = next(iter(dialog.state)).widget
    assert isinstance(grower, Grower)
    grower.more = 2
    grower._invalidate()
    assert shows(dialog, "grown 2")
    assert shows(dialog, "▸ one")


class Narrow(Note):
    """A text that takes keys only where it is narrow."""

    def height(self, cols: int) -> int:
        self._selectable = cols < 40
        return 1

    def draw(self, surface: Surface, focus: bool) -> Point | None:
        surface.put(0, 0, "▸ narrow" if focus else "wide")
        return None


def test_a_resize_moves_the_focus_from_what_takes_keys_no_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(WIDGETS, "static_text", Narrow)
    dialog = form(note("x"), line("one"))
    rows(dialog, 24, 40)
    press(dialog, "BTab")
    assert any("▸ narrow" in row for row in rows(dialog, 24, 40))
    rows(dialog, 24, 80)
    assert pointed(dialog) == "one"


def test_the_text_above_the_fields_is_whole_again_after_a_squeeze() -> None:
    actions = [action("no"), action("drop", destructive=True)]
    dialog = form(title="Drop the table users?", text="No backup.", fields=[], actions=actions)
    before = rows(dialog)
    assert "Drop the table   " in rows(dialog, 5, 20)[1]
    assert rows(dialog) == before
    assert shows(dialog, "No backup.")
