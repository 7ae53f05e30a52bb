"""The emulator: bytes of a program in, cells out.

`ByteStream` feeds a `Screen`; rows are immutable strings of cells with a parallel string of style
ids (see `rows`).  The only package that imports pyte.  No sockets, no processes, no clocks here.
Its modules are found compiled where `mplex.compiled` says so.
"""

from mplex.compiled import compiled_folder
from mplex.vt.light_pyte import load

COMPILED = compiled_folder()
"""The folder of the compiled modules, "" when the sources run as they are."""

if COMPILED:
    __path__.insert(0, COMPILED)
load()
