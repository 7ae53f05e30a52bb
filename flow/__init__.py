"""Flows: several screens with conditions and branches, asked of one person, one outcome as JSON.

A client of mplex like any other: it speaks the control socket through `mplex.client` and shares the
pure part of `mplex.dialog` (limits and the form of one screen). The server knows nothing of flows.
"""
