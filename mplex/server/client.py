"""One attached terminal: what it looks at, what it has been sent, and what its keyboard is doing.

A client is a view and owns nothing: it has its own current window and size, and when it goes,
sessions live on. It ties together the parts that each have one job: `keyboard` (decoding, tables),
`stage` (messages, prompts, overlays, questions), `view` (what is where on the screen), `scene` and
the renderer (drawing).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from mplex.geometry import Point, Rect, Size
from mplex.model.pane import Pane
from mplex.model.session import Session
from mplex.model.window import Window
from mplex.protocol.messages import Detached, Hello
from mplex.server.connection import Connection
from mplex.server.keyboard import Keyboard
from mplex.server.lazy import make_prompt
from mplex.server.line import ClientLine
from mplex.server.mouse import MouseTracker
from mplex.server.question import Question
from mplex.server.scene import scene_of
from mplex.server.stage import Stage
from mplex.server.viewport import Viewport
from mplex.server.window_look import WindowLook
from mplex.term.features import Features, features_of, guess_cell, learn, overridden
from mplex.term.frame import Frame
from mplex.term.keys import Key, MouseEvent, ReplyEvent
from mplex.term.renderer import Renderer
from mplex.ui.frame import FrameComposer
from mplex.ui.overlay import Overlay
from mplex.ui.prompt_request import PromptRequest
from mplex.ui.rows import Row
from mplex.ui.status_row import StatusRow
from mplex.ui.theme import Theme

if TYPE_CHECKING:
    from mplex.server.server import Server

MIN_SIZE = Size(1, 1)
MAX_SIZE = Size(1000, 2000)
"""The largest terminal that is drawn; a client that says it is larger is cropped."""
PICTURE_TIME = 0.03
"""Seconds until a frame that could not show a picture yet is drawn again."""
PROGRESS_TIME = 3.0
"""Seconds for which the status row says how far something has come."""
BEHIND_MAX = 4 << 20
"""Bytes a terminal may be behind and still get what programs send beside the frames.

More than one full clipboard; what goes beyond is dropped, so that no program gets a client cut off.
"""


class Bars(NamedTuple):
    """What a client shows around its window's panes."""

    lines: Sequence[StatusRow]
    rows: Sequence[Row]
    """The same as they are drawn; none when the status is off."""
    at_top: bool
    title: str
    """What the user's terminal is called."""


class AttachedClient:
    """A client on a session."""

    def __init__(
        self,
        server: Server,
        connection: Connection,
        hello: Hello,
        session: Session,
        window: Window,
        *,
        readonly: bool = False,
    ) -> None:
        self.server = server
        self.pid = hello.pid
        self.tty = hello.tty
        self.name = hello.tty or f"client-{hello.pid}"
        self.termname = hello.term
        self.environ = dict(hello.environ)
        self.cwd = hello.cwd
        self.created = self.activity = time.time()
        self.session, self.window = session, window
        self.last_session: Session | None = None
        self.readonly = readonly
        self.focused = True
        self.size = _bounded(Size(hello.rows, hello.cols))
        self.pixels = _cell_pixels(hello.rows, hello.cols, hello.xpixel, hello.ypixel)
        self._overrides = _overrides(server, hello)
        self.features = features_of(hello.term, hello.environ, self._overrides)
        self.features = guess_cell(self.features, self.pixels[1], self.pixels[0])
        self.stage = Stage(server.loop, self.size, make_prompt, self._stage_changed)
        self.stage.on_free = self._free
        self.keyboard = Keyboard(
            server.loop,
            lambda event: server.router.route(self, event),
            self.status_changed,
            lambda: server.tree.options.number("escape-time") / 1000,
        )
        self.view = Viewport(self)
        self.mouse = MouseTracker()
        self.drag: Callable[[MouseEvent], None] | None = None
        self.attached = True
        self.awaits_echo = False
        """A key went to a pane, and nothing has come back from there yet."""
        self.line = ClientLine(server.loop, connection, lends=hello.flags.get("direct") is True)
        self.on_caught_up: Callable[[], None] = lambda: None
        """Called when what is typed is taken again, after too much had come for one turn."""
        self._renderer = Renderer(self.size, self.features)
        self._composer = FrameComposer()
        self._bars: Bars | None = None
        self._look: WindowLook | None = None
        self._mouse_level = -1
        self.line.on_open = self._opened
        self.line.on_data = self._typed
        self.line.on_drained = self.redraw
        self.line.on_gone = self.gone
        self.keyboard.on_caught_up = self._caught_up

    @property
    def session_id(self) -> int:
        """The id of the session it looks at."""
        return self.session.id

    @property
    def busy_with(self) -> str | None:
        """The run that holds the keyboard; see `FlowClient`."""
        return self.stage.busy_with

    @property
    def key_table(self) -> str:
        """The key table in which the next key is looked up."""
        return self.keyboard.table

    @property
    def default_table(self) -> str:
        """The key table in which a key sequence begins."""
        return self.keyboard.default_table

    @property
    def prefix_active(self) -> bool:
        """Say whether the prefix has been typed and a key is awaited."""
        return self.keyboard.table != self.keyboard.default_table

    @property
    def theme(self) -> Theme:
        """The styles of everything that is not a pane."""
        return self.look.theme

    @property
    def look(self) -> WindowLook:
        """How its window is drawn, worked out again when something it shows has changed."""
        if self._look is None:
            self._look = WindowLook(self, self.server.status)
        return self._look

    @property
    def outer_title(self) -> str:
        """What the user's terminal is called; "" leaves it alone."""
        return self.bars.title

    @property
    def pane_area(self) -> Size:
        """The room that the client has for a window."""
        return self.view.area

    @property
    def offset(self) -> Point | None:
        """The window's cell that is shown top left, None when the whole window is seen."""
        return self.view.offset

    def start(self) -> None:
        """Take the terminal over as soon as the client's process has made it ready."""
        self.line.start(self.session.name)

    def _opened(self) -> None:
        self.line.send(self._renderer.start())
        self._set_mouse()
        self.redraw()

    def detach(self, message: str = "detached", *, hangup: bool = False) -> None:
        """Let go of the terminal, which says `message`."""
        self._end("hangup" if hangup else "detached", message)

    def exited(self, message: str = "exited") -> None:
        """Let go of the terminal because its session has ended."""
        self._end("exited", message)

    def replace(self, command: str) -> None:
        """Let go of the terminal and run a shell command there instead (`detach-client -E`)."""
        self._end("exec", command)

    def _end(self, reason: str, message: str) -> None:
        if not self.attached:
            return
        self.line.end(self._renderer.stop(), Detached(reason, message))
        self.gone()

    def gone(self, *, left: bool = False) -> None:
        """The terminal is gone, by our doing or its own; a client that `left` tidies up itself."""
        if not self.attached:
            return
        self.attached = False
        self.line.drop(b"" if left else self._renderer.stop())
        self.keyboard.stop()
        self.server.client_gone(self)
        self.stage.leave()

    def input(self, data: bytes) -> None:
        """Take bytes from the terminal."""
        self.keyboard.feed(data)

    def _typed(self, data: bytes) -> None:
        """Take what comes straight from the terminal, and not more than there is time for."""
        self.keyboard.feed(data)
        if self.keyboard.behind:
            self.line.hold()

    def _caught_up(self) -> None:
        self.line.go_on()
        self.on_caught_up()

    def resized(self, size: Size, xpixel: int, ypixel: int) -> None:
        """Take the terminal's new size."""
        before, self.pixels = self.pixels, _cell_pixels(size.rows, size.cols, xpixel, ypixel)
        if self.pixels != before:
            self._take(guess_cell(self.features, self.pixels[1], self.pixels[0]))
            self.line.send(self._renderer.ask_cell())
        size = _bounded(size)
        if size != self.size:
            self.size = size
            self._renderer.resize(size)
            self.stage.resize(size)
            self.status_changed()
        self.used()
        self.server.client_resized(self)
        self.redraw()

    def suspend(self) -> None:
        """Give the terminal back and stop the client process until it is continued."""
        # What was read together with the key for this is not for the pane.
        self.keyboard.stop()
        self.line.suspend(self._renderer.stop())

    def resumed(self) -> None:
        """The client process goes on after a suspend."""
        self.line.resumed()
        self._mouse_level = -1
        self.line.send(self._renderer.start())
        self.redraw()

    def learn(self, reply: ReplyEvent) -> None:
        """Take an answer of the terminal about itself."""
        # What the user says of the terminal counts more than what it says itself.
        self._take(overridden(learn(self.features, reply), self.termname, self._overrides))
        self.server.client_replied(self, reply)

    def _take(self, features: Features) -> None:
        """Draw for a terminal of which more is known now."""
        before, self.features = self.features, features
        if features != before:
            self._renderer.features = features
            # What is shown stays right unless the colours mean something else now.
            if features.colours != before.colours:
                self._renderer.forget()
                self.redraw()
            elif features.graphics != before.graphics:
                # A dialog that is open may show its pictures as such from now on.
                self.redraw()

    def switch(self, session: Session, window: Window | None = None) -> None:
        """Look at another session, at its current window or at `window`."""
        if session is not self.session:
            self.last_session = self.session
            self.session = session
            self.server.client_switched(self)
        self.select_window(window or session.current)

    def select_window(self, window: Window) -> None:
        """Look at `window`, and make it current in the session."""
        self.session.select(window)
        self.show_window(window)

    def show_window(self, window: Window) -> None:
        """Look at `window` of the session, whichever is current there."""
        self.window = window
        window.clear_alerts()
        self.view.follow_again()
        self.drag = None
        self.server.window_shown(self)
        self.status_changed()
        self.redraw()

    def message(self, text: str, seconds: float | None = None) -> None:
        """Show `text` in the status row; None takes `display-time`, 0 waits for a key."""
        if seconds is None:
            seconds = self.session.options.number("display-time") / 1000
        self.server.log(text)
        self.stage.show_message(text, seconds)

    def clear_message(self) -> None:
        """Take the message away."""
        self.stage.clear_message()

    def open_prompt(self, prompt: PromptRequest) -> None:
        """Ask in the status row; CommandError when a prompt is open already."""
        self.stage.open_prompt(prompt)

    def open_overlay(self, overlay: Overlay) -> None:
        """Draw `overlay` over the panes and give it the keys it takes."""
        self.stage.open_overlay(overlay)

    def close_overlay(self, overlay: Overlay) -> None:
        """Take an overlay away if it is still there."""
        self.stage.close_overlay(overlay)

    def pane_rect(self, pane: Pane) -> Rect:
        """Return where a pane of the window is on the screen, cut to it; empty when it is not."""
        return self.view.pane_rect(pane)

    def set_key_table(self, name: str) -> None:
        """Look the next key up in the key table `name`."""
        self.keyboard.set_table(name)

    def press(self, key: Key) -> None:
        """Take a key as if it had been typed at the terminal."""
        self.server.router.table_key(self, key)

    def show_question(self, question: Question, run: str) -> None:
        """Put a flow's question on the screen."""
        self.stage.show_question(question, run)

    def drop_question(self, question: Question, keep_for: str) -> None:
        """Take a flow's question off the screen."""
        self.stage.drop_question(question, keep_for)

    def question_changed(self) -> None:
        """Draw the question again: its asker has changed what it shows."""
        self.stage.question_changed()

    def show_progress(self, text: str) -> None:
        """Show in the status row how far something has come."""
        self.stage.show_message(text, PROGRESS_TIME)

    def end_run(self, run: str) -> None:
        """Give the keyboard back after the last screen of a run."""
        self.stage.end_run(run)

    def used(self) -> None:
        """Note that the person has done something here; windows take the size of who is active."""
        self.activity = time.time()
        self.server.client_used(self)

    def copy_out(self, data: bytes) -> None:
        """Put `data` on the terminal's clipboard when `set-clipboard` allows."""
        if self.server.tree.options.text("set-clipboard") != "off":
            self._send_beside(self._renderer.clipboard(data))

    def notify_out(self, title: str, body: str, urgency: int = 1) -> None:
        """Have the terminal show a desktop notification; `urgency` is 0, 1 or 2."""
        self._send_beside(self._renderer.notify(title, body, urgency))

    def bell(self) -> None:
        """Ring the terminal's bell."""
        self._send_beside(self._renderer.bell())

    def pass_through(self, data: bytes) -> None:
        """Send bytes from a program to the terminal as they are."""
        self._send_beside(data)
        self._renderer.forget()
        self.redraw()

    def redraw(self, *, at_once: bool = False) -> None:
        """Draw at the next chance; `at_once` is for what a key in a dialog has changed."""
        if self.attached:
            redraws = self.server.redraws
            (redraws.hurry if at_once else redraws.touch)(self)

    def redraw_all(self) -> None:
        """Draw everything anew, whatever the terminal shows."""
        self._renderer.forget()
        self.status_changed()

    def status_changed(self) -> None:
        """Work everything that options and formats say out again for the next frame."""
        self._bars = self._look = None
        self.redraw()

    def draw(self, only: Pane | None = None) -> None:
        """Draw and send one frame, unless the client has not taken the last one yet.

        With `only`, what the other panes have printed meanwhile waits for the next frame.
        """
        if self.line.free:
            self.line.send(self._renderer.draw(self.frame(only)))
            # Somebody may be waiting for the above.
            self._set_mouse()
            self.stage.drawn()
            if self._renderer.waiting:
                self.server.loop.call_later(PICTURE_TIME, self.redraw)

    def frame(self, only: Pane | None = None) -> Frame:
        """Return the picture that the client shows now; `only` as in `draw`."""
        return self._composer.compose(scene_of(self, self.server.pictures, only))

    @property
    def bars(self) -> Bars:
        """What is around the panes, worked out again when something it shows has changed."""
        if self._bars is None:
            height, status = self.view.status_height, self.server.status
            lines = status.rows(self, height)
            rows = tuple(line.row for line in lines) if height else ()
            self._bars = Bars(lines, rows, self.view.status_at_top, status.title(self))
        return self._bars

    def status_lines(self) -> Sequence[StatusRow]:
        """Return the status rows with what is where in them."""
        return self.bars.lines

    def pan(self, direction: str, cells: int) -> None:
        """Move what is seen of a window larger than the client: L R U D, or c to follow again."""
        self.view.pan(direction, cells)
        self.redraw()

    def _set_mouse(self) -> None:
        """Ask the terminal for as much of the mouse as anything here wants."""
        wanted = 0
        if self.session.options.flag("mouse"):
            motion = self.window.active.screen.mouse_mode == 1003
            wanted = 1003 if motion else 1002
        if wanted != self._mouse_level:
            self._mouse_level = wanted
            self.line.send(self._renderer.set_mouse(wanted))

    def _send_beside(self, data: bytes) -> None:
        """Send what is no frame, unless the terminal is far behind."""
        if self.line.unsent <= BEHIND_MAX:
            self.line.send(data)

    def _free(self) -> None:
        """Show the next question, if there is one."""
        if self.attached:
            self.server.show_questions(self)

    def _stage_changed(self) -> None:
        if self.attached:
            self.status_changed()


def _overrides(server: Server, hello: Hello) -> str:
    """Return what is known of the client's terminal beside its TERM: by options, and by -2."""
    options = server.tree.options
    known = [*options.strings("terminal-features"), *options.strings("terminal-overrides")]
    return ",".join([*known, "*:256"] if hello.flags.get("colours256") else known)


def _bounded(size: Size) -> Size:
    return Size(
        max(MIN_SIZE.rows, min(size.rows, MAX_SIZE.rows)),
        max(MIN_SIZE.cols, min(size.cols, MAX_SIZE.cols)),
    )


def _cell_pixels(rows: int, cols: int, xpixel: int, ypixel: int) -> tuple[int, int]:
    """Return the size of one cell in pixels (width, height), zeros when the terminal won't say."""
    if rows <= 0 or cols <= 0:
        return (0, 0)
    return (xpixel // cols, ypixel // rows)
