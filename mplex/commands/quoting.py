"""Writes words so that the command language reads them back unchanged, as tmux prints them.

The opposite of the lexer. It knows nothing of commands.
"""

from __future__ import annotations

import re

_NEEDS_DOUBLE = frozenset(" #';${}%")
_NEEDS_SINGLE = frozenset(' "')
_NAMED = {"\a": "\\a", "\b": "\\b", "\t": "\\t", "\n": "\\n", "\v": "\\v", "\f": "\\f", "\r": "\\r"}
_VARIABLE = re.compile(r"\$(?=[A-Za-z_{])")


def quote(word: str) -> str:
    """Return `word` with the quotes and backslashes it needs."""
    if not word:
        return "''"
    mark = '"' if _NEEDS_DOUBLE & set(word) else "'" if _NEEDS_SINGLE & set(word) else ""
    if mark == "'" and ("\\" in word or not word.isprintable()):
        mark = '"'  # Single quotes would keep the escapes as they are.
    if len(word) == 1 and word != " " and (mark or word == "~"):
        return "\\" + word
    text = "".join(map(_visible, word.replace("\\", "\\\\")))
    if mark == '"':
        text = _VARIABLE.sub(r"\\$", text.replace('"', '\\"'))
        return f'"\\{text}"' if text[0] == "~" else f'"{text}"'
    if mark:
        return f"'{text}'"
    return "\\" + text if text[0] == "~" else text


def _visible(char: str) -> str:
    if char.isprintable():
        return char
    return _NAMED.get(char) or (f"\\{ord(char):03o}" if ord(char) < 0o400 else char)
