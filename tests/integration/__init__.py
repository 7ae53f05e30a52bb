"""The whole thing: a person at a real terminal, real servers, real command lines."""
