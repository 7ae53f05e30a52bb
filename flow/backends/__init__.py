"""Renderers of one screen at a time: each a module with a class that has `ask` and `close`.

`registry` lists them and says which is tried where; `flow.controller` opens one. A backend knows
nothing of flows.
"""
