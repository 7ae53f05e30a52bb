"""Device control strings and the other string sequences.  Tenth layer of `Grid`.

The idea: strings are swallowed whole, known or not; `KEPT` says which are worth remembering while
they come in.  A wrapped sequence for the terminal outside (`tmux;`) becomes a "passthrough" event.
"""

from __future__ import annotations

from mypy_extensions import mypyc_attr

from mplex.vt.osc import MAX_TITLE, Osc, printable

MAX_STRING = 1 << 20
"""Longest string that is remembered (a clipboard text is the longest in practice)."""
MAX_REQUESTS = 32
HEAD = 5
"""Characters after which it is known whether a DCS is worth keeping."""
WRAPPED = "tmux;"
KEPT = (WRAPPED, "$q", "+q", "=1s", "=2s")


def worth_keeping(kind: str, head: str) -> bool:
    """Tell whether the string that starts so can mean something."""
    if kind == "P":
        return any(head.startswith(known) or known.startswith(head) for known in KEPT)
    return kind in "]k"


@mypyc_attr(allow_interpreted_subclasses=True)
class Dcs(Osc):
    """What string sequences other than OSC do."""

    def _string(self, kind: str, text: str, end: str) -> None:
        """Run a finished string: `kind` is the character behind ESC."""
        self.last = ""
        if kind == "]":
            self._osc(text, end)
        elif kind == "k":
            self._event("rename", printable(text, MAX_TITLE))
        elif kind == "P":
            self._dcs(text)

    def _dcs(self, text: str) -> None:
        if text.startswith(WRAPPED):
            self._event("passthrough", text[len(WRAPPED) :].replace("\x1b\x1b", "\x1b"))
        elif text.startswith("$q"):
            self.report_setting(text[2:])
        elif text.startswith("+q"):
            for name in text[2:].split(";")[:MAX_REQUESTS]:
                self.report_capability(name)
        elif text == "=1s":
            self.synchronized = True
        elif text == "=2s":
            self.synchronized = False
