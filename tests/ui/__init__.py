"""Tests of `mplex.ui`: what clients see, without a server."""
