"""Splits command text into tokens: words with quotes, escapes, `~` and `$NAME` resolved.

Tokens are made one at a time, because an assignment changes what a later `$NAME` means. Which
tokens form a command is the parser's business.
"""

from __future__ import annotations

import os
import string
from collections.abc import Callable
from typing import NamedTuple

from mplex.errors import ParseError

WORD, DIRECTIVE, NEWLINE, SEMICOLON, OPEN, CLOSE, END = (
    "word",
    "directive",
    "newline",
    ";",
    "{",
    "}",
    "end",
)
DIRECTIVES = frozenset({"%if", "%elif", "%else", "%endif", "%hidden"})
_NAME_START = frozenset(string.ascii_letters + "_")
_NAME = _NAME_START | frozenset(string.digits)
_ESCAPES = {
    "a": "\a", "b": "\b", "e": "\x1b", "f": "\f", "n": "\n", "r": "\r", "s": " ", "t": "\t",
    "v": "\v",
}  # fmt: skip
_ENDS_WORD = frozenset(" \t;}\n")


class Token(NamedTuple):
    """One token, and the line it starts on."""

    kind: str
    text: str
    line: int
    plain: bool = True
    """Nothing in it was quoted, so `NAME=value` is an assignment."""


class Lexer:
    """Reads `text` token by token; lines count from 1.

    `lookup` gives the value of an environment variable, or None.
    """

    def __init__(
        self, text: str, lookup: Callable[[str], str | None], *, source: str = "", line: int = 1
    ) -> None:
        self.text = text.replace("\r\n", "\n")
        self.lookup = lookup
        self.source = source
        self.line = line
        self.at = 0

    def error(self, message: str, line: int = 0) -> ParseError:
        """Return the error `message` at `line`, or at the present line."""
        return ParseError(message, source=self.source, line=line or self.line)

    def skip_line(self) -> None:
        """Go on at the next line, to read what follows an error."""
        end = self.text.find("\n", self.at)
        self.at = len(self.text) if end < 0 else end

    def next(self) -> Token:
        """Return the next token.

        Raises:
            ParseError: an unclosed quote or format, or a bad escape.
        """
        self._skip_blanks()
        line = self.line
        char = self._peek()
        if not char:
            return Token(END, "", line)
        if char == "\n":
            self._take()
            return Token(NEWLINE, char, line)
        if char in ";{}":
            self._take()
            return Token(char, char, line)
        return self._word(line)

    def _skip_blanks(self) -> None:
        while (char := self._peek()) and char in " \t":
            self._take()
        if char == "#" and self.text[self.at + 1 : self.at + 2] != "{":
            while (char := self._peek()) and char != "\n":
                self._take()

    def _peek(self) -> str:
        """Return the next character; a backslash before a newline joins the lines."""
        while self.text.startswith("\\\n", self.at):
            self.at += 2
            self.line += 1
        return self.text[self.at : self.at + 1]

    def _take(self) -> str:
        char = self._peek()
        self.at += len(char)
        if char == "\n":
            self.line += 1
        return char

    def _word(self, line: int) -> Token:
        start = self.at
        parts: list[str] = []
        quote = ""
        plain = True
        fresh = True  # A "~" counts only at the start of a word or of a quoted part.
        while char := self._peek():
            if not quote and char in _ENDS_WORD:
                break
            if char == quote or (not quote and char in "'\""):
                self._take()
                quote = "" if quote else char
                plain, fresh = False, True
                continue
            was_fresh, fresh = fresh, False
            parts.append(self._piece(quote, was_fresh))
        if quote:
            self.at, self.line = start, line  # What follows the line can still be read.
            raise self.error(f"{quote} is not closed")
        text = "".join(parts)
        if plain and text in DIRECTIVES:
            return Token(DIRECTIVE, text, line)
        if plain and text[:1] == "%" and text[1:].islower():
            raise self.error(f"unknown directive: {text}", line)
        return Token(WORD, text, line, plain)

    def _piece(self, quote: str, fresh: bool) -> str:
        """Read one character of a word, or the escape, format or variable that starts here."""
        char = self._take()
        if quote == "'":
            return char
        if char == "\\":
            return self._escape()
        if char == "~" and fresh:
            return self._home()
        if char == "$":
            return self._variable()
        if char == "#" and not quote and self._peek() == "{":
            return char + self._format()
        return char

    def _escape(self) -> str:
        char = self.text[self.at : self.at + 1]
        self.at += len(char)
        if char in "uU" and char:
            return self._code_point(4 if char == "u" else 8)
        if char.isdigit() and char in "01234567":
            digits = char + self.text[self.at : self.at + 2]
            if len(digits) < 3 or not set(digits) <= set(string.octdigits) or digits > "377":
                raise self.error("invalid octal escape")
            self.at += 2
            return chr(int(digits, 8))
        return _ESCAPES.get(char, char)

    def _code_point(self, length: int) -> str:
        digits = self.text[self.at : self.at + length]
        bad = len(digits) < length or not set(digits) <= set(string.hexdigits)
        number = -1 if bad else int(digits, 16)
        if not 0 <= number <= 0x10FFFF or 0xD800 <= number <= 0xDFFF:
            raise self.error(f"invalid \\{'u' if length == 4 else 'U'} argument")
        self.at += length
        return chr(number)

    def _home(self) -> str:
        start = self.at
        while (char := self._peek()) and char not in "/ \t\n\"';}":
            self._take()
        user = self.text[start : self.at]
        home = self.lookup("HOME") if not user else None
        found = home or os.path.expanduser("~" + user)
        if found == "~" + user:
            raise self.error(f"no home folder of ~{user}")
        return found

    def _variable(self) -> str:
        braces = self._peek() == "{"
        start = self.at + braces
        end = start
        while end < len(self.text) and self.text[end] in (_NAME if end > start else _NAME_START):
            end += 1
        name = self.text[start:end]
        if braces and (not name or self.text[end : end + 1] != "}"):
            raise self.error("invalid environment variable")
        if not name:
            return "$"
        self.at = end + braces
        return self.lookup(name) or ""

    def _format(self) -> str:
        """Read `{...}` of a format whole, blanks and inner formats included."""
        line, start, depth = self.line, self.at, 0
        while char := self._take():
            if char == "\n":
                break
            depth += (char == "{") - (char == "}")
            if depth == 0:
                return self.text[start : self.at]
        raise self.error("#{ is not closed", line)
