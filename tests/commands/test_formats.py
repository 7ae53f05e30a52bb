"""The format language: what templates become, that tmux agrees, and that nothing gets out."""

from __future__ import annotations

import re
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mplex.commands.format_modifiers import MODIFIERS, ModifierHelp, parse_modifiers
from mplex.commands.formats import MAX_CHARS, expand, is_true
from tests.support.tmux import TmuxServer

VARIABLES = {
    "@t": "a#[fg=red]bcdef",
    "@u": "über日本語",
    "@n": "#{@v}",
    "@v": "main",
    "@h": "a#b##c",
    "@path": "/usr/local/lib",
    "@zero": "0",
    "@one": "1",
    "@empty": "",
    "@sp": 'it\'s; $(x) "q"',
}

# Templates that have to give what they give in tmux. `@` options are variables in both.
SAME = (
    # Text.
    "plain", "#", "a#", "##", "###x", "##[x]", "###[x]", "#,#}", "#Q#z", "#[fg=red]", "",
    # Variables.
    "#{@v}", "#{@n}", "#{@t}", "#{@none}", "#{}", "#{:}", "#{@v", "a#{@v}b#{@v", "x#{@v}y", "#{@u}",
    # Conditions.
    "#{?@v,yes,no}", "#{?@zero,yes,no}", "#{?@empty,yes,no}", "#{?@none,yes,no}", "#{?1,a,b}",
    "#{?0,a,b,c}", "#{?@v,a}", "#{?@v}", "#{?#{@v},a,b}", "#{?#{@zero},a,b}", "#{?@v,#,#},b}",
    "#{?@none,a#,b,c}", "#{?@v,#{?@zero,1,2},3}", "#{?#{==:1,1},#[fg=red#,bold],no}x",
    "#{?@v,#{@u},}", "#[fg=#{?@v,red,blue}]", "x#{?@one,#[fg=red],}y",
    # Comparisons.
    "#{==:a,a}", "#{==:a,b}", "#{==:a}", "#{!=:a,b}", "#{<:a,b}", "#{>:a,b}", "#{<=:a,a}",
    "#{>=:b,a}", "#{==:#{@v},main}", "#{||:0,1}", "#{||:0,}", "#{||:x,}", "#{&&:1,0}", "#{&&:a,b}",
    "#{&&:#{@v},#{@none}}",
    # Matches.
    "#{m:*ai*,#{@v}}", "#{m:ai,#{@v}}", "#{m:[ab]*,abc}", "#{m:a?c,a/c}", "#{m/i:MAIN,#{@v}}",
    "#{m/r:^m.*n$,#{@v}}", "#{m/ri:^MA,#{@v}}", "#{m/r:[[:digit:]]+,ab1}", "#{m/r:(,x}",
    # Widths.
    "#{=2:@v}", "#{=-2:@v}", "#{=99:@v}", "#{=3:@t}", "#{=-3:@t}", "#{=6:@u}", "#{=5:@u}",
    "#{=-4:@u}", "#{=/2/..:@v}", "#{=/-2/..:@v}", "#{=/9/..:@v}", "#{=abc:@v}", "#{=:@v}",
    "#{=2:#{@v}}", "#{=4:@h}", "#{p10:@v}|", "#{p-10:@v}|", "#{p2:@v}", "#{p12:@u}|", "#{p0:@v}",
    "#{=3;p5:@v}|", "#{w:@u}", "#{w:@t}", "#{w:@v}", "#{n:@v}", "#{n:@t}",
    # Paths, quoting.
    "#{b:@path}", "#{d:@path}", "#{b:@v}", "#{q:@sp}", "#{q:@v}", "#{q/h:@h}", "#{q/e:@h}",
    # Twice, literally.
    "#{E:@n}", "#{E:@v}", "#{T:@n}", "#{l:#{@v}}", "#{l:a#,b}", "#{E:@t}",
    # Arithmetic.
    "#{e|+:1,2}", "#{e|-:1,5}", "#{e|*:3,4}", "#{e|/:7,2}", "#{e|/:-7,2}", "#{e|m:7,3}",
    "#{e|m:-7,3}", "#{e|==:1,1}", "#{e|!=:1,2}", "#{e|<:1,5}", "#{e|>=:1,5}", "#{e|/|f|3:1,3}",
    "#{e|/|f:1,3}", "#{e|+|f:1,2}", "#{e|*|f|4:5.5,3}", "#{e|+:x,1}", "#{e|?:1,1}", "#{e|*:1.9,2}",
    "#{e|+|f|0:1,2.7}", "#{e|+:#{@one},#{@one}}",
    # The rest.
    "#{a:98}", "#{a:300}", "#{a:x}", "#{s/a/b/:@v}", "#{s/A/b/i:@v}", "#{s/m(.)/<\\1>/:@v}",
    "#{s/x/y/:@v}", "#{s|a|b|:@t}", "#{s/a/b/;=2:@v}", "#{x;y:z}", "#{c:#ff0011}", "#{c:colour232}",
    "#{t:@one}", "#{t:@v}",
)  # fmt: skip


def test_templates_give_what_they_give_in_tmux(tmux: TmuxServer) -> None:
    tmux.ok("new-session", "-d", "cat")
    for name, value in VARIABLES.items():
        tmux.ok("set-option", "-g", name, value)
    now = time.time()
    different = [
        (template, ours, theirs)
        for template in SAME
        # display-message puts its template through strftime, as `now` does.
        if (ours := expand(template, VARIABLES, now=now)) != (theirs := tmux.display(template))
    ]
    assert different == []


@pytest.mark.parametrize(
    ("template", "text"),
    [
        ("%H:%M %d-%b-%y", "12:34 05-Feb-26"),
        ("100%% %", "100% %"),
        ("#{T:@when}", "2026"),
        ("#{@when}", "%Y"),
        ("#{t:when}", "Thu Feb  5 12:34:00 2026"),
        ("#{t/p:when}", "12:34"),
        ("#{t/p:old}", "04Jul"),
        ("#{t/f/%%Y#:%%m:when}", "2026:02"),
        ("#{t:}#{t:bad}#{t:huge}", ""),
    ],
)
def test_times(template: str, text: str) -> None:
    now = time.mktime((2026, 2, 5, 12, 34, 0, 0, 0, -1))
    old = time.mktime((2025, 7, 4, 1, 2, 3, 0, 0, -1))
    variables = {
        "@when": "%Y", "when": str(int(now)), "old": str(int(old)), "bad": "x", "huge": "9" * 15,
    }  # fmt: skip
    assert expand(template, variables, now=now) == text


def test_without_a_time_strftime_is_left_alone() -> None:
    assert expand("%H #{T:@x} 50%", {"@x": "%%"}) == "%H % 50%"


def test_commands_are_run_by_the_job_and_their_output_is_data() -> None:
    ran: list[str] = []

    def job(command: str) -> str:
        ran.append(command)
        return "#{secret} #(rm)"

    variables = {"secret": "x", "@cmd": "#(date)"}
    assert expand("a#(echo #{secret} (b))c", variables, job=job) == "a#{secret} #(rm)c"
    assert expand("#{E:@cmd}", variables, job=job) == "#{secret} #(rm)"
    assert ran == ["echo x (b)", "date"]
    assert expand("a#(date)b", variables) == "ab"


def fail(command: str) -> str:
    """Refuse to run a command."""
    raise AssertionError(command)


HOSTILE = (
    "#(touch /tmp/x)",
    "#{E:pane_title}",
    "#{secret}",
    "#[fg=red]",
    "##(x)",
    "#",
    "%H",
    "#,}",
)


@pytest.mark.parametrize("title", HOSTILE)
@pytest.mark.parametrize(
    "template",
    [
        "#{pane_title}", "#T", "#{E:pane_title}", "#{T:pane_title}", "#{E:#{pane_title}}",
        "#{E:@fmt}", "#{T:@twice}", "#{?pane_title,#{pane_title},}", "#{E:#{E:pane_title}}",
        "#{=100:pane_title}", "#{p3:pane_title}", "#{E:#{?1#{pane_title},#{pane_title},}}",
    ],
)  # fmt: skip
def test_what_a_program_wrote_is_never_a_template(title: str, template: str) -> None:
    variables = {
        "pane_title": title, "secret": "leaked", "@fmt": "#{pane_title}", "@twice": "#{E:@fmt}",
    }  # fmt: skip
    text = expand(template, variables, job=fail)
    assert "leaked" not in text
    # Before a `[` the `#` stay doubled, which is how they are drawn as they are.
    assert re.sub("#+", "#", text.strip()) == re.sub("#+", "#", title)


@pytest.mark.parametrize("times", range(1, 20))
def test_data_expanded_many_times_stays_data(times: int) -> None:
    template = "#{E:" * times + "#{pane_title}" + "}" * times
    variables = {"pane_title": "#(rm) #{secret}", "secret": "leaked"}
    text = expand(template, variables, job=fail)
    assert text == ("#(rm) #{secret}" if times <= 8 else "(rm) {secret}")


def test_in_a_styled_text_data_cannot_style() -> None:
    variables = {"pane_title": "#[fg=red]x", "@style": "#[bold]#{pane_title}"}
    assert expand("#[dim]#{pane_title}", variables, styled=True) == "#[dim]##[fg=red]x"
    assert "[fg=red]" in (text := expand("#{E:@style}", variables, styled=True))
    assert text.replace("##", "") == "#[bold][fg=red]x"
    assert expand("#{=4:pane_title}", {"pane_title": "a#b#c"}, styled=True) == "a##b##"
    assert expand("#{window_flags}", {"window_flags": "##-"}, styled=True) == "##-"
    assert expand("#{window_flags}", {"window_flags": "##-"}) == "##-"


def test_in_a_command_data_cannot_do_anything() -> None:
    ran: list[str] = []

    def job(command: str) -> str:
        ran.append(command)
        return ""

    variables = {"path": "/a b/$(rm -rf ~)`x`;y|z\"'&\n", "n": "1"}
    expand('#(ls "#{path}" #{path} #{q:n})', variables, job=job)
    assert ran == ['ls "/a b/rm -rf xyz" /a b/rm -rf xyz 1']
    expand("#(ls #{q:path})", {"path": "a b;$(c)"}, job=job)
    assert ran[1:] == [r"ls a\ b\;\$\(c\)"]


@pytest.mark.parametrize(
    "template",
    [
        "#{E:@self}", "#{E:@twins}", "#{T:@self}", "#{?#{E:@self},a,b}", "#{p2147483647:x}",
        "#{?1,"* 3000, "#{" * 30_000, "#(" * 30_000, "#{?#{" * 10_000, "#{=9:" * 5000 + "x",
        "#{s/a*/" + "b" * 400 + "/:@long}", "#{m/r:(a+)+$,#{@long}!}", "#{m/r:((a|a)*)*b,#{@long}}",
        "#{s/(a*)*b/x/:@long}", "#{m/r:.*.*.*.*.*.*.*.*x,#{@long}}", "#" * 60_000, "x" * 100_000,
        "#{m:" + "*a" * 200 + "b,#{@long}}", "#{e|*|f|20:1e300,1e300}",
        "#{e|*:" + "9" * 400 + ",9}",
        "#{a:" + "9" * 5000 + "}", "#{=" + "9" * 5000 + ":@long}", "#{;;;;;:x}", "#{=/:x}",
    ],
)  # fmt: skip
def test_no_template_takes_long_or_gives_much(template: str) -> None:
    variables = {"@self": "#{E:@self}", "@twins": "#{E:@twins}#{E:@twins}", "@long": "a" * 5000}
    assert len(expand(template, variables, now=0)) <= MAX_CHARS


@settings(deadline=None, max_examples=400)
@given(
    st.lists(
        st.sampled_from(
            [*"#{}(),:;/|?=-%[]a1", "#{", "#(", "##", "@x", "pane_title"]
            + [modifier.example for modifier in MODIFIERS]
            + [modifier.name for modifier in MODIFIERS]
        ),
        max_size=40,
    ).map("".join)
)
def test_any_template_gives_text(template: str) -> None:
    variables = {"@x": "#{E:@x}#{pane_title}", "pane_title": "#(evil)#{leak}", "leak": "leaked"}
    text = expand(template, variables, now=1.0, job=fail if "#(" not in template else None)
    assert len(text) <= MAX_CHARS
    assert "leaked" not in text or "leak" in template


@pytest.mark.parametrize("modifier", MODIFIERS, ids=lambda modifier: modifier.name)
def test_every_example_of_the_table_is_read_as_that_modifier(modifier: ModifierHelp) -> None:
    assert modifier.help.endswith(".")
    name, body = modifier.name, modifier.example.removeprefix("#{").removesuffix("}")
    if name == "?":
        assert body.startswith("?")
    else:
        assert parse_modifiers(body, str)[0][0].name == name


def test_loops_need_to_know_about_sessions() -> None:
    assert expand("#{S:x}#{W:x}#{P:x}#{L:x}#{N:x}#{C:x}", {}) == "00"


@pytest.mark.parametrize(("text", "true"), [("", False), ("0", False), ("00", True), ("no", True)])
def test_what_is_true(text: str, true: bool) -> None:
    assert is_true(text) is true
