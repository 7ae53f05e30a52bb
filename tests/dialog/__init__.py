"""Tests of the dialogs: their JSON, their pictures, their keys."""
