"""`mplex-ctl`: arguments, what it prints, its exit statuses, and how it is stopped."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import mplex
from flow.aiui.table import TOOLS
from mplex.ctl import VERBS, main
from mplex.errors import Refused, TargetError
from mplex.protocol.methods import METHODS
from tests.flow.fake_control import FakeControl, Json, done
from tests.flow.form_flows import DEPLOY as FORMS
from tests.flow.specs import DEPLOY, actions, flow, screen
from tests.support.waiting import LIMIT, wait_until


class Done(NamedTuple):
    """What a command line came to."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The one object on stdout."""
        return json.loads(self.out)


Ctl = Callable[..., Done]


@pytest.fixture
def ctl(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Ctl:
    """Run a command line of `mplex-ctl` in this process, outside of mplex."""
    for name in ("MPLEX", "MPLEX_PANE"):
        monkeypatch.delenv(name, raising=False)

    def run(*argv: str, stdin: bytes = b"") -> Done:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        try:
            status = main(argv)
        except SystemExit as end:
            assert end.code == 0, "only --help and --version end by themselves"
            status = 0
        out, err = capfd.readouterr()
        assert "Traceback" not in err
        return Done(status, out, err)

    return run


@pytest.fixture
def spec(tmp_path: Path) -> Path:
    """A file with the example of the docs."""
    path = tmp_path / "deploy.json"
    path.write_text(json.dumps(DEPLOY), encoding="utf-8")
    return path


@pytest.fixture
def control(tmp_path: Path) -> Iterator[Callable[..., FakeControl]]:
    """Start a control server with the given answers to `result`."""
    servers: list[FakeControl] = []

    def start(*ends: Json, **methods: Callable[[Json], Any]) -> FakeControl:
        rest = iter(ends)
        answers = {"show": lambda _params: {"flow": "f"}, "result": lambda _params: next(rest)}
        servers.append(FakeControl(tmp_path / "s.ctl", **{**answers, **methods}))
        return servers[-1]

    yield start
    for server in servers:
        server.__exit__()


@pytest.mark.parametrize("argv", ["version -L x {}", "-L x version {}", "version {} -L x"])
def test_options_may_stand_anywhere(ctl: Ctl, argv: str) -> None:
    done = ctl("tool", *argv.split())
    assert (done.status, done.err) == (0, "")
    assert done.json["version"] == mplex.__version__


def refuse(error: Exception) -> Callable[[Json], Json]:
    """Return a method that raises."""

    def method(_params: Json) -> Json:
        raise error

    return method


def test_a_flow_that_is_done(ctl: Ctl, spec: Path, control: Any, tmp_path: Path) -> None:
    server = control(done("ok", 1), done("ok", "v2 é"), done("ok", 0))
    ran = ctl("show", "-S", f"{tmp_path}/s", str(spec))
    assert (ran.status, ran.err) == (0, "")
    answers = {"env": "prod", "tag": "v2 é"}
    assert ran.json == {"status": "done", "answers": answers, "action": "go"}
    assert ran.out.count("\n") == 1 and "é" in ran.out
    assert "target" not in server.params("show")[0]


@pytest.mark.parametrize(
    ("ends", "status", "outcome"),
    [
        ([done("ok", 0), done("cancelled")], 1, "cancelled"),
        ([done("ok", 0), done("ok", 1)], 1, "cancelled"),
        ([done("timeout")], 124, "timeout"),
    ],
)
def test_ends_that_are_not_done_have_their_status(
    ctl: Ctl, spec: Path, control: Any, tmp_path: Path, ends: list[Json], status: int, outcome: str
) -> None:
    control(*ends)
    ran = ctl("-S", f"{tmp_path}/s", "show", str(spec))
    assert (ran.status, ran.json["status"], ran.json["at"]) == (status, outcome, "main")


def test_a_circle_is_an_error_outcome(ctl: Ctl, control: Any, tmp_path: Path) -> None:
    data = flow(screen("a", actions=actions("again"), next="a"))
    control(*[done("ok", 0)] * 64)
    ran = ctl("-S", f"{tmp_path}/s", "show", "-", stdin=json.dumps(data).encode())
    assert (ran.status, ran.json["status"]) == (3, "error")


def test_a_refusal_is_a_sentence_and_no_outcome(
    ctl: Ctl, spec: Path, control: Any, tmp_path: Path
) -> None:
    error = Refused("no client is attached", code="no_client", hint="attach one")
    control(show=refuse(error))
    ran = ctl("-S", f"{tmp_path}/s", "show", str(spec))
    assert (ran.status, ran.out) == (3, "")
    assert ran.err == "mplex-ctl: no client is attached\n  attach one\n"


def test_no_error_has_the_status_of_a_refusing_person(
    ctl: Ctl, spec: Path, control: Any, tmp_path: Path
) -> None:
    control(show=refuse(TargetError("can't find pane: %9")))
    assert ctl("-S", f"{tmp_path}/s", "show", "-t", "%9", str(spec)).status == 3


def test_no_server(ctl: Ctl, spec: Path, tmp_path: Path) -> None:
    for argv in (["show", str(spec)], ["list"], ["call", "hello"]):
        ran = ctl("-S", f"{tmp_path}/none", *argv)
        assert (ran.status, ran.out) == (4, "")
        assert f"{tmp_path}/none.ctl" in ran.err


def test_the_budget_and_the_place_can_be_given(
    ctl: Ctl, spec: Path, control: Any, tmp_path: Path
) -> None:
    server = control(done("cancelled"))
    ctl(
        "-S",
        f"{tmp_path}/s",
        "show",
        "-t",
        "work:1",
        "--client",
        "c",
        "--timeout",
        "500",
        str(spec),
    )
    (params,) = server.params("show")
    assert (params["target"], params["client"]) == ("work:1", "c")
    assert 400 < params["timeout"] <= 500


@pytest.mark.parametrize(
    ("server_of_pane", "argv", "target", "client"),
    [
        ("s", [], "%7", None),
        ("s", ["-t", "%1"], "%1", None),
        ("s", ["--client", "c"], None, "c"),
        ("other", [], None, None),
    ],
)
def test_in_a_pane_the_client_that_looks_at_it_is_asked(
    ctl: Ctl,
    spec: Path,
    control: Any,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    server_of_pane: str,
    argv: list[str],
    target: str | None,
    client: str | None,
) -> None:
    server = control(done("cancelled"))
    monkeypatch.setenv("MPLEX", f"{tmp_path}/{server_of_pane},123,$0")
    monkeypatch.setenv("MPLEX_PANE", "%7")
    ctl("-S", f"{tmp_path}/s", "show", *argv, str(spec))
    (params,) = server.params("show")
    assert (params.get("target"), params.get("client")) == (target, client)


def test_in_a_pane_the_server_of_the_pane_is_asked(
    ctl: Ctl, spec: Path, control: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = control(done("cancelled"))
    monkeypatch.setenv("MPLEX", f"{tmp_path}/s,123,$0")
    monkeypatch.setenv("MPLEX_PANE", "%7")
    ctl("show", str(spec))
    assert server.params("show")[0]["target"] == "%7"


def form_answer(action: str, **values: object) -> Json:
    """Return the end record of a form."""
    return done("ok", {"action": action, "values": values})


def test_a_flow_of_forms_is_run_the_same_way(ctl: Ctl, control: Any, tmp_path: Path) -> None:
    server = control(form_answer("__submit__", env="prod", tag="v2"), form_answer("go", page=True))
    stdin = json.dumps(FORMS).encode()
    ran = ctl("-S", f"{tmp_path}/s", "show", "--timeout", "3600", "-", stdin=stdin)
    assert (ran.status, ran.err) == (0, "")
    answers = {"env": "prod", "tag": "v2", "page": True}
    assert ran.json == {"status": "done", "answers": answers, "action": "go"}
    first, second = server.params("show")
    assert (first["screen"]["kind"], second["screen"]["kind"]) == ("form", "form")
    assert 3000 < first["timeout"] <= 3600


def test_the_budget_keeps_to_the_limits_of_its_version(ctl: Ctl, spec: Path) -> None:
    ran = ctl("show", "--timeout", "3600", str(spec))
    assert (ran.status, ran.out) == (2, "")
    assert "--timeout: is 3600.0; 5 to 600 seconds are allowed" in ran.err


def test_a_valid_flow_of_forms_is_summed_up(ctl: Ctl) -> None:
    ran = ctl("validate", "-", stdin=json.dumps(FORMS).encode())
    assert (ran.status, ran.err) == (0, "")
    assert ran.json == {
        "valid": True,
        "title": "Deploy",
        "timeout": 7200,
        "start": "where",
        "screens": 2,
        "fields": 3,
    }


def test_a_valid_spec_is_summed_up(ctl: Ctl, spec: Path) -> None:
    ran = ctl("validate", str(spec))
    assert ran.status == 0
    assert ran.json == {
        "valid": True,
        "title": "Deploy",
        "timeout": 300,
        "start": "main",
        "screens": 1,
        "fields": 3,
    }


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (b"{}", 'needs "screens"'),
        (
            b'{"screens": [{"id": "a", "bodyy": ""}]}',
            "screens[0].bodyy: is not a known member\n  did",
        ),
        (b'{"screens":\n [}', "standard input:2:3: is not JSON"),
        (b"", "standard input:1:1: is not JSON"),
        (b"\xff\xfe", "standard input: is not UTF-8"),
        (b"[" * 100_000, "standard input: is nested too deeply"),
        (b"9" * 5000, "standard input: is not JSON"),
        (b"NaN", "must be a JSON object, not a number"),
        (b'{"screens": [{"id": "\\ud800", "body": "x"}]}', "not valid Unicode"),
    ],
)
@pytest.mark.parametrize("verb", ["validate", "show"])
def test_what_is_no_spec_is_refused_with_its_place(
    ctl: Ctl, verb: str, text: bytes, words: str
) -> None:
    ran = ctl(verb, "-", stdin=text)
    assert (ran.status, ran.out) == (2, "")
    assert words in ran.err


def test_a_spec_may_begin_with_a_byte_order_mark(ctl: Ctl) -> None:
    assert ctl("validate", "-", stdin=json.dumps(DEPLOY).encode("utf-8-sig")).status == 0


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        ([], "VERB"),
        (["dance"], "dance"),
        (["show"], "spec"),
        (["show", "/nowhere/spec.json"], "cannot read /nowhere/spec.json: No such file"),
        (["show", "/"], "cannot read /: Is a directory"),
        (["show", "a\0b"], "cannot read"),
        (["show", "--timeout", "4", "x"], "5 to 86400"),
        (["show", "--timeout", "nan", "x"], "5 to 86400"),
        (["show", "--timeout", "soon", "x"], "not a number of seconds"),
        (["show", "--backend", "telepathy", "x"], "native"),
        (["-L", "a/b", "list"], "invalid socket name"),
        (["call", "show", "[]"], "must be a JSON object"),
        (["call", "show", "{"], "PARAMS:1:2: is not JSON"),
    ],
)
def test_wrong_usage(ctl: Ctl, argv: list[str], words: str) -> None:
    ran = ctl(*argv)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("mplex-ctl: ") and words in ran.err


def test_call_passes_params_on_and_prints_the_result(
    ctl: Ctl, control: Any, tmp_path: Path
) -> None:
    server = control(hello=lambda params: {"protocol": 1, "got": params})
    socket = ["-S", f"{tmp_path}/s"]
    assert ctl("call", *socket, "hello").json == {"protocol": 1, "got": {}}
    assert ctl("call", *socket, "hello", '{"a": "é"}').json["got"] == {"a": "é"}
    assert ctl("call", *socket, "hello", "-", stdin=b'{"b": 1}').json["got"] == {"b": 1}
    assert len(server.params("hello")) == 3


def test_list_prints_what_the_server_lists(ctl: Ctl, control: Any, tmp_path: Path) -> None:
    listed: Json = {"flows": [], "clients": [], "sessions": []}
    control(list=lambda _params: listed)
    assert ctl("-S", f"{tmp_path}/s", "list").json == listed


def test_help_names_every_verb_and_status(ctl: Ctl) -> None:
    text = " ".join(ctl("--help").out.split())
    assert all(f"{verb.name} {verb.help}" in text for verb in VERBS)
    assert "124 timeout" in text
    for verb in VERBS:
        assert verb.help in " ".join(ctl(verb.name, "--help").out.split())


def test_help_of_a_verb_says_what_can_be_called(ctl: Ctl) -> None:
    calls = ctl("call", "--help").out
    assert all(f"{method.name} {method.takes}\n" in calls for method in METHODS)
    tools = ctl("tool", "--help").out
    assert all(f"{tool.name} " in tools and tool.title in tools for tool in TOOLS)
    assert "124  nobody answered" in tools


def test_version(ctl: Ctl) -> None:
    assert ctl("--version").out == f"mplex-ctl {mplex.__version__}\n"


def test_the_socket_may_be_named_by_l(
    ctl: Ctl, control: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    ran = ctl("-L", "other", "list")
    assert f"{tmp_path}/mplex/other.ctl" in ran.err


# From here on as processes of their own.


def start(*argv: str, **keywords: Any) -> subprocess.Popen[bytes]:
    """Start `mplex-ctl` as a process."""
    return subprocess.Popen(
        [sys.executable, "-m", "mplex.ctl", *argv],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        **keywords,
    )


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_cancels_the_question(
    spec: Path, control: Any, tmp_path: Path, number: signal.Signals
) -> None:
    server: FakeControl = control(result=lambda _params: {"done": False})
    with start("-S", f"{tmp_path}/s", "show", str(spec)) as process:
        wait_until("the question", lambda: server.params("result"))
        process.send_signal(number)
        out, err = process.communicate(timeout=LIMIT)
    assert (process.returncode, err) == (1, b"")
    assert json.loads(out) == {"status": "cancelled", "at": "main", "answers": {}}
    assert server.hung_up.wait(LIMIT), "the dialog goes with the connection"


def test_a_signal_that_was_ignored_stays_ignored(spec: Path, control: Any, tmp_path: Path) -> None:
    answered: list[int] = []

    def result(_params: Json) -> Json:
        return done("ok", 0) if answered else {"done": False}

    server: FakeControl = control(result=result)
    ignore = lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN)  # noqa: E731
    with start("-S", f"{tmp_path}/s", "show", str(spec), preexec_fn=ignore) as process:
        wait_until("the question", lambda: server.params("result"))
        process.send_signal(signal.SIGHUP)
        answered.append(1)
        out, _err = process.communicate(timeout=LIMIT)
    assert json.loads(out)["status"] == "done"


def test_a_reader_that_has_gone_is_no_error(spec: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with subprocess.Popen(
        [sys.executable, "-m", "mplex.ctl", "validate", str(spec)],
        stdout=writing,
        stderr=subprocess.PIPE,
        # Without a buffer nothing would be left for the interpreter to flush at its end.
        env={name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"},
    ) as process:
        os.close(writing)
        _out, err = process.communicate(timeout=LIMIT)
    assert (process.returncode, err) == (0, b"")


def test_a_full_disk_is_an_error(spec: Path) -> None:
    with open("/dev/full", "wb") as full:
        ran = subprocess.run(
            [sys.executable, "-m", "mplex.ctl", "validate", str(spec)],
            stdout=full,
            stderr=subprocess.PIPE,
            timeout=LIMIT,
            check=False,
        )
    assert ran.returncode == 3
    assert b"cannot write the result" in ran.stderr and b"Traceback" not in ran.stderr


def test_an_error_that_cannot_be_written_still_has_its_status(spec: Path) -> None:
    with open("/dev/full", "wb") as full:
        ran = subprocess.run(
            [sys.executable, "-m", "mplex.ctl", "validate", "/nowhere"],
            stderr=full,
            stdout=subprocess.PIPE,
            timeout=LIMIT,
            check=False,
        )
    assert (ran.returncode, ran.stdout) == (2, b"")


def test_output_is_utf8_in_every_locale(control: Any, tmp_path: Path) -> None:
    control(hello=lambda _params: {"name": "日本語"})
    environ = {**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    with start("-S", f"{tmp_path}/s", "call", "hello", env=environ) as process:
        out, err = process.communicate(timeout=LIMIT)
    assert (process.returncode, err) == (0, b"")
    assert json.loads(out.decode("utf-8")) == {"name": "日本語"}


def test_it_starts_without_the_heavy_libraries() -> None:
    heavy = ("urwid", "prompt_toolkit", "asyncio", "pyte", "msgpack", "mplex.ui", "mplex.server")
    program = f"import mplex.ctl, sys; print([name for name in {heavy!r} if name in sys.modules])"
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, timeout=LIMIT, text=True, check=True
    )
    assert ran.stdout == "[]\n"


@pytest.mark.parametrize("argv", [("show", "-"), ("validate", "-"), ("tool", "plexer_show")])
def test_a_closed_standard_input_is_no_refusal(argv: tuple[str, ...]) -> None:
    # Python's own status for an error, 1, would say that the person refused.
    words = [sys.executable, "-m", "mplex.ctl", *argv]
    done = subprocess.run(
        ["sh", "-c", 'exec "$@" <&-', "sh", *words], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "mplex-ctl: cannot read standard input: it is closed\n"
