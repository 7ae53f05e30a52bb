"""What commands know of the server, of a client, of the shell that asked, and of the queue.

Protocols only: the server implements them, and so do the tests' fakes. Whatever a command needs
from outside of the model goes through here, so this page tells all that commands can do.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from mplex.geometry import Point, Rect, Size
from mplex.model.pane import Pane
from mplex.model.session import Session
from mplex.model.target import Target
from mplex.model.tree import Tree
from mplex.model.window import Window
from mplex.term.keys import Key, MouseEvent
from mplex.ui.overlay import Overlay
from mplex.ui.prompt_request import PromptRequest
from mplex.ui.theme import Theme

if TYPE_CHECKING:
    from mplex.commands.command import CommandTable
    from mplex.commands.key_tables import KeyTables
    from mplex.commands.parser import ParsedCommand
    from mplex.commands.wait_for import Channels


class Cancel(Protocol):
    """A call that is still to come."""

    def cancel(self) -> None:
        """Forget the call; harmless when it has been made."""


class ClientApi(Protocol):
    """One attached terminal, as commands see it."""

    readonly: bool
    """Its keys are not given to panes, and most commands are refused."""

    @property
    def name(self) -> str:
        """Its tty's path, or "client-PID"."""

    @property
    def tty(self) -> str:
        """The path of its terminal."""

    @property
    def pid(self) -> int:
        """Its process."""

    @property
    def size(self) -> Size:
        """The size of its terminal."""

    @property
    def termname(self) -> str:
        """Its TERM."""

    @property
    def session(self) -> Session:
        """The session it looks at."""

    @property
    def window(self) -> Window:
        """The window it looks at, which need not be its session's current one."""

    @property
    def created(self) -> float:
        """When it was attached."""

    @property
    def activity(self) -> float:
        """When a key was pressed last."""

    @property
    def key_table(self) -> str:
        """The table in which the next key is looked up."""

    @property
    def last_session(self) -> Session | None:
        """The session it looked at before."""

    @property
    def features(self) -> Any:
        """What its terminal can do."""

    @property
    def prefix_active(self) -> bool:
        """Whether the prefix has been typed."""

    @property
    def offset(self) -> Point | None:
        """The window's cell that it shows top left, None when it shows the whole window."""

    @property
    def theme(self) -> Theme:
        """The styles of overlays."""

    @property
    def pane_area(self) -> Size:
        """The room it has for a window: its size without the status rows."""

    def pane_rect(self, pane: Pane) -> Rect:
        """Return where a pane of its window is on its screen."""

    def close_overlay(self, overlay: Overlay) -> None:
        """Take an overlay away; harmless when it is gone."""

    def switch(self, session: Session, window: Window | None = None) -> None:
        """Look at another session, at its current window or at `window`."""

    def select_window(self, window: Window) -> None:
        """Look at `window`, and make it current in the session."""

    def show_window(self, window: Window) -> None:
        """Look at `window` of its session, whichever is current there."""

    def detach(self, message: str = "detached", *, hangup: bool = False) -> None:
        """Let go of the terminal; `hangup` also ends the client's parent process."""

    def replace(self, command: str) -> None:
        """Detach and run a shell command in the client's place."""

    def suspend(self) -> None:
        """Stop the client process as C-z stops a program."""

    def pan(self, direction: str, cells: int) -> None:
        """Move the part of a larger window that is seen: "L R U D", or "c" to follow the cursor."""

    def press(self, key: Key) -> None:
        """Take a key as if it had been typed at the terminal."""

    def message(self, text: str, seconds: float | None = None) -> None:
        """Show `text` in the status row; None takes `display-time`, 0 waits for a key."""

    def open_prompt(self, prompt: PromptRequest) -> None:
        """Ask in the status row; CommandError when something asks already."""

    def open_overlay(self, overlay: Overlay) -> None:
        """Draw `overlay` over the panes and give it the keys it takes."""

    def set_key_table(self, name: str) -> None:
        """Look the next key up in the key table `name`."""

    def redraw(self) -> None:
        """Draw what has changed."""

    def redraw_all(self) -> None:
        """Draw everything anew, whatever the terminal shows."""

    def copy_out(self, data: bytes) -> None:
        """Put `data` on the terminal's clipboard when `set-clipboard` allows."""


class ConnectionApi(Protocol):
    """The `mplex` process in somebody's shell that sent the commands."""

    terminal: bool
    """It has a terminal that can be attached."""
    size: Size

    def read_stdin(self, on_data: Callable[[bytes], None]) -> None:
        """Call `on_data` once, with all of the process's standard input."""

    def attach(
        self, session: Session, window: Window | None = None, *, readonly: bool = False
    ) -> ClientApi:
        """Turn the process into a client that looks at `session`."""


class ServerApi(Protocol):
    """The server, as commands see it."""

    marked: Target | None
    """The marked pane, where `select-pane -m` put the mark."""

    @property
    def tree(self) -> Tree:
        """Sessions, windows, panes, options and buffers."""

    @property
    def key_tables(self) -> KeyTables:
        """What keys do."""

    @property
    def clients(self) -> Sequence[ClientApi]:
        """The attached clients."""

    @property
    def socket_path(self) -> str:
        """Where it listens."""

    @property
    def pid(self) -> int:
        """Its process."""

    @property
    def version(self) -> str:
        """Its version."""

    @property
    def started(self) -> float:
        """When it was started."""

    @property
    def messages(self) -> Sequence[tuple[float, str]]:
        """The message log: when, and what."""

    @property
    def config_files(self) -> Sequence[str]:
        """The files it was configured from."""

    @property
    def channels(self) -> Channels:
        """What wait-for waits for."""

    @property
    def prompt_history(self) -> dict[str, list[str]]:
        """What was typed at prompts, oldest first, by the type of prompt."""

    def spawn(
        self,
        pane: Pane,
        argv: list[str],
        *,
        cwd: str,
        environ: dict[str, str] | None = None,
    ) -> None:
        """Start a process in `pane`.

        It takes the place of what runs there now. No `argv` means the default command or shell; a
        single word is a command line for the shell. `environ` is added to the session's.
        CommandError when it cannot be started.
        """

    def kill_pane(self, pane: Pane) -> None:
        """End the pane's process and take the pane away, with what becomes empty through it."""

    def kill_window(self, window: Window) -> None:
        """End a window and all of its panes."""

    def kill_session(self, session: Session) -> None:
        """End a session and all of its windows; its clients are detached or moved on."""

    def kill_server(self) -> None:
        """End everything."""

    def layout_changed(self, window: Window) -> None:
        """Give the ptys their new sizes and redraw."""

    def redraw(self, window: Window | None = None) -> None:
        """Redraw the clients that look at `window`, or all."""

    def redraw_status(self) -> None:
        """Redraw every status row."""

    def write(self, pane: Pane, data: bytes) -> None:
        """Give `data` to the pane's process as it is."""

    def send_key(self, pane: Pane, key: Key) -> None:
        """Give a key to the pane's process, encoded for the modes it has set."""

    def paste(self, pane: Pane, data: bytes, bracketed: bool) -> None:
        """Give `data` to the pane as a paste, in brackets if wanted and the pane asked for them."""

    def send_mouse(self, pane: Pane, event: MouseEvent) -> None:
        """Give a mouse event to the pane's process if it wants it."""

    def pipe(self, pane: Pane, command: str, *, output: bool, input: bool) -> None:
        """Connect the pane to a shell command; "" ends the present one."""

    def is_piped(self, pane: Pane) -> bool:
        """Say whether `pipe` connects the pane to a command."""

    def drag_border(self, client: ClientApi, hit: MouseHit) -> None:
        """Let the border that `hit` grabbed follow the mouse until the button is released."""

    def copy(self, data: bytes, client: ClientApi | None, name: str | None = None) -> None:
        """Add a paste buffer and pass it to the clipboard of `client`."""

    def run_job(
        self,
        command: str,
        *,
        cwd: str,
        environ: Mapping[str, str],
        on_done: Callable[[int, bytes], None],
        stdin: bytes = b"",
    ) -> None:
        """Run a shell command on `stdin`; `on_done` gets its exit status and output."""

    def call_later(self, seconds: float, callback: Callable[[], None]) -> Cancel:
        """Call `callback` in `seconds`."""

    def client_for(self, session: Session | None, pane: Pane | None = None) -> ClientApi | None:
        """Return the client that was used last of those looking at the session or pane."""

    def log(self, text: str) -> None:
        """Add a line to the message log."""


class MouseHit(NamedTuple):
    """A mouse event and what it hit."""

    event: MouseEvent
    name: str
    """The key table's word for it: "MouseDown1Pane"."""
    session: Session | None
    window: Window | None
    pane: Pane | None
    status_range: str = ""
    screen: Point | None = None
    """Where on the client's screen it was; the event itself is relative to the pane."""
    pressed: Point | None = None
    """Where in the pane the button of a drag went down."""

    @property
    def target(self) -> Target:
        """What `{mouse}` and `=` mean."""
        return Target(self.session, self.window, self.pane)


class QueueApi(Protocol):
    """The queue that runs a context's commands."""

    table: CommandTable

    def insert(
        self, commands: Sequence[ParsedCommand], on_end: Callable[[], None] | None = None
    ) -> None:
        """Run `commands` right after the present one, and then call `on_end`."""

    def run_apart(self, commands: Sequence[ParsedCommand]) -> None:
        """Run `commands` now and on their own; the queue may have ended long ago."""

    def pause(self) -> Callable[[], None]:
        """Stop after the present command until the returned function is called."""
