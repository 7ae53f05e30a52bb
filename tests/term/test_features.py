"""What is known of a terminal from its environment, and what it says of itself."""

from __future__ import annotations

import pytest

from mplex.term.features import Features, features_of, learn
from mplex.term.keys import ReplyEvent

TRUE = 1 << 24


@pytest.mark.parametrize(
    ("term", "environ", "colours"),
    [
        ("xterm-256color", {}, 256),
        ("xterm-256color", {"COLORTERM": "truecolor"}, TRUE),
        ("xterm-direct", {}, TRUE),
        ("xterm-kitty", {}, TRUE),
        ("alacritty", {}, TRUE),
        ("xterm-256color", {"TERM_PROGRAM": "iTerm.app"}, TRUE),
        ("xterm-256color", {"TERM_PROGRAM": "Apple_Terminal"}, 256),
        ("xterm-mono", {}, 0),
        ("linux", {"COLORTERM": "truecolor"}, 16),
        ("vt100", {}, 0),
        ("dumb", {}, 0),
        ("never-heard-of", {}, 256),
    ],
)
def test_colours(term: str, environ: dict[str, str], colours: int) -> None:
    assert features_of(term, environ).colours == colours


def test_overrides_switch_on_and_off_by_pattern() -> None:
    overrides = "screen*:sync,xterm*:RGB:-mouse:sync:nonsense"
    features = features_of("xterm-256color", {}, overrides)
    assert (features.colours, features.mouse, features.sync) == (TRUE, False, True)
    assert features_of("rxvt", {}, overrides) == features_of("rxvt", {})


def test_capabilities_switch_on_and_off_as_terminfo_names_them() -> None:
    overrides = "xterm*:Tc:smcup@:rmcup@:Smulx=x,vt*:colors=16"
    features = features_of("xterm", {}, overrides)
    assert (features.colours, features.alternate_screen) == (TRUE, False)
    assert features.underline_styles
    assert features_of("vt100", {}, overrides).colours == 16
    assert features_of("xterm", {}, "xterm:colors=2").colours == 0


def test_replies_correct_the_guess() -> None:
    features = features_of("xterm-256color", {})
    assert learn(features, ReplyEvent("decrqm", (2026, 2))).sync
    assert not learn(features._replace(sync=True), ReplyEvent("decrqm", (2026, 0))).sync
    assert learn(features, ReplyEvent("kitty", (0,))).kitty_keyboard
    assert learn(features, ReplyEvent("da1", (62,))) == features
    ghostty = learn(features, ReplyEvent("xtversion", ("ghostty 1.1.0",)))
    assert (ghostty.colours, ghostty.notify, ghostty.name) == (TRUE, True, "ghostty 1.1.0")
    xterm = learn(features, ReplyEvent("xtversion", ("XTerm(379)",)))
    assert (xterm.colours, xterm.usual_cursor, xterm.underline_styles) == (TRUE, 2, False)
    unknown = learn(features, ReplyEvent("xtversion", ("who(1)",)))
    assert unknown == features._replace(name="who(1)")


def test_features_compare_by_value() -> None:
    assert features_of("xterm", {}) == Features()
