"""Who gets a key: message, question, overlays, prompt, key table, pane; in this order, at once.

Nothing here waits for anybody, since a question may be waiting for this very key. The same order
holds for pastes and for the mouse. What the receivers do with it is theirs; the encoding for a
program is in `mplex.term`.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TYPE_CHECKING

from mplex.commands.context import MouseHit
from mplex.errors import MplexError
from mplex.term.key_encoder import encode_focus
from mplex.term.keys import (
    Event,
    FocusEvent,
    Key,
    KeyEvent,
    MouseEvent,
    PasteEvent,
    ReplyEvent,
    key_name,
    parse_key,
)
from mplex.ui.overlay import Close, Ignored

if TYPE_CHECKING:
    from mplex.commands.key_tables import Binding
    from mplex.server.client import AttachedClient
    from mplex.server.server import Server

log = logging.getLogger("mplex.keys")
ROOT = "root"
PREFIX = "prefix"
DROPPED_WHILE_LINGERING = frozenset({"Enter", "Escape", "KPEnter"})


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
        except Exception:
            # A bug in one handler must not end the server; it is logged with its place.
            log.exception("routing %r", event)
            client.message("mplex made a mistake; the log of the server says more")

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
        now = self._server.loop.time()
        client.used()
        if client.readonly:
            self._readonly_key(client, event)
            return
        client.clear_message()
        question = client.question
        if question is not None and question.armed:
            self._question_key(client, event)
            return
        if client.linger is not None:
            if event.key.base not in DROPPED_WHILE_LINGERING and not event.key.mods:
                client.linger.take(event.text)
            return
        client.typed(now)
        if client.overlays.on_key(event):
            client.redraw()
        elif client.prompt is not None:
            client.prompt_result(client.prompt.on_key(event))
        else:
            self._table_key(client, event)

    def _readonly_key(self, client: AttachedClient, event: KeyEvent) -> None:
        """A read-only client may detach and look around; its commands are checked when run."""
        client.clear_message()
        if client.overlays.on_key(event):
            client.redraw()
        else:
            self._table_key(client, event)

    def _question_key(self, client: AttachedClient, event: KeyEvent) -> None:
        question = client.question
        assert question is not None
        if question.prompt is not None:
            result = question.overlay.on_key(event) if question.overlay is not None else Ignored()
            if isinstance(result, Ignored):
                result = question.prompt.on_key(event)
        else:
            result = question.overlay.on_key(event)
        if isinstance(result, Close):
            client.answer_question(question, result.value)
        client.redraw()

    def _table_key(self, client: AttachedClient, event: KeyEvent) -> None:
        key = event.key
        if self._dispatch(client, key_name(key), key, None):
            return
        if client.readonly or client.key_table not in (ROOT, str(client.default_table)):
            return
        pane = client.window.active
        if pane.mode is None:
            self._server.send_key_to(pane, key, synchronised=True)

    def _dispatch(
        self, client: AttachedClient, name: str, key: Key | None, hit: MouseHit | None
    ) -> bool:
        """Run what the key tables say; False when the key belongs to the pane."""
        tables = self._server.key_tables
        table = client.key_table
        repeating = client.repeating
        if table == client.default_table and self._is_prefix(client, name):
            client.set_key_table(PREFIX)
            return True
        for candidate in self._candidates(client, table, hit):
            binding = tables.lookup(candidate, name)
            if binding is None and hit is None:
                binding = tables.lookup(candidate, "Any")
            if binding is not None and not (repeating and not binding.repeat):
                self._run(client, binding, key, hit)
                return True
        if table != client.default_table:
            client.set_key_table(client.default_table)
            # A key that follows a repeated one is looked up as if nothing had been typed.
            return not repeating or self._dispatch(client, name, key, hit)
        return False

    def _candidates(self, client: AttachedClient, table: str, hit: MouseHit | None) -> list[str]:
        pane = hit.pane if hit is not None and hit.pane is not None else client.window.active
        if table == client.default_table and pane.mode is not None:
            return [self._server.mode_table(pane), table]
        return [table]

    def _is_prefix(self, client: AttachedClient, name: str) -> bool:
        options = client.session.options
        for option in ("prefix", "prefix2"):
            text = str(options.get(option))
            if text and text != "None" and key_name(parse_key(text)) == name:
                return True
        return False

    def _run(
        self, client: AttachedClient, binding: Binding, key: Key | None, hit: MouseHit | None
    ) -> None:
        if binding.repeat:
            client.repeat_table()
        else:
            client.set_key_table(client.default_table)
        self._server.runner.run_binding(client, binding, key, hit)

    def _paste(self, client: AttachedClient, data: bytes) -> None:
        client.used()
        client.clear_message()
        if client.readonly:
            return
        question = client.question
        if question is not None and question.armed:
            taker = question.prompt or question.overlay
            # A pasted block never presses a button: only text goes in.
            taker.on_paste(data)
            client.redraw()
        elif client.linger is not None:
            client.linger.take(data.decode("utf-8", "replace"))
        else:
            client.typed(self._server.loop.time())
            if client.overlays.on_paste(data):
                client.redraw()
            elif client.prompt is not None:
                client.prompt.on_paste(data)
                client.redraw()
            elif client.window.active.mode is None:
                self._server.paste_to(client.window.active, data)

    def _mouse(self, client: AttachedClient, event: MouseEvent) -> None:
        if event.action != "move":
            client.used()
        question = client.question
        if question is not None and question.overlay is not None:
            rect = client.question_rect
            inside = rect.contains(event.row, event.col)
            if question.armed:
                local = event._replace(row=event.row - rect.row, col=event.col - rect.col)
                result = question.overlay.on_mouse(local)
                if isinstance(result, Close):
                    client.answer_question(question, result.value)
                client.redraw()
                return
            if inside:
                # It waits for the typing to pause, and what is below it cannot be seen.
                return
        if question is not None and question.armed or client.linger is not None:
            return
        if client.overlays.on_mouse(event):
            client.redraw()
            return
        if client.prompt is not None and event.action != "wheel-up":
            return
        self._table_mouse(client, event)

    def _table_mouse(self, client: AttachedClient, event: MouseEvent) -> None:
        now = self._server.loop.time()
        drag: Callable[[MouseEvent], bool] | None = client.drag
        if drag is not None and drag(event):
            return
        hit = client.mouse.hit(event, client, now)
        if hit is None:
            return
        if event.action == "down":
            client.clear_message()
            client.typed(now)
        if client.readonly:
            return
        if self._dispatch(client, hit.name, None, hit):
            return
        if hit.pane is not None and hit.name.endswith("Pane"):
            self._server.send_mouse_to(client, hit.pane, event)

    def _focus(self, client: AttachedClient, gained: bool) -> None:
        client.focused = gained
        pane = client.window.active
        if pane.screen.focus_events and self._server.tree.options.get("focus-events"):
            self._server.write(pane, encode_focus(gained, pane.screen))
