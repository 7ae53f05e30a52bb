"""A Mermaid diagram between other fields: its drawing, or why there is none and the source.

A drawing that is wider than its place scrolls sideways; it is drawn closer before that.
"""

from __future__ import annotations

from collections.abc import Sequence

from mplex.dialog.diagram import Diagram, Drawn, Line
from mplex.dialog.field import Field
from mplex.dialog.fields.display import DisplayWidget, View
from mplex.dialog.fields.kit import Kit
from mplex.dialog.fields.text_rows import text_rows
from mplex.dialog.plain_text import plain_line
from mplex.ui.rows import Row
from mplex.vt.clusters import cells
from mplex.vt.styles import BOLD, Style, intern_style

POLL_SECONDS = 0.1
"""How often a form asks whether the drawing is done."""

RESERVED_ROWS = 12
"""Rows that are kept for a drawing until it is there: a form has its size from the beginning."""

ROLES = {
    "node": "dialog.border",
    "class": "dialog.border",
    "nodestyle": "dialog.border",
    "arrow": "dialog.accent",
    "edge": "dialog.hint",
    "linkstyle": "dialog.hint",
    "subgraph": "dialog.hint",
    "subgraph_label": "dialog.title",
    "bold_label": "dialog.title",
}
"""Which role draws what; the names before the colon are termaid's. The rest is `dialog`."""

SECTIONS = (31, 64, 133, 32, 172, 167)
"""Colours of the palette for the parts of charts, in turn; to be read on black and on white."""


class MermaidWidget(DisplayWidget):
    """The widget of a `mermaid`."""

    def __init__(self, field: Field, kit: Kit) -> None:
        super().__init__(field, kit)
        self.source = field.text("source").strip("\n")
        self.diagram = Diagram(self.source)
        self._seen: Drawn | None = None
        self._hear()

    @property
    def refresh_seconds(self) -> float:  # type: ignore[override]
        """How often it wants to be drawn again: while it is being drawn."""
        return 0.0 if self._seen else POLL_SECONDS

    def _hear(self) -> None:
        """Take over what became of the diagram, once."""
        if self._seen is None:
            self._seen = self.diagram.poll()
            if self._seen is not None:
                self._rows.clear()
                # Whoever asked may have wanted to know its height only.
                self._invalidate()
                if self._seen.problem:
                    name = "" if self.field.label.strip() else "a diagram: "
                    self.warn(name + self._seen.problem)

    def view(self, cols: int) -> View:
        """Return how the content lies, once it is there."""
        self._hear()
        return super().view(cols)

    def content(self, cols: int) -> Sequence[Row]:
        """Return the drawing, or what is said in its place."""
        hint = self.looks["dialog.hint"]
        if self._seen is None:
            said = text_rows("… the diagram is being drawn", cols, hint)
            return [*said, *[Row("", "")] * (RESERVED_ROWS - len(said))]
        if not self._seen.drawings:
            said = text_rows(f"! {self._seen.problem}", cols, self.looks["dialog.warning"])
            return [*said, *text_rows(self.source, cols, self.looks["dialog"])]
        drawings = [[self._row(line) for line in lines] for lines in self._seen.drawings]
        fitting = (rows for rows in drawings if max(len(row.text) for row in rows) <= cols)
        return next(fitting, drawings[-1])

    def _row(self, line: Line) -> Row:
        texts, attrs = [], []
        for text, key in line:
            shown = cells(plain_line(text))
            texts.append(shown)
            attrs.append(self._style(key).ch * len(shown))
        return Row("".join(texts), "".join(attrs))

    def _style(self, key: str) -> Style:
        kind, _, rest = key.partition(":")
        base = self.looks[ROLES.get(kind, "dialog")]
        if kind not in ("section", "sectionfg"):
            return base
        if not self.kit.colours:
            return intern_style(base.fg, base.bg, base.flags | BOLD)
        number = rest.partition(":")[0]
        colour = SECTIONS[int(number) % len(SECTIONS)] if number.isdecimal() else base.fg
        return intern_style(colour, base.bg, base.flags)

    def wipe(self) -> None:
        """End the drawing."""
        self.diagram.stop()
