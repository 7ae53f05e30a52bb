"""`mplex.vt` beside the model: the first difference in words; the model set to a screen's state.

The idea: both are turned into the same plain values, a cell into (text, look); a test says what
differs rather than that something does.
"""

from __future__ import annotations

from functools import lru_cache
from unicodedata import normalize

from mplex.vt.chars import STUB
from mplex.vt.clusters import cell_text
from mplex.vt.screen import Screen
from mplex.vt.state import SavedCursor
from mplex.vt.styles import Style, link_of, style_of
from tests.vt.model import BLANK, MODES, Cell, Model, Row, Saved
from tests.vt.model_pen import Look


@lru_cache(maxsize=100_000)
def look_of(attr: str) -> Look:
    """Return the look that a character of a row's attributes stands for."""
    return look_of_style(style_of(attr))


def look_of_style(style: Style) -> Look:
    """Return a style as the model has it."""
    return Look(style.fg, style.bg, style.flags, style.ul, link_of(style.link))


@lru_cache(maxsize=100_000)
def text_of_cell(cell: str) -> str:
    """Return what a cell shows, "" for the right half of a wide character."""
    return "" if cell == STUB else normalize("NFC", cell_text(cell))


def cells_of(text: str, attrs: str, columns: int) -> list[Cell]:
    """Return a row as the model has it."""
    looks = attrs.ljust(len(text), "\0")
    found = [(text_of_cell(c), look_of(a)) for c, a in zip(text, looks, strict=False)]
    return found + [BLANK] * (columns - len(found))


def _stripped(cells: list[Cell]) -> list[Cell]:
    end = len(cells)
    while end and cells[end - 1] == BLANK:
        end -= 1
    return cells[:end]


def values(screen: Screen) -> dict[str, object]:
    """Return the state of the emulator, rows excepted, under the names of `of_model`."""
    return {
        "cursor": (screen.cursor_point, screen.pending, screen.cursor.hidden),
        "pen": look_of_style(screen.style),
        "alternate": screen.alternate,
        "margins": (screen.top, screen.bottom, screen.left, screen.right),
        "modes": (screen.origin, screen.insert, screen.autowrap, screen.newline_mode),
        "flags": [screen.mode_state(mode, True) == 1 for mode in MODES],
        "side": screen.margins_enabled,
        "mouse": (screen.mouse_mode, screen.mouse_encoding),
        "tabs": sorted(screen.tabstops),
        "sets": (list(screen.sets), screen.gl, screen.single_shift),
        "keys": (screen.kitty_stacks, screen.modify_other_keys),
        "titles": (screen.title, screen.icon_name, screen.title_stack),
        "shape": screen.cursor_shape,
        "saved": [saved_of(screen.main.saved), saved_of(screen.other.saved)],
        "history": (screen.history_size, screen.history_pushed),
        "wraps": [list(screen.main.wraps), list(screen.other.wraps)],
    }


def saved_of(saved: SavedCursor | Saved) -> tuple[object, ...]:
    """Return a saved cursor of either side."""
    look = look_of_style(saved.style) if isinstance(saved, SavedCursor) else saved.look
    return (saved.x, saved.y, look, saved.pending, saved.origin, list(saved.sets), saved.gl)


def of_model(model: Model) -> dict[str, object]:
    """Return the same of the model."""
    return {
        "cursor": ((model.y, model.x), model.pending, model.hidden),
        "pen": model.look,
        "alternate": model.alternate,
        "margins": (model.top, model.bottom, model.left, model.right),
        "modes": (model.origin, model.inserting, model.autowrap, model.newline),
        "flags": [model.flags[mode] for mode in MODES],
        "side": model.side,
        "mouse": (model.mouse, model.encoding),
        "tabs": sorted(model.tabs),
        "sets": (model.sets, model.gl, model.shift),
        "keys": (model.kitty, model.other_keys),
        "titles": (model.title, model.icon, model.titles),
        "shape": model.shape,
        "saved": [saved_of(saved) for saved in model.saved],
        "history": (len(model.history), model.pushed),
        "wraps": [[row.wrap for row in rows] for rows in model.screens],
    }


def difference(screen: Screen, model: Model) -> str:
    """Return the first difference between emulator and model, "" when there is none."""
    rows = [screen.line(y) for y in range(screen.lines)]
    for y, (row, wanted) in enumerate(zip(rows, model.rows, strict=True)):
        found = cells_of(row[0], row[1], screen.columns)
        if found != wanted.cells:
            return f"row {y}: {_cells(found, wanted.cells)}"
    mine, theirs = values(screen), of_model(model)
    for name, value in mine.items():
        if value != theirs[name]:
            return f"{name}: mplex {value}, model {theirs[name]}"
    for n, wanted in zip(range(-len(model.history), 0), model.history, strict=True):
        text, attrs, wrap = screen.line(n)
        found = _stripped(cells_of(text, attrs, 0))
        if found != _stripped(wanted.cells) or wrap != wanted.wrap:
            return f"history {n}: wrap {wrap}/{wanted.wrap} {_cells(found, wanted.cells)}"
    replies = screen.take_replies().decode()
    if not model.unmodelled and replies != model.replies:
        return f"replies: mplex {replies!r}, model {model.replies!r}"
    model.replies = ""
    model.unmodelled = False
    return ""


def _cells(found: list[Cell], wanted: list[Cell]) -> str:
    pairs = zip(found, wanted, strict=False)
    first = next((x for x, (a, b) in enumerate(pairs) if a != b), len(found))
    return (
        f"cell {first}: mplex {found[first : first + 1]}, model {wanted[first : first + 1]} in\n"
        f"  mplex {''.join(c[0] for c in found)!r}\n  model {''.join(c[0] for c in wanted)!r}"
    )


def adopt(model: Model, screen: Screen) -> None:
    """Set the model to the state of a screen that was resized."""
    columns = model.columns = screen.columns
    model.lines = screen.lines
    screen.visible()
    for n, rows in enumerate((screen.main, screen.other)):
        model.screens[n] = [
            Row(cells_of(text, attrs or "", columns), wrap)
            for text, attrs, wrap in zip(rows.texts, rows.attrs, rows.wraps, strict=True)
        ]
        model.saved[n].x, model.saved[n].y = rows.saved.x, rows.saved.y
        model.saved[n].pending = rows.saved.pending
    model.history.clear()
    for n in range(-screen.history_size, 0):
        text, attrs, wrap = screen.line(n)
        model.history.append(Row(cells_of(text, attrs, columns), wrap))
    model.pushed = screen.history_pushed
    model.x, model.y, model.pending = screen.cursor.x, screen.cursor.y, screen.pending
    model.top, model.bottom, model.left, model.right = 0, model.lines - 1, 0, columns - 1
    model.tabs = set(screen.tabstops)
