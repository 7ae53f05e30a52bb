"""The tests of mplex. They mirror the tree: tests/<package>/test_<module>.py."""
