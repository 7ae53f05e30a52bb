"""How a form is drawn: its rectangle on a screen, its parts in it, and the picture of everything.

Only geometry and drawing; what is open and where the focus is comes in as a `Look`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from mplex.dialog.arrange import BOXED, inside
from mplex.dialog.fields.kit import Kit
from mplex.dialog.form.body import Body, Gaps, Slot
from mplex.dialog.form.buttons import Buttons
from mplex.dialog.form.entry import Entry
from mplex.dialog.form.focus import BUTTON, TABS, Focus
from mplex.dialog.form.form_state import FormState
from mplex.dialog.form.frame import Framing, draw_frame
from mplex.dialog.form.plan import (
    TABS_FROM,
    Plan,
    Wanted,
    content_cols,
    most_body_rows,
    outer_size,
    place,
)
from mplex.dialog.form.tabs_row import TabsRow, TabState
from mplex.dialog.form.wording import fitting
from mplex.dialog.form_spec import FormScreen
from mplex.geometry import Rect, Size
from mplex.ui.overlay import Rendered, centred
from mplex.ui.surface import Surface

GAP_FROM = 18
"""Rows of a screen from which fields are set apart by a blank row."""
INTRO_GAP_FROM = 12
"""Rows of a screen from which the text above the fields is set apart from them."""
REMARK_ROWS = 2
"""Rows beside a page that are kept for what is said below a widget."""
SHORTEST_PAGE = 4
BORDER = 4
"""Columns that the frame takes on both sides."""
WIDE = frozenset({"compare", "gallery", "image_grid"})
"""Kinds that have things side by side: they get much room where the spec does not say how much."""
FLOWING = frozenset({"static_text", "markdown", "mermaid", "wireframe"})
"""Kinds that are read and not worked in: they scroll with the body, not in themselves."""
FLOWING_PAGE = 500
"""Rows of them that are in the body; longer ones scroll in themselves after all."""


class Look(NamedTuple):
    """What a form shows at a moment."""

    tab: int
    focus: Focus
    entry: Entry | None
    """The field that has the focus."""
    framing: Framing
    message: str
    message_role: str
    buttons: Buttons
    home: int
    """The button that is in view while none has the focus: the way out."""


class Arranged(NamedTuple):
    """Where everything is at one size."""

    plan: Plan
    slots: list[Slot]
    body: Body


class Placed(NamedTuple):
    """What is decided about a form once for each size of the screen."""

    screen: Size
    cols: int
    """Columns of content."""
    wanted: Wanted
    """The rows of all parts, those of the body as many as it has had at most."""
    top: int
    """The first row: so that nothing has to move when something opens, if there is room for it."""


class FormView:
    """The drawn side of a form."""

    def __init__(self, screen: FormScreen, state: FormState, buttons: Buttons, kit: Kit) -> None:
        self.bodies = [Body(screen.text, entries, kit.looks) for entries in state.tabs]
        self.tabs = TabsRow([tab.label for tab in screen.tabs], kit.looks)
        self.drawn = False
        """Whether anybody can have seen anything yet."""
        self._screen = screen
        self._state = state
        self._buttons = buttons
        self._looks = kit.looks
        self._framing = Framing(screen.title, screen.header, "", "", waiting=False, left=None)
        self._gaps = Gaps(1, 1)
        self._placed: Placed | None = None
        self._frame: tuple[tuple[Framing, Size], Surface] | None = None

    @property
    def has_tabs(self) -> bool:
        """Whether there is a row of tabs."""
        return self._screen.has_tabs

    def rect(self, screen: Size, tab: int) -> Rect:
        """Return where the form is on a screen while a tab is open.

        It grows downwards when a field there opens or becomes longer, and never shrinks again.
        Hidden fields have their room from the start, so that nothing moves when they come.
        """
        placed = self._placed
        if placed is None or placed.screen != screen:
            placed = self._place(screen)
        rows = self._rows_now(self.bodies[tab], placed)
        if rows > placed.wanted.body:
            placed = placed._replace(wanted=placed.wanted._replace(body=rows))
        self._placed = placed
        rect = centred(screen, *outer_size(placed.cols, placed.wanted, screen))
        return rect._replace(row=min(rect.row, placed.top))

    def _rows_now(self, body: Body, placed: Placed) -> int:
        title = self._title_in_body(self._framing, Size(BOXED.rows, placed.cols + BORDER))
        return body.rows(body.slots(placed.cols, self._gaps, title=title))

    def _place(self, screen: Size) -> Placed:
        size, pixels = self._screen.size, self._screen.width or 0
        if not size and not pixels and any(entry.field.kind in WIDE for entry in self._state):
            size = "l"
        cols = content_cols(size, pixels, screen)
        wanted = Wanted(1, int(self.has_tabs), self._buttons.rows(cols))
        most = most_body_rows(wanted, screen)
        self._set_pages(most)
        wanted = wanted._replace(body=max(1, self._choose_gaps(cols, most, screen)))
        more = max((entry.room(cols) for entry in self._state), default=0)
        largest = outer_size(cols, wanted._replace(body=wanted.body + more), screen)
        return Placed(screen, cols, wanted, centred(screen, *largest).row)

    def _set_pages(self, most: int) -> None:
        """Give every widget its share of the rows: all of them where it is nearly alone."""
        for entries in self._state.tabs:
            share = most - REMARK_ROWS
            if sum(entry.focusable for entry in entries) > 1:
                share = most * 2 // 3
            share = max(1, min(most - 1, max(SHORTEST_PAGE, share)))
            for entry in entries:
                entry.set_page(FLOWING_PAGE if entry.field.kind in FLOWING else share)

    def _choose_gaps(self, cols: int, most: int, screen: Size) -> int:
        """Choose gaps for which no scrolling is needed, if any are; return the rows of fields."""
        roomy, intro = Gaps(1, 1), Gaps(1, 0)
        if screen.rows < INTRO_GAP_FROM:
            roomy = intro = Gaps(0, 0)
        elif screen.rows < GAP_FROM:
            roomy = intro
        self._gaps = roomy
        rows = self._most_rows(cols, roomy)
        if rows > most and self._most_rows(cols, intro) <= most:
            self._gaps, rows = intro, most
        # What is wrong with a field is said below it.
        return rows + any(entry.carries for entry in self._state)

    def _most_rows(self, cols: int, gaps: Gaps) -> int:
        title = self._title_in_body(self._framing, Size(BOXED.rows, cols + BORDER))
        return max(
            body.rows(body.slots(cols, gaps, hidden=True, title=title)) for body in self.bodies
        )

    def _title_in_body(self, framing: Framing, size: Size) -> str:
        """Return the title if the frame has no room for all of it."""
        return framing.title if framing.cuts_title(size) else ""

    def hides_tabs(self, size: Size) -> bool:
        """Say whether a rectangle of `size` has no row for the tabs; the frame says which it is."""
        return self.has_tabs and inside(size).rows < TABS_FROM

    def _framing_at(self, size: Size, look: Look) -> Framing:
        """Return what the frame says: the number of the tab where the tabs have no row."""
        if not self.hides_tabs(size):
            return look.framing
        return look.framing._replace(header=f"{look.tab + 1}/{len(self.bodies)}")

    def arranged(self, size: Size, look: Look) -> Arranged:
        """Return where everything is in a rectangle of `size`."""
        content = inside(size)
        body = self.bodies[look.tab]
        title = self._title_in_body(self._framing_at(size, look), size)
        slots = body.slots(content.cols, self._gaps, title=title)
        wanted = Wanted(body.rows(slots), int(self.has_tabs), look.buttons.rows(content.cols))
        on_buttons = look.focus.part == BUTTON
        plan = place(content, wanted, message=bool(look.message), on_buttons=on_buttons)
        return Arranged(plan, slots, body)

    def render(self, size: Size, look: Look, keys: Callable[[Arranged], str]) -> Rendered:
        """Draw the form as it looks now; `keys` makes its key line."""
        framing = self._framing_at(size, look)
        frame = self._framed(size, framing)
        arranged = self.arranged(size, look)
        plan, slots, body = arranged
        surface, cursor = body.draw(frame, plan.body, slots, look.entry)
        if body.misjudged:
            arranged = self.arranged(size, look)
            plan, slots, body = arranged
            surface, cursor = body.draw(frame, plan.body, slots, look.entry)
        if self.has_tabs:
            self.tabs.draw(surface, plan.tabs, self.tab_state(look))
        if look.message and plan.message.rows:
            at = plan.message
            style = self._looks[look.message_role]
            surface.put(at.row, at.col, fitting(look.message, at.cols), style, at.cols)
        focus = look.focus.which if look.focus.part == BUTTON else None
        look.buttons.draw(surface, plan.buttons, focus, look.home)
        if plan.keys.rows:
            at = plan.keys
            surface.put(at.row, at.col, keys(arranged), self._looks["dialog.hint"], at.cols)
        self.drawn = True
        return Rendered(surface.texts, surface.attrs, cursor, surface.pictures)

    def _framed(self, size: Size, framing: Framing) -> Surface:
        """Return the frame, not to be changed; drawn once as long as it says the same."""
        key = (framing, size)
        if self._frame is None or self._frame[0] != key:
            frame = Surface(size, self._looks["dialog"])
            draw_frame(frame, framing, self._looks)
            self._frame = (key, frame)
        return self._frame[1]

    def forget(self) -> None:
        """Keep no picture of what is in the fields."""
        for body in self.bodies:
            body.forget()

    def tab_state(self, look: Look) -> TabState:
        """Return what the row of tabs shows."""
        wrong = frozenset(entry.tab for entry in self._state.wrong())
        return TabState(look.tab, wrong, look.focus.part == TABS)
