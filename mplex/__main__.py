"""`python -m mplex`: the same as the `mplex` command. Nothing else belongs here."""

import sys

from mplex.cli import main

if __name__ == "__main__":
    sys.exit(main())
