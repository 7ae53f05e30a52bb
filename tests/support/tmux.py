"""The same terminal around a real tmux, for tests that compare."""

from __future__ import annotations

from pathlib import Path

from tests.support.environment import House
from tests.support.server import Server


class TmuxServer(Server):
    """A private tmux server with the interface of `Server`; it has no control socket."""

    program = ("tmux", "-L", "compare")

    def __init__(self, house: House) -> None:
        super().__init__(house)
        house.environ["TMUX_TMPDIR"] = str(house.runtime)

    @property
    def socket(self) -> Path:
        """The path of the server's socket."""
        return Path(self.display("#{socket_path}"))

    def configure(self, text: str) -> None:
        """Write the configuration that the server reads when it starts."""
        self.house.write(".tmux.conf", text)
