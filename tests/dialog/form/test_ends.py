"""How a form ends: validation in all tabs, files that nobody has seen, Escape, secrets, values."""

from __future__ import annotations

import gc
import weakref
from typing import Any

import pytest

from mplex.dialog.answer import CANCEL, OK, Answer
from mplex.dialog.fields.kit import Kit
from mplex.dialog.form.form_dialog import FormDialog
from mplex.dialog.form_spec import check_form
from mplex.geometry import Size
from mplex.ui.overlay import HANDLED, OverlayStack
from mplex.ui.theme import Theme
from tests.dialog.form.forms import (
    action,
    box,
    click,
    ended,
    form,
    line,
    note,
    picker,
    pointed,
    shows,
    tab,
    values,
    widget,
)
from tests.dialog.screens import press, rows

TARGET = {"mode": "create", "path": "~/x", "shown": "/home/ada/x", "host": "build-7"}


def tabs() -> FormDialog:
    """Return a form of two tabs, with a field to be filled in in each."""
    return form(
        tabs=[tab("Base", line("one", required=True)), tab("More", line("two", required=True))],
        actions=[action("skip", skip_validation=True), action("go", primary=True)],
    )


def test_what_must_be_filled_in_is_named_and_has_the_focus() -> None:
    dialog = form(line("one"), line("two", required=True), line("three", required=True))
    assert press(dialog, "M-Enter") is None
    assert pointed(dialog) == "two"
    assert shows(dialog, "2 fields to correct")
    assert shows(dialog, "! must be filled in")
    assert not widget(dialog, "one").marked
    assert widget(dialog, "three").marked


def test_answers_that_do_not_fit_in_a_reply_keep_the_form_open() -> None:
    dialog = form(*(line(f"f{n}") for n in range(6)))
    for number in range(6):
        widget(dialog, f"f{number}").text = "ü" * (90_000 if number != 4 else 100_000)
    assert press(dialog, "M-Enter") is None
    assert pointed(dialog) == "f4"
    assert shows(dialog, "All answers together are 1100 kB, of at most 900: shorten this.")
    widget(dialog, "f4").text = "short"
    widget(dialog, "f0").text = "short"
    assert len(values(press(dialog, "M-Enter"))) == 6


def test_a_draft_that_does_not_fit_in_a_reply_stays_too() -> None:
    dialog = form(line("one"), actions=[action("draft", skip_validation=True)])
    widget(dialog, "one").text = "ü" * 450_000
    press(dialog, "Tab")
    assert press(dialog, "Enter") is None
    assert press(dialog, "Escape") == CANCEL


def test_a_mark_goes_when_the_field_changes() -> None:
    dialog = form(line("two", required=True))
    press(dialog, "M-Enter", "x")
    assert not shows(dialog, "to correct")
    assert not shows(dialog, "must be filled in")
    assert values(press(dialog, "M-Enter")) == {"two": "x"}


def test_validation_goes_to_the_first_bad_tab() -> None:
    dialog = tabs()
    press(dialog, "x", "M-2", "M-1", "M-Enter")
    assert pointed(dialog) == "two"
    assert shows(dialog, "1 field to correct in More")
    assert shows(dialog, "2 More!")


def test_validation_names_all_tabs() -> None:
    dialog = tabs()
    press(dialog, "M-2", "M-Enter")
    assert pointed(dialog) == "one"
    assert shows(dialog, "2 fields to correct: Base 1, More 1")


def test_an_action_that_skips_validation_reports_what_is_there() -> None:
    answer = click(tabs(), "Skip")
    assert values(answer) == {"one": "", "two": ""}
    assert ended(answer) == "skip"


def test_a_bad_value_blocks_though_nothing_is_required() -> None:
    dialog = form(line("one", default="bad"))
    assert press(dialog, "M-Enter") is None
    assert shows(dialog, "! is bad")


@pytest.mark.parametrize("value", ["__back__", "__cancel__"])
def test_back_and_cancel_never_validate(value: str) -> None:
    dialog = form(line("one", required=True), actions=[action(value), action("go")], focus=value)
    answer = press(dialog, "Enter")
    assert isinstance(answer, Answer)
    assert answer == (CANCEL if value == "__cancel__" else Answer(OK, answer.value))


def test_a_declared_cancel_is_an_answer() -> None:
    answer = press(form(line("one"), actions=[action("cancel")], focus="cancel"), "Enter")
    assert ended(answer) == "cancel"


def test_a_tab_that_writes_is_shown_first() -> None:
    dialog = form(
        tabs=[tab("Base", line("one")), tab("File", line("two", target=TARGET))],
        actions=[action("go", primary=True)],
    )
    rows(dialog)
    assert press(dialog, "M-Enter") is None
    assert shows(dialog, "→ /home/ada/x (new file, mode 0600) on build-7")
    assert shows(dialog, "File writes to a file: look at it, then press Go again")
    assert pointed(dialog) == "Go"
    assert ended(press(dialog, "Enter")) == "go"


def test_a_tab_that_was_seen_is_not_shown_again() -> None:
    dialog = form(
        tabs=[tab("Base", line("one")), tab("File", line("two", target=TARGET))],
        actions=[action("go", primary=True)],
    )
    press(dialog, "M-2")
    rows(dialog)
    assert ended(press(dialog, "M-1", "M-Enter")) == "go"


def test_every_unseen_tab_is_shown() -> None:
    files = [tab(f"File {n}", line(f"f{n}", target=TARGET)) for n in range(3)]
    dialog = form(tabs=files)
    rows(dialog)
    for name in ("File 1", "File 2"):
        assert press(dialog, "M-Enter") is None
        assert shows(dialog, f"{name} writes")
    assert ended(press(dialog, "M-Enter")) == "__submit__"


def test_a_file_below_the_view_is_shown_first() -> None:
    dialog = form(*(line(f"f{n}") for n in range(20)), line("last", target=TARGET))
    rows(dialog)
    assert press(dialog, "M-Enter") is None
    assert shows(dialog, "→ /home/ada/x")
    assert ended(press(dialog, "M-Enter")) == "__submit__"


def test_a_file_that_was_shown_counts_as_seen() -> None:
    dialog = form(*(line(f"f{n}") for n in range(20)), line("last", target=TARGET))
    rows(dialog)
    assert press(dialog, "M-Enter") is None
    assert ended(press(dialog, "Enter")) == "__submit__"


def test_the_destination_of_a_tall_field_is_shown() -> None:
    dialog = form(line("one"), picker("which", 40, required=False, target=TARGET))
    widget(dialog, "which").picked = ["which 0"]
    rows(dialog)
    assert press(dialog, "M-Enter") is None
    assert shows(dialog, "→ /home/ada/x")


def test_validation_comes_before_files() -> None:
    dialog = form(
        tabs=[tab("Base", line("one", required=True)), tab("File", line("two", target=TARGET))]
    )
    rows(dialog)
    press(dialog, "M-Enter")
    assert shows(dialog, "1 field to correct in Base")


def test_what_writes_nothing_shows_no_files() -> None:
    dialog = form(
        tabs=[tab("Base", line("one")), tab("File", line("two", target=TARGET))],
        actions=[action("skip", skip_validation=True), action("go")],
    )
    rows(dialog)
    assert ended(click(dialog, "Skip")) == "skip"


def test_skipping_validation_and_writing_shows_files() -> None:
    dialog = form(
        tabs=[tab("Base", line("one", required=True)), tab("File", line("two", target=TARGET))],
        actions=[action("force", skip_validation=True, writes_targets=True)],
        focus="force",
    )
    rows(dialog)
    assert press(dialog, "Enter") is None
    assert shows(dialog, "File writes to a file")
    assert ended(press(dialog, "Enter")) == "force"


def test_a_hidden_file_is_not_shown() -> None:
    dialog = form(
        tabs=[
            tab("Base", box("file")),
            tab("File", line("two", target=TARGET, show_if={"file": True})),
        ]
    )
    rows(dialog)
    assert ended(press(dialog, "M-Enter")) == "__submit__"


@pytest.mark.parametrize(
    ("target", "said"),
    [
        ({"mode": "create", "path": "/a/b"}, "→ /a/b (new file, mode 0600)"),
        (
            {"mode": "create", "path": "/a/b", "host": "h", "snag": "a file is there already"},
            "→ /a/b on h: nothing is written as things are: a file is there already",
        ),
        ({"mode": "create", "path": "/a/b", "host": "h"}, "→ /a/b (new file, mode 0600) on h"),
        (
            {"mode": "create", "path": "/a/b", "overwrite": True, "perm": "0644"},
            "→ /a/b (replaces any file there, mode 0644)",
        ),
        (
            {"mode": "substitute", "path": "/a/b", "placeholder": "@@KEY@@"},
            "→ /a/b (replaces @@KEY@@ in the file, keeps its mode)",
        ),
        (
            {"mode": "substitute", "path": "/a/b", "placeholder": "@@", "perm": "600"},
            "→ /a/b (replaces @@ in the file, mode 0600)",
        ),
    ],
)
def test_the_approval_line_says_what_is_written(target: dict[str, Any], said: str) -> None:
    assert shows(form(line("one", target=target)), said)


def test_a_long_path_is_never_cut() -> None:
    path = "/" + "/".join(f"folder{n}" for n in range(30)) + "/end"
    shown = rows(form(line("one", target={"mode": "create", "path": path})))
    joined = "".join(row.strip("│ ") for row in shown).replace(" ", "")
    assert path in joined


def secret(name: str = "token") -> dict[str, Any]:
    """Return a secret."""
    return {"kind": "secret", "name": name, "label": name, "target": TARGET}


def test_a_secret_is_apart_from_the_values() -> None:
    dialog = form(line("one"), secret())
    rows(dialog)
    answer = press(dialog, "Tab", "s", "3", "M-Enter")
    assert isinstance(answer, Answer)
    assert values(answer) == {"one": ""}
    assert answer.secrets["token"].reveal() == "s3"
    assert "s3" not in repr(answer)


@pytest.mark.parametrize("value", ["__back__", "skip"])
def test_what_writes_nothing_gives_no_secret_away(value: str) -> None:
    actions = [action(value, skip_validation=True), action("go")]
    answer = press(form(secret(), actions=actions), "x", "Tab", "Enter")
    assert isinstance(answer, Answer)
    assert ended(answer) == value
    assert not answer.secrets
    assert values(answer) == {}


def test_a_closed_form_forgets_its_secrets() -> None:
    dialog = form(secret())
    stack = OverlayStack(Size(24, 80))
    stack.push(dialog)
    press(dialog, "s", "3")
    stack.remove(dialog)
    assert widget(dialog, "token").secret() == ""


def test_escape_cancels_an_untouched_form() -> None:
    assert press(form(line("one", default="x")), "Tab", "Escape") == CANCEL


@pytest.mark.parametrize("key", ["Escape", "C-c"])
def test_escape_asks_before_it_throws_away(key: str) -> None:
    dialog = form(line("one"))
    assert press(dialog, "x", key) is None
    assert shows(dialog, "Throw away what you typed?")
    assert press(dialog, key) == CANCEL


@pytest.mark.parametrize("key", ["n", "Enter", "Space", "x", "Tab", "M-Enter", "g"])
def test_anything_else_goes_back(key: str) -> None:
    dialog = form(line("one"))
    press(dialog, "x", "Escape")
    assert press(dialog, key) is None
    assert not shows(dialog, "Throw away")
    assert widget(dialog, "one").text == "x"


def test_y_throws_away() -> None:
    assert press(form(line("one")), "x", "Escape", "y") == CANCEL


def test_the_question_is_answered_by_the_mouse() -> None:
    dialog = form(line("one"))
    press(dialog, "x", "Escape")
    assert click(dialog, "▸No◂") is None
    assert not shows(dialog, "Throw away")
    press(dialog, "Escape")
    assert click(dialog, "one") is None
    assert click(dialog, "  Yes  ") == CANCEL


def test_clicks_beside_the_question_do_nothing() -> None:
    dialog = form(line("one"), box("two"))
    press(dialog, "x", "Escape")
    click(dialog, "two")
    assert shows(dialog, "Throw away what you typed?")
    assert not widget(dialog, "two").on


def test_a_paste_does_not_answer_the_question() -> None:
    dialog = form(line("one"))
    press(dialog, "x", "Escape")
    assert dialog.on_paste(b"y") is HANDLED
    assert shows(dialog, "Throw away what you typed?")
    assert widget(dialog, "one").text == "x"


def test_a_form_can_ask_although_nothing_was_typed() -> None:
    dialog = form(line("one"), escape="ask")
    assert press(dialog, "Escape") is None
    assert shows(dialog, "Close this without an answer?")
    assert press(dialog, "y") == CANCEL


def test_the_cancel_button_does_not_ask() -> None:
    dialog = form(line("one"))
    press(dialog, "x")
    assert click(dialog, "Cancel") == CANCEL


def test_it_starts_with_the_values_it_is_given() -> None:
    dialog = form(line("one", default="d"), box("two"), values={"one": "v", "two": True})
    assert press(dialog, "Escape") == CANCEL
    assert values(press(dialog, "M-Enter")) == {"one": "v", "two": True}


def test_what_could_not_be_shown_is_said_once() -> None:
    dialog = form(note("warn"), note("warn"), line("one"))
    assert dialog.warnings == ["not loaded"]
    answer = press(dialog, "M-Enter")
    assert isinstance(answer, Answer)
    assert answer.value == {
        "action": "__submit__",
        "values": {"one": ""},
        "media_warnings": ["not loaded"],
    }


def test_it_counts_the_last_two_minutes() -> None:
    clock = [0.0]
    screen = check_form({"kind": "form", "fields": [line("one")]})
    dialog = FormDialog(screen, "me", Kit(Theme()), deadline=300.0, now=lambda: clock[0])
    assert not shows(dialog, "closes in")
    assert dialog.refresh_seconds == 180.0
    clock[0] = 180.0
    assert shows(dialog, "closes in 2:00")
    assert dialog.refresh_seconds == 1.0
    clock[0] = 294.5
    assert shows(dialog, "closes in 0:06")
    clock[0] = 400.0
    assert shows(dialog, "closes in 0:00")


def test_without_a_deadline_it_need_not_be_drawn_again() -> None:
    assert form(line("one")).refresh_seconds == 0.0


def test_nothing_keeps_a_form_that_is_gone() -> None:
    dialog = form(line("one"), box("two"))
    assert shows(dialog, "one")
    gone = weakref.ref(dialog.state)
    dialog.wipe()
    del dialog
    gc.collect()
    assert gone() is None
