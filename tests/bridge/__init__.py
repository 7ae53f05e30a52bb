"""Tests of the agent bridge: the tool over MCP, its forms for other hosts, the examples."""
