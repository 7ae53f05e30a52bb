"""What a client sees: frames, borders, the status row, overlays, prompts and copy mode.

Everything here draws on rows of cells (`mplex.vt` rows) and takes decoded keys; it knows no server
and no model. Only `line_edit` and `prompt` import prompt_toolkit, so that the server can start
without it.
"""
