"""A form: fields in tabs, buttons below, and the one who asks in the frame.

`form_dialog` is the overlay; beside it each part has a module: what the fields hold (`form_state`),
where things are (`plan`), what is drawn where (`body`, `tabs_row`, `buttons`, `frame`), what keys
mean (`form_keys`). What a single field looks like is in `mplex.dialog.fields`.
"""
