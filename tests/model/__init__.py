"""Tests of what exists: sessions, windows, panes, layouts, targets."""
