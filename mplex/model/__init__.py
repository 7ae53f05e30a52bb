"""What exists: sessions, windows, panes, layouts, buffers, and how a target names them.

No I/O, no drawing, no clock but the time stamps; the server owns the processes.
"""
