"""The only event loop: it owns sessions, ptys, attached clients and questions.

`main` starts it, `server` holds it together; every other module has one subject. Nothing outside
this package imports it, except the one line in `mplex.cli` that forks a server.
"""
