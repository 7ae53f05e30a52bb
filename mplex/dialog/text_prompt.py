"""A text question as a prompt in the status row.

The line is edited by `mplex.ui`; here is only what a question adds: its label, its limit, that no
history is kept of answers, and that they end as an `Answer`.
"""

from __future__ import annotations

from collections.abc import Callable

from mplex.dialog.answer import CANCEL, OK, Answer
from mplex.dialog.caps import PLEXER_FLOW_ANSWER_MAX
from mplex.dialog.plain_text import plain_line
from mplex.dialog.spec import AskScreen
from mplex.ui.markup import literal
from mplex.ui.prompt_request import PromptRequest
from mplex.vt.styles import DEFAULT, Style


def text_prompt(
    screen: AskScreen,
    on_answer: Callable[[Answer], None],
    *,
    typed: str = "",
    style: Style = DEFAULT,
) -> PromptRequest:
    """Return the prompt for a screen of kind text; `typed` was typed before it could be shown."""
    label = plain_line(screen.label or screen.title).rstrip()
    return PromptRequest(
        label=literal(f"{label}: ") if label else "> ",
        on_submit=lambda text: on_answer(Answer(OK, text[:PLEXER_FLOW_ANSWER_MAX])),
        on_cancel=lambda: on_answer(CANCEL),
        initial=(plain_line(screen.initial) + typed)[:PLEXER_FLOW_ANSWER_MAX],
        kind="text",
        limit=PLEXER_FLOW_ANSWER_MAX,
        style=style,
    )
