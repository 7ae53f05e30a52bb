"""The dialog tools for agents: confirm, ask, form, gallery, compare, notify, upload, and two more.

A tool checks its arguments, turns them into one form screen and its answer into a result of a fixed
shape. `table` lists them all; who serves them (MCP, `mplex-ctl tool`) is the bridge's matter.
"""
