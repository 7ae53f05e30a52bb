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


def target_text(target: Mapping[str, Any]) -> str:
    """Return the line for a target: `→ path (what happens) on host`."""
    path = str(target.get("shown") or target.get("path") or "")
    host = str(target.get("host") or "")
    said = f"→ {path} ({', '.join(_terms(target))})" + (f" on {host}" if host else "")
    return plain_line(said + _snag(target))


def _terms(target: Mapping[str, Any]) -> list[str]:
    """Return what happens to the file, in words."""
    perm = str(target.get("perm") or "")
    if target.get("mode") == SUBSTITUTE:
        what = f"replaces {target.get('placeholder') or 'the placeholder'} in it"
        return [what, f"mode {perm}" if perm else "keeps its mode"]
    overwrite = "overwrites the file" if target.get("overwrite") else "new file"
    return [overwrite, f"mode {perm or shown_perm(CREATE_PERM)}"]


def _snag(target: Mapping[str, Any]) -> str:
    """Return what stands in the way, for the end of the line."""
    snag = str(target.get("snag") or "")
    return f": {snag}" if snag else ""


def target_line(target: Mapping[str, Any], cols: int, looks: Theme) -> list[Row]:
    """Return the line wrapped to `cols` columns; what overwrites a file, or can't, is a warning."""
    warns = target.get("overwrite") or target.get("snag")
    role = "dialog.warning" if warns else "dialog.accent"
    return text_rows(target_text(target), cols, looks[role])
