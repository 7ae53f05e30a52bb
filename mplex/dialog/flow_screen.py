"""`MplexFlowScreen`: one question over the panes, a choice from a list or a message.

A frame with the asker's name, text that scrolls, options (for a message one that says OK), and a
line of keys. It closes with an `Answer`; nothing but the person's own key or click closes it with a
value. One line of text is asked in the status row instead: see `text_prompt`.
"""

from __future__ import annotations

from typing import NamedTuple

from mplex.dialog.answer import CANCEL, OK, Answer
from mplex.dialog.arrange import Needs, Parts, box_size, content_cols, framed, inside, place
from mplex.dialog.box import Labels, draw_box
from mplex.dialog.choice_list import ChoiceList
from mplex.dialog.dialog_keys import action_of, option_of
from mplex.dialog.scroll_text import ScrollText
from mplex.dialog.spec import CHOICE, AskScreen
from mplex.dialog.wheel import wheel_rows, wheel_way
from mplex.dialog.wording import Wording
from mplex.geometry import Rect, Size
from mplex.term.keys import KeyEvent, MouseEvent
from mplex.ui.overlay import HANDLED, Close, Overlay, Rendered, Result, centred
from mplex.ui.surface import Surface
from mplex.ui.theme import Theme

OK_LABEL = "OK"
ENTER_SIGN = "⏎"
"""The one option of a message, and the key it shows."""


BRIEF_KEYS = "Enter OK · Esc cancel"
CHOICE_KEYS = "↑↓ select · Enter choose · Esc cancel"
SCROLL_KEYS = "PgUp PgDn scroll · "


class View(NamedTuple):
    """How a dialog is arranged at one size: the text that is shown, and where each part is."""

    text: ScrollText
    parts: Parts

    @property
    def scrolls(self) -> bool:
        """Whether the text is shown, and only in part."""
        return self.parts.text.rows > 0 and any(self.text.hidden(*self.parts.text.size))


class MplexFlowScreen(Overlay):
    """A choice or a message as an overlay; `waiting` shows that the keyboard is still elsewhere."""

    modal = True

    def __init__(self, screen: AskScreen, asker: str, styles: Theme | None = None) -> None:
        self.screen = screen
        self.asker = asker
        self.waiting = False
        self._theme = styles or Theme()
        self._choice = screen.kind == CHOICE
        self._wording = Wording(screen)
        self._options = (
            ChoiceList(screen.options, screen.default)
            if self._choice
            else ChoiceList((OK_LABEL,), keys=ENTER_SIGN)
        )
        self._pressed: int | None = None
        self._size = Size(1, 1)

    def layout(self, size: Size) -> Rect:
        """Return a centred rectangle that holds everything, as far as `size` allows."""
        rect = self._centred(size, scrolls=False)
        if self._view(rect.size).scrolls:
            rect = self._centred(size, scrolls=True)
        self._size = rect.size
        return rect

    def render(self, size: Size) -> Rendered:
        """Draw the dialog at `size`, which may be smaller than it asked for."""
        self._size = size
        surface = Surface(size)
        draw_box(surface, self._labels(), self._theme)
        view = self._view(size)
        parts = view.parts
        view.text.draw(surface, parts.text, self._theme)
        self._wording.label.draw(surface, parts.label, self._theme)
        self._options.draw(surface, parts.options, self._theme)
        if parts.hint.rows:
            keys = self._keys(scrolls=view.scrolls)
            surface.put(*parts.hint[:2], keys, self._theme["dialog.hint"], parts.hint.cols)
        return Rendered(surface.texts, surface.attrs)

    def on_key(self, event: KeyEvent) -> Result:
        """Move, scroll, answer or cancel; no key goes on to what is below."""
        option = option_of(event.key)
        if option is not None and self._choice and option < self._options.count:
            self._options.select(option)
            return HANDLED
        action = action_of(event.key)
        if action == "accept":
            return Close(self._answer())
        if action == "cancel":
            return Close(CANCEL)
        if action is not None:
            self._move(action)
        return HANDLED

    def on_paste(self, data: bytes) -> Result:
        """Drop a paste: pasted text never presses a button."""
        return HANDLED

    def on_mouse(self, event: MouseEvent) -> Result:
        """Select what is pressed, answer when it is also released there, scroll with the wheel."""
        if wheel_way(event):
            self._wheel(event)
        elif event.action == "down" and event.button == 1:
            self._pressed = self._option_at(event)
            if self._pressed is not None:
                self._options.select(self._pressed)
        elif event.action == "up":
            pressed, self._pressed = self._pressed, None
            if pressed is not None and pressed == self._option_at(event):
                return Close(self._answer())
        return HANDLED

    def _answer(self) -> Answer:
        return Answer(OK, self._options.selected if self._choice else None)

    def _move(self, action: str) -> None:
        view = self._view(self._size)
        pages_text = action in ("page-up", "page-down") and view.scrolls
        if self._choice and not pages_text:
            self._options.move(action, view.parts.options.rows)
        else:
            view.text.move(action, *view.parts.text.size)

    def _wheel(self, event: MouseEvent) -> None:
        text, parts = self._view(self._size)
        if self._choice and not parts.text.contains(event.row, event.col):
            self._options.select(self._options.selected + wheel_way(event))
        else:
            text.scroll(wheel_rows(event), *parts.text.size)

    def _option_at(self, event: MouseEvent) -> int | None:
        part = self._view(self._size).parts.options
        if not part.contains(event.row, event.col):
            return None
        return self._options.option_at(event.row - part.row, event.col - part.col, *part.size)

    def _labels(self) -> Labels:
        return Labels(self._wording.title, self.asker, self.waiting)

    def _centred(self, size: Size, *, scrolls: bool) -> Rect:
        said = max(self._wording.text().cols(), self._wording.label.cols())
        shown = max(self._options.cols(), self._labels().cols(), len(self._keys(scrolls=scrolls)))
        cols = content_cols(max(said, shown), size)
        text = self._text_for(framed(cols, size))
        return centred(size, *box_size(cols, self._needs(text, cols), size))

    def _text_for(self, size: Size, *, label: bool = False) -> ScrollText:
        return self._wording.text(title=self._labels().cuts_title(size), label=label)

    def _needs(self, text: ScrollText, cols: int) -> Needs:
        return Needs(text.rows(cols), self._wording.label.rows(cols), self._options.rows(cols))

    def _view(self, size: Size) -> View:
        """Arrange everything in a dialog of `size`."""
        content = inside(size)
        text = self._text_for(size)
        needs = self._needs(text, content.cols)
        parts = place(content, needs)
        if parts.label.rows < needs.label:
            text = self._text_for(size, label=True)
            parts = place(content, self._needs(text, content.cols)._replace(label=0))
        return View(text, parts)

    def _keys(self, *, scrolls: bool) -> str:
        return (SCROLL_KEYS if scrolls else "") + (CHOICE_KEYS if self._choice else BRIEF_KEYS)
