"""What a client sees: frames, borders, the status row, overlays, prompts and copy mode.

Everything here draws on rows of cells (`mplex.vt` rows) and takes decoded keys; it knows no server
and no model. Only `edit_engine` imports prompt_toolkit, and only `line_edit`, `text_edit` and
`prompt` import that, so that the server can start without it.
"""
