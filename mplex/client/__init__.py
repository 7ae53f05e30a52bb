"""The other end of the server's socket: blocking, without an event loop and without logic.

The attaching side passes bytes between a terminal and the server; the control side calls JSON-RPC
methods. Starting fast matters more here than anywhere else, so imports are counted.
"""
