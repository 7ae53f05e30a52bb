"""The heavy libraries, imported when something first needs them.

The one place where imports stand inside functions: prompt_toolkit and urwid take longer to import
than the whole server takes to start. `warm_up` gets them in while nothing happens, so that the first
prompt and the first dialog are as quick as the later ones.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from mplex.dialog.spec import AskScreen
from mplex.server.question import Question
from mplex.ui.prompt_request import PromptRequest


def make_prompt(request: PromptRequest) -> Any:
    """Return the status row prompt (`mplex.ui.prompt.StatusPrompt`) of a request."""
    from mplex.ui.prompt import make_prompt as make

    return make(request)


def make_question(
    screen: AskScreen, asker: str, on_answer: Callable[[str, Any], None]
) -> Question:
    """Return the widgets for one screen of a flow."""
    from mplex.dialog.flow_screen import MplexFlowScreen
    from mplex.dialog.text_prompt import ContextBox, text_request

    if screen.kind != "text":
        return Question(MplexFlowScreen(screen, asker), None, on_answer, title=screen.title)
    prompt = make_prompt(text_request(screen, on_answer))
    box = ContextBox(screen, asker)
    return Question(box, prompt, on_answer, title=screen.title)


def warm_up() -> None:
    """Import the heavy modules in a thread of their own."""
    threading.Thread(target=_import_all, name="warm-up", daemon=True).start()


def _import_all() -> None:
    import mplex.dialog.flow_screen
    import mplex.dialog.text_prompt
    import mplex.ui.prompt  # noqa: F401
