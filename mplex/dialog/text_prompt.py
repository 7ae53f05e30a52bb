"""A text question: the prompt in the status row, and `ContextBox`, which says what it is about.

The line itself is edited by `mplex.ui`; here is what a question adds. The box above it names the
asker, shows title and text, and takes no keys but those that scroll it.
"""

from __future__ import annotations

from collections.abc import Callable

from mplex.dialog.answer import CANCELLED, OK
from mplex.dialog.arrange import Needs, Parts, box_size, content_cols, framed, inside, place
from mplex.dialog.box import Labels, draw_box
from mplex.dialog.caps import PLEXER_FLOW_ANSWER_MAX
from mplex.dialog.dialog_keys import action_of
from mplex.dialog.plain_text import plain_line
from mplex.dialog.scroll_text import ScrollText
from mplex.dialog.spec import AskScreen
from mplex.dialog.wheel import wheel_rows
from mplex.dialog.wording import Wording
from mplex.geometry import Rect, Size
from mplex.term.keys import KeyEvent, MouseEvent
from mplex.ui.markup import literal
from mplex.ui.overlay import HANDLED, IGNORED, Overlay, Rendered, Result
from mplex.ui.prompt_request import PromptRequest
from mplex.ui.surface import Surface
from mplex.ui.theme import Theme
from mplex.vt.styles import DEFAULT, Style

KEYS = "Enter answer · Esc cancel"
SCROLL_KEYS = "PgUp PgDn scroll · "

LINE_COLS = 12
"""Columns that the prompt needs beside its label: a colon, and a line worth the name."""


class ContextBox(Overlay):
    """The title, text and asker of a text question; `waiting` as in `MplexFlowScreen`."""

    modal = False

    def __init__(self, screen: AskScreen, asker: str, styles: Theme | None = None) -> None:
        self.screen = screen
        self.asker = asker
        self.waiting = False
        self._theme = styles or Theme()
        self._wording = Wording(screen)
        self._screen_cols = 1
        self._size = Size(1, 1)

    def layout(self, size: Size) -> Rect:
        """Return a rectangle at the foot of the screen that leaves its first and last row free."""
        self._screen_cols = size.cols
        wanted = max(self._wording.text().cols(), self._labels().cols(), len(SCROLL_KEYS + KEYS))
        cols = content_cols(wanted, size)
        text = self._text_for(framed(cols, size))
        rows, cols = box_size(cols, Needs(text.rows(cols), 0, 0), size)
        rows = max(0, min(rows, size.rows - 2))
        self._size = Size(rows, cols)
        return Rect(size.rows - 1 - rows, (size.cols - cols) // 2, rows, cols)

    def render(self, size: Size) -> Rendered:
        """Draw the box at `size`, which may be smaller than it asked for."""
        self._size = size
        surface = Surface(size)
        draw_box(surface, self._labels(), self._theme)
        text, parts = self._view(size)
        text.draw(surface, parts.text, self._theme)
        if parts.hint.rows:
            scrolls = any(text.hidden(*parts.text.size))
            keys = SCROLL_KEYS + KEYS if scrolls else KEYS
            surface.put(*parts.hint[:2], keys, self._theme["dialog.hint"], parts.hint.cols)
        return Rendered(surface.texts, surface.attrs)

    def on_key(self, event: KeyEvent) -> Result:
        """Scroll a text that has more than fits; everything else is the prompt's."""
        action = action_of(event.key)
        if event.text or action not in ("page-up", "page-down"):
            return IGNORED
        text, parts = self._view(self._size)
        if not any(text.hidden(*parts.text.size)):
            return IGNORED
        text.move(action, *parts.text.size)
        return HANDLED

    def on_mouse(self, event: MouseEvent) -> Result:
        """Scroll with the wheel over the box; the panes around it keep the mouse."""
        inside_box = Rect(0, 0, *self._size).contains(event.row, event.col)
        if not inside_box:
            return IGNORED
        by = wheel_rows(event)
        if by:
            text, parts = self._view(self._size)
            text.scroll(by, *parts.text.size)
        return HANDLED

    def _labels(self) -> Labels:
        return Labels(self._wording.title, self.asker, self.waiting)

    def _text_for(self, size: Size) -> ScrollText:
        """Return the text for a box of `size`; the label is in it when the prompt cuts it."""
        label = self._wording.label.cols() > self._screen_cols - LINE_COLS
        return self._wording.text(title=self._labels().cuts_title(size), label=label)

    def _view(self, size: Size) -> tuple[ScrollText, Parts]:
        content = inside(size)
        text = self._text_for(size)
        return text, place(content, Needs(text.rows(content.cols), 0, 0))


def text_request(
    screen: AskScreen, on_answer: Callable[[str, str | None], None], style: Style = DEFAULT
) -> PromptRequest:
    """Return the prompt for a screen of kind text; `on_answer(status, text)` is called once."""
    label = plain_line(screen.label or screen.title).rstrip()
    return PromptRequest(
        label=literal(f"{label}: ") if label else "> ",
        on_submit=lambda text: on_answer(OK, text[:PLEXER_FLOW_ANSWER_MAX]),
        on_cancel=lambda: on_answer(CANCELLED, None),
        initial=plain_line(screen.initial)[:PLEXER_FLOW_ANSWER_MAX],
        kind="text",
        limit=PLEXER_FLOW_ANSWER_MAX,
        style=style,
    )
