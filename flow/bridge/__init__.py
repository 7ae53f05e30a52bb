"""The agent bridge: the tool `plexer_show` for programs that are not at a terminal themselves.

`tools` and `schema` say what the tool is, for every kind of host; `host` and its neighbours serve
it over MCP (the only modules that know the protocol's SDK). Asking is `flow.controller`'s.
"""
