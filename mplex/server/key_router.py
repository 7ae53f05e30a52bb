"""Who gets a key: message, question, overlays, prompt, key table, pane; in this order, at once.

Nothing here waits for anybody, since a question may be waiting for this very key. The same order
holds for pastes and for the mouse. What the receivers do with it is theirs; the encoding for a
program is in `mplex.term`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mplex.commands.context import MouseHit
from mplex.errors import MplexError
from mplex.log import Log
from mplex.term.keys import (
    Event,
    FocusEvent,
    Key,
    KeyEvent,
    MouseEvent,
    PasteEvent,
    ReplyEvent,
    key_name,
)
from mplex.ui.overlay import Close
from mplex.ui.prompt_base import Prompt

if TYPE_CHECKING:
    from mplex.commands.key_tables import Binding
    from mplex.server.client import AttachedClient
    from mplex.server.server import Server

log = Log("mplex.keys")
PREFIX = "prefix"


class KeyRouter:
    """Routes the events of all clients."""

    def __init__(self, server: Server) -> None:
        self._server = server

    def route(self, client: AttachedClient, event: Event) -> None:
        """Give one event to whoever is to have it; never raises."""
        try:
            self._route(client, event)
        except MplexError as error:
            client.message(error.message)
        except Exception as error:
            # A bug in one handler must not end the server; it is logged with its place.
            # What was typed may be a secret, so only its kind is named.
            log.exception(error, "routing a %s", type(event).__name__)
            client.message("mplex made a mistake; the log beside its socket says more")

    def _route(self, client: AttachedClient, event: Event) -> None:
        if isinstance(event, KeyEvent):
            self._key(client, event)
        elif isinstance(event, MouseEvent):
            self._mouse(client, event)
        elif isinstance(event, PasteEvent):
            self._paste(client, event.data)
        elif isinstance(event, FocusEvent):
            self._focus(client, event.gained)
        elif isinstance(event, ReplyEvent):
            client.learn(event)

    def _key(self, client: AttachedClient, event: KeyEvent) -> None:
        self._take_key(client, event)
        # Behind what the key does in a pane, since somebody waits for that.
        if client.attached:
            client.used()

    def _take_key(self, client: AttachedClient, event: KeyEvent) -> None:
        stage = client.stage
        stage.clear_message()
        question = stage.question
        if question is not None and question.armed and not client.readonly:
            # A prefix typed before the question must not lie in wait for what comes after it.
            client.set_key_table(client.default_table)
            stage.question_key(question, event)
            client.redraw(at_once=True)
        elif stage.swallows():
            return
        elif stage.linger is not None and not client.readonly:
            stage.linger_key(event)
        else:
            stage.typed()
            self._yield_to_prefix(client, event.key)
            if stage.overlays.on_key(event):
                client.redraw(at_once=True)
            elif stage.prompt is not None:
                self._prompt_key(client, stage.prompt, event)
            else:
                self.table_key(client, event.key)

    def _yield_to_prefix(self, client: AttachedClient, key: Key) -> None:
        """Close an overlay that the prefix key ends, so that the key is a prefix at once."""
        overlay = client.stage.overlays.top
        if overlay is not None and overlay.yields and self._is_prefix(client, key_name(key)):
            client.stage.close_overlay(overlay)

    def _prompt_key(self, client: AttachedClient, prompt: Prompt, event: KeyEvent) -> None:
        """Give a key to a prompt; one that only ends it goes on to the key tables."""
        result = prompt.on_key(event)
        client.stage.prompt_result(result)
        if isinstance(result, Close) and result.passed:
            self.table_key(client, event.key)

    def table_key(self, client: AttachedClient, key: Key) -> None:
        """Look a key up in the key tables; what is bound to nothing goes to the active pane."""
        if self._dispatch(client, key_name(key), key, None) or client.readonly:
            return
        pane = client.window.active
        if pane.mode is None:
            client.awaits_echo = True
            self._server.ptys.hurry(pane.pty)
            self._server.send_key_to(pane, key, synchronised=True)

    def _dispatch(
        self, client: AttachedClient, name: str, key: Key | None, hit: MouseHit | None
    ) -> bool:
        """Run what the key tables say; False when the key belongs to the pane."""
        table = client.key_table
        starting = table == client.default_table
        repeating = client.keyboard.repeating
        if starting and self._is_prefix(client, name):
            client.set_key_table(PREFIX)
            return True
        for candidate in self._candidates(client, table, hit):
            binding = self._server.key_tables.lookup(candidate, name)
            if binding is not None and (binding.repeat or not repeating):
                self._run(client, binding, key, hit)
                return True
        if starting:
            return False
        client.set_key_table(client.default_table)
        # A key that follows a repeated one is looked up as if nothing had been typed.
        return not repeating or self._dispatch(client, name, key, hit)

    def _candidates(self, client: AttachedClient, table: str, hit: MouseHit | None) -> list[str]:
        pane = hit.pane if hit is not None and hit.pane is not None else client.window.active
        if table == client.default_table and pane.mode is not None:
            return [self._server.mode_table(pane), table]
        return [table]

    def _is_prefix(self, client: AttachedClient, name: str) -> bool:
        options = client.session.options
        return name in (options.text("prefix"), options.text("prefix2"))

    def _run(
        self, client: AttachedClient, binding: Binding, key: Key | None, hit: MouseHit | None
    ) -> None:
        log.debug("client %s: a key of table %s is bound", client.name, client.key_table)
        if key is not None:
            # Before, since a command may make something in the size of who used it last.
            client.used()
        if binding.repeat:
            options = client.session.options
            first = 0 if client.keyboard.repeating else options.number("initial-repeat-time")
            client.keyboard.repeat((first or options.number("repeat-time")) / 1000)
        else:
            client.set_key_table(client.default_table)
        self._server.runner.run_binding(client, binding, key, hit)

    def _paste(self, client: AttachedClient, data: bytes) -> None:
        client.used()
        stage = client.stage
        stage.clear_message()
        question = stage.question
        if client.readonly:
            return
        if question is not None and question.armed:
            question.on_paste(data)
            client.redraw()
        elif stage.swallows():
            return
        elif stage.linger is not None:
            stage.linger.take(data.decode("utf-8", "replace"))
        else:
            stage.typed()
            if stage.overlays.on_paste(data):
                client.redraw()
            elif stage.prompt is not None:
                stage.prompt_result(stage.prompt.on_paste(data))
            elif client.window.active.mode is None:
                self._server.paste_to(client.window.active, data)

    def _mouse(self, client: AttachedClient, event: MouseEvent) -> None:
        if event.action != "move":
            client.used()
        stage = client.stage
        question = stage.question
        if question is not None and question.overlay is not None and not client.readonly:
            rect = stage.question_rect
            if question.armed:
                stage.question_mouse(question, event)
                client.redraw()
            if question.armed or rect.contains(event.row, event.col):
                # While it waits for the typing to pause it hides what is below it.
                return
        if stage.linger is not None or (question is not None and question.armed):
            return
        if stage.overlays.on_mouse(event):
            client.redraw()
        elif stage.prompt is None:
            self._table_mouse(client, event)

    def _table_mouse(self, client: AttachedClient, event: MouseEvent) -> None:
        if event.action == "down":
            client.stage.clear_message()
            client.stage.typed()
        if client.drag is not None:
            drag = client.drag
            if event.action == "drag":
                drag(event)
                return
            client.drag = None
        hit = client.mouse.hit(event, client.view, self._server.loop.time())
        if hit is None or client.readonly:
            return
        if self._dispatch(client, hit.name, None, hit):
            if hit.pane is not None:
                self._server.edge_scroll.start(hit.pane)
            return
        if hit.pane is not None and hit.name.endswith("Pane") and hit.pane.mode is None:
            self._server.send_mouse(hit.pane, hit.event)

    def _focus(self, client: AttachedClient, gained: bool) -> None:
        client.focused = gained
        self._server.focus_changed()
