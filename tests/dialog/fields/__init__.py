"""Each kind of field: its widget by itself, without a form around it."""
