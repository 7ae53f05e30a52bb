"""The heavy libraries, imported when something first needs them.

The one place where imports stand inside functions: prompt_toolkit and urwid take longer to import
than the whole server takes to start. `warm_up` gets them in while nothing happens, so that the
first prompt and the first dialog are as quick as the later ones.
"""

from __future__ import annotations

import gc
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from mplex.dialog.answer import Answer
from mplex.dialog.short_turns import short_turns
from mplex.server.question import Question

if TYPE_CHECKING:
    from mplex.dialog.fields.kit import Kit
    from mplex.dialog.form_spec import FormScreen
    from mplex.dialog.spec import AskScreen
    from mplex.server.asking import Asking
    from mplex.server.server import Server
    from mplex.ui.prompt_base import Prompt
    from mplex.ui.prompt_request import PromptRequest
    from mplex.ui.theme import Theme


def make_asking(server: Server) -> Asking:
    """Return what a server needs for questions."""
    from mplex.server.asking import Asking as Made

    return Made(server)


def make_prompt(request: PromptRequest) -> Prompt:
    """Return the status row's prompt for a request."""
    from mplex.ui.prompt import make_prompt as make

    return make(request)


def make_question(
    screen: AskScreen, asker: str, on_answer: Callable[[Answer], None], theme: Theme
) -> Question:
    """Return the widgets for one screen of a version 1 flow."""
    from mplex.dialog.flow_screen import MplexFlowScreen
    from mplex.dialog.spec import TEXT
    from mplex.dialog.text_prompt import ContextBox, text_request

    if screen.kind != TEXT:
        overlay = MplexFlowScreen(screen, asker, theme)
        return Question(overlay, None, on_answer, title=screen.title)
    request = text_request(
        screen, lambda status, text: question.answer(Answer(status, text)), theme["message"]
    )
    box = ContextBox(screen, asker, theme)
    question = Question(box, make_prompt(request), on_answer, title=screen.title)
    return question


def make_form(
    screen: FormScreen,
    asker: str,
    on_answer: Callable[[Answer], None],
    kit: Kit,
    now: Callable[[], float],
) -> Question:
    """Return the dialog of a form; `now` is the time that its deadline is told in."""
    from mplex.dialog.form.form_dialog import FormDialog

    dialog = FormDialog(screen, asker, kit, now=now)
    return Question(dialog, None, on_answer, title=screen.title, form=dialog)


def aside(work: Callable[[], None]) -> None:
    """Do something in a thread of its own, for which the loop hardly waits: its turns are short."""
    threading.Thread(target=_in_short_turns, args=(work,), name="aside", daemon=True).start()


def _in_short_turns(work: Callable[[], None]) -> None:
    with short_turns():
        work()


def warm_up() -> None:
    """Import the heavy modules, and do what is slow the first time.

    Nearly all that there is then stays for good: looking through it for garbage would only make
    keys wait.
    """
    gc.disable()
    try:
        _import_ahead()
    finally:
        gc.freeze()
        gc.enable()


def _import_ahead() -> None:
    import mplex.dialog.flow_screen
    import mplex.dialog.text_prompt
    import mplex.server.asking
    import mplex.ui.prompt
    from mplex.ui.line_edit import LineEdit
    from mplex.vt.widths import text_width

    # The first line makes what all later ones share, which takes as long as an import; the first
    # text that is not ASCII has an expression compiled.
    LineEdit()
    text_width("\xe9")
    # The most comes last, so that nobody who needs the rest waits for it.
    import mplex.dialog.form.form_dialog

    # Without the extra for Markdown its source is shown.
    with suppress(ImportError):
        import mplex.dialog.rich_text  # noqa: F401
