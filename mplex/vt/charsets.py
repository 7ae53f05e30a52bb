"""Character sets a program can designate into G0 to G3.

The idea: a set is known by the characters behind `ESC (`; `table` gives the `str.translate` map of
those that differ from ASCII.  Line drawing comes from pyte's table.  Unknown sets act as ASCII.
"""

from __future__ import annotations

from pyte.charsets import VT100_MAP

_DRAWING = {code: VT100_MAP[code] for code in range(0x5F, 0x7F)}
_DRAWING[0x5F] = " "
_BRITISH = {0x23: "£"}


def _national(changes: str) -> dict[int, str]:
    return dict(zip(map(ord, changes[::2]), changes[1::2], strict=True))


_TABLES: dict[str, dict[int, str]] = {
    "0": _DRAWING,
    "2": _DRAWING,
    "A": _BRITISH,
    "4": _national("#£@¾[ĳ\\½]|{¨|f}¼~´"),
    "5": _national("[Ä\\Ö]Å^Ü`é{ä|ö}å~ü"),
    "C": _national("[Ä\\Ö]Å^Ü`é{ä|ö}å~ü"),
    "R": _national("#£@à[°\\ç]§{é|ù}è~¨"),
    "Q": _national("@à[â\\ç]ê^î`ô{é|ù}è~û"),
    "K": _national("@§[Ä\\Ö]Ü{ä|ö}ü~ß"),
    "Y": _national("#£@§[°\\ç]é`ù{à|ò}è~ì"),
    "E": _national("@Ä[Æ\\Ø]Å^Ü`ä{æ|ø}å~ü"),
    "6": _national("@Ä[Æ\\Ø]Å^Ü`ä{æ|ø}å~ü"),
    "Z": _national("#£@§[¡\\Ñ]¿{°|ñ}ç"),
    "7": _national("@É[Ä\\Ö]Å^Ü`é{ä|ö}å~ü"),
    "H": _national("@É[Ä\\Ö]Å^Ü`é{ä|ö}å~ü"),
    "=": _national("#ù@à[é\\ç]ê^î_è`ô{ä|ö}ü~û"),
}


def known(code: str) -> str:
    """Return the code of a set as it is kept: unknown ones, and UTF-8's latin ones, are "B"."""
    return code if code in _TABLES else "B"


def table(code: str) -> dict[int, str]:
    """Return the translate map of a set, {} for ASCII."""
    return _TABLES.get(code, {})
