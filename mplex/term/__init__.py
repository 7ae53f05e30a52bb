"""The user's terminal: its keys as events, a pane's keys as bytes, frames as bytes.

Bytes and values only: no sockets, processes, clocks or files here.
"""
