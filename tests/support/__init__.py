"""What the tests stand on: real servers, real terminals, named waits, golden files."""
