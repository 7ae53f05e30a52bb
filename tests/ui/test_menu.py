"""Menus: keys, mouse, scrolling."""

from __future__ import annotations

import pytest

from mplex.geometry import Point, Rect, Size
from mplex.ui.menu import Menu, MenuItem
from mplex.ui.overlay import OverlayStack
from mplex.ui.rows import Row
from mplex.ui.theme import Theme
from tests.ui.drawing import keys, mouse, picture, styles_of

ITEMS = (
    MenuItem("Kill pane", "x", "kill"),
    MenuItem(""),
    MenuItem("-Swap", "s", "swap"),
    MenuItem("#[fg=red]Zoom❖", "C-z", "zoom"),
    MenuItem("Nothing", "", "nothing"),
)


def opened(menu: Menu) -> OverlayStack:
    stack = OverlayStack(Size(20, 40))
    stack.push(menu)
    return stack


def test_a_menu_shows_its_items_and_their_keys() -> None:
    menu = Menu(ITEMS, print, title="Pane ❖")
    assert picture(menu, 20, 40) == [
        "┌ Pane ◇ ───────┐",
        "│ Kill pane (x) │",
        "│───────────────│",
        "│ Swap          │",
        "│ Zoom◇   (C-z) │",
        "│ Nothing       │",
        "└───────────────┘",
    ]


CHOSEN = (
    ("x", "kill"),
    ("C-z", "zoom"),
    ("Enter", "kill"),
    ("Down Enter", "zoom"),
    ("j j Enter", "nothing"),
    ("Down Down Down Enter", "kill"),
    ("k Enter", "nothing"),
    ("End Up Enter", "zoom"),
    ("G g Enter", "kill"),
    ("NPage Enter", "nothing"),
    ("NPage PPage Enter", "kill"),
    ("Tab BTab Enter", "kill"),
    ("Escape", None),
    ("q", None),
    ("C-c", None),
    ("s F5 Enter", "kill"),
)


@pytest.mark.parametrize(("names", "value"), CHOSEN)
def test_keys_choose(names: str, value: str | None) -> None:
    values: list[object] = []
    stack = opened(Menu(ITEMS, values.append))
    for event in keys(names):
        assert values == []
        stack.on_key(event)
    assert (values, len(stack)) == ([value], 0)


def test_an_item_s_key_comes_before_the_menu_s_own_keys() -> None:
    values: list[object] = []
    stack = opened(Menu([MenuItem("a", "j", 1), MenuItem("b", "q", 2)], values.append))
    stack.on_key(keys("q")[0])
    assert values == [2]


@pytest.mark.parametrize(
    ("events", "value"),
    [
        ([("down", 1, 3), ("up", 1, 3)], "kill"),
        ([("down", 1, 3), ("drag", 4, 3), ("up", 4, 3)], "zoom"),
        ([("down", 9, 3)], None),
        ([("wheel-down", 1, 1), ("up", 2, 1), ("up", 3, 1), ("up", 5, 5)], "nothing"),
    ],
)
def test_the_mouse_chooses(events: list[tuple[str, int, int]], value: str | None) -> None:
    values: list[object] = []
    stack = opened(Menu(ITEMS, values.append, at=Point(0, 0)))
    for action, row, col in events:
        assert values == []
        stack.on_mouse(mouse(action, row, col))
    assert values == [value]


def test_a_menu_with_nothing_to_choose_can_only_be_closed() -> None:
    values: list[object] = []
    stack = opened(Menu([MenuItem("-a"), MenuItem("")], values.append))
    for event in keys("Down Up NPage End Enter"):
        stack.on_key(event)
    assert values == [None]


def test_a_long_menu_scrolls_and_says_so() -> None:
    menu = Menu([MenuItem(f"item {n}", "", n) for n in range(9)], print)
    assert picture(menu, 5, 30) == [
        "┌────────┐",
        "│ item 0 │",
        "│ item 1 │",
        "│ item 2 ▼",
        "└────────┘",
    ]
    for event in keys("Down Down Down"):
        menu.on_key(event)
    assert picture(menu, 5, 30) == [
        "┌────────┐",
        "│ item 1 ▲",
        "│ item 2 │",
        "│ item 3 ▼",
        "└────────┘",
    ]
    menu.on_key(keys("End")[0])
    assert picture(menu, 5, 30)[1:4] == ["│ item 6 ▲", "│ item 7 │", "│ item 8 │"]


def test_the_chosen_item_is_marked() -> None:
    menu = Menu(ITEMS, print)
    rect = menu.layout(Size(20, 40))
    found = menu.render(rect.size)
    row = Row(found.texts[1], found.attrs[1])
    assert styles_of(row, 1, rect.cols - 1) == {Theme()["menu.selected"]}


@pytest.mark.parametrize(
    ("at", "rect"),
    [
        (Point(2, 3), Rect(2, 3, 7, 17)),
        (Point(18, 39), Rect(13, 23, 7, 17)),
        (None, Rect(6, 11, 7, 17)),
    ],
)
def test_a_menu_stays_on_the_screen(at: Point | None, rect: Rect) -> None:
    assert Menu(ITEMS, print, at=at).layout(Size(20, 40)) == rect


@pytest.mark.parametrize("size", [Size(1, 1), Size(2, 2), Size(3, 4), Size(4, 9)])
def test_a_menu_can_be_drawn_on_any_screen(size: Size) -> None:
    menu = Menu(ITEMS, print, title="A title")
    rect = menu.layout(size)
    found = menu.render(rect.size)
    assert [len(text) for text in found.texts] == [rect.cols] * rect.rows
