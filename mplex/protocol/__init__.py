"""The wire: socket addresses, messages and their framing, JSON-RPC. Pure, and cheap to import.

The client imports this package before it has said a word, so nothing here may import `typing`,
`dataclasses`, `re` or anything else that costs milliseconds.
"""
