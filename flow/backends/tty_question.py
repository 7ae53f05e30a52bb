"""One question on a whole terminal: the widgets of a server's dialogs, and the picture they make.

The same `MplexFlowScreen`, form, context box and prompt that a server draws over panes, here over
nothing. Events come in, frames go out; the terminal itself is `tty`'s.
"""

from __future__ import annotations

from flow.backends.backend import Changes
from mplex.dialog.answer import CANCEL, EXPIRED, OK, Answer, with_warnings
from mplex.dialog.fields.kit import Kit
from mplex.dialog.flow_screen import MplexFlowScreen
from mplex.dialog.form.form_dialog import FormDialog
from mplex.dialog.form_spec import FormScreen
from mplex.dialog.spec import TEXT, AskScreen
from mplex.dialog.text_prompt import ContextBox, text_request
from mplex.geometry import Point, Rect, Size
from mplex.term.frame import Frame
from mplex.term.keys import Event, KeyEvent, MouseEvent, PasteEvent
from mplex.ui.frame import FrameComposer, PaneView, Scene
from mplex.ui.overlay import Close, Ignored, Overlay, OverlayStack, Result
from mplex.ui.prompt import make_prompt
from mplex.ui.prompt_base import Prompt
from mplex.ui.rows import Row
from mplex.ui.theme import Theme


class TtyQuestion:
    """The widgets of one screen; `answer` is None until the person has given one."""

    def __init__(
        self,
        screen: AskScreen | FormScreen,
        asker: str,
        size: Size,
        *,
        kit: Kit | None = None,
        deadline: float | None = None,
    ) -> None:
        """Build them; `kit` says how they look, `deadline` (monotonic seconds) is a form's."""
        kit = kit or Kit(Theme())
        theme = kit.looks.for_colours(kit.colours)
        self.answer: Answer | None = None
        self._prompt: Prompt | None = None
        self._overlay: Overlay
        self._form: FormDialog | None = None
        if isinstance(screen, FormScreen):
            self._form = FormDialog(screen, asker, kit, deadline=deadline)
            self._overlay = self._form
        elif screen.kind == TEXT:
            self._overlay = ContextBox(screen, asker, theme)
            self._prompt = make_prompt(text_request(screen, self._answered, theme["message"]))
        else:
            self._overlay = MplexFlowScreen(screen, asker, theme)
        self._composer = FrameComposer()
        self._stack = OverlayStack(size)
        self._stack.push(self._overlay)

    @property
    def answered(self) -> bool:
        """Whether the person has given an answer."""
        return self.answer is not None

    @property
    def refresh_seconds(self) -> float:
        """After how many seconds it wants to be drawn again by itself; 0 for never."""
        return self._overlay.refresh_seconds

    def update(self, changes: Changes) -> None:
        """Change the progress fields of a form."""
        if self._form is not None:
            self._form.update(changes)

    def finish(self) -> None:
        """End a form as its asker wants it."""
        self._closed(Close(Answer(OK, {"action": None, "values": {}})))

    def expired(self) -> Answer:
        """Return the answer that says that time is up."""
        return with_warnings(EXPIRED, self._form.warnings if self._form else ())

    def close(self) -> None:
        """Forget what was typed."""
        if self._form is not None:
            self._form.wipe()

    def resize(self, size: Size) -> None:
        """Place everything again; what was typed stays."""
        self._stack.resize(size)

    def frame(self) -> Frame:
        """Return the picture of the whole terminal."""
        size = self._stack.size
        status: list[Row] = []
        cursor = None
        if self._prompt is not None:
            row = self._prompt.render(size.cols)
            status, cursor = [Row(row.text, row.attrs)], Point(0, row.cursor)
        # The box of a text grows as what it says does.
        self._stack.place()
        room = Size(max(1, size.rows - len(status)), size.cols)
        blank = PaneView(Rect(0, 0, *room), (), ())
        scene = Scene(
            size, (blank,), room, status=status, status_cursor=cursor, overlays=self._stack
        )
        return self._composer.compose(scene)

    def take(self, event: Event) -> None:
        """Take what the terminal sent; what is neither key, mouse nor paste means nothing here."""
        if isinstance(event, PasteEvent):
            self._on_paste(event.data)
        elif isinstance(event, MouseEvent):
            rect = self._overlay.layout(self._stack.size).clip(self._stack.size)
            inside = event._replace(row=event.row - rect.row, col=event.col - rect.col)
            self._closed(self._overlay.on_mouse(inside))
        elif isinstance(event, KeyEvent):
            self._on_key(event)

    def type(self, text: str) -> None:
        """Put text into the line that is asked for; other questions take no text."""
        if self._prompt is not None and text:
            self._prompt.on_paste(text.encode())

    def _on_paste(self, data: bytes) -> None:
        if self._prompt is not None:
            self._prompt.on_paste(data)
        else:
            self._overlay.on_paste(data)

    def _on_key(self, event: KeyEvent) -> None:
        result = self._overlay.on_key(event)
        if not isinstance(result, Ignored) or self._prompt is None:
            self._closed(result)
            return
        closing = self._prompt.on_key(event)
        if isinstance(closing, Close):
            self._prompt.on_close(closing.value)

    def _answered(self, status: str, text: str | None) -> None:
        self.answer = Answer(status, text)

    def _closed(self, result: Result) -> None:
        if isinstance(result, Close):
            answer = result.value if isinstance(result.value, Answer) else CANCEL
            self.answer = with_warnings(answer, self._form.warnings if self._form else ())


def typed_text(event: Event) -> str:
    """Return what an event that came too late for its question types."""
    if isinstance(event, KeyEvent):
        return event.text if event.text.isprintable() else ""
    return event.data.decode("utf-8", "replace") if isinstance(event, PasteEvent) else ""
