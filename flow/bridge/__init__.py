"""The agent bridge: the tools for programs that are not at a terminal themselves.

`tools` and `schema` say what the tools are, for every kind of host; `host` and its neighbours serve
them over MCP (the only modules that know the protocol's SDK), `calling` runs one from a command
line. The tools are `flow.aiui`'s, asking is `flow.controller`'s.
"""
