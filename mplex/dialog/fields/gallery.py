"""Pictures and clips with a verdict on each, and perhaps a comment.

One idea: every item is a tile with its own row of buttons; a number presses one on the tile that
has the cursor, a click presses it on any. What was decided is in `verdicts`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from mplex.dialog.caps import FORM_ANSWER_MAX
from mplex.dialog.field import Field
from mplex.dialog.fields.gallery_item import (
    BUTTON_EDGES,
    DIGITS,
    Button,
    Item,
    TilePlan,
    buttons_of,
    tight_buttons,
)
from mplex.dialog.fields.kit import Kit
from mplex.dialog.fields.label import POINTER
from mplex.dialog.fields.line_input import LineInput
from mplex.dialog.fields.text_rows import text_rows
from mplex.dialog.fields.tile_grid import GAP, TileGrid
from mplex.dialog.fields.usual_keys import ENTER, ESCAPE, PRESS
from mplex.dialog.fields.verdicts import Verdicts
from mplex.dialog.fields.widget import KeyHint, Took
from mplex.dialog.pixels import rows_of
from mplex.dialog.plain_text import plain_line
from mplex.geometry import Point, Rect, Size
from mplex.term.keys import Key, KeyEvent
from mplex.ui.rows import Row, shortened, styled
from mplex.ui.surface import Surface
from mplex.vt.clusters import cells

TILE_COLS: Final = 34
"""Columns of a tile where the spec does not say how many stand side by side."""
LEAST_PICTURE, MOST_PICTURE = 2, 12
"""Rows of a picture in a tile."""
ROOMY: Final = 9
"""Rows in view from which on an empty row stands below each tile."""
DETAIL_ROWS: Final = 2
INDENT: Final = 2
"""Columns before a detail, as before a label."""
PLAYING: Final = "playing"
NO_PICTURE: Final = "no picture"
ENDS_COMMENT: Final = (*ENTER, ESCAPE)
STYLES: Final = ("destructive", "success", "primary")


class GalleryWidget(TileGrid):
    """The widget of a `gallery`; its value is `{"decisions": {value: {decision, comment?}}}`."""

    def __init__(self, field: Field, kit: Kit) -> None:
        items: Sequence[Mapping[str, Any]] = field["items"] or ()
        super().__init__(field, kit, len(items))
        self.items = [Item(item, kit) for item in items]
        self.actions: Sequence[Mapping[str, Any]] = field["actions"] or ()
        self.labels = [
            cells(plain_line(str(action.get("label") or action["value"])))
            for action in self.actions
        ]
        self.verdicts = Verdicts(
            (item.value for item in self.items),
            (str(action["value"]) for action in self.actions),
            bool(field["comment"]),
        )
        caps = [rows_of(item.max_height) for item in self.items if item.max_height]
        self._cap = max(LEAST_PICTURE, *caps) if caps else 0
        """The rows that the spec wants a picture to have at most, 0 for any."""
        widest = max(map(len, self.labels), default=0)
        self.least_cols = max(self.least_cols, min(TILE_COLS, widest + BUTTON_EDGES))
        self._plans: dict[int, TilePlan] = {}
        """How the tiles of each line are laid out, by the number of its first one."""
        self._edit: LineInput | None = None
        self._details: dict[int, list[list[Row]]] = {}
        for item in self.items:
            if item.picture is not None:
                self.warn(item.picture.early_warning, item.value)
            if item.clip is not None:
                self.warn(item.clip.warning, item.value)

    @property
    def typing(self) -> bool:  # type: ignore[override]
        """Whether a comment is being typed."""
        return self._edit is not None

    def value(self) -> dict[str, dict[str, dict[str, str]]]:
        """Return the decisions about what was touched."""
        return {"decisions": self.verdicts.value()}

    def restore(self, value: Any) -> None:
        """Take the decisions back."""
        self.verdicts.restore(value.get("decisions") if isinstance(value, Mapping) else None)
        self._invalidate()

    def note(self) -> str:
        """Return how many items have a verdict."""
        return f"  {self.verdicts.decided}/{self.count} decided"

    def hints(self) -> tuple[KeyHint, ...]:
        """Return the keys of the item that has the cursor."""
        if self._edit is not None:
            return (KeyHint("Enter", "end the comment"),)
        found = [KeyHint(f"1-{min(9, len(self.actions))}", "verdict"), KeyHint("arrows", "move")]
        if self.field["comment"]:
            found.append(KeyHint("c", "comment"))
        if self.count and self.items[self.cursor].clip is not None:
            found.append(KeyHint("p", "play"))
        return tuple(found)

    def columns(self, cols: int) -> int:
        """Return how many tiles the spec wants side by side, or how many fit."""
        return int(self.field["columns"] or 0) or max(1, cols // (TILE_COLS + 2))

    def line_rows(self, tiles: range, cols: int, room: int) -> int:
        """Return the rows of a line: texts and buttons come first, pictures have the rest."""
        plan = self._plans[tiles.start] = self._planned(tiles, cols, room)
        return plan.rows

    def _planned(self, tiles: range, cols: int, room: int) -> TilePlan:
        """Return how tiles are laid out; what finds no room is left out, at last the brackets."""
        best = self._best_picture(tiles, cols)
        gap = int(room >= ROOMY)
        details = max(len(self._detail_rows(cols)[index]) for index in tiles)
        buttons, comment = buttons_of(self.labels, cols), bool(self.field["comment"])
        plan = TilePlan(0, details, buttons, comment, gap)
        if plan.rows + min(best, LEAST_PICTURE) > room:
            plan = plan._replace(details=0)
        if plan.rows + min(best, 1) > room:
            few = buttons if plan.button_rows == 1 else tight_buttons(self.labels, cols)
            plan = plan._replace(buttons=few, comment=False)
        return plan._replace(picture=max(0, min(best, room - plan.rows)))

    def _best_picture(self, tiles: range, cols: int) -> int:
        """Return the rows that the pictures of a line would like to have, 0 where there is none."""
        items = [self.items[index] for index in tiles]
        if not any(item.picture or item.clip for item in items):
            return 0
        best = max(LEAST_PICTURE, min(MOST_PICTURE, cols * 3 // 8))
        if all(item.clip or not item.picture for item in items):
            return LEAST_PICTURE
        return min(best, self._cap) if self._cap else best

    def _plan(self, index: int, tile: Rect) -> TilePlan:
        """Return how a tile of the last layout is laid out."""
        return self._plans[index - tile.col // (tile.cols + GAP)]

    def vital_rows(self, tile: Rect) -> tuple[int, int]:
        """Return the rows from the label to the buttons, or the comment that is being typed."""
        plan = self._plan(self.cursor, tile)
        last = plan.buttons_at + plan.button_rows - 1
        if self._edit is not None:
            last = plan.comment_at
        return tile.row + plan.picture, tile.row + last

    def _detail_rows(self, cols: int) -> list[list[Row]]:
        found = self._details.get(cols)
        if found is None:
            style, inner = self.looks["dialog.hint"], max(1, cols - INDENT)
            found = [
                text_rows(item.detail, inner, style)[:DETAIL_ROWS] if item.detail else []
                for item in self.items
            ]
            self._details = {cols: found}
        return found

    def draw_tile(self, surface: Surface, index: int, at: Rect, here: bool) -> Point | None:
        """Draw the picture, the label, the detail, the buttons and the comment of an item."""
        item, plan = self.items[index], self._plan(index, at)
        self._draw_picture(surface, item, Rect(at.row, at.col, plan.picture, at.cols))
        row = at.row + plan.picture
        role = "dialog.selected" if here else "dialog.label"
        label = shortened(cells(f"{POINTER if here else ' '} {self._label(item, plan)}"), at.cols)
        surface.put_row(row, at.col, styled(label.ljust(at.cols), self.looks[role]))
        for number, line in enumerate(self._detail_rows(at.cols)[index][: plan.details]):
            surface.put_row(row + 1 + number, at.col + INDENT, line)
        typed = self._edit is not None and index == self.cursor
        if plan.comment or not typed:
            for button in plan.buttons:
                self._draw_button(surface, item, button, Point(at.row + plan.buttons_at, at.col))
        if not plan.comment and not typed:
            return None
        return self._draw_comment(surface, index, at.row + plan.comment_at, at, here)

    def _label(self, item: Item, plan: TilePlan) -> str:
        """Return the label, with the comment where that has no row of its own."""
        if plan.comment or not self.field["comment"]:
            return item.label
        said = plain_line(self.verdicts.comment(item.value))
        return f"{item.label} » {said}" if said else f"{item.label} [c]"

    def _draw_picture(self, surface: Surface, item: Item, room: Rect) -> None:
        if not room.rows:
            return
        if item.clip is not None:
            said = text_rows(item.clip_line, room.cols, self.looks["dialog.accent"])[: room.rows]
            top = room.row + (room.rows - len(said)) // 2
            for number, line in enumerate(said):
                surface.put_row(top + number, room.col, line)
            return
        if item.picture is None:
            col = room.col + max(0, (room.cols - len(NO_PICTURE)) // 2)
            style = self.looks["dialog.hint"]
            surface.put(room.row + room.rows // 2, col, NO_PICTURE, style, room.right - col)
            return
        rows = room.rows
        if item.max_height:
            rows = min(rows, rows_of(item.max_height))
        size = item.picture.fitted(Size(rows, room.cols))
        at = Point(room.bottom - size.rows, room.col + (room.cols - size.cols) // 2)
        item.picture.draw(surface, at, size, self.looks, colours=self.kit.colours)
        self.warn(item.picture.warning, item.value)

    def _draw_button(self, surface: Surface, item: Item, button: Button, at: Point) -> None:
        action = self.actions[button.action]
        chosen = self.verdicts.decision(item.value) == str(action["value"])
        style = next((name for name in STYLES if action.get(name)), "")
        role = "dialog.button" if not chosen or not style else f"dialog.button.{style}"
        look = self.looks["dialog.selected" if chosen and not style else role]
        row, col = at.row + button.row, at.col + button.cols.start
        surface.put_row(row, col, styled(button.said(chosen), look))

    def _draw_comment(
        self, surface: Surface, index: int, row: int, at: Rect, here: bool
    ) -> Point | None:
        if self._edit is not None and index == self.cursor:
            return self._edit.draw(surface, Rect(row, at.col, 1, at.cols), here)
        said = plain_line(self.verdicts.comment(self.items[index].value))
        role = "dialog.label" if said else "dialog.hint"
        surface.put(row, at.col, f"» {said}" if said else "[c] comment", self.looks[role], at.cols)
        return None

    def own_key(self, event: KeyEvent, cols: int) -> Took | None:
        """Press a verdict, type a comment, or play a clip."""
        if not self.count:
            return Took.NO
        if self._edit is not None:
            return self._type(event)
        key = event.key
        digit = key.base.removeprefix("KP")
        if not key.mods and digit in DIGITS and 0 < int(digit) <= len(self.actions):
            return self._press(self.cursor, int(digit) - 1)
        if key in PRESS:
            self.verdicts.step(self.items[self.cursor].value)
            self.changed()
            return Took.YES
        if key == Key("c") and self.field["comment"]:
            return self._start(self.cursor)
        if key == Key("p") and self.items[self.cursor].clip is not None:
            return self._play(self.items[self.cursor])
        return None

    def _press(self, index: int, verdict: int) -> Took:
        self.verdicts.press(self.items[index].value, str(self.actions[verdict]["value"]))
        self.changed()
        return Took.YES

    def _start(self, index: int) -> Took:
        text = self.verdicts.comment(self.items[index].value)
        self._edit = LineInput(self.looks, text, limit=FORM_ANSWER_MAX)
        self._invalidate()
        return Took.YES

    def _type(self, event: KeyEvent) -> Took:
        assert self._edit is not None
        if event.key in ENDS_COMMENT:
            self._edit = None
            self._invalidate()
            return Took.YES
        if not self._edit.takes(event):
            return Took.NO
        if self._edit.on_key(event):
            self._noted()
        self._invalidate()
        return Took.YES

    def on_paste(self, text: str) -> Took:
        """Paste into the comment that is being typed."""
        if self._edit is None:
            return Took.NO
        if self._edit.paste(text):
            self._noted()
        return Took.YES

    def _noted(self) -> None:
        """Keep the comment as it is now, since the form may be sent at any time."""
        assert self._edit is not None
        self.verdicts.say(self.items[self.cursor].value, self._edit.text)
        self.changed()

    def go(self, index: int, cols: int) -> None:
        """Go to another item; a comment that was being typed is kept."""
        self._edit = None
        super().go(index, cols)

    def on_mouse(self, event: Any, cols: int) -> Took:
        """End the comment when another item is clicked."""
        before = self.cursor
        took = super().on_mouse(event, cols)
        if self.cursor != before:
            self._edit = None
        return took

    def press_tile(self, index: int, at: Point, tile: Rect) -> Took:
        """Press the button that was clicked, begin the comment, or play the clip."""
        plan = self._plan(index, tile)
        for button in plan.buttons:
            if at.row == plan.buttons_at + button.row and at.col in button.cols:
                return self._press(index, button.action)
        if plan.comment and at.row == plan.comment_at:
            return self._start(index) if self._edit is None else Took.YES
        if self.items[index].clip is not None and at.row < plan.buttons_at:
            return self._play(self.items[index])
        return Took.YES

    def _play(self, item: Item) -> Took:
        assert item.clip is not None
        before = item.clip.warning
        item.said = item.clip.play() or PLAYING
        self.rewarn(before, item.clip.warning, item.value)
        self._invalidate()
        return Took.YES

    def enter(self, direction: int) -> None:
        """Start at the end that the focus comes from; no comment is being typed then."""
        self._edit = None
        super().enter(direction)
