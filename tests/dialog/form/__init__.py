"""Forms: the overlay and its parts, with small widgets of their own."""
