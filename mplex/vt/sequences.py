"""The escape sequences mplex knows: tables from sequence to event, and the grammar of CSI.

The idea: a sequence is one row naming the screen method it runs (pyte's event names where pyte has
one) and how many parameters that method takes.  Everything well formed and unknown is ignored; so
is a known one with a private prefix or intermediate that makes it a different sequence.  Sources:
ECMA-48, DEC STD 070, xterm's ctlseqs.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from mplex.vt.sgr import number

MAX_SEQUENCE: Final = 256
"""Characters between CSI and the final; a longer sequence is ignored up to its final."""
MAX_PARAMETERS: Final = 32


class Sequence(NamedTuple):
    """A control sequence."""

    key: str
    """Prefix, intermediates and final; the parameters left out."""
    event: str
    most: int
    """How many parameters the method takes; surplus ones are dropped."""
    private: bool = False
    """Whether the method is called with `private=True`."""


CSI: Final[tuple[Sequence, ...]] = (
    Sequence("@", "insert_characters", 1),
    Sequence(" @", "scroll_left", 1),
    Sequence("A", "cursor_up", 1),
    Sequence(" A", "scroll_right", 1),
    Sequence("B", "cursor_down", 1),
    Sequence("C", "cursor_forward", 1),
    Sequence("D", "cursor_back", 1),
    Sequence("E", "cursor_down1", 1),
    Sequence("F", "cursor_up1", 1),
    Sequence("G", "cursor_to_column", 1),
    Sequence("H", "cursor_position", 2),
    Sequence("I", "cursor_forward_tab", 1),
    Sequence("J", "erase_in_display", 1),
    Sequence("?J", "erase_in_display", 1, True),
    Sequence("K", "erase_in_line", 1),
    Sequence("?K", "erase_in_line", 1, True),
    Sequence("L", "insert_lines", 1),
    Sequence("M", "delete_lines", 1),
    Sequence("P", "delete_characters", 1),
    Sequence("S", "scroll_up", 1),
    Sequence("T", "scroll_down", 5),
    Sequence("^", "scroll_down", 1),
    Sequence("?W", "reset_tab_stops", 1),
    Sequence("X", "erase_characters", 1),
    Sequence("Z", "cursor_back_tab", 1),
    Sequence("`", "cursor_to_column", 1),
    Sequence("a", "cursor_right", 1),
    Sequence("b", "repeat", 1),
    Sequence("c", "report_device_attributes", 1),
    Sequence(">c", "report_secondary_attributes", 1),
    Sequence("=c", "report_tertiary_attributes", 1),
    Sequence("d", "cursor_to_line", 1),
    Sequence("e", "cursor_below", 1),
    Sequence("f", "cursor_position", 2),
    Sequence("g", "clear_tab_stop", 1),
    Sequence("h", "set_mode", MAX_PARAMETERS),
    Sequence("?h", "set_mode", MAX_PARAMETERS, True),
    Sequence("l", "reset_mode", MAX_PARAMETERS),
    Sequence("?l", "reset_mode", MAX_PARAMETERS, True),
    Sequence("m", "select_graphic_rendition", MAX_PARAMETERS),
    Sequence(">m", "set_key_modifier", 2),
    Sequence("?m", "query_key_modifier", 1),
    Sequence("n", "report_device_status", 1),
    Sequence("?n", "report_private_status", 1),
    Sequence(">n", "reset_key_modifier", 1),
    Sequence("!p", "soft_reset", 0),
    Sequence("$p", "report_mode", 1),
    Sequence("?$p", "report_private_mode", 1),
    Sequence(">q", "report_version", 1),
    Sequence(" q", "set_cursor_shape", 1),
    Sequence('"q', "set_protection", 1),
    Sequence("r", "set_margins", 2),
    Sequence("?r", "restore_modes", MAX_PARAMETERS),
    Sequence("s", "save_cursor_or_margins", 2),
    Sequence("?s", "save_modes", MAX_PARAMETERS),
    Sequence("t", "window_operation", 3),
    Sequence("u", "restore_cursor", 0),
    Sequence("?u", "kitty_query", 0),
    Sequence(">u", "kitty_push", 1),
    Sequence("<u", "kitty_pop", 1),
    Sequence("=u", "kitty_set", 2),
    Sequence("x", "report_parameters", 1),
    Sequence("*y", "report_checksum", 6),
    Sequence("'}", "insert_columns", 1),
    Sequence("'~", "delete_columns", 1),
)

ESCAPE: Final = {
    "c": "reset",
    "D": "index",
    "E": "next_line",
    "M": "reverse_index",
    "H": "set_tab_stop",
    "7": "save_cursor",
    "8": "restore_cursor",
    "Z": "report_device_attributes",
    "=": "set_application_keypad",
    ">": "reset_application_keypad",
    "n": "lock_shift_2",
    "o": "lock_shift_3",
    "N": "single_shift_2",
    "O": "single_shift_3",
    "#8": "alignment_display",
}

BASIC: Final = {
    "\x07": "bell",
    "\x08": "backspace",
    "\x09": "tab",
    "\x0a": "linefeed",
    "\x0b": "linefeed",
    "\x0c": "linefeed",
    "\x0d": "carriage_return",
    "\x0e": "shift_out",
    "\x0f": "shift_in",
}

BY_KEY: Final = {sequence.key: sequence for sequence in CSI}

COMPLETE_CSI: Final = re.compile(r"\[([ -?]*)([@-~])")
_STRICT: Final = re.compile(r"([<=>?]?)([0-9;:]*)([ -/]*)\Z")
COMPLETE_ESCAPE: Final = re.compile(r"([ -/]*)([0-~])")
UNFINISHED: Final = re.compile(r"\x1b(?:\[[ -?]*|[ -/]*)\Z")
"""An escape sequence that the end of the data cut off."""
_C0: Final = r"\x00-\x17\x19\x1c-\x1f\x7f"
DISTURBED: Final = re.compile(rf"\x1b[{_C0}]*(?:\[[ -?{_C0}]*|[ -/{_C0}]*)")
"""The part of a sequence before its final, control characters among it."""
_CONTROLS: Final = re.compile(f"[{_C0}]+")


class Parsed(NamedTuple):
    """A control sequence with its parameters."""

    sequence: Sequence
    parameters: tuple[int, ...]
    text: str
    """The parameters as they came."""


def parse_csi(body: str, final: str) -> Parsed | None:
    """Return a CSI sequence from what is between CSI and its final; None if not known."""
    if len(body) > MAX_SEQUENCE:
        return None
    match = _STRICT.match(body)
    if match is None:
        return None
    prefix, text, intermediates = match.groups()
    sequence = BY_KEY.get(prefix + intermediates + final)
    if sequence is None:
        return None
    if ":" in text and sequence.key != "m":
        return None
    if not text or ":" in text:
        return Parsed(sequence, (), text)
    values = tuple([number(part) for part in text.split(";")[: sequence.most]])
    return Parsed(sequence, values, text)


def _sort_out(match: re.Match[str]) -> str:
    text = match.group()
    controls = "".join(_CONTROLS.findall(text))
    if not controls:
        return text
    executed = controls.replace("\x7f", "")
    if match.string.startswith("\x1b", match.end()):
        # The next ESC aborts the sequence.
        return executed
    return executed + _CONTROLS.sub("", text)


def sort_out(data: str) -> str:
    """Move control characters inside escape sequences before them, where they take effect."""
    return DISTURBED.sub(_sort_out, data)
