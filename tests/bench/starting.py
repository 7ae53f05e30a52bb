"""How long starting takes: to a prompt with and without a server, and for commands from a shell."""

from __future__ import annotations

import subprocess
import sys
import time

from tests.bench.measure import Measure, Setting, one, under
from tests.bench.multiplexer import BIN, Multiplexer

PROMPT = "usable>"
SHELL = f"PS1='{PROMPT} ' exec sh"


def start(multiplexer: Multiplexer, setting: Setting) -> list[float]:
    """Start a server and a session; return milliseconds until the shell's prompt is shown."""
    samples = []
    for _ in range(setting.starts):
        with multiplexer.fresh() as fresh:
            client = fresh.client("new-session", SHELL)
            samples.append((client.wait_for(PROMPT.encode()) - client.started) * 1000)
            client.close()
    return samples


def attach(multiplexer: Multiplexer, setting: Setting) -> list[float]:
    """Attach to a session; return milliseconds until its screen is shown."""
    samples = []
    with multiplexer.fresh() as fresh:
        client = fresh.client("new-session", "-s", "attach", SHELL)
        client.wait_for(PROMPT.encode())
        client.close()
        for _ in range(setting.starts):
            client = fresh.client("attach-session", "-t", "attach")
            samples.append((client.wait_for(PROMPT.encode()) - client.started) * 1000)
            client.close()
    return samples


def list_sessions(multiplexer: Multiplexer, setting: Setting) -> list[float]:
    """Run `list-sessions`; return its milliseconds."""
    multiplexer.scene(1)
    return [_time(multiplexer, multiplexer.argv("list-sessions")) for _ in range(setting.starts)]


def control_call(multiplexer: Multiplexer, setting: Setting) -> list[float]:
    """Run `mplex-ctl call list`; return its milliseconds."""
    multiplexer.scene(1)
    argv = [str(BIN / "mplex-ctl"), "-S", str(multiplexer.socket), "call", "list", "{}"]
    return [_time(multiplexer, argv) for _ in range(setting.starts)]


def bare_python(multiplexer: Multiplexer, setting: Setting) -> list[float]:
    """Start Python and do nothing, to judge the others by; return its milliseconds."""
    argv = [sys.executable, "-c", "pass"]
    return [_time(multiplexer, argv) for _ in range(setting.starts)]


def import_client(multiplexer: Multiplexer, setting: Setting) -> list[float]:
    """Import what an attached client is made of; return the milliseconds of the import alone."""
    code = (
        "import time; start = time.perf_counter()\n"
        "import mplex.client, mplex.client.attach, mplex.client.request\n"
        "print(time.perf_counter() - start)"
    )
    argv = [sys.executable, "-c", code]
    runs = [
        subprocess.run(
            argv,
            env=multiplexer.house.environ,
            capture_output=True,
            text=True,
            check=True,
            timeout=20,
        )
        for _ in range(setting.starts)
    ]
    return [float(run.stdout) * 1000 for run in runs]


def _time(multiplexer: Multiplexer, argv: list[str]) -> float:
    start = time.perf_counter()
    subprocess.run(argv, env=multiplexer.house.environ, capture_output=True, check=True, timeout=20)
    return (time.perf_counter() - start) * 1000


MEASURES = (
    Measure("start to a prompt", "ms", start, one(under(200))),
    Measure("attach", "ms", attach, one(under(80))),
    Measure("list-sessions", "ms", list_sessions, one(under(60))),
    Measure("mplex-ctl call", "ms", control_call, one(under(60)), mplex_only=True),
    Measure("import mplex.client", "ms", import_client, one(under(25)), mplex_only=True),
    Measure("start of a bare Python", "ms", bare_python, one(under(60)), mplex_only=True),
)
