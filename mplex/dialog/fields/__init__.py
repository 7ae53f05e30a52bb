"""One widget for each kind of field: how it looks, takes keys and mouse, and what it reports.

The widgets are urwid's flow widgets that draw on our surfaces. They know their field and nothing of
the form around them: focus, scrolling, tabs and buttons are the form's (`mplex.dialog.form`).
"""
