"""Renderers of one screen at a time: each a module with a class that has `ask` and `close`.

Which one is used is chosen in `flow.controller`. A backend knows nothing of flows.
"""
