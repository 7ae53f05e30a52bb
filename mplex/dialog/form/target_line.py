"""The line that says where a value is written to: path, mode, what happens to a file, host.

It is what the person approves by pressing the button, so nothing of it is ever cut. The resolved
path and the host come from the one who writes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mplex.dialog.fields.text_rows import text_rows
from mplex.dialog.plain_text import plain_line
from mplex.dialog.target import CREATE_PERM, SUBSTITUTE, shown_perm
from mplex.ui.rows import Row
from mplex.ui.theme import Theme

NOTHING = "nothing is written as things are"
PERM_DIGITS = 4


def target_text(target: Mapping[str, Any]) -> str:
    """Return the line for a target: `→ path (what happens) on host`, or that nothing will."""
    path = str(target.get("shown") or target.get("path") or "")
    host = str(target.get("host") or "")
    where = f" on {host}" if host else ""
    snag = str(target.get("snag") or "")
    if snag:
        return plain_line(f"→ {path}{where}: {NOTHING}: {snag}")
    return plain_line(f"→ {path} ({', '.join(_terms(target))}){where}")


def _terms(target: Mapping[str, Any]) -> list[str]:
    """Return what happens to the file, in words."""
    perm = str(target.get("perm") or "")
    if target.get("mode") == SUBSTITUTE:
        what = f"replaces {target.get('placeholder')} in the file"
        return [what, f"mode {perm.zfill(PERM_DIGITS)}" if perm else "keeps its mode"]
    # Whether one is there is known for sure only when it is written.
    what = "replaces any file there" if target.get("overwrite") else "new file"
    return [what, f"mode {perm.zfill(PERM_DIGITS) if perm else shown_perm(CREATE_PERM)}"]


def target_line(target: Mapping[str, Any], cols: int, looks: Theme) -> list[Row]:
    """Return the line wrapped to `cols` columns; what overwrites a file, or can't, is a warning."""
    warns = target.get("overwrite") or target.get("snag")
    role = "dialog.warning" if warns else "dialog.accent"
    return text_rows(target_text(target), cols, looks[role])
