"""Tests of the dialog tools for agents."""
