"""How soon an agent's question is on the screen: from the call of the tool to the dialog."""

from __future__ import annotations

import json
import subprocess
import time
from typing import Any

from tests.bench.client import TooSlow
from tests.bench.measure import Measure, Setting, one, under
from tests.bench.multiplexer import BIN, SCENE, Multiplexer

ENTER = b"\r"
WARM = 2
"""Calls that are made before the clock counts."""


class Bridge:
    """A running `mplex-mcp` and the little of its protocol that a call takes."""

    def __init__(self, multiplexer: Multiplexer) -> None:
        self._process = subprocess.Popen(
            [str(BIN / "mplex-mcp"), "-S", str(multiplexer.socket), "-t", SCENE.format(1)],
            env=multiplexer.house.environ,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        self._count = 0
        info = {"name": "bench", "version": "1"}
        self.request("initialize", protocolVersion="2025-11-25", capabilities={}, clientInfo=info)
        self.answer()
        self._send(method="notifications/initialized")

    def request(self, method: str, **params: Any) -> None:
        """Send a request."""
        self._count += 1
        self._send(id=self._count, method=method, params=params)

    def _send(self, **message: Any) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
        self._process.stdin.flush()

    def answer(self) -> Any:
        """Return the result of the request sent last."""
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise TooSlow("mplex-mcp has ended")
        return json.loads(line)["result"]

    def close(self) -> None:
        """Leave it."""
        with self._process as process:
            assert process.stdin is not None
            process.stdin.close()


def call(multiplexer: Multiplexer, setting: Setting) -> list[float]:
    """Call the tool and answer, again and again; return milliseconds until each dialog is shown."""
    scene = multiplexer.scene(1)
    scene.client.settle()
    bridge = Bridge(multiplexer)
    samples = []
    try:
        for number in range(WARM + setting.keys // 3):
            title = f"<question-{number}>"
            spec = {"screens": [{"id": "one", "title": title, "body": "Go on?"}]}
            started = time.perf_counter()
            bridge.request("tools/call", name="plexer_show", arguments={"spec": spec})
            samples.append((scene.client.wait_for(title.encode(), 10) - started) * 1000)
            scene.client.key(ENTER)
            bridge.answer()
            scene.client.settle()
    finally:
        bridge.close()
    return samples[WARM:]


MEASURES = (Measure("agent's call to dialog", "ms", call, one(under(100)), mplex_only=True),)
