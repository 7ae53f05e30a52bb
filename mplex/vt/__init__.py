"""The emulator: bytes of a program in, cells out.

`ByteStream` feeds a `Screen`; rows are immutable strings of cells with a parallel string of style
ids (see `rows`).  The only package that imports pyte.  No sockets, no processes, no clocks here.
"""
