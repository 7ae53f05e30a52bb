"""The other end of the server's socket: blocking, without an event loop and without logic.

The attaching side lends the server its terminal, or passes bytes between the two; the control side
calls JSON-RPC methods. Starting fast matters more here than anywhere else, so imports are counted.
"""
