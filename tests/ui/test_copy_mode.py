"""Copy mode over a real emulator: moving, searching, selecting, copying, the mouse, resizing."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mplex.errors import CommandError, UsageError
from mplex.geometry import Point, Size
from mplex.ui.copy_grid import MAX_JOINED
from mplex.ui.copy_mode import (
    COPY_COMMANDS,
    CopyCommand,
    CopyMode,
    CopyOptions,
    CopyOutcome,
    CopyStyles,
)
from mplex.ui.overlay import Rendered
from mplex.ui.rows import Row
from mplex.ui.theme import Theme
from mplex.vt.screen import Screen
from mplex.vt.stream import ByteStream
from tests.ui.copy_recordings import RECORDED, TEXT, Recorded
from tests.ui.drawing import mouse, plain, styles_of

THEME = Theme()
STYLES = CopyStyles.of(THEME)
VI = CopyOptions(vi=True)
NUMBERS = [f"row {n}" for n in range(20)]


class Pane:
    """A screen with a stream that writes on it, and copy mode over it."""

    def __init__(
        self, lines: list[str], *, size: Size, options: CopyOptions, history: int = 1000
    ) -> None:
        self.screen = Screen(size.cols, size.rows, history)
        self.stream = ByteStream(self.screen)
        self.write("\r\n".join(lines))
        self.mode = CopyMode(self.screen, options)

    def write(self, text: str) -> None:
        self.stream.feed(text.encode())

    def run(self, commands: str) -> CopyOutcome | None:
        """Run commands, "name" or "name:argument", and return the last one's outcome."""
        outcome = None
        for command in commands.split():
            name, _, argument = command.partition(":")
            outcome = self.mode.command(name, [argument] if argument else [])
        return outcome

    def copied(self, commands: str) -> str:
        outcome = self.run(commands)
        assert outcome is not None
        return outcome.data.decode()

    def picture(self) -> Rendered:
        return self.mode.render(Size(self.screen.lines, self.screen.columns), THEME)

    def shown(self) -> list[str]:
        return plain(self.picture().texts)

    @property
    def cursor(self) -> tuple[int, int, int]:
        """Column, row in view, and rows scrolled back."""
        view = self.mode.view
        return view.cursor.col, view.cursor.row - view.top, view.scroll_position

    def highlighted(self, *roles: str) -> list[str]:
        """Return what is shown in the styles of some roles, row by row."""
        found = self.picture()
        wanted = {THEME[role].ch for role in roles}
        return [
            "".join(char for char, attr in zip(text, attrs, strict=False) if attr in wanted)
            for text, attrs in zip(found.texts, found.attrs, strict=True)
        ]


def pane(
    *lines: str,
    size: tuple[int, int] = (6, 30),
    options: CopyOptions | None = None,
    history: int = 1000,
) -> Pane:
    quiet = (options or CopyOptions())._replace(hide_position=True)
    return Pane(list(lines), size=Size(*size), options=quiet, history=history)


@pytest.mark.parametrize("recorded", RECORDED)
def test_commands_do_what_they_do_in_tmux(recorded: Recorded) -> None:
    found = pane(*TEXT, options=CopyOptions(vi=recorded.keys == "vi"))
    outcome = None
    for command in recorded.commands.split():
        try:
            outcome = found.run(command)
        except CommandError:
            outcome = None
    assert found.cursor == recorded.cursor
    assert (outcome.data.decode() if outcome else "") == recorded.copied


def test_the_table_has_each_command_once_with_help() -> None:
    names = [command.name for command in COPY_COMMANDS]
    assert len(names) == len(set(names))
    assert all(command.help.endswith(".") for command in COPY_COMMANDS)


@pytest.mark.parametrize(
    ("name", "arguments"),
    [("no-such-command", []), ("goto-line", []), ("cursor-up", ["x"]), ("goto-line", ["ten"])],
)
def test_a_wrong_command_is_refused(name: str, arguments: list[str]) -> None:
    with pytest.raises(UsageError):
        pane("text").mode.command(name, arguments)


def test_copy_mode_begins_where_the_program_s_cursor_is() -> None:
    found = pane(*NUMBERS)
    assert found.cursor == (6, 5, 0)
    assert found.shown() == NUMBERS[-6:]


def test_the_view_stays_on_its_text_while_output_arrives() -> None:
    found = pane(*NUMBERS)
    found.run("page-up start-of-line")
    before, cursor = found.shown(), found.cursor
    for _ in range(5):
        found.write("\r\nmore output")
        assert found.shown() == before
    assert found.cursor == (cursor[0], cursor[1], cursor[2] + 5)


def test_at_the_bottom_too_the_view_stays_on_its_text() -> None:
    found = pane(*NUMBERS)
    found.shown()
    found.write("\r\nmore\r\noutput")
    assert found.shown() == NUMBERS[-6:]
    assert found.mode.scroll_position == 2


def test_text_that_leaves_the_history_takes_the_view_along() -> None:
    found = pane(*NUMBERS, history=20)
    found.run("history-top begin-selection")
    found.write("\r\n" * 30)
    assert found.picture().cursor == Point(0, 0)
    found.run("cursor-down end-of-line")
    assert found.run("copy-selection-no-clear") is not None
    assert found.mode.scroll_position == 20


def test_a_cleared_history_leaves_the_view_on_the_screen() -> None:
    found = pane(*NUMBERS)
    found.run("history-top")
    found.screen.clear_history()
    assert found.shown() == NUMBERS[-6:]
    assert found.cursor == (0, 0, 0)


def test_rows_without_anything_special_are_passed_on() -> None:
    found = pane(*NUMBERS)
    texts, _ = found.screen.visible()
    assert all(a is b for a, b in zip(found.picture().texts, texts, strict=True))


def test_the_position_is_shown_in_the_corner() -> None:
    found = Pane(NUMBERS, size=Size(6, 30), options=CopyOptions())
    assert found.shown()[0] == "row 14" + " " * 18 + "[0/14]"
    found.run("scroll-up search-backward-text:row")
    first = found.shown()[0]
    assert first.endswith(" (19/20) [1/14]")
    found.run("toggle-position")
    assert found.shown()[0] == "row 13"


def test_a_wrapped_line_is_copied_as_one_line() -> None:
    found = pane("x" * 20 + "y" * 20 + " end", "next", size=(6, 15))
    assert found.copied("history-top begin-selection history-bottom copy-selection") == (
        "x" * 20 + "y" * 20 + " end\nnext"
    )


def test_a_line_wrapped_early_for_a_wide_character_has_no_gap() -> None:
    found = pane("abcd漢字" * 3, size=(6, 5))
    assert found.copied("history-top begin-selection history-bottom copy-selection") == (
        "abcd漢字" * 3
    )


def test_clusters_are_copied_whole() -> None:
    text = "e\u0301 👩‍💻 漢 🇩🇪"
    found = pane("x " + text)
    found.run("start-of-line cursor-right cursor-right begin-selection end-of-line")
    assert found.copied("copy-selection") == text.replace("e\u0301", "é")


def test_blanks_at_the_end_of_lines_are_not_copied() -> None:
    found = pane("one   \x1b[41m   \x1b[m", "two")
    assert found.copied("history-top begin-selection history-bottom copy-selection") == "one\ntwo"


def test_a_rectangle_is_copied_row_by_row() -> None:
    found = pane("abcdef", "ab", "漢字漢字", options=VI)
    found.run("history-top cursor-right begin-selection rectangle-on")
    found.run("cursor-down cursor-down cursor-right cursor-right")
    assert found.copied("copy-selection") == "bcde\nb\n字漢"


def test_lines_and_words_are_selected() -> None:
    found = pane("one two-three", "four", options=VI)
    found.run("history-top next-word")
    assert found.copied("select-word copy-selection") == "two"
    assert found.copied("select-line copy-selection") == "one two-three\n"
    found.mode.command("select-line", count=2)
    assert found.copied("copy-selection") == "one two-three\nfour\n"


COPIES = (
    ("copy-selection", (b"one", False, False, None, True), False),
    ("copy-selection-no-clear", (b"one", False, False, None, True), True),
    ("copy-selection-and-cancel", (b"one", True, False, None, True), False),
    ("append-selection-and-cancel", (b"one", True, True, None, True), False),
    ("copy-pipe:wc", (b"one", False, False, "wc", True), False),
    ("copy-pipe-and-cancel", (b"one", True, False, "", True), False),
    ("pipe-no-clear:wc", (b"one", False, False, "wc", False), True),
)


@pytest.mark.parametrize(("command", "outcome", "kept"), COPIES)
def test_copying_says_what_is_to_be_done(
    command: str, outcome: tuple[object, ...], kept: bool
) -> None:
    found = pane("one two")
    found.run("start-of-line begin-selection cursor-right cursor-right cursor-right")
    assert found.run(command) == ("copied", *outcome)
    assert (found.mode.view.selection is not None) is kept


def test_copying_nothing_does_nothing_but_may_leave() -> None:
    found = pane("one two")
    assert found.run("copy-selection") is None
    assert found.run("copy-selection-and-cancel") == CopyOutcome("exit", exit=True)


def test_a_line_and_its_end_are_copied_without_a_selection() -> None:
    found = pane("one two three", "four")
    found.run("history-top next-word")
    assert found.copied("copy-line") == "one two three"
    assert found.copied("copy-end-of-line-and-cancel") == "two three"
    outcome = found.mode.command("copy-line", count=2)
    assert outcome is not None and outcome.data == b"one two three\nfour"


@pytest.mark.parametrize(
    ("command", "leaves"),
    [
        ("page-down", False),
        ("page-down-and-cancel", True),
        ("halfpage-down-and-cancel", True),
        ("scroll-down-and-cancel", True),
        ("cursor-down-and-cancel", True),
        ("cursor-down", False),
        ("cancel", True),
    ],
)
def test_going_down_at_the_bottom_may_leave(command: str, leaves: bool) -> None:
    found = pane(*NUMBERS)
    assert (found.run(command) is not None) is leaves


def test_entered_by_the_wheel_copy_mode_ends_when_scrolled_back_down() -> None:
    found = pane(*NUMBERS, options=CopyOptions(exit_at_bottom=True))
    assert found.mode.on_mouse(mouse("wheel-up", 0, 0, 0)) is None
    assert found.mode.scroll_position == 5
    outcome = found.mode.on_mouse(mouse("wheel-down", 0, 0, 0))
    assert outcome is not None and outcome.exit


def test_a_count_repeats_and_stops_at_the_ends() -> None:
    found = pane(*NUMBERS)
    found.mode.command("cursor-up", count=3)
    assert found.cursor == (6, 2, 0)
    found.mode.command("cursor-up", count=10**9)
    assert found.cursor == (5, 0, 14)


def test_the_other_end_and_a_stopped_selection() -> None:
    found = pane("one two three")
    found.run("start-of-line next-word begin-selection next-word other-end")
    assert found.cursor[0] == 4
    found.run("start-of-line")
    assert found.copied("copy-selection-no-clear") == "one two "
    found.run("stop-selection end-of-line")
    assert found.copied("copy-selection") == "one two "


BRACKETS = (
    ("f(a[1], {x})", 1, "next-matching-bracket", 11),
    ("f(a[1], {x})", 0, "next-matching-bracket", 11),
    ("f(a[1], {x})", 11, "next-matching-bracket", 1),
    ("f(a[1], {x})", 10, "previous-matching-bracket", 8),
    ("f(a[1], {x})", 4, "previous-matching-bracket", 4),
    ("((x)", 0, "next-matching-bracket", 0),
    ("a (b) c", 5, "previous-matching-bracket", 2),
)


@pytest.mark.parametrize(("line", "col", "command", "expected"), BRACKETS)
def test_brackets_are_matched(line: str, col: int, command: str, expected: int) -> None:
    found = pane(line)
    found.mode.view.go(Point(0, col))
    found.run(command)
    assert found.cursor[0] == expected


def test_brackets_are_matched_over_lines() -> None:
    found = pane("f(", *["  x" for _ in range(20)], ")")
    found.run("start-of-line previous-matching-bracket")
    assert found.mode.view.cursor == Point(0, 1)


def test_jumps_in_a_line_go_on_and_back() -> None:
    found = pane("a-b-c-d")
    columns = []
    found.run("start-of-line")
    steps = "jump-forward:- jump-again jump-reverse jump-to-forward:d jump-to-backward:a"
    for command in steps.split():
        found.run(command)
        columns.append(found.cursor[0])
    assert columns == [1, 3, 1, 5, 1]


def test_a_jump_to_beside_a_character_can_be_repeated() -> None:
    found = pane("a--b-c")
    columns = []
    found.run("start-of-line")
    steps = "jump-to-forward:- jump-again jump-reverse end-of-line jump-to-backward:-"
    for command in steps.split():
        found.run(command)
        columns.append(found.cursor[0])
    assert columns == [1, 3, 2, 6, 5]


def test_the_mark_and_the_cursor_change_places() -> None:
    found = pane(*NUMBERS)
    found.run("history-top set-mark history-bottom jump-to-mark")
    assert found.mode.view.cursor == Point(0, 0)
    found.run("jump-to-mark")
    assert found.mode.view.cursor.row == 19
    found.run("jump-to-mark cursor-down set-mark cursor-up")
    assert [row.strip() for row in found.highlighted("mark")[:3]] == ["", "row 1", ""]


def test_shell_prompts_are_found_by_their_marks() -> None:
    found = pane("a", "b")
    for n in range(3):
        found.write(f"\r\n\x1b]133;A\x07$ cmd{n}\r\n\x1b]133;C\x07out{n}" + "\r\n" * 5)
    lines = []
    found.run("history-bottom")
    for command in "previous-prompt previous-prompt next-prompt".split():
        found.run(command)
        lines.append(found.mode.variables()["copy_cursor_line"])
    assert lines == ["$ cmd2", "$ cmd1", "$ cmd2"]
    found.mode.command("next-prompt", ["-o"])
    assert found.mode.variables()["copy_cursor_line"] == "out2"


def test_a_search_marks_all_matches_and_the_present_one() -> None:
    found = pane("foo bar foo", "bar", "Foo", options=VI)
    found.run("history-top search-forward-text:foo")
    assert found.highlighted("match", "match.current")[:3] == ["foofoo", "", "Foo"]
    assert found.highlighted("match.current")[:3] == ["foo", "", ""]
    assert found.cursor[0] == 8
    found.run("search-again")
    assert found.highlighted("match.current")[:3] == ["", "", "Foo"]
    found.run("search-reverse search-reverse")
    assert found.mode.view.cursor == Point(0, 0)


@pytest.mark.parametrize(
    ("text", "count"),
    [("foo", 3), ("Foo", 1), ("f.o", 3), (r"fo{2}", 3), ("(foo", 0), ("(o)+", 0), ("[", 0)],
)
def test_capitals_matter_when_there_are_some_and_bad_patterns_are_plain_text(
    text: str, count: int
) -> None:
    found = pane("foo bar foo", "Foo")
    found.run("history-top")
    if not count:
        with pytest.raises(CommandError, match="no match"):
            found.run(f"search-forward:{text}")
    else:
        found.run(f"search-forward:{text}")
    assert found.mode.view.search_count is not None
    assert len(found.mode.view.search_count.starts) == count


def test_a_search_wraps_only_when_it_may() -> None:
    found = pane("foo", "bar", options=CopyOptions(wrap_search=False))
    with pytest.raises(CommandError):
        found.run("search-forward-text:foo")
    found.run("search-backward-text:foo")
    assert found.mode.view.cursor == Point(0, 0)
    with pytest.raises(CommandError):
        found.run("search-backward-text:foo")


def test_a_match_goes_over_the_end_of_a_wrapped_row() -> None:
    found = pane("x" * 8 + "needle", size=(4, 10), options=VI)
    found.run("search-backward-text:needle")
    assert found.mode.view.cursor == Point(0, 8)
    assert found.highlighted("match.current")[:2] == ["ne", "edle"]


def test_a_line_as_long_as_the_history_is_looked_at_in_parts() -> None:
    found = pane("x" * 5 * (MAX_JOINED * 3) + "needle", size=(4, 5))
    grid = found.mode.view.grid
    parts = list(grid.lines_from(grid.first))
    assert max(len(texts) for _, texts in parts) <= MAX_JOINED + 1
    assert "".join(text for _, texts in parts for text in texts).endswith("xneedle")
    found.run("history-top search-forward-text:needle")
    assert found.mode.view.cursor.row == grid.first + MAX_JOINED * 3 + 1


def test_wide_characters_and_clusters_are_searched_for() -> None:
    found = pane("ab 漢字 👩‍💻x", options=VI)
    found.run("start-of-line search-forward-text:漢字")
    assert found.cursor[0] == 3
    assert len(found.highlighted("match.current")[0]) == 4
    found.run("search-forward-text:👩‍💻x")
    assert found.cursor[0] == 8


def test_a_search_while_typing_starts_from_where_it_began() -> None:
    found = pane("one", "only", "other", "end", options=VI)
    found.run("history-top")
    for typed, row in (("=o", 1), ("=ot", 2), ("=o", 1), ("+o", 2), ("-o", 1)):
        found.run(f"search-forward-incremental:{typed}")
        assert found.mode.view.cursor.row == row
    found.run("search-forward-incremental:=")
    assert found.mode.view.cursor == Point(0, 0)
    assert found.highlighted("match", "match.current") == [""] * 6


def test_the_next_search_while_typing_starts_from_where_the_cursor_is_then() -> None:
    found = pane("one", "other", "end", "only", options=VI)
    found.run("history-top search-forward-incremental:=o cursor-down")
    found.run("search-forward-incremental:=o")
    assert found.mode.view.cursor.row == 3


def test_a_search_while_typing_that_finds_nothing_stays() -> None:
    found = pane("one", "only")
    found.run("search-backward-incremental:=on search-backward-incremental:=onx")
    assert found.mode.view.cursor == Point(1, 4)


def test_a_search_while_typing_that_finds_nothing_goes_back_to_where_it_began() -> None:
    found = pane("other", *NUMBERS, options=VI)
    found.run("page-up top-line")
    view = found.mode.view
    before = (view.cursor, view.top)
    found.run("search-backward-incremental:=ot")
    assert view.top != before[1]
    found.run("search-backward-incremental:=otx")
    assert (view.cursor, view.top) == before


def test_without_a_selection_the_match_at_the_cursor_is_copied() -> None:
    found = pane("one two", options=VI)
    found.run("start-of-line search-forward-text:two")
    assert found.copied("copy-selection") == "two"


def test_a_selection_is_shown() -> None:
    found = pane("one two", "three")
    found.run("history-top next-word begin-selection cursor-down")
    assert [row.rstrip() for row in found.highlighted("mode")[:2]] == ["two", "thre"]
    found.run("cursor-left rectangle-on")
    assert found.highlighted("mode")[:3] == [" t", "ee", ""]


def test_dragging_copies_on_release_and_stays() -> None:
    found = pane(*NUMBERS)
    found.run("page-up")
    position = found.mode.scroll_position
    assert found.mode.on_mouse(mouse("down", 1, 0)) is None
    assert found.mode.view.selection is None
    assert found.mode.on_mouse(mouse("drag", 2, 2)) is None
    outcome = found.mode.on_mouse(mouse("up", 2, 2))
    assert outcome is not None
    assert outcome[:3] == ("copied", b"row 11\nrow", False)
    assert found.mode.scroll_position == position
    found.mode.on_mouse(mouse("wheel-up", 0, 0, 0))
    assert found.copied("copy-selection") == "row 11\nrow"


def test_a_click_selects_and_copies_nothing() -> None:
    found = pane(*NUMBERS)
    found.mode.on_mouse(mouse("down", 1, 2))
    assert found.mode.on_mouse(mouse("up", 1, 2)) is None
    assert found.cursor == (2, 1, 0)


@pytest.mark.parametrize(
    ("clicks", "drag", "text"),
    [
        (2, None, "two-three"),
        (2, (1, 0), "two-three four\nfive"),
        (3, None, "one two-three four"),
        (3, (1, 0), "one two-three four\nfive six"),
    ],
)
def test_two_clicks_select_words_and_three_lines(
    clicks: int, drag: tuple[int, int] | None, text: str
) -> None:
    options = CopyOptions(separators="")
    found = pane("one two-three four", "five six", "end", options=options)
    found.mode.on_mouse(mouse("down", 0, 6), clicks)
    if drag:
        found.mode.on_mouse(mouse("drag", *drag))
    outcome = found.mode.on_mouse(mouse("up", 0, 6))
    assert outcome is not None and outcome.data.decode() == text


def test_dragging_beyond_an_edge_scrolls_and_goes_on_while_it_is_held_there() -> None:
    found = pane(*NUMBERS)
    seen = []

    def step(action: str, row: int) -> None:
        if action == "tick":
            found.mode.tick()
        else:
            found.mode.on_mouse(mouse(action, row, 2))
        seen.append((found.mode.scroll_position, found.mode.wants_tick))

    for action, row in (
        ("down", 3),
        ("drag", -1),
        ("tick", 0),
        ("drag", 6),
        ("tick", 0),
        ("up", 6),
    ):
        step(action, row)
    assert seen == [(0, False), (1, True), (2, True), (1, True), (0, True), (0, False)]


def test_held_at_an_edge_the_view_scrolls_to_the_end_and_no_further() -> None:
    found = pane(*NUMBERS)
    found.mode.on_mouse(mouse("down", 3, 2))
    found.mode.on_mouse(mouse("drag", 0, 2))
    for _ in range(50):
        found.mode.tick()
    assert found.mode.scroll_position == 14
    assert not found.mode.wants_tick


def test_a_resize_keeps_cursor_and_selection_on_their_text() -> None:
    long_lines = [f"{n}: " + "word " * 12 + f"end{n}" for n in range(20)]
    found = pane(*long_lines, size=(6, 30))
    found.run("search-backward-text:end7 begin-selection end-of-line")
    for rows, cols in ((6, 17), (10, 45), (4, 80), (6, 30)):
        found.mode.before_resize()
        found.screen.resize(rows, cols)
        found.mode.after_resize()
        assert found.mode.variables()["copy_cursor_word"] in ("", "end7")
        assert "end7" in "".join(found.shown())
        assert found.copied("copy-selection-no-clear") == "end7"


def test_a_resize_nobody_announced_leaves_everything_inside() -> None:
    found = pane(*NUMBERS)
    found.run("history-top begin-selection history-bottom")
    found.screen.resize(3, 4)
    assert found.picture().cursor is not None
    assert len(found.shown()) == 3


def test_formats_can_ask() -> None:
    found = pane("one two", "x")
    found.run("history-top next-word begin-selection next-word-end")
    told = found.mode.variables()
    expected = {
        "copy_cursor_x": "7",
        "copy_cursor_y": "0",
        "copy_cursor_line": "one two",
        "scroll_position": "0",
        "selection_present": "1",
        "selection_active": "1",
        "selection_start_x": "4",
        "selection_end_x": "6",
        "rectangle_toggle": "0",
        "search_present": "0",
    }
    assert {name: told[name] for name in expected} == expected


def test_the_alternate_screen_is_looked_at_like_any_other() -> None:
    found = pane("shell")
    found.write("\x1b[?1049h\x1b[Hfull screen")
    mode = CopyMode(found.screen)
    mode.command("start-of-line")
    mode.command("begin-selection")
    outcome = mode.command("copy-line")
    assert outcome is not None and outcome.data == b"full screen"


@pytest.mark.parametrize("size", [Size(1, 1), Size(2, 3), Size(40, 100)])
def test_the_picture_fits_any_size(size: Size) -> None:
    found = pane(*NUMBERS)
    found.run("search-backward-text:row begin-selection history-top")
    picture = found.mode.render(size, THEME)
    assert len(picture.texts) == len(picture.attrs) == size.rows
    assert all(len(text) <= max(size.cols, 30) for text in picture.texts)


def test_selected_cells_keep_their_text() -> None:
    found = pane("a\x1b[31mb\x1b[mc", options=VI)
    found.run("start-of-line begin-selection cursor-right")
    picture = found.picture()
    row = Row(picture.texts[0], picture.attrs[0])
    assert styles_of(row, 0, 2) == {STYLES.selection}
    assert STYLES.selection not in styles_of(row, 2, 3)


CHARS = ("a", "b", " ", "(", ")", "漢", "👩‍💻", "é", "-", "\t")
texts = st.lists(st.lists(st.sampled_from(CHARS), max_size=40).map("".join), max_size=15)
ARGUMENTS = {"goto-line": "3", **dict.fromkeys(("next-prompt", "previous-prompt"), "")}


@settings(max_examples=60, deadline=None)
@given(
    st.booleans(),
    texts,
    st.lists(st.tuples(st.sampled_from(COPY_COMMANDS), st.none() | texts), max_size=25),
)
def test_no_commands_and_no_output_break_it(
    vi: bool, lines: list[str], steps: list[tuple[CopyCommand, list[str] | None]]
) -> None:
    found = Pane(lines, size=Size(4, 9), options=CopyOptions(vi=vi), history=8)
    for command, output in steps:
        name, least = command.name, command.arguments[0]
        try:
            found.mode.command(name, [ARGUMENTS.get(name, "a")] * least)
        except CommandError:
            assert name.startswith("search-")
        if output is not None:
            found.write("\r\n".join(["", *output]))
        picture = found.picture()
        assert picture.cursor is not None
        assert 0 <= picture.cursor.row < 4
        assert 0 <= picture.cursor.col < 9
        found.mode.variables()
