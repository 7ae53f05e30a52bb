"""What is said where a library of an extra is not installed: what it is for, and how to get it.

A dialog says it in the place of what it can't show, the asker's side in its warnings; it is the
same sentence, so that a person who reads both knows that it is one thing. What works without the
library is the caller's matter.
"""

from __future__ import annotations

NO_PILLOW = "pictures need Pillow: pip install 'mplex[pictures]'"
NO_TERMAID = "diagrams need termaid: pip install 'mplex[diagrams]'"
