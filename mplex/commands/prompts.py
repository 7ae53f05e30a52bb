"""command-prompt and confirm-before: ask the person at a client, then run commands."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from mplex.commands.command import Args, Command
from mplex.commands.completion import completer
from mplex.commands.context import ClientApi, Context
from mplex.commands.parser import Argument
from mplex.commands.printing import print_commands
from mplex.commands.shell import nothing
from mplex.commands.targets import find_client
from mplex.commands.templates import commands_of
from mplex.errors import CommandError, MplexError
from mplex.ui.prompt_request import PromptRequest
from mplex.ui.theme import parse_style
from mplex.vt.styles import Style

PROMPT_TYPES = ("command", "search", "target", "window-target")
"""What -T takes: each has a history of its own."""
MAX_QUESTIONS = 9
"""As many as a template can name, %1 to %9."""


class _Question(NamedTuple):
    label: str
    initial: str


def command_prompt(context: Context, args: Args) -> None:
    """Ask for one or more lines (or keys) and run the template with them."""
    kind = args.get("T") or "command"
    if kind not in PROMPT_TYPES:
        raise CommandError(f"unknown type: {kind}")
    asking = _Asking(context, args, find_client(context, args.get("t")), kind)
    asking.ask()
    if not args.has("bi"):
        asking.resume = context.pause()


class _Asking:
    """One run of command-prompt: its questions in turn, and what has been answered."""

    def __init__(self, context: Context, args: Args, client: ClientApi, kind: str) -> None:
        self.context = context
        self.args = args
        self.client = client
        self.kind = kind
        self.questions = _questions(context, args, client)
        self.answers: list[str] = []
        self.resume: Callable[[], None] = nothing

    def ask(self) -> None:
        """Open the prompt for the next question."""
        label, initial = self.questions[len(self.answers)]
        history = self.context.server.prompt_history.setdefault(self.kind, [])
        limit = self.context.tree.options.number("prompt-history-limit")
        del history[: max(0, len(history) - limit)]
        keyed, incremental = self.args.has("1k"), self.args.has("i")
        request = PromptRequest(
            label,
            self._answered,
            self._cancelled,
            "" if incremental else initial,
            kind="key" if self.args.has("k") else "number" if self.args.has("N") else "command",
            single_key=self.args.has("1"),
            history=None if keyed else history,
            complete=completer(self.context, self.client, self.kind),
            on_change=self._changed if incremental else None,
            on_step=self._stepped if incremental else None,
            last=initial,
            style=message_style(self.client),
            vi=self.client.session.options.text("status-keys") == "vi",
        )
        self.client.open_prompt(request)

    def _answered(self, text: str) -> None:
        self.answers.append(text)
        if len(self.answers) < len(self.questions):
            try:
                self.ask()
                return
            except MplexError as error:  # Something else asks by now.
                self.context.error(error.message)
        elif not self.args.has("i"):
            self._run(self.answers)
        self.resume()

    def _cancelled(self) -> None:
        self.resume()

    def _changed(self, text: str) -> None:
        """Run the template at every change of an incremental search."""
        self._run([*self.answers, f"={text}"])

    def _stepped(self, text: str, forward: bool) -> None:
        """Run the template for the next match of an incremental search."""
        self._run([*self.answers, f"{'+' if forward else '-'}{text}"])

    def _run(self, answers: list[str]) -> None:
        context = self.context
        template: Argument = self.args.words[0] if self.args.words else "%1"
        if self.args.has("F") and isinstance(template, str):
            template = context.expand(template, client=self.client)
        try:
            commands = commands_of(context, template, answers)
        except MplexError as error:
            self.client.message(error.message)
            return
        if self.args.has("bi"):
            context.queue.run_apart(commands)
        else:
            context.insert(commands)


def _questions(context: Context, args: Args, client: ClientApi) -> list[_Question]:
    """Return the prompts -p (parted by commas) with the texts -I they start with."""
    given = args.get("p")
    inputs = (args.get("I") or "").split(",")
    if given is not None:
        labels = [f"{context.expand(label, client=client)} " for label in given.split(",")]
    elif args.words:
        template = args.words[0]
        text = (
            template
            if isinstance(template, str)
            else print_commands(template.commands, context.queue.table, ";")
        )
        labels = [f"({text.split(' ')[0]}) "]
    else:
        labels = [":"]
    inputs += [""] * len(labels)
    return [
        _Question(label, context.expand(initial, client=client))
        for label, initial in zip(labels[:MAX_QUESTIONS], inputs, strict=False)
    ]


def message_style(client: ClientApi) -> Style:
    """Return the style of messages and prompts at a client."""
    return parse_style(client.session.options.text("message-style"))


def confirm_before(context: Context, args: Args) -> None:
    """Ask for a yes, and run the command only then."""
    client = find_client(context, args.get("t"))
    template = args.words[0]
    yes = args.get("c") or "y"
    if len(yes) != 1 or not yes.isprintable():
        raise CommandError("invalid confirm key")
    prompt = args.get("p")
    if prompt is not None:
        label = f"{context.expand(prompt, client=client)} "
    else:
        commands = commands_of(context, template)
        name = context.queue.table.find(commands[0].name).name if commands else ""
        label = f"Confirm '{name}'? ({yes}/n) "
    resume = nothing

    def confirmed(_: str) -> None:
        try:
            commands = commands_of(context, template)
        except MplexError as error:
            context.error(error.message)
            commands = ()
        if args.has("b"):
            context.queue.run_apart(commands)
        else:
            context.insert(commands)
        resume()

    def refused() -> None:
        context.status = 1
        resume()

    client.open_prompt(
        PromptRequest(
            label,
            confirmed,
            refused,
            kind="confirm",
            confirm_key=yes,
            default_yes=args.has("y"),
            style=message_style(client),
        )
    )
    if not args.has("b"):
        resume = context.pause()


COMMANDS = (
    Command(
        "command-prompt", "", "1bFkiN I:inputs p:prompts t:target-client T:type",
        "[template]", 0, 1,
        "Ask for a line and run the template with it; -1 one character, -k one key, -N a number.",
        command_prompt, blocks=True, readonly=True,
    ),
    Command(
        "confirm-before", "confirm", "by c:confirm-key p:prompt t:target-client", "command", 1, 1,
        "Ask for a yes before a command runs; -y lets Enter mean yes.",
        confirm_before, blocks=True,
    ),
)  # fmt: skip
