"""The server's log: what went wrong, and with -v what happened.

One idea: the standard `logging` is imported with the first line that is to be written. It takes a
tenth of the time in which a server starts, and most servers never write one.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import logging

DEBUG, INFO, ERROR = 10, 20, 40
"""The levels, as `logging` counts them."""
LEVELS = (ERROR, INFO, DEBUG)
"""What is written without -v, with -v, and with -vv."""
MISTAKES_MAX = 1000
"""Mistakes that are written without -v; one that comes again and again would fill the disk."""


class _Target:
    """Where lines go; to standard error until somebody says better."""

    def __init__(self) -> None:
        self.path = ""
        self.level = ERROR
        self._open = False

    def logger(self, name: str) -> logging.Logger:
        """Return the logger of a part of the server; the file is made with its first line."""
        import logging

        if not self._open and self.path:
            self._open = True
            root = logging.getLogger("mplex")
            root.propagate = False
            root.setLevel(self.level)
            handler = logging.FileHandler(self.path, delay=True)
            handler.setFormatter(
                logging.Formatter("%(asctime)s %(name)s %(levelname)s %(message)s")
            )
            if self.level == ERROR:
                numbers = itertools.count()
                handler.addFilter(lambda record: next(numbers) < MISTAKES_MAX)
            root.addHandler(handler)
        return logging.getLogger(name)


_TARGET = _Target()


def write_to(path: str, verbose: int) -> None:
    """Write to a file from now on, mistakes only, or more the more `verbose` is."""
    _TARGET.path = path
    _TARGET.level = LEVELS[min(verbose, len(LEVELS) - 1)]


class Log:
    """What one part of the server writes, under its name; text and arguments as for `logging`."""

    def __init__(self, name: str) -> None:
        self._name = name

    def debug(self, text: str, *args: object) -> None:
        """Write what only matters when something is looked for."""
        self._write(DEBUG, text, args)

    def info(self, text: str, *args: object) -> None:
        """Write what happened."""
        self._write(INFO, text, args)

    def error(self, text: str, *args: object) -> None:
        """Write what went wrong outside."""
        self._write(ERROR, text, args)

    def exception(self, error: BaseException, text: str, *args: object) -> None:
        """Write a mistake of our own, with where it happened."""
        self._write(ERROR, text, args, error)

    def _write(
        self, level: int, text: str, args: tuple[object, ...], error: BaseException | None = None
    ) -> None:
        if level >= _TARGET.level:
            _TARGET.logger(self._name).log(level, text, *args, exc_info=error)
