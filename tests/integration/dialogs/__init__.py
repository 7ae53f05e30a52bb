"""Dialogs as the person at the terminal and the script that asks have them."""
