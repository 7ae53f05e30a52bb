"""The user's terminal: its keys as events, a pane's keys as bytes, a frame as the bytes that draw it.

Bytes and values only: no sockets, processes, clocks or files here.
"""
