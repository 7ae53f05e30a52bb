"""Which backend is picked where, and what the refusal says when none is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from flow.backends import registry
from flow.backends.backend import Backend, Place
from flow.backends.registry import AUTO, BACKENDS, BackendKind, candidates
from flow.controller import PlexerController
from mplex.dialog.answer import CANCEL, Answer
from mplex.errors import NoServer, Refused, UsageError

MPLEX, TMUX = {"MPLEX": "/run/s,12,$0"}, {"TMUX": "/tmp/tmux,3,0"}
MESSAGE: dict[str, object] = {"kind": "message", "text": "hello"}


@pytest.mark.parametrize(
    ("name", "named", "environ", "expected"),
    [
        (AUTO, False, {}, "tmux tty native"),
        (AUTO, False, MPLEX, "native tmux tty"),
        (AUTO, False, TMUX, "tmux tty native"),
        (AUTO, False, {**MPLEX, **TMUX}, "native tmux tty"),
        (AUTO, False, {"MPLEX": "nonsense"}, "tmux tty native"),
        (AUTO, True, TMUX, "native"),
        ("native", False, TMUX, "native"),
        ("tmux", True, MPLEX, "tmux"),
        ("tty", False, MPLEX, "tty"),
    ],
)
def test_the_order_in_which_backends_are_tried(
    name: str, named: bool, environ: Mapping[str, str], expected: str
) -> None:
    place = Place("/run/s.ctl", named=named)
    assert [kind.name for kind in candidates(name, place, environ)] == expected.split()


@pytest.mark.parametrize("meant", [{"target": "work"}, {"client": "c"}, {"shared_terminal": True}])
def test_a_terminal_that_was_not_meant_is_not_taken(meant: dict[str, Any]) -> None:
    place = Place("/run/s.ctl", named=False, **meant)
    assert [kind.name for kind in candidates(AUTO, place, {})] == ["tmux", "native"]


class Recorder:
    """A backend that notes what is done with it."""

    def __init__(self) -> None:
        self.asked: list[dict[str, object]] = []
        self.closed = 0

    def ask(self, screen: dict[str, object], timeout: float) -> Answer:
        """Refuse to answer."""
        self.asked.append(screen)
        return CANCEL

    def close(self) -> None:
        """Note it."""
        self.closed += 1


def absent(_place: Place) -> Backend:
    raise NoServer("not here")


def old(_place: Place) -> Backend:
    raise Refused("too old", code="old_tmux")


def kinds(
    monkeypatch: pytest.MonkeyPatch, native: object, tmux: object, tty: object
) -> PlexerController:
    """Return a controller in a tmux, whose backends open in these ways."""
    opened = zip(BACKENDS, (native, tmux, tty), strict=True)
    table = tuple(BackendKind(kind.name, kind.help, way) for kind, way in opened)  # type: ignore[arg-type]
    monkeypatch.setattr(registry, "BACKENDS", table)
    return PlexerController(Place("/s.ctl", named=False), AUTO, MPLEX)


def test_the_first_that_finds_somebody_asks_the_whole_flow(monkeypatch: pytest.MonkeyPatch) -> None:
    found = Recorder()
    with kinds(monkeypatch, absent, lambda _place: found, absent) as controller:
        assert controller.ask(MESSAGE, 5) == controller.ask(MESSAGE, 5) == CANCEL
    assert found.asked == [MESSAGE, MESSAGE]
    assert found.closed == 1


def test_a_backend_that_refuses_is_not_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    with kinds(monkeypatch, absent, old, lambda _place: Recorder()) as controller:
        with pytest.raises(Refused, match="too old"):
            controller.ask(MESSAGE, 5)


def test_the_refusal_names_all_that_was_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    with kinds(monkeypatch, absent, absent, absent) as controller:
        with pytest.raises(NoServer) as caught:
            controller.ask(MESSAGE, 5)
    for kind in BACKENDS:
        assert f"{kind.name} ({kind.help}): not here" in str(caught.value)
    assert "start mplex" in caught.value.hint


def test_an_unknown_backend_is_wrong_usage() -> None:
    with pytest.raises(UsageError, match="telepathy") as caught:
        PlexerController(Place("/s.ctl"), "telepathy")
    assert "auto, native, tmux, tty" in caught.value.hint
