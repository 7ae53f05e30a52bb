"""A form: fields in tabs, buttons below, and the one who asks in the frame.

`form_dialog` is the overlay. What the fields hold is in `form_state` and `entry`, what closes it in
`gate`, where the focus goes in `navigator`, the mouse in `pointer`, keys in `form_keys`. Where
things are is in `plan`; `form_view` draws them: `frame`, `tabs_row`, `body`, `buttons`, `key_line`.
What a single field looks like is in `mplex.dialog.fields`.
"""
