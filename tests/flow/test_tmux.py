"""`TmuxAskTests`: what is tmux's own: menus and popups, staging files, clients, versions."""

from __future__ import annotations

import json
import os
import shlex
import signal
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from unittest import TestCase, mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from flow.backends import tmux_text
from flow.backends.tmux_server import argument
from flow.backends.tmux_staging import Staging, sweep
from mplex.dialog.spec import AskScreen
from mplex.errors import Refused
from mplex.geometry import Size
from tests.flow.desks import TmuxDesk
from tests.flow.specs import Json, actions, choice, flow, screen, text
from tests.support.environment import House
from tests.support.terminal import Terminal

HOSTILE = (
    "it's \"quoted\" 'twice'",
    "#{pane_id} #{E:status-left} #{l:x}",
    "#(touch owned) #S #{q:x} ##(touch owned)",
    "$(touch owned) `touch owned` $HOME ${HOME}",
    "'; touch owned; '",
    '"; run-shell "touch owned"; "',
    "ends with a semicolon;",
    "ends with an escaped one\\;",
    ";",
    "%H:%M %% %d %n",
    "#[fg=red]red#[default] ##[x ###[y",
    "# ## ### #### tail#",
    "-looks like a flag",
    "--",
    "back\\slash \\n \\t \\\\",
    "日本語 😀 é ж",
    "{ } #{ #} #, ~ * ? [a] ! |",
    "%if 1",
)
PICK = flow(screen("p", title="Pick", fields=[choice("c", "left", "right")]))
WORDS = flow(screen("w", fields=[text("t", label="Some words")]))
LONG = " ".join(f"word{number}" for number in range(240))


class TmuxAskTests(TestCase):
    """Questions through a real tmux."""

    @pytest.fixture(autouse=True)
    def _desks(self, house: House) -> Iterator[None]:
        self.house = house
        self._opened: list[TmuxDesk] = []
        yield
        for desk in self._opened:
            desk.close()

    def desk(self, rows: int = 24, cols: int = 80) -> TmuxDesk:
        """Return a client of tmux with a size; one for each test."""
        self._opened.append(TmuxDesk(self.house, Size(rows, cols)))
        return self._opened[-1]

    def staged(self) -> list[str]:
        """Return the names of all staging files."""
        return sorted(path.name for path in self.house.folder.glob("tai-flow-*"))

    def assert_clean(self, desk: TmuxDesk) -> None:
        """Nothing of a question is left, in the file system or in tmux."""
        assert self.staged() == []
        assert "tai-flow" not in desk.tmux.ok("show-options", "-s")
        assert not list(self.house.folder.rglob("owned"))

    def test_hostile_strings_are_shown_as_they_are_in_a_menu(self) -> None:
        desk = self.desk(60, 90)
        half = len(HOSTILE) // 2
        for strings in (HOSTILE[:half], HOSTILE[half:]):
            for title in strings[-2:]:
                body = "\n".join(strings)
                field = choice("c", *strings, label=strings[0])
                desk.show(flow(screen("h", title=title, body=body, fields=[field])))
                last = len(strings) - 1
                desk.terminal.wait_until(
                    "every string twice: in the body and as an option",
                    lambda: all(desk.terminal.screen_text().count(s) >= 2 for s in strings),  # noqa: B023
                )
                assert title in desk.terminal.row(desk.terminal.find("┌").row)  # type: ignore[union-attr]
                desk.choose(strings[0], last)
                assert json.loads(desk.written())["answers"] == {"c": strings[last]}
                self.assert_clean(desk)

    def test_hostile_strings_are_shown_as_they_are_in_a_popup(self) -> None:
        desk = self.desk(60, 90)
        body = "\n".join(HOSTILE)
        for title in HOSTILE[:3]:
            field = text("t", label=HOSTILE[1])
            desk.show(flow(screen("h", title=title, body=body, fields=[field])))
            desk.see("Enter answer")
            shown = desk.terminal.screen_text()
            assert [string for string in (*HOSTILE, title) if string not in shown] == []
            desk.terminal.send(HOSTILE[3] + "\r")
            assert json.loads(desk.written())["answers"] == {"t": HOSTILE[3]}
            self.assert_clean(desk)

    def test_control_characters_and_line_breaks_are_text(self) -> None:
        desk = self.desk()
        desk.show(flow(screen("a", title="two\nlines", fields=[choice("c", "a\x1b[31m\nb", "z")])))
        desk.choose("a␛[31m b", 0)
        assert json.loads(desk.written())["answers"] == {"c": "a\x1b[31m\nb"}

    def test_staging_files_are_private_and_go_with_the_question(self) -> None:
        desk = self.desk()
        desk.show(WORDS)
        desk.see("Enter answer")
        (name,) = self.staged()
        path = self.house.folder / name
        assert name.endswith(".prompt")
        assert path.stat().st_mode & 0o777 == 0o600
        assert "Some words" in path.read_text()
        desk.terminal.send("x\r")
        assert desk.status() == 0
        self.assert_clean(desk)

    def test_a_stopped_driver_leaves_nothing(self) -> None:
        desk = self.desk()
        for spec, seen in ((PICK, "right"), (WORDS, "Enter answer")):
            desk.show(spec)
            desk.see(seen)
            desk.stop_asking()
            assert desk.status() == 1
            self.assert_clean(desk)
            desk.terminal.send("\x03")
            desk.terminal.wait_for_no_text(seen)

    def test_an_answer_that_cannot_be_written_is_no_answer(self) -> None:
        desk = self.desk()
        desk.show(PICK)
        desk.see("right")
        (name,) = self.staged()
        # Without it the question counts as over.
        (self.house.folder / name).unlink()
        desk.terminal.send("\r")
        assert desk.status() == 3
        assert "tmux could not write" in desk.complaint()

    def test_what_a_killed_driver_has_left_is_swept_by_a_later_one(self) -> None:
        desk = self.desk()
        desk.show(WORDS)
        desk.see("Enter answer")
        desk.stop_asking(signal.SIGKILL)
        desk.status()
        desk.terminal.send("\x1b")
        desk.terminal.wait_for_no_text("Enter answer")
        (left,) = self.staged()
        os.utime(self.house.folder / left, (0, 0))
        desk.show(PICK)
        desk.see("right")
        assert len(self.staged()) == 1 and left not in self.staged()
        desk.terminal.send("\r")
        assert desk.status() == 0
        assert self.staged() == []

    def test_a_menu_that_outlives_its_flow_answers_nobody(self) -> None:
        desk = self.desk()
        desk.show_shortly(PICK, 3)
        desk.see("right")
        assert json.loads(desk.written())["status"] == "timeout"
        desk.terminal.send("\r")
        desk.terminal.wait_for_no_text("right")
        desk.terminal.send("echo so $((6 * 7))\r")
        desk.terminal.wait_for_text("so 42")
        self.assert_clean(desk)

    def test_default_and_initial_are_the_known_differences(self) -> None:
        desk = self.desk()
        fields = [choice("c", "first", "second", default=1), text("t", label="T", initial="v1")]
        desk.show(flow(screen("k", fields=fields)))
        desk.choose("second", 0)
        desk.see("Enter answer")
        desk.terminal.send("\r")
        assert json.loads(desk.written())["answers"] == {"c": "first", "t": ""}

    def test_a_line_is_edited(self) -> None:
        desk = self.desk()
        desk.show(WORDS)
        desk.see("Enter answer")
        desk.terminal.send(
            "gone\x15one  twoo\x7f \x1b[D\x1bOA\x1b[1;5Cthree Áé😀\x7f\x7f\x17f😀\x7four"
        )
        desk.terminal.wait_for_text("> one  two three four")
        desk.terminal.send("\r")
        assert json.loads(desk.written())["answers"] == {"t": "one  two three four"}

    def test_a_long_answer_is_cut_as_everywhere(self) -> None:
        desk = self.desk()
        desk.show(WORDS)
        desk.see("Enter answer")
        desk.terminal.send(f"\x1b[200~{'é' * 2500}\x1b[201~")
        desk.terminal.wait_for_text("é" * 40)
        desk.terminal.send("\r")
        assert json.loads(desk.written())["answers"] == {"t": "é" * 2000}

    def test_what_a_menu_has_no_room_for_is_said_before(self) -> None:
        desk = self.desk(14, 50)
        options = [f"option {number} {'o' * 60}" for number in range(5)]
        field = choice("c", *options, label="Which")
        desk.show(flow(screen("long", title="Long", body=LONG, fields=[field])))
        rows = tmux_text.popup_rows(
            AskScreen("choice", "Long", LONG, "Which", tuple(options)), 46, options=True
        )
        page = 10
        for start in range(0, len(rows), page):
            if start:
                desk.terminal.send(" ")
            for row in rows[start : start + page]:
                desk.terminal.wait_for_text(row.replace("\x1b[1m", "").replace("\x1b[m", ""))
        desk.terminal.wait_for_text("Enter to the choices")
        desk.terminal.send("\r")
        desk.choose("o…", 4)
        assert json.loads(desk.written())["answers"] == {"c": options[4]}
        self.assert_clean(desk)

    def test_pages_go_back_and_can_be_refused(self) -> None:
        desk = self.desk(12, 60)
        desk.show(flow(screen("m", body=LONG)))
        desk.see("word0 ")
        desk.terminal.send(" ")
        desk.terminal.wait_for_no_text("word0 ")
        desk.terminal.send("b")
        desk.terminal.wait_for_text("word0 ")
        desk.terminal.send("\x1b")
        assert desk.status() == 1

    def test_a_client_that_changes_its_size_is_asked_again(self) -> None:
        desk = self.desk()
        desk.show(PICK)
        desk.see("right")
        desk.terminal.resize(20, 70)
        desk.terminal.wait_until(
            "a menu in the middle of the new size",
            lambda: (point := desk.terminal.find("right")) and 28 <= point.col <= 36,
        )
        desk.choose("right", 1)
        assert json.loads(desk.written())["answers"] == {"c": "right"}

    def test_a_client_that_leaves_is_no_answer(self) -> None:
        desk = self.desk()
        desk.show(PICK)
        desk.see("right")
        desk.tmux.ok("detach-client", "-a", "-s", "0")
        desk.terminal.close()
        desk.terminal = Terminal(["cat"], environ=self.house.environ)
        assert desk.status() == 3
        assert "client" in desk.complaint() and "Traceback" not in desk.complaint()
        assert desk.written() == ""

    def test_a_busy_client_refuses_loudly(self) -> None:
        desk = self.desk()
        blocker = "echo blocked; read x"
        desk.tmux.ok("run-shell", "-b", f"tmux display-popup -E {shlex.quote(blocker)}")
        desk.terminal.wait_for_text("blocked")
        for spec in (PICK, WORDS):
            desk.show(spec)
            assert desk.status() == 3
            assert "is busy with another menu or popup" in desk.complaint()
            assert desk.terminal.find("blocked")
            self.assert_clean(desk)

    def test_without_a_client_nobody_is_asked(self) -> None:
        desk = self.desk()
        desk.tmux.ok("detach-client")
        desk.show(PICK)
        assert desk.status() == 3
        assert "no client on the session of the pane is attached" in desk.complaint()

    def test_the_client_that_was_used_last_on_the_session_is_asked(self) -> None:
        desk = self.desk()
        second = desk.tmux.terminal("attach-session", "-t", "0")
        other = desk.tmux.terminal("new-session", "-s", "other", "exec sh")
        other.wait_for_text("$ ")
        second.wait_for_text("$ ")
        wait = desk.tmux.display("#{client_activity}")

        def typed_in_another_second() -> bool:
            second.send("x")
            return self._activity(desk) > int(wait)

        desk.terminal.wait_until("another second", typed_in_another_second)
        other.send("x")
        desk.show(PICK)
        second.wait_for_text("right")
        assert not desk.terminal.find("right") and not other.find("right")
        second.send("\r")
        assert json.loads(desk.written())["answers"] == {"c": "left"}

    def _activity(self, desk: TmuxDesk) -> int:
        lines = desk.tmux.ok("list-clients", "-F", "#{client_activity} #{session_name}")
        return max(int(line.split()[0]) for line in lines.splitlines() if line.endswith(" 0"))

    def test_a_client_and_a_target_can_be_named(self) -> None:
        desk = self.desk()
        other = desk.tmux.terminal("new-session", "-s", "other", "exec sh")
        other.wait_for_text("$ ")
        name = desk.tmux.ok("list-clients", "-t", "other", "-F", "#{client_name}")
        for argv in (["-t", "other:0"], ["--client", name]):
            desk.show(PICK, *argv)
            other.wait_for_text("right")
            assert not desk.terminal.find("right")
            other.send("\r")
            assert desk.status() == 0
        for argv in (["-t", "nowhere"], ["--client", "nobody"]):
            desk.show(PICK, *argv)
            assert desk.status() == 3
            assert argv[1] in desk.complaint()

    def test_a_client_that_is_too_small_is_told_so(self) -> None:
        desk = self.desk(9, 40)
        desk.show(flow(screen("a", title="Act", actions=actions(*"abcdefghijkl"))))
        assert desk.status() == 3
        assert "too small" in desk.complaint()

    def test_an_old_tmux_is_told_from_a_new_one(self) -> None:
        desk = self.desk()
        old = self.house.folder / "bin" / "tmux"
        old.parent.mkdir()
        old.write_text(
            '#!/bin/sh\ncase "$*" in\n'
            "*display-message*) echo 3.1c ;;\n"
            "*display-menu*) echo 'display-menu [-c x] [-t x] [-T title]' ;;\n"
            "*) echo 'unknown command' >&2; exit 1 ;;\nesac\n"
        )
        old.chmod(0o755)
        self.house.environ["PATH"] = f"{old.parent}:{self.house.environ['PATH']}"
        desk.show(PICK)
        assert desk.status() == 3
        assert "tmux 3.1c has no display-popup" in desk.complaint()
        assert "3.2 or newer" in desk.complaint()

    def test_a_server_that_is_gone_is_no_server(self) -> None:
        desk = self.desk()
        desk.tmux.ok("kill-server")
        desk.show(PICK)
        assert desk.status() == 4
        assert "no tmux server answers on" in desk.complaint()


class StagingTests(TestCase):
    """The staging files by themselves."""

    @pytest.fixture(autouse=True)
    def _folder(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = tmp_path
        monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))

    def test_leftovers_older_than_a_day_are_swept(self) -> None:
        now = time.time()
        for name, age in (
            ("tai-flow-1.prompt", 90_000),
            ("tai-flow-1.answer", 90_000),
            ("tai-flow-2.prompt", 80_000),
            ("tai-flow-3.txt", 90_000),
            ("other.prompt", 90_000),
        ):
            path = self.folder / name
            path.write_text("")
            os.utime(path, (now - age, now - age))
        sweep()
        left = {path.name for path in self.folder.iterdir()}
        assert left == {"tai-flow-2.prompt", "tai-flow-3.txt", "other.prompt"}

    def test_what_belongs_to_others_is_left_alone(self) -> None:
        path = self.folder / "tai-flow-1.prompt"
        path.write_text("")
        os.utime(path, (0, 0))
        with mock.patch("os.getuid", return_value=os.getuid() + 1):
            sweep()
        assert path.exists()

    def test_a_link_is_no_answer(self) -> None:
        with Staging() as staging:
            assert staging.read() is None
            (self.folder / "secret").write_text("2\n")
            os.symlink(self.folder / "secret", staging.answer)
            with pytest.raises(Refused, match="cannot read"):
                staging.read()

    def test_a_folder_that_cannot_be_written_is_refused(self) -> None:
        with mock.patch.object(tempfile, "tempdir", "/nowhere"):
            with pytest.raises(Refused, match="cannot write"), Staging():
                pass

    def test_the_files_go_whatever_happens(self) -> None:
        with pytest.raises(ZeroDivisionError), Staging() as staging:
            staging.write("é")
            Path(staging.answer).write_text("1\n")
            assert staging.read() == "1\n"
            raise ZeroDivisionError
        assert list(self.folder.iterdir()) == []

    def test_a_folder_whose_name_tmux_would_read_is_refused(self) -> None:
        with mock.patch.object(tempfile, "tempdir", "/tmp/#(touch owned)"):
            with pytest.raises(Refused, match="can't be given files"):
                Staging()


TEXTS = st.text("ab #[{}\n日😀é-;\\", max_size=60)


@settings(deadline=None, max_examples=60)
@given(TEXTS, st.integers(8, 30))
def test_rows_fit_and_say_everything(said: str, width: int) -> None:
    rows = tmux_text.wrapped(said, width)
    assert all(tmux_text.measure(row) <= width for row in rows)
    assert "".join("".join(rows).split()) == "".join(said.split())
    assert tmux_text.measure(tmux_text.shortened(said, width)) <= width


@pytest.mark.parametrize(
    ("word", "guarded"),
    [("a", "a"), ("a;", "a\\;"), (";", "\\;"), ("a\\;", "a\\\\;"), ("a;b", "a;b")],
)
def test_no_word_ends_a_command(word: str, guarded: str) -> None:
    assert argument(word) == guarded


def test_a_title_that_is_cut_is_said_in_full() -> None:
    asked: Json = {"title": "long " * 20, "label": "Which"}
    menu = tmux_text.full_menu(AskScreen("choice", options=("a",), **asked), 40)
    assert menu.title.endswith("…")
    said = " ".join(item.text for item in menu.items)
    assert "long " * 19 in f"{said} " and menu.items[-1] == ("a", 0)
