"""What an agent is taught about dialogs: when to use which, how to write them, how to read them."""

from __future__ import annotations

from flow.aiui.common import reasons_text

_CHOICE = (
    ("yes or no, above all before something destructive", "confirm (destructive: true)"),
    ("whether a generated picture is right", "confirm with image"),
    ("one of 2 to 6 options, perhaps with context for each", "ask"),
    ("one of a few pictures", "ask with thumbnails"),
    ("several inputs, or several outcomes", "form"),
    ("listen to a clip, then decide", "form with audio"),
    ("one of many pictures, or several of them", "form with image_grid"),
    ("a verdict for each item of a batch", "gallery"),
    ("one of 2 or 3 whole variants side by side", "compare"),
    ("where on a picture", "form with annotated_image"),
    ("a pick inside a nested structure", "form with tree"),
    ("rows with columns to pick from", "form with table"),
    ("ranking or sorting", "form with a sortable list"),
    ("a date, range, colour or bounded number", "form with that kind of field"),
    ("a secret for a moment", "form with password; it comes back to you in plain text"),
    ("a secret that lasts", "form with secret and target; you never see it"),
    ("news for somebody who may not be looking", "notify"),
    ("a file of theirs", "upload"),
    ("several screens with branches", "plexer_show"),
    ("one free text", "plain chat"),
)

TEACHING = f"""\
You can ask the person at the terminal with dialogs, through tools. Default to a dialog, not to
chat, whenever you are about to write a question that they have to answer.

Which tool:
{chr(10).join(f"- {what}: {tool}" for what, tool in _CHOICE)}

Chat stays right for what is read and not answered (reports, code, logs), for one free text, and for
anything whose answer is 'go on' while the person reads along.

How to write:
- Labels: noun or imperative, at most 6 words, no punctuation, parallel grammar within a dialog.
- confirm: the title is the decision as a question, at most 10 words, naming act and object; the
  message is one sentence with the concrete consequence. Never 'Are you sure?'.
- ask: 2 to 6 options of at most 5 words, each with its trade-off in one sentence; more than 8: a
  list in a form.
- form: at most 8 fields, else several forms or 2 to 4 tabs; at most 3 buttons, each a verb that
  says what happens; give a way out with skip_validation. Never a red save, never a green delete.
- Defaults that a real person would pick. Text only where the label does not say it.
- Pictures by absolute or ~/ path, never relative. Diagrams are mermaid and layouts wireframe
  fields, never ASCII art.
- `session` names your task, so that somebody with several agents knows who asks.

How to read the result:
- {reasons_text()}
- A tool error 'invalid spec' names the place and what is allowed: mend it and call again; nothing
  was shown. Any other error means that nobody has answered.
- A secret's result says whether it was written, and never its value. An action with
  skip_validation writes no files unless it has writes_targets.
"""
