"""Pasted text to the bytes that a pane gets: line ends as Enter, nothing that could act as a key.

A paste comes from a web page as often as from the user's own hands, so it must not be able to press
keys: control characters other than tab and line ends are dropped, as xterm's
`disallowedPasteControls` does, and with them any end mark that would let the rest count as typed.
"""

from __future__ import annotations

from mplex.term.input_modes import InputModes

_START, _END = b"\x1b[200~", b"\x1b[201~"
_DROPPED = bytes(n for n in range(0x20) if n not in b"\t\r\n") + b"\x7f"


def encode_paste(data: bytes, modes: InputModes) -> bytes:
    """Return pasted text as bytes for a pane, in brackets where its program wants them (2004)."""
    clean = data.replace(_END, b"").translate(None, _DROPPED)
    clean = clean.replace(b"\r\n", b"\r").replace(b"\n", b"\r")
    return _START + clean + _END if modes.bracketed_paste else clean
