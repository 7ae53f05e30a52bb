"""tmux's command language: parsing, the command table, the commands, key tables and formats.

Commands are plain functions over a `Context`. They change the model and ask the server for the
rest through `ServerApi` and `ClientApi`; there is no socket, pty or event loop in here.
"""
